"""A hand settled for each way in which its last tile may come: as if each way were settled by itself."""

from __future__ import annotations

from random import Random

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.settling.settlement import Completion, Settlement, settle_hand
from paiyan.scorer.tiles.tile import KINDS, TILES

RARE = {"harbin", "jiangnan", "luoshu", "neimenggu", "wuhan", "yingkou"}
"""Rule sets that ask more of a win than random tiles show: of these the refusals are compared."""
READY = frozenset({Flag.DECLARED_READY})


def won(rules: RuleSet, random: Random) -> tuple[int, ...]:
    """Return the kinds of sets and a pair, those of one suit more often than not."""
    kinds = [k for k in sorted(rules.played_with.tiles.kinds) if k < KINDS]
    suit = 9 * random.randrange(3)
    some = [k for k in kinds if random.random() < 0.2 or suit <= k < suit + 9] or kinds
    while True:
        tiles = [random.choice(some)] * 2
        while len(tiles) <= rules.played_with.hand_size:
            low = random.choice(some)
            run = low < 27 and low % 9 < 7 and low + 2 in kinds and random.random() < 0.6
            tiles += [low, low + 1, low + 2] if run else [low] * 3
        if all(tiles.count(k) <= 4 for k in tiles):
            return tuple(tiles)


def alone(rules: RuleSet, hand: Hand) -> Settlement | str | None:
    """Return the settlement of a won hand; None for no win that may be declared, or the refusal."""
    try:
        settled = settle_hand(rules, hand)
    except HandError as error:
        return str(error)
    return settled if isinstance(settled, Settlement) else None


def together(completion: Completion, win: Win) -> Settlement | str | None:
    try:
        return completion.settled(win)
    except HandError as error:
        return str(error)


@pytest.mark.parametrize("name", IDS)
def test_each_way_is_settled_as_if_alone(name: str) -> None:
    rules, random, wins = rule_set(name).with_options({}), Random(name), 0
    for _ in range(8):
        tiles = won(rules, random)
        last = random.randrange(len(tiles))
        hand = Hand(tuple(TILES[k] for i, k in enumerate(tiles) if i != last))
        tile, completion = TILES[tiles[last]], Completion(rules, hand)
        ways = [Win(tile, By.SELF_DRAW), *(Win(tile, By.DISCARD, s) for s in (Seat.S, Seat.W))]
        if rules.won_by.declares:
            ways += [Win(w.tile, w.by, w.discarder, READY) for w in ways]
        random.shuffle(ways)
        for win in ways:
            one, other = together(completion, win), alone(rules, hand.won_on(win))
            if isinstance(one, Settlement) and isinstance(other, Settlement):
                assert one.balances == other.balances
                assert one.score == other.score
                wins += 1
            else:
                assert one == other
    assert wins or name in RARE
