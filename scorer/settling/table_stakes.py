"""Limited purses 进园子: what a player brought is the most they lose, and what they win is theirs to lose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.between_deals import NextTable, Standing
from paiyan.scorer.rules.payments import Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.texts import texts

TEXT = texts("common/table")
_PREFIX = "purse_"


def fields(source: str, *, full: int) -> tuple[Setting, ...]:
    """Return the fields of the table that take what is left in each purse before the deal."""
    return TEXT.for_seats("purse", full, source=source)


def next_table(standing: Standing, *, full: int) -> NextTable:
    """Return the purses as the session left them; if two are empty the game is over."""
    left = {seat: full + gained for seat, gained in standing.balances.items()}
    over = _OVER if sum(n <= 0 for n in left.values()) > 1 else None
    return NextTable({_PREFIX + seat.name: max(0, n) for seat, n in left.items()}, over=over)


_OVER = Words(
    "两家进园子（输光），此局游戏结束",
    "two purses are empty, so the game is over",
    "二家の持ち点が尽きたので終わりです",
)


def purses(table: Mapping[str, Any]) -> dict[Seat, int]:
    """Return what each seat has left before the deal."""
    return {seat: table[_PREFIX + seat.name] for seat in Seat}


def limited(transfers: Iterable[Transfer], left: Mapping[Seat, int]) -> Iterator[Transfer]:
    """Yield the payments in order, each as far as its payer has something left 输光后不再付钱."""
    left = dict(left)
    for t in transfers:
        points = t.points
        if isinstance(t.payer, Seat):
            points = min(points, left[t.payer])
            left[t.payer] -= points
        if isinstance(t.payee, Seat):
            left[t.payee] += points
        if points:
            yield t._replace(points=points)


def _payer_has_points(hand: Hand) -> bool:
    giver = hand.win.discarder if hand.win else None
    return giver is None or purses(hand.table)[giver] > 0


NOT_FROM_EMPTY = TEXT.condition("not_from_empty", _payer_has_points)
