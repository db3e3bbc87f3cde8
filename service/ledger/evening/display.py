"""A table as it is shown: the JSON object of every answer, and the sheet of an evening. No database."""

from __future__ import annotations

import csv
import io
import re

from paiyan.service.ledger.evening.entries import kept_of
from paiyan.service.ledger.evening.replay import Replayed
from paiyan.service.ledger.evening.state import SEATS, Evening, Event, Json, Kind, Step
from paiyan.service.ledger.evening.table import TableRow
from paiyan.service.ledger.evening.terms import in_money, least_payments, written


def state(table: TableRow, there: Evening) -> Json:
    """The table as it stands."""
    deals = [step_json(s) for s in there.steps if s.event.kind is not Kind.GAME]
    return {**summary(table, there), "deals": deals, "changes": changes(there)}


def summary(table: TableRow, there: Evening) -> Json:
    """The table as it stands, without what happened at it."""
    kept = kept_of(table, there)
    totals = there.totals
    players = [
        {
            "name": there.names[who],
            "seat": there.seat(place),
            "balance": totals[who],
            "points": there.terms.start + there.in_game(who),
            "person": who,
        }
        for place, who in enumerate(there.sitting)
    ]
    return {
        "id": table.id,
        "name": table.name,
        "created": table.created,
        "rules": table.rules,
        **({} if table.house is None else {"house": table.house}),
        "options": table.options,
        "version": there.version,
        "rewritten": table.rewritten,
        "may_write": table.may_write,
        "players": players,
        "people": [{"name": name, "balance": totals[who]} for who, name in enumerate(there.names)],
        "dealer": there.dealer,
        "round": SEATS[there.round],
        "repeats": there.repeats,
        "on_table": there.on_table,
        "table": dict(kept.table),
        "over": kept.over is not None,
        "terms": there.terms.to_json(),
        "settlement": settlement(there),
    }


def settlement(there: Evening) -> Json:
    """Who pays whom if the evening ends now: the game that is on ends with its uma, points become money, and
    as few payments as possible settle it."""
    ends = there.ended() if there.has_played else {}
    people = {
        name: gained + ends.get(who, 0)
        for who, (name, gained) in enumerate(zip(there.names, there.totals, strict=True))
    }
    people |= there.onlookers
    names, terms = list(people), there.terms
    money = in_money(list(people.values()), terms)
    return {
        "people": [
            {"name": name, "points": people[name], "money": written(amount, terms.digits)}
            for name, amount in zip(names, money, strict=True)
        ],
        "transfers": [
            {"from": names[p.payer], "to": names[p.payee], "money": written(p.amount, terms.digits)}
            for p in least_payments(money)
        ],
    }


def event_json(event: Event) -> Json:
    """An event as it happened; `players` is what was gained at each place."""
    about: Json = {
        "number": event.number,
        "kind": event.kind.value,
        "at": event.at,
        "dealer": event.dealer,
        "round": SEATS[event.round],
        "players": list(event.players),
        "next_dealer": event.next_dealer,
        "note": event.note,
        "deal": event.deal,
    }
    return {**about, "given": event.given or None, "answer": event.answer or None}


def replayed_json(replayed: Replayed, lang: str) -> Json:
    """A deal that comes out otherwise after a correction: as it was, as it is, what keeps it as it was."""

    def outcome(event: Event) -> Json:
        about = event_json(event)
        return {name: about[name] for name in ("dealer", "round", "players", "next_dealer")}

    problem = replayed.problem.to(lang) if replayed.problem else None
    return {
        "number": replayed.was.number,
        "was": outcome(replayed.was),
        "is": outcome(replayed.now),
        "problem": problem,
    }


def step_json(step: Step) -> Json:
    """A deal, with the people who sat at the four places."""
    return {**event_json(step.event), "people": list(step.gains)}


def changes(there: Evening) -> list[Json]:
    """What else happened: seats, names, terms, and the ends of games with what they brought each."""
    return [one for event in there.events if (one := change(there, event)) is not None]


def change(there: Evening, event: Event) -> Json | None:
    """What one event changed besides points; None of a deal."""
    if event.kind is Kind.GAME:
        end = there.step(event.number)
        assert end is not None
        return {**step_json(end), "players": list(end.gains.values())}
    return event_json(event) if event.kind in (Kind.SEATS, Kind.RENAME, Kind.TERMS) else None


def sheet(there: Evening) -> str:
    """The deals that count as CSV: a line a deal, with what each gained and the balance after."""
    text = io.StringIO()
    lines = csv.writer(text)
    names = [_plain(name) for name in there.names]
    lines.writerow(["deal", "at", "round", "dealer", "outcome", *names, *(f"{n} Σ" for n in names)])
    sums = [0] * len(names)
    for number, (event, gains) in enumerate(there.steps, 1):
        gained = [gains.get(who, 0) for who in range(len(names))]
        sums = [a + b for a, b in zip(sums, gained, strict=True)]
        dealer = "" if event.kind is Kind.GAME else names[list(gains)[event.dealer]]
        place = [number, event.at, SEATS[event.round], dealer, _plain(_outcome(event))]
        lines.writerow([*place, *gained, *sums])
    return text.getvalue()


def _outcome(event: Event) -> str:
    """A deal in a few words: who won with what, or what was noted."""
    won = [
        f"{w['seat']} {w['total']} {w['unit']} {' '.join(f['name'] for f in w['fans'])}"
        for w in event.answer.get("winners", ())
    ]
    fined = ["penalty"] if event.fined else []
    return "; ".join([*won, *fined, *([event.note] if event.note else [])]) or event.kind.value


_FORMULA = re.compile(r"(^|[;,|\t\r\n\"'])(\s*[=+\-@＝＋－＠﹢﹣﹦﹫−])")
"""What a spreadsheet takes for the start of a formula: at the start of a cell, which may be elsewhere than
ours where it separates cells in another way. Blanks before it and its full-width form are no hindrance."""


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return _FORMULA.sub(r"\1'\2", text)
