"""Who may do what at a table: its id tells nothing, one secret reads, another writes, old addresses go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from paiyan.service.http.app import create_app
from paiyan.service.http.routes.responses import PROTOCOL
from paiyan.service.ledger.credentials import kept, may_write, new_secret, reading
from paiyan.service.ledger.database.connection import for_writing, open_database, upgrade
from paiyan.service.ledger.database.store import Store
from paiyan.service.settings import Settings

NAMES = ["Ann", "Bo", "Cai", "Dee"]
POINTS = {"points": {"E": 6, "S": -6}}
OLD = "aB3-dE6_gH9kLm2N"


@pytest.fixture
def client(database: str) -> TestClient:
    return TestClient(create_app(Settings(database=database)), raise_server_exceptions=False)


def _opened(client: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    """A table's id, and the headers of who may write and of who may read."""
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES}).json()
    write, read = (answer["secrets"][right] for right in ("write", "read"))
    return answer["id"], {"x-table-secret": write}, {"x-table-secret": read}


def test_a_reading_secret_follows_from_a_writing_secret_and_opens_nothing_else() -> None:
    write = new_secret()
    digest = kept(reading(write))
    assert may_write(write, digest) is True
    assert may_write(reading(write), digest) is False
    for other in ("", digest, new_secret(), reading(reading(write)), "\ud800"):
        assert may_write(other, digest) is None
    assert len({write, reading(write), digest}) == 3


def test_the_id_alone_opens_nothing(client: TestClient) -> None:
    id_, *_ = _opened(client)
    for headers in ({}, {"x-table-secret": id_}, {"x-table-secret": "wrong"}):
        for path in ("", "/secrets", "/history.json", "/history.csv", "/join.svg?address=http://x/"):
            answer = client.get(f"/v1/tables/{id_}{path}", headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (404, "urn:paiyan:problem:no-table")
        assert client.post(f"/v1/tables/{id_}/deals", json=POINTS, headers=headers).status_code == 404


def test_a_secret_is_no_address(client: TestClient) -> None:
    _, writer, reader = _opened(client)
    for secret in (*writer.values(), *reader.values()):
        answer = client.get(f"/v1/tables/{secret}")
        assert answer.status_code >= 400
        assert secret not in answer.text


def test_who_may_read_reads_and_writes_nothing(client: TestClient) -> None:
    id_, writer, reader = _opened(client)
    assert client.post(f"/v1/tables/{id_}/deals", json=POINTS, headers=writer).json()["may_write"] is True
    seen = client.get(f"/v1/tables/{id_}", headers=reader).json()
    assert (seen["may_write"], seen["version"]) == (False, 1)
    assert client.get(f"/v1/tables/{id_}/history.csv", headers=reader).status_code == 200
    for method, path, sent in (("POST", "deals", POINTS), ("PUT", "deals/1", POINTS), ("POST", "undo", {})):
        refused = client.request(method, f"/v1/tables/{id_}/{path}", json=sent, headers=reader)
        assert (refused.status_code, refused.json()["type"]) == (403, "urn:paiyan:problem:not-allowed")
    assert client.get(f"/v1/tables/{id_}", headers=writer).json()["version"] == 1


def test_a_writer_hands_on_either_right_and_a_reader_one(client: TestClient) -> None:
    id_, writer, reader = _opened(client)
    (write,), (read,) = writer.values(), reader.values()
    told = [client.get(f"/v1/tables/{id_}/secrets", headers=headers).json() for headers in (writer, reader)]
    assert [(t["id"], t["write"], t["read"]) for t in told] == [(id_, write, read), (id_, None, read)]


def test_a_socket_tells_a_reader_too(client: TestClient) -> None:
    id_, _, reader = _opened(client)
    (read,) = reader.values()
    for told in ({"headers": reader}, {"subprotocols": [PROTOCOL, f"paiyan.table.{read}"]}):
        with client.websocket_connect(f"/v1/tables/{id_}/live", **told) as phone:
            assert phone.receive_json()["table"]["may_write"] is False
    with client.websocket_connect(f"/v1/tables/{id_}/live") as phone:
        assert phone.receive_json()["problem"]["type"] == "urn:paiyan:problem:no-table"


def test_each_who_watches_is_told_what_they_may_do(client: TestClient) -> None:
    id_, writer, reader = _opened(client)
    address = f"/v1/tables/{id_}/live"
    with (
        client,
        client.websocket_connect(address, headers=writer) as writing,
        client.websocket_connect(address, headers=reader) as looking,
    ):
        rights = [phone.receive_json()["table"]["may_write"] for phone in (writing, looking)]
    assert rights == [True, False]


def test_the_code_to_scan_holds_the_link_and_its_address_does_not(client: TestClient) -> None:
    id_, writer, reader = _opened(client)
    drawn = {
        (right, headers["x-table-secret"]): client.get(
            f"/v1/tables/{id_}/join.svg",
            params={"address": "https://club.example/#table=elsewhere", "right": right},
            headers=headers,
        ).content
        for right in ("write", "read")
        for headers in (writer, reader)
    }
    (write,), (read,) = writer.values(), reader.values()
    assert drawn["write", write] != drawn["read", write]
    assert drawn["read", write] == drawn["read", read] == drawn["write", read]


def _of_an_earlier_version(database: str) -> None:
    """The database as the first version left it, with a table of three events."""
    engine = open_database(database)
    with for_writing(engine).begin() as connection:
        upgrade(connection, "0001")
        table = {"id": OLD, "options": "{}", "players": json.dumps(NAMES)}
        connection.execute(
            text("INSERT INTO tables VALUES (:id, '2026-01-01', '', 'sichuan', :options, :players)"), table
        )
        for number in (1, 2, 3):
            event = {"id": OLD, "number": number, "seats": "[6, -6, 0, 0]", "none": "{}", "key": f"k{number}"}
            connection.execute(
                text(
                    "INSERT INTO events VALUES (:id, :number, '2026-01-01', 'points', NULL, 0, 0, :seats,"
                    " 'E', '', :none, :none, :key)"
                ),
                event,
            )
    engine.dispose()


def test_a_table_of_an_earlier_version_goes_on_at_its_old_address(database: str) -> None:
    _of_an_earlier_version(database)
    client = TestClient(create_app(Settings(database=database)), raise_server_exceptions=False)
    old = client.get(f"/v1/tables/{OLD}").json()
    assert (old["id"], old["may_write"], old["version"]) == (OLD, True, 3)
    assert [p["balance"] for p in old["players"]] == [18, -18, 0, 0]
    assert client.post(f"/v1/tables/{OLD}/deals", json=POINTS).json()["version"] == 4
    with client.websocket_connect(f"/v1/tables/{OLD}/live") as phone:
        assert phone.receive_json()["table"]["version"] == 4
    secrets = client.get(f"/v1/tables/{OLD}/secrets").json()
    assert secrets["write"] == OLD != secrets["id"]
    seen = client.get(f"/v1/tables/{secrets['id']}", headers={"x-table-secret": secrets["read"]})
    assert OLD not in seen.text, "who may only read is not told the right to write"
    assert OLD not in client.get(f"/v1/tables/{OLD}/history.json").text, "nor whoever is given the history"
    assert client.get(f"/v1/tables/{secrets['id']}").status_code == 404


def test_the_database_holds_no_secret(database: str) -> None:
    _of_an_earlier_version(database)
    client = TestClient(create_app(Settings(database=database)))
    _, writer, reader = _opened(client)
    held: list[Any] = []
    with Store(database)._connection() as connection:
        for table in ("tables", "events"):
            held += connection.execute(text(f"SELECT * FROM {table}")).all()
    assert len(held) == 5
    for secret in (OLD, *writer.values(), *reader.values()):
        assert secret not in str(held)
