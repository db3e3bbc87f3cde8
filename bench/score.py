"""How fast hands are scored: beside PyMahjongGB (C++) and ``mahjong`` (Python), and with wild tiles.

``make bench``, or ``python bench/score.py --hands 400 --seed 1``. Each program is given the same hands in its
own form, made before the clock starts, and says of each its best score: fans with their values, and in riichi
han, fu with its parts and points, red fives counted. Beside that, each call of Paiyan checks the hand against
the rule set's tiles, claims and table, and says what each fan lies on and what it kept out; `mahjong` checks
its settings and splits the points between the payers. *All waits* takes the tiles without the winning one,
finds those that complete them, and scores each by discard and by self-draw: PyMahjongGB, which has no list of
waits, is asked for all 34; `mahjong` has a test for winning shapes, and scores what passes.

The programs take turns on some hundred hands at a time, so that a busy machine slows all of them alike; each
has worked on as many other hands before, as one has that scores hands all day. Rates are of processor time,
beside other programs without the garbage collector, as `timeit` has it; what
counts are the ratios. Wild tiles are scored with the garbage collector on, since what counts there is the
slowest hand.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from time import process_time

from other_scorers import Contestant, Mahjong, PyMahjongGB, Task
from random_hands import deal, declared, with_wilds

from scorer.hand.hand import Hand
from scorer.house.load import load
from scorer.rules.checks import check_hand
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import rule_set
from scorer.scoring.results import Score
from scorer.scoring.score import score, waits
from scorer.scoring.ways import ways_to_see

TURN = 250  # hands that a program works on before the next has its turn: its code is at hand by then
WILD = (0, 2, 4, 7)


def ours(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    return Contestant("Paiyan", [partial(score, rules, h) for h in hands])


def our_waits(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    return Contestant("Paiyan", [partial(waits, rules, replace(h, win=None)) for h in hands])


def race(*contestants: Contestant) -> list[float]:
    """Seconds of processor time that each needs for its tasks, run in turns."""
    spent = [0.0] * len(contestants)
    for start in range(0, len(contestants[0].tasks), TURN):
        for i, contestant in enumerate(contestants):
            tasks = contestant.tasks[start : start + TURN]
            begin = process_time()
            for task in tasks:
                task()
            spent[i] += process_time() - begin
    return spent


def report(what: str, *contestants: Contestant) -> None:
    """One line for each, and how the first compares with the others."""
    spent = race(*contestants)
    n = len(contestants[0].tasks)
    print(f"{what} ({n} hands)")
    for contestant, seconds in zip(contestants, spent, strict=True):
        versus = (
            "" if contestant is contestants[0] else f"   Paiyan is {seconds / spent[0]:.2f} times as fast"
        )
        print(f"  {contestant.name:<12}{n / seconds:>9.0f} a second{versus}")


def beside(
    program: type[PyMahjongGB | Mahjong], rules: RuleSet, hands: Sequence[Hand], others: Sequence[Hand]
) -> None:
    """One rule set beside the program that scores it too, if that is installed; `others` come before."""
    try:
        other = program()
    except ImportError:
        print(f"{rules.id}: {program.name} is not installed, so nothing is compared")
        return
    race(ours(rules, others), other.scored(others))
    report(f"{rules.id}: scored", ours(rules, hands), other.scored(hands))
    where(rules, hands)
    race(our_waits(rules, others), other.waiting(others))
    report(f"{rules.id}: all waits scored", our_waits(rules, hands), other.waiting(hands))


def where(rules: RuleSet, hands: Sequence[Hand]) -> None:
    """Where our time goes, step by step: each step with those before it, so that nothing is left out."""

    def look(hand: Hand, *, fans: bool) -> None:
        hand = check_hand(rules, hand)
        if hand.win:
            for arranged in ways_to_see(rules, hand, hand.win):
                if fans:
                    rules.counted_by.found(arranged)

    steps: tuple[tuple[str, Callable[[Hand], object]], ...] = (
        ("checking", partial(check_hand, rules)),
        ("arranging", partial(look, fans=False)),
        ("looking for fans", partial(look, fans=True)),
        ("counting and valuing", partial(score, rules)),
    )
    spent = race(*(Contestant(name, [partial(step, h) for h in hands]) for name, step in steps))
    own = [spent[0], *(b - a for a, b in pairwise(spent))]
    shares = (
        f"{name} {100 * seconds / spent[-1]:.0f}%" for (name, _), seconds in zip(steps, own, strict=True)
    )
    print(f"  where Paiyan's time goes: {', '.join(shares)}")


def wild_tiles(random: Random, n: int) -> None:
    """Tianjin with more and more wild tiles: milliseconds a hand, the slowest, and against none."""
    rules = rule_set("tianjin")
    for what, make in (("scored", ours), ("all waits scored", our_waits)):
        print(f"tianjin: {what} ({n} hands for each number of wild tiles)")
        plain = 0.0
        for wilds in WILD:
            tasks = make(rules, [with_wilds(random, wilds) for _ in range(n)]).tasks
            gc.collect()
            each = [_seconds(task) for task in tasks]
            mean = sum(each) / n
            plain = plain or mean
            print(
                f"  {wilds} wild {1000 * mean:>9.2f} ms a hand, {1000 * max(each):>8.2f} ms the slowest"
                f"   {mean / plain:.1f} times none"
            )


HOUSE = """
id = "bench"
name = "A club"
base = "hongkong"
minimum = 3
[fans]
half_flush = 4
no_flowers = false
[[hand]]
id = "three_rivers"
name = "Three rivers"
value = 8
sets = ["123a", "456b", "789c"]
[points]
cap = 10
"""


def under_a_house_file(hands: Sequence[Hand]) -> None:
    """The same hands under a rule set and under a house file with that base: other prices, a hand, a cap."""
    base, house = rule_set("hongkong").with_options(), load(HOUSE).rules.with_options()
    plain = [h for h in hands if isinstance(_scored(base, h), Score)]
    of_base = Contestant("its base", ours(base, plain).tasks)
    report("hongkong: under a house file", ours(house, plain), of_base)


def _scored(rules: RuleSet, hand: Hand) -> object:
    try:
        return score(rules, hand)
    except ValueError:
        return None


def _seconds(task: Task) -> float:
    begin = process_time()
    task()
    return process_time() - begin


def imported() -> None:
    """Milliseconds to import the scorer and to build one rule set, in a new process."""
    command = (
        "from time import process_time as now; start = now(); import scorer.answering.answer as a;"
        "there = now(); a.rule_set('riichi'); print(1000 * (there - start), 1000 * (now() - start))"
    )
    runs = [
        [float(x) for x in subprocess.check_output([sys.executable, "-c", command], text=True).split()]
        for _ in range(5)
    ]
    alone, with_one = map(min, zip(*runs, strict=True))
    print(f"import of the scorer: {alone:.0f} ms, with one rule set {with_one:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000, help="hands of each comparison")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    random = Random(given.seed)
    hands = [deal(random) for _ in range(given.hands)]
    print(f"seed {given.seed}")
    imported()
    gc.disable()  # its pauses grow with the hands of the bench, which no program has to keep
    others = [deal(random) for _ in range(given.hands)]
    beside(PyMahjongGB, rule_set("guobiao"), hands, others)
    beside(Mahjong, rule_set("riichi"), declared(hands), declared(others))
    under_a_house_file(hands)
    gc.enable()
    wild_tiles(random, max(1, given.hands * 3 // 10))


if __name__ == "__main__":
    main()
