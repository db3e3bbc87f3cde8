"""PostgreSQL restarted under the service: it goes on by itself, and every deal counts once."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.service.postgresql import PATIENCE, PostgreSQL

NAMES = ["Ann", "Bo", "Cai", "Dee"]
WIN = {"tile": "2z", "by": "discard", "from": "W"}
DEAL = {"hands": [{"seat": "S", "concealed": "123m456p789s1122z", "win": WIN}]}
WRITERS, EACH = 4, 20


def sent_until_taken(postgresql: PostgreSQL, client: httpx.Client, path: str, body: dict[str, Any]) -> int:
    """Send again what was told to come again, under its key, a minute from when the database is back; gives
    how often that was."""
    for again in range(1000):
        answer = client.post(path, json=body)
        if answer.status_code == 200:
            return again
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) > 0
        if not postgresql.is_up.wait(PATIENCE):
            break
        time.sleep(0.05)
    pytest.fail("the service did not come back")


@pytest.mark.slow
def test_restarted_under_two_processes_every_deal_lands_once(postgresql: PostgreSQL, served: Any) -> None:
    port = served(PAIYAN_DATABASE=postgresql.database(), PAIYAN_WORKERS="2", PAIYAN_PAGE="false")
    wait = httpx.HTTPTransport(retries=20)  # the processes are still starting
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=wait, timeout=60) as client:
        opening = {"rules": "guangdong-jipinghu", "players": NAMES}
        answer = client.post("/v1/tables", json=opening)
        assert answer.status_code == 200, answer.text
        table = answer.json()["id"]
        client.headers["x-table-secret"] = answer.json()["secrets"]["write"]
        taken, wrong = list[str](), list[BaseException]()

        def write(writer: int) -> None:
            try:
                with httpx.Client(base_url=client.base_url, headers=client.headers, timeout=60) as own:
                    for n in range(EACH):
                        key = f"{writer}-{n}"
                        sent_until_taken(
                            postgresql, own, f"/v1/tables/{table}/deals", {"deal": DEAL, "key": key}
                        )
                        taken.append(key)
            except BaseException as failed:
                wrong.append(failed)
                raise

        writers = [threading.Thread(target=write, args=(n,)) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        for landed in (10, 40):
            while len(taken) < landed and not wrong:
                time.sleep(0.01)
            postgresql.crash()
            time.sleep(0.3)
            postgresql.start()
        for writer in writers:
            writer.join()
        assert not wrong
        assert len(set(taken)) == WRITERS * EACH
        after = client.get(f"/v1/tables/{table}/history.json").json()
    assert [event["number"] for event in after["events"]] == list(range(1, WRITERS * EACH + 1))
    assert all(event["kind"] == "deal" for event in after["events"])


def test_a_phone_that_looks_on_hears_of_deals_after_the_restart(postgresql: PostgreSQL, served: Any) -> None:
    port = served(PAIYAN_DATABASE=postgresql.database(), PAIYAN_PAGE="false")
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        opened = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES}).json()
        table, secrets = opened["id"], opened["secrets"]
        client.headers["x-table-secret"] = secrets["write"]
        looking = {"x-table-secret": secrets["read"]}
        live = f"ws://127.0.0.1:{port}/v1/tables/{table}/live"
        with connect(live, additional_headers=looking, open_timeout=60) as phone:
            assert json.loads(phone.recv(60))["table"]["version"] == 0
            postgresql.crash()
            time.sleep(1)  # it looks meanwhile
            postgresql.start()
            body = {"points": {"E": 1, "S": -1}, "key": "one"}
            sent_until_taken(postgresql, client, f"/v1/tables/{table}/deals", body)
            assert json.loads(phone.recv(60))["table"]["version"] == 1
