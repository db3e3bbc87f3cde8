"""Who sits at a table: names, seats, and what they pay at the end of a game."""

from __future__ import annotations

import csv
import io

from fastapi.testclient import TestClient

from tests.service.ledger.tables import balances, opened, play, sent


def test_two_players_of_one_name_are_told_apart_first(client: TestClient) -> None:
    answer = client.post("/v1/tables", json={"rules": "sichuan", "players": ["Ann", " Ann ", "Cai", "Dee"]})
    assert answer.status_code == 400
    assert '"Ann"' in answer.json()["detail"]


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
        ({"uma": [1, 0, 0, 0]}, "now +1"),
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
