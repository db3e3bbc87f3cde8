"""What crosses the HTTP border of the ledger, as pydantic models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paiyan.service.http.schemas.requests import SeatName

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
        description="Your own name for it: sent twice, it counts once; something else under it is refused."
        " Make one at random for each write, of 16 characters or more: no two phones choose the same then.",
    )
    version: int | None = Field(
        default=None, ge=0, description="The version you last saw; another one is answered with 409."
    )
    note: Text = Field(default="", max_length=200)


class TableIn(BaseModel):
    """A table 牌桌 to open: four players in the order of play, the first dealer first."""

    model_config = ConfigDict(extra="forbid")

    rules: str | None = Field(default=None, max_length=64, examples=["sichuan"])
    house: str | None = Field(
        default=None, max_length=65_536, description="The text of a house file, in place of `rules`."
    )
    options: dict[str, Any] = {}
    players: tuple[Name, Name, Name, Name] = Field(examples=[["Ann", "Bo", "Cai", "Dee"]])
    name: Text = Field(default="", max_length=100)


Place = Annotated[int, Field(ge=0, le=3, description="A place in the order of play.")]
Person = Annotated[int, Field(ge=0, le=99)]


class PenaltyIn(BaseModel):
    """A fine 罚分 by the players' own rules: from a seat to one other, or to each of the others."""

    model_config = ConfigDict(extra="forbid")

    seat: SeatName
    points: int = Field(ge=1, le=10**9)
    to: SeatName | None = None


class PlayedIn(_Sent):
    """A deal that was played: settled by the table's rules, or points as the players agreed on them, or a
    penalty by rules of their own.

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
    penalty: PenaltyIn | None = None
    people: tuple[Person, Person, Person, Person] | None = Field(
        default=None,
        description="Who sat E, S, W and N, by their numbers in `people`: for what was written off line.",
    )
    round: SeatName | None = Field(default=None, description="The wind then, beside `people`.")


class UndoIn(_Sent):
    """Taking the last event that counts back."""


class SeatsIn(_Sent):
    """Who sits where from now on, in the order of play; a name that is new is somebody who sits down.

    With `dealer` or `round` the seats were drawn anew: that place deals first. Without, they stay.
    """

    players: tuple[Name, Name, Name, Name] = Field(examples=[["Ann", "Bo", "Cai", "Eve"]])
    dealer: Place | None = None
    round: SeatName | None = None


class RenameIn(_Sent):
    """Another name for somebody of this evening."""

    player: Name
    name: Name


class TermsIn(_Sent):
    """What is played for. `start` are the points that each begins a game with 配给原点, `target` those that
    it is reckoned from 返し (0: the start); `uma` 顺位马 goes by place, first to fourth, and sums to 0.
    `points` points are worth `money`, and money has as many digits as is said here.
    """

    start: int = Field(default=0, ge=0, le=10**7)
    target: int = Field(default=0, ge=0, le=10**7)
    uma: tuple[Points, Points, Points, Points] = (0, 0, 0, 0)
    points: int = Field(default=1, ge=1, le=10**7)
    money: str = Field(default="1", pattern=r"^\d{1,7}(\.\d{1,2})?$", examples=["0.50"])
    currency: Text = Field(default="", max_length=8)


class GameIn(_Sent):
    """The end of a game: uma is given by place, and the next game begins with East at the place `dealer`."""

    dealer: Place = 0
