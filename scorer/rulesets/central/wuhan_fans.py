"""武汉红中赖子杠 patterns and prices: big wins ten each, and what doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand, wild_tiles
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Find, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rulesets.central.wuhan_payments import BIG, PUBLIC, SEED, SITE, claims, wild_kinds
from paiyan.scorer.tiles.kind_sets import ranks

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


OPENED = Fan(
    "claim",
    "开口",
    "Claim",
    _each_claim,
    ja="鳴き",
    text=Words("吃、碰、明杠，每次计一次", "a chow, a pung or an exposed kong, once for each", "鳴きごと"),
)
OPENED_ONCE = replace(
    OPENED, find=_any_claim, text=Words("吃过、碰过或明杠过", "anything was claimed", "鳴いた")
)
RED_KONG = Fan(
    "red_kong",
    "红中杠",
    "Kong of a Red Dragon",
    _of_seat("red_kongs"),
    ja="紅中槓",
    text=Words("亮出一张红中，每张计一次", "a red dragon laid down, once for each", "紅中を一枚晒すごと"),
)
WILD_KONG = Fan(
    "kong_of_wild_tile",
    "赖子杠",
    "Kong of a Wild Tile",
    _of_seat("wild_kongs"),
    ja="ワイルド牌の槓",
    text=Words("打出赖子，每张计一次", "a wild tile laid down, once for each", "ワイルド牌を一枚晒すごと"),
)
HARD = Fan(
    "hard_win",
    "硬胡",
    "Hard Win",
    wild_tiles.as_printed,
    ja="硬胡",
    text=Words("没有赖子，或都作本牌", "no wild tile, or each as itself", "ワイルド牌なし、または本来の牌"),
)
ALL_258 = Fan(
    "all_258",
    "将一色",
    "All Twos, Fives and Eights",
    suits.only(EYES),
    ja="将一色",
    text=Words(
        "全是二、五、八，不必成副", "twos, fives and eights alone, in sets or not", "二・五・八のみ、面子不要"
    ),
)
AFTER_KONG = Fan("out_with_replacement_tile", "杠开", "Out with Replacement Tile", _after_kong, ja="嶺上開花")
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
