"""北京麻将, Beijing: burnt deals 烧庄, three claims and mutual liability 互包, kongs robbed, the wall's end.

The document tells these special rules and not the game beneath them. Fans multiply and the dealer's share
doubles, as two public programs of the game have it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import By, Hand, added_to
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Pool, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import wall_end, win_payments
from paiyan.scorer.settling import kongs, liability
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("beijing")

SEED = POCKET_MAHJONG.section("北京麻将")
PROGRAM = Document("a public Beijing mahjong server").section("packages/mahjong-core, BeijingDefaultRules")
CALCULATOR = "a public Beijing score calculator (menQing, daDiao, zhuoWuKui, yiTiaoLong, qiDui, qingYiSe)"
MOUTHS = 3  # 吃+碰倒3嘴


def _concealed_robbed(e: Evidence) -> bool | None:
    """True if the robbed kong is a concealed one; None if the hand it was taken from does not show it."""
    win = e.hand.win
    if win is None or win.by is not By.ROBBED_KONG or e.discarder is None:
        return None
    discarder_hand = e.other(e.discarder)
    return None if discarder_hand is None else added_to(discarder_hand, win.tile.kind) is None


OPTIONS = (
    TEXT.setting("base", 1000, least=1),
    TEXT.setting("discard", "one", choices=("one", "all")),
    TEXT.setting("burn", 1000),
    TEXT.setting("burn_again", "doubles", choices=("doubles", "adds")),
    TEXT.setting("foul", 1000),
    TEXT.setting("kong", 0),
)
TABLE = (
    TEXT.setting("burnt", 0, most=9),
    TEXT.setting("robbed_concealed", False, shown=_concealed_robbed),
    *TEXT.for_seats("fouls", 0),
    *liability.claim_settings(f"{SEED} 2"),
)


def partner(s: Settling) -> Seat | None:
    """Return who pays all of this win: three claims between the two 互包, by the winner or by the other."""
    winner = s.hand.seat
    by_winner = [seat for seat in winner.others if liability.claims(s.hand, seat) >= MOUTHS]
    from_winner = [seat for seat in winner.others if liability.back(s.table, seat) >= MOUTHS]
    return next(iter(by_winner + from_winner), None)


def win(s: Settling) -> Iterator[Transfer]:
    """The discarder, or all three after a self-draw, as a robbed kong is paid; three claims pay for all."""
    all_pay, robbed = partner(s), s.win.by is By.ROBBED_KONG
    why = win_payments.reason(s.win)
    if robbed:
        why = Words("抢杠，按自摸付", "robbed kong, paid as a self-draw", "槍槓（ツモ扱い）")
    for payer, _, points in win_payments.shares(s, as_drawn=robbed):
        if all_pay is None or all_pay is payer:
            yield Transfer(payer, s.hand.seat, points, why)
        else:
            zh, en, ja = why
            name = payer.name
            reason = Words(f"互包 {name}：{zh}", f"liable for {name}: {en}", f"{name} の分を包：{ja}")
            yield Transfer(all_pay, s.hand.seat, points, reason)


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Burnt deals, which a drawn deal does not pay, kongs, and fouls, which go to the table."""
    if d.deal.waves:
        times, points = d.table["burnt"], d.options["burn"]
        due = points * (
            (2**times - 1) if d.options["burn_again"] == "adds" else 2 ** (times - 1) if times else 0
        )
        for seat in d.deal.dealer.others if due else ():
            yield Transfer(
                d.deal.dealer,
                seat,
                due,
                Words(f"烧庄 {times} 次", f"burnt {times} times", f"焼荘 {times} 回"),
            )
        each = d.options["kong"]
        prices = kongs.by_type(each, each, 2 * each)
        yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.ALL)
    for seat in Seat:
        if points := d.options["foul"] * d.table[f"fouls_{seat.name}"]:
            yield Transfer(seat, Pool.TABLE, points, Words("犯规", "foul", "反則"))


def body_of_straight(hand: Hand) -> bool:
    """True if the win must be in the body of a straight 龙身: a concealed kong was robbed."""
    robbed = hand.win is not None and hand.win.by is By.ROBBED_KONG
    return robbed and hand.table["robbed_concealed"]


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
    if not body_of_straight(a.hand.won_on(a.win)):
        return True
    return any(match >> a.won_at & 1 for match in runs.PURE_STRAIGHT.find(a))


def _is_robbed_kong_known(hand: Hand) -> bool:
    robbed = hand.win is None or hand.win.by is By.ROBBED_KONG
    return robbed or not hand.table["robbed_concealed"]


BEIJING = RuleSet(
    **TEXT.about("beijing"),
    sources=(SEED, PROGRAM),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=(TEXT.condition("told_of_a_robbed_kong", _is_robbed_kong_known),),
        visible_requirement=(TEXT.shown("in_the_body", _in_the_body),),
        valid_hand=(wall_end.GOES_ON,),
        robs_concealed=lambda _: True,  # by what a win must hold and show
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=FANS,
        fallback=_at(whole_hand.CHICKEN, 1, "平胡"),
        value=win_payments.value,
        of_worth=win_payments.of_worth,
    ),
    paid_by=PaidBy(pay=win, side=side_payments),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(options=OPTIONS, table=(*TABLE, *wall_end.fields(f"{SEED} 7"))),
)
