"""A deal of an hour ago is corrected, and what followed is played again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.ledger.session.replay import turned
from tests.service.ledger.tables import balances, opened, play

ANN, BO, CAI, DEE = range(4)


def _replay(client: TestClient, id_: str, number: int, *, write: bool = False, **sent: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/tables/{id_}/deals/{number}/replay?write={str(write).lower()}", json=sent)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _riichi(client: TestClient, *told: str) -> str:
    id_ = opened(client, "riichi", ["Ann", "Bo", "Cai", "Dee"])["id"]
    for one in told:
        play(client, id_, deal={"told": one})
    return id_


EVENING = ("Bo, 3 han 40 fu, from Cai", "Bo, mangan, self-drawn", "Cai, 2 han 30 fu, from Dee")


def test_another_winner_makes_another_evening(client: TestClient) -> None:
    """Ann, the dealer, had won the first deal: she deals on, with a counter."""
    id_ = _riichi(client, *EVENING)
    before = client.get(f"/v1/tables/{id_}").json()
    shown = _replay(client, id_, 1, deal={"told": "Ann, 3 han 40 fu, from Cai"})
    assert [one["number"] for one in shown["replayed"]] == [2, 3]
    assert shown["replayed"][0]["was"]["dealer"] == BO
    assert shown["replayed"][0]["is"]["dealer"] == ANN
    still = client.get(f"/v1/tables/{id_}").json()
    assert {**still, "served": None} == {**before, "served": None}  # nothing was written
    _replay(client, id_, 1, write=True, deal={"told": "Ann, 3 han 40 fu, from Cai"}, key="k" * 16)
    after = client.get(f"/v1/tables/{id_}").json()
    other = _riichi(client, "Ann, 3 han 40 fu, from Cai", *EVENING[1:])
    played = client.get(f"/v1/tables/{other}").json()
    for field in ("dealer", "round", "repeats", "on_table", "table", "players", "settlement"):
        assert after[field] == played[field], field
    assert [p["is"] for p in shown["people"]] == balances(after)


def test_what_the_key_wrote_is_written_once(client: TestClient) -> None:
    id_ = _riichi(client, *EVENING)
    for _ in range(2):
        _replay(client, id_, 1, write=True, deal={"told": "Ann, mangan, from Cai"}, key="once-and-no-more")
    version = client.get(f"/v1/tables/{id_}").json()["version"]
    assert version == 3 + 3


def test_a_key_is_for_one_replay_and_may_be_as_long_as_any(client: TestClient) -> None:
    id_ = _riichi(client, *EVENING)
    sent = {"deal": {"told": "Ann, mangan, from Cai"}, "key": "k" * 64}
    _replay(client, id_, 1, write=True, **sent)
    assert _replay(client, id_, 1, write=True, **sent)["replayed"] == []
    at = f"/v1/tables/{id_}/deals"
    for number, other in ((1, {**sent, "deal": {"told": "Bo, mangan, from Cai"}}), (2, sent)):
        answer = client.post(f"{at}/{number}/replay?write=true", json=other)
        assert (answer.status_code, "used before" in answer.json()["detail"]) == (409, True)


def test_sticks_laid_an_hour_ago_are_taken_by_who_wins_next(client: TestClient) -> None:
    id_ = opened(client, "riichi", ["Ann", "Bo", "Cai", "Dee"])["id"]
    drawn = {f"ready_{seat}": "no" for seat in "ESWN"}
    play(client, id_, deal={"hands": [], "table": drawn})
    play(client, id_, deal={"told": "Dee, mangan, from Cai"})
    was = balances(client.get(f"/v1/tables/{id_}").json())
    told = {"hands": [], "table": {**drawn, "stick_S": True}}
    shown = _replay(client, id_, 1, write=True, deal=told)
    assert [one["number"] for one in shown["replayed"]] == [2]
    now = balances(client.get(f"/v1/tables/{id_}").json())
    assert [b - a for a, b in zip(was, now, strict=True)] == [0, -1000, 0, 1000]


def test_points_and_penalties_stay_those_of_their_people(client: TestClient) -> None:
    id_ = _riichi(client, "Bo, 1 han 30 fu, from Cai")
    play(client, id_, points={"E": 30, "N": -30}, note="a bet")  # Bo, who deals, of Ann
    play(client, id_, penalty={"seat": "S", "points": 100})  # Cai
    was = client.get(f"/v1/tables/{id_}").json()
    _replay(client, id_, 1, write=True, deal={"told": "Ann, 1 han 30 fu, from Cai"})
    now = client.get(f"/v1/tables/{id_}").json()
    for number in (1, 2):
        assert now["deals"][number]["players"] == was["deals"][number]["players"]
        assert now["deals"][number]["dealer"] == ANN
    assert now["deals"][2]["given"]["penalty"]["seat"] == "W"


def test_what_cannot_follow_stays_and_says_why(client: TestClient) -> None:
    """The pung of her own wind is Cai's only yaku: with another dealer the wind is not hers."""
    id_ = _riichi(client, "Bo, 1 han 30 fu, from Cai")
    own_wind = {
        "seat": "S",
        "concealed": "234m456p78s99m",
        "melds": [{"type": "pung", "tiles": "222z", "from": "left"}],
        "win": {"tile": "6s", "by": "discard", "from": "E"},
    }
    was = play(client, id_, deal={"hands": [own_wind]})
    shown = _replay(client, id_, 1, write=True, deal={"told": "Ann, 1 han 30 fu, from Cai"})
    assert [one["number"] for one in shown["replayed"]] == [2]
    assert "yaku" in shown["replayed"][0]["problem"]
    now = client.get(f"/v1/tables/{id_}").json()
    assert now["deals"][1]["players"] == was["deals"][1]["players"]
    unknown = client.post(f"/v1/tables/{id_}/deals/9/replay", json={"points": {}})
    assert "no deal 9" in unknown.json()["detail"]


@pytest.mark.parametrize("turn", range(4))
def test_seats_turn_there_and_back(turn: int) -> None:
    given = {
        "hands": [
            {"seat": "S", "concealed": "123m", "win": {"from": "E", "tile": "1z"}, "table": {"liable": "W"}}
        ],
        "table": {"stick_N": True, "honba": 2, "ready_E": "no"},
        "events": [{"seat": "N", "kong": "2p"}],
    }
    there = turned(given, turn)
    assert turned(there, -turn % 4) == given
    assert there["hands"][0]["concealed"] == "123m"
    assert there["hands"][0]["seat"] == "ESWN"[(1 + turn) % 4]
    assert there["table"][f"stick_{'ESWN'[(3 + turn) % 4]}"] is True


def test_a_correction_makes_the_evening_that_would_have_been_played(client: TestClient) -> None:
    random = Random(3)
    names = ["Ann", "Bo", "Cai", "Dee"]
    changed = 0
    for _ in range(8):
        told: list[str] = []
        for _ in range(5):
            winner, giver = random.sample(names, 2)
            told.append(f"{winner}, {random.randint(1, 4)} han 40 fu, from {giver}")
        id_ = _riichi(client, *told)
        mine = dict(client.headers)
        at = random.randrange(5)
        assert _replay(client, id_, at + 1, write=True, deal={"told": told[at]})["replayed"] == []
        winner, giver = random.sample(names, 2)
        told[at] = f"{winner}, 3 han 40 fu, from {giver}"
        changed += len(_replay(client, id_, at + 1, write=True, deal={"told": told[at]})["replayed"])
        corrected = client.get(f"/v1/tables/{id_}", headers=mine).json()
        same = client.get(f"/v1/tables/{_riichi(client, *told)}").json()
        for field in ("players", "dealer", "round", "repeats", "table", "on_table"):
            assert corrected[field] == same[field], (told, field)
    assert changed > 8
