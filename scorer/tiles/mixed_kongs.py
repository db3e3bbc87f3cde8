"""Kongs of unequal tiles 旋风杠 喜杠 幺九蛋: winds, dragons, ones or nines that lie on the table as one set.

They are laid from the hand and taken from nobody; each stands for one set of the hand however many tiles it
has, and may be extended 补蛋 by further tiles of its group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.tiles import kind_sets
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS

CHICK = 18  # 幺鸡, the one of bamboo


class Group(NamedTuple):
    """Kinds (bit mask) of which unequal ones make a kong, and what it is called."""

    kinds: int
    words: Words


WINDS = Group(kind_sets.WINDS, Words("旋风杠", "kong of winds", "風牌の槓"))
DRAGONS = Group(kind_sets.DRAGONS, Words("喜杠", "kong of dragons", "三元牌の槓"))
ONES = Group(kind_sets.ranks(1), Words("幺杠", "kong of ones", "一の槓"))
NINES = Group(kind_sets.ranks(9), Words("九杠", "kong of nines", "九の槓"))
GROUPS = (WINDS, DRAGONS, ONES, NINES)

_TAKES = Words("可用 {groups}", "it takes {groups}", "{groups} で作ります")
_TAKES_MORE = Words(
    "可用 {groups}，之后还可补",
    "it takes {groups}, to which more are added",
    "{groups} で作り、後から足せます",
)
_OR = Words("{a}，或 {b}", "{a}, or {b}", "{a}、または {b}")
_DIFFERENT = Words("{tiles} 中不同的 {n} 张", "{n} different of {tiles}", "{tiles} の異なる {n} 枚")
_DIFFERENT_OR_CHICK = Words(
    "{tiles} 中不同的 {n} 张（缺的可用 1s）",
    "{n} different of {tiles} or 1s for one that lacks",
    "{tiles} の異なる {n} 枚（足りない牌は 1s で代えます）",
)


def group_of(kinds: Sequence[int]) -> Group | None:
    """The group of these tiles; ones of bamboo 幺鸡 beside those of another group stand in for some of it."""
    own = kind_sets.mask_of(kinds)
    rest = own & ~(1 << CHICK)
    return next((g for g in GROUPS if not own & ~g.kinds or (rest and not rest & ~g.kinds)), None)


def together(kinds: Sequence[int]) -> bool:
    """True if these tiles may lie together as one such kong somewhere: three or more, unequal, of a group."""
    return len(kinds) > 2 and len(set(kinds)) > 1 and group_of(kinds) is not None


class MixedKongs(NamedTuple):
    """Which kongs of unequal tiles a rule set knows.

    `groups` says of each how many different tiles make one at first. With `stand_in` a one of bamboo may
    stand for a tile that lacks 幺鸡代牌; without `extended` nothing is laid to it afterwards.
    """

    groups: Mapping[Group, int]
    stand_in: bool = False
    extended: bool = True

    def allows(self, kinds: Sequence[int]) -> bool:
        """True if these tiles may lie together as one kong."""
        group = group_of(kinds)
        least = self.groups.get(group, 0) if group else 0
        if not group or not least or (not self.extended and len(kinds) > least):
            return False
        foreign = kinds.count(CHICK) - bool(group.kinds >> CHICK & 1 and CHICK in kinds)
        different = len({k for k in kinds if group.kinds >> k & 1})
        if not self.stand_in:
            return different >= least and (not foreign or bool(group.kinds >> CHICK & 1))
        return different + foreign >= least

    def described(self) -> dict[str, Any]:
        """As `paiyan rules ID --json` tells it."""
        groups = [{"tiles": notation(self._kinds(g)), "least": n} for g, n in self.groups.items()]
        return {"groups": groups, "stand_in": "1s" if self.stand_in else None, "extended": self.extended}

    def __str__(self) -> str:
        return self.words().to("en")

    def words(self) -> Message:
        """Which tiles it takes, as a sentence."""
        groups = reduce(lambda a, b: Message(_OR, {"a": a, "b": b}), map(self._group, self.groups))
        return Message(_TAKES_MORE if self.extended else _TAKES, {"groups": groups})

    def _group(self, group: Group) -> Message:
        kinds = self._kinds(group)
        words = _DIFFERENT_OR_CHICK if self.stand_in and CHICK not in kinds else _DIFFERENT
        return Message(words, {"n": self.groups[group], "tiles": notation(kinds)})

    @staticmethod
    def _kinds(group: Group) -> list[int]:
        return [k for k in range(KINDS) if group.kinds >> k & 1]

    def added(self, kinds: Sequence[int]) -> int:
        """How many tiles of a kong that it allows were laid after the first ones 补蛋."""
        group = group_of(kinds)
        return len(kinds) - self.groups[group] if group else 0
