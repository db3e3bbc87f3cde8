"""港式麻将（戏谷）, Hong Kong rules of one hall: fans up to a cap, a printed table of payments, 包牌.

The document lists its fans as additions, so all of them are added up; a fan that says all that
another says of the same tiles keeps it out (a hand of terminals alone is not a mixed one as well).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, flowers, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import XIGU_HALL
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import liability
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import DRAGONS

TEXT = texts("hongkong")

SEED = XIGU_HALL.section("番數與麻將金幣列表")
PLAY = XIGU_HALL.section("遊戲進行")
CAP = 18
# One row per fan: what the discarder pays, and what the three others pay together after a self-draw.
TABLE = (
    *((40, 60), (60, 90), (80, 120), (120, 180), (160, 240), (240, 360), (320, 480), (480, 720), (640, 960)),
    *((960, 1440), (1280, 1920), (1920, 2880), (2560, 3840), (3840, 5760), (5120, 7680), (7680, 11520)),
    *((10240, 15360), (15460, 23190)),
)


def _all_concealed_self_drawn(a: Arranged) -> tuple[int, ...]:
    """Four concealed triplets or concealed kongs, and the last tile drawn 刻刻胡."""
    four = len(a.triplets) == 4 and all(a.blocks[i].concealed for i, _ in a.triplets)
    return (a.all,) if four and a.win.self_drawn else ()


def _first_round(a: Arranged) -> tuple[int, ...]:
    """Won in the first round of discards, by a dealer too; the tiles dealt to a dealer are 天胡 instead."""
    dealt = a.hand.place == 0 and a.win.self_drawn
    return (0,) if Flag.FIRST_TURN in a.win.flags and not dealt else ()


SELF_CONCEALED_PUNGS = TEXT.fan("self_drawn_concealed_pungs", _all_concealed_self_drawn)
# Nothing was claimed and no kong laid, a concealed one included 没有碰牌、上牌及槓牌.
NOTHING_LAID = TEXT.fan("no_claims", lambda a: () if a.hand.melds or a.hand.on_flower else (a.all,))
EARTHLY_HAND = TEXT.fan(
    "earthly_hand", _first_round, needs=circumstances.EARTHLY_HAND.needs, flags=(Flag.FIRST_TURN,)
)
# Any seven; eight of them too, where eight are worth nothing of their own.
SEVEN_FLOWERS = TEXT.fan("seven_flowers", lambda a: (0,) if len(a.hand.all_flowers) >= 7 else ())
# The tile drawn for a kong made a second kong, and its replacement wins 槓上槓.
KONG_ON_KONG = TEXT.fan(
    "kong_on_kong",
    lambda a: (0,) if a.hand.table.get("kong_on_kong") and circumstances.AFTER_KONG.find(a) else (),
    flags=(Flag.KONG_REPLACEMENT,),
)

_at = PriceList(SEED)

FANS = (
    _at(circumstances.SELF_DRAWN, 1),
    _at(flowers.NO_FLOWERS, 1),
    _at(flowers.OWN_FLOWER, 1),
    _at(circumstances.AFTER_KONG, 1, name="杠上自摸"),
    _at(NOTHING_LAID, 1, name="门前清"),
    _at(whole_hand.CHOWS_AND_PAIR, 1, name="平糊"),
    _at(triplets.SEAT_WIND, 1),
    _at(triplets.PREVALENT_WIND, 1),
    _at(triplets.DRAGON_PUNG, 1, name="三元牌"),
    _at(suits.MIXED_TERMINALS, 1, name="花么九"),
    _at(circumstances.ROBBED_KONG, 1, name="抢杠胡"),
    _at(flowers.WHOLE_SET, 2),
    _at(SEVEN_FLOWERS, 3),
    _at(triplets.ALL_PUNGS, 3, name="对对胡"),
    _at(suits.HALF_FLUSH, 3),
    _at(triplets.LITTLE_THREE_DRAGONS, 3),
    _at(suits.FULL_FLUSH, 7),
    _at(triplets.BIG_THREE_DRAGONS, 7),
    _at(triplets.LITTLE_FOUR_WINDS, 10),
    _at(suits.ALL_HONOURS, 10),
    _at(whole_hand.THIRTEEN_ORPHANS, 13, excludes=(NOTHING_LAID,), name="十三么"),
    _at(triplets.BIG_FOUR_WINDS, CAP),
    _at(suits.ALL_TERMINALS, CAP, name="全么九"),
    _at(SELF_CONCEALED_PUNGS, CAP),
    _at(KONG_ON_KONG, CAP, excludes=(circumstances.AFTER_KONG,)),
    _at(triplets.FOUR_KONGS, CAP, name="十八罗汉"),
    _at(EARTHLY_HAND, CAP),
    _at(circumstances.HEAVENLY_HAND, CAP),
)


def _points(fans: int, hand: Hand, options: Mapping[str, Any]) -> Value:
    """Fans up to the cap, and the table's sum: one payer's for a discard, three's for a self-draw."""
    assert hand.win is not None
    total = min(fans, CAP)
    column = 1 if hand.win.by in (By.SELF_DRAW, By.ROBBED_KONG) else 0
    return Value(total, TABLE[total - 1][column] * options["multiplier"] if total else 0)


_value, _of_worth = win_payments.by_sum(_points)


def _of_last(hand: Hand) -> liability.Liable:
    """Return who fed the meld that left a single tile in hand 門前十二章."""
    single = len(hand.melds) == 4 and hand.melds[3].is_claimed
    return liability.fed(hand, hand.melds[3]) if single else None


def _liable(hand: Hand, win: Win) -> liability.Case:
    """The first of the document's four cases that makes one player pay the whole self-draw 包牌."""
    cases = (
        (
            liability.of_robbed_kong(win),
            Words("抢杠包牌", "pays for all: their kong was robbed", "槍槓の責任払い"),
        ),
        (
            liability.of_kong(hand, win),
            Words("杠上自摸包牌", "pays for all: fed the kong", "大明槓の責任払い"),
        ),
        (
            liability.of_set(hand, DRAGONS, 3),
            Words("大三元包牌", "pays for all: fed the third dragon", "大三元の責任払い"),
        ),
        (
            _of_last(hand),
            Words("十二张落地包牌", "pays for all: fed the fourth meld", "四副露の責任払い"),
        ),
    )
    return liability.first(*cases)


def _pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """The discarder pays the sum; a self-draw is shared by three, or paid by a liable player."""
    total, winner, points = s.value.total, s.hand.seat, s.value.points
    liable, why = _liable(s.hand, s.win)
    if liable is not None and s.win.by is not By.DISCARD:
        return liability.pays_all(liable, winner, points, why)
    if s.win.self_drawn:
        words = Words(
            f"自摸 {total} 番，三家分摊",
            f"self-draw {total} fan, shared by three",
            f"ツモ {total} 翻、三家で分担",
        )
        return [Transfer(loser, winner, points // 3, words) for loser in winner.others]
    words = Words(f"出铳 {total} 番", f"discard {total} fan", f"ロン {total} 翻")
    return [] if s.win.discarder is None else [Transfer(s.win.discarder, winner, points, words)]


def _next_dealer(d: Dealt) -> Seat:
    """A dealer who won stays; a draw keeps the deal 和牌連莊 or passes it on, as the table agreed."""
    drawn = not d.deal.waves
    return between_deals.passes(d) if drawn and d.options["draw"] == "passes" else between_deals.stays(d)


def _kongs_for_it(hand: Hand) -> bool:
    """Two kongs, the second made of the tile drawn for the first 槓牌後補牌即再槓牌."""
    two = sum(m.is_kong for m in hand.melds) > 1
    of_drawn = hand.last_kong is not None and hand.last_kong.type is not MeldType.KONG
    return not hand.table["kong_on_kong"] or (two and of_drawn)


HONGKONG = RuleSet(
    **TEXT.about("hongkong"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS),
        instant=frozenset({SEVEN_FLOWERS.id}),
        valid_hand=(TEXT.condition("kongs_for_it", _kongs_for_it),),
        minimum=1,
        most_winners=3,
        # 十三么優先，不會被截胡
        goes_first=lambda counted: int(
            any(m.priced.id == whole_hand.THIRTEEN_ORPHANS.id for m in counted.matches)
        ),
    ),
    counted_by=CountedBy(fans=FANS, value=_value, of_worth=_of_worth),
    paid_by=PaidBy(pay=_pay, by_melds=True),
    carried_on=CarriedOn(next_dealer=_next_dealer),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("draw", "stays", choices=("stays", "passes")),
            TEXT.setting("eight_flowers", False, sets={True: {"fans": (_at(flowers.EIGHT_FLOWERS, CAP),)}}),
            TEXT.setting("multiplier", 1, least=1),
        ),
        table=(TEXT.setting("kong_on_kong", False, of_hand=True),),
    ),
)
