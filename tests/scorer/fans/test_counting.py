"""Which of the found fans count: the two relations, and joining against every choice there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import runs, triplets
from paiyan.scorer.fans.counting import Match, forests, resolve
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import TILES

GUOBIAO = rule_set("guobiao")
JOINING = [p for p in GUOBIAO.counted_by.fans if p.joins]


def fan(id_: str) -> Fan:
    return Fan(id_, id_, id_, lambda _: ())


def match(priced: Priced, *blocks: int) -> Match:
    return Match(priced, sum(1 << b for b in blocks))


def arranged(blocks: Sequence[Block]) -> Arranged:
    win = Win(TILES[blocks[-1].kind], By.SELF_DRAW)
    return Arranged(Arrangement(Form.STANDARD, tuple(blocks), len(blocks) - 1), Hand(()), win, lambda: ())


def counted(*matches: Match) -> list[tuple[str, int]]:
    [way] = resolve(sorted(matches, key=lambda m: -m.priced.value))
    return [(m.priced.id, m.blocks) for m in way.matches]


A, B = fan("a"), fan("b")


def test_excludes_drops_everywhere() -> None:
    assert counted(match(A.at(2, excludes=(B,)), 0), match(B.at(1), 1)) == [("a", 1)]


def test_covers_drops_what_lies_inside() -> None:
    inside, beside = match(B.at(1), 0), match(B.at(1), 3)
    assert counted(match(A.at(2, covers=(B,)), 0, 1), inside, beside) == [("a", 3), ("b", 8)]


def test_implies_drops_one() -> None:
    first, second = match(B.at(1), 0), match(B.at(1), 3)
    assert counted(match(A.at(2, implies=(B,)), 0, 1), first, second) == [("a", 3), ("b", 8)]


def test_what_does_not_count_keeps_nothing_out() -> None:
    c = fan("c")
    matches = [
        match(A.at(3, excludes=(B,)), 0), match(B.at(2, excludes=(c,)), 0), match(c.at(1), 0),
    ]  # fmt: skip
    assert counted(*matches) == [("a", 1), ("c", 1)]


def test_it_is_said_what_kept_a_fan_out() -> None:
    [way] = resolve([match(A.at(2, excludes=(B,)), 0), match(B.at(1), 1)])
    assert [(d.match.priced.id, d.by.priced.id, d.joined) for d in way.dropped] == [("b", "a", False)]


def is_forest(chosen: Iterable[Match]) -> bool:
    """Whether each of these ties together sets that nothing else of them has tied together."""
    group = list(range(8))
    for m in chosen:
        roots = [group[i] for i in range(8) if m.blocks >> i & 1]
        if len(set(roots)) < len(roots):
            return False
        group = [roots[0] if g in roots else g for g in group]
    return True


def matches_in(priced: Sequence[Priced], arranged: Arranged) -> list[Match]:
    """Every match of every fan, in the order of the list."""
    return [Match(p, blocks) for p in priced for blocks in p.fan.find(arranged)]


def best_of_all(matches: Sequence[Match]) -> int:
    """The most that any choice gives in which no set is combined twice."""
    return max(
        sum(m.priced.value for m in some)
        for n in range(len(matches) + 1)
        for some in combinations(matches, n)
        if is_forest(some)
    )


def check(blocks: Sequence[Block]) -> None:
    joining = [m for m in matches_in(GUOBIAO.counted_by.fans, arranged(blocks)) if m.priced.joins]
    if len(joining) < 2:
        return
    ways = list(forests(joining))
    for way in ways:
        kept = [m for m, by in zip(joining, way, strict=True) if by is None]
        assert is_forest(kept)
        assert all(not is_forest([*kept, m]) for m in joining if m not in kept), "more would have fitted"
    best = max(sum(m.priced.value for m, by in zip(joining, w, strict=True) if by is None) for w in ways)
    assert best == best_of_all(joining), blocks


def test_four_runs_are_joined_as_well_as_can_be() -> None:
    kinds = [9 * s + r for s in range(3) for r in range(7)]
    all_fours = list(combinations_with_replacement(kinds, 4))
    for four in Random(1).sample(all_fours, 400):
        check([*(Block(Shape.RUN, k) for k in four), Block(Shape.PAIR, 33)])


def test_four_pungs_are_joined_as_well_as_can_be() -> None:
    for four in Random(2).sample(list(combinations(range(27), 4)), 400):
        check([*(Block(Shape.TRIPLET, k) for k in four), Block(Shape.PAIR, 33)])


@pytest.mark.parametrize(
    ("low", "fans"),
    [
        ((0, 3, 9, 12), {"mixed_double_chow": 2, "short_straight": 1}),
        ((0, 0, 9, 9), {"pure_double_chow": 2, "mixed_double_chow": 1}),
        ((0, 1, 2, 11), {"pure_shifted_chows": 1, "mixed_double_chow": 1}),
        ((0, 3, 6, 15), {"pure_straight": 1, "mixed_double_chow": 1}),
        ((0, 9, 18, 24), {"mixed_triple_chow": 1, "two_terminal_chows": 1}),
    ],
)
def test_the_counting_of_the_rules(low: Sequence[int], fans: dict[str, int]) -> None:
    """Three fans tie four sets; with three sets tied, the fourth joins them once."""
    blocks = [*(Block(Shape.RUN, k) for k in low), Block(Shape.PAIR, 33)]
    matches = matches_in(JOINING, arranged(blocks))
    best = max(resolve(matches), key=lambda way: way.sum)
    assert {m.priced.id: sum(x.priced.id == m.priced.id for x in best.matches) for m in best.matches} == fans


def test_patterns_find_each_time_they_are_there() -> None:
    a = arranged([*(Block(Shape.RUN, k) for k in (0, 0, 9, 18)), Block(Shape.PAIR, 33)])
    assert list(runs.MIXED_TRIPLE_CHOW.find(a)) == [0b1101], "one, whichever of the two equal runs is in it"
    assert len(list(runs.MIXED_DOUBLE_CHOW.find(a))) == 5
    assert list(runs.PURE_DOUBLE_CHOW.find(a)) == [0b11]
    a = arranged([*(Block(Shape.TRIPLET, k) for k in (27, 31, 32, 33)), Block(Shape.PAIR, 0)])
    assert list(triplets.BIG_THREE_DRAGONS.find(a)) == [0b1110]
    assert list(triplets.LITTLE_THREE_DRAGONS.find(a)) == []
    assert len(list(triplets.TERMINAL_PUNG.find(a))) == 4
