"""What a reading has to say against itself: one sentence each, in English or Chinese."""

from __future__ import annotations

from typing import Literal, NamedTuple

Lang = Literal["en", "zh"]
Kind = Literal[
    "nothing", "too_few", "odd_size", "too_many", "supply", "flower", "backs", "doubts", "table", "block"
]

_TEXTS: dict[Kind, dict[Lang, str]] = {
    "nothing": {
        "en": "No tiles were found: come closer, with more light, and keep the tiles inside the frame.",
        "zh": "没有找到牌：请靠近一些、光线亮一些，并让牌完整入镜。",
    },
    "too_few": {
        "en": "Only {0} tiles of a hand are seen where 13, 14, 16 or 17 make one: show the rest, melds too.",
        "zh": "只看到 {0} 张手牌，而一手牌是 13、14、16 或 17 张：请把其余的牌（含副露）也拍进来。",
    },
    "odd_size": {
        "en": "The hand has {0} tiles where 13, 14, 16 or 17 make one (a meld counts three): "
        "check for a tile missed, doubled or not part of it.",
        "zh": "手牌是 {0} 张，而一手牌是 13、14、16 或 17 张（每组副露算三张）："
        "请检查漏读、重读或不属于手牌的牌。",
    },
    "too_many": {
        "en": "{0} tiles are too many for one hand: show one player's tiles, apart from the others.",
        "zh": "{0} 张牌超过一手牌：请只拍一家的牌，并与其他牌分开。",
    },
    "supply": {
        "en": "{0} is read {1} times in the hand where a set holds four: check the doubtful one.",
        "zh": "手牌里读到 {1} 张 {0}，而一副牌只有四张：请核对有疑问的那张。",
    },
    "flower": {
        "en": "The flower {0} is read {1} times where a set holds one: check the doubtful one.",
        "zh": "花牌 {0} 读到 {1} 张，而一副牌只有一张：请核对有疑问的那张。",
    },
    "backs": {
        "en": "{0} tiles of the hand lie face down: turn them up to be read.",
        "zh": "手牌有 {0} 张扣着：请翻开再拍。",
    },
    "doubts": {
        "en": "{0} of the hand's {1} tiles are in doubt: take a sharper, closer picture or correct them.",
        "zh": "{1} 张手牌中有 {0} 张存疑：请拍得更近更清楚，或直接更正。",
    },
    "table": {
        "en": "{0} is seen {1} times on the whole table where a set holds {2}: "
        "one outside the hand may be misread.",
        "zh": "整张桌面上看到 {1} 张 {0}，而一副牌只有 {2} 张：手牌以外可能有误读。",
    },
    "block": {
        "en": "The tiles lie in {0} rows and are read line by line: "
        "lay the hand in one row to be sure of its order.",
        "zh": "牌摆成 {0} 行，按行依次读取：要确保顺序，请摆成一行。",
    },
}
_HARMLESS: tuple[Kind, ...] = ("table", "block")


class Problem(NamedTuple):
    """One thing that does not fit, with the values its sentence names."""

    kind: Kind
    values: tuple[str | int, ...] = ()

    @property
    def unreliable(self) -> bool:
        """Whether the reading should not be trusted because of it."""
        return self.kind not in _HARMLESS

    def text(self, lang: Lang = "en") -> str:
        """The sentence."""
        return _TEXTS[self.kind][lang].format(*self.values)
