"""Self-play: deals are fair, what is measured is what is committed, and luck counts for both sides."""

from __future__ import annotations

from random import Random

import pytest

from bench.selfplay import deal as comparing
from bench.selfplay.calibration import WRITTEN, Steps, module
from bench.selfplay.deal import WALLS, Gain, Quick, compare, known, nearest, play, shuffled
from bench.selfplay.other_programs import of_mahjong
from paiyan.scorer.advice.paces import DECLARED, PACES
from paiyan.scorer.advice.position import Declared
from paiyan.scorer.advice.safety import Others
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import Tile


@pytest.mark.parametrize("name", ["riichi", "sichuan"])
def test_a_deal_moves_points_and_makes_none(name: str) -> None:
    rules = rule_set(name).with_options({})
    for seed in range(3):
        wall = shuffled(rules, Random(seed))
        deal = play(rules, [Quick(), nearest, Quick(), nearest], wall.copy())
        assert sum(deal.balances.values()) == 0
        assert play(rules, [Quick(), nearest, Quick(), nearest], wall) == deal


def test_a_hand_stays_as_it_is_after_riichi() -> None:
    """Nobody who declared riichi is asked for a discard, and everybody is told who did."""
    rules = rule_set("riichi").with_options({})
    declared: set[Seat] = set()

    def player(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
        assert hand.seat not in table.riichi
        declared.update(table.riichi)
        return nearest(rules, hand, table, turns)

    deals = [play(rules, [player] * 4, shuffled(rules, Random(seed))) for seed in range(3)]
    assert declared
    assert declared <= {seat for deal in deals for seat in deal.riichi}


def test_players_who_choose_alike_gain_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "Quick", lambda: nearest)
    assert compare(rule_set("sichuan").with_options({}), 1, walls=2)["gains"] == [0, 0]


def test_committed_gains_are_of_their_seeds() -> None:
    for row in known().values():
        assert len({*row["seeds"]}) == len(row["seeds"])
        assert len(row["gains"]) == WALLS * len(row["seeds"])
        assert sum(row["wins"]) <= 2 * len(row["gains"])


def test_an_interval_narrows_with_deals() -> None:
    few, many = Gain.of([1.0, -1.0, 2.0]), Gain.of([1.0, -1.0, 2.0] * 9)
    assert few.mean == pytest.approx(many.mean)
    assert many.half < few.half / 2.5


def test_the_paces_are_written_as_they_are_measured() -> None:
    declared = {name: Declared(*row) for name, row in DECLARED.items()}
    assert module(PACES, declared) == WRITTEN.read_text("utf-8")


def test_each_look_foretells_the_draws_until_a_step() -> None:
    steps = Steps()
    steps.add([(2, 0.3), (2, 0.4), (1, 0.2), (1, 0.2), (0, 0.1)])
    assert steps.taken == 4
    assert steps.foretold == pytest.approx(2 * 0.3 + 0.4 + 2 * 0.2 + 0.2)
    steps.add([(1, 0.5), (1, 0.5)])  # the deal ended after one more draw
    assert steps.taken == 4
    assert steps.foretold == pytest.approx(1.6 + 0.5)


def test_the_most_helpful_tiles_are_kept() -> None:
    hand = Hand(parse("123m456p11s678s23p"), win=Win(parse("5z")[0], By.SELF_DRAW))
    found = of_mahjong(hand)
    assert found[parse("5z")[0].kind] == (0, 11)
    assert [kind for kind, one in found.items() if one[0] == 0] == [parse("5z")[0].kind]
