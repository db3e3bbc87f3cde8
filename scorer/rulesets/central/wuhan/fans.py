"""武汉红中赖子杠 patterns and prices: big wins ten each, and what doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand, wild_tiles
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Find, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.central.wuhan.payments import BIG, PUBLIC, SEED, SITE, claims, wild_kinds
from paiyan.scorer.tiles.kind_sets import ranks

TEXT = texts("central/wuhan/wuhan")

EYES = ranks(2, 5, 8)  # 将


def held_wilds(hand: Hand) -> int:
    """How many wild tiles a won hand holds, the winning one too."""
    kinds = wild_kinds(hand)
    return sum(t.kind in kinds for t in hand.held)


def _of_seat(name: str) -> Find:
    return lambda a: (0,) * a.hand.table[f"{name}_{a.hand.seat.name}"]


def _each_claim(a: Arranged) -> tuple[int, ...]:
    return tuple(1 << i for i, b in enumerate(a.blocks) if b.exposed)


def _any_claim(a: Arranged) -> tuple[int, ...]:
    return (0,) if claims(a.hand) else ()


def _after_kong(a: Arranged) -> tuple[int, ...]:
    """Drawn for a kong, of four tiles or of a single red dragon or wild tile."""
    single = a.hand.table["after_single_kong"] and a.win.self_drawn
    return (0,) if single or circumstances.AFTER_KONG.find(a) else ()


OPENED = TEXT.fan("claim", _each_claim)
OPENED_ONCE = replace(OPENED, find=_any_claim, text=TEXT.words("fans.claim.once"))
RED_KONG = TEXT.fan("red_kong", _of_seat("red_kongs"))
WILD_KONG = TEXT.fan("kong_of_wild_tile", _of_seat("wild_kongs"))
HARD = TEXT.fan("hard_win", wild_tiles.as_printed)
ALL_258 = TEXT.fan("all_258", suits.only(EYES))
AFTER_KONG = TEXT.fan("out_with_replacement_tile", _after_kong, flags=(Flag.KONG_REPLACEMENT,))
_PATTERNS = (triplets.ALL_PUNGS, ALL_258, suits.FULL_FLUSH, suits.ALL_HONOURS)
_LUCK = (whole_hand.MELDED_HAND, AFTER_KONG, circumstances.LAST_TILE_DRAW, circumstances.ROBBED_KONG)
_NAMES = {
    triplets.ALL_PUNGS.id: "碰碰胡",
    suits.ALL_HONOURS.id: "风一色",
    whole_hand.MELDED_HAND.id: "全求人",
    circumstances.LAST_TILE_DRAW.id: "海底捞",
    circumstances.ROBBED_KONG.id: "抢杠",
}


def priced(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """The fans, with the options chosen."""
    bigs = tuple(
        fan.at(10, name=_NAMES.get(fan.id, ""), source=f"{SEED}; 10: {PUBLIC}, {SITE}")
        for fan in (*_PATTERNS, *_LUCK)
    )
    opened = OPENED if options["opening"] == "each" else OPENED_ONCE
    doubles = (
        *((triplets.CONCEALED_KONG, 2), (WILD_KONG, 2), (triplets.MELDED_KONG, 1), (RED_KONG, 1)),
        *((opened, 1), (HARD, 1), (circumstances.SELF_DRAWN, 1)),
    )
    return (*bigs, *(fan.at(n, source=PUBLIC) for fan, n in doubles))


def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Ten for each big win, one for a small one, doubled by every other fan; 自摸 is half as much more, not
    double, where one of 碰碰胡 将一色 清一色 风一色 counts, and nothing for the other big wins."""
    del arranged, options
    ids = [m.priced.id for m in counted.matches]
    base = sum(m.priced.value for m in counted.matches if m.priced.id in BIG) or 1
    apart = BIG | {circumstances.SELF_DRAWN.id, whole_hand.CHICKEN.id}
    points = base << sum(m.priced.value for m in counted.matches if m.priced.id not in apart)
    if circumstances.SELF_DRAWN.id in ids:
        pattern = any(fan.id in ids for fan in _PATTERNS)
        points = 2 * points if not BIG & set(ids) else 3 * points // 2 if pattern else points
    return Value(points, points)


def is_big(a: Arranged) -> bool:
    """Whether it is a big win 大胡."""
    return any(True for fan in (*_PATTERNS, *_LUCK) for _ in fan.find(a))
