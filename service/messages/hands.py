"""Messages about hands, rule sets, pictures and corrections, next to those of the scorer."""

from paiyan.scorer.messages.languages import Words

ONE_AT_A_TIME = Words(
    "一次只说一张牌是什么", "say of one tile at a time what it is", "何の牌かは一枚ずつ書いてください"
)
NO_CORRECTION = Words(
    "{text!r} 看不懂：更正要写成 {examples} 这样",
    "cannot understand the correction {text!r}: write it like {examples}",
    "{text!r} は訂正として読めません：{examples} のように書いてください",
)


WIN_OBJECT = Words(
    '"win" 要是 JSON 对象，不能是 {value!r}',
    '"win" is a JSON object, not {value!r}',
    '"win" は JSON オブジェクトです：{value!r} は使えません',
)
WINNING_TILE = Words("和的那张牌：{wrong}", "winning tile: {wrong}", "和了牌：{wrong}")
NOT_SHOWN = Words(
    "照片里没有可和的 {tile}：读到的牌是 {tiles}",
    "the photo shows no {tile} to win on: the tiles read are {tiles}",
    "写真に和了牌の {tile} がありません：読み取った牌は {tiles} です",
)
NONE = Words("无", "none", "なし")
COMPARED_DEAL = Words(
    "整盘只能按一种规则结算：要比较规则，请给一手牌",
    "a deal is settled under one rule set: give one hand to compare",
    "局は一つのルールで精算します：比べるには手牌を一つ渡してください",
)
KNOWN_TO_NONE = Words(
    "{what} {id!r} 在这些规则里都没有：{rules}；请去掉",
    "the {what} {id!r} is known to none of these: {rules}; leave it out",
    "{what} {id!r} は次のどのルールにもありません：{rules}。外してください",
)
DEAL_WAITS = Words(
    "整盘没有听牌：请给一手牌",
    "a deal waits for nothing: give one hand",
    "局に待ちはありません：手牌を一つ渡してください",
)
THROW = Words("打", "throw", "打")
DEAL_ADVICE = Words(
    "打牌建议针对一手牌，不针对整盘：请给一手牌",
    "advice is for one hand, not for a deal: give one hand",
    "助言は局ではなく一つの手牌に対するものです：手牌を一つ渡してください",
)
WON_WAITS = Words(
    "已经有和的那张牌，就不再听牌：请去掉它",
    "a hand with a winning tile waits for nothing: leave the winning tile out",
    "和了牌のある手に待ちはありません：和了牌を外してください",
)
NOT_TOGETHER = Words(
    '"{a}" 和 "{b}" 不能同时用', '"{a}" and "{b}" cannot go together', '"{a}" と "{b}" は一緒に使えません'
)
FOR_A_SCORE = Words(
    '"{field}" 只用于算番：请去掉',
    '"{field}" is for a score: leave it out',
    '"{field}" は計算のためのものです：外してください',
)


OPENING = Words(
    "识别模型正在打开：请过几秒再试",
    "the detector is still loading: try again in a few seconds",
    "検出器を開いています：数秒後にもう一度どうぞ",
)
NO_OPENCV = Words(
    "OpenCV 无法启动（{why}）：请安装系统的 libGL，或用 opencv-python-headless 代替 opencv-python",
    "OpenCV cannot start ({why}): install the system's libGL, or opencv-python-headless in place of"
    " opencv-python",
    "OpenCV を起動できません（{why}）：システムの libGL か、"
    "opencv-python の代わりに opencv-python-headless を入れてください",
)
NO_DETECTOR = Words(
    "{file} 不能当识牌的模型用：请给 46 类的检测模型（.onnx、.xml 或 .pt）",
    "{file} cannot be used as a detector: give weights of the 46 classes (.onnx, .xml or .pt)",
    "{file} は検出器として使えません：46 クラスの検出モデル（.onnx・.xml・.pt）を指定してください",
)
NOT_WRITTEN = Words(
    "图片无法写入：{why}", "the picture cannot be written: {why}", "画像を書き込めません：{why}"
)
NO_PICTURE = Words(
    "没有可读的图片：请给一张图片，或一手要算的牌",
    "there is no picture to read: give one, or a hand to score",
    "読み取る画像がありません：画像か、計算する手牌を渡してください",
)
KEEPS_NOTHING = Words(
    "本服务不保存图片：它的设置没有指定文件夹",
    "this service keeps no pictures: its settings name no folder for them",
    "このサービスは画像を保存しません：設定に保存先がありません",
)
NOTHING_SAID = Words(
    "没有说明图片里是什么：请在文字字段 correction 里写，同 /v1/correct",
    "say what the picture shows: send the text field correction, as for /v1/correct",
    "画像に何があるか書かれていません：/v1/correct と同じ correction を文字項目で送ってください",
)
NO_BOX = Words(
    "补上的 {tile} 没有框：请说明它在哪里，或不补这张再保存",
    "the added {tile} has no box: say where it lies, or leave it out to keep the picture",
    "足した {tile} に枠がありません：位置を示すか、足さずに画像を保存してください",
)
NOT_KEPT = Words(
    "图片无法保存到指定的文件夹：{why}",
    "cannot write to the folder for kept pictures: {why}",
    "指定のフォルダに画像を保存できません：{why}",
)
NOT_OUR_FOLDER = Words(
    "{folder} 里有不是牌眼写的标注：请换一个文件夹保存图片",
    "{folder} holds labels that Paiyan did not write: name another folder to keep pictures in",
    "{folder} には牌眼のものでないラベルがあります：画像の保存には別のフォルダを指定してください",
)
OTHER_PICTURE = Words(
    "{name}不是读过的那张图片：尺寸不同",
    "{name} is not the picture that was read: it has another size",
    "{name}は読み取った画像ではありません：大きさが違います",
)
THIS = Words("这", "this", "これ")
OTHER_RULES = Words(
    "画面里有{what}，而所选规则（{rules}）没有：请按 r 键换一种，或用 --rules 选有的规则，如 {others}",
    "{what} are in view, which {rules} has not: press r for other rules, or name some that have them with"
    " --rules: {others}",
    "{what}が写っていますが、選んだルール（{rules}）にはありません：r キーで替えるか、"
    "--rules でそれのあるルールを選んでください：{others}",
)
RED_FIVES = Words("赤五", "red fives", "赤五")
FLOWERS = Words("花牌", "flowers", "花牌")
