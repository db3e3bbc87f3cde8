"""Goals that a hand may aim at 做牌: a form, a suit, triplets, or a pattern of runs.

A goal only narrows the search; what a hand that reaches it is worth, the rule set's own scorer says. So a
goal needs no price, and one list serves every rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from paiyan.scorer.advice.position import Position
from paiyan.scorer.advice.ways import OfForm, OfSets, Way
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import BAMBOO, CHARACTERS, CIRCLES, HONOURS, KINDS, TILES

_PAIRS = (Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS, Form.PAIRS_AND_TRIPLET, Form.EIGHT_PAIRS)
_SIMPLES = sum(1 << k for k in range(27) if k % 9 not in (0, 8))
_SUITS = (
    ("m", CHARACTERS, Words("万子", "characters", "萬子")),
    ("p", CIRCLES, Words("筒子", "circles", "筒子")),
    ("s", BAMBOO, Words("条子", "bamboo", "索子")),
)


@dataclass(frozen=True)
class Goal:
    """A goal to aim at: kinds of which the hand is made, whether runs count, and sets that it must hold."""

    id: str
    words: Words
    mask: int | None = None  # the kinds of sets and pair; None: any, in any form
    runs: bool = True
    forms: tuple[Form, ...] = ()  # besides sets and a pair; for `mask` None all of the rule set's
    chows: tuple[int, ...] = ()  # the lowest kinds of runs that it holds
    triplet: int | None = None  # a kind of which it holds a triplet

    def ways(self, position: Position) -> tuple[Way, ...]:
        """Return the ways to a whole hand that reach this goal; none if the melds leave no room for it."""
        if self.mask is None and not self.chows and self.triplet is None and self.runs and not self.forms:
            return position.ways
        found: list[Way] = []
        for own in position.masks:
            mask = own if self.mask is None else own & self.mask
            melds, sets = len(position.hand.melds), position.sets()
            found += [OfForm(form, mask, melds, sets) for form in self.forms]
            if Form.STANDARD in position.rules.won_by.forms and not (self.forms and not self.runs):
                blocks = self._blocks(position)
                free = sets - melds - len(blocks)
                found += [OfSets(mask, free, self.runs, blocks)] if free >= 0 else []
        return tuple(found)

    def _blocks(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """Return the goal's own sets that no meld is yet."""
        blocks: list[tuple[int, ...]] = [(low, low + 1, low + 2) for low in self.chows]
        if self.triplet is not None:
            blocks.append((self.triplet,) * 3)
        for meld in position.hand.melds:
            kinds = tuple(sorted(t.kind for t in meld.tiles)[:3])
            if kinds in blocks:
                blocks.remove(kinds)
        return tuple(blocks)

    def fits(self, position: Position) -> bool:
        """True if the melds on the table leave the goal within reach."""
        for meld in position.hand.melds:
            if self.forms and not self.runs:
                return False
            if not self.runs and meld.type is MeldType.CHOW:
                return False
            if self.mask is not None and any(
                t.kind < KINDS and not self.mask >> t.kind & 1 for t in meld.tiles
            ):
                return False
        return True


ANY_WIN = Goal("any", Words("最快和牌", "the nearest win", "最速の和了"))


def goals(position: Position) -> Iterator[Goal]:
    """Yield what the hand may aim at, the nearest win first.

    These are goals that a fan of the rule set rewards and that the melds on the table leave within reach.
    """
    yield ANY_WIN
    yield from (goal for goal in _every(position) if goal.fits(position))


def _every(position: Position) -> Iterator[Goal]:
    priced = [p.id for p in position.rules.counted_by.every]

    def pays(*parts: str) -> bool:
        return any(part in id_ for id_ in priced for part in parts)

    won_by = position.rules.won_by
    kinds = sum(1 << k for k in position.rules.played_with.tiles.kinds if k < KINDS)
    pairs = tuple(f for f in _PAIRS if f in won_by.forms)
    if Form.STANDARD in won_by.forms:
        for letter, suit, words in _SUITS:
            if kinds & suit and pays("flush", "one_suit"):
                yield Goal(f"full_flush_{letter}", _in_suit(_FULL_FLUSH, words), suit, forms=pairs)
                if kinds & HONOURS:
                    yield Goal(
                        f"half_flush_{letter}", _in_suit(_HALF_FLUSH, words), suit | HONOURS, forms=pairs
                    )
        if pays("pungs"):
            yield Goal("all_pungs", Words("碰碰和", "all pungs", "対々和"), runs=False)
        if pays("all_simples"):
            yield Goal("all_simples", Words("断幺", "all simples", "断么九"), _SIMPLES & kinds, forms=pairs)
        if pays("dragon", "wind", "honour"):
            yield from _honour_pungs(position, kinds)
        yield from _run_patterns(kinds, pays)
    if pairs:
        yield Goal("pairs", Words("七对", "pairs", "七対子"), runs=False, forms=pairs)


_FULL_FLUSH = Words("清一色（{suit}）", "a full flush of {suit}", "清一色（{suit}）")
_HALF_FLUSH = Words("混一色（{suit}）", "a half flush of {suit}", "混一色（{suit}）")
_PUNG = Words("{suit}刻", "a pung of the {suit}", "{suit}の刻子")


def _in_suit(words: Words, suit: Words) -> Words:
    """Return a goal's words with the suit (or tile) that it is about."""
    return Words(words.zh.format(suit=suit.zh), words.en.format(suit=suit.en), words.ja.format(suit=suit.ja))


def _honour_pungs(position: Position, kinds: int) -> Iterator[Goal]:
    """Yield a triplet of each honour of which the hand has two: what another fan is built on."""
    for kind in range(27, KINDS):
        if kinds >> kind & 1 and position.held.count(kind) >= 2:
            tile = TILES[kind]
            yield Goal(f"pung_{tile}", _in_suit(_PUNG, tile.words), triplet=kind)


_ONE_SUIT = (
    ("pure_straight", Words("清龙", "a pure straight", "一気通貫"), ((0, 3, 6),)),
    (
        "pure_shifted_chows",
        Words("一色三步高", "pure shifted chows", "一色三歩高"),
        tuple((n, n + 1, n + 2) for n in range(5)),
    ),
)
_THREE_SUITS = (
    ("mixed_straight", Words("花龙", "a mixed straight", "三色通貫"), tuple(permutations((0, 3, 6)))),
    (
        "mixed_shifted_chows",
        Words("三色三步高", "mixed shifted chows", "三色三歩高"),
        tuple(p for n in range(5) for p in permutations((n, n + 1, n + 2))),
    ),
    (
        "mixed_triple_chow",
        Words("三色三同顺", "a mixed triple chow", "三色同順"),
        tuple((n, n, n) for n in range(7)),
    ),
)
"""Patterns of three runs: the id of their fan, their words, their lowest ranks (of three suits, in order)."""


def _run_patterns(kinds: int, pays: Callable[[str], bool]) -> Iterator[Goal]:
    suits = [start for start, mask in ((0, CHARACTERS), (9, CIRCLES), (18, BAMBOO)) if kinds & mask]
    for fan, words, patterns in _ONE_SUIT:
        if pays(fan):
            for start, ranks in product(suits, patterns):
                chows = tuple(start + rank for rank in ranks)
                yield Goal(f"{fan}_{TILES[chows[0]]}", words, chows=chows)
    for fan, words, patterns in _THREE_SUITS if len(suits) == 3 else ():
        if pays(fan):
            for ranks in patterns:
                chows = tuple(start + rank for start, rank in zip(suits, ranks, strict=True))
                yield Goal(f"{fan}_{''.join(str(r + 1) for r in ranks)}", words, chows=chows)
