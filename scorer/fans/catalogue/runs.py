"""Patterns of runs 顺子."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paiyan.scorer.arranging.suits import Observation
from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.facts import AMONG_RUNS, BETWEEN_RUNS, Kinds, of_two
from paiyan.scorer.fans.fan import Fan, Find, Observes, catalogue_fan
from paiyan.scorer.tiles.blocks import Shape


def _of_two(id_: str, fact: int) -> Fan:
    """Return the fan of every two runs in the relation of this fact, one of the facts of two runs."""
    find = Observes(observations.RUNS, lambda a: of_two(a.runs, BETWEEN_RUNS, fact))
    return catalogue_fan(id_, find, needs=fact)


def of_runs(n: int, fits: Callable[[Kinds], bool]) -> Find:
    """Match every choice of `n` runs whose lowest kinds, in rising order, fit.

    Three runs or more are one pattern even if one of them occurs twice: choosing the other of two equal runs
    makes no second 一条龙.
    """

    def find(a: Arranged) -> Iterator[int]:
        seen: set[Kinds] = set()
        for match, kinds in a.runs_chosen(n):
            if fits(kinds) and not (n > 2 and kinds in seen):
                seen.add(kinds)
                yield match

    return Observes(observations.RUNS, find)


def _of_several(id_: str, n: int, fact: int) -> Fan:
    """Return the fan of every choice of `n` runs that together are as this fact says."""
    fitting = [kinds for kinds, of_kinds in AMONG_RUNS.items() if of_kinds == fact]
    find = of_runs(n, lambda kinds: AMONG_RUNS.get(kinds) == fact)
    if all(len({*kinds}) == n for kinds in fitting):
        observed = Observation(tuple([tuple([(Shape.RUN, k) for k in kinds]) for kinds in fitting]))
        find = Observes(observed, find)
    return catalogue_fan(id_, find, needs=fact)


def _pure_dragons(a: Arranged) -> tuple[int, ...]:
    """Match two runs 123, two runs 789 and a pair of fives, all of one suit."""
    if len(a.runs) != 4 or not a.pairs:
        return ()
    kinds = sorted(k for _, k in a.runs)
    base = kinds[0]
    pure = base % 9 == 0 and kinds == [base, base, base + 6, base + 6] and a.pairs[0][1] == base + 4
    return (a.all,) if pure else ()


def _three_suit_dragons(a: Arranged) -> tuple[int, ...]:
    """Match runs 123 and 789 of two suits and a pair of fives of the third."""
    if len(a.runs) != 4 or not a.pairs:
        return ()
    kinds = sorted(k for _, k in a.runs)
    first, second = kinds[0], kinds[2]
    fits = (
        first % 9 == 0
        and second % 9 == 0
        and first != second
        and kinds == [first, first + 6, second, second + 6]
    )
    pair = a.pairs[0][1]
    return (a.all,) if fits and pair % 9 == 4 and pair // 9 == 3 - first // 9 - second // 9 else ()


def _knitted_straight(a: Arranged) -> tuple[int, ...]:
    """Match 147, 258 and 369 of three suits, also in a hand of single tiles."""
    knitted = a.bits(*(i for i, b in enumerate(a.blocks) if b.shape == Shape.KNITTED))
    return (knitted,) if knitted else ()


PURE_DOUBLE_CHOW = _of_two("pure_double_chow", facts.EQUAL_RUNS)
MIXED_DOUBLE_CHOW = _of_two("mixed_double_chow", facts.RUNS_OF_A_RANK)
SHORT_STRAIGHT = _of_two("short_straight", facts.RUNS_IN_ROW)
TWO_TERMINAL_CHOWS = _of_two("two_terminal_chows", facts.END_RUNS)
PURE_TRIPLE_CHOW = _of_several("pure_triple_chow", 3, facts.THREE_EQUAL_RUNS)
PURE_SHIFTED_CHOWS = _of_several("pure_shifted_chows", 3, facts.THREE_SHIFTED_RUNS)
PURE_STRAIGHT = _of_several("pure_straight", 3, facts.STRAIGHT)
MIXED_TRIPLE_CHOW = _of_several("mixed_triple_chow", 3, facts.RUNS_OF_EACH_SUIT)
MIXED_STRAIGHT = _of_several("mixed_straight", 3, facts.MIXED_STRAIGHT)
MIXED_SHIFTED_CHOWS = _of_several("mixed_shifted_chows", 3, facts.MIXED_SHIFTED_RUNS)
QUADRUPLE_CHOW = _of_several("quadruple_chow", 4, facts.FOUR_EQUAL_RUNS)
FOUR_SHIFTED_CHOWS = _of_several("four_pure_shifted_chows", 4, facts.FOUR_SHIFTED_RUNS)
PURE_TERMINAL_CHOWS = catalogue_fan(
    "pure_terminal_chows",
    Observes(observations.RUNS_AND_PAIR, _pure_dragons),
    needs=facts.RUNS[4] | facts.EQUAL_RUNS | facts.END_RUNS | facts.ONE_SUIT,
)
THREE_SUITED_TERMINAL_CHOWS = catalogue_fan(
    "three_suited_terminal_chows",
    Observes(observations.RUNS_AND_PAIR, _three_suit_dragons),
    needs=facts.RUNS[4] | facts.END_RUNS | facts.RUNS_OF_A_RANK,
)
KNITTED_STRAIGHT = catalogue_fan(
    "knitted_straight", Observes(observations.NOTHING, _knitted_straight), needs=facts.ODD_FORM
)
