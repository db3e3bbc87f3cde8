"""Forms that are not sets and a pair, against trying every tile: wild tiles, and distance from winning."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.arranging.awaited_kinds import winning_kinds
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.arranging.suits import of_counts
from paiyan.scorer.arranging.wild.hands import odd_fillings
from paiyan.scorer.arranging.wild.sets import ANY, SearchScope
from paiyan.scorer.tiles.blocks import LOOSE, Form

SIZES = {Form.EIGHT_PAIRS: 17, Form.LOOSE_258: 14, Form.LOOSE_HONOURS: 14}
FORMS = pytest.mark.parametrize("form", SIZES, ids=lambda f: f.value)


def near(rng: Random, form: Form, size: int) -> list[int]:
    """Tiles that may be, or nearly be, a hand of the form."""
    while True:
        if form in LOOSE:
            kinds = [rng.choice([k for k in range(34) if LOOSE[form] >> k & 1]) for _ in range(size)]
        else:
            kinds = [k for _ in range((size + 1) // 2) for k in [rng.randrange(34)] * 2][:size]
        for _ in range(rng.choice((0, 0, 1, 2))):
            kinds[rng.randrange(size)] = rng.randrange(34)
        if max(map(kinds.count, kinds)) <= 4:
            return kinds


@FORMS
def test_wild_tiles_fill_whatever_some_tiles_would(form: Form) -> None:
    rng, found = Random(f"wild {form}"), 0
    for _ in range(60):
        wilds = rng.choice((1, 2))
        natural = near(rng, form, SIZES[form] - wilds)
        tried = any(
            next(splits(counted([*natural, *more]), form, melds=0), None) is not None
            for more in combinations_with_replacement(range(34), wilds)
        )
        filled = list(odd_fillings(form, counted(natural), wilds, melds=0, scope=SearchScope(ANY)))
        assert bool(filled) == tried
        for blocks in filled:
            faces = [k for b in blocks for k in b.tiles]
            assert len(faces) == SIZES[form]
            assert all(faces.count(k) >= n for k, n in enumerate(counted(natural)))
        found += tried
    assert found > 10


@FORMS
def test_nought_is_waiting_and_the_best_tile_brings_it_nearer(form: Form) -> None:
    rng, waiting = Random(f"near {form}"), 0
    sets = (SIZES[form] - 2) // 3
    for _ in range(60):
        counts = counted(near(rng, form, SIZES[form] - 1))
        here = distance(counts, (form,), melds=0, sets=sets)
        waits = [k for k in winning_kinds(of_counts(counts), (form,), melds=0) if counts[k] < 4]
        after = [
            distance(tuple(n + (i == k) for i, n in enumerate(counts)), (form,), melds=0, sets=sets)
            for k in range(34)
            if counts[k] < 4
        ]
        assert (here == 0) == bool(waits)
        assert min(after) == here - 1
        waiting += bool(waits)
    assert waiting > 10


@pytest.mark.parametrize("form", [Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS], ids=lambda f: f.value)
def test_pairs_wait_for_every_kind_that_makes_them_whole(form: Form) -> None:
    """Hands of six pairs and a tile, some of four equal ones, and of such hands with one tile changed."""
    rng = Random(form.value)
    waiting = 0
    for _ in range(200):
        kinds = [kind for kind in rng.choices(range(34), k=7) for _ in range(2)][:13]
        if rng.random() < 0.3:
            kinds[rng.randrange(13)] = rng.randrange(34)
        counts = counted(kinds)
        whole = [k for k in range(34) if next(splits(counted([*kinds, k]), form, melds=0), None)]
        assert list(winning_kinds(of_counts(counts), (form,), melds=0)) == whole
        waiting += bool(whole)
    assert 20 < waiting < 200


def test_three_wild_tiles_are_a_hand_of_their_own() -> None:
    natural = counted([0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30, 31])
    assert list(odd_fillings(Form.THREE_WILDS, natural, 2, melds=0, scope=SearchScope(ANY))) == []
    (blocks,) = odd_fillings(Form.THREE_WILDS, natural, 3, melds=0, scope=SearchScope(ANY))
    assert len(blocks) == 17
    assert distance(natural, (Form.THREE_WILDS,), melds=0, sets=5, wilds=2) == 0
    assert distance(natural, (Form.THREE_WILDS,), melds=0, sets=5, wilds=3) == -1
