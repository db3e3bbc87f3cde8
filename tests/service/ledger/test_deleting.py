"""What is deleted is gone for good: tables, names, links that were handed on, tables that nobody uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from paiyan.service.errors import WrongUse
from paiyan.service.http.app import create_app
from paiyan.service.ledger.database.connection import for_writing, open_database
from paiyan.service.ledger.database.store import Store, forget_everywhere
from paiyan.service.settings import Settings
from tests.service.ledger.tables import NAMES
from tests.service.ledger.test_backup import ledger

NAME = "Wilhelmina"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=database, log_level="error"))) as opened:
        yield opened


def opened(client: TestClient, **about: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    """A table's path, and the headers for writing and for reading."""
    told = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES, **about}).json()
    own = told["secrets"]
    return f"/v1/tables/{told['id']}", {"x-table-secret": own["write"]}, {"x-table-secret": own["read"]}


def kept_of(database: str) -> str:
    """All that the database holds, as text; of a file also what is between its rows."""
    engine = open_database(database)
    with engine.connect() as connection:
        rows = [
            str(list(connection.execute(text(f"select * from {table}")))) for table in ("tables", "events")
        ]
    engine.dispose()
    path = database.removeprefix("sqlite:///")
    files = [Path(path + end) for end in ("", "-wal", "-shm")] if path != database else []
    return "".join(rows + [file.read_bytes().decode("latin-1") for file in files if file.exists()])


def test_a_table_is_deleted_for_good(client: TestClient, database: str) -> None:
    path, write, read = opened(client, players=[NAME, "Bo", "Cai", "Dee"])
    other, *_ = opened(client)
    client.post(
        f"{path}/deals", json={"points": {"E": 1, "S": -1}, "note": f"well done, {NAME}"}, headers=write
    )
    assert client.delete(path).status_code == 404
    assert client.delete(path, headers=read).status_code == 403
    assert NAME in kept_of(database)
    assert client.delete(path, headers=write).status_code == 204
    assert client.get(path, headers=write).status_code == 404
    assert client.delete(path, headers=write).status_code == 404
    client.__exit__(None, None, None)
    found = kept_of(database)
    assert NAME not in found
    assert other.rpartition("/")[2] in found


def test_a_name_is_deleted_for_good(client: TestClient, database: str) -> None:
    path, write, read = opened(client, players=[NAME, "Bo", "Cai", "和"], name=f"at {NAME}'s")
    hand = {"concealed": "123456789m123p5p", "win": {"tile": "5p", "by": "self_draw"}}
    client.post(f"{path}/deals", json={"deal": hand, "note": f"by {NAME}"}, headers=write)
    client.post(f"{path}/names", json={"player": NAME, "name": "Mina"}, headers=write)
    client.post(f"{path}/seats", json={"players": ["Mina", "Bo", "Cai", NAME]}, headers=write)
    before = client.get(f"{path}/history.json", headers=write).json()
    assert client.post(f"{path}/forget", json={"player": NAME}, headers=read).status_code == 403
    after = client.post(f"{path}/forget", json={"player": NAME}, headers=write).json()
    assert [p["balance"] for p in after["players"]] == [p["balance"] for p in before["players"]]
    assert [p["name"] for p in after["players"]][:3] == ["Mina", "Bo", "Cai"]
    assert client.post(f"{path}/forget", json={"player": NAME}, headers=write).status_code == 400
    client.post(f"{path}/undo", json={}, headers=write)
    client.post(f"{path}/undo", json={}, headers=write)
    assert client.post(f"{path}/forget", json={"player": "和"}, headers=write).status_code == 200
    history = client.get(f"{path}/history.json", headers=write).json()
    assert history["events"][0]["answer"]["winners"][0]["fans"], "the hand is as it was"
    assert history["events"][0]["answer"] == before["events"][0]["answer"]
    client.__exit__(None, None, None)
    assert NAME not in kept_of(database)


def test_links_that_were_handed_on_are_revoked(client: TestClient) -> None:
    path, write, read = opened(client)
    with client.websocket_connect(f"{path}/live", headers=read) as phone:
        phone.receive_json()
        assert client.post(f"{path}/secrets", headers=read).status_code == 403
        new = client.post(f"{path}/secrets", headers=write).json()
        assert {new["write"], new["read"]} & {*write.values(), *read.values()} == set()
        for old in (write, read):
            assert client.get(path, headers=old).status_code == 404
            assert client.post(f"{path}/secrets", headers=old).status_code == 404
        own = {"x-table-secret": new["write"]}
        assert client.get(path, headers={"x-table-secret": new["read"]}).status_code == 200
        client.post(f"{path}/deals", json={"points": {"E": 1, "S": -1}}, headers=own)
        assert phone.receive_json()["problem"]["type"] == "urn:paiyan:problem:no-table"


def aged(database: str, table: str, moment: str) -> None:
    engine = open_database(database)
    with for_writing(engine).begin() as connection:
        connection.execute(
            text("update tables set created = :at where id = :id"), {"at": moment, "id": table}
        )
    engine.dispose()


def test_tables_that_nobody_uses_are_deleted_by_age(client: TestClient, database: str) -> None:
    paths = [opened(client) for _ in range(3)]
    for path, *_ in paths[:2]:
        aged(database, path.rpartition("/")[2], "2020-01-01T00:00:00.000+00:00")
    client.post(f"{paths[1][0]}/deals", json={"points": {"E": 1, "S": -1}}, headers=paths[1][1])
    store = Store(database)
    assert store.prune(30) == 1
    assert store.prune(30) == 0
    store.close()
    assert [client.get(path, headers=write).status_code for path, write, _ in paths] == [404, 200, 200]


def test_a_table_that_is_used_again_meanwhile_stays(
    client: TestClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write, _ = opened(client)
    aged(database, path.rpartition("/")[2], "2020-01-01T00:00:00.000+00:00")
    unused_since = Store.unused_since

    def then_recorded(store: Store, moment: str) -> list[str]:
        found = unused_since(store, moment)
        client.post(f"{path}/deals", json={"points": {"E": 1, "S": -1}}, headers=write)
        return found

    monkeypatch.setattr(Store, "unused_since", then_recorded)
    store = Store(database)
    assert store.prune(30) == 0
    store.close()
    assert len(client.get(path, headers=write).json()["deals"]) == 1


def test_the_service_deletes_by_age_itself(database: str) -> None:
    with TestClient(create_app(Settings(database=database, log_level="error"))) as first:
        path, write, _ = opened(first)
    aged(database, path.rpartition("/")[2], "2020-01-01T00:00:00.000+00:00")
    with TestClient(create_app(Settings(database=database, table_days=30, log_level="error"))) as client:
        for _ in range(100):
            if client.get(path, headers=write).status_code == 404:
                return
    pytest.fail("it is still there")


def test_deleting_from_the_command_line(
    client: TestClient, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    one, write, _ = opened(client, players=[NAME, "Bo", "Cai", "Dee"])
    two, *_ = opened(client, players=["Ann", "Bo", "Cai", NAME])
    where = ("--database", database)
    assert ledger("forget", NAME, *where) == 0
    assert client.get(one, headers=write).json()["players"][0]["name"] != NAME, "also what was at hand"
    assert ledger("forget", NAME, *where) == 2
    with pytest.raises(WrongUse, match=NAME) as wrong:
        forget_everywhere(Store(database), NAME)
    assert len({wrong.value.to(lang) for lang in ("zh", "en", "ja")}) == 3
    assert ledger("delete", two.rpartition("/")[2], *where, "--json") == 0
    assert '"deleted": 1' in capsys.readouterr().out
    assert ledger("prune", "--days", "1", *where) == 0
    assert NAME not in kept_of(database)


def test_nothing_is_deleted_where_a_table_or_a_ledger_is_not_there(
    client: TestClient, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, write, _ = opened(client)
    assert ledger("delete", path.rpartition("/")[2], "unknown", "--database", database) == 2
    assert "unknown; nothing was deleted" in capsys.readouterr().err
    assert client.get(path, headers=write).status_code == 200
    mistyped = tmp_path / "mistyped.db"
    where = ("--database", f"sqlite:///{mistyped}")
    for command in (("delete", "unknown"), ("forget", NAME), ("prune", "--days", "1")):
        assert ledger(*command, *where) == 2
        assert f"there is no ledger at {mistyped}" in capsys.readouterr().err
        assert ledger(*command, "--database", "mistyped.db") == 2
        assert "--database cannot be used: it is sqlite:///FILE" in capsys.readouterr().err
    assert not mistyped.exists()


def test_quota_of_tables(database: str) -> None:
    with TestClient(create_app(Settings(database=database, table_rate="2/day", log_level="error"))) as client:
        opening = {"rules": "sichuan", "players": NAMES}
        assert [client.post("/v1/tables", json=opening).status_code for _ in range(3)] == [200, 200, 429]
