"""A write at a table of ten thousand events costs what it costs at a new one; and a table has a bound."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random
from typing import Any
from weakref import WeakValueDictionary

import orjson
import pytest
from fastapi.testclient import TestClient

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.errors import WrongUse
from paiyan.service.http.app import create_app
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session import display
from paiyan.service.ledger.session.entries import NewGame, RecordDeal, Rename, Seats, Undo
from paiyan.service.ledger.session.state import MARK_EVERY, Event, Kind, Session, _Tally, session_of  # pyright: ignore[reportPrivateUsage]
from paiyan.service.settings import Settings
from tests.service.ledger.tables import NAMES, lengthened

DEAL = {"concealed": "123456789m123p5p", "win": {"tile": "5p", "by": "self_draw"}}


def opened(ledger: Ledger) -> Credentials:
    table = ledger.open(name="", rules="sichuan", options={}, players=("Ann", "Bo", "Cai", "Dee"))
    return Credentials(table.secrets.id, table.secrets.write or "")


class Counted(Store):
    """A store that counts the events that are read from it, and how many of them are held at a time."""

    rows = 0
    most_held = 0

    def each_event(self, id_: str, *, after: int = 0) -> Generator[Event, None, None]:
        held = WeakValueDictionary[int, Event]()
        for event in super().each_event(id_, after=after):
            held[event.number] = event
            self.rows += 1
            self.most_held = max(self.most_held, len(held))
            yield event


def work_of_writes(ledger: Ledger, store: Counted, length: int, folds: list[Event]) -> dict[str, list[int]]:
    """Write to a table of that length in each way, across a mark; the most events read, folded and told."""
    table = opened(ledger)
    ledger.write(table, RecordDeal(deal=DEAL))
    lengthened(store.address, table, length)
    version = ledger.state(table)["version"]  # the first look reads all of it
    points, most = RecordDeal(points={"E": 1, "S": -1}), dict[str, list[int]]()
    for _ in range(MARK_EVERY + 6):
        for name, sent, deal in (
            ("deal", RecordDeal(deal=DEAL), None),
            ("points", points, None),
            ("the last corrected", points, version + 2),
            ("a recent one corrected", points, length - 20),
            ("undo", Undo(), None),
        ):
            store.rows = 0
            folds.clear()
            if deal is None:
                ledger.write(table, sent)
            else:
                ledger.correct(table, deal, points)
            told = orjson.loads(ledger.state_json(table, since=version))
            work = store.rows, len(folds), len(told["deals"]) + len(told["changes"])
            most[name] = [max(pair) for pair in zip(work, most.get(name, work), strict=True)]
            version = told["version"]
    return most


@pytest.mark.parametrize("long", [1500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_write_at_a_long_table_does_no_more_than_at_a_short_one(
    database: str, monkeypatch: pytest.MonkeyPatch, long: int
) -> None:
    """Only what is new is read and told, and an undo counts no more again than what follows a mark."""
    folds, add = list[Event](), _Tally.add

    def counted(self: _Tally, event: Event) -> None:
        folds.append(event)
        add(self, event)

    monkeypatch.setattr(_Tally, "add", counted)
    store = Counted(database)
    ledger = Ledger(store)
    most = [work_of_writes(ledger, store, length, folds) for length in (100, long)]
    store.close()
    for spent in most:
        assert max(rows for rows, _, _ in spent.values()) == 1, spent
        assert max(told for _, _, told in spent.values()) == 1, spent
        assert [spent[name][1] for name in ("deal", "points")] == [1, 1]
        assert spent["undo"][1] <= MARK_EVERY, spent
        # The table before the deal is counted for its rules, and the table after it.
        assert spent["the last corrected"][1] <= 2 * MARK_EVERY, spent
        assert spent["a recent one corrected"][1] <= 6 * MARK_EVERY, spent


@pytest.mark.parametrize("seed", range(4))
def test_marks_change_nothing_but_the_work(seed: int) -> None:
    """Undo and correct anywhere: the same table as counted from the first event, and few marks."""
    random, events = Random(seed), list[Event]()
    now = session_of(events, tuple(NAMES))
    for number in range(1, 9 * MARK_EVERY):
        kind = random.choices((Kind.POINTS, Kind.UNDO, Kind.CORRECT, Kind.GAME), (20, 3, 3, 1))[0]
        about = now.events[-1].number if kind is Kind.UNDO and now.events else None
        if kind is Kind.CORRECT and now.deals:
            about = random.choice(now.deals).number
        if about is None and kind is not Kind.GAME:
            kind = Kind.POINTS
        points = random.randrange(9)
        event = Event(number=number, kind=kind, deal=about, seats=(points, -points, 0, 0))
        events.append(event)
        now = now.then(event)
        if random.random() < 0.1:
            assert now == session_of(events, tuple(NAMES))
            one = random.choice(now.events).number
            assert now.before(one).totals == session_of(_counting_before(now, one), tuple(NAMES)).totals
        assert len(now.marks) < 20


def _counting_before(now: Session, number: int) -> list[Event]:
    earlier = [event for event in now.events if event.number < number]
    return [replace(e, kind=Kind.POINTS) if e.kind is Kind.CORRECT else e for e in earlier]


def test_a_table_has_a_bound(database: str) -> None:
    ledger = Ledger(Store(database), most_events=12)
    table = opened(ledger)
    for _ in range(12):
        ledger.write(table, RecordDeal(points={"E": 1, "S": -1}))
    with pytest.raises(WrongUse, match="open another one"):
        ledger.write(table, RecordDeal(points={"E": 1, "S": -1}))
    assert ledger.state(table)["version"] == 12
    ledger.store.close()


def anything(random: Random, state: dict[str, Any]) -> Any:
    """Something that is sent to a table."""
    names, deals = [p["name"] for p in state["people"]], [d["number"] for d in state["deals"]]
    match random.randrange(9):
        case 0 if len(names) < 9:
            seated_players = [p["name"] for p in state["players"]][:3]
            return Seats(
                players=(*seated_players, f"new {state['version']}"), dealer=random.choice([None, 1])
            )  # type: ignore[arg-type]
        case 1:
            return Rename(player=random.choice(names), name=f"other {state['version']}")
        case 2:
            return Undo()
        case 3 if deals:
            return random.choice(deals)
        case 4:
            return NewGame(dealer=random.randrange(4))
        case 5:
            return RecordDeal(deal=DEAL)
        case _:
            return RecordDeal(points={"E": random.randrange(9), "S": 0, "W": 0, "N": 0})


def send(ledger: Ledger, table: Credentials, sent: Any) -> None:
    if isinstance(sent, int):
        ledger.correct(table, sent, RecordDeal(points={"E": 7, "N": -7}))
    elif isinstance(sent, RecordDeal) and sent.points:
        ledger.write(table, RecordDeal(points={"E": sent.points["E"], "S": -sent.points["E"]}))
    else:
        ledger.write(table, sent)


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The table that a phone has, with what changed since."""
    new = dict(new)
    if "since" not in new:
        return new
    gone = {*new.pop("gone")}
    assert new.pop("since") == old["version"]
    for name in ("deals", "changes"):
        known = {d["number"]: d for d in old[name] if d["number"] not in gone}
        known |= {d["number"]: d for d in new[name]}
        new[name] = [known[number] for number in sorted(known)]
    return new


def test_the_first_look_holds_no_more_of_a_long_table_than_it_keeps(tmp_path: Any) -> None:
    store = Counted(f"sqlite:///{tmp_path / 'ledger.db'}")
    ledger = Ledger(store)
    table = opened(ledger)
    ledger.write(table, RecordDeal(deal=DEAL))
    lengthened(store.address, table, 500)
    store.rows = 0
    assert Ledger(store).state(table)["version"] == store.rows == 500
    assert store.most_held <= 3, "whole events, with hands and fans, are not gathered"
    store.close()


@pytest.mark.parametrize("seed", range(6))
def test_what_changed_since_makes_the_table_that_is_told_at_once(seed: int, tmp_path: Any) -> None:
    """And what is carried on from event to event is what is counted from all of them."""
    random, store = Random(seed), Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    ledger = Ledger(store)
    table = opened(ledger)
    states = [ledger.state(table)]
    for _ in range(40):
        try:
            send(ledger, table, anything(random, states[-1]))
        except WrongUse:
            continue
        now = ledger.state(table)
        counted = session_of(store.events(table.table), store.table(table).players)
        whole = to_json(display.state(store.table(table), counted), "en")
        assert now == whole
        assert Ledger(store).state(table) == whole
        old = random.choice(states)
        assert merged(old, orjson.loads(ledger.state_json(table, since=old["version"]))) == now
        states.append(now)
    assert len(states) > 15
    store.close()


def test_since_is_asked_for_in_the_address(database: str) -> None:
    with TestClient(create_app(Settings(database=database, log_level="error"))) as client:
        told = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES}).json()
        path, secret = f"/v1/tables/{told['id']}", {"x-table-secret": told["secrets"]["write"]}
        for version in range(3):
            body = {"points": {"E": 1, "S": -1}}
            after = client.post(f"{path}/deals?since={version}", json=body, headers=secret).json()
            assert (after["since"], after["gone"], len(after["deals"])) == (version, [], 1)
        look = client.get(f"{path}?since=2", headers=secret).json()
        assert [deal["number"] for deal in look["deals"]] == [3]
        assert client.post(f"{path}/undo?since=3", json={}, headers=secret).json()["gone"] == [3]
        assert len(client.get(f"{path}?since=99", headers=secret).json()["deals"]) == 2
        assert client.get(f"{path}?since=x", headers=secret).status_code == 400
