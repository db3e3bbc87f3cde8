"""What is said of pictures, and of the detector that reads them."""

from paiyan.scorer.messages.languages import Words

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
    "没有说明补上的 {tile} 在哪里：没有框就不能保存",
    "the added {tile} has no box: say where it lies, or leave it out to keep the picture",
    "足した {tile} の位置がありません：枠なしでは保存できません",
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
