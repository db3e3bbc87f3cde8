"""Horses and birds 马, 鸟: tiles drawn after a win, each of which falls on a seat by its number.

What falls there does one of three things. A horse 买马 has an owner, at the table or outside it 外围, who
wins and loses as that seat does (`mirrored`); a bird 扎鸟 makes the payments of that seat larger
(`struck`); a horse turned after the win 奖马 that falls on the winner makes the win larger (`rewarded`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Outsider, Transfer
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.tile import Tile

TEXT = texts("common/table")
_PREFIX = "horses_"
_TURNED = "horses_turned"


class Horse(NamedTuple):
    """A horse: whose it is, and on which seat it fell."""

    owner: Seat | Outsider
    seat: Seat


def number(tile: Tile) -> int:
    """Return the number on a tile; of honours 东南西北 are 1 to 4 and 中发白 are 1 to 3."""
    kind = tile.kind
    if kind < 27:
        return kind % 9 + 1
    return kind - 26 if kind < 31 else 34 - kind


def seat_of(tile: Tile, first: Seat) -> Seat:
    """Return the seat on which a tile falls: 1 on the first seat, 2 on the next to play, and round again."""
    return Seat((first + number(tile) - 1) % 4)


def fields(source: str, *, outside: bool) -> tuple[Setting, ...]:
    """Return the fields of the table that take the horses of each seat, and of four who only bet."""
    seats = TEXT.for_seats("horses", (), source=source, lies=Lies.APART)
    numbers = range(1, 1 + len(Outsider) if outside else 1)
    return (
        *seats,
        *(
            TEXT.setting("horses_outside_{of}", (), of=str(n), source=source, lies=Lies.APART)
            for n in numbers
        ),
    )


def turned_field(source: str) -> Setting:
    """Return the field of the table that takes the tiles turned after a win."""
    return TEXT.setting(_TURNED, (), source=source, lies=Lies.APART)


def drawn(table: Mapping[str, Any]) -> dict[Seat | Outsider, tuple[Tile, ...]]:
    """Return the tiles that each owner drew, if any."""
    owners: tuple[Seat | Outsider, ...] = (*Seat, *Outsider)
    owner_ids = {owner: owner.name if isinstance(owner, Seat) else owner.value for owner in owners}
    drawn_by = {owner: table.get(_PREFIX + id_, ()) for owner, id_ in owner_ids.items()}
    return {owner: tiles for owner, tiles in drawn_by.items() if tiles}


def horses(table: Mapping[str, Any], first: Seat) -> tuple[Horse, ...]:
    """Return all horses where they fell."""
    return tuple(Horse(owner, seat_of(t, first)) for owner, some in drawn(table).items() for t in some)


def mirrored(payments: Sequence[Transfer | Sentence], fallen: Iterable[Horse]) -> Iterator[Transfer]:
    """Yield the payments of horses: each payment of their seat once more, to or from their owner.

    Horses mirror payments between players, never each other 马不对马; nobody pays themselves.
    """
    paid = [t for t in payments if isinstance(t, Transfer)]
    for owner, seat in fallen:
        for t in paid:
            reason = Words(
                f"马中 {seat.name} 家：{t.reason.zh}",
                f"horse on {seat.name}: {t.reason.en}",
                f"馬 {seat.name}: {t.reason.ja or t.reason.zh}",
            )
            if t.payee is seat and t.payer is not owner:
                yield Transfer(t.payer, owner, t.points, reason)
            elif t.payer is seat and t.payee is not owner:
                yield Transfer(owner, t.payee, t.points, reason)


def struck(payments: Sequence[Transfer], birds: Sequence[Seat], *, doubling: bool) -> Iterator[Transfer]:
    """Yield what birds add to payments from or to the seats they fell on.

    With `doubling` each bird doubles the payment 翻倍, so that two make four times; else each adds the
    payment once more 加倍.
    """
    for t in payments:
        if n := sum(bird in (t.payer, t.payee) for bird in birds):
            yield _more(t, 2**n - 1 if doubling else n, Words(f"中鸟 {n} 只", f"{n} birds", f"鳥 {n} 枚"))


def rewarded(
    payments: Sequence[Transfer], table: Mapping[str, Any], first: Seat, winner: Seat
) -> Iterator[Transfer]:
    """Yield the whole win once more for each tile turned after it that falls on the winner 奖马."""
    if n := sum(seat_of(t, first) is winner for t in table[_TURNED]):
        yield from (_more(t, n, Words(f"中马 {n} 匹", f"{n} horses", f"馬 {n} 枚")) for t in payments)


def _more(payment: Transfer, times: int, reason: Words) -> Transfer:
    return payment._replace(points=payment.points * times, reason=reason)


# --- what cannot be


def at_most(seat: int, *, dealer: tuple[int, int]) -> Callable[[Hand], bool]:
    """Return the condition that nobody has more than `seat` horses, and the dealer a number within `dealer`.

    The dealer's least number counts only if another player has horses.
    """

    def holds(hand: Hand) -> bool:
        counts = {owner: len(tiles) for owner, tiles in drawn(hand.table).items()}
        dealer_count = counts.pop(hand.dealer, 0)
        least = dealer[0] if counts else 0
        return least <= dealer_count <= dealer[1] and all(n <= seat for n in counts.values())

    return holds


def of_kinds(kinds: Iterable[int]) -> Callable[[Hand], bool]:
    """Return the condition that all horses are tiles of these kinds."""
    there = frozenset(kinds)

    def holds(hand: Hand) -> bool:
        owned = (t for tiles in drawn(hand.table).values() for t in tiles)
        return all(t.code in there for t in (*owned, *hand.table.get(_TURNED, ())))

    return holds
