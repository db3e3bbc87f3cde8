"""Every tile that a field of the input shows counts towards the four of its kind: for what is left of it, and
for how many a hand may hold. For every rule set and every such field.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rules.checks import check_open_hand
from paiyan.scorer.rules.open_tiles import count_open, unseen
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.every_rule_set.cases import EVERY, WILD

# Options under which a field may be told at all, and a wild tile where the field counts those.
OPTIONS: dict[tuple[str, str], dict[str, Any]] = {("riichi", "norths"): {"three_players": True}}
SHOWING = [
    (r.with_options(OPTIONS.get((r.id, s.id))), s) for r in rule_sets() for s in r.agreed_on.table if s.lies
]
TOLD_OF = pytest.mark.parametrize(("rules", "field"), SHOWING, ids=lambda one: one.id)
# What a field must stand beside, or it is refused for another reason.
BESIDE = {
    "ura_indicators": {"dora_indicators": "7z7z7z"},
    "horses_S": {"horses_E": "9p"},
    "horses_W": {"horses_E": "9p"},
    "horses_N": {"horses_E": "9p"},
    **{f"horses_outside_{n}": {"horses_E": "9p"} for n in range(1, 5)},
}
KIND = 21  # 4s, which is in every set


def told(field: Setting, n: int) -> Any:
    return n if field.shows and isinstance(field.default, int) else f"{'4' * n}s"


def hand(rules: RuleSet, concealed: str, table: dict[str, Any]) -> Hand:
    wild = {"wild": "6s"} if rules.played_with.wild and not rules.played_with.wild.kinds(Hand(())) else {}
    return check_open_hand(rules, parse_hand({"concealed": concealed, "table": table, "seat": "E", **wild}))


def shown(field: Setting, at: Hand) -> int:
    """The kind that the field shows where it is told of one tile."""
    if field.shows is None or isinstance(field.default, tuple):
        return KIND
    return field.shows(at, 1)[0]


@TOLD_OF
def test_a_tile_that_a_field_shows_is_not_left(rules: RuleSet, field: Setting) -> None:
    if field.id == "horses_E":
        pytest.skip("it stands beside the others")
    beside = BESIDE.get(field.id, {})
    before = hand(rules, "", beside)
    kind = shown(field, before)
    for n in (1, 2):
        if n == 2 and (isinstance(field.default, bool) or field.id == "stood_out"):
            continue
        after = hand(
            rules, "", {**beside, field.id: True if isinstance(field.default, bool) else told(field, n)}
        )
        assert unseen(rules, before) - unseen(rules, after) == Counter({kind: n})


@TOLD_OF
def test_a_fifth_tile_that_a_field_shows_is_refused_and_the_field_named(
    rules: RuleSet, field: Setting
) -> None:
    beside = BESIDE.get(field.id, {})
    kind = shown(field, hand(rules, "", beside))
    own = field.lies is Lies.DEALT and field.id.endswith("_E")  # dealt to this hand itself
    if own or isinstance(field.default, bool):
        pytest.skip("it shows no more than the hand holds")
    held = 4 if field.lies is not Lies.HELD else 3  # the turned tile is wild
    if field.id == "gods_E":
        pytest.skip("those of the hand itself")
    with pytest.raises(HandError, match=r"is there 5 times, counting .*: there are four of each tile"):
        hand(rules, notation([TILES[kind]] * held), {**beside, field.id: told(field, 1)})


@WILD
def test_the_turned_tile_is_not_left_however_it_is_told(rules: RuleSet) -> None:
    assert rules.played_with.wild
    if rules.played_with.wild.kinds(Hand(())) or not rules.played_with.wild.turned:
        pytest.skip("wild tiles are not turned, or not of the turned tile's kind")
    turned = Counter({KIND: 1})
    for told_as in ({"wild": "4s"}, {"indicator": "4s"}, {"wild": "4s", "indicator": "4s"}):
        whole = check_open_hand(rules, parse_hand({"concealed": "", **told_as}))
        assert count_open(rules, (whole,), whole.table) == turned


@EVERY
def test_what_is_left_is_four_less_what_is_held_where_nothing_else_is_told(rules: RuleSet) -> None:
    pung = "pung" in {m.value for m in rules.played_with.melds}
    melds = [{"type": "pung", "tiles": "555s"}] if pung else []
    held = "4467s" if pung else "4467555s"
    left = unseen(rules, check_open_hand(rules, parse_hand({"concealed": held, "melds": melds})))
    assert [left[kind] for kind in (21, 22, 23, 24)] == [2, 1, 3, 3]


def test_a_tile_that_is_told_twice_counts_once() -> None:
    """A discard that another claimed, a tile dealt that lies in the hand since, and one that two let pass."""
    pung = {"type": "pung", "tiles": "444s", "from": "E", "claimed": "4s"}
    deal = {
        "rules": "jiangnan",
        "hands": [{"seat": "E", "table": {"discarded": "4s"}}, {"seat": "S", "melds": [pung]}],
    }
    assert not answer(deal)["payments"]["E"]
    one_more = [*deal["hands"], {"seat": "W", "table": {"discarded": "4s4s"}}]  # type: ignore[misc]
    with pytest.raises(HandError, match="4s is there 5 times"):
        answer({**deal, "hands": one_more})
    passed = [{"seat": s, "table": {"passed": "4s4s4s"}} for s in "EW"]
    assert answer({"rules": "changsha", "hands": passed})


def test_a_tile_that_the_game_does_not_have_is_refused_wherever_it_lies() -> None:
    given = {"rules": "riichi", "options": {"three_players": True}, "concealed": "123p456p789s45s11m"}
    with pytest.raises(HandError, match="is played without 5m: take it out of dora indicators"):
        answer({**given, "table": {"dora_indicators": "5m"}})
