"""The table as it will stand once what waits on a phone is written: run in the browser while there is no
network, so that dealer, winds and balances go on from deal to deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from paiyan.scorer.errors import TranslatedError
from paiyan.service.ledger.evening import display
from paiyan.service.ledger.evening.entries import Penalty, Played, event_of
from paiyan.service.ledger.evening.state import SEATS, Event, Json, Kind, evening, rules_named
from paiyan.service.ledger.evening.table import TableRow


def ahead(state: Json, waiting: Sequence[Json], *, lang: str = "en") -> Json:
    """`state` as the service last told it, with what waits added: bodies as they will be sent, with `at`,
    when each was written. What could not be written as it stands, and all behind it, is left out. The
    version stays that of the service."""
    names = [person["name"] for person in state["people"]]
    events = sorted(
        map(event_from_json, [*state["deals"], *state["changes"]]), key=lambda event: event.number
    )
    house = state.get("house")
    by = rules_named(state["rules"], house)
    table = cast(TableRow, SimpleNamespace(**{"rewritten": 0, **state, "house": house, "by": by}))
    number = state["version"]
    for body in waiting:
        number += 1
        try:
            event = event_of(table, evening(events, names), _played(body, lang))
        except TranslatedError:
            break
        events.append(replace(event, number=number, at=body.get("at", "")))
    return {**display.state(table, evening(events, names)), "version": state["version"]}


def event_from_json(display: Mapping[str, object]) -> Event:
    """Return the event of which `display.event_json` tells."""
    about = cast(Json, display)
    gains, dealer = about["players"], about["dealer"]
    east, south, west, north = (gains[(dealer + n) % 4] for n in range(4))
    kept = {name: about[name] for name in ("number", "at", "deal", "dealer", "next_dealer", "note")}
    return Event(
        **kept,
        kind=Kind(about["kind"]),
        round=SEATS.index(about["round"]),
        seats=(east, south, west, north),
        given=about["given"] or {},
        answer=about["answer"] or {},
    )


def _played(body: Json, lang: str) -> Played:
    fine = body.get("penalty")
    fields = {
        name: body[name] for name in ("deal", "points", "next_dealer", "note", "round") if body.get(name)
    }
    return Played(
        **fields, lang=lang, people=tuple(body["people"]), penalty=Penalty(**fine) if fine else None
    )
