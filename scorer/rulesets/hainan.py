"""海南麻将, Hainan: a fan is what a hand needs to win on a discard, no multiple of its worth 有番才能胡.

Without a fan a hand is drawn or not won at all 无番靠自摸. Seats, their winds and their flowers are counted
from the dealer. `total` is how many fan the hand has; what it is worth, `points`, is how it was won: the
document prices neither that nor kongs, so two public programs of the game are followed where they agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, flowers, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, kongs, liability
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import DRAGONS, mask_of, ranks

TEXT = texts("hainan")

LIABILITY = POCKET_MAHJONG.section("海南麻将 (8)包牌")
KONGS = POCKET_MAHJONG.section("海南麻将 12")
PROGRAM = "billee1011/repository xy-games/game-logic com.cai.game.mj.hainan MJTable_HaiNan"
NOTES = "jiangpa1/HainanMaJhong HANDOFF.md"
BOTH = f"{PROGRAM}; {NOTES}"
CLAIMS = 3  # 三道: this many claims from one player bind the two

OPTIONS = (
    TEXT.setting("discard_pays", "all", choices=("all", "discarder")),
    TEXT.setting("four_claims", True),
    TEXT.setting("kong", 1),
    TEXT.setting("added_kong", 1),
    TEXT.setting("concealed_kong", 2),
    TEXT.setting("kongs_at_draw", False),
    TEXT.setting("dealer_double", False),
    TEXT.setting("flower_hands", False),
)
TABLE = (
    *liability.claim_settings(str(LIABILITY)),
    TEXT.setting("repeats", 0),
    TEXT.setting("followed", False),
    *TEXT.for_seats("ga", 0, most=5),
)


def _between(
    options: Mapping[str, Any], table: Mapping[str, Any], dealer: Seat, first: Seat, other: Seat
) -> int:
    """Return how many times a payment between two players counts: their stakes 噶, and the dealer's."""
    stakes = table[f"ga_{first.name}"] + table[f"ga_{other.name}"]
    return 1 + stakes + ((options["dealer_double"] + table["repeats"]) if dealer in (first, other) else 0)


def _for_all(s: Settling) -> tuple[Seat | None, Words]:
    """Return who pays for the three, if anybody."""
    giver = s.win.discarder
    if giver is None:
        fed = next((seat for seat in s.hand.seat.others if liability.claims(s.hand, seat) == 4), None)
        four = Words("四道包牌", "pays for three: gave all four melds", "四副露の責任払い")
        return fed if s.options["four_claims"] else None, four
    alone = {m.priced.id for m in s.counted.matches} == {circumstances.ROBBED_KONG.id}
    if s.win.by is By.ROBBED_KONG and alone:
        return giver, Words(
            "无番抢杠包牌", "pays for three: robbed by a hand without fan", "役なし槍槓の責任払い"
        )
    return giver if liability.bound(s.hand, giver, CLAIMS) else None, Words(
        "三道包牌", "pays for three: three claims", "三副露の責任払い"
    )


def win(s: Settling) -> Iterator[Transfer]:
    """Each of the three pays and the discarder one more; a liable player 包牌 pays for all."""
    winner, giver = s.hand.seat, s.win.discarder
    liable, reason = _for_all(s)
    why = win_payments.SELF_DRAW if giver is None else Words("胡牌", "a win", "和了")
    for seat in winner.others:
        points = s.value.points * _between(s.options, s.table, s.hand.dealer, winner, seat)
        if liable is not None:
            yield Transfer(liable, winner, points, reason)
        elif giver in (None, seat) or s.options["discard_pays"] == "all":
            yield Transfer(seat, winner, points, why)
    if giver is not None and s.options["discard_pays"] == "all":
        yield Transfer(giver, winner, 1, Words("点炮多付", "the discarder pays more", "放銃の追加"))


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """跟庄; then kongs and flowers, where somebody won or that is agreed."""
    dealer = d.deal.dealer
    if d.table["followed"]:
        why = Words("跟庄", "all followed the first discard", "全員が第一打に続いた")
        for seat in dealer.others:
            yield Transfer(dealer, seat, _between(d.options, d.table, dealer, dealer, seat), why)
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    for payer, payee, points, why in _kongs_and_flowers(d):
        yield Transfer(payer, payee, points * _between(d.options, d.table, dealer, payer, payee), why)
    yield from inferred_fields.side_payments_unknown(d.deal, inferred_fields.KONGS)


def _kongs_and_flowers(d: Dealt) -> Iterator[tuple[Seat, Seat, int, Words]]:
    prices = kongs.by_type(d.options["kong"], d.options["added_kong"], d.options["concealed_kong"])
    for kong in d.deal.kongs:
        for payer, points in kongs.income(kong, prices, claimed=kongs.Claimed.ALL):
            yield payer, kong.seat, points, kongs.name_of(kong)
    if d.options["flower_hands"]:
        for hand in d.deal.hands:
            n = len(hand.all_flowers)
            for seat in hand.seat.others if n > 6 else ():
                yield seat, hand.seat, n - 6, Words(f"花胡 {n} 张", f"{n} flowers", f"花牌 {n} 枚")


SEED = POCKET_MAHJONG.section("海南麻将 (6)胡牌 A")
TYPES = POCKET_MAHJONG.section("海南麻将 番的类型")


def _only_runs(a: Arranged) -> tuple[int, ...]:
    """Runs and a pair, and the pair of no tile that a triplet would make a fan."""
    valued = DRAGONS | mask_of((a.hand.own_wind, a.hand.round.wind))
    return () if any(valued >> kind & 1 for _, kind in a.pairs) else tuple(whole_hand.CHOWS_AND_PAIR.find(a))


ONLY_RUNS = TEXT.fan("only_runs", _only_runs)
NO_MELDS = TEXT.fan("no_melds", lambda a: () if a.hand.melds else (a.all,))
EYES = TEXT.fan("eyes_258", whole_hand.pair_of(ranks(2, 5, 8)))
OWN_FLOWER = TEXT.fan("flower_of_place", flowers.OWN_FLOWER.find)
OWN_WIND = TEXT.fan("wind_of_place", triplets.SEAT_WIND.find)
SINGLES = whole_hand.SCATTERED

# Fans that multiply a hand if a table plays so; other fans never multiply here.
_TIMES = {
    suits.FULL_FLUSH.id: 2,
    triplets.ALL_PUNGS.id: 2,
    whole_hand.SEVEN_PAIRS.id: 2,
    SINGLES.id: 13,
    circumstances.HEAVENLY_HAND.id: 3,
    circumstances.EARTHLY_HAND.id: 3,
}


def _at(fan: Fan, point: str, name: str = "") -> Priced:
    return fan.at(1, name=name, source=point)


FANS = (
    _at(ONLY_RUNS, f"{SEED} 1"),
    _at(NO_MELDS, f"{SEED} 2; {TYPES} 5"),
    _at(triplets.ALL_PUNGS, f"{SEED} 3; {TYPES} 6", "碰碰胡"),
    _at(suits.FULL_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(suits.HALF_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(EYES, f"{SEED} 5; {TYPES} 1"),
    _at(circumstances.ROBBED_KONG, f"{SEED} 6; {TYPES} 8", "抢杠"),
    _at(triplets.DRAGON_PUNG, f"{SEED} 7; {TYPES} 2", "中发白刻"),
    _at(OWN_FLOWER, f"{SEED} 8; {TYPES} 3"),
    _at(OWN_WIND, f"{SEED} 9; {TYPES} 4"),
    _at(triplets.PREVALENT_WIND, f"{SEED} 9; {TYPES} 4", "令风"),
    _at(SINGLES, f"{SEED} 10", "十三幺"),
    _at(whole_hand.SEVEN_PAIRS, f"{SEED} 11; {TYPES} 7"),
    _at(circumstances.SELF_DRAWN, f"{POCKET_MAHJONG} §海南麻将 (6)胡牌 B; {TYPES} 10"),
)
_FIRST_TURN = tuple(
    fan.at(1, source=PROGRAM) for fan in (circumstances.HEAVENLY_HAND, circumstances.EARTHLY_HAND)
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """One by discard, two by self-draw, three after a kong; and its multiples where a table plays so."""
    came = _came(arranged.win)
    if options["types"] == "flat":
        return Value(counted.sum, came)
    fans = {m.priced.id for m in counted.matches}
    times = [n for id_, n in _TIMES.items() if id_ in fans]
    if whole_hand.SEVEN_PAIRS.id in fans and 4 in arranged.counts:
        times.append(3)  # 豪华七对, in place of the two of seven pairs
        times.remove(2)
    return Value(counted.sum, min(came * prod(times), options["cap"]))


def _came(win: Win) -> int:
    return (3 if Flag.KONG_REPLACEMENT in win.flags else 2) if win.self_drawn else 1


def _of_worth(worth: Worth, hand: Hand, _options: Mapping[str, Any]) -> Value:
    """Return the value if the types are worth nothing more."""
    assert hand.win is not None
    return Value(worth.total, _came(hand.win))


_OPTIONS = (
    TEXT.setting(
        "types",
        "flat",
        choices=("flat", "multiplied"),
        sets={"multiplied": {"fans": _FIRST_TURN, "of_worth": None}},
    ),
    TEXT.setting("cap", 8, least=1),
    *OPTIONS,
)

HAINAN = RuleSet(
    **TEXT.about("hainan"),
    sources=(SEED, TYPES, POCKET_MAHJONG.section("海南麻将 (8)包牌")),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS, Form.SCATTERED),
        minimum=1,
        flags=frozenset((Flag.KONG_REPLACEMENT,)),
    ),
    counted_by=CountedBy(fans=FANS, value=_value, of_worth=_of_worth),
    paid_by=PaidBy(pay=win, side=side_payments),
    carried_on=CarriedOn(next_dealer=between_deals.stays, next_table_state=between_deals.repeats("repeats")),
    agreed_on=AgreedOn(options=_OPTIONS, table=TABLE),
)
