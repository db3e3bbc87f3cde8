"""Patterns of runs 顺子."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paiyan.scorer.arranging.suits import Observation
from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.facts import AMONG_RUNS, BETWEEN_RUNS, Kinds, of_two
from paiyan.scorer.fans.fan import Fan, Find, Observes
from paiyan.scorer.tiles.blocks import Shape


def two_runs(fact: int) -> Find:
    """Match every two runs in the relation of this fact, one of the facts of two runs."""
    return Observes(observations.RUNS, lambda a: of_two(a.runs, BETWEEN_RUNS, fact))


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


def _together(n: int, fact: int) -> Find:
    """Match every choice of `n` runs that together are as this fact says."""
    fitting = [kinds for kinds, of_kinds in AMONG_RUNS.items() if of_kinds == fact]
    find = of_runs(n, lambda kinds: AMONG_RUNS.get(kinds) == fact)
    if any(len({*kinds}) < n for kinds in fitting):
        return find
    return Observes(Observation(tuple([tuple([(Shape.RUN, k) for k in kinds]) for kinds in fitting])), find)


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
    if knitted:
        return (knitted,)
    return ()


PURE_DOUBLE_CHOW = Fan(
    "pure_double_chow",
    "一般高",
    "Pure Double Chow",
    two_runs(facts.EQUAL_RUNS),
    needs=facts.EQUAL_RUNS,
    ja="一般高",
)
MIXED_DOUBLE_CHOW = Fan(
    "mixed_double_chow",
    "喜相逢",
    "Mixed Double Chow",
    two_runs(facts.RUNS_OF_A_RANK),
    needs=facts.RUNS_OF_A_RANK,
    ja="喜相逢",
)
SHORT_STRAIGHT = Fan(
    "short_straight",
    "连六",
    "Short Straight",
    two_runs(facts.RUNS_IN_ROW),
    needs=facts.RUNS_IN_ROW,
    ja="連六",
)
TWO_TERMINAL_CHOWS = Fan(
    "two_terminal_chows",
    "老少副",
    "Two Terminal Chows",
    two_runs(facts.END_RUNS),
    needs=facts.END_RUNS,
    ja="老少副",
)
PURE_TRIPLE_CHOW = Fan(
    "pure_triple_chow",
    "一色三同顺",
    "Pure Triple Chow",
    _together(3, facts.THREE_EQUAL_RUNS),
    needs=facts.THREE_EQUAL_RUNS,
    ja="一色三同順",
)
PURE_SHIFTED_CHOWS = Fan(
    "pure_shifted_chows",
    "一色三步高",
    "Pure Shifted Chows",
    _together(3, facts.THREE_SHIFTED_RUNS),
    needs=facts.THREE_SHIFTED_RUNS,
    ja="一色三歩高",
)
PURE_STRAIGHT = Fan(
    "pure_straight",
    "清龙",
    "Pure Straight",
    _together(3, facts.STRAIGHT),
    needs=facts.STRAIGHT,
    ja="一気通貫",
)
MIXED_TRIPLE_CHOW = Fan(
    "mixed_triple_chow",
    "三色三同顺",
    "Mixed Triple Chow",
    _together(3, facts.RUNS_OF_EACH_SUIT),
    needs=facts.RUNS_OF_EACH_SUIT,
    ja="三色同順",
)
MIXED_STRAIGHT = Fan(
    "mixed_straight",
    "花龙",
    "Mixed Straight",
    _together(3, facts.MIXED_STRAIGHT),
    needs=facts.MIXED_STRAIGHT,
    ja="花竜",
)
MIXED_SHIFTED_CHOWS = Fan(
    "mixed_shifted_chows",
    "三色三步高",
    "Mixed Shifted Chows",
    _together(3, facts.MIXED_SHIFTED_RUNS),
    needs=facts.MIXED_SHIFTED_RUNS,
    ja="三色三歩高",
)
QUADRUPLE_CHOW = Fan(
    "quadruple_chow",
    "一色四同顺",
    "Quadruple Chow",
    _together(4, facts.FOUR_EQUAL_RUNS),
    needs=facts.FOUR_EQUAL_RUNS,
    ja="一色四同順",
)
FOUR_SHIFTED_CHOWS = Fan(
    "four_pure_shifted_chows",
    "一色四步高",
    "Four Pure Shifted Chows",
    _together(4, facts.FOUR_SHIFTED_RUNS),
    needs=facts.FOUR_SHIFTED_RUNS,
    ja="一色四歩高",
)
PURE_TERMINAL_CHOWS = Fan(
    "pure_terminal_chows",
    "一色双龙会",
    "Pure Terminal Chows",
    Observes(observations.RUNS_AND_PAIR, _pure_dragons),
    needs=facts.RUNS[4] | facts.EQUAL_RUNS | facts.END_RUNS | facts.ONE_SUIT,
    ja="一色双竜会",
)
THREE_SUITED_TERMINAL_CHOWS = Fan(
    "three_suited_terminal_chows",
    "三色双龙会",
    "Three-Suited Terminal Chows",
    Observes(observations.RUNS_AND_PAIR, _three_suit_dragons),
    needs=facts.RUNS[4] | facts.END_RUNS | facts.RUNS_OF_A_RANK,
    ja="三色双竜会",
)
KNITTED_STRAIGHT = Fan(
    "knitted_straight",
    "组合龙",
    "Knitted Straight",
    Observes(observations.NOTHING, _knitted_straight),
    needs=facts.ODD_FORM,
    ja="組合竜",
)
