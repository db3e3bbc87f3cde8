"""Attacks on the service as a whole: smuggled requests, clocks that jump, uploads in flight when it ends, two
programs on one file, a database of the last release."""

from __future__ import annotations

import json
import re
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from paiyan.service.errors import TooOften
from paiyan.service.http import admission
from paiyan.service.http.admission import Guard
from paiyan.service.http.app import create_app
from paiyan.service.ledger.database.connection import for_writing, open_database, upgrade
from paiyan.service.settings import Settings
from tests.hostile.uploads import SAMPLE
from tests.service.ledger.tables import NAMES
from tests.service.listening import listening

HEAD = b"POST /v1/waits HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
HIDDEN = b"GET /v1/hidden HTTP/1.1\r\nhost: localhost\r\n\r\n"
LAST_RELEASE = "0003"
"""The form of the database in Paiyan 0.2.0."""


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
        HEAD + b"content-length: 0\r\ncontent-length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
        HEAD + b"content-length: +0\r\n\r\n" + HIDDEN,
        HEAD + b"content-length: 0, 9\r\n\r\n" + HIDDEN,
        HEAD + b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
        HEAD + b"transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n" + HIDDEN,
        HEAD + b"transfer-encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
        HEAD + b"transfer-encoding: chunked\r\n\r\n0x0\r\n\r\n" + HIDDEN,
        HEAD + b"transfer-encoding: chunked\r\n\r\n-1\r\n\r\n" + HIDDEN,
        HEAD.replace(b"host: localhost", b"host: localhost\r\nhost: evil.example") + b"\r\n" + HIDDEN,
        b"GET /v1/rules/guobiao HTTP/1.1\0\r\nhost: localhost\r\n\r\n" + HIDDEN,
    ],
)
@pytest.mark.usefixtures("knowing")
def test_no_request_hides_in_another(sent: bytes) -> None:
    """What a proxy may take for one request is one, or none: it ends there, and so does the connection."""
    with listening(create_app(Settings(database="", log_level="error"))) as open_:
        client = open_(sent)
        data = b""
        with suppress(ConnectionResetError):
            while chunk := client.recv(65536):
                data += chunk
                if data.count(b"HTTP/1.1 ") > 1:
                    break
        if b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n" in sent and b"content-length: 4" in sent:
            assert data.count(b"HTTP/1.1 ") <= 2  # chunked goes before a length, as the standard says
        else:
            assert data.count(b"HTTP/1.1 ") == 1, data
            assert data[9:12] == b"400", data


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
def test_a_clock_that_jumps_locks_nobody_out(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = Guard(Settings(rate="2/minute"))
    for _ in range(2):
        guard.admit(None, "10.0.0.1")
    with pytest.raises(TooOften):
        guard.admit(None, "10.0.0.1")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    guard.admit(None, "10.0.0.1")
    guard.admit(None, "10.0.0.1")
    with pytest.raises(TooOften):
        guard.admit(None, "10.0.0.1")
    assert admission.time is time


def test_a_key_may_have_a_rate_of_its_own() -> None:
    keys = ("first-key-of-ours-1", "second-key-of-ours")
    guard = Guard(Settings(rate="1/minute", api_keys=f"{keys[0]} 3/minute, {keys[1]}"))  # type: ignore[arg-type]
    for key, most in zip(keys, (3, 1), strict=True):
        for _ in range(most):
            guard.admit(key, "10.0.0.1")
        with pytest.raises(TooOften):
            guard.admit(key, "10.0.0.1")


def _asked(port: int, method: str, path: str, told: Any = None, **headers: str) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    body = None if told is None else json.dumps(told)
    connection.request(method, path, body, {"content-type": "application/json", **headers})
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def _ready(port: int) -> None:
    for _ in range(600):
        with suppress(OSError):
            if _asked(port, "GET", "/readyz")[0] == 200:
                return
        time.sleep(0.1)
    pytest.fail("the service did not become ready")


def test_told_to_end_amid_uploads_it_answers_what_came_and_ends(served: Any) -> None:
    port = served(
        PAIYAN_DATABASE="",
        PAIYAN_UPLOAD_TIME="5",
        PAIYAN_DEADLINE="300",
        PAIYAN_PICTURES_PATIENCE="300",
        PAIYAN_PAGE="false",
    )
    _ready(port)
    head = (
        b"POST /v1/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/jpeg\r\ncontent-length: %d\r\n\r\n"
    )
    clients = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(6)]
    for client in clients:
        client.sendall(head % len(SAMPLE) + SAMPLE[:-1000])
    (admin,) = served.admin.values()
    for _ in range(600):  # until the beginning of each has come
        metrics = httpx.get(f"http://127.0.0.1:{admin}/metrics", timeout=60).text
        (held,) = re.findall(r"^paiyan_upload_bytes (\S+)$", metrics, re.MULTILINE)
        if float(held) == len(clients) * (len(SAMPLE) - 1000):
            break
        time.sleep(0.02)
    served.programs[-1].send_signal(signal.SIGTERM)
    time.sleep(0.2)
    for client in clients[:3]:
        client.sendall(SAMPLE[-1000:])
    statuses = [client.recv(12)[9:12] for client in clients]
    assert {*statuses[:3]} <= {b"200", b"503"}, statuses
    assert {*statuses[3:]} <= {b"408", b"503"}, statuses
    assert served.programs[-1].wait(40) in (0, -signal.SIGTERM)


def test_two_programs_on_one_file_write_everything_once(served: Any, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'ledger.db'}"
    ports = [served(PAIYAN_DATABASE=address, PAIYAN_PAGE="false") for _ in range(2)]
    for port in ports:
        _ready(port)
    _, table = _asked(ports[0], "POST", "/v1/tables", {"rules": "sichuan", "players": NAMES})
    path, secret = f"/v1/tables/{table['id']}", {"x-table-secret": table["secrets"]["write"]}

    def write(writer: int) -> list[int]:
        told = [{"points": {"E": 1, "S": -1}, "key": f"{writer} {n}"} for n in range(15)]
        return [_asked(ports[writer % 2], "POST", f"{path}/deals", one, **secret)[0] for one in told]

    with ThreadPoolExecutor(4) as threads:
        statuses = [status for found in threads.map(write, range(4)) for status in found]
    assert {*statuses} == {200}
    states = [_asked(port, "GET", path, **secret)[1] for port in ports]
    assert [state["version"] for state in states] == [60, 60]
    assert states[0]["people"] == states[1]["people"]


def test_a_database_of_the_last_release_goes_on(database: str) -> None:
    """Its tables are opened with the secrets that were handed on, and their evenings go on."""
    from sqlalchemy import text

    from paiyan.service.ledger.credentials import kept, reading

    engine = open_database(database)
    writing = "o9TqvBv1u0wR7z2k4m6n8p"
    table = {
        "id": "Xk3abcdefghi",
        "secret": kept(reading(writing)),
        "created": "2026-11-22T19:00:00.000+00:00",
    }
    table |= {
        "name": "Friday",
        "rules": "sichuan",
        "options": "{}",
        "players": json.dumps(NAMES),
        "house": None,
    }
    event = {"table_id": table["id"], "at": "2026-11-22T19:10:00.000+00:00", "kind": "points", "deal": None}
    event |= {"dealer": 0, "round": 0, "seats": "[3, -3, 0, 0]", "next_dealer": "S", "note": "as agreed"}
    event |= {"given": "{}", "answer": "{}"}
    with for_writing(engine).begin() as connection:
        upgrade(connection, LAST_RELEASE)
        for name, row in (
            ("tables", table),
            *(("events", {**event, "number": n, "key": f"k{n}"}) for n in (1, 2)),
        ):
            columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
            connection.execute(text(f"insert into {name} ({columns}) values ({values})"), row)
    engine.dispose()
    with TestClient(create_app(Settings(database=database, log_level="error"))) as client:
        path, secret = f"/v1/tables/{table['id']}", {"x-table-secret": writing}
        before = client.get(path, headers=secret).json()
        assert (before["version"], before["may_write"], before["players"][0]["balance"]) == (2, True, 6)
        after = client.post(f"{path}/deals", json={"points": {"E": 1, "W": -1}, "key": "k3"}, headers=secret)
        assert after.status_code == 200
        again = {"points": {"E": 3, "S": -3}, "key": "k1", "note": "as agreed", "next_dealer": "S"}
        assert client.post(f"{path}/deals", json=again, headers=secret).is_success
        assert after.json()["version"] == 3
        assert client.get(path, headers={"x-table-secret": reading(writing)}).json()["may_write"] is False


@pytest.mark.parametrize(
    "house",
    [
        "[" * 30_000,
        "a" + ".a" * 20_000 + " = 1",
        "x = " + "[" * 20_000,
        "x = " + "{a=" * 10_000,
        'x = "' + "a" * 65_000 + '"',
        "\n".join(f"[fans.x{n}]\nprice = {n}" for n in range(2_000)),
        "x = 1" + "0" * 60_000,
        "base = 'sichuan'\n" + "\n".join(f"[[fans]]\nid='f{n}'\npattern='all_pungs'" for n in range(1_000)),
    ],
)
def test_a_house_file_that_explodes_is_refused_and_holds_nobody_up(house: str) -> None:
    with TestClient(create_app(Settings(database="", log_level="error"))) as client:
        found, spent, over = list[int](), list[float](), threading.Event()

        def ask() -> None:
            while not over.is_set():
                start = time.process_time()  # of the processor: a busy machine holds everybody up
                found.append(client.get("/healthz").status_code)
                spent.append(time.process_time() - start)

        thread = threading.Thread(target=ask)
        thread.start()
        answer = client.post("/v1/rules", json={"house": house})
        over.set()
        thread.join()
    assert answer.status_code in (400, 413, 422), answer.text[:300]
    assert {*found} == {200}
    assert max(spent) < 5
