"""The same JSON object gets the same answer over HTTP as on the command line, alone and in a batch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers import scoring
from paiyan.service.answers.report import Failure
from paiyan.service.answers.situation import HandRequest
from paiyan.service.cli.batch import line_object
from paiyan.service.errors import PaiyanError
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

WIN = {"tile": "7s", "by": "self_draw"}
HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": WIN}
CLAIMED: dict[str, Any] = {"concealed": "123m456p11z77s", "win": WIN}


def _claimed(**told: Any) -> dict[str, Any]:
    return {**CLAIMED, "melds": [{"type": "chow", "tiles": "789s", **told}]}


def _told(**told: Any) -> dict[str, Any]:
    return {**HAND, **told}


OBJECTS: list[dict[str, Any]] = [
    {"rules": "riichi", "hands": []},
    {"rules": "hongkong", "dealer": "S", "round": "W", "hands": [], "table": None, "events": None},
    _claimed(**{"from": "N", "claimed": "7s"}),
    _claimed(**{"from": "N", "claimed": ""}),
    _claimed(**{"from": "W"}),
    _claimed(**{"from": "E"}),
    _claimed(**{"from": None, "claimed": None}),
    _told(options=None, table=None, melds=None, flowers=None, wild=None, indicator=None, house=None),
    _told(win={**WIN, "flags": None, "from": None}),
    _told(win=None),
    _told(options={"flowers": None}),
    _told(table={"nothing": None}),
    {"hands": [{"seat": "S", **HAND, "table": None, "melds": None, "flowers": None}], "options": None},
    {"hands": [{"seat": "S", "melds": [{"type": "pung", "tiles": "222p", "from": "N"}]}]},
]
REFUSED_BY_BOTH: list[dict[str, Any]] = [
    _told(seat=None),
    _told(rules=None),
    _told(concealed=None),
    _told(win={**WIN, "by": None}),
    _claimed(tiles=None),
    {"hands": None},
]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=""))) as opened:
        yield opened


def _on_the_command_line(given: dict[str, Any]) -> dict[str, Any]:
    try:
        return to_json(scoring.score(HandRequest(line_object(json.dumps(given)))), "en")
    except PaiyanError as wrong:
        return {**to_json(Failure(error=wrong), "en"), "problem": f"urn:paiyan:problem:{wrong.kind}"}


@pytest.mark.parametrize("given", OBJECTS, ids=json.dumps)
def test_what_both_read_alike(client: TestClient, given: dict[str, Any]) -> None:
    said = _on_the_command_line(given)
    answer = client.post("/v1/score", json=given).json()
    if "error" in said:
        assert (answer["detail"], answer["type"]) == (said["error"], said["problem"])
        assert (answer["code"], answer["values"]) == (said["code"], said["values"])
    else:
        assert {k: v for k, v in answer.items() if k != "served"} == json.loads(json.dumps(said))
    (among,) = client.post("/v1/batch", json=[given]).json()["answers"]
    assert among == json.loads(json.dumps(said))


@pytest.mark.parametrize("given", REFUSED_BY_BOTH, ids=json.dumps)
def test_what_neither_takes(client: TestClient, given: dict[str, Any]) -> None:
    assert "error" in _on_the_command_line(given)
    assert client.post("/v1/score", json=given).status_code == 422
