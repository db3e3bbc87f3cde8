"""riichi: what a table agrees on that no single hand shows."""

from __future__ import annotations

import pytest

from paiyan.scorer.rulesets.riichi import RIICHI


@pytest.mark.parametrize(
    ("choice", "reds"), [("none", (0, 0, 0)), ("three", (1, 1, 1)), ("four", (1, 2, 1)), ("six", (2, 2, 2))]
)
def test_red_fives_are_as_many_as_the_table_says(choice: str, reds: tuple[int, int, int]) -> None:
    """无赤, 赤一 (有时5筒有2枚), 赤二; four of each five all the same."""
    rules = RIICHI.with_options({"red_fives": choice})
    assert rules.played_with.tiles.reds == reds
    assert rules.played_with.tiles.size == 136
