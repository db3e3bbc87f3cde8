"""Play what follows a corrected deal again: its dealers and winds, what lies on the table, streaks, balances.

The people stay who they were: where another place deals, the seats of a deal turn. Facts that the session
adds to a deal's table are added again; those that players entered stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import from_json
from paiyan.service.errors import WrongUse
from paiyan.service.ledger.session.entries import (
    FILLED,
    RecordDeal,
    TableRow,
    deal_event,
    kept_of,
    next_dealer,
)
from paiyan.service.ledger.session.state import SEATS, Event, Json, Kind, Session
from paiyan.service.messages.tables import NO_SUCH_DEAL


@dataclass(frozen=True)
class _TableFacts:
    """The facts of the table that came with a deal."""

    table: Mapping[str, Any] | None = None


class Replayed(NamedTuple):
    """A deal that comes out otherwise: as it was, as it is then, and why it stays if it cannot be."""

    was: Event
    now: Event
    problem: TranslatedError | None = None


def replay(table: TableRow, session: Session, corrected: Event, played: RecordDeal) -> list[Replayed]:
    """Return the deals after `corrected` that come out otherwise; it has the number of the deal it replaces.

    `session` must have whole events, with their `given`; `played` is what was sent of the corrected deal.
    """
    at = next(i for i, event in enumerate(session.events) if event.number == corrected.number)
    old = new = session.before(corrected.number)
    old, new = old.then(_as_played(session.events[at])), new.then(_as_played(corrected))
    found: list[Replayed] = []
    for event in session.events[at + 1 :]:
        again, problem = event, None
        if event.kind in (Kind.DEAL, Kind.POINTS, Kind.CORRECT):
            # A dealer or a wind that players entered stays.
            dealer = new.dealer if event.dealer == old.dealer else event.dealer
            round_ = new.round if event.round == old.round else event.round
            again, problem = _again(table, event, old, replace(new, dealer=dealer, round=round_), played)
        if again != event or problem:
            found.append(Replayed(event, again, problem))
        old, new = old.then(_as_played(event)), new.then(_as_played(again))
    return found


def corrections(
    table: TableRow, session: Session, deal: int, played: RecordDeal, *, time: str
) -> tuple[list[Replayed], list[Event]]:
    """Return the deals that come out otherwise after a correction, and the events that correct all of them,
    the corrected deal first. Raises `WrongUse` where no such deal counts, and as `deal_event`."""
    if (was := session.deal(deal)) is None:
        raise WrongUse(NO_SUCH_DEAL, deal=deal)
    made = replace(deal_event(table, session, session.before(deal), played), number=deal, at=was.at)
    followed = replay(table, session, made, played)
    events = [made, *(one.now for one in followed if one.now != one.was)]
    return followed, [
        replace(event, kind=Kind.CORRECT, deal=event.number, number=session.version + n, at=time)
        for n, event in enumerate(events, 1)
    ]


def _as_played(event: Event) -> Event:
    """A correction as the deal that it stands for."""
    return replace(event, kind=Kind.DEAL) if event.kind is Kind.CORRECT else event


def _again(
    table: TableRow, event: Event, old: Session, new: Session, played: RecordDeal
) -> tuple[Event, TranslatedError | None]:
    """Return a deal as it comes out now; as it was, with the reason, where it cannot be."""
    turn = (event.dealer - new.dealer) % 4
    if not (outcome := event.outcome):
        return _points_again(event, new, turn), None
    kept_then = kept_of(table, replace(old, dealer=event.dealer, round=event.round))
    if (new.dealer, new.round) == (event.dealer, event.round) and kept_of(table, new) == kept_then:
        return event, None
    given = {name: value for name, value in event.given.items() if name not in FILLED}
    facts = from_json(_TableFacts, given).table or {}
    own = {name: value for name, value in facts.items() if kept_then.table.get(name) != value}
    given = cast(Json, turned({**given, "table": own}, turn))
    by_rules = next_dealer(outcome.next_dealer, outcome.winners) == event.next_dealer
    seat = None if by_rules else _seat(event.next_dealer, turn)
    try:
        again = RecordDeal(deal=given, note=event.note, next_dealer=seat, lang=played.lang)
        made = deal_event(table, new, new, again)
    except TranslatedError as wrong:
        return event, wrong
    return replace(made, number=event.number, at=event.at, kind=event.kind, deal=event.deal), None


def _points_again(event: Event, new: Session, turn: int) -> Event:
    """Points and penalties are those of people, whoever deals; East, as the next dealer, is who deals."""
    east, south, west, north = (event.seats[(n - turn) % 4] for n in range(4))
    after = event.next_dealer if event.next_dealer == "E" else _seat(event.next_dealer, turn)
    return replace(
        event,
        dealer=new.dealer,
        round=new.round,
        seats=(east, south, west, north),
        next_dealer=after,
        given=cast(Json, turned(event.given, turn)),
    )


def turned(value: Any, turn: int) -> Any:
    """Move the seats that a value names by `turn` places."""
    if turn == 0:
        return value
    if isinstance(value, Mapping):
        return dict(_turned_fields(cast("Mapping[str, Any]", value), turn))
    if isinstance(value, (list, tuple)):
        return [turned(one, turn) for one in cast("list[Any]", value)]
    return _seat(value, turn) if isinstance(value, str) else value


def _turned_fields(fields: Mapping[str, Any], turn: int) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        stem, line, seat = name.rpartition("_")
        named = f"{stem}_{_seat(seat, turn)}" if line else name
        yield named, turned(value, turn)


def _seat(seat: str, turn: int) -> str:
    return SEATS[(SEATS.index(seat) + turn) % 4] if len(seat) == 1 and seat in SEATS else seat
