"""武汉红中赖子杠, Wuhan: one wild kind 赖子, red dragons 红中 laid as kongs; none wins without a claim.

The document says which hands win, how many wild tiles they may hold and which of them are big; what they are
worth is from a public rule text: a big win starts from ten, a small one from one, and everything doubles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.central.wuhan.fans import EYES, held_wilds, is_big, priced, value
from paiyan.scorer.rulesets.central.wuhan.payments import (
    BIG,
    OPTIONS,
    PUBLIC,
    RED,
    SEED,
    SITE,
    TABLE,
    claims,
    pay,
    side,
    wild_kinds,
)
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import LOOSE, Form

TEXT = texts("central/wuhan/wuhan")

SMALL_WILDS = 1  # 两个癞子胡屁胡不能胡


def _eyes_or_any(a: Arranged) -> bool:
    """A pair of 2, 5 or 8, but any in 碰碰胡 and 清一色, and no sets where the tiles are all of one sort."""
    if a.form is not Form.STANDARD:
        return not a.faces & ~LOOSE[a.form]
    any_pair = any(True for fan in (triplets.ALL_PUNGS, suits.FULL_FLUSH) for _ in fan.find(a))
    loose = not a.faces & ~EYES or not a.faces & ~LOOSE[Form.LOOSE_HONOURS]
    return any_pair or loose or bool(EYES >> a.pairs[0][1] & 1)


def _few_wilds(a: Arranged) -> bool:
    return held_wilds(a.hand) <= SMALL_WILDS or is_big(a)


def _opened(hand: Hand) -> bool:
    return claims(hand) > 0


def _no_red(hand: Hand) -> bool:
    return not any(t.kind == RED for t in hand.held)


def _must(options: Mapping[str, Any]) -> tuple[Condition, ...]:
    most: int = options["big_wilds"]

    def few(hand: Hand) -> bool:
        return held_wilds(hand) <= most

    return (
        TEXT.condition("opened", _opened),
        TEXT.condition("no_red", _no_red),
        Condition(
            few,
            Words(f"赖子多于 {most} 个", f"more than {most} wild tiles in hand", f"ワイルド牌が {most} 枚超"),
        ),
    )


_MUST_SHOW = (
    TEXT.shown("eyes_or_any", _eyes_or_any),
    TEXT.shown("few_wilds", _few_wilds),
)


def _unclaimed(hand: Hand) -> bool:
    kinds = {RED, *wild_kinds(hand)}
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles)


def _red_not_wild(hand: Hand) -> bool:
    return RED not in wild_kinds(hand)


def _kong_before(hand: Hand) -> bool:
    single = sum(hand.table[f"{name}_{hand.seat.name}"] for name in ("red_kongs", "wild_kongs"))
    drawn = hand.win is not None and hand.win.self_drawn
    return not hand.table["after_single_kong"] or not drawn or single > 0


_POSSIBLE = (
    *wild_indicator.possible(wild_kinds),
    TEXT.condition("red_not_wild", _red_not_wild),
    TEXT.condition("unclaimed", _unclaimed),
    TEXT.condition("kong_before", _kong_before),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(fans=priced(options), must=_must(options))


_DEFAULTS = {s.id: s.default for s in OPTIONS}

WUHAN = RuleSet(
    id="wuhan",
    words=TEXT.name,
    sources=(POCKET_MAHJONG.section("武汉麻将"),),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds, may_be=ANY & ~(1 << RED))),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.LOOSE_258, Form.LOOSE_HONOURS),
        must=_must(_DEFAULTS),
        must_show=_MUST_SHOW,
        possible=_POSSIBLE,
        outside_minimum=frozenset(p.id for p in priced(_DEFAULTS) if p.id not in BIG),
    ),
    counted_by=CountedBy(
        fans=priced(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="屁胡", source=f"{SEED}; 1: {PUBLIC}, {SITE}"),
        unit="points",
        value=value,
        of_worth=None,
    ),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(options=OPTIONS, table=TABLE, adapt=_adapt),
    notes=TEXT.notes,
    divergences=TEXT.divergences("wuhan"),
)
