"""What is wrong with a picture or a reading: a sentence for each problem, in English, Chinese and
Japanese."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

Lang = Literal["en", "zh", "ja"]
Kind = Literal[
    "nothing", "too_few", "odd_size", "too_many", "supply", "flower", "backs", "doubts", "table", "block",
    "meld", "hidden", "unseen", "unclear", "grey", "blurred", "glare", "cut", "edge", "more", "far",
    "seat", "no_hand", "structure", "unsure", "red", "faint",
    "rules_size",
]  # fmt: skip

_TEXTS: dict[Kind, dict[Lang, str]] = {
    "nothing": {
        "en": "No tiles were found: come closer, with more light, and keep the tiles inside the frame.",
        "zh": "没有找到牌：请靠近一些、光线亮一些，并让牌完整入镜。",
        "ja": "牌が見つかりません：近づいて明るくし、牌全体を画面に入れてください。",
    },
    "too_few": {
        "en": "Of the 13, 14, 16 or 17 tiles of a hand {0} can be seen: show the rest, melds too.",
        "zh": "只看到 {0} 张手牌，而一手牌是 13、14、16 或 17 张：请把其余的牌（含副露）也拍进来。",
        "ja": "手牌は {0} 枚しか見えません（13・14・16・17 枚で一手）：副露も含めて残りも写してください。",
    },
    "odd_size": {
        "en": "The hand has {0} tiles where 13, 14, 16 or 17 make one (a meld counts three): "
        "check for a tile missed, doubled or not part of it.",
        "zh": "手牌是 {0} 张，而一手牌是 13、14、16 或 17 张（每组副露算三张）："
        "请检查漏读、重读或不属于手牌的牌。",
        "ja": "手牌が {0} 枚です（面子は三枚と数えて 13・14・16・17 枚で一手）："
        "見落とし・重複・余分な牌を確かめてください。",
    },
    "rules_size": {
        "en": "The hand has {0} tiles where these rules have {1} or {2} (a meld counts three): "
        "check for a tile missed, doubled or not part of it.",
        "zh": "手牌是 {0} 张，而这种玩法一手牌是 {1} 或 {2} 张（每组副露算三张）："
        "请检查漏读、重读或不属于手牌的牌。",
        "ja": "手牌が {0} 枚です（この遊び方では面子を三枚と数えて {1} 枚か {2} 枚で一手）："
        "見落とし・重複・余分な牌を確かめてください。",
    },
    "too_many": {
        "en": "{0} tiles are too many for one hand: show one player's tiles, apart from the others.",
        "zh": "{0} 张牌超过一手牌：请只拍一家的牌，并与其他牌分开。",
        "ja": "{0} 枚は一人の手牌には多すぎます：一人分の牌を他から離して写してください。",
    },
    "supply": {
        "en": "{0} is read {1} times in the hand where a set holds four: check the doubtful one.",
        "zh": "手牌里读到 {1} 张 {0}，而一副牌只有四张：请核对有疑问的那张。",
        "ja": "{0} が手牌に {1} 枚と読まれましたが、四枚しかありません：疑わしい牌を確かめてください。",
    },
    "flower": {
        "en": "The flower {0} is read {1} times where a set holds one: check the doubtful one.",
        "zh": "花牌 {0} 读到 {1} 张，而一副牌只有一张：请核对有疑问的那张。",
        "ja": "花牌 {0} が {1} 枚と読まれましたが、一枚しかありません：疑わしい牌を確かめてください。",
    },
    "backs": {
        "en": "{0} tiles of the hand lie face down: turn them up to be read.",
        "zh": "手牌有 {0} 张扣着：请翻开再拍。",
        "ja": "手牌のうち {0} 枚が伏せてあります：表にして写してください。",
    },
    "doubts": {
        "en": "{0} of the hand's {1} tiles are in doubt: take a sharper, closer picture or correct them.",
        "zh": "{1} 张手牌中有 {0} 张存疑：请拍得更近更清楚，或直接更正。",
        "ja": "手牌 {1} 枚のうち {0} 枚が不確かです：もっと近くで鮮明に撮るか、訂正してください。",
    },
    "table": {
        "en": "{0} is seen {1} times on the whole table where a set holds {2}: "
        "one outside the hand may be misread.",
        "zh": "整张桌面上看到 {1} 张 {0}，而一副牌只有 {2} 张：手牌以外可能有误读。",
        "ja": "卓全体で {0} が {1} 枚見えますが、{2} 枚しかありません："
        "手牌の外に読み違いがあるかもしれません。",
    },
    "block": {
        "en": "The tiles lie in {0} rows and are read line by line: "
        "lay the hand in one row to be sure of its order.",
        "zh": "牌摆成 {0} 行，按行依次读取：要确保顺序，请摆成一行。",
        "ja": "牌が {0} 列に並び、列ごとに読まれました：順序を確かにするには一列に並べてください。",
    },
    "meld": {
        "en": "{0} lie together and are no meld as read: check them.",
        "zh": "{0} 摆在一起，但读出来不成副露：请核对。",
        "ja": "{0} はひと組に並んでいますが、面子になりません：確かめてください。",
    },
    "hidden": {
        "en": "A concealed kong lies wholly face down: say which tile it is.",
        "zh": "有一副暗杠全部扣着：请说明是哪张牌。",
        "ja": "暗槓がすべて伏せてあります：どの牌か教えてください。",
    },
    "unseen": {
        "en": "Only three tiles of a concealed kong are seen: check that it is one, or show its fourth tile.",
        "zh": "有一副暗杠只看到三张：请核对是不是暗杠，或把第四张也拍进来。",
        "ja": "暗槓が三枚しか見えません：暗槓かどうか確かめるか、四枚目も写してください。",
    },
    "unclear": {
        "en": "{0} tiles of the hand are seen, and which they are is not clear: say which, or come closer.",
        "zh": "手牌有 {0} 张看得到却认不准：请说明是哪张，或靠近再拍。",
        "ja": "手牌の {0} 枚は見えますが、どの牌か分かりません：どの牌か教えるか、近づいて撮ってください。",
    },
    "grey": {
        "en": "The picture has no colour, and colours tell tiles apart: take it in colour.",
        "zh": "照片没有颜色，而辨认牌需要颜色：请拍彩色照片。",
        "ja": "写真に色がありません。牌の見分けに色が要ります：カラーで撮ってください。",
    },
    "blurred": {
        "en": "The picture is too blurred to be sure: hold the camera still and let it focus.",
        "zh": "照片太模糊，读得不可靠：请拿稳并对好焦再拍。",
        "ja": "写真がぼけていて確かではありません：動かさず、ピントを合わせて撮ってください。",
    },
    "glare": {
        "en": "Glare hides what {0} tiles of the hand show: take the picture from another side.",
        "zh": "有 {0} 张手牌反光，看不清牌面：请换个角度再拍。",
        "ja": "手牌の {0} 枚が光って読めません：角度を変えて撮ってください。",
    },
    "cut": {
        "en": "{0} tiles of the hand are cut off by the picture's edge: take the whole hand in.",
        "zh": "有 {0} 张手牌被画面边缘切掉：请把整手牌拍进来。",
        "ja": "手牌の {0} 枚が画面の端で切れています：手牌全体を写してください。",
    },
    "edge": {
        "en": "The hand reaches the picture's edge and may go on outside: leave some room around it.",
        "zh": "手牌一直排到画面边缘，外面可能还有牌：请在四周留些空。",
        "ja": "手牌が画面の端まであり、外に続いているかもしれません：周りに余白を入れて撮ってください。",
    },
    "more": {
        "en": "The hand seems to go on where no tile was found: check that none of it was missed.",
        "zh": "手牌旁边似乎还有没有找到的牌：请核对是否漏读。",
        "ja": "手牌の隣に見つけられなかった牌があるようです：見落としがないか確かめてください。",
    },
    "structure": {
        "en": "How the tiles belong together is in doubt: leave a gap between hand, melds and winning tile.",
        "zh": "牌怎样分组不确定：请在手牌、副露与和牌张之间留出空隙。",
        "ja": "牌の区切りが不確かです：手牌・副露・和了牌の間をあけてください。",
    },
    "unsure": {
        "en": "The hand is as read with a probability of only {0}%: "
        "take a sharper, closer picture or check it.",
        "zh": "这手牌读对的把握只有 {0}%：请拍得更近更清楚，或核对一遍。",
        "ja": "読み取りどおりである確率は {0}% しかありません：もっと近く鮮明に撮るか、確かめてください。",
    },
    "seat": {
        "en": "No hand is seen at seat {0}: hands lie at {1}, "
        "where E is the picture's lower edge and S its right.",
        "zh": "座位 {0} 没有看到手牌：看到手牌的是 {1}（E 为画面下边，S 为右边）。",
        "ja": "席 {0} に手牌が見えません：手牌があるのは {1} です（E が画面の下端、S が右）。",
    },
    "no_hand": {
        "en": "No whole hand is seen: show each player's tiles in a row, apart from the discards.",
        "zh": "没有看到完整的一手牌：请把各家的牌摆成一行，与牌河分开。",
        "ja": "一手がそろって見えません：各家の牌を一列に、河と離して置いてください。",
    },
    "red": {
        "en": "{0} fives of the hand may be red or plain: say which.",
        "zh": "手牌有 {0} 张五看不清是不是赤牌：请说明。",
        "ja": "手牌の五のうち {0} 枚が赤かどうか分かりません：どちらか教えてください。",
    },
    "faint": {
        "en": "{0} tiles of the hand are hardly seen: come closer, with more light, or check them.",
        "zh": "手牌有 {0} 张几乎看不清：请靠近一些、光线亮一些，或核对一遍。",
        "ja": "手牌の {0} 枚がほとんど見えません：近づいて明るくするか、確かめてください。",
    },
    "far": {
        "en": "The tiles are only {0} pixels wide: come closer.",
        "zh": "牌在照片里只有 {0} 像素宽：请靠近一些。",
        "ja": "牌の幅が {0} ピクセルしかありません：近づいて撮ってください。",
    },
}
_HARMLESS: tuple[Kind, ...] = ("table", "block")
"""Problems that do not make a reading unreliable: none of them says that a tile of the hand is missing."""


class Problem(NamedTuple):
    """One thing that does not fit, with the values its sentence names."""

    kind: Kind
    values: tuple[str | int, ...] = ()

    @staticmethod
    def of(text: str) -> Problem | None:
        """What a sentence of any language says, None where it is none of these."""
        for kind, pattern in _patterns():
            if found := pattern.fullmatch(text):
                values = sorted(found.groupdict().items())
                return Problem(kind, tuple(int(v) if v.isdecimal() else v for _, v in values))
        return None

    @property
    def unreliable(self) -> bool:
        """Whether the reading should not be trusted because of it."""
        return self.kind not in _HARMLESS

    def text(self, lang: Lang = "en") -> str:
        """The sentence."""
        return _TEXTS[self.kind][lang].format(*self.values)


@cache
def _patterns() -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """What matches the sentences of each kind, their values by place: ``_0``, ``_1`` …"""

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\d)\\}", r"(?P<_\1>.+?)", re.escape(text)))

    return tuple((kind, pattern(text)) for kind, texts in _TEXTS.items() for text in texts.values())
