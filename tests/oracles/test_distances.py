"""The distance to a win, held against two other programs: mahjong (Japan) and PyMahjongGB (national)."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest
from mahjong.shanten import Shanten

from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS

FEW, MANY = 2_000, 100_000
RIICHI = (Form.STANDARD, Form.DISTINCT_PAIRS, Form.THIRTEEN_ORPHANS)


def hands(n: int, size: int, seed: int) -> list[tuple[int, ...]]:
    """Return hands as counts by kind: half of them of few kinds, so that near ones come too."""
    random, found = Random(seed), list[tuple[int, ...]]()
    for turn in range(n):
        kinds = range(KINDS) if turn % 2 else random.sample(range(KINDS), random.randrange(6, 14))
        counts = [0] * KINDS
        for kind in random.sample([k for k in kinds for _ in range(4)], size):
            counts[kind] += 1
        found.append(tuple(counts))
    return found


def check_riichi(n: int) -> None:
    oracle = Shanten()
    for size in (13, 14):
        for counts in hands(n // 2, size, seed=size):
            assert distance(counts, RIICHI, melds=0) == oracle.calculate_shanten(list(counts)), counts


def test_riichi_is_as_far_as_the_library_says() -> None:
    check_riichi(FEW)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_riichi_is_as_far_as_the_library_says_in_many_hands() -> None:
    check_riichi(MANY)


def national() -> Any:
    """Return the library of the national rules."""
    pytest.importorskip("MahjongGB", reason="needs PyMahjongGB (make test installs it with a C++ compiler)")
    return import_module("MahjongGB")


_NAMES = [f"{letter}{n}" for letter in "WTB" for n in range(1, 10)] + [f"F{n}" for n in range(1, 5)]
_NAMES += ["J3", "J2", "J1"]  # white, green, red


def check_national(n: int) -> None:
    """The library counts steps as we do, except that it also waits for a fifth tile of a kind."""
    library, forms = national(), rule_set("guobiao").won_by.forms
    for counts in hands(n, 13, seed=7):
        held = tuple(_NAMES[k] for k, many in enumerate(counts) for _ in range(many))
        theirs, ours = library.MahjongShanten((), held), distance(counts, forms, melds=0)
        if theirs != ours:
            steps, helpful = library.RegularShanten(held)
            assert (steps, ours) == (theirs, theirs + 1), held
            assert all(held.count(tile) == 4 for tile in helpful), held


def test_national_is_as_far_as_the_library_says() -> None:
    check_national(FEW)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_national_is_as_far_as_the_library_says_in_many_hands() -> None:
    check_national(MANY)
