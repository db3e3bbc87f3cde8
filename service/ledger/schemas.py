"""What crosses the HTTP border of the ledger, as pydantic models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from service.schemas import SeatName

_PRINTED = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
"""No control characters: a name or a note stands on one line, and PostgreSQL takes no NUL."""
Text = Annotated[str, StringConstraints(pattern=_PRINTED)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=_PRINTED)]
Points = Annotated[int, Field(ge=-(10**9), le=10**9)]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: Text = Field(
        default="",
        max_length=64,
        description="Your own name for it: sent twice, it counts once; something else under it is refused.",
    )
    version: int | None = Field(
        default=None, ge=0, description="The version you last saw; another one is answered with 409."
    )
    note: Text = Field(default="", max_length=200)


class TableIn(BaseModel):
    """A table 牌桌 to open: four players in the order of play, the first dealer first."""

    model_config = ConfigDict(extra="forbid")

    rules: str = Field(max_length=64, examples=["sichuan"])
    options: dict[str, Any] = {}
    players: tuple[Name, Name, Name, Name] = Field(examples=[["Ann", "Bo", "Cai", "Dee"]])
    name: Text = Field(default="", max_length=100)


class PlayedIn(_Sent):
    """A deal that was played: settled by the table's rules, or points as the players agreed on them.

    `deal` is a deal, or the winner's hand alone, without rules, options, dealer and round: the table knows
    them. Seats are those of the deal, E its dealer.
    """

    deal: dict[str, Any] | None = None
    points: dict[SeatName, Points] | None = Field(
        default=None, examples=[{"E": 24, "S": -8, "W": -8, "N": -8}]
    )
    next_dealer: SeatName | None = Field(
        default=None, description="Who deals next, where the players know better than the rule set."
    )


class UndoIn(_Sent):
    """Taking the last deal back."""


class PlayerOut(BaseModel):
    """A player: the seat wind of the next deal, and the balance so far."""

    name: str
    seat: SeatName
    balance: int


class EventOut(BaseModel):
    """One thing that happened; `players` is what each player gained, in the order of the players."""

    model_config = ConfigDict(extra="allow")

    number: int
    kind: str
    at: str
    dealer: int
    round: SeatName
    players: list[int]
    note: str
    deal: int | None


class TableOut(BaseModel):
    """A table as it stands: `dealer` is a place in `players`, `repeats` how often they dealt again.

    `on_table` are the points that lie on the table, `table` what the evening tells of the next deal's table
    by itself, `over` whether the rules end the game here.
    """

    model_config = ConfigDict(extra="allow")

    id: str
    name: str
    created: str
    rules: str
    options: dict[str, Any]
    version: int
    players: list[PlayerOut]
    dealer: int
    round: SeatName
    repeats: int
    on_table: int
    table: dict[str, Any]
    over: bool
    deals: list[EventOut]
