"""The list of the rule sets: what each plays with."""

from __future__ import annotations

import pytest

from paiyan.service.answers.rule_catalogue import summaries


@pytest.mark.parametrize(
    ("id_", "plays_with"),
    [("sichuan", set()), ("guobiao", {"flowers", "honours"}), ("riichi", {"reds", "honours"})],
)
def test_a_summary_says_what_is_played_with(id_: str, plays_with: set[str]) -> None:
    (told,) = (vars(one.tiles) for one in summaries() if one.id == id_)
    assert {kind for kind, there in told.items() if there} == plays_with
