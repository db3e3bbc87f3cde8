"""Measure how fast hands are scored: against PyMahjongGB (C++) and ``mahjong`` (Python), and with wild tiles.

``python -m bench score``. Each program gets the same hands in its own form, made before the clock starts, and
returns the best score of each: fans with their values, and in riichi han, fu with its parts and points, red
fives counted. In addition, each call of Paiyan checks the hand against the rule set's tiles, claims and
table, and explains the tiles of each fan and the fans it excluded; `mahjong` checks its settings and splits
the points between the payers. *All waits* takes the tiles without the winning one, finds those that complete
them, and scores each by discard and by self-draw: PyMahjongGB, which has no list of waits, tries all 34;
`mahjong` has a test for winning shapes, and scores those that pass.

The programs take turns on some hundred hands at a time, so that a busy machine slows all of them equally;
each has scored as many other hands before, like a program that scores hands all day. Rates are of processor
time, against other programs without the garbage collector, as in `timeit`; only the ratios matter. Wild
tiles, and one hand under all rule sets, are scored with the garbage collector on, since the waiting time
matters there. If the scorer is compiled (`make bench-compiled`), the lines say so and are shown next to those
of plain Python.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from time import process_time

from bench.benches import Measured
from bench.hands import Contestant, Mahjong, PyMahjongGB, Task, deal, declared, hand_json, with_wilds
from paiyan.models.pages.speed import Unit
from paiyan.scorer.caching import is_compiled
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.house.load import load
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.service.answers.scoring import compare
from paiyan.service.answers.situation import HandRequest

TURN = 250  # hands that a program scores before the next has its turn, so that its code is in the caches
WILD = (0, 2, 4, 7)
FORMS = ("plain Python", "compiled")
FORM = FORMS[is_compiled()]


def paiyan_scores(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    """Return a task for each hand that scores it as it was won."""
    return Contestant("Paiyan", [partial(score, rules, h) for h in hands])


def paiyan_waits(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    """Return a task for each hand that finds its waits and scores them; its win is left out."""
    return Contestant("Paiyan", [partial(waits, rules, replace(h, win=None)) for h in hands])


def race(*contestants: Contestant) -> list[float]:
    """Return the seconds of processor time of each for its tasks, run in turns."""
    spent = [0.0] * len(contestants)
    for start in range(0, len(contestants[0].tasks), TURN):
        for i, contestant in enumerate(contestants):
            tasks = contestant.tasks[start : start + TURN]
            begin = process_time()
            for task in tasks:
                task()
            spent[i] += process_time() - begin
    return spent


def compete(record: Measured, figure: str, own: Contestant, other: Contestant, method: str = "") -> None:
    """Add a line of Paiyan and the other; the short table shows those of other programs."""
    own_seconds, other_seconds = race(own, other)
    n = len(own.tasks)
    foreign = other.name in (PyMahjongGB.name, Mahjong.name)
    record.add(
        figure,
        n / own_seconds,
        Unit.RATE,
        method=_how(method),
        baseline=(other.name, n / other_seconds),
        headline=foreign,
    )


def _how(method: str = "") -> str:
    """Describe how it was measured, with the form of the scorer: lines of both forms are shown together."""
    return ", ".join(filter(None, (method, FORM)))


def against_program(
    record: Measured,
    program: type[PyMahjongGB | Mahjong],
    name: str,
    rules: RuleSet,
    hands: Sequence[Hand],
    others: Sequence[Hand],
) -> None:
    """Compare one rule set with the program that scores it too, if that is installed; `others` come
    before."""
    try:
        other = program()
    except ImportError:
        record.left_out[program.name] = "it is not installed"
        return
    race(paiyan_scores(rules, others), other.scored(others))
    compete(record, f"{name}: hands scored", paiyan_scores(rules, hands), other.scored(hands))
    race(paiyan_waits(rules, others), other.waiting(others))
    compete(record, f"{name}: all waits scored", paiyan_waits(rules, hands), other.waiting(hands))


def wild_tiles(record: Measured, random: Random, n: int) -> None:
    """Score Tianjin hands with more and more wild tiles: the slowest of `n`, compared with the slowest
    without."""
    rules = rule_set("tianjin")
    for figure, make in (("scored", paiyan_scores), ("all waits", paiyan_waits)):
        plain = 0.0
        for wilds in WILD:
            tasks = make(rules, [with_wilds(random, wilds) for _ in range(n)]).tasks
            gc.collect()
            gc.freeze()  # the bench's own objects would slow a collection as no table's do
            slowest = 1000 * max(_seconds(task) for task in tasks)
            than = ("no wild tile", plain) if plain else None
            record.add(
                f"Tianjin: the slowest hand, {figure}",
                slowest,
                Unit.MS,
                method=_how(f"{wilds} wild tiles"),
                baseline=than,
            )
            plain = plain or slowest


def under_all(record: Measured, hands: Sequence[Hand]) -> None:
    """Score one hand under every rule set, as `--compare all` does: the median of some."""
    requests = [HandRequest(hand_json(hand)) for hand in hands]
    compare(requests[0], under=["all"])
    spent = [_seconds(partial(compare, one, under=["all"])) for one in requests]
    record.add(f"one hand under all {len(IDS)} rule sets", 1000 * median(spent), Unit.MS, method=_how())


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


def under_a_house_file(record: Measured, hands: Sequence[Hand]) -> None:
    """Score the same hands under a rule set and under a house file with that base: other prices, a hand, a
    cap."""
    base, house = rule_set("hongkong").with_options(), load(HOUSE).rules.with_options()
    plain = [h for h in hands if isinstance(_scored(base, h), Score)]
    of_base = Contestant("the rule set it is based on", paiyan_scores(base, plain).tasks)
    compete(record, "Hong Kong: hands scored", paiyan_scores(house, plain), of_base, method="a house file")


def _scored(rules: RuleSet, hand: Hand) -> object:
    try:
        return score(rules, hand)
    except ValueError:
        return None


def _seconds(task: Task) -> float:
    begin = process_time()
    task()
    return process_time() - begin


def measure(record: Measured, *, hands: int = 1000, seed: int = 0) -> None:
    """Add lines of `hands` each, of wild tiles for three in ten, of all rule sets for one in twenty."""
    record.left_out |= {form: f"the scorer here is {FORM}" for form in FORMS if form != FORM}
    random = Random(seed)
    dealt = [deal(random) for _ in range(hands)]
    gc.disable()  # its pauses grow with the hands of the bench, which other programs need not keep
    others = [deal(random) for _ in range(hands)]
    against_program(record, PyMahjongGB, "national rules", rule_set("guobiao"), dealt, others)
    against_program(record, Mahjong, "riichi", rule_set("riichi"), declared(dealt), declared(others))
    under_a_house_file(record, dealt)
    gc.enable()
    under_all(record, dealt[: max(1, hands // 20)])
    wild_tiles(record, random, max(1, hands * 3 // 10))
