"""A table of ten thousand events is written to as quickly as a new one, and has a bound."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert, select

from paiyan.service.errors import WrongUse
from paiyan.service.http.app import create_app
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.connection import for_writing, open_database
from paiyan.service.ledger.database.schema import EVENTS
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.evening import display
from paiyan.service.ledger.evening.entries import NewGame, Played, Rename, Seats, Undo
from paiyan.service.ledger.evening.state import evening
from paiyan.service.settings import Settings
from tests.service.ledger.tables import NAMES

LONG = 10_000
DEAL = {"concealed": "123456789m123p5p", "win": {"tile": "5p", "by": "self_draw"}}
QUICK = 0.05
"""Seconds that a write may take."""


def opened(ledger: Ledger) -> Credentials:
    table = ledger.open(name="", rules="sichuan", options={}, players=("Ann", "Bo", "Cai", "Dee"))
    return Credentials(table["id"], table["secrets"]["write"])


def lengthened(database: str, table: Credentials, events: int) -> None:
    """Copies the table's only event until there are so many."""
    engine = open_database(database)
    with for_writing(engine).begin() as connection:
        first = dict(connection.execute(select(EVENTS)).mappings().one())
        rows = [{**first, "number": n, "key": str(n)} for n in range(2, events + 1)]
        for start in range(0, len(rows), 1000):
            connection.execute(insert(EVENTS), rows[start : start + 1000])
    engine.dispose()


def test_a_write_at_a_long_table_is_quick(database: str) -> None:
    """The least of several, in seconds of the processor: others use this machine too."""
    ledger = Ledger(Store(database))
    table = opened(ledger)
    ledger.write(table, Played(deal=DEAL))
    lengthened(database, table, LONG)
    ledger.told(table)  # the first look reads all of it
    spent = dict[str, float]()
    for name, sent in {
        "deal": Played(deal=DEAL),
        "points": Played(points={"E": 1, "S": -1}),
        "undo": Undo(),
    }.items():
        for _ in range(5):
            start = time.thread_time()
            ledger.write(table, sent)
            ledger.told(table, since=LONG)
            spent[name] = min(spent.get(name, 9), time.thread_time() - start)
    assert max(spent.values()) < QUICK, spent
    ledger.store.close()


def test_a_table_has_a_bound(database: str) -> None:
    ledger = Ledger(Store(database), most_events=12)
    table = opened(ledger)
    for _ in range(12):
        ledger.write(table, Played(points={"E": 1, "S": -1}))
    with pytest.raises(WrongUse, match="open another one"):
        ledger.write(table, Played(points={"E": 1, "S": -1}))
    assert ledger.state(table)["version"] == 12
    ledger.store.close()


def anything(random: Random, state: dict[str, Any]) -> Any:
    """Something that is sent to a table."""
    names, deals = [p["name"] for p in state["people"]], [d["number"] for d in state["deals"]]
    match random.randrange(9):
        case 0 if len(names) < 9:
            sitting = [p["name"] for p in state["players"]][:3]
            return Seats(players=(*sitting, f"new {state['version']}"), dealer=random.choice([None, 1]))  # type: ignore[arg-type]
        case 1:
            return Rename(player=random.choice(names), name=f"other {state['version']}")
        case 2:
            return Undo()
        case 3 if deals:
            return random.choice(deals)
        case 4:
            return NewGame(dealer=random.randrange(4))
        case 5:
            return Played(deal=DEAL)
        case _:
            return Played(points={"E": random.randrange(9), "S": 0, "W": 0, "N": 0})


def send(ledger: Ledger, table: Credentials, sent: Any) -> None:
    if isinstance(sent, int):
        ledger.correct(table, sent, Played(points={"E": 7, "N": -7}))
    elif isinstance(sent, Played) and sent.points:
        ledger.write(table, Played(points={"E": sent.points["E"], "S": -sent.points["E"]}))
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


@pytest.mark.parametrize("seed", range(6))
def test_what_changed_since_makes_the_table_that_is_told_at_once(seed: int, tmp_path: Any) -> None:
    """And what is carried on from event to event is what is counted from all of them."""
    import orjson

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
        counted = evening(store.events(table.table), store.table(table).players)
        whole = orjson.loads(orjson.dumps(display.state(store.table(table), counted)))
        assert now == whole
        assert Ledger(store).state(table) == whole
        old = random.choice(states)
        assert merged(old, orjson.loads(ledger.told(table, since=old["version"]))) == now
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
