"""What nobody told of a deal, said as warnings: the rest of it is settled all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paiyan.scorer.hand.deal import Deal, Kong
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.languages import Message, Words

KONGS = Words("杠", "kongs", "槓")


def seats_of(deal: Deal) -> list[Seat]:
    """The seats of which nothing was told."""
    return [seat for seat in Seat if deal.hand(seat) is None]


def side_payments_unknown(deal: Deal, what: Words, seats: Iterable[Seat] | None = None) -> Iterator[Message]:
    """That `what` (kongs, wild tiles) of those seats may still be owed for; by default those of which nothing
    was told."""
    names = [seat.name for seat in (seats_of(deal) if seats is None else seats)]
    if names:
        yield Message(refusal.UNTOLD, {"seats": names, "what": what})


def hidden(deal: Deal) -> list[Seat]:
    """The seats that have not won and whose concealed tiles were not told, which a draw hangs on."""
    won = {hand.seat for hand in deal.winners}
    known = {hand.seat for hand in deal.hands if hand.concealed}
    return [seat for seat in Seat if seat not in won | known]


def of_draw(seats: Iterable[Seat]) -> Iterator[Message]:
    """That a draw is settled without the hands of these seats."""
    if names := [seat.name for seat in seats]:
        yield Message(refusal.HANDS_MISSING, {"seats": names})


def giver(kong: Kong) -> Message:
    """That nobody said who gave this kong, and pays for it."""
    return Message(refusal.KONG_GIVER, {"seat": kong.seat.name, "tiles": kong.meld.block})
