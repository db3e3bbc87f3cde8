"""How fast hands are scored: beside PyMahjongGB (C++) and ``mahjong`` (Python), and with wild tiles.

``python -m bench score``. Each program is given the same hands in its
own form, made before the clock starts, and says of each its best score: fans with their values, and in riichi
han, fu with its parts and points, red fives counted. Beside that, each call of Paiyan checks the hand against
the rule set's tiles, claims and table, and says what each fan lies on and what it kept out; `mahjong` checks
its settings and splits the points between the payers. *All waits* takes the tiles without the winning one,
finds those that complete them, and scores each by discard and by self-draw: PyMahjongGB, which has no list of
waits, is asked for all 34; `mahjong` has a test for winning shapes, and scores what passes.

The programs take turns on some hundred hands at a time, so that a busy machine slows all of them alike; each
has worked on as many other hands before, as one has that scores hands all day. Rates are of processor time,
beside other programs without the garbage collector, as `timeit` has it; what counts are the ratios. Wild
tiles, and one hand under all rule sets, are scored with the garbage collector on, since what counts there is
how long somebody waits. Where the scorer is compiled (`make bench-compiled`), the lines say so and stand
beside those of plain Python.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from time import process_time

from bench.benches import Measured
from bench.other_scorers import Contestant, Mahjong, PyMahjongGB, Task
from bench.random_hands import deal, declared, hand_json, with_wilds
from paiyan.models.pages.speed import Unit
from paiyan.scorer.caching import is_compiled
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.house.load import load
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import MODULES, rule_set
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.scoring.ways import ways_to_see
from paiyan.service.answers.scoring import compare
from paiyan.service.answers.situation import HandRequest

TURN = 250  # hands that a program works on before the next has its turn: its code is at hand by then
WILD = (0, 2, 4, 7)
FORMS = ("plain Python", "compiled")
FORM = FORMS[is_compiled()]


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


def compete(told: Measured, what: str, own: Contestant, other: Contestant, how: str = "") -> None:
    """A line of ours beside the other; the short table shows those beside other programs."""
    mine, theirs = race(own, other)
    n = len(own.tasks)
    foreign = other.name in (PyMahjongGB.name, Mahjong.name)
    told.add(what, n / mine, Unit.RATE, how=_how(how), beside=(other.name, n / theirs), headline=foreign)


def _how(how: str = "") -> str:
    """How it was measured, and the form of the scorer: lines of both forms stand together."""
    return ", ".join(filter(None, (how, FORM)))


def beside(
    told: Measured,
    program: type[PyMahjongGB | Mahjong],
    name: str,
    rules: RuleSet,
    hands: Sequence[Hand],
    others: Sequence[Hand],
) -> None:
    """One rule set beside the program that scores it too, if that is installed; `others` come before."""
    try:
        other = program()
    except ImportError:
        told.left_out[program.name] = "it is not installed"
        return
    race(ours(rules, others), other.scored(others))
    compete(told, f"{name}: hands scored", ours(rules, hands), other.scored(hands))
    where(rules, hands)
    race(our_waits(rules, others), other.waiting(others))
    compete(told, f"{name}: all waits scored", our_waits(rules, hands), other.waiting(hands))


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
    # Each step has hands of its own, of which nothing is worked out yet.
    spent = race(*(Contestant(name, [partial(step, replace(h)) for h in hands]) for name, step in steps))
    own = [spent[0], *(b - a for a, b in pairwise(spent))]
    shares = (
        f"{name} {100 * seconds / spent[-1]:.0f}%" for (name, _), seconds in zip(steps, own, strict=True)
    )
    print(f"score: where the time of {rules.id} goes: {', '.join(shares)}", file=sys.stderr)


def wild_tiles(told: Measured, random: Random, n: int) -> None:
    """Tianjin with more and more wild tiles: the slowest of `n` hands, beside the slowest without."""
    rules = rule_set("tianjin")
    for what, make in (("scored", ours), ("all waits", our_waits)):
        plain = 0.0
        for wilds in WILD:
            tasks = make(rules, [with_wilds(random, wilds) for _ in range(n)]).tasks
            gc.collect()
            gc.freeze()  # what the bench keeps is nothing that a collection looks through at a table
            slowest = 1000 * max(_seconds(task) for task in tasks)
            than = ("no wild tile", plain) if plain else None
            told.add(
                f"Tianjin: the slowest hand, {what}",
                slowest,
                Unit.MS,
                how=_how(f"{wilds} wild tiles"),
                beside=than,
            )
            plain = plain or slowest


def under_all(told: Measured, hands: Sequence[Hand]) -> None:
    """One hand under every rule set, as `--compare all` does: the middle one of some."""
    asked = [HandRequest(hand_json(hand)) for hand in hands]
    compare(asked[0], under=["all"])
    spent = [_seconds(partial(compare, one, under=["all"])) for one in asked]
    told.add(f"one hand under all {len(MODULES)} rule sets", 1000 * median(spent), Unit.MS, how=_how())


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


def under_a_house_file(told: Measured, hands: Sequence[Hand]) -> None:
    """The same hands under a rule set and under a house file with that base: other prices, a hand, a cap."""
    base, house = rule_set("hongkong").with_options(), load(HOUSE).rules.with_options()
    plain = [h for h in hands if isinstance(_scored(base, h), Score)]
    of_base = Contestant("the rule set it is based on", ours(base, plain).tasks)
    compete(told, "Hong Kong: hands scored", ours(house, plain), of_base, how="a house file")


def _scored(rules: RuleSet, hand: Hand) -> object:
    try:
        return score(rules, hand)
    except ValueError:
        return None


def _seconds(task: Task) -> float:
    begin = process_time()
    task()
    return process_time() - begin


def measure(told: Measured, *, hands: int = 1000, seed: int = 0) -> None:
    """Lines of so many hands each, of wild tiles of three in ten, of all rule sets of one in twenty."""
    told.left_out |= {form: f"the scorer here is {FORM}" for form in FORMS if form != FORM}
    random = Random(seed)
    dealt = [deal(random) for _ in range(hands)]
    gc.disable()  # its pauses grow with the hands of the bench, which no program has to keep
    others = [deal(random) for _ in range(hands)]
    beside(told, PyMahjongGB, "national rules", rule_set("guobiao"), dealt, others)
    beside(told, Mahjong, "riichi", rule_set("riichi"), declared(dealt), declared(others))
    under_a_house_file(told, dealt)
    gc.enable()
    under_all(told, dealt[: max(1, hands // 20)])
    wild_tiles(told, random, max(1, hands * 3 // 10))
