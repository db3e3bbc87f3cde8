"""What the tests of the ledger do at its tables."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import insert, select

from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.connection import EVENTS, for_writing, open_database
from paiyan.service.ledger.session.entries import Command

NAMES = ["Ann", "Bo", "Cai", "Dee"]


def opened(
    client: TestClient, rules: str = "guangdong-jipinghu", players: list[str] = NAMES
) -> dict[str, Any]:
    """A new table; the client may write to it."""
    answer = client.post("/v1/tables", json={"rules": rules, "players": players})
    assert answer.status_code == 200, answer.text
    client.headers["x-table-secret"] = answer.json()["secrets"]["write"]
    return answer.json()


def play(client: TestClient, table: str, status: int = 200, **sent: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/tables/{table}/deals", json=sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def balances(table: dict[str, Any]) -> list[int]:
    return [p["balance"] for p in table["players"]]


def sent(client: TestClient, table: str, what: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/tables/{table}/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def written(ledger: Ledger, table: Credentials, sent: Command, **how: Any) -> dict[str, Any]:
    """The table after something was written to it."""
    ledger.write(table, sent, **how)
    return ledger.state(table)


def lengthened(database: str, table: Credentials, events: int) -> None:
    """Copy the only event of a table until it has this many."""
    engine = open_database(database)
    with for_writing(engine).begin() as connection:
        only = select(EVENTS).where(EVENTS.c.table_id == table.table)
        first = dict(connection.execute(only).mappings().one())
        rows = [{**first, "number": n, "key": str(n)} for n in range(2, events + 1)]
        for start in range(0, len(rows), 1000):
            connection.execute(insert(EVENTS), rows[start : start + 1000])
    engine.dispose()
