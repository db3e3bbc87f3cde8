"""Measure how long advice takes: the slowest answer of some hands at each distance, for every rule set.

``python -m bench advise``. Random hands are brought nearer to a win tile by tile, so that every rule set
answers at every distance. The tables of suits are emptied before each answer, as in a program that starts;
times are of processor time.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from bench.benches import Measured
from paiyan.models.pages.speed import Unit
from paiyan.scorer.advice.advise import advise
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.search import Search
from paiyan.scorer.arranging.shanten import forget_tables
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.tile import KINDS, TILES


def hands(rules: RuleSet, random: Random) -> Iterator[Hand]:
    """Yield a random hand with the tile drawn, and that hand nearer and nearer to a win."""
    kinds = [k for k in sorted(rules.played_with.tiles.kinds) if k < KINDS]
    wall = [k for k in kinds for _ in range(4)]
    random.shuffle(wall)
    held = [TILES[wall.pop()] for _ in range(rules.played_with.hand_size)]
    nearest = 99
    while wall:
        drawn = TILES[wall.pop()]
        hand = Hand(tuple(held), win=Win(drawn, By.SELF_DRAW))
        checked = check_hand(rules, Hand((*held,)))
        whole = Hand((*checked.concealed, drawn), table=checked.table)
        search = Search(Position(rules, whole, unseen_tiles(rules, checked), 12))
        away = search.distance(search.position.held)
        if 0 <= away < nearest:
            nearest = away
            yield hand
        if away < 0 or not (throws := search.throws(search.position.held)):
            return
        thrown = next(k for k in search.position.held.kinds if search.position.held.plus(k, -1) == throws[0])
        held.append(drawn)
        held.remove(TILES[thrown])


def slowest(rules: RuleSet, random: Random, times: int) -> float:
    """Return the seconds of processor time of the slowest answer.

    Each is given twice, and the quicker one counts: other programs on the machine disturb its caches.
    """
    worst = 0.0
    for _ in range(times):
        for hand in hands(rules, random):
            worst = max(worst, min(_seconds(rules, hand) for _ in range(2)))
    return worst


def _seconds(rules: RuleSet, hand: Hand) -> float:
    """Return the processor time of an answer."""
    forget_tables()
    begin = process_time()
    advise(rules, hand)
    return process_time() - begin


def measure(record: Measured, *, hands: int = 3, seed: int = 0) -> None:
    """Add the slowest answers for hands of 14 and of 17 tiles, and those of each rule set."""
    spent: dict[int, dict[str, float]] = {}
    for name in IDS:
        rules = rule_set(name).with_options({})
        size = 14 if rules.played_with.hand_size < 16 else 17
        spent.setdefault(size, {})[name] = slowest(rules, Random(f"{seed} {name}"), hands)
    for size, by_rules in sorted(spent.items()):
        middle = sorted(by_rules.values())[len(by_rules) // 2]
        record.add(
            f"advice for {size} tiles: the slowest answer of the middle rule set", 1000 * middle, Unit.MS
        )
        name, worst = max(by_rules.items(), key=lambda item: item[1])
        record.add(f"advice for {size} tiles: the slowest answer", 1000 * worst, Unit.MS, method=name)
    record.details["advise"] = {
        str(size): {name: round(1000 * spent[size][name]) for name in spent[size]} for size in sorted(spent)
    }
