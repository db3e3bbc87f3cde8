"""Liability 包牌: which player fed a hand so far that they pay for all.

Melds are in the order in which they were made; a meld whose ``from`` nobody told makes nobody liable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorer.evidence import Evidence
from scorer.setting import Setting
from scorer.shapes import Shape
from scorer.situation import By, Flag, Hand, Meld, MeldType, Seat, Win
from scorer.words import Words

_CLAIMED = "claimed_by_"


def feeder(hand: Hand, meld: Meld) -> Seat | None:
    """Who discarded the tile that this meld claimed."""
    return hand.seat.at(meld.source) if meld.source else None


def claims(hand: Hand, giver: Seat) -> int:
    """How often a hand claimed from `giver`."""
    return sum(feeder(hand, m) is giver for m in hand.melds)


def claims_told(source: str) -> tuple[Setting, ...]:
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
        )
        for seat in Seat
    )


def back(table: Mapping[str, Any], other: Seat) -> int:
    """How often `other` claimed from the winner."""
    return table[_CLAIMED + other.name]


def _claimed(seat: Seat) -> Callable[[Evidence], int | None]:
    def shown(e: Evidence) -> int | None:
        theirs = e.other(seat)
        return claims(theirs, e.hand.seat) if theirs else None

    return shown


def first(*cases: tuple[Seat | None, Words]) -> tuple[Seat | None, Words]:
    """The first of these cases that makes somebody liable, with its reason; nobody where none does."""
    return next((case for case in cases if case[0] is not None), (None, Words("", "")))


def of_twelve(hand: Hand) -> Seat | None:
    """Who fed the fourth claimed meld, which left a single tile in hand 十二张落地."""
    claimed = [m for m in hand.melds if m.is_claimed]
    return feeder(hand, claimed[3]) if len(claimed) == 4 else None


def of_set(hand: Hand, kinds: int, n: int) -> Seat | None:
    """Who fed the `n`-th, and last, exposed triplet of these kinds (bit mask)."""
    some = [m for m in hand.melds if kinds >> m.block.kind & 1 and m.block.shape != Shape.RUN]
    return feeder(hand, some[n - 1]) if len(some) == n else None


def of_kong(hand: Hand, win: Win) -> Seat | None:
    """Who fed the claimed kong whose replacement tile won 包杠."""
    last = next((m for m in reversed(hand.melds) if m.is_kong), None)
    after = win.self_drawn and Flag.KONG_REPLACEMENT in win.flags
    return feeder(hand, last) if after and last and last.type is MeldType.KONG else None


def of_robbed_kong(win: Win) -> Seat | None:
    """Whose kong was robbed."""
    return win.discarder if win.by is By.ROBBED_KONG else None
