"""Compare the expectations of the advice with the results of the hands: chances to win, and time of a
step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from bench.selfplay.deal import difference, play, search_of, shuffled
from paiyan.scorer.advice.discards import EXACT
from paiyan.scorer.advice.safety import Others
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.tile import Tile


@dataclass
class Steps:
    """Counts of hands that came nearer, and of those that the useful tiles at each look predicted."""

    taken: int = 0
    foretold: float = 0.0

    def add(self, looks: Sequence[tuple[int, float]]) -> None:
        """Count the looks at one hand after its discards: its distance, and the chance that a draw helps.

        Each look predicts that chance for every later draw until the hand is nearer, or the deal ends.
        """
        for turn, (away, chance) in enumerate(looks):
            later = [distance < away for distance, _ in looks[turn + 1 :]]
            if away > 0:
                self.taken += any(later)
                self.foretold += chance * (later.index(True) + 1 if any(later) else len(later))


@dataclass(frozen=True)
class Calibration:
    """Expected and actual chances to win, by distance, and how much likelier a step was than predicted by the
    useful tiles (`search.IMPROVES`).

    A row is a distance, the expected chance, the share that won with its standard error, and the number of
    hands.
    """

    deals: int
    seed: int
    step: float
    looks: int
    rows: list[tuple[int, float, float, float, int]]

    def __str__(self) -> str:
        lines = [
            f"distance {away}: expected {expected:.3f}, played {played:.3f} ± {error:.3f} ({n} hands)"
            for away, expected, played, error, n in self.rows
        ]
        last = f"a step is {self.step:.2f} times as likely as by the tiles that help ({self.looks} steps)"
        return "\n".join((*lines, last))


def calibration(rules: RuleSet, deals: int, seed: int) -> Calibration:
    """Return how often players who come nearer were expected to win, and did.

    The chances are those that the advice gives for their own discards; three of ten discards are checked.
    """
    random, rows, steps = Random(seed), dict[int, list[tuple[float, bool]]](), Steps()
    predicted: list[tuple[Seat, int, float]] = []
    looks: dict[Seat, list[tuple[int, float]]] = {}

    def player(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
        near = search_of(rules, hand, table, turns).position
        gone, riichi = len(table.discards[hand.seat]), len(table.riichi)
        search = Search(replace(near, gone=gone, riichi=riichi))
        left = search.throws(search.position.held)[0]
        looks[hand.seat].append((search.distance(left), search.chance(left)))
        if random.random() < 0.3:
            away = search.distance(left)
            expects = search.exact(left) if away <= EXACT else search.sampled(left, 6)
            predicted.append((hand.seat, away, expects.win))
        return difference(search.position.held, left)

    for _ in range(deals):
        predicted.clear()
        looks.update({seat: [] for seat in Seat})
        deal = play(rules, [player] * 4, shuffled(rules, random))
        for seat, away, win in predicted:
            rows.setdefault(away, []).append((win, deal.winner is seat))
        for hand in looks.values():
            steps.add(hand)
    found: list[tuple[int, float, float, float, int]] = []
    for away, row in sorted(rows.items()):
        n, played = len(row), sum(won for _, won in row) / len(row)
        error = sqrt(played * (1 - played) / n)
        expected = sum(win for win, _ in row) / n
        found.append((away, round(expected, 3), round(played, 3), round(error, 3), n))
    step = round(steps.taken / max(steps.foretold, 1e-9), 2)
    return Calibration(deals, seed, step, steps.taken, found)
