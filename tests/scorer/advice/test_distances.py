"""The distance of every rule set: by induction, from the arrangements of whole hands to any distance."""

from __future__ import annotations

from random import Random

import pytest

from bench.advise import hands
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.scoring.ways import Awaited, every_way
from paiyan.scorer.tiles.tile import FACES, KINDS

WALLS = 2


def whole(rules: RuleSet, hand: Hand, kind: int) -> bool:
    """Return whether a tile makes a whole hand, by every arrangement, of the kinds that a win allows."""
    win = Win(FACES[kind], By.SELF_DRAW)
    won = hand.won_on(win)
    if not any(True for _ in every_way(rules, won, win, Awaited(rules, won))):
        return False
    within = rules.won_by.allowed_kinds
    return within is None or any(all(mask >> t.kind & 1 for t in won.held) for mask in within(won))


@pytest.mark.parametrize("name", IDS)
def test_a_distance_is_as_many_steps_as_the_best_tiles_take(name: str) -> None:
    """Nought is what one tile makes whole, and of each other hand the best tile is one step, none two."""
    rules, random, seen = rule_set(name).with_options({}), Random(name), set[int]()
    for _ in range(WALLS):
        for drawn in hands(rules, random):
            hand = check_hand(rules, Hand(drawn.concealed))
            position = Position(rules, hand, unseen_tiles(rules, hand), 10)
            held, away = position.held, position.distance
            here = away(held)
            seen.add(here)
            free = [k for k, _ in position.drawn if k < KINDS]
            after = {k: away(position.draw(held, k)) for k in free}
            assert max(after.values()) <= here
            if here:
                assert min(after.values()) == here - 1
            if here <= 1:
                completing = {k for k in free if whole(rules, hand, k)}
                assert completing == {k for k, n in after.items() if n < 0}
    assert min(seen) <= 1 < max(seen)
