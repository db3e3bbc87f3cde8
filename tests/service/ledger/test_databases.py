"""The ledger's database: none, none that opens, one that goes away, one that is restarted or killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, inspect

from paiyan.service.http.app import create_app
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.connection import METADATA, migrate
from paiyan.service.ledger.database.store import Store
from paiyan.service.settings import Settings
from tests.service.ledger.tables import NAMES, balances, opened, play

_WRITER = """
import sys
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.session.entries import RecordDeal
from paiyan.service.ledger.database.store import Store
ledger, table = Ledger(Store(sys.argv[1])), Credentials(*sys.argv[2:])
for n in range(10_000):
    ledger.write(table, RecordDeal(points={"E": 1, "S": -1}, key=str(n)))
    print(n, flush=True)
"""


def test_without_a_database_the_rest_goes_on() -> None:
    client = TestClient(create_app(Settings(database="")))
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES})
    assert answer.status_code == 503
    assert "PAIYAN_DATABASE" in answer.json()["detail"]
    assert client.get("/v1/rules").status_code == 200


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(
        "paiyan.service.ledger.database.store.log.error", lambda text, *_: logged.append(text)
    )
    client = TestClient(create_app(Settings(database=f"sqlite:///{tmp_path}/none/ledger.db")))
    answer = client.get("/v1/tables/none")
    assert answer.status_code == 503
    assert answer.json()["type"] == "urn:paiyan:problem:no-database"
    assert logged
    assert "cannot be opened" in logged[0]


def test_the_migrations_make_what_the_code_expects(database: str) -> None:
    store = Store(database)
    store.versions(["none"])
    made = inspect(store._engine)
    for table in METADATA.sorted_tables:
        assert {c["name"] for c in made.get_columns(table.name)} == {c.name for c in table.columns}
        assert made.get_pk_constraint(table.name)["constrained_columns"] == [
            c.name for c in table.primary_key
        ]
    migrate(store._engine)  # again: nothing to do
    store.close()


def test_the_database_restarted_has_everything(database: str) -> None:
    first = TestClient(create_app(Settings(database=database)))
    id_ = opened(first)["id"]
    play(first, id_, points={"E": 6, "S": -6})
    first.app.state.service.ledger.store.close()
    second = TestClient(create_app(Settings(database=database)), headers=first.headers)
    assert balances(second.get(f"/v1/tables/{id_}").json()) == [6, -6, 0, 0]


def test_killed_amid_writes_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'ledger.db'}"
    ledger = create_app(Settings(database=database)).state.service.ledger
    table = ledger.open(name="", rules="sichuan", options={}, players=tuple(NAMES))
    asked = Credentials(table.secrets.id, table.secrets.write or "")
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITER, database, *asked],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert writer.stdout is not None
    acknowledged = [int(next(writer.stdout)) for _ in range(12)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout.read().splitlines() if line]
    writer.wait()
    state = ledger.state(asked)
    assert state["players"][0]["balance"] >= len(acknowledged)
    assert state["version"] == state["players"][0]["balance"] <= len(acknowledged) + 1
    assert create_engine(database).connect().exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def test_a_database_that_goes_away_is_waited_for(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    client = TestClient(create_app(Settings(database=database)), raise_server_exceptions=False)
    id_ = opened(client)["id"]
    store = client.app.state.service.ledger.store  # type: ignore[attr-defined]

    def away(*_: object, **__: object) -> None:
        raise OperationalError("select secret", {"id": id_}, OSError("closed"))

    with monkeypatch.context() as patch:
        patch.setattr(store._engine, "connect", away)
        patch.setattr(store._engine, "begin", away)
        answer = client.get(f"/v1/tables/{id_}")
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert id_ not in answer.text
        assert play(client, id_, status=503, points={"E": 0}, key="k")["status"] == 503
    assert play(client, id_, points={"E": 0}, key="k")["version"] == 1  # and it goes on by itself
