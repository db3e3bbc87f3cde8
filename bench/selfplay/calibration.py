"""Hold the chances to win that the advice expects against what came of the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from random import Random

from bench.selfplay.deal import play, shuffled
from bench.selfplay.players import difference, search_of
from paiyan.scorer.advice.discards import EXACT
from paiyan.scorer.advice.others import Others
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.tile import Tile


def calibration(rules: RuleSet, deals: int, seed: int) -> Iterator[str]:
    """Yield by distance how often players who come nearer were expected to win, and did.

    The chances are those that the advice gives for their own discards, three of ten of which are looked at.
    """
    random, rows = Random(seed), dict[int, list[tuple[float, bool]]]()
    predicted: list[tuple[Seat, int, float]] = []

    def player(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
        near = search_of(rules, hand, table, turns).position
        gone, riichi = len(table.discards[hand.seat]), len(table.riichi)
        search = Search(replace(near, gone=gone, riichi=riichi))
        left = search.throws(search.position.held)[0]
        if random.random() < 0.3:
            away = search.distance(left)
            expects = search.exact(left) if away <= EXACT else search.sampled(left, 6)
            predicted.append((hand.seat, away, expects.win))
        return difference(search.position.held, left)

    for _ in range(deals):
        predicted.clear()
        deal = play(rules, [player] * 4, shuffled(rules, random))
        for seat, away, win in predicted:
            rows.setdefault(away, []).append((win, deal.winner is seat))
    for away, row in sorted(rows.items()):
        n, played = len(row), sum(won for _, won in row) / len(row)
        error = sqrt(played * (1 - played) / n)
        expected = sum(win for win, _ in row) / n
        yield f"distance {away}: expected {expected:.3f}, played {played:.3f} ± {error:.3f} ({n} hands)"
