"""广西麻将 (桂林、柳州), Guangxi: 136 tiles, every claim, several winners, the winner deals.

The document has the play and no price. The worth of hands, the bond of three claims 吃三比 and the turned
tiles 鱼 are as a public program has the game of Liuzhou: a plain win is one point, else each type counts two
from each after a self-draw and three from the discarder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import Flag, Hand, Kong
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import horses, inferred_fields, kongs, liability
from paiyan.scorer.settling.liability import feeder
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("guangxi")

SERVER = "billee1011/repository xy-games/game-logic com.cai.game.mj"
KONGS = f"{SERVER}.guangxi HandlerGang_GXLZ and HandlerGang_NanNing"

KONG_OPTIONS = (
    TEXT.setting("kong", 1),
    TEXT.setting("added_kong", 1),
    TEXT.setting("concealed_kong", 1),
    TEXT.setting("kongs_at_draw", True),
)
HORSES_FIT = (TEXT.condition("of_kinds", horses.of_kinds(FULL_SET.kinds)),)
_UNTOLD = Words(
    "未说明杠牌是谁供的（由其付三家）",
    'it is unknown who gave the kong ("from" of the meld) and pays the win after it for all',
    "槓させた者が不明です",
)


def led(s: Settling, *types: MeldType) -> tuple[Seat, Words] | Words | None:
    """Return who fed the kong, of one of these types, whose replacement tile won, and pays for three.

    Words if it is unknown who it was.
    """
    kong = kongs.last(s.deal, s.hand.seat) if Flag.KONG_REPLACEMENT in s.win.flags else None
    if kong is None or kong.meld.type not in types:
        return None
    giver = feeder(s.hand, kong.meld)
    why = Words("点杠包三家", "pays for three: fed the kong", "大明槓の責任払い")
    return _UNTOLD if giver is None else (giver, why)


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs: a claimed or an added one from who fed it, a concealed one from each."""
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    prices = kongs.by_type(d.options["kong"], d.options["added_kong"], d.options["concealed_kong"])
    for kong in d.deal.kongs:
        if points := prices.get(kong.meld.type, 0):
            payers = _payers(kong)
            if not payers:
                yield inferred_fields.giver(kong)
            for payer in payers:
                yield Transfer(payer, kong.seat, points, kongs.name_of(kong))
    if any(prices.values()):
        yield from inferred_fields.side_payments_unknown(d.deal, inferred_fields.KONGS)


def _payers(kong: Kong) -> tuple[Seat, ...]:
    """Return the payers of a kong; nobody if its feeder is unknown."""
    if kong.meld.type is MeldType.CONCEALED_KONG:
        return kong.seat.others
    return (kong.seat.at(kong.meld.source),) if kong.meld.source else ()


SEED = POCKET_MAHJONG.section("广西麻将")
PROGRAM = f"{SERVER}.guangxi.liuzhou Table_GXLZ (柳州麻将)"
CLAIMS = 3  # 吃三比
DRAWN, SHOT = 2, 3  # what a type counts after a self-draw, and by discard

CONCEALED_DRAW = TEXT.fan("concealed_draw", whole_hand.FULLY_CONCEALED.find)

_at = PriceList(PROGRAM)

FANS = (
    _at(triplets.ALL_PUNGS, 1, "对对胡"),
    _at(suits.FULL_FLUSH, 1),
    _at(whole_hand.SEVEN_PAIRS, 1, "小七对"),
    _at(whole_hand.ALL_CLAIMED, 1),
    _at(circumstances.AFTER_KONG, 1, "杠上花"),
    _at(circumstances.SHOT_AFTER_KONG, 1),
    _at(circumstances.ROBBED_KONG, 1, "抢杠胡"),
)


def _points(types: int, hand: Hand, _options: Mapping[str, Any]) -> Value:
    """A point, or two for each type after a self-draw and three by discard."""
    assert hand.win is not None
    return Value(types, types * (DRAWN if hand.win.self_drawn else SHOT) or 1)


_value, _of_worth = win_payments.by_sum(_points)


def _bound(s: Settling, other: Seat) -> bool:
    """True if one of the two claimed three times from the other 吃三比, and did not win too."""
    if any(other in wave and s.hand.seat in wave for wave in s.deal.waves):
        return False
    return liability.bound(s.hand, other, CLAIMS)


def _shares(s: Settling) -> Iterable[tuple[Seat, int, Words]] | Words:
    """Return who pays how many times the hand's points, and why."""
    winner, giver = s.hand.seat, s.win.discarder
    tied = [seat for seat in winner.others if _bound(s, seat)]
    by_claims = Words("吃三比", "bound by three claims", "三副露の関係")
    if giver is not None:
        shot = (giver, 1 + (giver in tied), win_payments.DISCARD)
        return [shot, *((seat, 1, by_claims) for seat in tied if seat is not giver)]
    giver_of_kong = led(s, MeldType.KONG)
    if isinstance(giver_of_kong, Words):
        return giver_of_kong
    if giver_of_kong is not None:
        return [(giver_of_kong[0], 3, giver_of_kong[1]), *((seat, 3, by_claims) for seat in tied)]
    drawn = win_payments.SELF_DRAW
    return [(seat, 3 if seat in tied else 1, drawn) for seat in winner.others]


def _pay(s: Settling) -> Iterable[Transfer] | Words:
    """The discarder pays, after a self-draw each; bound players more; each fish caught adds all once more."""
    shares = _shares(s)
    if isinstance(shares, Words):
        return shares
    cap = s.options["cap"] or 10**9
    paid = [Transfer(seat, s.hand.seat, min(n * s.value.points, cap), why) for seat, n, why in shares]
    first = s.hand.dealer if s.options["fish_from"] == "dealer" else s.hand.seat
    return [*paid, *horses.rewarded(paid, s.table, first, s.hand.seat)]


GUANGXI = RuleSet(
    **TEXT.about("guangxi"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(forms=(Form.STANDARD, Form.SEVEN_PAIRS), valid_hand=HORSES_FIT, most_winners=3),
    counted_by=CountedBy(
        fans=FANS,
        fallback=whole_hand.CHICKEN.at(0, name="基本胡", source=PROGRAM),
        value=_value,
        of_worth=_of_worth,
    ),
    paid_by=PaidBy(pay=_pay, side=side_payments),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("cap", 0),
            TEXT.setting("concealed", False, sets={True: {"fans": (_at(CONCEALED_DRAW, 1),)}}),
            TEXT.setting("fish_from", "winner", choices=("winner", "dealer")),
            *KONG_OPTIONS,
        ),
        table=(*liability.claim_settings(f"{PROGRAM}: 吃三比"), horses.turned_field(f"{PROGRAM}: 钓鱼")),
    ),
)
