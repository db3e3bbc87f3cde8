"""A finished deal 一盘: the hands of the four seats as far as they are known, and what happened in it.

`parse_deal` makes one from its JSON object. What a rule set forbids (a second winner, say) is for
`paiyan.scorer.settling.settlement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.mixed_kongs import group_of


class Kong(NamedTuple):
    """A kong of the deal: whose, who gave its tile (None: nobody, or untold), who had already won by then."""

    seat: Seat
    meld: Meld
    giver: Seat | None
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Deal:
    """A finished deal. A seat without a hand, or with a hand without concealed tiles, is not known.

    `waves` are the wins in the order they came, those on one tile together; none where the deal was
    drawn 流局. `kongs` are in the order they were made, as far as it is known. `given_fields` names the
    fields of `table` that the deal itself gives; the others stand in a hand.
    """

    hands: tuple[Hand, ...]
    waves: tuple[tuple[Seat, ...], ...] = ()
    kongs: tuple[Kong, ...] = ()
    dealer: Seat = Seat.E
    round: Seat = Seat.E
    table: Mapping[str, Any] = field(default_factory=dict[str, Any])
    given_fields: frozenset[str] = frozenset()

    @staticmethod
    def of(hand: Hand) -> Deal:
        """The deal as one hand shows it."""
        waves = ((hand.seat,),) if hand.win else ()
        return Deal((hand,), waves, tuple(kongs_of(hand)), hand.dealer, hand.round, hand.table)

    def hand(self, seat: Seat) -> Hand | None:
        """The hand at this seat, if anything of it is known."""
        return next((h for h in self.hands if h.seat is seat), None)

    @property
    def winners(self) -> tuple[Hand, ...]:
        """The hands that won, in the order they won; on one discard, the next to play first."""
        won = {h.seat: h for h in self.hands}
        return tuple(won[seat] for wave in self.waves for seat in wave)

    def out(self, seat: Seat) -> frozenset[Seat]:
        """Who had won, and left the game, before this seat won."""
        left: set[Seat] = set()
        for wave in self.waves:
            if seat in wave:
                break
            left.update(wave)
        return frozenset(left)


def kongs_of(hand: Hand, out: frozenset[Seat] = frozenset()) -> Iterable[Kong]:
    for meld in hand.melds:
        if meld.is_kong:
            claimed = meld.type is MeldType.KONG and meld.source
            yield Kong(hand.seat, meld, hand.seat.at(claimed) if claimed else None, out)


def added_to(hand: Hand, kind: int) -> Meld | None:
    """The meld to which a tile of this kind was to be added when it was robbed; None for a concealed kong."""
    for meld in hand.melds:
        group = group_of(meld.block.tiles) if meld.type is MeldType.MIXED_KONG else None
        if (meld.type is MeldType.PUNG and meld.block.kind == kind) or (group and group.kinds >> kind & 1):
            return meld
    return None
