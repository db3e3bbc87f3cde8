"""Who pays whom in 北京麻将: wins, three claims and mutual liability 互包, burnt deals 烧庄, fouls."""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.hand.deal import added_to
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Pool, Settling, Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Document
from paiyan.scorer.rulesets.common import multiplied_base, win_payments
from paiyan.scorer.settling import kongs, liability
from paiyan.scorer.settling.inferred_fields import Evidence

SEED = POCKET_MAHJONG.section("北京麻将")
PROGRAM = Document("a public Beijing mahjong server").section("packages/mahjong-core, BeijingDefaultRules")
CALCULATOR = "a public Beijing score calculator (menQing, daDiao, zhuoWuKui, yiTiaoLong, qiDui, qingYiSe)"
MOUTHS = 3  # 吃+碰倒3嘴


def _concealed_robbed(e: Evidence) -> bool | None:
    """Whether the kong that was robbed is a concealed one, where the hand it was taken from shows it."""
    win = e.hand.win
    if win is None or win.by is not By.ROBBED_KONG or e.discarder is None:
        return None
    theirs = e.other(e.discarder)
    return None if theirs is None else added_to(theirs, win.tile.kind) is None


OPTIONS = (
    Setting(
        "base",
        Words("底分", "points of a plain win", "基本点"),
        1000,
        f"{HOUSE_DEFAULT}: the 1000 points of the seed's penalties",
        least=1,
    ),
    Setting(
        "discard",
        Words("点炮者付一家或三家", "the discarder pays for himself, or for three", "放銃者の支払い"),
        "one",
        f"{CALCULATOR}, and {SEED} 6 has a robbed kong alone paid as a self-draw; all: {PROGRAM}",
        choices=("one", "all"),
    ),
    Setting("burn", Words("烧庄点", "points of a burnt deal, to each", "焼荘の点"), 1000, f"{SEED} 1"),
    Setting(
        "burn_again",
        Words(
            "连续烧庄：总数翻倍，或逐次相加", "burnt again: the sum doubles, or each is added", "連続の焼荘"
        ),
        "doubles",
        f"{SEED} 1: 应支付的点数就要翻倍的往上涨",
        choices=("doubles", "adds"),
        names={
            "doubles": Words("总数翻倍", "doubles", "合計が倍"),
            "adds": Words("逐次相加", "adds", "加算"),
        },
    ),
    Setting("foul", Words("犯规罚点", "points of a foul", "反則の罰点"), 1000, f"{SEED} 5"),
    Setting(
        "kong",
        Words("明杠每家分，暗杠加倍", "of an open kong, from each; a concealed one doubles it", "槓の点"),
        0,
        f"{HOUSE_DEFAULT}: neither the seed nor {PROGRAM} pays for kongs",
    ),
)
TABLE = (
    Setting(
        "burnt",
        Words("烧庄几次", "how many of the dealer's tiles all three followed", "焼荘の回数"),
        0,
        f"{SEED} 1",
        most=9,
    ),
    Setting(
        "robbed_concealed",
        Words("抢的是暗杠", "the kong that was robbed was a concealed one", "暗槓を槍槓した"),
        False,
        f"{SEED} 6",
        shown=_concealed_robbed,
    ),
    *(
        Setting(
            f"fouls_{seat.name}",
            Words(f"{seat.name} 家犯规次数", f"fouls of {seat.name}", f"{seat.name} 家の反則"),
            0,
            f"{SEED} 5: 提前摸牌，或先打后抓",
        )
        for seat in Seat
    ),
    *liability.claims_told(f"{SEED} 2"),
)


def partner(s: Settling) -> Seat | None:
    """Who pays all of this win: three claims lie between the two 互包, made by the winner or by the other."""
    winner = s.hand.seat
    mine = [seat for seat in winner.others if liability.claims(s.hand, seat) >= MOUTHS]
    theirs = [seat for seat in winner.others if liability.back(s.table, seat) >= MOUTHS]
    return next(iter(mine + theirs), None)


def win(s: Settling) -> Iterator[Transfer]:
    """The discarder, or all three after a self-draw, as a robbed kong is paid; three claims pay for all."""
    all_pay, robbed = partner(s), s.win.by is By.ROBBED_KONG
    why = win_payments.reason(s.win)
    if robbed:
        why = Words("抢杠，按自摸付", "robbed kong, paid as a self-draw", "槍槓（ツモ扱い）")
    for payer, _, points in multiplied_base.shares(s, as_drawn=robbed):
        if all_pay is None or all_pay is payer:
            yield Transfer(payer, s.hand.seat, points, why)
        else:
            zh, en, ja = why
            name = payer.name
            told = Words(f"互包 {name}：{zh}", f"liable for {name}: {en}", f"{name} の分を包：{ja}")
            yield Transfer(all_pay, s.hand.seat, points, told)


def beside(d: Dealt) -> Iterator[Transfer | Sentence]:
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
        prices = {MeldType.KONG: each, MeldType.ADDED_KONG: each, MeldType.CONCEALED_KONG: 2 * each}
        yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.ALL)
    for seat in Seat:
        if points := d.options["foul"] * d.table[f"fouls_{seat.name}"]:
            yield Transfer(seat, Pool.TABLE, points, Words("犯规", "foul", "反則"))


def body_of_straight(hand: Hand) -> bool:
    """Whether the win must be in the body of a straight 龙身: a concealed kong was robbed."""
    robbed = hand.win is not None and hand.win.by is By.ROBBED_KONG
    return robbed and hand.table["robbed_concealed"]
