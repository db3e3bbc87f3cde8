"""What a phone without a network shows of its table is what the service makes of it when it is sent."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.service.errors import PaiyanError
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session.entries import NewGame, NewTerms, Penalty, RecordDeal, Rename, Seats
from paiyan.service.ledger.session.log import ahead
from paiyan.service.ledger.session.terms import Terms
from tests.scorer.every_rule_set.random_deals import Json, likely
from tests.service.ledger.tables import written
from tests.service.ledger.test_conservation import opened


def body(played: RecordDeal) -> Json:
    """As it would be sent."""
    return {
        name: value
        for name, value in to_json(played, "en").items()
        if value not in (None, "") and name != "lang"
    }


def without_time(state: Json) -> Json:
    kept = {name: value for name, value in state.items() if name != "version"}
    return {**kept, "deals": [{**deal, "at": ""} for deal in state["deals"]]}


def something(random: Random, rules: RuleSet, name: str) -> RecordDeal:
    kind = random.randrange(4)
    if kind == 0:
        return RecordDeal(points={"E": 7, "S": -7}, next_dealer=random.choice("ESWN"), note="a bet")
    if kind == 1:
        return RecordDeal(penalty=Penalty(seat=random.choice("ESWN"), points=5))
    deal = likely(name, rules, share=0.3, draw=kind == 2)
    told = {n: v for n, v in deal.items() if n in ("hands", "table", "wild", "indicator")}
    told["table"] = {n: v for n, v in told["table"].items() if n != "sticks"}
    return RecordDeal(deal=told)


@pytest.mark.parametrize("rules", ["riichi", "sichuan", "nanjing", "taiwan"])
def test_the_table_ahead_is_the_table_that_comes(rules: str, tmp_path: Path) -> None:
    ledger = Ledger(Store(f"sqlite:///{tmp_path / 'ledger.db'}"))
    table, random = opened(ledger, rules), Random(rules)
    ledger.write(table, NewTerms(terms=Terms(start=100, target=120, uma=(9, 3, -3, -9))))
    ledger.write(table, RecordDeal(points={"E": 3, "N": -3}, next_dealer="S"))
    ledger.write(table, Seats(players=("Ann", "Bo", "Cai", "Eve")))
    ledger.write(table, Rename(player="Dee", name="Deirdre"))
    known = written(ledger, table, NewGame(dealer=2))
    waiting: list[Json] = []
    shown = known
    for n in range(12):
        sent = something(random, rule_set(rules), f"ahead {rules} {n}")
        people = [shown["players"][(shown["dealer"] + n) % 4]["person"] for n in range(4)]
        seen = RecordDeal(
            deal=sent.deal, points=sent.points, penalty=sent.penalty, next_dealer=sent.next_dealer,
            note=sent.note, people=(people[0], people[1], people[2], people[3]), round=shown["round"],
        )  # fmt: skip
        try:
            after = written(ledger, table, seen)
        except PaiyanError:
            continue  # a deal that cannot be
        waiting.append(body(seen))
        shown = ahead(known, waiting)
        assert without_time(shown) == without_time(after)
        assert shown["version"] == known["version"]
    assert len(waiting) > 4
