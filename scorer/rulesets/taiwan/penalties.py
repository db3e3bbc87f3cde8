"""台湾十六张: what a fault costs, and who may not win: 诈和 包赔 代位赔付 眼牌 喊碰未碰 相公 过水."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from paiyan.scorer.hand.deal import Deal
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rulesets.taiwan import payments
from paiyan.scorer.settling import dealer_rotation

FALSE = str(POCKET_MAHJONG.section("台湾麻将 诈和 包赔"))
PEEKED = str(POCKET_MAHJONG.section("台湾麻将 眼牌"))
CALLED = str(POCKET_MAHJONG.section("台湾麻将 喊碰未碰 错打明牌之处理 2"))
INSTEAD = str(POCKET_MAHJONG.section("台湾麻将 代位赔付"))
BARRED = str(POCKET_MAHJONG.section("台湾麻将 相公 过水 行牌禁制"))

_SEATS = ("none", *(seat.name for seat in Seat))
# One seat, or several that share what is paid: "S", "SN".
_TOGETHER = tuple("".join(some) for n in (1, 2, 3) for some in combinations(Seat.__members__, n))
TABLE = (
    Setting(
        "false_win",
        Words("诈和或包赔者", "who won falsely, or pays for all", "誤和または包の者"),
        "none",
        FALSE,
        choices=_SEATS,
        fault=True,
    ),
    Setting(
        "false_tai",
        Words("诈和牌面台数", "the 台 that the false hand showed", "誤和の手が見せた台数"),
        0,
        FALSE,
        fault=True,
    ),
    Setting(
        "substitute",
        Words(
            "代位赔付者：代替应付者支付；错暗杠者有几家时平均分摊",
            "who pays in the place of those who should, having upset the order of play; several share it",
            "代位払い：行牌を乱し、払うべき者に代わって払う者；複数なら均等に",
        ),
        "none",
        INSTEAD,
        choices=("none", *_TOGETHER),
    ),
    Setting(
        "barred",
        Words(
            "本家不得和牌的缘由：相公、过水、行牌禁制",
            "why this player may not win: dead, let a win pass, against the rules of play",
            "和了できない理由：相公、見逃し、行牌禁制",
        ),
        "none",
        BARRED,
        choices=("none", "dead", "passed", "play"),
        names={
            "dead": Words("相公", "dead", "相公"),
            "passed": Words("过水", "passed", "見逃し"),
            "play": Words("行牌禁制", "play", "打牌の禁止"),
        },
        of_hand=True,
    ),
    *(
        Setting(
            f"peeked_{seat.name}",
            Words(
                f"{seat.name} 听牌后眼牌",
                f"{seat.name} was ready and looked at the other hands",
                f"{seat.name} が聴牌後に他家の手を見た",
            ),
            False,
            PEEKED,
            declares=frozenset((True,)),
        )
        for seat in Seat
    ),
    *(
        Setting(
            f"fine_{seat.name}",
            Words(
                f"{seat.name} 罚 1 台，付予何家（喊碰未碰、错打明牌）",
                f"whom {seat.name} pays a fine of 1 台: a pung called and not made, a meld broken up",
                f"{seat.name} が 1 台の罰を払う相手（ポンの言い捨て、副露牌の打牌）",
            ),
            "none",
            CALLED,
            choices=_SEATS,
        )
        for seat in Seat
    ),
)
_WHY = {
    "dead": Words("相公不得和牌", "a dead hand may not win", "相公は和了できません"),
    "passed": Words(
        "过水未解除不得和牌", "a win was let pass since the last discard", "見逃し後は和了できません"
    ),
    "play": Words("行牌禁制，不得和牌", "the rules of play bar this win", "行牌禁制により和了できません"),
}


def _free_of(why: str) -> Callable[[Hand], bool]:
    return lambda hand: hand.table["barred"] != why


def instead(table: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Who pays in the place of those who should 代位赔付."""
    told: str = table["substitute"]
    return () if told == "none" else tuple(Seat[name] for name in told)


def _others_pay(hand: Hand) -> bool:
    return hand.win is None or hand.seat not in instead(hand.table)


def _fined_by_others(hand: Hand) -> bool:
    return all(hand.table[f"fine_{seat.name}"] != seat.name for seat in Seat)


def _plays_on(hand: Hand) -> bool:
    return hand.seat not in instead(hand.table)


MUST = (
    *(Condition(_free_of(why), words) for why, words in _WHY.items()),
    Condition(
        _plays_on,
        Words(
            "代位赔付者已是相公，不能和牌",
            "it pays in the losers' place for a fault and may not win in this deal",
            "代位払いの者は相公であり、和了できない",
        ),
    ),
)
POSSIBLE = (
    Condition(
        _others_pay,
        Words(
            "代位赔付者不能是和牌者",
            "substitute names the winner, who pays nothing: name another seat",
            "代位払いの者が和了者です",
        ),
    ),
    Condition(
        _fined_by_others,
        Words("罚台应付予他家", "a fine goes to another seat: mend fine_E to fine_N", "罰は他家に払う"),
    ),
)


def side(dealt: Dealt) -> Iterator[Transfer]:
    """What faults cost beside the wins."""
    yield from _fines(dealt.table, dealt.options)
    for seat in dealt.values:
        yield from _peeked(dealt, seat)
    if dealt.table["false_win"] != "none":
        yield from _false(dealt, Seat[dealt.table["false_win"]])


def _fines(table: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Transfer]:
    why = Words("罚 1 台", "a fine of 1 tai", "罰 1 台")
    for seat in Seat:
        if (to := table[f"fine_{seat.name}"]) != "none":
            yield Transfer(seat, Seat[to], options["per_tai"], why)


def _peeked(dealt: Dealt, winner: Seat) -> Iterator[Transfer]:
    """Who looked at the others' hands 眼牌 pays one 台 to whoever wins."""
    why = Words("眼牌者付 1 台", "looked at the other hands: 1 tai", "手を見た者が 1 台")
    for seat in winner.others:
        if dealt.table[f"peeked_{seat.name}"]:
            yield Transfer(seat, winner, dealt.options["per_tai"], why)


def _false(dealt: Dealt, false: Seat) -> Iterator[Transfer]:
    """Who won falsely pays each of the three what the hand would have won; the dealer's 台 are added."""
    deal, table, options = dealt.deal, dealt.table, dealt.options
    for other in false.others:
        tai = table["false_tai"]
        if deal.dealer in (false, other):
            tai += payments.dealer_tai(options, table, wins=other is deal.dealer)
        why = Words(f"诈和包赔 {tai} 台", f"false win: {tai} tai to each", f"誤和了：各家に {tai} 台")
        paid = Transfer(false, other, options["base"] + tai * options["per_tai"], why)
        yield paid
        yield from payments.bets([paid], table)
        yield from payments.shared(payments.raises(table, options, false, other), (false,))


def by_a_fault(_: Deal, table: Mapping[str, Any]) -> bool:
    """A deal that a false win ended counts in no streak of the dealer 诈和之盘不计连庄序."""
    return table["false_win"] != "none"


def next_dealer(dealt: Dealt) -> Seat:
    """The dealer stays after a win, a draw or another's false win 诈和; after their own the next deals."""
    if dealt.table["false_win"] == dealt.deal.dealer.name and not dealt.deal.winners:
        return dealt.deal.dealer.others[0]
    return dealer_rotation.stays(dealt)
