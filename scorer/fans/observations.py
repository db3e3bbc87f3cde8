"""Observations of the blocks that several patterns make: see `paiyan.scorer.arranging.suits`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from paiyan.scorer.arranging.suits import Face, Observation, OfWon, joined
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import facts_of_each
from paiyan.scorer.tiles.blocks import FACES_OF, Block, Shape
from paiyan.scorer.tiles.tile import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, KINDS, WINDS


def _kinds_of(shape: Shape) -> Observation:
    """Observe the lowest kind of each block of a shape."""
    return Observation(of_block=(lambda block: block.kind + 1 if block.shape == shape else 0,))


def _whole(block: Block) -> int:
    return block.shape * KINDS + block.kind


def _won_at(block: Block, _wild: int, place: int) -> int:
    return _whole(block) * 3 + place


NOTHING: Final = Observation()
SHAPES: Final = Observation(of_block=(lambda block: block.shape,))  # how many runs and triplets there are
RUNS: Final = _kinds_of(Shape.RUN)
TRIPLETS: Final = _kinds_of(Shape.TRIPLET)
PAIR: Final = _kinds_of(Shape.PAIR)
BLOCKS: Final = Observation(of_block=(_whole,))  # each as it is
WON_SHAPE: Final = Observation(
    of_won=(lambda block, _wild, _place: block.shape,)
)  # whether it is a run, a triplet or a pair
WON: Final = Observation(of_won=(_won_at,))  # the block, and where in it the winning tile lies
CONCEALED_TRIPLETS: Final = joined(SHAPES, WON_SHAPE)  # how many


@lru_cache(maxsize=1 << 8)
def holding(*masks: int) -> Observation:
    """Observe whether each block holds any of these kinds, for each of several masks."""

    def held(block: Block) -> int:
        faces = FACES_OF[block.shape][block.kind]
        return sum([1 << i for i, mask in enumerate(masks) if faces & mask])

    return Observation(of_block=(held,))


RUNS_AND_PAIR: Final = joined(RUNS, PAIR)
SUITS: Final = holding(CHARACTERS, CIRCLES, BAMBOO, WINDS, DRAGONS)


@lru_cache(maxsize=1 << 8)
def shapes_of(kinds: int) -> Observation:
    """Observe the shapes of blocks that begin with one of these kinds (bit mask)."""
    return Observation(of_block=(lambda block: block.shape + 1 if kinds >> block.kind & 1 else 0,))


@lru_cache(maxsize=1 << 8)
def tiles_of(kinds: tuple[int, ...]) -> Observation:
    """Observe how many tiles of each of these kinds there are."""

    def counted(block: Block) -> int:
        return sum([block.tiles.count(k) << 2 * i for i, k in enumerate(kinds)])

    return Observation(of_block=(counted,))


def these(faces: Iterable[Face]) -> Observation:
    """Observe blocks of these faces, and how often each is there."""
    known = {face: i for i, face in enumerate(faces, 1)}
    return Observation(of_block=(lambda block: known.get((block.shape, block.kind), 0),))


def of_won(observe: OfWon, *, placed: bool = False) -> Observation:
    """Observe this much of the block that won."""
    return Observation(of_won=(observe,), placed=placed)


@lru_cache(maxsize=1 << 8)
def _each(fact: int) -> Observation:
    """Observe whether all blocks are such that a fact holds."""
    return Observation(of_block=(lambda block: facts_of_each(block) & fact,))


_COUNTS: Final = facts.RUNS[4] | facts.NO_RUNS | facts.TRIPLETS[4] | facts.NO_TRIPLETS
_SUITS: Final = facts.SUITED | facts.ONE_SUIT | facts.TWO_SUITS | facts.ALL_TYPES | facts.HONOURS
_PAIRS: Final = facts.WIND_PAIR | facts.DRAGON_PAIR
_FORM: Final = facts.STANDARD_FORM | facts.ODD_FORM
_WINDS: Final = facts.ROUND_WIND_TRIPLET | facts.OWN_WIND_TRIPLET
_ON: Final = facts.ON_MIDDLE | facts.ON_EDGE | facts.ON_SIDE | facts.ON_PAIR
# All other facts of the faces hold for each block. Other facts of the win are the same for all arrangements.
_EACH: Final = facts.OF_FACES & ~(_SUITS | _PAIRS | _FORM | facts.FOUR_OF_A_KIND)
_OBSERVATIONS: Final = (
    (_COUNTS, SHAPES),
    (facts.OF_RUNS & ~_COUNTS, RUNS),
    (facts.OF_TRIPLETS & ~_COUNTS | _WINDS, TRIPLETS),
    (_SUITS, SUITS),
    (_PAIRS, PAIR),
    (_ON, WON),
    (facts.CONCEALED_TRIPLETS[4], CONCEALED_TRIPLETS),
    (facts.FOUR_OF_A_KIND, BLOCKS),
)


@lru_cache(maxsize=1 << 8)
def of_facts(facts: int) -> Observation:
    """Observe what tells whether these facts hold."""
    each = facts & _EACH
    some = [observed for mask, observed in _OBSERVATIONS if facts & mask]
    return joined(*some, *((_each(each),) if each else ()))
