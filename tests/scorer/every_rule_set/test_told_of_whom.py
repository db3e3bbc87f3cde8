"""Of whom something is told: a fact of one player stands in that player's hand, and a loser's hand that
declared nothing changes only what the rules say of it. For every rule set.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.every_rule_set.cases import EVERY, tried
from tests.scorer.every_rule_set.random_deals import Json
from tests.scorer.every_rule_set.test_hand_as_deal import as_deal
from tests.scorer.every_rule_set.test_input_used import told, values

LOSERS = {
    "taizhou": "a loser is paid the difference of their 胡",
    "wenzhou": "each wild tile that a player holds is paid for",
    "luoshu": "every hand holds flowers, of which there is one each",
    "guizhou": "chickens in every hand are paid for",
    "nanchang": "霸王精: nobody else has a wild tile",
}
"""Rule sets that say something of a loser's concealed tiles, and what."""


@pytest.mark.parametrize(
    ("rules", "field"),
    [(r, s) for r in rule_sets() for s in r.agreed_on.table if s.of_hand],
    ids=lambda one: one.id,
)
def test_a_fact_of_one_player_is_refused_of_a_deal_with_a_word_where_to_tell_it(
    rules: RuleSet, field: Any
) -> None:
    given = {"rules": rules.id, "hands": [{"seat": "E"}], "table": {field.id: next(iter(values(field)))}}
    for deal in (given, {**given, "hands": []}):
        with pytest.raises(HandError) as refused:
            answer(deal)
        assert str(refused.value).startswith(f"table.{field.id} is about one player: in a deal, tell it in")


def winners(rules: RuleSet) -> list[Json]:
    """A few hands of the files that win and are paid."""
    wins = (g for g in told(rules.id) if "win" in g and "hands" not in g)
    return list(islice((g for g in wins if (tried(answer, g) or {}).get("payments")), 4))


def loser(rules: RuleSet, given: Json, seat: str) -> Json | None:
    """A hand at that seat, of tiles that are left, which is not ready."""
    size, rng = rules.played_with.hand_size, Random(f"{rules.id} {seat}")
    gone = given["concealed"] + given["win"]["tile"] + "".join(m["tiles"] for m in given["melds"])
    held = Counter(t.kind for t in parse(gone))
    left = [k for k in sorted(rules.played_with.tiles.kinds) for _ in range(3 - held[k])]
    shared = {name: given[name] for name in ("options", "wild", "indicator") if name in given}
    for _ in range(30):
        tiles = notation(TILES[k] for k in sorted(rng.sample(left, size)))
        hand = {"seat": seat, "concealed": tiles}
        found = tried(answer, {**shared, **hand, "rules": rules.id})
        if found is not None and not found["waits"]:
            return hand
    return None


@EVERY
def test_a_losers_hand_that_declared_nothing_changes_only_what_the_rules_say_of_it(rules: RuleSet) -> None:
    if rules.id in LOSERS:
        pytest.skip(LOSERS[rules.id])
    shown = {s.id for s in rules.agreed_on.table if s.shown and s.default is False}
    compared = 0
    for given in winners(rules):
        deal = as_deal(rules, given)
        seats = {deal["hands"][0]["seat"], given["win"].get("from")}
        for seat in "ESWN":
            if seat in seats or (other := loser(rules, given, seat)) is None:
                continue
            table = {**deal["table"], **dict.fromkeys(shown & {f"closed_{seat}"}, True)}
            base = answer({**deal, "table": table})
            got = answer({**deal, "hands": [*deal["hands"], other]})
            assert (got["balances"], got["transfers"]) == (base["balances"], base["transfers"]), (
                given,
                other,
            )
            compared += 1
    assert compared


@pytest.mark.parametrize(
    ("rules", "field"),
    [(r, s) for r in rule_sets() for s in r.agreed_on.declaring],
    ids=lambda one: one.id,
)
def test_a_hand_that_declared_ready_waits_for_something(rules: RuleSet, field: Any) -> None:
    seat = "S" if field.of_hand else field.id[-1]
    hand = next(filter(None, (loser(rules, given, seat) for given in winners(rules))))
    told = {field.id: max(field.declares)}
    one = {**hand, "rules": rules.id, "table": told}
    deal = {"rules": rules.id, "table": told, "hands": [hand]}
    if field.of_hand:
        deal = {"rules": rules.id, "hands": [{**hand, "table": told}]}
    for given in (one, deal):
        with pytest.raises(HandError, match=f"table.{field.id} says that {seat} declared ready"):
            answer(given)
