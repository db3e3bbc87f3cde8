"""Sets other than runs and triplets: each way once, waits and distance that fit, wild tiles as any tile."""

from __future__ import annotations

from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import Counts, counted, splits
from paiyan.scorer.arranging.awaited_kinds import winning_kinds
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.arranging.suits import of_counts
from paiyan.scorer.arranging.wild.hands import odd_fillings
from paiyan.scorer.arranging.wild.sets import SearchScope
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import kinds
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, chows

ANY = (1 << 34) - 1
FORMS = pytest.mark.parametrize("form", sorted(SET_FORMS, key=str), ids=str)


def held(text: str) -> Counts:
    return counted(kinds(parse(text)))


def won(form: Form, random: Random) -> list[int]:
    """Four sets of the form and a pair, no tile five times."""
    parts = SET_FORMS[form]
    while True:
        some = [random.choice([(p, s) for p in parts for s in p.sets]) for _ in range(4)]
        p, k = random.choice([(p, k) for p in parts for k in p.pairs])
        tiles = [p.start + k] * 2 + [part.start + i for part, s in some for i in s]
        if max(counted(tiles)) <= 4:
            return tiles


@pytest.mark.parametrize(
    ("tiles", "form", "ways"),
    [
        ("123z567z456p789s55m", Form.HONOUR_RUNS, 1),
        ("124z234z567z111m22m", Form.HONOUR_RUNS, 1),
        ("123z123z123z567z22m", Form.HONOUR_RUNS, 2),  # as triplets too
        ("125z567z456p789s55m", Form.HONOUR_RUNS, 0),  # a wind among dragons
        ("159m267p348s555m44z", Form.FIFTEENS, 1),
        ("456m456m159s555z77z", Form.FIFTEENS, 1),
        ("159m159m168s77z222z", Form.FIFTEENS, 1),
        ("159m267p348s555m44m", Form.FIFTEENS, 0),  # no suited pair
        ("123m267p348s555m44z", Form.FIFTEENS, 0),
        ("159m267p348s666z44z", Form.FIFTEENS, 0),  # a green dragon
    ],
)
def test_every_way_is_there_once(tiles: str, form: Form, ways: int) -> None:
    found = list(splits(held(tiles), form, melds=0))
    assert len(found) == len(set(found)) == ways
    assert all(sorted(k for b in way for k in b.tiles) == kinds(parse(tiles)) for way in found)


@FORMS
def test_waits_are_the_tiles_that_win_and_distance_nought(form: Form) -> None:
    random = Random(7)
    for _ in range(25):
        tiles = won(form, random)
        assert distance(counted(tiles), (form,), melds=0) == -1
        random.shuffle(tiles)
        last = tiles.pop()
        waiting = counted(tiles)
        assert last in winning_kinds(of_counts(waiting), (form,), melds=0)
        assert distance(waiting, (form,), melds=0) == 0
        spoilt = counted([*tiles[1:], random.choice([k for k in range(34) if waiting[k] < 4])])
        near = distance(spoilt, (form,), melds=0)
        assert near in (0, 1)
        assert (near == 0) == bool(winning_kinds(of_counts(spoilt), (form,), melds=0))


@FORMS
def test_a_wild_tile_is_any_tile(form: Form) -> None:
    random = Random(8)
    for _ in range(6):
        tiles = won(form, random)
        random.shuffle(tiles)
        natural, scope = counted(tiles[1:]), SearchScope(ANY)
        faces = {
            tuple(sorted(k for b in way for k in b.tiles))
            for way in odd_fillings(form, natural, 1, melds=0, scope=scope)
        }
        tried = {
            tuple(sorted([*tiles[1:], k]))
            for k in range(34)
            if any(True for _ in splits(counted([*tiles[1:], k]), form, melds=0))
        }
        assert faces == tried
        assert distance(natural, (form,), melds=0, wilds=1) == -1


def test_what_may_be_claimed_follows_from_the_sets() -> None:
    assert chows((Form.STANDARD, Form.SEVEN_PAIRS)) is None
    runs, fifteens = chows((Form.HONOUR_RUNS,)), chows((Form.FIFTEENS,))
    assert runs is not None
    assert fifteens is not None
    assert {(0, 1, 2), (27, 28, 30), (31, 32, 33)} <= runs
    assert {(0, 4, 8), (3, 4, 5), (3, 3, 6)} <= fifteens
    assert (0, 1, 2) not in fifteens
    assert next(splits(held("123z44m"), Form.HONOUR_RUNS, melds=3))[1].shape is Shape.MIXED
