"""北京麻将, Beijing: burnt deals 烧庄, three claims and mutual liability 互包, kongs robbed, the wall's end.

The document tells these special rules and not the game beneath them. Fans multiply and the dealer's share
doubles, as two public programs of the game have it.
"""

from __future__ import annotations

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import multiplied_base, wall_end
from paiyan.scorer.rulesets.north import beijing_payments
from paiyan.scorer.rulesets.north.beijing_payments import CALCULATOR, PROGRAM, SEED
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import Form

BOTH = f"{PROGRAM}; {CALCULATOR}"


_at = PriceList(PROGRAM)


FANS = (
    _at(circumstances.HEAVENLY_HAND, 20),
    _at(circumstances.EARTHLY_HAND, 20),
    _at(suits.FULL_FLUSH, 4, source=f"{PROGRAM}; {CALCULATOR}: 8"),
    _at(circumstances.AFTER_KONG, 4),
    _at(circumstances.SHOT_AFTER_KONG, 4),
    _at(runs.PURE_STRAIGHT, 2, "一条龙", source=BOTH),
    _at(waits.CATCH_FIVE, 2, "捉五魁", source=BOTH),
    _at(waits.GREAT_SINGLE, 2, source=BOTH),
    _at(whole_hand.CONCEALED, 2, "门清", source=BOTH),
    _at(triplets.ALL_PUNGS, 2, "对对胡"),
    _at(whole_hand.SEVEN_PAIRS, 2, "七小对", source=f"{PROGRAM}; {CALCULATOR}: 4"),
    _at(whole_hand.FOUR_IN_PAIRS, 2, "豪华"),
    _at(circumstances.LAST_TILE_DRAW, 2, "海底捞月"),
    _at(circumstances.LAST_TILE_CLAIM, 2, "海底炮"),
)


def _in_the_body(a: Arranged) -> bool:
    """A concealed kong may be robbed by a straight 一条龙 that wants a tile of its body 龙身."""
    if not beijing_payments.body_of_straight(a.hand.won_on(a.win)):
        return True
    return any(match >> a.won_at & 1 for match in runs.PURE_STRAIGHT.find(a))


def _told_of_a_robbed_kong(hand: Hand) -> bool:
    robbed = hand.win is None or hand.win.by is By.ROBBED_KONG
    return robbed or not hand.table["robbed_concealed"]


BEIJING = RuleSet(
    id="beijing",
    words=Words("北京麻将", "Beijing", "北京麻雀"),
    sources=(SEED, PROGRAM),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(
            Condition(
                _told_of_a_robbed_kong,
                Words(
                    "抢暗杠须是抢杠和", "a concealed kong is robbed, not discarded or drawn", "暗槓の槍槓のみ"
                ),
            ),
        ),
        must_show=(
            Shown(
                _in_the_body,
                Words(
                    "只有一条龙的龙身可以抢暗杠",
                    "only the body of a straight robs a concealed kong",
                    "暗槓を槍槓できるのは一気通貫の中だけ",
                ),
            ),
        ),
        possible=(wall_end.GOES_ON,),
        robs_concealed=lambda _: True,  # by what a win must hold and show
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(whole_hand.CHICKEN, 1, "平胡"), value=multiplied_base.value),
    paid_by=PaidBy(pay=beijing_payments.win, side=beijing_payments.beside),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=beijing_payments.OPTIONS, table=(*beijing_payments.TABLE, *wall_end.fields(f"{SEED} 7"))
    ),
    notes=(
        Note(
            Words(
                "东家第一张打风头，有同样的牌必须跟打；未跟而后抓到的要亮明",
                "who holds the honour that the dealer discards first follows it, or shows one drawn later",
                "親の第一打が字牌なら同じ牌を続けて切る",
            ),
            f"{SEED} 1 b",
        ),
        Note(
            Words(
                "吃碰的牌横放指向打牌者，排在最右",
                "a claimed tile lies sideways towards its discarder, the meld on the right",
                "鳴いた牌は切った者に向けて横に置く",
            ),
            f"{SEED} 2 b",
        ),
        Note(
            Words(
                "碰优先于吃；别人已把牌放进嘴子则不能再碰，该牌为曝光牌",
                "a pung goes before a chow until the tile lies in the other's meld; then it is exposed",
                "ポンはチーに優先する",
            ),
            f"{SEED} 3",
        ),
        Note(
            Words(
                "牌碰到牌墙以内的桌面就必须打出",
                "a tile that touched the table is discarded",
                "卓に触れた牌は切る",
            ),
            f"{SEED} 4",
        ),
    ),
    divergences=(
        Divergence(
            "beijing",
            Kind.SILENCE,
            "fans, the dealer and who pays",
            "The document has special rules alone: no fan, no points of a win.",
            "Fans multiply a base of 1000 points, the unit of its penalties; the dealer's share doubles; the"
            " discarder pays one share. Options take other values.",
            f"{SEED}; {PROGRAM}; {CALCULATOR}",
        ),
        Divergence(
            "beijing",
            Kind.SILENCE,
            "烧庄 more than once",
            "应支付的点数就要翻倍的往上涨 may mean the sum or what each time adds.",
            "The sum doubles: 1000, 2000, 4000; the option `burn_again` = adds makes it 1000, 3000, 7000.",
            f"{SEED} 1",
        ),
        Divergence(
            "beijing",
            Kind.SILENCE,
            "whom a penalty goes to",
            "都会被罚1000点, and nobody is named.",
            "The table: it is taken from the player and belongs to no seat.",
            f"{SEED} 5",
        ),
    ),
)
