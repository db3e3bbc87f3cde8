"""Sets 副 other than runs and triplets: which tiles make one, by the form that knows them.

A form of `SET_FORMS` is sets and a pair, as the standard one, out of sets of its own: three different
winds, or the three dragons, besides runs and triplets (南昌); or three tiles of a suit whose numbers add up
to fifteen, and equal honours (洛书). Each part of the tiles, which no set leaves, is split by itself.

A kong of unequal tiles 旋风杠 喜杠 幺九蛋 is laid from the hand and taken from nobody: winds, dragons, ones
or nines. It stands for one set of the hand however many tiles it has, and may be extended 补蛋 by further
tiles of its group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.tiles import tile
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS

CHICK = 18  # 幺鸡, the one of bamboo


class Group(NamedTuple):
    """Kinds (bit mask) of which unequal ones make a kong, and what it is called."""

    kinds: int
    words: Words


WINDS = Group(tile.WINDS, Words("旋风杠", "kong of winds", "風牌の槓"))
DRAGONS = Group(tile.DRAGONS, Words("喜杠", "kong of dragons", "三元牌の槓"))
ONES = Group(tile.ranks(1), Words("幺杠", "kong of ones", "一の槓"))
NINES = Group(tile.ranks(9), Words("九杠", "kong of nines", "九の槓"))
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
    """Return the group of these tiles; ones of bamboo 幺鸡 among another group stand in for some of it."""
    own = tile.mask_of(kinds)
    rest = own & ~(1 << CHICK)
    return next((g for g in GROUPS if not own & ~g.kinds or (rest and not rest & ~g.kinds)), None)


def together(kinds: Sequence[int]) -> bool:
    """True if these tiles may lie together as one such kong somewhere: three or more, unequal, of a group."""
    return len(kinds) > 2 and len(set(kinds)) > 1 and group_of(kinds) is not None


class MixedKongs(NamedTuple):
    """The kongs of unequal tiles in a rule set.

    `groups` gives for each how many different tiles make one at first. With `stand_in` a one of bamboo may
    stand for a missing tile 幺鸡代牌; without `extended` no tile may be added afterwards.
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
        """Return it as in `paiyan rules ID --json`."""
        groups = [{"tiles": notation(self._kinds(g)), "least": n} for g, n in self.groups.items()]
        return {"groups": groups, "stand_in": "1s" if self.stand_in else None, "extended": self.extended}

    def __str__(self) -> str:
        return self.words().to("en")

    def words(self) -> Message:
        """Return the tiles that it takes, as a sentence."""
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
        """Return how many tiles of a kong were added after the first ones 补蛋."""
        group = group_of(kinds)
        return len(kinds) - self.groups[group] if group else 0


Counts = tuple[int, ...]
Kinds = tuple[int, ...]


class Part(NamedTuple):
    """Kinds from `start` to before `end`: the sets that they make, and those that may be the pair."""

    start: int
    end: int
    sets: tuple[Kinds, ...]  # kinds counted from `start`, rising
    pairs: tuple[int, ...]


def _equal(*kinds: int) -> tuple[Kinds, ...]:
    return tuple((k, k, k) for k in kinds)


_RUNS = tuple((k, k + 1, k + 2) for k in range(7))
_FIFTEENS = tuple(s for s in combinations_with_replacement(range(9), 3) if sum(s) + 3 == 15)
_SUITS = (0, 9, 18)
SET_FORMS: dict[Form, tuple[Part, ...]] = {
    Form.HONOUR_RUNS: (
        *(Part(s, s + 9, (*_RUNS, *_equal(*range(9))), tuple(range(9))) for s in _SUITS),
        Part(27, 31, (*combinations(range(4), 3), *_equal(*range(4))), tuple(range(4))),
        Part(31, 34, ((0, 1, 2), *_equal(*range(3))), tuple(range(3))),
    ),
    Form.FIFTEENS: (
        *(Part(s, s + 9, _FIFTEENS, ()) for s in _SUITS),
        Part(27, 34, _equal(0, 1, 2, 3, 4, 6), (0, 1, 2, 3, 4, 6)),  # 31: the flowers; no green dragon
    ),
}


def set_of(kinds: Kinds) -> Block:
    """Return these tiles as a block: a triplet, a run, or one that is neither."""
    a, b, c = kinds
    if a == c:
        return Block(Shape.TRIPLET, a)
    if c < 27 and b == a + 1 and c == a + 2:
        return Block(Shape.RUN, a)
    return Block(Shape.MIXED, a, mixed=kinds)


def _placed(part: Part) -> Iterator[Kinds]:
    return (tuple(part.start + k for k in s) for s in part.sets)


ODD_SETS = frozenset(  # sets of any form that are neither runs nor triplets
    s for parts in SET_FORMS.values() for p in parts for s in _placed(p) if set_of(s).shape == Shape.MIXED
)


@cache
def plain(part: Part) -> bool:
    """True if the sets of a part are those of a suit everywhere, runs and triplets."""
    return set(part.sets) == {*_RUNS, *_equal(*range(9))}


def chows(forms: Iterable[Form]) -> frozenset[Kinds] | None:
    """Return the claims of three unequal tiles that the forms know; None for runs of a suit."""
    odd = [form for form in forms if form in SET_FORMS]
    if not odd:
        return None
    sets = (s for form in odd for part in SET_FORMS[form] for s in _placed(part))
    return frozenset(s for s in sets if s[0] != s[2])


@lru_cache(maxsize=1 << 15)
def _ways(counts: Counts, part: Part) -> tuple[tuple[tuple[Block, ...], int], ...]:
    """Return every way to split the tiles of a part, each once, and how many pairs it has."""
    found: dict[tuple[Block, ...], int] = {}
    for blocks, pairs in _split(list(counts), part, pairs=0):
        found[tuple(sorted(blocks, key=lambda b: (b.kind, b.shape, b.mixed)))] = pairs
    return tuple(found.items())


def _split(counts: list[int], part: Part, *, pairs: int) -> Iterator[tuple[tuple[Block, ...], int]]:
    lowest = next((i for i, n in enumerate(counts) if n), None)
    if lowest is None:
        yield (), pairs
        return
    ways = [(s, set_of(tuple(part.start + k for k in s)), 0) for s in part.sets if s[0] == lowest]
    if not pairs and lowest in part.pairs:
        ways.append(((lowest, lowest), Block(Shape.PAIR, part.start + lowest), 1))
    for tiles, block, pair in ways:
        rest = counts.copy()
        for k in tiles:
            rest[k] -= 1
        if min(rest) >= 0:
            for more, p in _split(rest, part, pairs=pairs + pair):
                yield (block, *more), p


def splits(counts: Counts, form: Form) -> Iterator[tuple[Block, ...]]:
    """Return every way to split these tiles into sets of the form and one pair, each once."""
    some: list[tuple[tuple[Block, ...], int]] = [((), 0)]
    for part in SET_FORMS[form]:
        ways = _ways(counts[part.start : part.end], part)
        some = [(a + b, p + q) for a, p in some for b, q in ways if p + q < 2]
    return (blocks for blocks, pairs in some if pairs == 1)


class Need(NamedTuple):
    """Some sets, and a pair or none, of a part: how often each kind is needed."""

    counts: Counts
    pairs: int
    blocks: tuple[Block, ...]


@lru_cache(maxsize=16)
def needs(part: Part, most: int) -> tuple[Need, ...]:
    """Return every choice of at most `most` sets of a part, with and without a pair."""
    found: list[Need] = []
    for n in range(most + 1):
        for some in combinations_with_replacement(part.sets, n):
            counts = [0] * (part.end - part.start)
            for k in (k for s in some for k in s):
                counts[k] += 1
            blocks = tuple(set_of(tuple(part.start + k for k in s)) for s in some)
            found.append(Need(tuple(counts), 0, blocks))
            for k in part.pairs:
                more = (*counts[:k], counts[k] + 2, *counts[k + 1 :])
                found.append(Need(more, 1, (*blocks, Block(Shape.PAIR, part.start + k))))
    return tuple(found)
