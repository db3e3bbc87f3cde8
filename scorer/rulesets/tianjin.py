"""天津麻将, Tianjin: seven wild tiles from the turned one, self-draw only, few fans that are stacked.

The document gives values and says that fans are made by stacking them 叠加. As it is commonly played, 捉五
and 龙 are added and all else doubles; the option `stacking` multiplies everything. A plain hand 提溜 may
not win. The document prints one kong payment, in the example of 铲; the others are common practice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, waits, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Observes, PriceList, observes_like
from paiyan.scorer.fans.observations import of_won
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import wall_end
from paiyan.scorer.settling import inferred_fields
from paiyan.scorer.tiles.blocks import Block

TEXT = texts("tianjin")

SEED = POCKET_MAHJONG.section("天津麻将")


def wild_kinds(hand: Hand) -> frozenset[int]:
    """The turned tile and the one after it 混; or those that the hand names."""
    if hand.indicator is None:
        return frozenset(t.kind for t in hand.wild)
    kind = hand.indicator.kind
    return frozenset((kind, tile_set.AFTER[kind]))


def _between(table: Mapping[str, Any], dealer: Seat, first: Seat, other: Seat) -> int:
    """Return the factor of a payment between two players by the dealer's stake 坐庄 and a pull 拉庄."""
    if dealer not in (first, other):
        return 1
    pulls = table[f"pull_{(other if first is dealer else first).name}"]
    return (2 if table["dealer_stake"] else 1) << pulls


def pay(s: Settling) -> Iterator[Transfer]:
    """Each of the three others pays; stakes double between the dealer and a player."""
    winner = s.hand.seat
    for loser in winner.others:
        times = _between(s.table, s.hand.dealer, winner, loser)
        zh, en = (f" ×{times}", f", times {times}") if times > 1 else ("", "")
        why = Words(
            f"自摸 {s.value.points} 番{zh}",
            f"self-draw {s.value.points} fan{en}",
            f"ツモ {s.value.points} 翻{zh}",
        )
        yield Transfer(loser, winner, times * s.value.points, why)


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, and 铲: three players followed the dealer's first discard."""
    dealer = d.deal.dealer
    kinds = wild_kinds(d.deal.hands[0]) if d.deal.hands else frozenset[int]()
    for kong in d.deal.kongs:
        points, why = d.options["kong"], Words("明杠", "kong", "明槓")
        if kong.meld.type is MeldType.CONCEALED_KONG:
            points, why = d.options["concealed_kong"], Words("暗杠", "concealed kong", "暗槓")
            if kong.meld.block.kind in kinds:
                points, why = d.options["golden_kong"], Words("金杠", "kong of wild tiles", "ワイルド牌の槓")
        for loser in kong.seat.others:
            times = _between(d.table, dealer, kong.seat, loser)
            yield Transfer(loser, kong.seat, points * times, why)
    yield from inferred_fields.side_payments_unknown(d.deal, inferred_fields.KONGS)
    if d.table["followed"]:
        for seat in dealer.others:
            points = d.options["kong"] * _between(d.table, dealer, dealer, seat)
            yield Transfer(
                dealer, seat, points, Words("铲", "all followed the first discard", "全員が第一打に続いた")
            )


OPTIONS = (
    TEXT.setting("stacking", "sum", choices=("sum", "product")),
    TEXT.setting("heavenly_hand", 4, least=1),
    TEXT.setting("kong", 1),
    TEXT.setting("concealed_kong", 2),
    TEXT.setting("golden_kong", 4),
)
TABLE = (
    TEXT.setting("dealer_stake", False),
    *TEXT.for_seats("pull", 0),
    TEXT.setting("followed", False),
    TEXT.setting(
        "discarded_wild", False, of_hand=True, lies=Lies.DISCARDED, shows=tile_set.tiles_of_count(wild_kinds)
    ),
)


def _came_to_wilds(block: Block, wild: int, *, wild_itself: bool) -> bool:
    """True if the last tile, wild itself or not, made this block only with wild tiles."""
    natural = len(block.tiles) - wild.bit_count()
    return wild != 0 and natural == 1 - wild_itself


def _wild_wait(a: Arranged) -> tuple[int, ...]:
    """The last tile completed only wild tiles: one for the pair 单混吊, two for a set 双混吊."""
    if a.won is None:
        return ()
    came = _came_to_wilds(a.won, a.wild[a.won_at], wild_itself=a.arrangement.stands >= 0)
    return (1 << a.won_at,) if came else ()


def _waited_on_wilds(block: Block, wild: int, place: int) -> int:
    """Return what 混吊 observes of the block that won."""
    return _came_to_wilds(block, wild, wild_itself=bool(wild >> place & 1))


def _dragon_of_wild(a: Arranged) -> Iterator[int]:
    suits = {k // 9 for k in wild_kinds(a.hand) if k < 27}
    for match in runs.PURE_STRAIGHT.find(a):
        first = next(b for i, b in enumerate(a.blocks) if match >> i & 1)
        if first.kind // 9 in suits:
            yield match


WILD_WAIT = TEXT.fan(
    "wild_wait", Observes(of_won(_waited_on_wilds, placed=True), _wild_wait), needs=facts.WILDS
)
NO_WILD = TEXT.fan("no_wild_tiles", whole_hand.none_held(wild_kinds), needs=facts.NO_WILDS)
DRAGON_OF_WILD = TEXT.fan(
    "dragon_of_the_wild_suit", observes_like(runs.PURE_STRAIGHT.find, _dragon_of_wild), needs=facts.STRAIGHT
)
PLAIN = whole_hand.CHICKEN
_ADDED = frozenset({waits.CATCH_FIVE.id, runs.PURE_STRAIGHT.id})

_at = PriceList(SEED)

FANS = (
    _at(runs.PURE_STRAIGHT, 4, "龙"),
    _at(waits.CATCH_FIVE, 3),
    _at(WILD_WAIT, 2),
    _at(NO_WILD, 2),
    _at(DRAGON_OF_WILD, 2),
    _at(circumstances.AFTER_KONG, 2, "杠开"),
    _at(circumstances.HEAVENLY_HAND, 4, "天和", source=f"{SEED}: no value printed; ×4, house default"),
)


def _value(counted: Counted, _arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """捉五 and 龙 added, the others as factors; or all multiplied."""
    values = {m.priced.id: m.priced.value for m in counted.matches}
    added = [values.pop(id_) for id_ in _ADDED & set(values)]
    base = sum(added) if options["stacking"] == "sum" else prod(added)
    total = (base if added else 1) * prod(values.values())
    return Value(total, total)


def _wild_unclaimed(hand: Hand) -> bool:
    kinds = wild_kinds(hand)
    return not any(m.block.exposed and m.block.kind in kinds for m in hand.melds)


def _pulls_fit(hand: Hand) -> bool:
    pulls = {seat: hand.table[f"pull_{seat.name}"] for seat in Seat}
    return max(pulls.values()) <= 2 and not pulls[hand.dealer]


_VALID_HAND = (
    *tile_set.valid_wild_tile(wild_kinds),
    TEXT.condition("wild_unclaimed", _wild_unclaimed),
    TEXT.condition("undeclared", lambda hand: hand.win is None or Flag.DECLARED_READY not in hand.win.flags),
    TEXT.condition("pulls_fit", _pulls_fit),
)
_REQUIRED = (
    TEXT.condition("drawn", wall_end.drawn),
    TEXT.condition("kept_wild", lambda hand: not hand.table["discarded_wild"]),
)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    heavenly = next(p for p in rules.counted_by.fans if p.id == circumstances.HEAVENLY_HAND.id)
    return rules.but(fans=(heavenly.but(value=options["heavenly_hand"]),))


TIANJIN = RuleSet(
    **TEXT.about("tianjin"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        melds=frozenset(MeldType) - {MeldType.CHOW},
        wild=Wild(wild_kinds),
    ),
    won_by=WonBy(
        required=_REQUIRED,
        valid_hand=_VALID_HAND,
        minimum=2,
        outside_minimum=frozenset({circumstances.AFTER_KONG.id}),
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(PLAIN, 1, "提溜"), value=_value, by_fans=True),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(options=OPTIONS, table=TABLE, apply_options=_apply_options),
)
