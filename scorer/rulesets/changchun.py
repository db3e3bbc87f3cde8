"""长春麻将, Changchun: kongs of unequal tiles 旋风杠 喜杠 幺九蛋 and the standing win 立胡 upon 推倒胡.

The document names these and gives no number. What is counted and paid follows the competition rules for
promoting the game; `conditions` = none leaves out what they ask of every win, as 推倒胡 by itself asks
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, triplets, whole_hand
from paiyan.scorer.fans.fan import PriceList, highest
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import northeast as family
from paiyan.scorer.rulesets.common.northeast import LUXURY_PAIRS, PINCHED, STANDING
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.unusual_sets import DRAGONS, NINES, ONES, Group

TEXT = texts("changchun")

SEED = POCKET_MAHJONG.section("长春麻将")
RULES = Document("Mahjong International League, 长春麻将（推广）竞赛规则（试行2024版）").section(
    "pp. 3–10, as a public program of it (sub-rule changchun/mil2024) has them"
)
MIL = "长春麻将（推广）竞赛规则 2024"
ROLLING = "AA 麻将 · 长春滚番 (README of a public browser game)"

RUSHED = TEXT.fan("treasure_rushed", family.field_is("treasure", "rushed"))
DRAWN = TEXT.fan("treasure_drawn", family.field_is("treasure", "drawn"))

_at = PriceList(MIL)

FANS = (
    *highest(_at(LUXURY_PAIRS, 4), _at(whole_hand.SEVEN_PAIRS, 3)),
    _at(triplets.ALL_PUNGS, 2, name="飘和", excludes=(PINCHED,)),
    _at(RUSHED, 2),
    _at(DRAWN, 1),
    _at(STANDING, 1, source=f"{SEED}: 立胡; 1: {MIL}, {ROLLING}"),
    _at(PINCHED, 1),
    _at(circumstances.SELF_DRAWN, 1),
)

TREASURE_DRAWN = TEXT.condition(
    "drawn_treasure",
    lambda hand: hand.table["treasure"] != "drawn" or hand.win is None or hand.win.self_drawn,
)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    rules = rules.changed(mixed=family.mixed_kongs(options, *_groups(options)))
    return (
        rules
        if options["conditions"] == "all"
        else rules.changed(required=(TREASURE_DRAWN,), visible_requirement=())
    )


def _groups(options: Mapping[str, Any]) -> tuple[Group, ...]:
    """Return the groups besides the winds: dragons 喜杠, and ones and nines 幺九蛋."""
    return (DRAGONS, ONES, NINES) if options["ends"] else (DRAGONS,)


_OPTIONS = (
    TEXT.setting("conditions", "all", choices=("all", "none")),
    TEXT.setting("ends", True),
    *family.options(
        MIL,
        mixed=True,
        chick=(True, f"{MIL}: 一条仅在特殊杠中代牌"),
        claimed_kong=("all", f"{MIL}; giver: {ROLLING}"),
        dear_kongs=(True, MIL),
        who_pays=("all", f"{MIL}, {ROLLING}"),
    ),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}

CHANGCHUN = RuleSet(
    **TEXT.about("changchun"),
    sources=(SEED, RULES),
    played_with=PlayedWith(tiles=FULL_SET, mixed=family.mixed_kongs(_DEFAULTS, *_groups(_DEFAULTS))),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=(TREASURE_DRAWN, family.THREE_SUITS, family.TERMINALS),
        visible_requirement=(family.TRIPLET,),
        valid_hand=(family.ONE_OF_EACH,),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=FANS,
        fallback=_at(whole_hand.CHICKEN, 0, name="平和"),
        value=family.value,
        of_worth=family.of_worth,
    ),
    paid_by=PaidBy(pay=family.pay, side=family.side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            TEXT.setting("treasure", "none", choices=("none", "rushed", "drawn"), of_hand=True),
            *family.table(MIL),
        ),
        apply_options=_apply_options,
    ),
)
