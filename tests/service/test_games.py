"""What the decoder of readings is told of a rule set."""

from __future__ import annotations

import pytest

from scorer.ruleset import RuleSet
from scorer.rulesets import rule_sets
from service.games import game_of


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_tile_of_the_game_may_be_read(rules: RuleSet) -> None:
    """In hands and among the flowers: also the dragons that lie there as hard flowers 硬花."""
    caps = game_of(rules).caps
    assert all(caps[kind] for kind in (*rules.tiles.kinds, *rules.tiles.flowers))
