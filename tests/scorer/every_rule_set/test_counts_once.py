"""No fan of several sets counts twice because one of its sets is there twice 龙 of a doubled run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.every_rule_set.cases import EVERY, scored


def _doubled_runs(rules: RuleSet) -> Iterator[list[int]]:
    """Kinds of runs in a row, or of three suits, one of them twice, and a pair."""
    rng = Random(rules.id)
    for _ in range(8):
        suit = rng.randrange(3)
        three = rng.choice(([9 * suit, 9 * suit + 3, 9 * suit + 6], [0, 9, 18]))
        runs = [*three, rng.choice(three), *three[: rules.played_with.hand_size // 3 - 4]]
        pair = 9 * ((suit + 1) % 3) + 4
        yield [*(k + i for k in runs for i in range(3)), pair, pair]


@EVERY
@pytest.mark.parametrize("by", ["self_draw", "discard"])
def test_a_fan_of_several_sets_counts_once_where_they_overlap(rules: RuleSet, by: str) -> None:
    giver = {} if by == "self_draw" else {"from": "S"}
    for kinds in _doubled_runs(rules):
        *held, won = (TILES[k] for k in kinds)
        got = scored(rules, {"concealed": notation(held), "win": {"tile": won.notation, "by": by, **giver}})
        if not isinstance(got, Score):
            continue
        for one, other in combinations(got.counted.matches, 2):
            again = one.priced is other.priced and not one.priced.joins
            assert not (again and (one.blocks & other.blocks).bit_count() > 1), (
                notation(held),
                one.priced.id,
            )
