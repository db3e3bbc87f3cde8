"""What a hand can expect, held against a simulation of the same model that knows nothing of curves."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from paiyan.scorer.advice.goals import ANY_WIN, goals
from paiyan.scorer.advice.position import Held, Position, unseen_tiles
from paiyan.scorer.advice.search import ENDS, Search
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rulesets import rule_set

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
    position = Position(chosen, hand, unseen_tiles(chosen, hand), turns)
    (aim,) = (g for g in goals(position) if g.id == goal)
    return Search(position, aim), position.held


def played(search: Search, held: Held, random: Random) -> float:
    """Return the points of one deal: three discards, then a draw, turn by turn."""
    position = search.position
    kinds, chances = zip(*position.drawn, strict=True)

    def any_tile() -> int:
        return random.choices(kinds, chances)[0]

    for left in range(position.turns, -1, -1):
        for _ in range(3):
            kind = any_tile()
            if search.distance(held) == 0 and search.distance(position.draw(held, kind)) < 0:
                points = position.win(held, kind)[1]
                if points is not None:
                    return points
        if not left or random.random() < ENDS:
            return 0.0
        kind = any_tile()
        after = position.draw(held, kind)
        if search.distance(after) >= search.distance(held):
            continue
        if search.distance(after) < 0:
            points = position.win(held, kind)[0]
            if points is not None:
                return points
            continue
        held = max(search.throws(after), key=lambda h: search.value(h)[1][left - 1])
    return 0.0


@pytest.mark.parametrize(("rules", "tiles", "turns", "goal"), HANDS)
def test_expected_points_are_those_of_a_simulation(rules: str, tiles: str, turns: int, goal: str) -> None:
    search, held = search_of(rules, tiles, turns, goal)
    expects, random, n = search.exact(held), Random(tiles), 4000
    results = [played(search, held, random) for _ in range(n)]
    mean = sum(results) / n
    error = sqrt(sum((r - mean) ** 2 for r in results) / (n - 1) / n)
    won = sum(r != 0 for r in results) / n
    assert 0 < expects.win < 1
    assert abs(expects.points - mean) < 4 * error
    assert abs(expects.win - won) < 4 * sqrt(expects.win * (1 - expects.win) / n)


@pytest.mark.parametrize(("rules", "tiles", "turns", "goal"), HANDS)
def test_samples_are_as_exact_as_they_say(rules: str, tiles: str, turns: int, goal: str) -> None:
    """They follow one way to throw, so they may fall short of the best, and never exceed it."""
    search, held = search_of(rules, tiles, turns, goal)
    exact, some = search.exact(held), search.sampled(held, Random(1), 60)
    assert some.points <= exact.points + 4 * some.points_error + 1e-9
    assert some.points >= 0.8 * exact.points - 4 * some.points_error
    more = search.sampled(held, Random(2), 240)
    assert more.points_error <= some.points_error + 1e-9


def test_more_draws_are_never_worth_less() -> None:
    search, held = search_of("hongkong", "123m456p11s578s23p", 18, "any")
    wins, points = search.value(held)
    assert list(wins) == sorted(wins)
    assert list(points) == sorted(points)


def test_a_tile_of_which_all_lie_open_is_not_waited_for() -> None:
    chosen = rule_set("hongkong").with_options({})
    hand = check_hand(chosen, parse_hand({"concealed": "123m456p11s678s23p"}))
    seen = parse_hand({"concealed": "4444p"}).concealed[:3]  # the hand holds the fourth
    position = Position(chosen, hand, unseen_tiles(chosen, hand, seen), 10)
    search = Search(position, ANY_WIN)
    assert sorted(k for k, _ in search.helpful(position.held)) == [9, 15]  # 1p and 7p
