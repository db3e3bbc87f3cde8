"""Who pays whom in 四川麻将: wins, kongs 刮风下雨, and at a draw 查叫 and 查花猪."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By, Flag, Win
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import kongs, missing_information

TEXT = texts("southwest/sichuan/sichuan")

PUBLIC = "血战到底 rules of a game hall (QuiQiJingFeng/M2_CLIENT, scmjRuleListLayer)"

OPTIONS = (
    TEXT.setting("self_draw", "plain", choices=("plain", "add", "double")),
    TEXT.setting("led_kong", "giver", choices=("giver", "all")),
    TEXT.setting("kong_claimed", 2),
    TEXT.setting("kong_added", 1),
    TEXT.setting("kong_concealed", 2),
    TEXT.setting("kong_refund", True),
    TEXT.setting("kong_before_shot", "keep", choices=("keep", "refund", "transfer")),
    TEXT.setting("ready_pays", "least", choices=("least", "most")),
    TEXT.setting("flower_pig", 8),
    TEXT.setting("bloody", False),
)

_UNTOLD = Words(
    "未说明杠牌是谁打的（引杠者付）",
    'nobody said who gave the kong ("from" of the meld), who pays for the win after it',
    "槓させた者が不明です",
)
_KONGS = {
    MeldType.KONG: Words("刮风（直杠）", "claimed kong", "大明槓"),
    MeldType.ADDED_KONG: Words("刮风（补杠）", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("下雨（暗杠）", "concealed kong", "暗槓"),
}


def win(s: Settling) -> Iterable[Transfer] | Words:
    """The discarder alone, or after a self-draw each who has not won; the giver of a kong is a discarder."""
    points, winner = s.value.points, s.hand.seat
    giver = s.win.discarder
    if giver is not None:
        why = win_payments.ROBBED_KONG if s.win.by is By.ROBBED_KONG else win_payments.DISCARD
        return [Transfer(giver, winner, points, why)]
    kong = kongs.last(s.deal, winner)
    led = s.options["led_kong"] == "giver" and Flag.KONG_REPLACEMENT in s.win.flags
    if led and kong and kong.meld.type is MeldType.KONG:
        if kong.giver is None:
            return _UNTOLD
        return [
            Transfer(
                kong.giver,
                winner,
                points,
                Words("引杠后杠上花", "gave the kong that won", "槓させて嶺上開花"),
            )
        ]
    each = {"plain": points, "add": points + 1, "double": 2 * points}[s.options["self_draw"]]
    payers = (seat for seat in winner.others if seat not in s.deal.out(winner))
    return [Transfer(seat, winner, each, win_payments.SELF_DRAW) for seat in payers]


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs as they were made, what comes of them, and the payments of a draw."""
    yield from kongs.payments(d.deal, _prices(d), names=_KONGS)
    for wave in d.deal.waves:
        yield from _shot(d, wave)
    left = [seat for seat in Seat if seat not in d.values]
    if not d.values or (d.options["bloody"] and len(left) > 1):
        hidden = missing_information.hidden(d.deal)
        yield from _draw(d, [seat for seat in left if seat not in hidden])
        yield from missing_information.of_draw(hidden)


def _prices(d: Dealt) -> kongs.Prices:
    return {
        MeldType.KONG: d.options["kong_claimed"],
        MeldType.ADDED_KONG: d.options["kong_added"],
        MeldType.CONCEALED_KONG: d.options["kong_concealed"],
    }


def _shot(d: Dealt, wave: tuple[Seat, ...]) -> Iterator[Transfer]:
    """杠上炮: what becomes of the points of the kong that came just before."""
    what = d.options["kong_before_shot"]
    won = cast(Win, cast(Hand, d.deal.hand(wave[0])).win)
    if what == "keep" or won.discarder is None or Flag.KONG_REPLACEMENT not in won.flags:
        return
    kong = kongs.last(d.deal, won.discarder)
    for payer, points in kongs.income(kong, _prices(d)) if kong else ():
        if what == "refund":
            yield Transfer(
                won.discarder, payer, points, Words("杠上炮退杠", "kong points given back", "槓の点を返す")
            )
        else:
            yield Transfer(
                won.discarder, wave[0], points, Words("呼叫转移", "kong points handed on", "槓の点を譲る")
            )


def _draw(d: Dealt, left: list[Seat]) -> Iterator[Transfer]:
    pigs = [seat for seat in left if _is_pig(cast(Hand, d.deal.hand(seat)))]
    ready = [seat for seat in left if d.ready(seat)]
    for pig in pigs:
        for seat in left:
            if seat not in pigs and d.options["flower_pig"]:
                yield Transfer(
                    pig, seat, d.options["flower_pig"], Words("查花猪", "held three suits", "三色持ち")
                )
    best = min if d.options["ready_pays"] == "least" else max
    for seat in left:
        if seat not in ready and seat not in pigs:
            for to in ready:
                points = best(value.points for value in d.ready(to))
                yield Transfer(seat, to, points, Words("查叫", "was not ready", "不聴"))
    if d.options["kong_refund"]:
        for kong in d.deal.kongs:
            if kong.seat in left and kong.seat not in ready:
                for payer, points in kongs.income(kong, _prices(d)):
                    yield Transfer(
                        kong.seat,
                        payer,
                        points,
                        Words("退税", "not ready: kong given back", "不聴：槓の点を返す"),
                    )


def _is_pig(hand: Hand) -> bool:
    """花猪: three suits, or a tile of the suit given up."""
    suits = {"mps"[t.kind // 9] for t in hand.held}
    return len(suits) == 3 or hand.table["void_suit"] in suits
