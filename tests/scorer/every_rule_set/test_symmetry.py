"""In every rule set: what changes nothing. What one is left out of stands by the rule that makes it so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.build import score_report
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.every_rule_set.cases import EVERY, cases, figures, paid, scored, settled, tried, worth
from tests.scorer.every_rule_set.random_deals import likely
from tests.scorer.examples.clauses import DOCUMENTED


@EVERY
def test_the_order_of_tiles_changes_nothing(rules: RuleSet) -> None:
    rng = Random(1)
    for case in cases(rules):
        concealed = rng.sample(case.hand.concealed, len(case.hand.concealed))
        flowers = rng.sample(case.hand.flowers, len(case.hand.flowers))
        other = replace(case.hand, concealed=tuple(concealed), flowers=tuple(flowers))
        got = score(case.rules, other)
        assert _told(got) == _told(case.got), case.given


def _told(got: Any) -> dict[str, Any]:
    return {**to_json(score_report(got), "en"), "wild_as": 0}


SAME_WINDS = {f"{n}z": f"{n}z" for n in range(1, 8)}  # a horse falls by its number, whoever is east


def renamed(given: Any, tiles: Mapping[str, str], seats: Mapping[str, str], suits: str = "mps") -> Any:
    """The JSON object with its tiles, seats and suits renamed, fields named for a seat among them."""
    if isinstance(given, list):
        return [renamed(g, tiles, seats, suits) for g in given]
    if isinstance(given, dict):
        return {
            "_".join([*k.split("_")[:-1], seats.get(k.split("_")[-1], k.split("_")[-1])]): (
                v  # where the winds stay, that of the round does
                if k == "round" and tiles["2z"] == "2z"
                else renamed(v, {**tiles, **SAME_WINDS} if k.startswith("horses") else tiles, seats, suits)
            )
            for k, v in given.items()
        }
    if not isinstance(given, str):
        return given
    if given and set(given) <= set(seats):  # one seat, or several
        return "".join(sorted((seats[seat] for seat in given), key="ESWN".index))
    if given in ("m", "p", "s"):
        return suits["mps".index(given)]
    try:
        return notation(parse(tiles.get(t.notation, t.notation))[0] for t in parse(given))
    except ValueError:
        return given


EAST_DEALS = "riichi"  # east is its dealer by rule, so the seats are not turned as a whole


# Rule sets in which the winds do not turn with the seats, and why.
FROM_THE_DEALER = "winds and flowers of a seat are counted from the dealer, whatever the seat is called"
WINDS_STAY = {
    "anqing": "三张风 of south, west and north",
    "wuhan": "东南西北发白",
    "jiangnan": "东南西北中发白",
    **dict.fromkeys(("guobiao", "lianzhong", "taiwan", "hongkong", "hainan", "taizhou"), FROM_THE_DEALER),
    **dict.fromkeys(("guangdong-jipinghu", "guangzhou", "guigang", "shenzhen"), FROM_THE_DEALER),
}

SAME_SEATS = {seat: seat for seat in "ESWN"}


Turned = Callable[[RuleSet, dict[str, str], dict[str, str]], None]


def in_a_turn(rules: RuleSet, holds: Turned) -> None:
    """What holds in a turn of the seats.

    Whether winds and flowers turn with them is said above of the rule sets of the documents; of another
    either will do, as long as it does in all hands.
    """
    ways = [rules.id not in WINDS_STAY] if rules.id in DOCUMENTED else [True, False]
    for winds_too in ways:
        try:
            return holds(rules, *turning(rules, winds_too=winds_too))
        except AssertionError:
            if winds_too is ways[-1]:
                raise
    return None


def turning(rules: RuleSet, *, winds_too: bool) -> tuple[dict[str, str], dict[str, str]]:
    """A turn of the seats, and of what belongs to seats where winds and flowers turn too."""
    order = "SWN" if rules.id == EAST_DEALS else "ESWN"
    seats = {s: order[(i + 1) % len(order)] for i, s in enumerate(order)} | (
        {"E": "E"} if len(order) == 3 else {}
    )
    tiles = {t.notation: t.notation for t in TILES}
    for old, new in seats.items() if winds_too else ():
        i, j = "ESWN".index(old), "ESWN".index(new)
        tiles |= {f"{i + 1}z": f"{j + 1}z", f"{i + 1}f": f"{j + 1}f", f"{i + 5}f": f"{j + 5}f"}
    return tiles, seats


@EVERY
def test_seats_turn_with_all_that_belongs_to_them(rules: RuleSet) -> None:
    """Seats, dealer, round, discarder, fields named for a seat, winds and flowers are all turned by one."""
    in_a_turn(rules, _scores_turn)


def _scores_turn(rules: RuleSet, tiles: dict[str, str], seats: dict[str, str]) -> None:
    turned = 0
    for case in cases(rules):
        given = dict(case.given)
        if rules.id == EAST_DEALS:  # who sits on the left, and which wind follows which, is another then
            given["melds"] = [{k: v for k, v in m.items() if k != "from"} for m in given["melds"]]
            given["table"] = {k: v for k, v in given["table"].items() if "indicators" not in k}
            given["options"] = {k: v for k, v in given["options"].items() if k != "three_players"}
            given["table"].pop("norths", None)
        chosen = rules.with_options(given["options"])
        one, other = scored(chosen, given), scored(chosen, renamed(given, tiles, seats))
        if isinstance(one, Score):
            assert isinstance(other, Score), given
            turned += 1
            assert (one.legal, figures(one.value)) == (other.legal, figures(other.value)), given
            assert paid(one, lambda s: Seat[seats[s.name]]) == paid(other), given
        else:
            assert worth(one) == worth(other), given
    assert turned > 20


@pytest.mark.parametrize("rules", [r for r in rule_sets() if r.id != EAST_DEALS], ids=lambda r: r.id)
def test_the_payments_of_a_deal_turn_with_the_seats(rules: RuleSet) -> None:
    in_a_turn(rules, _payments_turn)


def _payments_turn(rules: RuleSet, tiles: dict[str, str], seats: dict[str, str]) -> None:
    turned = 0
    for i in range(60):
        deal = likely(f"turned {rules.id} {i}", rules, share=0.1, draw=i % 3 == 0)
        chosen = rules.with_options(deal["options"])
        one = tried(settled, chosen, deal)
        other = tried(settled, chosen, renamed(deal, tiles, seats))
        assert (one is None) == (other is None), deal
        if one is not None and other is not None:
            assert {Seat[seats[s.name]]: n for s, n in one.balances.items()} == other.balances, deal
            assert one.next_dealer is None or seats[one.next_dealer.name] == other.next_dealer.name, deal
            turned += 1
    assert turned > 10


# Fans that name suits, and why; without them no rule set tells one suit from another.
NAMES_A_SUIT = {
    "all_green": "2 3 4 6 8 of bamboo and the green dragon",
    "ryuuiisou": "as all_green",
    "reversible_tiles": "only some circles and bamboo look the same upside down",
    "catch_five": "the five of characters",
}


# Options whose payments name suits, each with the choice that pays nothing for it.
_DEAR = {"dear_kongs": False}  # the one of circles and of bamboo
PAYS_FOR_A_SUIT: dict[str, dict[str, Any]] = {
    "guizhou": {"chicken": 0},  # the one of bamboo 英雄鸡
    **dict.fromkeys(("changchun", "jilin", "harbin", "yingkou", "neimenggu"), _DEAR),
}


@EVERY
def test_renaming_suits_changes_nothing_where_no_fan_names_one(rules: RuleSet) -> None:
    rng = Random(2)
    for case in cases(rules):
        if case.rules.played_with.tiles != rules.played_with.tiles:
            continue  # some tables have more red fives in one suit; three players leave 2m to 8m out
        there = [s for i, s in enumerate("mps") if 9 * i in rules.played_with.tiles.kinds]
        swapped = dict(zip(there, rng.sample(there, len(there)), strict=True))
        suits = "".join(swapped.get(s, s) for s in "mps")
        tiles = {t.notation: t.notation.translate(str.maketrans("mps", suits)) for t in TILES}
        options = {**case.rules.agreed_on.selected, **PAYS_FOR_A_SUIT.get(rules.id, {})}
        chosen = rules.with_options({s.id: options[s.id] for s in rules.agreed_on.options})
        chosen = chosen.without(*(p.id for p in chosen.counted_by.fans if p.id in NAMES_A_SUIT))
        one, other = scored(chosen, case.given), scored(chosen, renamed(case.given, tiles, SAME_SEATS, suits))
        assert worth(one) == worth(other), (case.given, suits)
