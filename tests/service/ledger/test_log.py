"""A table that a phone keeps is the table that the service would have; it is handed over as it is, once."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paiyan.scorer.messages.as_json import JsonRenderer, from_json, to_json
from paiyan.scorer.rulesets import rule_set
from paiyan.service.errors import Conflict, PaiyanError, WrongUse
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials, new_id, new_secret
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session import log as logs
from paiyan.service.ledger.session.entries import Command, NewGame, NewTerms, RecordDeal, Rename, Seats, Undo
from paiyan.service.ledger.session.log import Log
from paiyan.service.ledger.session.terms import Terms
from paiyan.service.phone.tables import answer as asked
from tests.scorer.every_rule_set.random_deals import Json
from tests.service.ledger.test_offline import body, something

ENGLISH = JsonRenderer("en")
NAMES = ("Ann", "Bo", "Cai", "Dee")
AT = "2026-01-01T20:00:00.000+00:00"


def fresh(rules: str) -> Json:
    about = {"rules": rules, "options": {}, "players": list(NAMES), "name": ""}
    return asked({"what": "open", "about": about, "id": new_id(), "secret": new_secret(), "at": AT}, "en")[
        "log"
    ]


def sent(log: Json, path: str, told: Json, **more: Any) -> Json:
    """Write to a log as the page does; gives the answer."""
    done = asked({"what": "write", "log": log, "path": path, "body": told, "at": AT, **more}, "en")
    log["events"] += done["events"]
    return json.loads(json.dumps(done["answer"]))


def stands(log: Json) -> Json:
    """The table of a log, as the page is shown it."""
    return asked({"what": "state", "log": log, "at": AT}, "en")["answer"]


def changes() -> list[tuple[str, Command, Json]]:
    terms = Terms(start=100, target=120, uma=(9, 3, -3, -9))
    told = {"start": 100, "target": 120, "uma": [9, 3, -3, -9]}
    players = ("Ann", "Bo", "Cai", "Eve")
    return [
        ("terms", NewTerms(terms=terms), told),
        ("seats", Seats(players=players), {"players": list(players)}),
        ("names", Rename(player="Dee", name="Deirdre"), {"player": "Dee", "name": "Deirdre"}),
        ("games", NewGame(dealer=2), {"dealer": 2}),
        ("undo", Undo(), {}),
    ]


def comparable(state: Json) -> Json:
    """What is not of the moment or of the place where it is kept."""
    plain = json.loads(json.dumps(state))
    for name in ("id", "created", "secrets"):
        plain.pop(name, None)
    for event in (*plain["deals"], *plain["changes"]):
        event["at"] = ""
        event.pop("key", None)
    return plain


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(Store(f"sqlite:///{tmp_path / 'ledger.db'}"))


def evening_of(rules: str, ledger: Ledger, *, deals: int = 8) -> tuple[Json, Credentials]:
    """The same evening kept both ways, compared after each step."""
    log, random = fresh(rules), Random(rules)
    opened = ledger.open(name="", options={}, players=NAMES, rules=rules)
    there = Credentials(opened.secrets.id, opened.secrets.write or "")
    steps = changes()
    for n in range(deals):
        played = something(random, rule_set(rules), f"log {rules} {n}")
        try:
            ledger.write(there, played)
        except PaiyanError as wrong:
            with pytest.raises(type(wrong)):
                sent(log, "deals", {**body(played), "key": f"key {n} of a deal"})
            continue
        shown = sent(log, "deals", {**body(played), "key": f"key {n} of a deal"})
        assert comparable(shown) == comparable(ledger.state(there))
        if n % 2 and steps:
            path, change, told = steps.pop(0)
            ledger.write(there, change)
            shown = sent(log, path, {**told, "key": f"key {n} of a change"})
            assert comparable(shown) == comparable(ledger.state(there))
    return log, there


@pytest.mark.parametrize("rules", ["riichi", "sichuan", "taiwan", "guobiao"])
def test_a_phone_keeps_what_the_service_would(rules: str, ledger: Ledger) -> None:
    log, there = evening_of(rules, ledger)
    again = copy.deepcopy(log)
    sent(log, "deals", {"points": {"E": 1, "S": -1}, "key": log["events"][0]["key"]})
    assert log == again, "a key counts once"
    with pytest.raises(Conflict):
        sent(log, "undo", {"version": 1, "key": "for an earlier version"})
    deal = next(e["number"] for e in log["events"] if e["kind"] in ("deal", "points") and e["number"] > 1)
    new = {"points": {"E": 8, "S": -8}, "next_dealer": "S", "key": "a correction that is long enough"}
    planned = sent(log, "replay", new, deal=deal, write=False)
    played = RecordDeal(points={"E": 8, "S": -8}, next_dealer="S", key="a correction that is long enough")
    replayed = to_json(ledger.replay(there, deal, played, write=True), "en")
    assert planned["replayed"] == replayed["replayed"]
    sent(log, "replay", new, deal=deal, write=True)
    assert comparable(stands(log)) == comparable(ledger.state(there))
    sheet = asked({"what": "file", "log": log, "kind": "csv"}, "en")["answer"]
    assert sheet.count("\r\n") == ledger.sheet(there).count("\r\n")


@pytest.mark.parametrize("rules", ["riichi", "sichuan", "taiwan", "guobiao"])
def test_what_is_handed_over_is_the_same_table(rules: str, ledger: Ledger) -> None:
    log, _ = evening_of(rules, ledger)
    over = asked({"what": "hand over", "log": log, "page": "https://example.org/"}, "en")["answer"]
    text = over["address"].partition("#take=")[2]
    assert asked({"what": "restore", "text": text}, "en")["answer"] == json.loads(json.dumps(log))
    file = asked({"what": "file", "log": log, "kind": "json"}, "en")["answer"]
    assert asked({"what": "restore", "log": file}, "en")["answer"] == json.loads(json.dumps(log))
    if over["picture"]:
        assert over["picture"].startswith("<?xml")


def test_eight_deals_fit_a_code(ledger: Ledger) -> None:
    for rules in ("riichi", "guobiao"):
        log = fresh(rules)
        for _ in range(8):
            hand = {
                "concealed": "123m45p789s11z",
                "melds": [{"type": "pung", "tiles": "555z", "from": "left"}],
            }
            deal = {**hand, "win": {"tile": "6p", "by": "discard", "from": "S"}}
            sent(log, "deals", {"deal": deal, "key": new_secret()})
        over = asked({"what": "hand over", "log": log, "page": "https://example.org/paiyan/"}, "en")["answer"]
        assert over["picture"], len(over["address"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log.pop("events"),
        lambda log: log.update(paiyan_table=2),
        lambda log: log["events"].pop(0),
        lambda log: log["events"][0].update(players=[1, 2, 3, 4]),
        lambda log: log["events"][0].update(players=["1", "-1", 0, 0]),
        lambda log: log["events"][0].pop("key"),
        lambda log: log["events"][0].update(kind="feast"),
        lambda log: log["table"].update(players=["a", "a", "b", "c"]),
        lambda log: log["table"].update(players=["a", "b", "c"]),
        lambda log: log["table"].update(rules="no such rules"),
        lambda log: log.update(events=[{}] * 2000),
        lambda log: log.update(table=None),
        lambda log: log["table"].update(created="for ever"),
        lambda log: log["events"][1].update(players=[0, 0, 0, 0]),
    ],
)
def test_what_is_no_log_is_refused_in_a_sentence(spoil: Any) -> None:
    log = fresh("guobiao")
    sent(log, "deals", {"points": {"E": 3, "N": -3}, "key": "points under a key"})
    melds = [{"type": "pung", "tiles": "555z", "from": "left"}]
    deal = {"concealed": "123m45p789s11z", "melds": melds, "win": {"tile": "6p", "by": "self_draw"}}
    sent(log, "deals", {"deal": deal, "key": "a deal under a key"})
    whole = copy.deepcopy(log)
    assert to_json(logs.restored(whole, ENGLISH), "en") == whole
    spoil(log)
    with pytest.raises(PaiyanError):
        logs.restored(log, ENGLISH)
    for odd in (None, [], "text", 5, {}):
        with pytest.raises(WrongUse):
            logs.restored(odd, ENGLISH)


def test_a_text_that_is_no_log_is_refused() -> None:
    text = logs.to_text(from_json(Log, fresh("sichuan")))
    for odd in ("", "....", text[:20], text[:-9]):
        with pytest.raises(WrongUse):
            logs.restored(logs.from_text(odd), ENGLISH)


def taken(ledger: Ledger, log: Json) -> Credentials:
    """Send a log to a service, as the page's file of it says it."""
    file = json.loads(json.dumps(asked({"what": "file", "log": log, "kind": "json"}, "en")["answer"]))
    there = Credentials(log["table"]["id"], log["secret"])
    ledger.take_in(there, file, ENGLISH)
    return there


@pytest.mark.parametrize("rules", ["riichi", "guobiao"])
def test_a_service_takes_a_table_in_once(rules: str, ledger: Ledger) -> None:
    """However often it is sent; what was written since is added; another end of it is refused."""
    log, _ = evening_of(rules, ledger)
    before = copy.deepcopy(log)
    there = taken(ledger, log)
    tables = len(ledger.store.ids())
    assert taken(ledger, log) == there
    assert len(ledger.store.ids()) == tables
    assert ledger.state(there)["created"] == AT
    assert comparable(ledger.state(there)) == comparable(stands(log))
    sent(log, "deals", {"points": {"E": 5, "N": -5}, "key": "written on the phone later"})
    taken(ledger, log)
    taken(ledger, before)
    assert comparable(ledger.state(there)) == comparable(stands(log))
    sent(before, "deals", {"points": {"W": 5, "N": -5}, "key": "written on another phone"})
    with pytest.raises(Conflict):
        taken(ledger, before)
    stranger = {**log, "secret": new_secret()}
    with pytest.raises(Conflict):
        taken(ledger, stranger)
    ledger.write(there, Undo(key="at the service"))
    assert ledger.state(there)["version"] == len(log["events"]) + 1
