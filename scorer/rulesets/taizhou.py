"""台州麻将, Taizhou: 胡 for every set, doubled by 台, and counted for all four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, cast

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Find, PriceList
from paiyan.scorer.hand.hand import By, Deal, Hand, Win
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules import between_deals, conditions
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import TAIZHOU_NOTES
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET, itself, none_melded
from paiyan.scorer.settling import inferred_fields
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, HONOURS, ORPHANS, mask_of

TEXT = texts("taizhou")
CAP = 100


# 胡 of a set that is not of ends: triplet and kong, open and concealed; of ends and honours it is double.
_WORTH = {(Shape.TRIPLET, False): 2, (Shape.TRIPLET, True): 4, (Shape.KONG, False): 8, (Shape.KONG, True): 16}

UNKNOWN = -1
BLAME = ("none", "passed_a_win", "not_ready", "broke_a_wait")


def standing(hand: Hand) -> int:
    """Return the 胡 of a hand that did not win: its sets and pairs as they lie, doubled by its 台; no base.

    Wild tiles make no sets here (house default: the document fills in sets only for a win).
    """
    tiles = Counter(t.kind for t in hand.concealed)
    hu = sum(2 for k, n in tiles.items() if n == 2 and (k == hand.own_wind or DRAGONS >> k & 1))
    sets = [(Shape.TRIPLET, True, k) for k, n in tiles.items() if n >= 3]
    sets += [(m.block.shape, m.block.concealed, m.block.kind) for m in hand.melds]
    tai = _flush(hand)
    for shape, concealed, kind in sets:
        if shape == Shape.RUN:
            continue
        hu += _WORTH[Shape(shape), concealed] * (2 if ORPHANS >> kind & 1 else 1)
        tai += kind == hand.own_wind or bool(DRAGONS >> kind & 1)
    return min(hu << tai, CAP)


def _stands(seat: Seat, e: Evidence) -> int | None:
    """Return what a loser's known hand stands for."""
    hand = e.other(seat)
    return standing(hand) if hand and hand.concealed and not hand.win else None


def _blame(e: Evidence) -> str | None:
    """玩家未听牌，打生张中发白: a discarder that was not ready, unless the table has another value."""
    win = cast(Win, e.hand.win)
    if e.stated is not None or win.by is not By.DISCARD or not DRAGONS >> win.tile.kind & 1:
        return None
    return "not_ready" if inferred_fields.discarder_ready(e) is False else None


TABLE = (
    *TEXT.for_seats("hu", UNKNOWN, least=UNKNOWN, infer=_stands),
    TEXT.setting("blame", "none", choices=BLAME, shown=_blame),
)


def _flush(hand: Hand) -> int:
    """台 of a hand in one suit: 3, with honours 1, of which each is a pair, triplet or kong."""
    held = mask_of(t.kind for t in hand.held)
    if not any(held & ~(suit | HONOURS) == 0 and held & suit for suit in (CHARACTERS, CIRCLES, BAMBOO)):
        return 0
    honours = Counter(t.kind for t in hand.held if HONOURS >> t.kind & 1)
    return 3 if not honours else int(min(honours.values()) > 1)


def _share(points: int, dealer: Seat, first: Seat, other: Seat) -> int:
    """The whole between the dealer and another, half between two others."""
    return points if dealer in (first, other) else points // 2


def _excused(hand: Hand | None, blame: str) -> bool:
    """能胡的时候不胡…（除了清一色）: they let a win pass for a known hand of one suit."""
    return blame == "none" or (blame == "passed_a_win" and hand is not None and _one_suit(hand))


def _one_suit(hand: Hand) -> bool:
    """True if it is of one suit, without the dragon discarded from it."""
    return bool(hand.concealed) and _flush(hand) == 3


def liable(
    hand: Hand, win: Win, table: Mapping[str, Any], deal: Deal, *, flush: bool
) -> tuple[Seat, Words] | None:
    """Return who pays for everybody 全包, and by which of the document's five cases."""
    giver = win.discarder if win.by is By.DISCARD else None
    if giver is not None and DRAGONS >> win.tile.kind & 1:
        if not _excused(deal.hand(giver), table["blame"]):
            return giver, Words(
                "打中发白捉铳，全包",
                f"discarded a winning dragon, {_REASON_NAMES[table['blame']]}",
                "三元牌の放銃の責任払い",
            )
        shown = [m for m in hand.melds if DRAGONS >> m.block.kind & 1]
        if len(shown) == 2 and sum(t.kind == win.tile.kind for t in hand.concealed) == 2:
            return giver, Words(
                "两副中发白后打第三，全包",
                "discarded the third dragon to two that lay open",
                "三つ目の三元牌を切った責任払い",
            )
    chows = sum(m.type is MeldType.CHOW for m in hand.melds)
    if flush and chows >= 3:
        return hand.seat.at(Side.LEFT), Words(
            "清一色吃三口，上家全包", "fed a flush three chows", "清一色に三回チーさせた責任払い"
        )
    return None


_REASON_NAMES = {
    "passed_a_win": "having let a win pass",
    "not_ready": "not being ready",
    "broke_a_wait": "having broken a wait",
}


def _is_flush(counted: Counted) -> bool:
    """True if the win counts as one suit 清一色, wild tiles as what they stand for."""
    return any(m.priced.id == suits.FULL_FLUSH.id for m in counted.matches)


def pay(s: Settling) -> Iterator[Transfer]:
    """Each of the three pays the winner's 胡, whole with the dealer and half otherwise."""
    blamed = liable(s.hand, s.win, s.table, s.deal, flush=_is_flush(s.counted))
    for loser in s.hand.seat.others:
        points = _share(s.value.points, s.hand.dealer, loser, s.hand.seat)
        why = Words(
            f"胡者 {s.value.points} 胡", f"the winner's {s.value.points} hu", f"和了者の {s.value.points} 胡"
        )
        payer, why = (blamed[0], blamed[1]) if blamed else (loser, why)
        yield Transfer(payer, s.hand.seat, points, why)


def side(dealt: Dealt) -> Iterator[Transfer | Sentence]:
    """The losers pay one another the difference of their 胡; nothing after a drawn deal."""
    deal = dealt.deal
    if not deal.winners:
        return
    winner = deal.winners[0]
    flush = _is_flush(dealt.counted[winner.seat])
    blamed = liable(winner, cast(Win, winner.win), winner.table, deal, flush=flush)
    hu_fields = {seat: winner.table[f"hu_{seat.name}"] for seat in winner.seat.others}
    hu = {seat: n for seat, n in hu_fields.items() if n != UNKNOWN}
    if blamed:
        hu[blamed[0]] = 0
    if blamed and "blame" not in deal.table and winner.table["blame"] == "not_ready":
        by_another = liable(
            winner, cast(Win, winner.win), {**winner.table, "blame": "none"}, deal, flush=flush
        )
        if by_another is None or by_another[0] is not blamed[0]:
            yield Message(_NEW_TILE, {"seat": blamed[0].name})
    if unknown := [seat.name for seat in winner.seat.others if seat not in hu]:
        yield Message(_NO_HU, {"seats": unknown})
    for one, other in combinations(hu, 2):
        more, less = (one, other) if hu[one] >= hu[other] else (other, one)
        points = _share(hu[more] - hu[less], deal.dealer, more, less)
        if points:
            why = Words(
                f"未胡者 {hu[more]} 对 {hu[less]} 胡",
                f"losers' {hu[more]} against {hu[less]} hu",
                f"和了していない者の {hu[more]} 対 {hu[less]} 胡",
            )
            yield Transfer(blamed[0] if blamed else less, more, points, blamed[1] if blamed else why)


_NEW_TILE = Words(
    "{seat} 未听牌而打中发白捉铳：当作生张，全包；不是生张就写 table.blame = none",
    "{seat} was not ready and discarded a winning dragon, which was taken for one that nobody had discarded"
    " before 生张, so that {seat} pays for all: where somebody had, give table.blame = none",
    "{seat} は不聴で三元牌を放銃：生牌とみなし全額払い。生牌でなければ table.blame = none を書いてください",
)
_NO_HU = Words(
    "未和者之间也算胡数：未说明 {seats} 的手牌或 table.hu_…，他们的差额未计",
    "losers settle their 胡 too: those of {seats} are left out, for want of their hands or of table.hu_…",
    "和了していない者どうしも胡を精算します：{seats} の手牌か table.hu_… がなく、その分は含みません",
)

HU = TAIZHOU_NOTES.section("胡数")
TAI = TAIZHOU_NOTES.section("台数")
WILD = TAIZHOU_NOTES.section("得牌")
WHITE = 31  # 白板, which may show the face of the wild tile
BASE = 10


wild_kinds = itself  # 得牌


def _sets(shape: Shape, concealed: bool, orphans: bool) -> Find:
    """Every triplet, or kong, of this sort."""

    def fits(block: Block) -> bool:
        right = block.shape == shape and block.concealed == concealed
        return right and bool(ORPHANS >> block.kind & 1) == orphans

    return lambda a: tuple(1 << i for i, b in enumerate(a.blocks) if fits(b))


def _with_one_of_its_own(pattern: Find) -> Find:
    """Wild tiles may fill the triplet, but one tile of its own must be there."""

    def find(a: Arranged) -> Iterator[int]:
        own = {t.kind for t in a.hand.held}
        for match in pattern(a):
            if all(b.kind in own for i, b in enumerate(a.blocks) if match >> i & 1):
                yield match

    return find


def _no_wild(a: Arranged) -> tuple[int, ...]:
    """No wild tile, or all of them as their own face and no white dragon beside them."""
    if wild_kinds(a.hand).isdisjoint(a.hand.kinds):
        return (a.all,)
    return () if WHITE in a.hand.kinds else whole_hand.as_printed(a)


SEAT_PAIR = TEXT.fan("seat_wind_pair", lambda a: whole_hand.pair_of(1 << a.hand.own_wind)(a))
DRAGON_PAIR = TEXT.fan("dragon_pair", whole_hand.pair_of(DRAGONS))
MIDDLE = TEXT.fan("middle_tile", waits.on_middle)
SEAT_SET = TEXT.fan("seat_wind_tai", _with_one_of_its_own(triplets.SEAT_WIND.find))
DRAGON_SET = TEXT.fan("dragon_tai", _with_one_of_its_own(triplets.DRAGON_PUNG.find))
NO_WILD = TEXT.fan("no_wild_tiles", _no_wild)

_at = PriceList(HU)

_SETS = tuple(
    _at(
        TEXT.fan(
            f"{'dark' if concealed else 'open'}_{'end_' * orphans}{name}", _sets(shape, concealed, orphans)
        ),
        _WORTH[shape, concealed] * (2 if orphans else 1),
    )
    for shape, name in ((Shape.TRIPLET, "triplet"), (Shape.KONG, "kong"))
    for concealed in (False, True)
    for orphans in (False, True)
)
FANS = (
    _at(circumstances.SELF_DRAWN, 2),
    _at(SEAT_PAIR, 2),
    _at(MIDDLE, 2),
    _at(DRAGON_PAIR, 2),
    _at(triplets.ALL_PUNGS, 4, name="对对胡"),
    *_SETS,
    _at(suits.FULL_FLUSH, 3, source=TAI),
    _at(suits.HALF_FLUSH, 1, source=TAI),
    _at(SEAT_SET, 1, source=TAI),
    _at(DRAGON_SET, 1, source=TAI),
    _at(NO_WILD, 1, source=TAI),
)
_DOUBLING = frozenset(f.id for f in (suits.FULL_FLUSH, suits.HALF_FLUSH, SEAT_SET, DRAGON_SET, NO_WILD))


def _value(counted: Counted, _arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """(胡 of the sets and 10 for the win) × 2 for each 台, no more than 100."""
    tai = sum(m.priced.value for m in counted.matches if m.priced.id in _DOUBLING)
    hu = BASE + sum(m.priced.value for m in counted.matches if m.priced.id not in _DOUBLING)
    total = min(hu << tai, CAP)
    return Value(total, total)


def _one_wild(hand: Hand) -> bool:
    """Exactly one tile is turned to show the wild kind 得牌, however it is given."""
    turned = (hand.indicator,) if hand.indicator else ()
    return len({t.kind for t in (*hand.wild, *turned)}) < 2


TAIZHOU = RuleSet(
    **TEXT.about("taizhou"),
    sources=(HU, TAI, WILD, TAIZHOU_NOTES.section("胜负规则")),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds, stand_in=WHITE, turned=True)),
    won_by=WonBy(
        forms=(Form.STANDARD,),
        required=(conditions.NOT_PASSED,),
        valid_hand=(
            TEXT.condition("one_wild", _one_wild),
            TEXT.condition("white_is_not_wild", lambda hand: WHITE not in wild_kinds(hand)),
            TEXT.condition("claims_no_wild", none_melded(wild_kinds)),
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(0, name="底胡", source=str(HU)), unit="hu", value=_value
    ),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=between_deals.stays_by_winning),
    agreed_on=AgreedOn(table=(*TABLE, conditions.passed_wins_field(f"{TAIZHOU_NOTES} §胡牌: 不可弃先胡后"))),
)
