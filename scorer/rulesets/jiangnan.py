"""江南心皇麻将, Jiangnan: a tile less in hand, one in mind 心皇; the turned tile is wild, or the next.

The document says what the tile in mind and the wild tiles 百搭, 带弟百搭 do, and prints no value; all numbers
are options with house defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments

TEXT = texts("jiangnan")

SEED = POCKET_MAHJONG.section("江南麻将 心皇麻将")
WHITE = 31
# 序数牌九一相连而番子牌以东南西北中发白首尾相连
NEXT = tile_set.following(*tile_set.SUITS, (*tile_set.WINDS, *tile_set.DRAGONS))
_KINDS: Mapping[str, tile_set.Kinds] = {
    "turned": tile_set.itself,
    "next": tile_set.after(NEXT),
}


def heart(hand: Hand) -> int | None:
    """Return the kind of the tile in mind; None if it may be any."""
    tiles = hand.table["heart"]
    return tiles[0].kind if tiles else None


def _wild(mode: str) -> Wild:
    """The turned tile, for whose face one white dragon stands; or the next one, for which none does."""
    turned = mode == "turned"
    stand_in = WHITE if turned else None
    return Wild(kinds=_KINDS[mode], stand_in=stand_in, stand_ins=1, imagined_kind=heart, turned=turned)


def _natural(kinds: tile_set.Kinds) -> Fan:
    return TEXT.fan("no_wild_in_hand", whole_hand.none_held(kinds))


_WORTH = (
    ("all_pungs", triplets.ALL_PUNGS, 2, "碰碰和"),
    ("half_flush", suits.HALF_FLUSH, 2, "混一色"),
    ("full_flush", suits.FULL_FLUSH, 4, "清一色"),
    ("all_honours", suits.ALL_HONOURS, 6, "字一色"),
    ("after_kong", circumstances.AFTER_KONG, 1, "杠上开花"),
    ("self_drawn", circumstances.SELF_DRAWN, 1, "自摸"),
    ("no_wild", _natural(tile_set.itself), 1, "无百搭"),
)
_OPTIONS = (
    TEXT.setting("wild", "turned", choices=("turned", "next")),
    *(TEXT.setting(id_, value) for id_, _, value, _ in _WORTH),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    natural = _natural(_KINDS[options["wild"]])
    return tuple(
        (natural if id_ == "no_wild" else fan).at(options[id_], name=name, source=HOUSE_DEFAULT)
        for id_, fan, _, name in _WORTH
    )


def _not_discarded(hand: Hand) -> bool:
    """曾放过的牌既不能上，更不能和: a discard of a kind that one discarded does not win."""
    gone = {t.kind for t in hand.table["discarded"]}
    return not (hand.win and hand.win.by is By.DISCARD and hand.win.tile.kind in gone)


def _valid_hand(mode: str) -> tuple[Condition, ...]:
    one = TEXT.condition(
        "one_heart",
        lambda hand: len(hand.table["heart"]) <= 1 and all(t.kind < 34 for t in hand.table["heart"]),
    )
    return (*tile_set.valid_wild_tile(_KINDS[mode]), one)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    mode = options["wild"]
    return rules.changed(fans=_fans(options), wild=_wild(mode), valid_hand=_valid_hand(mode))


JIANGNAN = RuleSet(
    **TEXT.about("jiangnan"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET, hand_size=12, melds=frozenset(MeldType) - {MeldType.MIXED_KONG}, wild=_wild("turned")
    ),
    won_by=WonBy(
        required=(TEXT.condition("not_discarded", _not_discarded),),
        valid_hand=_valid_hand("turned"),
        outside_minimum=frozenset(p.id for p in _fans(_DEFAULTS)),
    ),
    counted_by=CountedBy(
        fans=_fans(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="和", source=HOUSE_DEFAULT),
        unit="points",
    ),
    paid_by=PaidBy(pay=win_payments.points),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            TEXT.setting("heart", (), of_hand=True),
            TEXT.setting("discarded", (), of_hand=True, lies=Lies.DISCARDED),
        ),
        apply_options=_apply_options,
    ),
)
