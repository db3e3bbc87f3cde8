"""Several phones write to one table: nothing counts twice, nothing is lost."""

from __future__ import annotations

import threading

from fastapi.testclient import TestClient

from tests.service.ledger.tables import balances, opened, play

WON = {
    "hands": [
        {"seat": "S", "concealed": "123m456p789s1122z", "win": {"tile": "2z", "by": "discard", "from": "W"}}
    ]
}


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


def test_a_key_under_which_something_else_was_sent_is_refused(client: TestClient) -> None:
    id_ = opened(client)["id"]
    points = {"E": 3, "S": -3, "W": 0, "N": 0}
    first = play(client, id_, points=points, key="one")
    assert play(client, id_, points=points, key="one")["deals"] == first["deals"]  # it counts once
    for other in ({"points": {**points, "W": 1, "S": -4}}, {"points": points, "note": "more"}, {"deal": WON}):
        refused = play(client, id_, status=409, key="one", **other)
        assert "new key" in refused["detail"]
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
