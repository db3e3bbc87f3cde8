"""The problems of a picture or a reading, each a code with its values, and all sentences of vision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from paiyan.scorer.messages.languages import Message, Translatable, Words

ProblemCode = Literal[
    "nothing", "too_few", "odd_size", "rules_size", "too_many", "supply", "flower", "backs", "doubts",
    "table", "block", "meld", "hidden", "unseen", "unclear", "grey", "blurred", "glare", "cut", "edge",
    "more", "structure", "unsure", "seat", "no_hand", "red", "faint", "far", "crowded", "said",
]  # fmt: skip

_TEXTS: dict[ProblemCode, Words] = {
    "nothing": Words(
        "没有找到牌：请靠近一些、光线亮一些，并让牌完整入镜。",
        "No tiles were found: come closer, with more light, and keep the tiles inside the frame.",
        "牌が見つかりません：近づいて明るくし、牌全体を画面に入れてください。",
    ),
    "too_few": Words(
        "只看到 {count} 张手牌，而一手牌是 13、14、16 或 17 张：请把其余的牌（含副露）也拍进来。",
        "Of the 13, 14, 16 or 17 tiles of a hand {count} can be seen: show the rest, melds too.",
        "手牌は {count} 枚しか見えません（13・14・16・17 枚で一手）：副露も含めて残りも写してください。",
    ),
    "odd_size": Words(
        "手牌是 {count} 张，而一手牌是 13、14、16 或 17 张（每组副露算三张）：请检查漏读、"
        "重读或不属于手牌的牌。",
        "The hand has {count} tiles where 13, 14, 16 or 17 make one (a meld counts three): check for a "
        "tile missed, doubled or not part of it.",
        "手牌が {count} 枚です（面子は三枚と数えて 13・14・16・17 枚で一手）："
        "見落とし・重複・余分な牌を確かめてください。",
    ),
    "rules_size": Words(
        "手牌是 {count} 张，而这种玩法一手牌是 {waiting} 或 {complete} 张（每组副露算三张）：请检查漏读、"
        "重读或不属于手牌的牌。",
        "The hand has {count} tiles where these rules have {waiting} or {complete} (a meld counts three): "
        "check for a tile missed, doubled or not part of it.",
        "手牌が {count} 枚です（この遊び方では面子を三枚と数えて {waiting} 枚か {complete} 枚で一手）："
        "見落とし・重複・余分な牌を確かめてください。",
    ),
    "too_many": Words(
        "{count} 张牌超过一手牌：请只拍一家的牌，并与其他牌分开。",
        "{count} tiles are too many for one hand: show one player's tiles, apart from the others.",
        "{count} 枚は一人の手牌には多すぎます：一人分の牌を他から離して写してください。",
    ),
    "supply": Words(
        "手牌里读到 {count} 张 {tile}，而一副牌只有四张：请核对有疑问的那张。",
        "{tile} is read {count} times in the hand where a set holds four: check the doubtful one.",
        "{tile} が手牌に {count} 枚と読まれましたが、四枚しかありません：疑わしい牌を確かめてください。",
    ),
    "flower": Words(
        "花牌 {tile} 读到 {count} 张，而一副牌只有一张：请核对有疑问的那张。",
        "The flower {tile} is read {count} times where a set holds one: check the doubtful one.",
        "花牌 {tile} が {count} 枚と読まれましたが、一枚しかありません：疑わしい牌を確かめてください。",
    ),
    "backs": Words(
        "手牌有 {count} 张扣着：请翻开再拍。",
        "{count} tiles of the hand lie face down: turn them up to be read.",
        "手牌のうち {count} 枚が伏せてあります：表にして写してください。",
    ),
    "doubts": Words(
        "{of} 张手牌中有 {count} 张存疑：请拍得更近更清楚，或直接更正。",
        "{count} of the hand's {of} tiles are in doubt: take a sharper, closer picture or correct them.",
        "手牌 {of} 枚のうち {count} 枚が不確かです：もっと近くで鮮明に撮るか、訂正してください。",
    ),
    "table": Words(
        "整张桌面上看到 {count} 张 {tile}，而一副牌只有 {most} 张：手牌以外可能有误读。",
        "{tile} is seen {count} times on the whole table where a set holds {most}: one outside the hand "
        "may be misread.",
        "卓全体で {tile} が {count} 枚見えますが、{most} 枚しかありません："
        "手牌の外に読み違いがあるかもしれません。",
    ),
    "block": Words(
        "牌摆成 {rows} 行，按行依次读取：要确保顺序，请摆成一行。",
        "The tiles lie in {rows} rows and are read line by line: lay the hand in one row to be sure of its "
        "order.",
        "牌が {rows} 列に並び、列ごとに読まれました：順序を確かにするには一列に並べてください。",
    ),
    "meld": Words(
        "{tiles} 摆在一起，但读出来不成副露：请核对。",
        "{tiles} lie together and are no meld as read: check them.",
        "{tiles} はひと組に並んでいますが、面子になりません：確かめてください。",
    ),
    "hidden": Words(
        "有一副暗杠全部扣着：请说明是哪张牌。",
        "A concealed kong lies wholly face down: say which tile it is.",
        "暗槓がすべて伏せてあります：どの牌か教えてください。",
    ),
    "unseen": Words(
        "有一副暗杠只看到三张：请核对是不是暗杠，或把第四张也拍进来。",
        "Only three tiles of a concealed kong are seen: check that it is one, or show its fourth tile.",
        "暗槓が三枚しか見えません：暗槓かどうか確かめるか、四枚目も写してください。",
    ),
    "unclear": Words(
        "手牌有 {count} 张看得到却认不准：请说明是哪张，或靠近再拍。",
        "{count} tiles of the hand are seen, and which they are is not clear: say which, or come closer.",
        "手牌の {count} 枚は見えますが、どの牌か分かりません：どの牌か教えるか、近づいて撮ってください。",
    ),
    "grey": Words(
        "照片没有颜色，而辨认牌需要颜色：请拍彩色照片。",
        "The picture has no colour, and colours tell tiles apart: take it in colour.",
        "写真に色がありません。牌の見分けに色が要ります：カラーで撮ってください。",
    ),
    "blurred": Words(
        "照片太模糊，读得不可靠：请拿稳并对好焦再拍。",
        "The picture is too blurred to be sure: hold the camera still and let it focus.",
        "写真がぼけていて確かではありません：動かさず、ピントを合わせて撮ってください。",
    ),
    "glare": Words(
        "有 {count} 张手牌反光，看不清牌面：请换个角度再拍。",
        "Glare hides {count} of the hand's tiles: take the picture from another side.",
        "手牌の {count} 枚が光って読めません：角度を変えて撮ってください。",
    ),
    "cut": Words(
        "有 {count} 张手牌被画面边缘切掉：请把整手牌拍进来。",
        "The picture's edge cuts off {count} of the hand's tiles: take the whole hand in.",
        "手牌の {count} 枚が画面の端で切れています：手牌全体を写してください。",
    ),
    "edge": Words(
        "手牌一直排到画面边缘，外面可能还有牌：请在四周留些空。",
        "The hand reaches the picture's edge and may go on outside: leave some room around it.",
        "手牌が画面の端まであり、外に続いているかもしれません：周りに余白を入れて撮ってください。",
    ),
    "more": Words(
        "手牌旁边似乎还有没有找到的牌：请核对是否漏读。",
        "The hand seems to go on where no tile was found: check that none of it was missed.",
        "手牌の隣に見つけられなかった牌があるようです：見落としがないか確かめてください。",
    ),
    "structure": Words(
        "牌怎样分组不确定：请在手牌、副露与和牌张之间留出空隙。",
        "How the tiles belong together is in doubt: leave a gap between hand, melds and winning tile.",
        "牌の区切りが不確かです：手牌・副露・和了牌の間をあけてください。",
    ),
    "unsure": Words(
        "这手牌读对的把握只有 {percent}%：请拍得更近更清楚，或核对一遍。",
        "The hand is as read with a probability of only {percent}%: take a sharper, closer picture or "
        "check it.",
        "読み取りどおりである確率は {percent}% しかありません：もっと近く鮮明に撮るか、確かめてください。",
    ),
    "seat": Words(
        "座位 {seat} 没有看到手牌：看到手牌的是 {seats}（E 为画面下边，S 为右边）。",
        "No hand is seen at seat {seat}: hands lie at {seats}, where E is the picture's lower edge and S "
        "its right.",
        "席 {seat} に手牌が見えません：手牌があるのは {seats} です（E が画面の下端、S が右）。",
    ),
    "no_hand": Words(
        "没有看到完整的一手牌：请把各家的牌摆成一行，与牌河分开。",
        "No whole hand is seen: show each player's tiles in a row, apart from the discards.",
        "一手がそろって見えません：各家の牌を一列に、河と離して置いてください。",
    ),
    "red": Words(
        "手牌有 {count} 张五看不清是不是赤牌：请说明。",
        "Red or plain, of {count} of the hand's fives: say which.",
        "手牌の五のうち {count} 枚が赤かどうか分かりません：どちらか教えてください。",
    ),
    "faint": Words(
        "手牌有 {count} 张几乎看不清：请靠近一些、光线亮一些，或核对一遍。",
        "Hardly seen, {count} of the hand's tiles: come closer, with more light, or check them.",
        "手牌の {count} 枚がほとんど見えません：近づいて明るくするか、確かめてください。",
    ),
    "far": Words(
        "牌在照片里只有 {pixels} 像素宽：请靠近一些。",
        "The tiles are only {pixels} pixels wide: come closer.",
        "牌の幅が {pixels} ピクセルしかありません：近づいて撮ってください。",
    ),
    "crowded": Words(
        "照片里的牌超过 {most} 张，只读了最清楚的 {most} 张：请只拍一桌。",
        "More than {most} tiles are shown, and the {most} clearest were read: show one table.",
        "写真の牌が {most} 枚を超えるため、はっきりした {most} 枚だけを読みました：一卓だけ写してください。",
    ),
    "said": Words("{text}", "{text}", "{text}"),  # of a reading that tells no codes
}
_VALUES: dict[ProblemCode, tuple[str, ...]] = {
    "too_few": ("count",),
    "odd_size": ("count",),
    "rules_size": (
        "count",
        "waiting",
        "complete",
    ),
    "too_many": ("count",),
    "supply": (
        "tile",
        "count",
    ),
    "flower": (
        "tile",
        "count",
    ),
    "backs": ("count",),
    "doubts": (
        "count",
        "of",
    ),
    "table": (
        "tile",
        "count",
        "most",
    ),
    "block": ("rows",),
    "meld": ("tiles",),
    "unclear": ("count",),
    "glare": ("count",),
    "cut": ("count",),
    "unsure": ("percent",),
    "seat": (
        "seat",
        "seats",
    ),
    "red": ("count",),
    "faint": ("count",),
    "far": ("pixels",),
    "crowded": ("most",),
    "said": ("text",),
}
_HARMLESS: tuple[ProblemCode, ...] = ("table", "block", "said")
"""Problems that do not make a reading unreliable: none of them means that a tile of the hand is missing."""


@dataclass(frozen=True, slots=True)
class Problem(Translatable):
    """One thing that does not fit: a stable code, and the values that its sentence names, in their order."""

    code: ProblemCode
    args: tuple[str | int, ...] = ()

    @property
    def values(self) -> Mapping[str, str | int]:
        """The values by their names."""
        return dict(zip(_VALUES.get(self.code, ()), self.args, strict=False))

    @classmethod
    def of(cls, code: str, values: Mapping[str, str | int]) -> Problem | None:
        """Return the problem with a code and values; None if there is no such problem."""
        for known in _TEXTS:
            if known == code and all(name in values for name in _VALUES.get(known, ())):
                return cls(known, tuple(values[name] for name in _VALUES.get(known, ())))
        return None

    @property
    def unreliable(self) -> bool:
        """True if the reading should not be trusted because of it."""
        return self.code not in _HARMLESS

    @property
    def text(self) -> Message:
        """The sentence."""
        return Message(_TEXTS[self.code], self.values)


NO_SUCH_TILE = Words(
    "没有第 {tile} 张牌：读到的是第 0 到第 {last} 张",
    "there is no tile {tile}: the reading has tiles 0 to {last}",
    "{tile} 番の牌はありません：読み取った牌は 0 番から {last} 番です",
)
MELD_TWICE = Words(
    "副露里每张牌只能写一次",
    "a meld names each of its tiles once",
    "副露の牌はそれぞれ一度だけ書いてください",
)
WINNING_BY_ONE = Words(
    "和的那张牌用序号或牌名指定：两者只给一个",
    "the winning tile is named by its index or by its face: give one of the two",
    "和了牌は番号か牌の名で指定します：どちらか一つにしてください",
)
NONE_TO_WIN_ON = Words(
    "手牌里没有可和的 {tile}：请用序号指定，或补上这张",
    "the hand shows no {tile} to win on: name the tile by its index, or add it",
    "手牌に和了牌の {tile} がありません：番号で指定するか、足してください",
)
NO_MELD = Words(
    "{tiles} 不成副露：请说明哪几张在一起",
    "{tiles} is not a meld: name the tiles that belong together",
    "{tiles} は面子になりません：どの牌が一組か書いてください",
)
NO_WEIGHTS = Words(
    "没有权重文件 {path!r}：请检查路径，或运行 make train。",
    "There are no weights at {path!r}: check the path, or run make train.",
    "重みファイル {path!r} がありません：パスを確かめるか、make train を実行してください。",
)
NOT_INSTALLED = Words(
    "没有安装 {module}：请运行 pip install '{package}'。",
    "{module} is not installed: run pip install '{package}'.",
    "{module} が入っていません：pip install '{package}' を実行してください。",
)
NOT_RUNNABLE = Words(
    "{name} 不是这里能运行的 ONNX 模型：请重新导出。",
    "{name} is not an ONNX model that runs here: export it again.",
    "{name} はここで動く ONNX モデルではありません：もう一度書き出してください。",
)
NOT_ULTRALYTICS = Words(
    "{name} 不是 ultralytics 的模型：请换别的权重。",
    "{name} is not an ultralytics model: choose other weights.",
    "{name} は ultralytics のモデルではありません：別の重みにしてください。",
)
NOT_A_DETECTOR = Words(
    "{name} 不是本项目的识牌模型（{why}）：请换别的权重。",
    "{name} is not a tile detector of this project ({why}): choose other weights.",
    "{name} は本プロジェクトの牌検出器ではありません（{why}）：別の重みにしてください。",
)
OTHER_INPUT = Words(
    "{name} 的输入是 {shape}，不是 (1, 3, 高, 宽)：请换别的权重。",
    "{name} takes {shape}, not (1, 3, height, width): choose other weights.",
    "{name} の入力は {shape} で、(1, 3, 高さ, 幅) ではありません：別の重みにしてください。",
)
OTHER_OUTPUT = Words(
    "{name} 的输出是 {shape}，不是 {wanted}：请换别的权重。",
    "{name} gives {shape}, not {wanted}: choose other weights.",
    "{name} の出力は {shape} で、{wanted} ではありません：別の重みにしてください。",
)
THE_PICTURE = Words("图片", "the picture", "画像")
NO_FILE = Words(
    "没有文件 {path!r}：请检查路径。",
    "There is no file {path!r}: check the path.",
    "ファイル {path!r} がありません：パスを確かめてください。",
)
A_FOLDER = Words(
    "{path!r} 是文件夹：请写明里面的图片文件。",
    "{path!r} is a folder: name the picture files in it.",
    "{path!r} はフォルダです：中の画像ファイルを指定してください。",
)
NOT_PLAIN = Words(
    "{path!r} 不是普通文件：请先把图片存成文件。",
    "{path!r} is not a plain file: save the picture to a file first.",
    "{path!r} は通常のファイルではありません：先に画像をファイルに保存してください。",
)
NOT_READ = Words(
    "{path!r} 无法读取（{why}）：请检查路径和权限。",
    "{path!r} cannot be read ({why}): check path and permissions.",
    "{path!r} を読めません（{why}）：パスと権限を確かめてください。",
)
NO_FORMAT = Words(
    "{path!r} 的扩展名不是图片格式：请用 .jpg、.png 或 .webp 结尾。",
    "{path!r} names no picture format: end it in .jpg, .png or .webp.",
    "{path!r} は画像形式の名前ではありません：.jpg・.png・.webp で終わらせてください。",
)
NOT_WRITTEN = Words(
    "{path!r} 写不了（{why}）：请换个地方。",
    "{path!r} cannot be written ({why}): choose another place.",
    "{path!r} に書き込めません（{why}）：別の場所にしてください。",
)
EMPTY = Words(
    "{name}是空的：请重拍或重新复制。",
    "{name} is empty: take or copy the picture again.",
    "{name}が空です：撮り直すかコピーし直してください。",
)
TOO_MANY_BYTES = Words(
    "{name}有 {has:.0f} MB，最多读 {most:.0f} MB：请存小一些，或存为 JPEG。",
    "{name} has {has:.0f} MB, and {most:.0f} MB is the limit: save it smaller or as JPEG.",
    "{name}は {has:.0f} MB で、上限は {most:.0f} MB です：小さくするか JPEG で保存してください。",
)
TOO_MANY_PARTS = Words(
    "{name}由远多于相机所写的部分组成：请重新保存。",
    "{name} is made of far more parts than a camera writes: save it again.",
    "{name}はカメラが書くよりはるかに多くの部分でできています：保存し直してください。",
)
BOMB = Words(
    "{name}远超可读的 {most:g} 百万像素：请存小一些。",
    "{name} has far more than {most:g} million pixels, which is the limit: save it smaller.",
    "{name}は上限の {most:g} 百万画素をはるかに超えています：小さく保存してください。",
)
TOO_MANY_PIXELS = Words(
    "{name}是 {width} × {height} 像素，最多读 {most:g} 百万像素：请存小一些。",
    "{name} is {width} × {height} pixels, and {most:g} million is the limit: save it smaller.",
    "{name}は {width} × {height} 画素で、上限は {most:g} 百万画素です：小さく保存してください。",
)
TOO_SMALL = Words(
    "{name}只有 {width} × {height} 像素：请用每边至少 {least} 的，最好 1000 以上。",
    "{name} is only {width} × {height} pixels: give one of at least {least} a side, better 1000 or more.",
    "{name}は {width} × {height} 画素しかありません：各辺 {least} 以上、できれば 1000 以上にしてください。",
)
DAMAGED = Words(
    "{name}已损坏或不完整：请重拍或重新复制。",
    "{name} is damaged or cut short: take or copy the picture again.",
    "{name}が壊れているか途中で切れています：撮り直すかコピーし直してください。",
)
HEIC = Words(
    "{name}是 HEIC 图片：请安装 paiyan[heic]，或存为 JPEG。",
    "{name} is a HEIC picture: install paiyan[heic] to read it, or save it as JPEG.",
    "{name}は HEIC 画像です：paiyan[heic] を入れるか、JPEG で保存してください。",
)
CUT_SHORT = Words(
    "{name}是不完整或损坏的 {kind} 文件：请重拍或重新复制。",
    "{name} is a {kind} file cut short or damaged: take or copy the picture again.",
    "{name}は途中で切れたか壊れた {kind} ファイルです：撮り直すかコピーし直してください。",
)
NO_PICTURE = Words(
    "{name}不是能读的图片：请给 JPEG、PNG 或 WebP 文件。",
    "{name} is not a picture that Paiyan can read: give a JPEG, PNG or WebP file.",
    "{name}は読める画像ではありません：JPEG・PNG・WebP のファイルを渡してください。",
)
