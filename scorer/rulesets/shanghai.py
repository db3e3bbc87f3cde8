"""上海麻将, Shanghai: only a few types may win, flower points, the cap 勒子 and what doubles it, 承包.

The worth of a type is given in two ways: 碰碰胡 and 混一色 start from base and flowers and double; the
greater types are one, two or four caps outright.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Find, Observes, Priced, PriceList, highest
from paiyan.scorer.hand.hand import By
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals, conditions
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.settling import inferred_fields, liability
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import DRAGONS, SUITED, WINDS

TEXT = texts("shanghai")

SEED = str(POCKET_MAHJONG.section("上海麻将 承包"))
CLAIMS = 3  # this many claims from one player bind the two 承包, 反承包

TABLE = (
    *liability.claim_settings(SEED),
    TEXT.setting(
        "discarder_ready", True, when=inferred_fields.ON_DISCARD, shown=inferred_fields.discarder_ready
    ),
)


def bonds(s: Settling, other: Seat) -> int:
    """Return how often the winner and `other` are bound: by the winner's claims, and by the other's."""
    back = liability.back(s.table, other)
    return (liability.claims(s.hand, other) >= CLAIMS) + (back >= CLAIMS)


def pay(s: Settling) -> Iterator[Transfer]:
    """Shares of the hand's points: one from the discarder, one from each after a self-draw, 承包 beside."""
    bound = {seat: n for seat in s.hand.seat.others if (n := bonds(s, seat))}
    if s.win.by is By.ROBBED_KONG:
        yield from _robbed(s, bound)
    elif s.win.self_drawn:
        yield from _drawn(s, bound)
    elif s.win.discarder is not None:
        yield from _discarded(s, bound, s.win.discarder)


def _shares(s: Settling, payer: Seat, shares: int, words: Words) -> Transfer:
    zh, en, ja = words
    sum_ = f"{shares} × {s.value.points}"
    why = Words(f"{zh} {shares} 份 × {s.value.points}", f"{en}: {sum_}", f"{ja} {sum_}")
    return Transfer(payer, s.hand.seat, shares * s.value.points, why)


def _drawn(s: Settling, bound: dict[Seat, int]) -> Iterator[Transfer]:
    if bound:
        for seat, times in bound.items():
            yield _shares(
                s, seat, 5 * times, Words("承包自摸", "bound to the winner, who drew", "承包の自摸")
            )
    else:
        for seat in s.hand.seat.others:
            yield _shares(s, seat, 1, Words("自摸", "self-draw", "自摸"))


def _robbed(s: Settling, bound: dict[Seat, int]) -> Iterator[Transfer]:
    if s.win.discarder is not None:
        yield _shares(s, s.win.discarder, 3, Words("被抢杠", "whose kong was robbed", "槓を搶された"))
    for seat, times in bound.items():
        yield _shares(
            s, seat, 3 * times, Words("抢杠承包", "bound to the winner, who robbed a kong", "承包の搶槓")
        )


def _discarded(s: Settling, bound: dict[Seat, int], giver: Seat) -> Iterator[Transfer]:
    """Yield what a discarder pays: a bound one two, another two if not ready, else one beside the bound."""
    if giver in bound:
        yield _shares(
            s, giver, 2 * bound[giver], Words("承包点炮", "bound to the winner, and discarded", "承包の放銃")
        )
    elif not bound:
        yield _shares(s, giver, 1, Words("点炮", "discard", "放銃"))
    elif _both_won(s, bound):
        shares = 1 if s.table["discarder_ready"] else 2
        yield _shares(
            s, giver, shares, Words("点炮承包双方", "discarded to both who are bound", "承包双方への放銃")
        )
    elif s.table["discarder_ready"]:
        yield _shares(s, giver, 1, Words("点炮", "discard", "放銃"))
        for seat, times in bound.items():
            yield _shares(s, seat, times, Words("承包", "bound to the winner", "承包"))
    else:
        yield _shares(s, giver, 2, Words("未听点炮", "discard while not ready", "不聴の放銃"))


def _both_won(s: Settling, bound: dict[Seat, int]) -> bool:
    """True if a player bound to this winner won on the same discard."""
    return any(seat in wave and s.hand.seat in wave for wave in s.deal.waves for seat in bound)


def next_dealer(dealt: Dealt) -> Seat:
    """The winner; after several on one discard, who sits right of the nearest; after a draw, as before."""
    winners = dealt.deal.winners
    if not winners:
        return dealt.deal.dealer
    return winners[0].seat if len(winners) == 1 else winners[0].seat.others[0]


TYPES = POCKET_MAHJONG.section("上海麻将 牌型说明")
FLOWERS = POCKET_MAHJONG.section("上海麻将 花")
CAPS = POCKET_MAHJONG.section("上海麻将 勒子")
SCALE = POCKET_MAHJONG.section("上海麻将 清四混两")
PASSED = str(POCKET_MAHJONG.section("上海麻将 漏胡"))
CONCEALED = POCKET_MAHJONG.section("上海麻将 门清")

CAP = 40

# Flower points of a triplet, a melded and a concealed kong, by the kinds it is made of.
_WORTH = ((SUITED, (0, 1, 2)), (WINDS, (1, 2, 3)), (DRAGONS, (2, 3, 4)))


def _points_of_sets(a: Arranged) -> tuple[int, ...]:
    """One match for each flower point that a triplet or kong makes, on its block."""
    found: list[int] = []
    for i, kind in a.triplets:
        block = a.blocks[i]
        level = 0 if block.shape != Shape.KONG else 2 if block.concealed else 1
        worth = next(w for kinds, w in _WORTH if kinds >> kind & 1)
        found += [1 << i] * worth[level]
    return tuple(found)


def _table_flag(name: str) -> Find:
    return lambda a: (0,) if a.hand.table[name] else ()


HONOUR_PUNGS = TEXT.named(whole_hand.both(suits.ALL_HONOURS, triplets.ALL_PUNGS, id_="honour_pungs"))
# 这8个花抓起即可胡牌: won on a flower; a player with all eight who wins otherwise has only that win.
EIGHT_FLOWERS = TEXT.fan(
    "eight_flowers",
    Observes(
        observations.NOTHING, lambda a: (0,) if a.hand.on_flower and len(a.hand.all_flowers) == 8 else ()
    ),
    needs=facts.FLOWERED,
)
SETS_WORTH = TEXT.fan("flower_points", _points_of_sets)
TREASURE = TEXT.fan("treasure_roll", _table_flag("kaibao"))
WASTE = TEXT.fan("after_a_draw", _table_flag("huangfan"))

# Types by the caps that they are worth outright; the other two start from base and flowers.
CAPS_OF = {
    HONOUR_PUNGS.id: 4,
    whole_hand.FULL_FLUSH_PUNGS.id: 2,
    suits.ALL_HONOURS.id: 2,
    EIGHT_FLOWERS.id: 2,
    suits.FULL_FLUSH.id: 1,
    whole_hand.HALF_FLUSH_PUNGS.id: 1,
}
DOUBLING_OF = {triplets.ALL_PUNGS.id: 2, suits.HALF_FLUSH.id: 2}
_TYPES = (*CAPS_OF, *DOUBLING_OF)

_at = PriceList(TYPES)


def _types(cap: int) -> tuple[Priced, ...]:
    """Return the types that may win, with their points if they are worth caps, else with their 番."""
    return highest(
        _at(HONOUR_PUNGS, CAPS_OF[HONOUR_PUNGS.id] * cap),
        _at(whole_hand.FULL_FLUSH_PUNGS, CAPS_OF[whole_hand.FULL_FLUSH_PUNGS.id] * cap),
        _at(suits.ALL_HONOURS, CAPS_OF[suits.ALL_HONOURS.id] * cap, "风一色"),
        _at(suits.FULL_FLUSH, CAPS_OF[suits.FULL_FLUSH.id] * cap),
        _at(whole_hand.HALF_FLUSH_PUNGS, CAPS_OF[whole_hand.HALF_FLUSH_PUNGS.id] * cap),
        _at(triplets.ALL_PUNGS, DOUBLING_OF[triplets.ALL_PUNGS.id], "碰碰胡", source=SCALE),
        _at(suits.HALF_FLUSH, DOUBLING_OF[suits.HALF_FLUSH.id], source=SCALE),
    )


FANS = (
    *_types(CAP),
    _at(EIGHT_FLOWERS, CAPS_OF[EIGHT_FLOWERS.id] * CAP, source=FLOWERS),
    _at(circumstances.FLOWER, 1, source=FLOWERS),
    _at(SETS_WORTH, 1, source=FLOWERS),
    _at(whole_hand.CONCEALED, 1, source=CONCEALED),
    _at(circumstances.AFTER_KONG_OR_FLOWER, 1, source=CAPS, name="杠开"),
    _at(waits.GREAT_SINGLE, 1, source=CAPS),
    _at(TREASURE, 1, source=CAPS),
    _at(WASTE, 1, source=CAPS),
)


def best_type(counted: Counted) -> str:
    """Return the type that wins: the one worth most, else one that doubles; empty if there is none."""
    found = [m.priced.id for m in counted.matches if m.priced.id in _TYPES]
    return max(found, key=lambda i: CAPS_OF.get(i, 0), default="")


def _value(counted: Counted, _arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Points up to the cap; 开宝 and 荒番 double both, 门清 doubles points up to two caps."""
    ids = [m.priced.id for m in counted.matches]
    kind = best_type(counted)
    if not kind:
        return Value(0, 0)
    cap, concealed = options["cap"], whole_hand.CONCEALED.id in ids
    twice = 2 ** ((TREASURE.id in ids) + (WASTE.id in ids))
    if caps := CAPS_OF.get(kind, 0):
        points = cap * (max(caps, 2) if concealed else caps)
    else:
        flower_points = ids.count(circumstances.FLOWER.id) + ids.count(SETS_WORTH.id)
        points = (options["base"] + flower_points) << DOUBLING_OF[kind] + concealed
        points = min(points, cap * (2 if concealed else 1))
        if circumstances.AFTER_KONG_OR_FLOWER.id in ids or waits.GREAT_SINGLE.id in ids:
            points = max(points, cap)
    return Value(points * twice, points * twice)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    eight = _at(EIGHT_FLOWERS, CAPS_OF[EIGHT_FLOWERS.id] * options["cap"], source=FLOWERS)
    return rules.but(fans=(*_types(options["cap"]), eight))


SHANGHAI = RuleSet(
    **TEXT.about("shanghai"),
    sources=(TYPES, FLOWERS, CAPS, SCALE),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.LOOSE_HONOURS),
        instant=frozenset({EIGHT_FLOWERS.id}),
        required=(conditions.NOT_PASSED,),
        minimum=1,
        outside_minimum=frozenset(p.id for p in FANS if p.id not in _TYPES),
        nothing=TEXT.words("conditions.nothing"),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, unit="points", value=_value),
    paid_by=PaidBy(pay=pay, by_melds=True),
    carried_on=CarriedOn(
        next_dealer=next_dealer,
        next_table_state=lambda now: between_deals.NextTable({"huangfan": now.draws_waiting > 0}),
    ),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("base", 3, least=1),
            TEXT.setting("cap", CAP, least=1),
        ),
        table=(
            TEXT.setting("kaibao", False),
            TEXT.setting("huangfan", False),
            conditions.passed_wins_field(PASSED),
            *TABLE,
        ),
        apply_options=_apply_options,
    ),
)
