"""Compare players that follow the advice with players who only come nearer to a win.

Each wall is dealt twice: once with the advice on east and west, once on south and north, so that luck is the
same for both. A seed deals `WALLS` walls twice; the committed file keeps the gains of each, so a long run can
be continued.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypedDict

from bench.selfplay.deal import Player, Quick, advised, nearest, play, shuffled
from paiyan.models.pages import figures as pages
from paiyan.scorer.advice.search import mean_with_error
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.rule_set import RuleSet

WALLS = 10  # of a seed, each dealt twice


class Row(TypedDict):
    """The gains of a rule set, by pairs of deals; who won, and who fed a win; the seeds that were dealt."""

    seeds: list[int]
    wins: list[int]  # of players with the advice, and of the others
    fed: list[int]
    gains: list[float]


@dataclass(frozen=True)
class Gain:
    """The mean gain of a player with the advice in a deal, and half of its 95% interval."""

    mean: float
    half: float
    deals: int

    @classmethod
    def of(cls, gains: list[float]) -> Gain:
        """Return the gain of pairs of deals."""
        mean, error = mean_with_error(gains)
        return cls(mean, 1.96 * error, 2 * len(gains))


def compare(rules: RuleSet, seed: int, *, whole: bool = False, walls: int = WALLS) -> Row:
    """Play the walls of a seed; `whole`: with all the effort of the advice, which takes ten times as long."""
    random = Random(f"{rules.id} {seed}")
    row = Row(seeds=[seed], wins=[0, 0], fed=[0, 0], gains=[])
    for _ in range(walls):
        wall, gained = shuffled(rules, random), 0.0
        for own in ((Seat.E, Seat.W), (Seat.S, Seat.N)):
            players: list[Player] = [(advised if whole else Quick()) if s in own else nearest for s in Seat]
            deal = play(rules, players, wall.copy())
            gained += sum(deal.balances.get(s, 0) for s in own) / 4
            if deal.winner is not None:
                row["wins"][deal.winner not in own] += 1
            if deal.discarder is not None:
                row["fed"][deal.discarder not in own] += 1
        row["gains"].append(round(gained, 3))
    return row


def known() -> dict[str, Row]:
    """Return the committed gains."""
    return pages.read_rows(pages.SELF_PLAY)


def keep(name: str, row: Row) -> None:
    """Add the gains of one seed to the committed file."""
    before = known().get(name, Row(seeds=[], wins=[0, 0], fed=[0, 0], gains=[]))
    both = Row(
        seeds=before["seeds"] + row["seeds"],
        wins=[a + b for a, b in zip(before["wins"], row["wins"], strict=True)],
        fed=[a + b for a, b in zip(before["fed"], row["fed"], strict=True)],
        gains=before["gains"] + row["gains"],
    )
    pages.enter_rows(pages.SELF_PLAY, {name: both})
