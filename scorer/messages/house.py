"""Refusals of a house file."""

from paiyan.scorer.messages.languages import Words

WRONG_FILE = Words("自家规则有误", "mistakes in the house file", "ハウスルールに誤りがあります")
IN_FILE = Words("{file}：{said}", "{file}: {said}", "{file}：{said}")
AT_LINE = Words("第 {line} 行：{said}", "line {line}: {said}", "{line} 行目：{said}")
DID_YOU_MEAN = Words("是不是 {near}？", "did you mean {near}?", "{near} のことですか？")
THERE_ARE = Words("有的是 {names}", "there are {names}", "あるのは {names} です")
TOO_LARGE = Words(
    "文件超过 {most} KB：只写与原规则不同之处",
    "the file is larger than {most} KB: write only what differs from its base",
    "ファイルが {most} KB を超えています：元のルールと違う点だけを書いてください",
)
MANY_LINES = Words(
    "文件超过 {most} 行：只写与原规则不同之处",
    "the file has more than {most} lines: write only what differs from its base",
    "{most} 行を超えています：元のルールと違う点だけを書いてください",
)
LONG_LINE = Words(
    "这一行超过 {most} 个字符：请分成几行",
    "this line has more than {most} characters: break it into several",
    "この行は {most} 字を超えています：分けてください",
)
DEEP = Words(
    "嵌套超过 {most} 层：自家规则用不着这么深",
    "nested deeper than {most}: nothing in a house file is",
    "入れ子が {most} 段を超えています：ハウスルールには要りません",
)
NO_TOML = Words(
    "不是 TOML（{what}）：每行写 名字 = 值，文字加引号",
    "not TOML ({what}): write name = value on a line, and texts in quotes",
    "TOML ではありません（{what}）：一行に 名前 = 値、文字は引用符で囲んでください",
)
NAME_TWICE = Words("同一个名字写了两次", "a name stands there twice", "同じ名前が二度あります")
OPEN_TEXT = Words("文字的引号没有配对", "a text is not closed by its quote", "引用符が閉じていません")
OPEN_BRACKET = Words("括号没有配对", "a bracket is not closed", "括弧が閉じていません")
NO_EQUALS = Words("名字后面没有 =", "no = follows the name", "名前の後に = がありません")
NO_VALUE = Words("= 后面不是值", "no value follows the =", "= の後が値ではありません")
MORE_ON_LINE = Words("一行里还有别的", "more stands on the line", "行に余分なものがあります")
NO_NAME = Words("行首不是名字", "the line begins with no name", "行の始めが名前ではありません")
IN_QUOTES = Words(
    '中文名字要加引号：写成 "{name}" = …',
    'a name that is not plain letters stands in quotes: write "{name}" = …',
    '英数字でない名前は引用符で囲みます："{name}" = …',
)
UNREADABLE = Words(
    "有的数太长或嵌套太深，读不了：请写小一些的数",
    "a number is too long or something nests too deep to be read: write smaller numbers",
    "数が長すぎるか入れ子が深すぎて読めません：小さい数を書いてください",
)
NO_KEY = Words(
    "{where}没有 {name}：{hint}", "{where} has no {name}: {hint}", "{where} に {name} はありません：{hint}"
)
THE_FILE = Words("自家规则", "a house file", "ハウスルール")
MISSING = Words(
    "缺少 {name}：请写 {example}",
    "{name} is missing: write {example}",
    "{name} がありません：{example} と書いてください",
)
NOT_A_TEXT = Words(
    "{name} 是文字，要加引号，最多 {most} 个字，不能是 {value!r}",
    "{name} is a text of at most {most} characters in quotes, not {value!r}",
    "{name} は引用符で囲んだ {most} 字までの文字です：{value!r} は使えません",
)
NOT_A_NUMBER = Words(
    "{name} 是 {least} 到 {most} 的整数，不能是 {value!r}",
    "{name} is a whole number from {least} to {most}, not {value!r}",
    "{name} は {least} から {most} までの整数です：{value!r} は使えません",
)
NOT_A_FLAG = Words(
    "{name} 只能是 true 或 false，不能是 {value!r}",
    "{name} is true or false, not {value!r}",
    "{name} は true か false です：{value!r} は使えません",
)
NOT_A_CHOICE = Words(
    "{name} 不能是 {value!r}：{hint}",
    "{name} cannot be {value!r}: {hint}",
    "{name} は {value!r} にできません：{hint}",
)
NOT_A_LIST = Words(
    "{name} 是一串（最多 {most} 个），写成 […]，不能是 {value!r}",
    "{name} is a list of at most {most}, like […], not {value!r}",
    "{name} は […] の形で {most} 個までです：{value!r} は使えません",
)
NOT_A_TABLE = Words(
    "{name} 是一组 名字 = 值（最多 {most} 个），不能是 {value!r}",
    "{name} is at most {most} lines of name = value, not {value!r}",
    "{name} は 名前 = 値 の組（{most} 個まで）です：{value!r} は使えません",
)
NOT_TILES = Words(
    "{name} 要写牌，如 123m44z：{wrong}",
    "{name} names tiles like 123m44z: {wrong}",
    "{name} には 123m44z のように牌を書きます：{wrong}",
)
NOT_AN_ID = Words(
    "id 是 2 到 40 个小写字母、数字和 -，以字母开头，如 my-club，不能是 {value!r}",
    "id is 2 to 40 small letters, digits and -, the first a letter, like my-club, not {value!r}",
    "id は my-club のように英小文字で始まる 2〜40 字の英小文字・数字・- です：{value!r} は使えません",
)
TAKEN_ID = Words(
    "{id} 已是现有规则的名字：请另取一个，如 my-{id}",
    "{id} is a rule set already: choose another id, like my-{id}",
    "{id} は既にあるルールです：my-{id} のような別の id にしてください",
)
CYCLE = Words(
    "{id} 以自己为基础（{chain}）：base 要写现有的规则",
    "{id} is its own base ({chain}): name a rule set that is there as base",
    "{id} が自分自身を base にしています（{chain}）：既にあるルールを書いてください",
)
NO_FAN = Words(
    "{rules}没有番种{name}：{hint}",
    "{rules} has no fan {name}: {hint}",
    "{rules} に役 {name} はありません：{hint}",
)
NO_FAN_ANYWHERE = Words(
    "{rules}和番种目录都没有 {name}：{hint}",
    "neither {rules} nor the catalogue has a fan {name}: {hint}",
    "{rules} にも役の目録にも {name} はありません：{hint}",
)
NEEDS_VALUE = Words(
    "{name} 是新加的番种，要写 value",
    "{name} is new to {rules}: give its value",
    "{name} は {rules} に無い役です：value を書いてください",
)
FAN_TWICE = Words(
    "{name} 就是上面的 {first}：只写一次",
    "{name} is the fan that {first} names above: say it once",
    "{name} は上の {first} と同じ役です：一度だけ書いてください",
)
SAME_FAN = Words(
    "{name} 已有：请另取 id",
    "there is a fan {name} already: choose another id",
    "{name} は既にあります：別の id にしてください",
)
NO_LOOKS = Words(
    "{name} 没有说是什么牌：写 tiles、sets 或别的条件",
    "{name} does not say what hand it is: give tiles, sets or another condition",
    "{name} がどんな手か書いてありません：tiles、sets などを書いてください",
)
NOT_A_SET = Words(
    "{name} 里的 {value!r} 不是一副：写 123m、555z、11a；a b c 是三门不同的花色",
    "{value!r} in {name} is no set: write 123m, 555z or 11a, where a, b and c are suits that differ",
    "{name} の {value!r} は面子ではありません：123m、555z、11a のように書きます（a b c は異なる色）",
)
NO_FORM = Words(
    "{name} 的牌在{rules}不成和牌型：补上 forms，或改牌",
    "the tiles of {name} make none of the forms that win in {rules}: change them, or add to forms",
    "{name} の牌は {rules} の和了形になりません：牌か forms を直してください",
)
WRONG_SIZE = Words(
    "{name} 有 {n} 张牌，要 {wanted} 张",
    "{name} has {n} tiles, and a whole hand {wanted}",
    "{name} は {n} 枚です：{wanted} 枚必要です",
)
ONE_WAY = Words(
    "{names} 只能写一个",
    "{names} cannot stand together: keep one of them",
    "{names} は一つだけにしてください",
)
NEEDS_CAP = Words(
    "doubling 要写 cap（最多 {most}）",
    "doubling needs a cap of at most {most} fans",
    "doubling には cap（{most} まで）が必要です",
)
NO_CAP = Words(
    "{rules}的分不是番数之和，cap 封不住：另写 doubling、each 或 steps，或用 most 封分",
    "the worth of a hand in {rules} is not the sum of its fans, so no cap of fans holds it: use most, or"
    " say each, doubling or steps",
    "{rules} では役の合計で点が決まらないため cap は使えません："
    "most か each・doubling・steps を書いてください",
)
NEEDS_PAYMENT = Words(
    "{rules}不按分数支付，单改 points 没有用：请也写 [payment]",
    "{rules} does not pay by points alone, so [points] would change nothing: write [payment] too",
    "{rules} は点だけで支払いません：[payment] も書いてください",
)
NOT_A_STEP = Words(
    "steps 的每一行是 [番数, 分数] 或 [番数, 分数, 自摸的分数]，不能是 {value}",
    "each of steps is [fans, points] or [fans, points, points of a self-draw], not {value}",
    "steps の各行は [翻数, 点数] か [翻数, 点数, ツモの点数] です：{value} は使えません",
)
NOT_RISING = Words(
    "steps 的番数要从小到大：{first} 后面是 {second}",
    "the fans of steps rise: {second} comes after {first}",
    "steps の翻数は小さい順です：{first} の次が {second} です",
)
OWN_SIDE = Words(
    "{rules}在和牌之外另有收付，会与 [kongs] 重复：用它的选项，或写 instead = true 换掉",
    "{rules} has payments of its own beside the win, which [kongs] would double: use its options, or say"
    " instead = true to replace them",
    "{rules} には和了以外の支払いがあり、[kongs] と重なります："
    "その選択肢を使うか instead = true で置き換えてください",
)
NO_EXAMPLE_HAND = Words(
    "例手写不通：{wrong}", "the hand of this example cannot be read: {wrong}", "例の手が読めません：{wrong}"
)
REACHED = Words("已到上限", "the most that this table pays", "この卓の上限")
CAPPED = Words("封顶", "capped", "上限")
NO_SEAT = Words(
    "{rules}三人玩，没有北家",
    "{rules} is played by three: nobody sits north",
    "{rules} は三人打ちで、北家はいません",
)
NO_SETTING = Words(
    "{rules}没有{what} {id}：{hint}",
    "{rules} has no {what} {id}: {hint}",
    "{rules} に{what} {id} はありません：{hint}",
)
NOT_JOINED = Words(
    "hands 指的是别的文件，没有一起送来：请把其中的 [[hand]] 抄进来",
    "hands names other files, which are not sent with this one: copy their [[hand]] tables into it",
    "hands は別のファイルを指しますが、一緒に送られていません：[[hand]] を書き写してください",
)
ONLY_HANDS = Words(
    "{file} 只能有 [[hand]] 和 [[example]]，不能有 {name}",
    "{file} may hold [[hand]] and [[example]] alone, not {name}",
    "{file} には [[hand]] と [[example]] だけを書きます：{name} は使えません",
)
NO_FILE = Words(
    "没有文件 {file}：请核对路径",
    "there is no file {file}: check its path",
    "{file} というファイルはありません：場所を確かめてください",
)
NOT_UTF8 = Words(
    "{file} 不是 UTF-8 文字：请存为 UTF-8",
    "{file} is not text in UTF-8: save it as such",
    "{file} は UTF-8 ではありません：UTF-8 で保存してください",
)
