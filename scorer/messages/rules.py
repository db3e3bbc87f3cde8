"""Refusals of the notation of tiles, of rule sets and of their settings."""

from paiyan.scorer.messages.languages import Words

NOT_A_TILE = Words(
    "{text!r} 的第 {n} 个字符 {part!r} 不是牌：请按 123m44z5f 这样写（m 万、p 筒、s 条、z 字、f 花）",
    "{part!r}, character {n} of {text!r}, is not a tile: write tiles like 123m44z5f (m characters, p circles,"
    " s bamboo, z honours, f flowers)",
    "{text!r} の {n} 文字目 {part!r} は牌ではありません：123m44z5f のように書いてください"
    "（m 萬子、p 筒子、s 索子、z 字牌、f 花牌）",
)
NO_SUIT = Words(
    "{text!r} 最后的 {digits} 没有花色：请在后面加 m（万）、p（筒）、s（条）或 z（字）",
    "{digits} at the end of {text!r} has no suit: add m (characters), p (circles), s (bamboo) or z (honours)",
    "{text!r} の最後の {digits} に種類がありません："
    "m（萬子）・p（筒子）・s（索子）・z（字牌）を付けてください",
)
NO_SUIT_AT = Words(
    "{text!r} 第 {n} 个字符起的 {digits} 没有花色：请在后面加 m（万）、p（筒）、s（条）或 z（字）",
    "{digits}, from character {n} of {text!r}, has no suit: add m (characters), p (circles), s (bamboo) or"
    " z (honours)",
    "{text!r} の {n} 文字目からの {digits} に種類がありません："
    "m（萬子）・p（筒子）・s（索子）・z（字牌）を付けてください",
)
NO_SUCH_TILE = Words(
    "{text!r} 中的 {tile} 不存在：有的是 {top}",
    "there is no tile {tile} in {text!r}: the tiles there are {top}",
    "{text!r} の {tile} という牌はありません：あるのは {top} です",
)
NOT_ONE_TILE = Words(
    "{text!r} 是 {n} 张牌：这里请只写一张",
    "{text!r} is {n} tiles where one is wanted: give one",
    "{text!r} は {n} 枚です：ここには一枚だけ書いてください",
)
NO_RULE_SET = Words(
    "没有规则 {id!r}：{hint}", "no rule set {id!r}; {hint}", "ルール {id!r} はありません：{hint}"
)
ID_TAKEN = Words(
    "已有名为 {id!r} 的规则：请另取一个 id",
    "there is a rule set {id!r} already: choose another id",
    "{id!r} というルールは既にあります：別の id にしてください",
)
NOT_A_RULE_SET = Words(
    "入口 paiyan.rulesets 的 {id!r} 指向 {where}，那不是这个 id 的规则：请改正入口",
    "the entry point paiyan.rulesets names {where} as {id!r}, which is no rule set of that id:"
    " correct the entry point",
    "paiyan.rulesets の {id!r} は {where} を指しますが、その id のルールではありません：指定を直してください",
)
BROKEN = Words(
    "规则 {id!r} 的文件有错（{wrong}）：用 paiyan rules --check {file} 看错在哪里",
    "the file of the rule set {id!r} is wrong ({wrong}): paiyan rules --check {file} says where",
    "ルール {id!r} のファイルに誤りがあります（{wrong}）：paiyan rules --check {file} で場所が分かります",
)
DID_YOU_MEAN = Words("是不是 {near}？", "did you mean {near}?", "{near} のことですか？")
THERE_ARE = Words("现有 {ids}", "there are: {ids}", "あるのは {ids} です")
OF_PROVINCE = Words("那里的规则有 {ids}", "the rules from there are {ids}", "そこのルールは {ids} です")
NONE_OF_PROVINCE = Words(
    "那里的规则还没有；现有 {ids}",
    "there are none from there yet; there are: {ids}",
    "そこのルールはまだありません。あるのは {ids} です",
)
NO_RULES_NAMED = Words(
    '没有说明规则：请写 "rules"，例如 "guobiao"',
    'no rule set: give "rules", for example "guobiao"',
    'ルールがありません："rules" を書いてください（例："guobiao"）',
)
HOUSE_TEXT = Words(
    '"house" 要写自家规则文件的全文',
    '"house" is the text of a house file: give all of it',
    '"house" にはハウスルールのファイルの全文を書いてください',
)
RULES_AND_HOUSE = Words(
    '"rules" 和 "house" 都说的是规则：只写其中一个',
    '"rules" and "house" both say what the rules are: give one of the two',
    '"rules" も "house" もルールを表します：どちらか一つにしてください',
)
OPTION = Words("选项", "option", "選択肢")
TABLE_FIELD = Words("牌局项目", "table field", "卓の項目")
NONE = Words("无", "none", "なし")
UNKNOWN_SETTING = Words(
    "{rules}没有{what} {id!r}；有的是：{there}",
    "{rules} has no {what} {id!r}; it has: {there}",
    "{rules} に{what} {id!r} はありません：あるのは {there} です",
)
TRUE_OR_FALSE = Words(
    "{id} 只能是 true 或 false，不能是 {value!r}",
    "{id} is true or false, not {value!r}",
    "{id} は true か false です：{value!r} は使えません",
)
WHOLE_NUMBER = Words(
    "{id} 必须是不小于 {least} 的整数，不能是 {value!r}",
    "{id} is a whole number from {least}, not {value!r}",
    "{id} は {least} 以上の整数です：{value!r} は使えません",
)
AT_MOST = Words(
    "{id} 最大是 {most}：请给小一些的数",
    "{id} is at most {most}: give a smaller number",
    "{id} は最大 {most} です：小さい数にしてください",
)
ONE_OF = Words(
    "{id} 只能是 {choices} 之一，不能是 {value!r}",
    "{id} is one of {choices}, not {value!r}",
    "{id} は {choices} のどれかです：{value!r} は使えません",
)
MANY_MELDS = Words(
    "有 {n} 组副露，而{rules}的一手牌只有 {sets} 组，请去掉多的",
    "{n} melds where a hand of {rules} has {sets} sets: take the extra ones away",
    "副露が {n} 組ありますが、{rules} の手牌は {sets} 面子です。余分を外してください",
)
WRONG_SIZE = Words(
    "手里有 {n} 张牌，而{rules}应为 {wanted} 张（不算和的那张）：请增减手牌",
    "{n} concealed tiles where {rules} has {wanted} (the winning tile not counted): add or take away tiles",
    "手の内が {n} 枚ですが、{rules} では {wanted} 枚です（和了牌は数えません）：牌を足すか減らしてください",
)
WRONG_SIZE_BESIDE = Words(
    "有{melds}，手里就该有 {wanted} 张牌（{rules}，不算和的那张），现在是 {n} 张：请增减手牌",
    "{n} concealed tiles and {melds}, where {rules} has {wanted} concealed (the winning tile not counted):"
    " add or take away tiles",
    "{melds}があるので {rules} では手の内は {wanted} 枚です（和了牌は数えません）。今は {n} 枚です："
    "牌を足すか減らしてください",
)
ONE_MELD = Words("一组副露", "one meld", "副露一組")
SO_MANY_MELDS = Words("{n} 组副露", "{n} melds", "副露 {n} 組")
WHICH_WON = Words(
    "手里有 {n} 张牌，和的是哪一张？请用 win.tile 说明（命令行用 --win），并从手牌里去掉；"
    "还没有和，就去掉要打的那张",
    "{n} concealed tiles: which of them won? (--win) Name it as the winning tile and leave it out of the"
    " hand; if none has won, leave out the one to discard",
    "手の内が {n} 枚です。和了牌はどれですか？（--win）win.tile に書いて、手牌から外してください。"
    "まだ和了でなければ、切る牌を外してください",
)
WON_AMONG = Words(
    "和的那张 {tile} 不要再写在手牌里：{rules}手里应为 {wanted} 张，现在是 {n} 张",
    "leave the winning tile {tile} out of the hand: {n} concealed tiles where {rules} has {wanted} without"
    " it",
    "和了牌の {tile} は手牌に書かないでください：{rules} では手の内は {wanted} 枚のところ {n} 枚です",
)
NO_SUCH_MELD = Words(
    "{rules}没有{type}：{tiles}，请改正这副副露",
    "{rules} knows no {type}: {tiles}; correct this meld",
    "{rules} に {type} という副露はありません：{tiles}。この副露を直してください",
)
NOT_ITS_CHOW = Words(
    "{tiles} 在{rules}不能吃：{sets}",
    "{tiles} is not a chow of {rules}: a chow is {sets}",
    "{tiles} は {rules} のチーになりません：{sets}",
)
ITS_SETS = Words("只能吃它承认的三张", "a set of three that it knows", "このルールで認める三枚に限ります")
FIFTEEN = Words(
    "吃要同一花色、相加十五的三张",
    "three of one suit that add up to fifteen",
    "チーは同じ種類で和が十五の三枚です",
)
RUN_OR_HONOURS = Words(
    "吃要同一花色的三张顺子、不同的三张风，或中发白各一张",
    "three in a row of one suit, three different winds, or the three dragons",
    "チーは同じ種類の続いた三枚、異なる風牌三枚、または三元牌一枚ずつです",
)
A_RUN = Words("吃要同一花色的三张顺子", "three in a row of one suit", "チーは同じ種類の続いた三枚です")
NOT_ITS_KONG = Words(
    "{tiles} 在{rules}不成杠：{takes}",
    "{tiles} is no kong of {rules}: {takes}",
    "{tiles} は {rules} の槓になりません：{takes}",
)
PLAYED_WITHOUT = Words(
    "{rules}不用 {tile}：请去掉这张",
    "{rules} is played without {tile}: take it out",
    "{rules} では {tile} を使いません：取り除いてください",
)
FIVE_SEEN = Words(
    "{tile} 共有 {n} 张（连同{where}）：每种牌只有四张，请去掉多写的",
    "{tile} is there {n} times, counting {where}: there are four of each tile, so take the extra ones out",
    "{tile} が {n} 枚あります（{where}を含む）：同じ牌は四枚です。余分を取り除いてください",
)
TURNED_TILE = Words("翻开的牌", "the turned tile", "めくった牌")
PLAYED_WITHOUT_BESIDE = Words(
    "{rules}不用 {tile}：请从{where}里去掉",
    "{rules} is played without {tile}: take it out of {where}",
    "{rules} では {tile} を使いません：{where}から取り除いてください",
)
FIVE_EQUAL = Words(
    "{tile} 出现了 {n} 次：每种牌只有四张，请去掉多写的",
    "{tile} appears {n} times: there are four of each tile, so take the extra ones out",
    "{tile} が {n} 枚あります：同じ牌は四枚です。余分を取り除いてください",
)
MANY_REDS = Words(
    "{tile} 出现了 {n} 次，而{rules}这里只用 {there} 张：其余请写 {plain}",
    "{tile} appears {n} times where {rules} has {there} here: write {plain} for the others",
    "{tile} が {n} 枚ありますが、{rules} ではここで {there} 枚です：残りは {plain} と書いてください",
)
NO_REDS = Words(
    "{rules}这里不用赤牌 {tile}：请写 {plain}",
    "{rules} has no red fives here, so {tile} is not among its tiles: write {plain}",
    "{rules} ではここで赤ドラ {tile} を使いません：{plain} と書いてください",
)
NO_WILD_TILES = Words(
    "{rules}没有百搭牌：请去掉 {tile}",
    "{rules} is played without wild tiles: leave {tile} out",
    "{rules} にワイルド牌はありません：{tile} を外してください",
)
CANNOT_BE_WILD = Words(
    "{rules}不用 {tile}：它不能是百搭，也不能是翻出的牌，请去掉或改正",
    "{rules} is played without {tile}: it cannot be wild or turned; leave it out, or correct it",
    "{rules} では {tile} を使いません：ワイルド牌にも表示牌にもなりません。外すか、直してください",
)
FLOWER_TWICE = Words(
    "花牌 {tile} 出现了 {n} 次：每种只有一张，请去掉多写的",
    "the flower {tile} appears {n} times: there is one of each, so take the extra ones out",
    "花牌 {tile} が {n} 枚あります：一枚ずつです。余分を取り除いてください",
)
FLOWER_FIVE_TIMES = Words(
    "花牌 {tile} 出现了 {n} 次：每种只有四张，请去掉多写的",
    "the flower {tile} appears {n} times: there are four of each, so take the extra ones out",
    "花牌 {tile} が {n} 枚あります：四枚ずつです。余分を取り除いてください",
)
WITHOUT_FLOWER = Words(
    "{rules}不用花牌 {tile}：请去掉这张",
    "{rules} is played without the flower {tile}: take it out",
    "{rules} では花牌 {tile} を使いません：取り除いてください",
)
ROBBED_HELD = Words(
    "手里还有 {tile}，就抢不到 {tile} 的杠：请改正手牌，或改为别的和法",
    "a kong of {tile} cannot be robbed by a hand that holds another {tile}: correct the hand, or"
    " how it was won",
    "手に {tile} がもう一枚あれば、{tile} の槓は槍槓できません：手牌か和了り方を直してください",
)
NO_INDICATOR = Words(
    "{rules} 不翻牌定混，{tile} 不能作 indicator：混牌请直接写在 wild",
    "{rules} turns no tile to find its wild ones, so {tile} is no indicator: name them under wild",
    "{rules} では牌をめくってワイルド牌を決めません：{tile} ではなく wild に直接書いてください",
)
NO_KONG_TO_ROB = Words(
    "{rules}没有碰，也就没有可抢的加杠：请写 discard 或 self_draw",
    "{rules} knows no pung, so there is no added kong to rob: say by: discard or self_draw",
    "{rules} にはポンがなく、槍槓できる加槓もありません：discard か self_draw としてください",
)
NO_WINNING_TILE = Words(
    "没有和的那张牌：请写 win.tile，或改问听什么",
    "no winning tile: give win.tile, or ask for the waits of this hand",
    "和了牌がありません：win.tile を書くか、待ちを尋ねてください",
)
WAITS_FOR_NOTHING = Words(
    "已经有和的那张牌，就不再听牌：请去掉它",
    "a hand with a winning tile waits for nothing: take the winning tile away",
    "和了牌のある手に待ちはありません：和了牌を外してください",
)
NO_OPTION_WORD = Words(
    "{word} 不是选项：请写 {name} {value}",
    "{word} is no option: write {name} {value}",
    "{word} は選択肢ではありません：{name} {value} と書いてください",
)
NO_WORD_OF_A_HAND = Words(
    "{word} 既不是牌，也不是情况：{hint}",
    "{word} is neither tiles nor a situation: {hint}",
    "{word} は牌でも状況でもありません：{hint}",
)
NOTHING_FOLLOWS = Words(
    "{name} 后面没有内容：请写 {name}，再写是什么",
    "{name} is followed by nothing: write {name} and then what it is",
    "{name} の後に何もありません：{name} の後に内容を書いてください",
)
