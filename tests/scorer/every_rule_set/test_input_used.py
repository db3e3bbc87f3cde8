"""Whatever is told of the table, of a win or of a rule set is used, or refused, or a warning says that it was
not: for every rule set, every field of its table, every flag of a win and every option.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Flag
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.answer import answer
from paiyan.scorer.report.rule_set_json import described, flags_used
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile
from tests.scorer.every_rule_set.cases import EVERY, tried
from tests.scorer.every_rule_set.random_deals import Json, alone, likely
from tests.scorer.examples.test_deals import DEALS
from tests.scorer.examples.test_hands import LINES, read


@cache
def told(id_: str) -> list[Json]:
    """The hands and deals of a rule set's files, each as its JSON object with ``rules``."""
    hands: list[Json] = []
    for line in LINES:
        with suppress(HandError):  # an option that is refused
            if line.rules == id_:
                rules, given = read(line)
                hands.append({**given, "rules": id_, "options": dict(rules.agreed_on.selected)})
    path = DEALS / f"{id_}.json"
    written: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
    return [*hands, *({"rules": id_, **case["deal"]} for case in written)]


def values(setting: Setting) -> Iterator[Any]:
    """Some values of a setting that are not its default."""
    if isinstance(setting.default, bool):
        yield not setting.default
    elif isinstance(setting.default, int):
        some = {0, 1, 2, 3, setting.default + 1} - {setting.default}
        yield from (n for n in sorted(some) if setting.least <= n <= setting.most)
    elif isinstance(setting.default, tuple):
        yield from ("1m", "5p", "12m")
    else:
        yield from (c for c in setting.choices if c != setting.default)


def won(id_: str) -> list[Json]:
    """A few hands of the files that win and are paid, by discard and drawn."""
    wins = [g for g in told(id_) if "win" in g and not g.get("table")]
    paid = [g for g in wins if (tried(answer, g) or {}).get("payments")]
    drawn = [g for g in paid if g["win"]["by"] == "self_draw"]
    return [*drawn[:1], *[g for g in paid if g not in drawn][:1]]


@EVERY
def test_every_field_of_the_table_is_used_or_not_taken(rules: RuleSet) -> None:
    for given in won(rules.id):
        base = answer(given)
        for setting in rules.agreed_on.table:
            for value in values(setting):
                got = tried(answer, {**given, "table": {setting.id: value}})
                assert got != base, (setting.id, value)


@EVERY
def test_every_flag_is_used_or_not_taken(rules: RuleSet) -> None:
    for given in won(rules.id):
        base = answer(given)
        for flag in {f.value for f in Flag} - set(given["win"]["flags"]):
            flags = [*given["win"]["flags"], flag]
            got = tried(answer, {**given, "win": {**given["win"], "flags": flags}})
            assert got != base, flag


@EVERY
def test_a_rule_set_says_which_flags_it_uses(rules: RuleSet) -> None:
    """Each flag that it lists changes the answer of some hand of its file, and no other flag changes one."""
    listed = {flag.value for flag in flags_used(rules)}
    assert listed == set(to_json(described(rules), "en")["win"]["flags_used"])
    flagged = [(g, flag) for g in told(rules.id) if "win" in g for flag in g["win"].get("flags") or ()]
    probed = [(g, flag.value) for g in won(rules.id) for flag in Flag if flag.value not in listed]
    counts: set[str] = set()
    for given, flag in [*flagged, *probed]:
        if flag in counts:
            continue
        with_it = [*(f for f in given["win"]["flags"] if f != flag), flag]
        without = [f for f in with_it if f != flag]
        hands = [{**given, "win": {**given["win"], "flags": flags}} for flags in (with_it, without)]
        one, other = [tried(answer, hand) for hand in hands]
        if one and other and any(one.get(part) != other.get(part) for part in ("total", "legal", "payments")):
            counts.add(flag)
    assert counts == listed


def fields_that_count(rules: RuleSet) -> set[str]:
    """The fields of the table without which some hand or deal has another answer."""
    count: set[str] = set()
    made = (likely(f"told {rules.id} {i}", rules, share=0.8, draw=i % 4 == 0) for i in range(150))
    for given in chain(told(rules.id), (g for deal in made for g in (deal, alone(deal)))):
        tables = [given.get("table") or {}, *((h.get("table") or {}) for h in given.get("hands", ()))]
        if len(count) == len(rules.agreed_on.table):
            break
        names = {name for table in tables for name in table} - count
        if names and (got := tried(answer, given)) is not None:
            unused = " ".join(got["warnings"]).replace(",", "").split()
            count |= {n for n in names if f"table.{n}" not in unused}
    return count


@EVERY
def test_every_field_of_the_table_counts_somewhere(rules: RuleSet) -> None:
    assert {s.id for s in rules.agreed_on.table} - fields_that_count(rules) == set()


def as_text(value: Any) -> Any:
    return notation(value) if isinstance(value, tuple) and all(isinstance(t, Tile) for t in value) else value


@EVERY
def test_every_option_changes_an_answer(rules: RuleSet) -> None:
    left = {s.id for s in rules.agreed_on.options}
    made = (likely(f"option {rules.id} {i}", rules, share=0.3, draw=i % 4 == 0) for i in range(20))
    for given in chain(told(rules.id), made):
        options = {
            s.id: as_text(given.get("options", {}).get(s.id, s.default)) for s in rules.agreed_on.options
        }
        for setting in rules.agreed_on.options:
            if setting.id not in left:
                continue
            here = tried(answer, {**given, "options": options})
            for value in (as_text(setting.default), *values(setting)):
                if tried(answer, {**given, "options": {**options, setting.id: value}}) != here:
                    left.discard(setting.id)
        if not left:
            return
    assert left == set()


@EVERY
def test_whose_tile_a_claim_took_changes_no_score_and_pays_no_win_without_its_discarder(
    rules: RuleSet,
) -> None:
    """So it is asked only where something is paid."""
    scored = ("win", "reason", "distance", "total", "legal", "fans", "not_counted")
    for given in (g for g in told(rules.id) if "win" in g):
        claims = [m for m in given["melds"] if m["type"] in ("pung", "kong", "added_kong")]
        win = {name: value for name, value in given["win"].items() if name != "from"}
        base = tried(answer, {**given, "win": win})
        for side in Side if claims and base else ():
            melds = [{**m, "from": side.value} if m in claims else m for m in given["melds"]]
            if got := tried(answer, {**given, "win": win, "melds": melds}):
                assert [got.get(name) for name in scored] == [base.get(name) for name in scored]
                assert win["by"] == "self_draw" or not got.get("payments")
