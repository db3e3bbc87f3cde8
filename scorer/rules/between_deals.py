"""The state of a game between deals, and the fields of the table that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words


class Standing(NamedTuple):
    """The state of a game before its next deal; seats are those of that deal, E its dealer."""

    balances: Mapping[Seat, int]  # what the player at each seat has gained so far
    on_table: int  # points that lie on the table 供託
    repeats: int  # how often the dealer has dealt again 连庄
    draws: int  # drawn deals in a row just before 荒庄
    draws_waiting: int  # drawn deals, less the deals won after them, since the same four sit here 荒番
    counters: int  # deals in a row just before that were drawn or won by their dealer 本场
    options: Mapping[str, Any]


class NextTable(NamedTuple):
    """The fields of a deal's table that follow from the game so far.

    `table` are fields with their values, which the request may override; `counted` are fields that a request
    must not give, since the game counts them.
    """

    table: Mapping[str, Any]
    counted: tuple[str, ...] = ()
    over: Words | None = None  # why no further deal is played, if the game is over


NextTableState = Callable[[Standing], NextTable]


def repeats(field: str, *, most: int = 10**9, first: int = 0) -> NextTableState:
    """Keep the repeats of the dealer in this field, counted from `first`."""
    return lambda standing: NextTable({field: min(standing.repeats + first, most)})
