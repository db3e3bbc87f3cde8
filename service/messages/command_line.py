"""Refusals of the command line before the scorer runs: options, files, JSON."""

from collections.abc import Sequence

from paiyan.scorer.messages.languages import Message, Words

NO_INPUT = Words(
    "标准输入已关闭：请给文件名，不要写 -",
    "standard input is closed: name a file in place of -",
    "標準入力が閉じています：- の代わりにファイル名を書いてください",
)
NO_OUTPUT = Words(
    "标准输出已关闭：没有地方写答案",
    "standard output is closed: there is nowhere to put the answer",
    "標準出力が閉じています：答えを書く場所がありません",
)
EMPTY = Words(
    "{option} 是空的：请写上它的值，或者不写 {option}",
    "{option} is empty: give it a value, or leave it out",
    "{option} の値が空です：値を書くか、{option} を省いてください",
)
CANNOT_WRITE = Words(
    "答案写不出去：{why}", "the answer cannot be written: {why}", "答えを書き込めません：{why}"
)
OUR_MISTAKE = Words(
    "这是牌眼自己的错误（{wrong}）：请设 PAIYAN_DEBUG=1 再运行，并报告打印的内容",
    "this is a mistake in Paiyan ({wrong}): run it again with PAIYAN_DEBUG=1 and report what it prints",
    "これは牌眼の誤りです（{wrong}）：PAIYAN_DEBUG=1 を付けて再実行し、表示を報告してください",
)
NOT_JSON = Words(
    "第 {column} 列起不是 JSON：请检查引号、逗号和括号",
    "not JSON at column {column}: check quotes, commas and brackets",
    "{column} 文字目から JSON ではありません：引用符・コンマ・括弧を確かめてください",
)
TOO_DEEP = Words(
    "这个 JSON 嵌套太深，不会是一手牌",
    "this JSON is nested too deeply to be a hand",
    "この JSON は入れ子が深すぎて手牌ではありえません",
)
TOO_LONG = Words(
    "JSON 里有太长的数或列表：请给小一些的",
    "a number or a list in this JSON is longer than can be read: give a smaller one",
    "JSON の数かリストが長すぎます：小さくしてください",
)
A_HAND_OBJECT = Words(
    '一手牌是 JSON 对象，如 {{"concealed": "123m44z"}}，不能是 {text!r}',
    'a hand is a JSON object like {{"concealed": "123m44z"}}, not {text!r}',
    '手牌は {{"concealed": "123m44z"}} のような JSON オブジェクトです：{text!r} は使えません',
)
TWICE = Words(
    "“{name}”在一个 JSON 对象里出现了两次：请去掉一个",
    '"{name}" stands twice in one JSON object: leave one of the two',
    "「{name}」が一つの JSON オブジェクトに二度あります：一つにしてください",
)
PART_OF_MELD = Words(
    "副露 {text!r} 里的 {part!r} 不认识{near}：可以写 {known}",
    "{part!r} in the meld {text!r} is not known{near}: write one of {known}",
    "副露 {text!r} の {part!r} が分かりません{near}：{known} のどれかを書いてください",
)
NEAR_COMMAND = Words("（是不是 {near}？）", ". Did you mean {near}?", "（{near} のことですか？）")
NEAR = Words("（是不是 {near}？）", " (did you mean {near}?)", "（{near} のことですか？）")
MELD = Words("副露：{wrong}", "meld: {wrong}", "副露：{wrong}")
WHICH_KONG = Words(
    "请说明 {text!r} 是哪种杠：{known}，例如 1111z:kong:left",
    "say which kong {text!r} is: {known}, as in 1111z:kong:left",
    "{text!r} はどの槓ですか：{known}。例 1111z:kong:left",
)
NAME_VALUE = Words(
    "{option} 要写成 name=value，不能是 {text!r}",
    "{option} takes name=value, not {text!r}",
    "{option} は name=value の形です：{text!r} は使えません",
)
OF_OPTION = Words("{option} {name}：{wrong}", "{option} {name}: {wrong}", "{option} {name}：{wrong}")
LANGUAGE = Words(
    "--lang 可以是 {known}，不能是 {value!r}",
    "--lang takes {known}, not {value!r}",
    "--lang は {known} です：{value!r} は使えません",
)
NOTHING_TO_READ = Words(
    "没有要处理的：请给 PHOTO 或 --jsonl FILE（见 paiyan {command} --help）",
    "nothing to {command}: give PHOTO or --jsonl FILE (see paiyan {command} --help)",
    "処理するものがありません：PHOTO か --jsonl FILE を書いてください（paiyan {command} --help 参照）",
)
NOTHING_TO_DO = Words(
    "没有要处理的：请给 PHOTO、--hand 或 --jsonl FILE（见 paiyan {command} --help）",
    "nothing to {command}: give PHOTO, --hand or --jsonl FILE (see paiyan {command} --help)",
    "処理するものがありません：PHOTO、--hand、--jsonl FILE のどれかを書いてください"
    "（paiyan {command} --help）",
)
_BOTH = Words("{a} 和 {b}", "{a} and {b}", "{a} と {b}")


def both(names: Sequence[str]) -> Message | str:
    """Several names in one sentence."""
    *others, last = names
    return Message(_BOTH, {"a": both(others), "b": last}) if others else last


NOT_TOGETHER = Words(
    "{names} 不能同时用：只给一个",
    "{names} cannot go together: give one of them",
    "{names} は一緒に使えません：一つにしてください",
)
TWO_PHOTOS = Words(
    "--one-hand 要两张以上照片：一张是手里的牌，一张是副露",
    "--one-hand takes two photos or more: one of the held tiles, one of the melds",
    "--one-hand には写真が二枚以上要ります：手の内と副露です",
)
DRAW_ONE_HAND = Words(
    "--draw 和 --one-hand 不能同时用：请一张一张地画",
    "--draw and --one-hand cannot go together: draw each photo by itself",
    "--draw と --one-hand は一緒に使えません：一枚ずつ描いてください",
)
SEAT_ONE_HAND = Words(
    "--seat 和 --one-hand 不能同时用：那些照片只有一手牌",
    "--seat and --one-hand cannot go together: those photos show one hand",
    "--seat と --one-hand は一緒に使えません：写真は一つの手牌です",
)
FOR_A_PHOTO = Words(
    "{option} 用于照片，而 --hand 没有照片：请去掉",
    "{option} is for a photo, and --hand names none: leave it out",
    "{option} は写真のためのもので、--hand に写真はありません：外してください",
)
TILES_FOR_PHOTO = Words(
    "{text!r} 是手牌，不是照片：请写 --hand {text!r}",
    "{text!r} is a hand, not a photo: write --hand {text!r}",
    "{text!r} は写真ではなく手牌です：--hand {text!r} と書いてください",
)
TILES_TO_READ = Words(
    "{text!r} 是手牌，而 paiyan read 读的是照片：请用 paiyan score --hand {text!r}",
    "{text!r} is a hand, and paiyan read takes photos: write paiyan score --hand {text!r}",
    "{text!r} は手牌で、paiyan read は写真を読みます：paiyan score --hand {text!r} と書いてください",
)
A_PATH = Words(
    "“photo”要写图片的路径，不能是 {value!r}",
    '"photo" is the path of a picture, not {value!r}',
    "「photo」は画像のパスです：{value!r} は使えません",
)
OVER_PHOTO = Words(
    "--draw {draw} 会盖掉照片 {photo}：请换个地方",
    "--draw {draw} would write over the photo {photo}: name another place",
    "--draw {draw} は写真 {photo} を上書きします：別の場所にしてください",
)
OVER_BOXES = Words(
    "--draw {draw} 会把 {photo} 盖在另一张图上：请给一个单独的文件夹",
    "--draw {draw} would write {photo} over another picture's boxes: name a folder of its own",
    "--draw {draw} では {photo} が別の画像を上書きします：専用のフォルダーにしてください",
)
A_FOLDER = Words(
    "{file} 是文件夹：--jsonl 要一个文件，里面是手牌或照片路径",
    "{file} is a folder: --jsonl takes a file of hands or photo paths",
    "{file} はフォルダーです：--jsonl には手牌か写真パスのファイルを書いてください",
)
CANNOT_BE_USED = Words(
    "{file} 不能用（{why}）：请换一个位置",
    "{file} cannot be used ({why}): name another place",
    "{file} は使えません（{why}）：別の場所を書いてください",
)
A_LINE = Words(
    '一行是一个 JSON 对象，如 {{"concealed": "123m44z"}}，或照片的路径，不能是 {line!r}',
    'a line is one JSON object, like {{"concealed": "123m44z"}}, or the path of a photo, not {line!r}',
    '一行は {{"concealed": "123m44z"}} のような JSON オブジェクトか写真のパスです：{line!r} は使えません',
)
PROCESS_ENDED = Words(
    "--jobs：一个进程从外面被结束了，内存用尽时会这样：已答的之后的各行没有答案；请减少进程再试",
    "--jobs: one of the processes was ended from outside, as happens where memory runs out: the lines after"
    " those that were answered have no answer; try again with fewer processes",
    "--jobs：プロセスの一つが外から終了されました（メモリ不足など）：答え済みより後の行に答えはありません。"
    "プロセスを減らして再実行してください",
)
JOBS = Words(
    "--jobs 用于 --jsonl 的各行，且不画框：请去掉",
    "--jobs is for the lines of --jsonl, whose boxes are not drawn: leave it out",
    "--jobs は --jsonl の行のためのもので、枠は描けません：外してください",
)
NO_LINES = Words(
    "--jsonl 的文件里没有一行内容：每行写一手 JSON 手牌，或一张照片的路径",
    "--jsonl: there is no line: give a JSON hand or the path of a photo on each",
    "--jsonl のファイルに行がありません：一行に JSON の手牌か写真のパスを書いてください",
)
BOXES_DRAWN = Words("画了框的图片：{file}", "the picture with its boxes: {file}", "枠を描いた画像：{file}")
KEPT = Words("已保存：{file}", "kept: {file}", "保存しました：{file}")
FRAME_WRITTEN = Words("已写到 {file}", "written to {file}", "{file} に書き込みました")
PROFILE_WRITTEN = Words(
    "牌面档案：{file}；用法：--tiles {file}",
    "the profile: {file}; use it with --tiles {file}",
    "牌のプロファイル：{file}。--tiles {file} で使ってください",
)
CAMERA_BACK = Words("摄像头 {source} 又有画面了", "camera {source} is back", "カメラ {source} が戻りました")
NO_CAMERA_PICTURE = Words(
    "摄像头 {source} 没有画面：请插好它，允许本程序使用，或换一个；正在重试",
    "camera {source} gives no picture: plug it in, let this program use it, or name another one;"
    " trying again",
    "カメラ {source} の映像がありません："
    "接続し、このプログラムに許可するか、別のものを指定してください。再試行しています",
)
KEEP_WHERE = Words(
    "--photo 指要保存的照片：请用 --keep 说明存到哪里",
    "--photo names the picture to keep: say where with --keep",
    "--photo は保存する画像です：--keep で場所を書いてください",
)
NO_READING_FILE = Words(
    "读不了 {source}：请给 `paiyan read PHOTO --json` 打印的文件",
    "{source} cannot be read: name a file of what `paiyan read PHOTO --json` printed",
    "{source} を読めません：`paiyan read PHOTO --json` の出力のファイルを書いてください",
)
NO_READING = Words(
    "{source} 不是识别结果：请给 `paiyan read PHOTO --json` 打印的内容",
    "{source} is no reading: give what `paiyan read PHOTO --json` printed",
    "{source} は読み取り結果ではありません：`paiyan read PHOTO --json` の出力を渡してください",
)
COVERAGE_ALL = Words(
    "--coverage 说的是所有规则：请去掉规则名",
    "--coverage is of every rule set: leave the id out",
    "--coverage は全ルールのものです：ルール名を外してください",
)
ONE_RULE_SET = Words(
    "paiyan rules {check}要一个规则或一个自家规则文件",
    "paiyan rules {check}takes one rule set or house file",
    "paiyan rules {check}には一つのルールかハウスルールのファイルを書いてください",
)
TWO_RULE_SETS = Words(
    "--diff 要两个规则或自家规则文件：paiyan rules --diff hongkong my-club.toml",
    "--diff takes two rule sets or house files: paiyan rules --diff hongkong my-club.toml",
    "--diff には二つのルールかファイルを書いてください：paiyan rules --diff hongkong my-club.toml",
)
NO_NAMER = Words(
    "这些权重里没有认牌名的网络：请运行 make train",
    "these weights have no namer that could know tiles: run make train",
    "この重みには牌を見分けるネットワークがありません：make train を実行してください",
)
NO_HOUSES = Words(
    "{folder} 不是放自家规则文件的文件夹：请给一个存在的",
    "{folder} is no folder of house files: name one that is there",
    "{folder} はハウスルールのフォルダーではありません：在るものを書いてください",
)
NOT_TOML_FILE = Words(
    "{file!r} 不是规则的 id；自家规则的文件名要以 .toml 结尾：请改名",
    "{file!r} is no id of a rule set, and the name of a house file ends in .toml: rename it",
    "{file!r} はルールの id ではありません。ハウスルールは .toml で終わるファイルです：名前を変えてください",
)
NO_VIDEO = Words(
    "没有视频 {source!r}：请给文件名、摄像头编号（0）或地址",
    "there is no video {source!r}: name a file, a camera's number (0) or an address",
    "映像 {source!r} がありません：ファイル名、カメラ番号（0）かアドレスを書いてください",
)
NOT_A_VIDEO = Words(
    "{source} 里没有能读的视频：请录成 MP4 或 AVI",
    "{source} holds no video that can be read: record it as MP4 or AVI",
    "{source} に読める映像がありません：MP4 か AVI で録画してください",
)
NO_STEADY_HAND = Words(
    "{source} 里没有静止的手牌：请对准一手牌，拿稳几秒；照片请用 paiyan read",
    "no hand lay still in {source}: hold the camera over one hand for some seconds; paiyan read takes photos",
    "{source} に静止した手牌がありません：カメラを手牌に数秒向けてください。写真は paiyan read で読みます",
)

# Usage errors, which click finds.
NO_OPTION = Words(
    "没有选项 {option}{near}（见 {where} --help）",
    "no such option {option}{near} (see {where} --help)",
    "{option} というオプションはありません{near}（{where} --help 参照）",
)
NO_COMMAND = Words(
    "没有命令 {command!r}{near}（见 {where} --help）",
    "no such command {command!r}{near} (see {where} --help)",
    "{command!r} というコマンドはありません{near}（{where} --help 参照）",
)
NO_ARGUMENT = Words(
    "选项 {option} 后面要写一个值（见 {where} --help）",
    "option {option} requires an argument (see {where} --help)",
    "オプション {option} には値が要ります（{where} --help 参照）",
)
NO_VALUE = Words(
    "选项 {option} 不带值：请去掉 = 和后面的内容（见 {where} --help）",
    "option {option} does not take a value: leave it out (see {where} --help)",
    "オプション {option} に値は付けません：外してください（{where} --help 参照）",
)
MISSING = Words(
    "缺少 {name}（见 {where} --help）",
    "missing {name} (see {where} --help)",
    "{name} がありません（{where} --help 参照）",
)
EXTRA = Words(
    "多了 {words}：这个命令不要它（见 {where} --help）",
    "unexpected {words}: this command does not take it (see {where} --help)",
    "{words} は余分です：このコマンドでは使いません（{where} --help 参照）",
)
BAD_CHOICE = Words(
    "{name} 只能是 {choices} 之一，不能是 {value!r}（见 {where} --help）",
    "{name} is one of {choices}, not {value!r} (see {where} --help)",
    "{name} は {choices} のどれかです：{value!r} は使えません（{where} --help 参照）",
)
BAD_NUMBER = Words(
    "{name} 要写一个数{range}，不能是 {value!r}（见 {where} --help）",
    "{name} is a number{range}, not {value!r} (see {where} --help)",
    "{name} は数です{range}：{value!r} は使えません（{where} --help 参照）",
)
FROM_TO = Words("（{least} 到 {most}）", " from {least} to {most}", "（{least} から {most}）")
FROM = Words("（不小于 {least}）", " from {least}", "（{least} 以上）")
UP_TO = Words("（不大于 {most}）", " up to {most}", "（{most} 以下）")
BAD_VALUE = Words(
    "{name} 的值不对（见 {where} --help）：{wrong}",
    "{name}: {wrong} (see {where} --help)",
    "{name} の値が正しくありません（{where} --help 参照）：{wrong}",
)
BAD_USE = Words(
    "用法不对（见 {where} --help）：{wrong}",
    "{wrong} (see {where} --help)",
    "使い方が違います（{where} --help 参照）：{wrong}",
)
