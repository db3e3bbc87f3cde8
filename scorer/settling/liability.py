"""Liability 包牌: which player fed a hand so far that they pay for all.

Melds are in the order in which they were made; which kong came last the events of a deal may tell. Where
it hangs on a meld whose ``from`` nobody told, that meld itself stands in the place of who is liable, and the
rule set asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Shape

_CLAIMED = "claimed_by_"

Liable = Seat | Meld | None  # a meld: who fed it, which nobody told; None: nobody
Case = tuple[Liable, Words]  # who pays for all, and why

_UNTOLD = Words(
    '未说明 {meld} 是谁放的（副露的 "from"），由他包三家，无法结算',
    'nobody said who fed {meld} ("from" of the meld), who pays for all, so nothing is settled',
    '{meld} を鳴かせた者（副露の "from"）が払いますが、不明です',
)


def feeder(hand: Hand, meld: Meld) -> Seat | None:
    """Who discarded the tile that this meld claimed; a chow is of the player on the left, told or not."""
    side = Side.LEFT if meld.type is MeldType.CHOW else meld.source
    return hand.seat.at(side) if side else None


def unknown_feeder(meld: Meld) -> Message:
    """What to ask where a meld stands in the place of who is liable."""
    return Message(_UNTOLD, {"meld": meld.block})


def fed(hand: Hand, meld: Meld) -> Liable:
    """Who fed this meld; the meld itself where it was claimed and nobody said from whom."""
    seat = feeder(hand, meld)
    return meld if seat is None and meld.is_claimed else seat


def claims(hand: Hand, giver: Seat) -> int:
    """How often a hand claimed from `giver`."""
    return sum(feeder(hand, m) is giver for m in hand.melds)


def claim_settings(source: str) -> tuple[Setting, ...]:
    """The fields of the table for how often each of the others claimed from the winner, where their hands do
    not show it."""
    return tuple(
        Setting(
            _CLAIMED + seat.name,
            Words(
                f"{seat.name} 吃碰杠赢家几次",
                f"how often {seat.name} claimed from the winner",
                f"{seat.name} が和了者から鳴いた回数",
            ),
            0,
            source,
            most=4,
            shown=_claimed(seat),
            of_hand=True,
        )
        for seat in Seat
    )


def back(table: Mapping[str, Any], other: Seat) -> int:
    """How often `other` claimed from the winner."""
    return table[_CLAIMED + other.name]


def _claimed(seat: Seat) -> Callable[[Evidence], int | None]:
    def shown(e: Evidence) -> int | None:
        other_hand = e.other(seat)
        return claims(other_hand, e.hand.seat) if other_hand else None

    return shown


def first(*cases: Case) -> Case:
    """The first of these cases that makes somebody liable, with its reason; nobody where none does."""
    return next((case for case in cases if case[0] is not None), (None, Words("", "")))


def of_twelve(hand: Hand) -> Liable:
    """Who fed the fourth claimed meld, which left a single tile in hand 十二张落地."""
    claimed = [m for m in hand.melds if m.is_claimed]
    return fed(hand, claimed[3]) if len(claimed) == 4 else None


def of_set(hand: Hand, kinds: int, n: int) -> Liable:
    """Who fed the `n`-th, and last, exposed triplet of these kinds (bit mask)."""
    some = [m for m in hand.melds if kinds >> m.block.kind & 1 and m.block.shape != Shape.RUN]
    return fed(hand, some[n - 1]) if len(some) == n else None


def of_kong(hand: Hand, win: Win) -> Liable:
    """Who fed the claimed kong whose replacement tile won 包杠."""
    last = hand.last_kong
    after = win.self_drawn and Flag.KONG_REPLACEMENT in win.flags
    return fed(hand, last) if after and last and last.type is MeldType.KONG else None


def of_robbed_kong(win: Win) -> Seat | None:
    """Whose kong was robbed."""
    return win.discarder if win.by is By.ROBBED_KONG else None
