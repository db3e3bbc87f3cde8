"""Measure what the advice assumes: its chances to win and time of a step against results, and its paces.

``python -m bench.selfplay --pace --deals 200`` writes `scorer/advice/paces.py`, measured in deals of four
players who only come nearer to a win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from random import Random

from bench.selfplay.deal import Deal, difference, nearest, play, search_of, shuffled
from paiyan.scorer.advice.discards import EXACT
from paiyan.scorer.advice.paces import STEPS
from paiyan.scorer.advice.position import Declared
from paiyan.scorer.advice.safety import Others, Table
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS
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


WRITTEN = Path(__file__).parents[2] / "scorer" / "advice" / "paces.py"
Row = tuple[tuple[float, ...], float, float, int]  # of `PACES`
_FOR_DANGER = 3  # one deal in this many counts deal-ins too: their chances take time


@dataclass
class _Share:
    """Counts of an event, and of the occasions for it."""

    times: int = 0
    of: int = 0

    def add(self, happened: bool) -> None:
        self.times += happened
        self.of += 1

    @property
    def chance(self) -> float:
        # Half an event in one more occasion, so that a step without any event is not taken for safe.
        return round((self.times + 0.5) / (self.of + 1), 4)


@dataclass
class _Counted:
    """The counts of the deals so far."""

    ends: list[_Share] = field(default_factory=lambda: [_Share() for _ in STEPS])
    after_riichi: _Share = field(default_factory=_Share)
    dealt: list[int] = field(default_factory=list[int])
    aside: list[int] = field(default_factory=list[int])
    won: int = 0

    def add(self, deal: Deal) -> None:
        """Count a deal, once for each of its players."""
        for seat in Seat:
            riichi = min((turn for other, turn in deal.riichi.items() if other is not seat), default=99)
            last = deal.drawn[seat] - 1
            for turn in range(last + 1):
                if turn == last and deal.winner is seat:
                    continue
                ended = turn == last and deal.winner is not None
                self.ends[max(i for i, first in enumerate(STEPS) if turn >= first)].add(ended)
                if turn > riichi:
                    self.after_riichi.add(ended)
            if deal.winner not in (None, seat):
                (self.dealt if deal.discarder is seat else self.aside).append(-deal.balances.get(seat, 0))
        self.won += deal.winner is not None


def _mean(values: list[int]) -> float:
    return round(sum(values) / max(len(values), 1), 2)


def pace(rules: RuleSet, deals: int, seed: int) -> tuple[Row, Declared | None]:
    """Return the pace of a rule set; and what follows a riichi, if a waiting player declares it publicly."""
    random, counted = Random(seed), _Counted()
    for _ in range(deals):
        counted.add(play(rules, [nearest] * 4, shuffled(rules, random)))
    ends = tuple(share.chance for share in counted.ends)
    row = ends, _mean(counted.dealt + counted.aside), round(counted.won / deals, 3), deals
    if not counted.after_riichi.of:
        return row, None
    dealt, aside = _mean(counted.dealt), _mean(counted.aside)
    expected = Declared(counted.after_riichi.chance, 1.0, dealt, aside)
    return row, expected._replace(danger=_danger(rules, deals // _FOR_DANGER, random))


def _danger(rules: RuleSet, deals: int, random: Random) -> float:
    """Return the deal-ins of players who only come nearer, as a multiple of the expected ones by `safety`."""
    expected, fed = 0.0, 0

    def player(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
        nonlocal expected
        thrown = nearest(rules, hand, table, turns)
        known = Table(replace(search_of(rules, hand, table, turns).position, riichi=0), table)
        missed = 1.0
        for safety in known.safety(thrown.kind):
            missed *= 1.0 - (safety.chance if safety.seat in table.riichi else 0.0)
        expected += 1.0 - missed
        return thrown

    for _ in range(deals):
        fed += play(rules, [player] * 4, shuffled(rules, random)).discarder is not None
    return round(fed / expected, 2) if expected else 1.0


def module(paces: Mapping[str, Row], declared: Mapping[str, Declared]) -> str:
    """Return the source of the module with the measured paces."""
    return "\n".join(
        (
            '"""The paces of rule sets, as ``python -m bench.selfplay --pace`` writes them."""',
            "",
            "from __future__ import annotations",
            "",
            f"STEPS = {STEPS}  # turns gone at which another chance begins",
            "PACES: dict[str, tuple[tuple[float, ...], float, float, int]] = {",
            *(f'    "{name}": {paces[name]},' for name in IDS if name in paces),
            "}",
            '"""Chances by turns gone, the cost of such an end, the share of deals won, deals played."""',
            "",
            "DECLARED: dict[str, tuple[float, float, float, float]] = {",
            *(f'    "{name}": {tuple(declared[name])},' for name in IDS if name in declared),
            "}",
            '"""The fields of `Declared`, in order, for rule sets where a waiting hand is declared."""',
            "",
        )
    )
