"""House files over HTTP: in a request, from a folder of the settings; and on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from paiyan.scorer import rulesets
from paiyan.scorer.errors import RulesError
from paiyan.scorer.rulesets import rule_set
from paiyan.service.answers.rule_catalogue import open_folder
from paiyan.service.cli.program import run
from paiyan.service.errors import BadHouse, WrongUse
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

CLUB = """
id = "my-club"
name = { zh = "我的会馆", en = "My club" }
base = "hongkong"
minimum = 3

[fans]
half_flush = 4

[points]
cap = 10

[[example]]
hand = "111222333m444z5z +5z from S"
worth = 9
"""
HAND = {"concealed": "111222333m444z5z", "win": {"tile": "5z", "from": "S"}}


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test opens is forgotten after it."""
    monkeypatch.setattr(rulesets, "_ADDED", {})


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="")), raise_server_exceptions=False) as opened:
        yield opened


def test_a_hand_carries_its_house_file(client: TestClient) -> None:
    answer = client.post("/v1/score", json={**HAND, "house": CLUB}).json()
    base = client.post("/v1/score", json={**HAND, "rules": "hongkong"}).json()
    assert (answer["rules"], answer["total"]) == ("my-club", base["total"] + 1)
    assert answer["payments"]["E"] > base["payments"]["E"]
    waits = client.post("/v1/waits", json={"concealed": HAND["concealed"], "house": CLUB}).json()
    assert [w["tile"] for w in waits["waits"]] == ["5z"]


def test_a_deal_carries_it_for_all_its_hands(client: TestClient) -> None:
    deal = {"house": CLUB, "hands": [{"seat": "E", **HAND}]}
    alone = client.post("/v1/score", json={**HAND, "house": CLUB}).json()
    assert client.post("/v1/score", json=deal).json()["balances"] == alone["payments"]


def test_rules_and_a_house_file_are_not_told_together(client: TestClient) -> None:
    both = {"rules": "hongkong", "house": CLUB}
    for hand in ({**HAND, **both}, {**both, "hands": [{"seat": "E", **HAND}]}):
        refused = client.post("/v1/score?lang=en", json=hand)
        assert (refused.status_code, refused.json()["type"]) == (422, "urn:paiyan:problem:bad-hand")
        assert "give one of the two" in refused.json()["detail"]
    compared = client.post("/v1/score?lang=en", json={**HAND, "house": CLUB, "compare": ["guobiao"]})
    assert compared.status_code == 422
    assert "house" in compared.json()["detail"]


def test_its_rules_are_described_with_what_differs(client: TestClient) -> None:
    described = client.post("/v1/rules?lang=en", json={"house": CLUB}).json()
    assert (described["id"], described["base"], described["name"]) == ("my-club", "hongkong", "My club")
    other = {d["kind"] + d["id"]: (d["was"], d["is"]) for d in described["differences"]}
    assert other["minimum"] == (1, 3)
    assert other["fanhalf_flush"] == (3, 4)


def test_every_mistake_is_told_with_its_line(client: TestClient) -> None:
    wrong = CLUB.replace("half_flush", "half_flash").replace("minimum", "minimun")
    for path, body in (("/v1/score", {**HAND, "house": wrong}), ("/v1/rules", {"house": wrong})):
        answer = client.post(path + "?lang=en", json=body)
        assert (answer.status_code, answer.json()["type"]) == (422, "urn:paiyan:problem:bad-house")
        assert [m["line"] for m in answer.json()["mistakes"]] == [5, 8]
        assert "did you mean half_flush?" in answer.json()["mistakes"][1]["says"]


@pytest.mark.parametrize(
    "house", ["[" * 5000, "x = 1\n" * 9000, "\x00", 'base = "../../etc/passwd"', "hands = ['/etc/passwd']"]
)
def test_hostile_files_are_refused(client: TestClient, house: str) -> None:
    assert client.post("/v1/score", json={**HAND, "house": house}).status_code == 422
    assert client.post("/v1/score", json={**HAND, "house": "x" * 70_000}).status_code == 422


def test_a_folder_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB, "utf-8")
    (tmp_path / "branch.toml").write_text(
        'id = "branch"\nname = "Branch"\nbase = "club"\nminimum = 1\n', "utf-8"
    )
    with TestClient(create_app(Settings(database="", house_rules=tmp_path))) as client:
        listed = [r["id"] for r in client.get("/v1/rules").json()]
        assert listed[-2:] == ["branch", "my-club"]
        assert client.get("/v1/rules/my-club").json()["minimum"] == 3
        assert client.post("/v1/score", json={**HAND, "rules": "branch"}).json()["total"] == 9


def test_a_folder_with_a_mistake_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB + "kap = 1\n", "utf-8")
    with pytest.raises(BadHouse, match=r"club.toml: line 16: .*has no kap"):
        create_app(Settings(database="", house_rules=tmp_path))


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="no folder of house files"):
        open_folder(tmp_path / "none")


def test_an_id_is_taken_once(tmp_path: Path) -> None:
    rules = rule_set("hongkong").but(id="mine")
    rulesets.add(rules)
    assert rule_set("mine") is rules
    with pytest.raises(RulesError, match="already"):
        rulesets.add(rule_set("riichi").but(id="mine"))
    with pytest.raises(RulesError, match="already"):
        rulesets.add(rule_set("riichi"))


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "my-club.toml"
    club.write_text(CLUB, "utf-8")
    told = ["--hand", HAND["concealed"], "--win", "5z", "--from", "S", "--json"]
    assert run(["score", *told, "--rules", str(club)]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 9
    assert run(["rules", "--json", str(club)]) == 0
    assert json.loads(capsys.readouterr().out)["differences"][0]["kind"] == "minimum"
    assert run(["rules", "--diff", "hongkong", str(club), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["differences"]) == 3
    assert run(["rules", "--check", str(club), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["failed"], [one["change"] for one in found["unshown"]]) == ([], ["minimum", "points.cap"])
    club.write_text(CLUB.replace("worth = 9", "worth = 5"), "utf-8")
    assert run(["rules", "--check", str(club)]) == 1
    assert "worth is 9" in " ".join(capsys.readouterr().out.split()).replace("值是", "worth is")
    club.write_text(CLUB + "kap = 1\nkip = 2\n", "utf-8")
    assert run(["score", *told, "--rules", str(club)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


NAMES = ["Ann", "Bo", "Cai", "Dee"]
DEAL = {"concealed": HAND["concealed"], "win": HAND["win"], "seat": "E"}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'ledger.db'}")
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


def test_a_table_carries_its_own(ledger: TestClient) -> None:
    opened = ledger.post("/v1/tables", json={"house": CLUB, "players": NAMES}).json()
    assert (opened["rules"], opened["house"]) == ("my-club", CLUB)
    secret = {"x-table-secret": opened["secrets"]["write"]}
    path = f"/v1/tables/{opened['id']}"
    played = ledger.post(f"{path}/deals", json={"deal": DEAL}, headers=secret).json()
    scored = ledger.post("/v1/score", json={**HAND, "house": CLUB}).json()
    assert [p["balance"] for p in played["players"]] == list(scored["payments"].values())
    there = ledger.get(path, headers=secret).json()
    assert there["house"] == CLUB, "a second device is told it, to score the same"
    assert "house" not in there["deals"][0]["given"]
    refused = ledger.post(f"{path}/deals?lang=en", json={"deal": {**DEAL, "house": CLUB}}, headers=secret)
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 400),
        ({"rules": "hongkong", "house": CLUB}, 400),
        ({"house": "x = 1"}, 422),
        ({"house": 'base = "my-club"'}, 422),
    ],
)
def test_what_no_table_is_opened_with(ledger: TestClient, told: dict[str, str], status: int) -> None:
    assert ledger.post("/v1/tables", json={**told, "players": NAMES}).status_code == status
