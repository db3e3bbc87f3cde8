"""What is wrong with a profile of tiles, in the languages of the program."""

from paiyan.scorer.messages.languages import Words

NO_PROFILE = Words(
    "{path} 不是牌面档案：请用 paiyan tiles 做一个",
    "{path} is no profile of tiles: make one with paiyan tiles",
    "{path} は牌のプロファイルではありません：paiyan tiles で作ってください",
)
OTHER_MODEL = Words(
    "{path} 是为另一个模型做的：请用 paiyan tiles 重做",
    "{path} was made for another model: make it again with paiyan tiles",
    "{path} は別のモデル用です：paiyan tiles で作り直してください",
)
ORDER = Words("排列 {text!r}：{wrong}", "the order {text!r}: {wrong}", "並び {text!r}：{wrong}")
EMPTY_ROW = Words(
    "排列 {text!r} 有空行：请按 1-9m / 1-9p 逐行写",
    "the order {text!r} has an empty row: write the rows like 1-9m / 1-9p",
    "並び {text!r} に空の行があります：1-9m / 1-9p のように書いてください",
)
ROWS_DIFFER = Words(
    "照片里有 {shown} 行牌，而排列有 {wanted} 行：请照排列摆，行间留空",
    "the photo shows {shown} rows of tiles where the order has {wanted}: lay them out so, with a gap between"
    " the rows",
    "写真の牌は {shown} 行ですが、並びは {wanted} 行です：そのとおりに、行の間を空けて並べてください",
)
ROW_DIFFERS = Words(
    "第 {row} 行有 {shown} 张牌，而排列是 {wanted} 张：请拍近些，或按实际排列写",
    "row {row} shows {shown} tiles where the order has {wanted}: photograph it nearer, or give the order as"
    " they lie",
    "{row} 行目は {shown} 枚ですが、並びは {wanted} 枚です：近くで撮るか、実際の並びを書いてください",
)
