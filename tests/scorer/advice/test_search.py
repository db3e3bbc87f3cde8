"""What a hand can expect, held against a simulation of the same model that knows nothing of curves."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bench.selfplay.simulation import simulated
from paiyan.scorer.advice.goals import ANY_WIN, goals
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.search import Search
from paiyan.scorer.advice.ways import Held
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.tile import KINDS, TILES

HANDS = (
    ("riichi", "123m456p11s678s23p", 8, "any"),
    ("riichi", "123m45p115s678s23p", 6, "any"),
    ("guobiao", "123m45p115s78s789p", 9, "mixed_straight_147"),
    ("hongkong", "123m456p11s578s23p", 12, "any"),
    ("sichuan", "123m45m115p678p23p", 10, "any"),
    ("taiwan", "123m45p115s678s23p123s", 5, "any"),
)


def search_of(rules: str, tiles: str, turns: int, goal: str) -> tuple[Search, Held]:
    chosen = rule_set(rules).with_options({})
    hand = check_hand(chosen, parse_hand({"concealed": tiles}))
    position = Position(chosen, hand, unseen_tiles(chosen, hand), turns, gone=18 - turns)
    (aim,) = (g for g in goals(position) if g.id == goal)
    return Search(position, aim), position.held


@pytest.mark.parametrize(("rules", "tiles", "turns", "goal"), HANDS)
def test_expected_points_are_those_of_a_simulation(rules: str, tiles: str, turns: int, goal: str) -> None:
    search, held = search_of(rules, tiles, turns, goal)
    expects = search.exact(held)
    won, won_error, gained, gained_error = simulated(search, held, 4000, Random(tiles))
    assert 0 < expects.win < 1
    assert abs(expects.points - gained) < 4 * gained_error
    assert abs(expects.win - won) < 4 * won_error


@pytest.mark.parametrize(("rules", "tiles", "turns", "goal"), HANDS)
def test_samples_are_as_exact_as_they_say(rules: str, tiles: str, turns: int, goal: str) -> None:
    """They follow one way to throw, so they may fall short of the best, and never exceed it."""
    search, held = search_of(rules, tiles, turns, goal)
    exact, some = search.exact(held), search.sampled(held, 60, 1)
    assert some.points <= exact.points + 4 * some.points_error + 1e-9
    assert some.points >= exact.points - 0.2 * abs(exact.points) - 4 * some.points_error - 1e-9
    more = search.sampled(held, 240, 2)
    assert more.points_error <= some.points_error + 1e-9


def test_more_draws_never_make_a_win_less_likely() -> None:
    search, held = search_of("hongkong", "123m456p11s578s23p", 18, "any")
    wins, _ = search.value(held)
    assert list(wins) == sorted(wins)


def test_a_tile_of_which_all_lie_open_is_not_waited_for() -> None:
    chosen = rule_set("hongkong").with_options({})
    hand = check_hand(chosen, parse_hand({"concealed": "123m456p11s678s23p"}))
    seen = parse_hand({"concealed": "4444p"}).concealed[:3]  # the hand holds the fourth
    position = Position(chosen, hand, unseen_tiles(chosen, hand, seen), 10)
    search = Search(position, ANY_WIN)
    assert sorted(k for k, _ in search.helpful(position.held)) == [9, 15]  # 1p and 7p


def slowly(search: Search, held: Held) -> list[int]:
    """The kinds that bring a hand nearer, asked one by one."""
    here, draw = search.distance(held), search.position.draw
    return [k for k, _ in search.position.drawn if search.distance(draw(held, k)) < here]


@pytest.mark.parametrize("rules", IDS)
def test_all_tiles_asked_at_once_are_those_asked_one_by_one(rules: str) -> None:
    """Helpful tiles and discards of every goal, with wild tiles where the rule set has them."""
    chosen, random = rule_set(rules).with_options({}), Random(rules)
    kinds = [k for k in sorted(chosen.played_with.tiles.kinds) if k < KINDS]
    for _ in range(3):
        tiles = random.sample([k for k in kinds for _ in range(4)], chosen.played_with.hand_size + 1)
        hand = check_hand(chosen, Hand(tuple(TILES[k] for k in tiles[:-1])))
        whole = replace(hand, concealed=(*hand.concealed, TILES[tiles[-1]]))
        position = Position(chosen, whole, unseen_tiles(chosen, hand), 10)
        for goal in random.sample([*goals(position)], min(6, len([*goals(position)]))):
            search, held = Search(position, goal), position.held
            left = {k: search.distance(held.plus(k, -1)) for k in held.kinds}
            nearest = [held.plus(k, -1) for k, away in left.items() if away == min(left.values())]
            assert {*search.throws(held)} == {*nearest}
            for after in search.throws(held)[:2]:
                assert [k for k, _ in search.helpful(after)] == slowly(search, after)
