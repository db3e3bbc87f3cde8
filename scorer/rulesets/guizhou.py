"""贵州麻将 捉鸡, Guizhou: the Sichuan game with chickens 鸡, tiles that are paid for beside the win.

After a win the next tile of the wall is turned, and the one that follows it is the chicken 翻鸡; open ones
明鸡 are turned when the tiles are dealt, another with each kong; the one of bamboo is always one 英雄鸡.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Priced, PriceList, highest
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import SUITS, following
from paiyan.scorer.rulesets.sichuan import PURE_PAIRS, SICHUAN, side_payments
from paiyan.scorer.settling import inferred_fields

TEXT = texts("guizhou")

SEED = POCKET_MAHJONG.section("贵州麻将")
PUBLIC = "mobingchong/guiyang-zhuojimahjang 规则对比.md (the table that two operators share)"
HERO = 18  # 一条
_NEXT = following(*SUITS)

DRAGON_PAIRS = TEXT.named(
    whole_hand.both(whole_hand.SEVEN_PAIRS, whole_hand.FOUR_IN_PAIRS, id_="dragon_pairs")
)
PURE_DRAGON_PAIRS = TEXT.named(whole_hand.both(DRAGON_PAIRS, suits.FULL_FLUSH, id_="pure_dragon_pairs"))


def _guiyang_fans() -> tuple[Priced, ...]:
    """Return the hands of 贵阳, of which the highest counts."""
    at = PriceList(PUBLIC)
    return highest(
        at(PURE_DRAGON_PAIRS, 20),
        at(PURE_PAIRS, 17),
        at(whole_hand.FULL_FLUSH_PUNGS, 15, "清大对"),
        at(DRAGON_PAIRS, 10),
        at(suits.FULL_FLUSH, 10),
        at(whole_hand.SEVEN_PAIRS, 7),
        at(triplets.ALL_PUNGS, 5, "大对子"),
    )


_BIG = (suits.FULL_FLUSH, whole_hand.SEVEN_PAIRS, triplets.ALL_PUNGS)


# 胡牌通行证: drawn, or with a kong 豆, or a hand above the plainest.
_PASS = TEXT.shown(
    "passes",
    lambda a: a.win.self_drawn or bool(a.kongs) or any(any(True for _ in fan.find(a)) for fan in _BIG),
)

_CHICKENS = Words("鸡", "chickens", "鶏")


def chickens(table: Mapping[str, Any]) -> Counter[int]:
    """Return the kinds that are chickens, and how often each is one: a golden one 金鸡 is it twice."""
    turned = (*table["turned"], *table["open_turned"])
    return Counter([HERO, *(_NEXT[t.kind] for t in turned)])


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """As in Sichuan; and after a win each chicken is paid for by the others, whoever won."""
    yield from side_payments(d)
    if not d.deal.waves or not d.options["chicken"]:
        return
    yield from inferred_fields.side_payments_unknown(d.deal, _CHICKENS)
    worth = chickens(d.table)
    for hand in d.deal.hands:
        held = sum(worth[t.kind] for t in hand.held)
        if not held or (d.options["chicken_ready"] and not _ready(d, hand.seat)):
            continue
        for seat in hand.seat.others:
            if not d.options["chicken_ready"] or not _ready(d, seat):
                points = held * d.options["chicken"]
                yield Transfer(
                    seat, hand.seat, points, Words(f"鸡 {held} 只", f"{held} chickens", f"鶏 {held}")
                )


def _ready(d: Dealt, seat: Seat) -> bool:
    return seat in d.values or bool(d.ready(seat))


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    if options["hands"] == "sichuan":
        return SICHUAN.agreed_on.apply_options(rules, options) if SICHUAN.agreed_on.apply_options else rules
    return rules.changed(
        fans=_guiyang_fans(),
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=PUBLIC),
        outside_minimum=frozenset[str](),
        required=(),
        visible_requirement=(_PASS,),
        allowed_kinds=None,
    )


GUIZHOU = SICHUAN.but(
    **TEXT.about("guizhou"),
    sources=(SEED, *SICHUAN.sources),
    side=_side,
    apply_options=_apply_options,
    valid_hand=(
        TEXT.condition(
            "suited",
            lambda hand: all(t.code < 27 for name in ("turned", "open_turned") for t in hand.table[name]),
        ),
    ),
    options=(
        TEXT.setting("hands", "sichuan", choices=("sichuan", "guiyang")),
        TEXT.setting("chicken", 1),
        TEXT.setting("chicken_ready", False),
        *SICHUAN.agreed_on.options,
    ),
    table=(
        *SICHUAN.agreed_on.table,
        TEXT.setting("turned", (), lies=Lies.APART),
        TEXT.setting("open_turned", (), lies=Lies.APART),
    ),
)
