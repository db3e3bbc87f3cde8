"""What follows from the events of an evening: balances, dealer, winds, repeats. Values only, no database.

Players sit fixed, 0 to 3 in the order of play; the seats E, S, W, N of a deal are counted from its dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile
from typing import Any

from scorer.situation import Seat
from scorer.standing import Standing

SEATS = "ESWN"
Json = dict[str, Any]


class Kind(Enum):
    """What an event does."""

    DEAL = "deal"  # a deal was settled by the rules
    POINTS = "points"  # points changed hands as the players said
    UNDO = "undo"  # the last deal is taken back
    CORRECT = "correct"  # a deal is replaced by another version of it


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened at a table; `number` counts the table's events from 1.

    `deal` is the number of the event that an undo takes back or a correction replaces. `dealer` (a player)
    and `round` (0 to 3) are those with which it was played; they stay, whatever is corrected before.
    `seats` is what each seat gained, E first; `next_dealer` the seat that deals next.
    """

    number: int
    kind: Kind
    at: str = ""
    deal: int | None = None
    dealer: int = 0
    round: int = 0
    seats: tuple[int, int, int, int] = (0, 0, 0, 0)
    next_dealer: str = "E"
    note: str = ""
    given: Json = field(default_factory=dict[str, Any])
    answer: Json = field(default_factory=dict[str, Any])

    @property
    def players(self) -> tuple[int, ...]:
        """What each player gained."""
        return tuple(self.seats[(player - self.dealer) % 4] for player in range(4))


@dataclass(frozen=True)
class Evening:
    """The table as it stands. `deals` are those that count, in the order they were played."""

    version: int = 0
    deals: tuple[Event, ...] = ()
    dealer: int = 0
    round: int = 0
    repeats: int = 0

    @property
    def on_table(self) -> int:
        """The points that lie on the table 供託; with them and `outside`, the balances sum to zero."""
        return sum(deal.answer.get("on_table", 0) for deal in self.deals)

    @property
    def outside(self) -> int:
        """What those who only bet 外围 have gained, all together."""
        return sum(sum(deal.answer.get("outside", {}).values()) for deal in self.deals)

    @property
    def counters(self) -> int:
        """Deals in a row up to now that were drawn or won by their dealer 本场."""
        return _last(not _winners(d) or "E" in _winners(d) for d in self._settled)

    @property
    def draws(self) -> int:
        """Drawn deals in a row up to now."""
        return _last(not _winners(d) for d in self._settled)

    @property
    def _settled(self) -> list[Event]:
        """The deals that the rules settled, the last one first, but those that count in no row 不计连庄序;
        points that changed hands are no deal."""
        return [d for d in reversed(self.deals) if d.answer and _counts(d)]

    def before(self, number: int) -> Evening:
        """The table as it stood when that deal was played."""
        at = next(i for i, deal in enumerate(self.deals) if deal.number == number)
        then, old = _after(self.deals[:at]), self.deals[at]
        return replace(then, version=self.version, dealer=old.dealer, round=old.round)

    def standing(self, options: Mapping[str, Any]) -> Standing:
        """What a rule set is told of it before the next deal."""
        gained = {Seat[self.seat(player)]: n for player, n in enumerate(self.balances)}
        return Standing(gained, self.on_table, self.repeats, self.draws, self.counters, options)

    @property
    def balances(self) -> tuple[int, ...]:
        """What each player has gained or lost so far."""
        return tuple(sum(deal.players[player] for deal in self.deals) for player in range(4))

    def seat(self, player: int) -> str:
        """The seat wind of a player in the next deal."""
        return SEATS[(player - self.dealer) % 4]


def _last(so: Iterable[bool]) -> int:
    return sum(1 for _ in takewhile(bool, so))


def _counts(deal: Event) -> bool:
    """Whether it counts in a row of deals, as one that a fault ended does not."""
    return bool(deal.answer.get("counted", True))


def _winners(deal: Event) -> set[str]:
    return {w["seat"] for w in deal.answer.get("winners", ())}


def evening(events: Iterable[Event]) -> Evening:
    """The table after these events, in their order."""
    now = Evening()
    for event in events:
        deals = _deals(now.deals, event)
        now = replace(_after(deals), version=event.number)
    return now


def _deals(deals: Sequence[Event], event: Event) -> tuple[Event, ...]:
    if event.kind is Kind.UNDO:
        return tuple(d for d in deals if d.number != event.deal)
    if event.kind is Kind.CORRECT:
        return tuple(replace(event, number=d.number) if d.number == event.deal else d for d in deals)
    return (*deals, event)


def _after(deals: Sequence[Event]) -> Evening:
    """Who deals next, in which wind, for which time in a row."""
    if not deals:
        return Evening()
    last = deals[-1]
    steps = SEATS.index(last.next_dealer)
    dealer = (last.dealer + steps) % 4
    past_the_first = steps > 0 and last.dealer + steps >= 4
    repeats = 0
    for deal in reversed(deals):
        if deal.next_dealer != "E":
            break
        repeats += _counts(deal)
    return Evening(0, tuple(deals), dealer, (last.round + past_the_first) % 4, repeats)


def next_dealer(answer: Mapping[str, Any]) -> str:
    """Who deals next where neither the rule set nor the players say: the dealer again after a win of theirs
    or a draw, else the next seat (house default)."""
    if said := answer.get("next_dealer"):
        return str(said)
    winners = {w["seat"] for w in answer.get("winners", ())}
    return "E" if not winners or "E" in winners else "S"
