"""上海麻将 payments: shares of the points, and 承包 in all its cases."""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.settling import inferred_fields, liability

TEXT = texts("east/shanghai")

SEED = str(POCKET_MAHJONG.section("上海麻将 承包"))
CLAIMS = 3  # so many claims from one player bind the two 承包, 反承包

TABLE = (
    *liability.claims_told(SEED),
    TEXT.setting(
        "discarder_ready", True, when=inferred_fields.ON_DISCARD, shown=inferred_fields.discarder_ready
    ),
)


def bonds(s: Settling, other: Seat) -> int:
    """How often the winner and `other` are bound: by the winner's claims, and by the other's."""
    back = liability.back(s.table, other)
    return (liability.claims(s.hand, other) >= CLAIMS) + (back >= CLAIMS)


def pay(s: Settling) -> Iterator[Transfer]:
    """Shares of the hand's points: one from the discarder, one from each after a self-draw, 承包 beside."""
    bound = {seat: n for seat in s.hand.seat.others if (n := bonds(s, seat))}
    if s.win.by is By.ROBBED_KONG:
        yield from _robbed(s, bound)
    elif s.win.self_drawn:
        yield from _drawn(s, bound)
    elif s.win.discarder is not None:
        yield from _discarded(s, bound, s.win.discarder)


def _shares(s: Settling, payer: Seat, shares: int, words: Words) -> Transfer:
    zh, en, ja = words
    sum_ = f"{shares} × {s.value.points}"
    why = Words(f"{zh} {shares} 份 × {s.value.points}", f"{en}: {sum_}", f"{ja} {sum_}")
    return Transfer(payer, s.hand.seat, shares * s.value.points, why)


def _drawn(s: Settling, bound: dict[Seat, int]) -> Iterator[Transfer]:
    if bound:
        for seat, times in bound.items():
            yield _shares(
                s, seat, 5 * times, Words("承包自摸", "bound to the winner, who drew", "承包の自摸")
            )
    else:
        for seat in s.hand.seat.others:
            yield _shares(s, seat, 1, Words("自摸", "self-draw", "自摸"))


def _robbed(s: Settling, bound: dict[Seat, int]) -> Iterator[Transfer]:
    if s.win.discarder is not None:
        yield _shares(s, s.win.discarder, 3, Words("被抢杠", "whose kong was robbed", "槓を搶された"))
    for seat, times in bound.items():
        yield _shares(
            s, seat, 3 * times, Words("抢杠承包", "bound to the winner, who robbed a kong", "承包の搶槓")
        )


def _discarded(s: Settling, bound: dict[Seat, int], giver: Seat) -> Iterator[Transfer]:
    """The one who is bound pays two; a stranger to the bond two if not ready, else each of the two one."""
    if giver in bound:
        yield _shares(
            s, giver, 2 * bound[giver], Words("承包点炮", "bound to the winner, and discarded", "承包の放銃")
        )
    elif not bound:
        yield _shares(s, giver, 1, Words("点炮", "discard", "放銃"))
    elif _both_won(s, bound):
        shares = 1 if s.table["discarder_ready"] else 2
        yield _shares(
            s, giver, shares, Words("点炮承包双方", "discarded to both who are bound", "承包双方への放銃")
        )
    elif s.table["discarder_ready"]:
        yield _shares(s, giver, 1, Words("点炮", "discard", "放銃"))
        for seat, times in bound.items():
            yield _shares(s, seat, times, Words("承包", "bound to the winner", "承包"))
    else:
        yield _shares(s, giver, 2, Words("未听点炮", "discard while not ready", "不聴の放銃"))


def _both_won(s: Settling, bound: dict[Seat, int]) -> bool:
    """Whether one who is bound to this winner won on the same discard."""
    return any(seat in wave and s.hand.seat in wave for wave in s.deal.waves for seat in bound)


def next_dealer(dealt: Dealt) -> Seat:
    """The winner; after several on one discard, who sits right of the nearest; after a draw, as before."""
    winners = dealt.deal.winners
    if not winners:
        return dealt.deal.dealer
    return winners[0].seat if len(winners) == 1 else winners[0].seat.others[0]
