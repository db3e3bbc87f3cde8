"""Seats at the table 门风, and the sides of a player on which others sit."""

from __future__ import annotations

from enum import Enum, IntEnum

from paiyan.scorer.caching import plain_members


@plain_members
class Seat(IntEnum):
    """A seat at the table 门风, in the order of play."""

    E = 0
    S = 1
    W = 2
    N = 3

    def __repr__(self) -> str:
        return self.name

    def at(self, side: Side) -> Seat:
        """Return the seat on that side of this one."""
        return Seat((self + side.steps) % 4)

    @property
    def others(self) -> tuple[Seat, Seat, Seat]:
        """Return the three other seats, in the order of play."""
        return (Seat((self + 1) % 4), Seat((self + 2) % 4), Seat((self + 3) % 4))

    @property
    def wind(self) -> int:
        """Return the kind of this seat's wind tile."""
        return 27 + self


class Side(Enum):
    """The side on which another player sits; the next to play is on the right 下家."""

    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"

    @property
    def steps(self) -> int:
        """Return how many turns later the other player is: 1 on the right, 2 across, 3 on the left."""
        return {"right": 1, "across": 2, "left": 3}[self.value]
