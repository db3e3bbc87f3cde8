"""Liability 包牌: a player who fed a hand so much that they pay for all.

Melds are in the order in which they were made; the events of a deal may say which kong came last. If the
liable player depends on a meld without ``from``, that meld is returned in place of the player, and the rule
set asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.payments import Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Shape

TEXT = texts("common/table")

Liable = Seat | Meld | None  # a meld whose feeder is unknown, or None: nobody
Case = tuple[Liable, Words]  # who pays for all, and why

_UNTOLD = Words(
    '未说明 {meld} 是谁放的（副露的 "from"），由他包三家，无法结算',
    'it is unknown who fed {meld} ("from" of the meld) and pays for all, so nothing is settled',
    '{meld} を鳴かせた者（副露の "from"）が払いますが、不明です',
)


def feeder(hand: Hand, meld: Meld) -> Seat | None:
    """Return who discarded the tile that this meld claimed; a chow always comes from the left."""
    side = Side.LEFT if meld.type is MeldType.CHOW else meld.source
    return hand.seat.at(side) if side else None


def unknown_feeder(meld: Meld) -> Message:
    """Return the question for the feeder of a meld, on whom liability depends."""
    return Message(_UNTOLD, {"meld": meld.block})


def pays_all(liable: Seat | Meld, winner: Seat, points: int, why: Words) -> list[Transfer] | Message:
    """Return the payment of the liable player; a question if it depends on a meld whose feeder is unknown."""
    if isinstance(liable, Meld):
        return unknown_feeder(liable)
    return [Transfer(liable, winner, points, why)]


def fed(hand: Hand, meld: Meld) -> Liable:
    """Return who fed this meld; the meld itself if it was claimed and its feeder is unknown."""
    seat = feeder(hand, meld)
    return meld if seat is None and meld.is_claimed else seat


def claims(hand: Hand, giver: Seat) -> int:
    """Return how often a hand claimed from `giver`."""
    return sum(feeder(hand, m) is giver for m in hand.melds)


def claim_settings(source: str) -> tuple[Setting, ...]:
    """Return the fields of the table for how often each other player claimed from the winner.

    They are needed if the hands do not show it.
    """
    return TEXT.for_seats("claimed_by", 0, source=source, most=4, infer=_claimed, of_hand=True)


def back(table: Mapping[str, Any], other: Seat) -> int:
    """Return how often `other` claimed from the winner."""
    return table[f"claimed_by_{other.name}"]


def bound(hand: Hand, other: Seat, least: int) -> bool:
    """True if one of the two claimed `least` times from the other, by the melds and `claim_settings`."""
    return max(claims(hand, other), back(hand.table, other)) >= least


def _claimed(seat: Seat, e: Evidence) -> int | None:
    other_hand = e.other(seat)
    return claims(other_hand, e.hand.seat) if other_hand else None


def first(*cases: Case) -> Case:
    """Return the first of these cases that makes a player liable, with its reason; None if none does."""
    return next((case for case in cases if case[0] is not None), (None, Words("", "")))


def of_twelve(hand: Hand) -> Liable:
    """Return who fed the fourth claimed meld, which left a single tile in hand 十二张落地."""
    claimed = [m for m in hand.melds if m.is_claimed]
    return fed(hand, claimed[3]) if len(claimed) == 4 else None


def of_set(hand: Hand, kinds: int, n: int) -> Liable:
    """Return who fed the `n`-th, and last, exposed triplet of these kinds (bit mask)."""
    some = [m for m in hand.melds if kinds >> m.block.kind & 1 and m.block.shape != Shape.RUN]
    return fed(hand, some[n - 1]) if len(some) == n else None


def of_kong(hand: Hand, win: Win) -> Liable:
    """Return who fed the claimed kong whose replacement tile won 包杠."""
    last = hand.last_kong
    after = win.self_drawn and Flag.KONG_REPLACEMENT in win.flags
    return fed(hand, last) if after and last and last.type is MeldType.KONG else None


def of_robbed_kong(win: Win) -> Seat | None:
    """Return the player whose kong was robbed."""
    return win.discarder if win.by is By.ROBBED_KONG else None
