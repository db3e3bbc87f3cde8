"""The ledger over HTTP, on SQLite and on PostgreSQL: nothing counts twice, nothing acknowledged is lost."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, inspect

from service.http.app import create_app
from service.ledger.credentials import Credentials
from service.ledger.database.connection import migrate
from service.ledger.database.schema import METADATA
from service.ledger.database.store import Store
from service.settings import Settings

NAMES = ["Ann", "Bo", "Cai", "Dee"]
WON = {
    "hands": [
        {"seat": "S", "concealed": "123m456p789s1122z", "win": {"tile": "2z", "by": "discard", "from": "W"}}
    ]
}
DRAWN_BY_DEALER = {"concealed": "123456789m123p5s", "win": {"tile": "5s", "by": "self_draw"}}


@pytest.fixture
def client(database: str) -> TestClient:
    return TestClient(create_app(Settings(database=database)), raise_server_exceptions=False)


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


def test_an_evening(client: TestClient) -> None:
    table = opened(client)
    assert [p["seat"] for p in table["players"]] == ["E", "S", "W", "N"]
    id_ = table["id"]
    first = play(client, id_, deal=DRAWN_BY_DEALER)
    gained = balances(first)
    assert gained[0] > 0
    assert gained[0] == -sum(gained[1:])
    assert (first["dealer"], first["repeats"], first["version"]) == (0, 1, 1)
    assert first["deals"][0]["answer"]["winners"][0]["fans"]
    second = play(client, id_, deal=WON)
    assert balances(second)[2] < gained[2]
    assert (second["dealer"], second["repeats"]) == (1, 0)
    third = play(client, id_, points={"E": 30, "N": -30}, note="a bet")
    assert balances(third)[1] == balances(second)[1] + 30  # player 1 deals and is E now
    assert balances(third)[0] == balances(second)[0] - 30
    back = client.post(f"/v1/tables/{id_}/undo", json={}).json()
    assert balances(back) == balances(second)
    better = client.put(f"/v1/tables/{id_}/deals/1", json={"points": {"E": 3, "S": -3}}).json()
    assert [b - a for a, b in zip(balances(second), balances(better), strict=True)] == [
        3 - gained[0],
        -3 - gained[1],
        -gained[2],
        -gained[3],
    ]
    assert client.get(f"/v1/tables/{id_}").json()["players"] == better["players"]
    history = client.get(f"/v1/tables/{id_}/history.json").json()
    assert [e["kind"] for e in history["events"]] == ["deal", "deal", "points", "undo", "correct"]


def test_the_sheet_adds_up(client: TestClient) -> None:
    players = ["=Ann()", "Bo, the old", "蔡", "Dee"]
    id_ = opened(client, "sichuan", players)["id"]
    for points in ({"E": 6, "S": -6}, {"W": 4, "N": -4}):
        play(client, id_, points=points)
    answer = client.get(f"/v1/tables/{id_}/history.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 2
    assert list(rows[0])[5:9] == ["'=Ann()", "Bo, the old", "蔡", "Dee"]  # no formula
    assert [int(rows[-1][f"{name} Σ"]) for name in list(rows[0])[5:9]] == balances(
        client.get(f"/v1/tables/{id_}").json()
    )


def test_sent_twice_it_counts_once(client: TestClient) -> None:
    id_ = opened(client)["id"]
    once = play(client, id_, points={"E": 6, "S": -6}, key="phone-1")
    again = play(client, id_, points={"E": 6, "S": -6}, key="phone-1")
    assert balances(once) == balances(again) == [6, -6, 0, 0]


def test_who_saw_an_older_table_is_told(client: TestClient) -> None:
    id_ = opened(client)["id"]
    play(client, id_, points={"E": 6, "S": -6}, version=0)
    wrong = play(client, id_, 409, points={"E": 6, "S": -6}, version=0)
    assert wrong["type"] == "urn:paiyan:problem:conflict"
    assert balances(client.get(f"/v1/tables/{id_}").json()) == [6, -6, 0, 0]


def test_two_phones_at_once_lose_nothing(client: TestClient) -> None:
    id_ = opened(client)["id"]
    sent = threading.Barrier(6)
    statuses: list[int] = []

    def phone(number: int) -> None:
        sent.wait()
        deal = {"points": {"E": 1, "S": -1}, "key": f"phone {number}"}
        while (answer := client.post(f"/v1/tables/{id_}/deals", json=deal)).status_code == 503:
            assert answer.headers["retry-after"]  # a machine with much to do: told to come back, it does
        statuses.append(answer.status_code)

    phones = [threading.Thread(target=phone, args=(n,)) for n in range(6)]
    for one in phones:
        one.start()
    for one in phones:
        one.join()
    assert statuses == [200] * 6
    assert balances(client.get(f"/v1/tables/{id_}").json())[0] == 6


def test_both_phones_see_a_deal_at_once(client: TestClient) -> None:
    id_ = opened(client)["id"]
    with client.websocket_connect(f"/v1/tables/{id_}/live") as phone:
        assert phone.receive_json()["table"]["version"] == 0
        play(client, id_, points={"E": 6, "S": -6})
        told = phone.receive_json()
    assert told["type"] == "table"
    assert balances(told["table"]) == [6, -6, 0, 0]


def test_what_is_wrong_is_said(client: TestClient) -> None:
    id_ = opened(client)["id"]
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({}, 400, "give one of"),
        ({"deal": WON, "points": {"E": 0}}, 400, "give one of"),
        ({"points": {"E": 5}}, 400, "sum to 5"),
        ({"deal": {**WON, "rules": "riichi"}}, 422, '"rules" is known to the table'),
        ({"deal": {"concealed": "1m"}}, 422, "concealed tiles"),
        ({"deal": {"hands": 7}}, 422, "hands"),
        ({"points": {"E": 5, "X": -5}}, 400, "points"),
    ]
    for sent, status, said in cases:
        wrong = play(client, id_, status, **sent)
        assert said in wrong["detail"]
    assert client.post(f"/v1/tables/{id_}/undo", json={}).status_code == 400
    assert client.put(f"/v1/tables/{id_}/deals/3", json={"points": {"E": 0}}).status_code == 400
    assert client.get("/v1/tables/none").json()["type"] == "urn:paiyan:problem:no-table"
    wrong = client.post("/v1/tables", json={"rules": "chess", "players": NAMES}).json()
    assert wrong["type"] == "urn:paiyan:problem:unknown-rules"
    assert client.get(f"/v1/tables/{id_}").json()["version"] == 0


def test_nobody_hears_of_a_table_that_is_not_there(client: TestClient) -> None:
    with client.websocket_connect("/v1/tables/none/live") as phone:
        assert phone.receive_json()["problem"]["type"] == "urn:paiyan:problem:no-table"


def test_without_a_database_the_rest_goes_on() -> None:
    client = TestClient(create_app(Settings(database="")))
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES})
    assert answer.status_code == 503
    assert "PAIYAN_DATABASE" in answer.json()["detail"]
    assert client.get("/v1/rules").status_code == 200


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    client = TestClient(create_app(Settings(database=f"sqlite:///{tmp_path}/none/ledger.db")))
    answer = client.get("/v1/tables/none")
    assert answer.status_code == 503
    assert answer.json()["type"] == "urn:paiyan:problem:no-database"


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


_WRITER = """
import sys
from service.ledger.actions import Ledger
from service.ledger.credentials import Credentials
from service.ledger.evening.entries import Played
from service.ledger.database.store import Store
ledger, table = Ledger(Store(sys.argv[1])), Credentials(*sys.argv[2:])
for n in range(10_000):
    ledger.write(table, Played(points={"E": 1, "S": -1}, key=str(n)), lang="en")
    print(n, flush=True)
"""


def test_killed_amid_writes_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'ledger.db'}"
    ledger = create_app(Settings(database=database)).state.service.ledger
    table = ledger.open(name="", rules="sichuan", options={}, players=tuple(NAMES))
    asked = Credentials(table["id"], table["secrets"]["write"])
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


def test_a_key_under_which_something_else_was_sent_is_refused(client: TestClient) -> None:
    id_ = opened(client)["id"]
    points = {"E": 3, "S": -3, "W": 0, "N": 0}
    first = play(client, id_, points=points, key="one")
    assert play(client, id_, points=points, key="one")["deals"] == first["deals"]  # it counts once
    for other in ({"points": {**points, "W": 1, "S": -4}}, {"points": points, "note": "more"}, {"deal": WON}):
        refused = play(client, id_, status=409, key="one", **other)
        assert "another key" in refused["detail"]
    undone = client.post(f"/v1/tables/{id_}/undo", json={"key": "one"})
    assert undone.status_code == 409
    taken_back = client.post(f"/v1/tables/{id_}/undo", json={"key": "two"}).json()
    assert taken_back["deals"] == []
    again = client.post(f"/v1/tables/{id_}/undo", json={"key": "two"}).json()
    assert (again["version"], again["deals"]) == (taken_back["version"], [])
    assert play(client, id_, status=409, points=points, key="two")["status"] == 409


def test_writers_that_name_no_version_all_get_through(client: TestClient) -> None:
    id_ = opened(client)["id"]
    answers: list[int] = []

    def write(writer: int) -> None:
        for n in range(5):
            sent = {"points": {"E": 1, "S": -1}, "key": f"{writer}-{n}"}
            answers.append(client.post(f"/v1/tables/{id_}/deals", json=sent).status_code)

    writers = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert answers == [200] * 20
    assert len(client.get(f"/v1/tables/{id_}").json()["deals"]) == 20


@pytest.mark.parametrize("odd", ["a\x00b", "a\nb", "\x1b[31m", "\u2028"])
def test_control_characters_are_refused_before_the_database_sees_them(client: TestClient, odd: str) -> None:
    id_ = opened(client)["id"]
    for sent in ({"points": {}, "note": odd}, {"points": {}, "key": odd}):
        play(client, id_, status=400, **sent)
    told = {"rules": "sichuan", "players": [odd, "Bo", "Cai", "Dee"]}
    assert client.post("/v1/tables", json=told).status_code == 400
    assert (
        client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES, "name": odd}).status_code == 400
    )
    assert client.get("/v1/tables/a%00b").status_code in (400, 404, 422)


def test_two_players_of_one_name_are_told_apart_first(client: TestClient) -> None:
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": ["Ann", " Ann ", "Cai", "Dee"]})
    assert answer.status_code == 400
    assert '"Ann"' in answer.json()["detail"]


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


def test_sent_twice_at_once_with_its_version_both_are_told_that_it_counts(client: TestClient) -> None:
    """A phone whose connection broke sends again while the first is still being written."""
    for _ in range(10):
        id_, both = opened(client)["id"], threading.Barrier(2)
        answers: list[int] = []

        def send(id_: str = id_, both: threading.Barrier = both, answers: list[int] = answers) -> None:
            both.wait()
            sent = {"points": {"E": 1, "S": -1}, "key": "one", "version": 0}
            answers.append(client.post(f"/v1/tables/{id_}/deals", json=sent).status_code)

        phones = [threading.Thread(target=send) for _ in range(2)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert answers == [200, 200]
        assert client.get(f"/v1/tables/{id_}").json()["version"] == 1


def sent(client: TestClient, table: str, what: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/tables/{table}/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_who_leaves_keeps_the_balance_and_who_sits_down_begins_with_none(client: TestClient) -> None:
    id_ = opened(client)["id"]
    play(client, id_, points={"E": 6, "N": -6}, next_dealer="S")
    seated = sent(client, id_, "seats", players=["Ann", "Bo", "Cai", "Eve"])
    assert balances(seated) == [6, 0, 0, 0]
    assert [p["seat"] for p in seated["players"]] == ["N", "E", "S", "W"]  # Bo deals, as before
    assert seated["people"][3] == {"name": "Dee", "balance": -6}
    later = play(client, id_, points={"W": -2, "E": 2})
    assert {p["name"]: p["balance"] for p in later["people"]} == {
        "Ann": 6, "Bo": 2, "Cai": 0, "Dee": -6, "Eve": -2,
    }  # fmt: skip
    drawn = sent(client, id_, "seats", players=["Dee", "Cai", "Bo", "Ann"], dealer=0)
    assert (drawn["dealer"], balances(drawn)) == (0, [-6, 0, 2, 6])
    assert sent(client, id_, "undo")["players"] == later["players"]
    rows = list(
        csv.DictReader(io.StringIO(client.get(f"/v1/tables/{id_}/history.csv").text.lstrip("\ufeff")))
    )
    assert [row["Eve Σ"] for row in rows] == ["0", "-2"]


def test_somebody_is_renamed_and_nobody_is_two_people(client: TestClient) -> None:
    id_ = opened(client)["id"]
    named = sent(client, id_, "names", player="Ann", name="Anna")
    assert [p["name"] for p in named["players"]] == ["Anna", "Bo", "Cai", "Dee"]
    assert "nobody called" in sent(client, id_, "names", 400, player="Ann", name="A")["detail"]
    assert '"Bo"' in sent(client, id_, "names", 400, player="Anna", name="Bo")["detail"]
    assert '"Bo"' in sent(client, id_, "seats", 400, players=["Bo", "Bo", "Cai", "Dee"])["detail"]
    assert client.get(f"/v1/tables/{id_}").json()["version"] == 1


def test_a_game_ends_with_uma_and_the_evening_with_money(client: TestClient) -> None:
    id_ = opened(client, "riichi")["id"]
    agreed = {
        "start": 25000,
        "target": 30000,
        "uma": [15000, 5000, -5000, -15000],
        "points": 1000,
        "money": "0.5",
    }
    told = sent(client, id_, "terms", **agreed, currency="€")
    assert [p["points"] for p in told["players"]] == [25000] * 4
    assert "has not" not in sent(client, id_, "games", 400)["detail"]
    play(client, id_, points={"E": 10000, "S": -5000, "W": 2000, "N": -7000})
    ended = sent(client, id_, "games", dealer=1)
    assert balances(ended) == [40000, -15000, 2000, -27000]
    assert [p["points"] for p in ended["players"]] == [25000] * 4
    assert (ended["dealer"], ended["round"], ended["changes"][-1]["players"]) == (
        1,
        "E",
        [30000, -10000, 0, -20000],
    )
    settled = ended["settlement"]
    assert [one["money"] for one in settled["people"]] == ["20.0", "-7.5", "1.0", "-13.5"]
    assert len(settled["transfers"]) == 3
    for wrong, said in (
        ({"uma": [1, 0, 0, 0]}, "sum to 1"),
        ({"start": 5, "target": 4}, "below the start"),
        ({"money": "x"}, "money"),
    ):
        assert said in sent(client, id_, "terms", 400, **wrong)["detail"]


def test_a_penalty_goes_to_each_or_to_one(client: TestClient) -> None:
    id_ = opened(client)["id"]
    each = play(client, id_, penalty={"seat": "S", "points": 8}, note="false win")
    assert (balances(each), each["repeats"], each["dealer"]) == ([8, -24, 8, 8], 0, 0)
    one = play(client, id_, penalty={"seat": "E", "points": 5, "to": "N"})
    assert balances(one) == [3, -24, 8, 13]
    for wrong in ({"seat": "E", "points": 0}, {"seat": "E", "points": 5, "to": "E"}):
        play(client, id_, 400, penalty=wrong)
    assert balances(sent(client, id_, "undo")) == balances(each)


def test_what_was_written_off_line_is_settled_as_it_was_played(client: TestClient) -> None:
    id_ = opened(client)["id"]
    play(client, id_, deal=WON)  # meanwhile, on another phone: the deal passes to Bo
    late = play(client, id_, points={"E": 9, "S": -9}, people=[0, 1, 2, 3], round="E")
    first = balances(play(client, id_, points={}))
    assert late["deals"][1]["players"] == [9, -9, 0, 0]  # Ann dealt it
    sent(client, id_, "seats", players=["Bo", "Ann", "Cai", "Dee"])
    refused = play(client, id_, 400, points={"E": 9, "S": -9}, people=[0, 1, 2, 3])
    assert "Bo, Ann, Cai, Dee sit at this table now" in refused["detail"]
    assert sorted(balances(client.get(f"/v1/tables/{id_}").json())) == sorted(first)
