"""Infer the fields of a table from the hands of its deal 由各家手牌得出, and warn about unknown ones.

A deal with unknown hands is settled all the same, as far as it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Deal, Hand, Kong, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.scoring.score import waits
from paiyan.scorer.tiles.tile import FLOWER

ON_DISCARD = Words("只在点炮时计", "it counts on a discard alone", "ロンの時だけ数える")

IN_FIRST_TURN = Words("只在第一巡和牌时计", "it counts in the first turn alone", "第一巡の和了でだけ数える")


class Evidence(NamedTuple):
    """The evidence for a field of the table: the deal, and the hand of the winner whom it concerns."""

    deal: Deal
    hand: Hand
    stated: Any  # the stated value of the field; None if missing
    ready: Callable[[Seat], bool | None]  # whether that hand waits for a tile; None if unknown

    @property
    def discarder(self) -> Seat | None:
        """Return who discarded the winning tile, None if unknown; the hand must have a win."""
        return cast(Win, self.hand.win).discarder

    def other(self, seat: Seat) -> Hand | None:
        """Return the hand of another player, if anything of it is known."""
        return None if seat is self.hand.seat else self.deal.hand(seat)


def winners(e: Evidence) -> int | None:
    """Return how many won on this discard 一炮多响: the known winners, or a higher stated number.

    A stated number may exceed the known winners only by players whose hands are unknown.
    """
    wave = next(wave for wave in e.deal.waves if e.hand.seat in wave)
    unknown = sum(e.deal.hand(seat) is None and seat is not e.discarder for seat in Seat)
    if isinstance(e.stated, int) and len(wave) <= e.stated <= len(wave) + unknown:
        return e.stated
    return len(wave)


def first_turn_broken(e: Evidence) -> bool | None:
    """True if anybody claimed or laid a kong before a win in the first turn; None where no hand shows it."""
    return any(hand.melds for hand in e.deal.hands) or None


def discarder_ready(e: Evidence) -> bool | None:
    """True if the discarder of the winning tile was ready 放炮者已听牌."""
    return None if e.discarder is None else e.ready(e.discarder)


def derived(rules: RuleSet, deal: Deal) -> Deal:
    """Return the deal with the fields that its hands show in the table of each winner.

    Raises `HandError` for a field that is stated otherwise.
    """
    fields = [s for s in rules.agreed_on.table if s.shown]
    if not fields or not deal.waves:
        return deal

    def ready(seat: Seat) -> bool | None:
        hand = deal.hand(seat)
        if hand is None or not hand.concealed or hand.win:
            return None
        return any(w.tile.kind < FLOWER for w in waits(rules, hand))  # that another may discard

    hands = tuple(_derived(fields, deal, hand, ready) if hand.win else hand for hand in deal.hands)
    return replace(deal, hands=hands)


def _derived(fields: list[Setting], deal: Deal, hand: Hand, ready: Callable[[Seat], bool | None]) -> Hand:
    table = dict(hand.table)
    for field in fields:
        value = table.get(field.id)
        is_so = cast("Callable[[Evidence], Any]", field.shown)(Evidence(deal, hand, value, ready))
        if is_so is None:
            continue
        if value is not None and value != is_so:
            raise HandError(refusal.SHOWN_OTHERWISE, field=field.id, told=value, shown=is_so)
        table[field.id] = is_so
    return hand.at_table(table)


KONGS = Words("杠", "kongs", "槓")


def unknown_seats(deal: Deal) -> list[Seat]:
    """Return the seats of which nothing is known."""
    return [seat for seat in Seat if deal.hand(seat) is None]


def side_payments_unknown(
    deal: Deal, subject: Words, seats: Iterable[Seat] | None = None
) -> Iterator[Message]:
    """Warn that `subject` (kongs, wild tiles) of those seats may still be owed for.

    By default these are the seats of which nothing is known.
    """
    names = [seat.name for seat in (unknown_seats(deal) if seats is None else seats)]
    if names:
        yield Message(refusal.UNTOLD, {"seats": names, "what": subject})


def hidden(deal: Deal) -> list[Seat]:
    """Return the seats that have not won and whose concealed tiles are unknown, on which a draw depends."""
    won = {hand.seat for hand in deal.winners}
    known = {hand.seat for hand in deal.hands if hand.concealed}
    return [seat for seat in Seat if seat not in won | known]


def of_draw(seats: Iterable[Seat]) -> Iterator[Message]:
    """Warn that a draw is settled without the hands of these seats."""
    if names := [seat.name for seat in seats]:
        yield Message(refusal.HANDS_MISSING, {"seats": names})


def giver(kong: Kong) -> Message:
    """Warn that the player who gave this kong, and pays for it, is unknown."""
    return Message(refusal.KONG_GIVER, {"seat": kong.seat.name, "tiles": kong.meld.block})
