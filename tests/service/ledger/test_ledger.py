"""The ledger over HTTP, on SQLite and on PostgreSQL: an evening, what is refused, who hears of it."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, func, select

from paiyan.service.ledger.database.connection import TABLES
from tests.service.ledger.tables import NAMES, balances, opened, play, sent

WON = {
    "hands": [
        {"seat": "S", "concealed": "123m456p789s1122z", "win": {"tile": "2z", "by": "discard", "from": "W"}}
    ]
}

DRAWN_BY_DEALER = {"concealed": "123456789m123p5s", "win": {"tile": "5s", "by": "self_draw"}}


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
    play(client, id_, points={"E": 6, "S": -6})
    play(client, id_, points={"W": 4, "N": -4}, note="a bet")
    answer = client.get(f"/v1/tables/{id_}/history.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["outcome"] for row in rows] == ["points", "a bet"]
    assert list(rows[0])[5:9] == ["'=Ann()", "Bo, the old", "蔡", "Dee"]  # no formula
    assert [int(rows[-1][f"{name} Σ"]) for name in list(rows[0])[5:9]] == balances(
        client.get(f"/v1/tables/{id_}").json()
    )


def test_both_phones_see_a_deal_at_once(client: TestClient) -> None:
    id_ = opened(client)["id"]
    with client.websocket_connect(f"/v1/tables/{id_}/live") as phone:
        assert phone.receive_json()["table"]["version"] == 0
        play(client, id_, points={"E": 6, "S": -6})
        told = phone.receive_json()
    assert told["type"] == "table"
    assert balances(told["table"]) == [6, -6, 0, 0]


def test_a_phone_is_told_what_changed_since_the_version_that_it_has(client: TestClient) -> None:
    id_ = opened(client)["id"]
    for _ in range(3):
        play(client, id_, points={"E": 6, "S": -6})
    with client.websocket_connect(f"/v1/tables/{id_}/live?since=2") as phone:
        first = phone.receive_json()["table"]
        assert (first["since"], [d["number"] for d in first["deals"]], first["gone"]) == (2, [3], [])
        assert balances(first) == [18, -18, 0, 0]
        sent(client, id_, "undo")
        second = phone.receive_json()["table"]
        assert (second["since"], second["deals"], second["gone"]) == (3, [], [3])
        play(client, id_, points={"E": 1, "S": -1})
        third = phone.receive_json()["table"]
        assert (third["since"], [d["number"] for d in third["deals"]], third["gone"]) == (4, [5], [])
    for odd, named in (("since=x", "since"), ("since=-1", "since"), ("other=1", "other")):
        with client.websocket_connect(f"/v1/tables/{id_}/live?{odd}") as phone:
            wrong = phone.receive_json()["problem"]
            assert wrong["status"] == 400
            assert named in wrong["detail"]
    assert client.post(f"/v1/tables/{id_}/forget", json={"player": "Ann"}).json()["rewritten"] == 1


def test_what_is_wrong_is_said(client: TestClient) -> None:
    id_ = opened(client)["id"]
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({}, 400, "give one of"),
        ({"deal": WON, "points": {"E": 0}}, 400, "give one of"),
        ({"points": {"E": 5}}, 400, "now +5"),
        ({"deal": {**WON, "rules": "riichi"}}, 422, '"rules" is known to the table'),
        ({"deal": {"concealed": "1m"}}, 422, "concealed tiles"),
        ({"deal": {"hands": 7}}, 422, "hands"),
        ({"points": {"E": 5, "X": -5}}, 400, "points"),
    ]
    for body, status, said in cases:
        wrong = play(client, id_, status, **body)
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


@pytest.mark.parametrize("odd", ["a\x00b", "a\nb", "\x1b[31m", "\u2028"])
def test_control_characters_are_refused_before_the_database_sees_them(client: TestClient, odd: str) -> None:
    id_ = opened(client)["id"]
    for body in ({"points": {}, "note": odd}, {"points": {}, "key": odd}):
        play(client, id_, status=400, **body)
    told = {"rules": "sichuan", "players": [odd, "Bo", "Cai", "Dee"]}
    assert client.post("/v1/tables", json=told).status_code == 400
    assert (
        client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES, "name": odd}).status_code == 400
    )
    assert client.get("/v1/tables/a%00b").status_code in (400, 404, 422)


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


@pytest.mark.parametrize(
    ("options", "said"),
    [({"wind": 1}, "has no option 'wind'"), ({"cap": -1}, "cap"), ({"cap": "high"}, "cap")],
)
def test_no_table_is_opened_with_options_that_its_rules_do_not_have(
    client: TestClient, database: str, options: dict[str, Any], said: str
) -> None:
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": NAMES, "options": options})
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:paiyan:problem:bad-hand"), answer.text
    assert said in answer.json()["detail"]
    opened(client, "sichuan")
    with create_engine(database).connect() as connection:
        assert connection.execute(select(func.count()).select_from(TABLES)).scalar() == 1, "that one alone"


def test_a_deal_is_told_without_tiles_by_the_players_names(client: TestClient) -> None:
    id_ = opened(client, "riichi", ["Ann", "Bo", "Cai", "Dee"])["id"]
    after = play(client, id_, deal={"told": "Bo, 3 han 40 fu, from Cai"})
    assert balances(after) == [0, 5200, -5200, 0]
    assert after["deals"][0]["answer"]["winners"][0]["han"] == 3
    assert after["dealer"] == 1
    wrong = play(client, id_, status=422, deal={"told": "Eve, 3 han 40 fu, from Cai"})
    assert "who won" in wrong["detail"]
    seats = {"rules": "riichi", "told": "Bo, mangan, self-drawn", "names": {"Bo": "E"}}
    assert client.post("/v1/score", json=seats).json()["payments"]["E"] == 12000
    by_worth = {"rules": "riichi", "worth": {"han": 3, "fu": 40}, "win": {"by": "self_draw"}}
    assert client.post("/v1/score", json=by_worth).json()["payments"]["E"] == 7800
