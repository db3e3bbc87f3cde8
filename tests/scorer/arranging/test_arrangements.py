"""Arrangements against a slow and obvious search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import (
    KNITTED_SETS,
    arrangements,
    counted,
    sets_and_pair,
    splits,
)
from paiyan.scorer.arranging.awaited_kinds import winning_kinds
from paiyan.scorer.arranging.suits import of_counts
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import ORPHAN_KINDS
from tests.oracles.random_hands import random_win

FORMS = rule_set("guobiao").won_by.forms


def every_split(kinds: tuple[int, ...], *, pairs: int = 1) -> Iterator[tuple[Block, ...]]:
    """Takes the first tile, and tries every two others and every one other with it."""
    if not kinds:
        if not pairs:
            yield ()
        return
    first, rest = kinds[0], kinds[1:]
    for i, j in combinations(range(len(rest)), 2):
        three = (first, rest[i], rest[j])
        left = tuple(k for n, k in enumerate(rest) if n not in (i, j))
        if first == rest[i] == rest[j]:
            yield from ((Block(Shape.TRIPLET, first), *more) for more in every_split(left, pairs=pairs))
        elif first < 27 and three == (first, first + 1, first + 2) and first // 9 == three[2] // 9:
            yield from ((Block(Shape.RUN, first), *more) for more in every_split(left, pairs=pairs))
    if pairs and first in rest:
        i = rest.index(first)
        left = rest[:i] + rest[i + 1 :]
        yield from ((Block(Shape.PAIR, first), *more) for more in every_split(left, pairs=0))


def some_hand(random: Random) -> tuple[int, ...]:
    """Two to fourteen tiles of few kinds, so that many ways to see them are there."""
    low = random.choice((0, 9, 18, 4, 13, 25))
    pool = [k for k in range(low, min(low + random.choice((4, 6, 9)), 34)) for _ in range(4)]
    return tuple(sorted(random.sample(pool, min(random.choice((2, 5, 8, 8, 11)), len(pool)))))


def test_sets_and_pair_are_all_there_once() -> None:
    random = Random(1)
    found = 0
    for _ in range(400):
        kinds = some_hand(random)
        slow = {tuple(sorted(blocks)) for blocks in every_split(kinds)}
        fast = [tuple(sorted(blocks)) for blocks in sets_and_pair(of_counts(counted(kinds)))]
        assert len(fast) == len(set(fast)), kinds
        assert set(fast) == slow, kinds
        found += len(fast)
    assert found > 50, "the hands are too poor to tell"


def test_whole_hands_are_all_there_once() -> None:
    random = Random(2)
    for _ in range(150):
        hand = random_win(random)
        assert hand.win is not None
        kinds = sorted(t.kind for t in (*hand.concealed, hand.win.tile))
        slow = {tuple(sorted(blocks)) for blocks in every_split(tuple(kinds))}
        fast = [tuple(sorted(b)) for b in splits(counted(kinds), Form.STANDARD, melds=len(hand.melds))]
        assert len(fast) == len(set(fast))
        assert set(fast) == slow


@pytest.mark.parametrize(
    ("kinds", "form", "ways"),
    [
        ((0, 0, 5, 5, 9, 9, 20, 20, 27, 27, 30, 30, 33, 33), Form.SEVEN_PAIRS, 1),
        ((0, 0, 0, 0, 9, 9, 20, 20, 27, 27, 30, 30, 33, 33), Form.SEVEN_PAIRS, 1),
        ((0, 0, 0, 0, 9, 9, 20, 20, 27, 27, 30, 30, 33, 33), Form.DISTINCT_PAIRS, 0),
        ((0, 0, 0, 5, 9, 9, 20, 20, 27, 27, 30, 30, 33, 33), Form.SEVEN_PAIRS, 0),
        ((*ORPHAN_KINDS, 33), Form.THIRTEEN_ORPHANS, 1),
        ((*ORPHAN_KINDS, 1), Form.THIRTEEN_ORPHANS, 0),
        ((*sorted(KNITTED_SETS[0]), 27, 28, 29, 30, 31), Form.KNITTED_HONOURS, 1),
        ((*sorted(KNITTED_SETS[0]), 27, 28, 29, 30, 30), Form.KNITTED_HONOURS, 0),
        ((0, 1, *range(27, 34), 11, 14, 17, 21, 24), Form.KNITTED_HONOURS, 0),
        ((0, 4, 8, 10, 16, 18, 21, 24, *range(27, 33)), Form.SCATTERED, 1),
        ((0, 3, 8, 10, 16, 18, 21, 24, *range(27, 32), 31), Form.SCATTERED, 0),
        ((0, 2, 8, 10, 16, 18, 21, 24, *range(27, 33)), Form.SCATTERED, 0),
        ((*sorted(KNITTED_SETS[3]), 1, 2, 3, 33, 33), Form.KNITTED_STRAIGHT, 1),
        ((*sorted(KNITTED_SETS[3]), 1, 2, 3, 32, 33), Form.KNITTED_STRAIGHT, 0),
    ],
)
def test_other_forms(kinds: tuple[int, ...], form: Form, ways: int) -> None:
    assert len(list(splits(counted(sorted(kinds)), form, melds=0))) == ways


def test_forms_without_melds_want_none() -> None:
    counts = counted((0, 0, 5, 5, 9, 9, 20, 20, 27, 27, 30, 30, 33, 33))
    assert list(splits(counts, Form.SEVEN_PAIRS, melds=1)) == []


def test_the_winning_tile_may_complete_any_block_that_holds_it() -> None:
    """1112 and 3: it ends the run; 1 more of 1: the triplet, or the run."""
    counts = counted((0, 0, 0, 0, 1, 2, 27, 27))
    melds = (Block(Shape.RUN, 9, exposed=True, concealed=False),) * 2
    found = list(arrangements(of_counts(counts), (Form.STANDARD,), melds=melds, won=0, self_drawn=False))
    assert [a.blocks[a.won].shape for a in found] == [Shape.TRIPLET, Shape.RUN]
    assert all(a.blocks[:2] == melds and a.won >= 2 for a in found)
    assert [b.concealed for b in found[0].blocks[2:]].count(False) == 1
    drawn = list(arrangements(of_counts(counts), (Form.STANDARD,), melds=melds, won=0, self_drawn=True))
    assert all(b.concealed for a in drawn for b in a.blocks[2:])


def test_waits_are_the_tiles_that_complete() -> None:
    random = Random(3)
    for _ in range(60):
        hand = random_win(random)
        assert hand.win is not None
        held = [t.kind for t in hand.concealed]
        melds = len(hand.melds)
        waits = winning_kinds(of_counts(counted(held)), FORMS, melds=melds)
        wholes = [counted([*held, k]) for k in range(34)]
        slow = [k for k in range(34) if any(any(splits(wholes[k], f, melds=melds)) for f in FORMS)]
        assert list(waits) == slow
        assert hand.win.tile.kind in waits


@pytest.mark.parametrize("tiles", [1, 4, 7])
def test_waits_of_every_suit_are_the_tiles_that_complete_it(tiles: int) -> None:
    """Each way to hold so many tiles of a suit, or of the honours, none more than four times."""
    for size, base in ((9, 0), (9, 18), (7, 27)):
        for kinds in combinations_with_replacement(range(base, base + size), tiles):
            counts = counted(kinds)
            if max(counts) <= 4:
                near = range(base, base + size)
                slow = [k for k in near if sets_and_pair(of_counts(counted([*kinds, k])))]
                assert list(winning_kinds(of_counts(counts), (Form.STANDARD,), melds=0)) == slow, kinds


def test_random_hands_have_no_five_of_a_tile() -> None:
    random = Random(4)
    for _ in range(200):
        assert max(Counter(t.kind for t in random_win(random).held).values()) <= 4
