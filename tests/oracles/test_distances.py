"""The distance to a win, held against two other programs: mahjong (Japan) and PyMahjongGB (national)."""

from __future__ import annotations

import pytest

from bench.selfplay.other_programs import Distances, of_national, of_riichi
from paiyan.models.pages.figures import DISTANCES, read_json

FEW, MANY = 2_000, 100_000


def test_riichi_is_as_far_as_the_library_says() -> None:
    assert of_riichi(FEW).equal == FEW


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_riichi_is_as_far_as_the_library_says_in_many_hands() -> None:
    assert of_riichi(MANY).equal == MANY


def national(n: int) -> Distances:
    pytest.importorskip("MahjongGB", reason="needs PyMahjongGB (make test installs it with a C++ compiler)")
    return of_national(n)


def test_national_is_as_far_as_the_library_says() -> None:
    found = national(FEW)
    assert found.wrong == []
    assert found.equal > 0.99 * FEW


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_national_is_as_far_as_the_library_says_in_many_hands() -> None:
    assert national(MANY).wrong == []


def test_what_is_committed_was_of_so_many_hands() -> None:
    for row in read_json(DISTANCES).values():
        assert row["hands"] == MANY
        assert row["wrong"] == []
        assert row["equal"] + row["fifth"] == MANY
