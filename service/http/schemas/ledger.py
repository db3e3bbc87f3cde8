"""Requests and responses of the ledger, as pydantic models."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal
from unicodedata import category, normalize

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

from paiyan.scorer.errors import TranslatedError
from paiyan.service.http.schemas.requests import SeatName
from paiyan.service.messages.tables import NAME_UNSEEN, TEXT_UNPRINTED

_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Fillers, blanks of braille and variation selectors: letters or marks to Unicode, and nothing to see."""
_IN_PICTURES = "\u200d\ufe0f"
_PICTURE = re.compile(f"(?<=[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f])[{_IN_PICTURES}]")
"""What joins pictures (emoji) into one, behind one."""


class _Unseen(TranslatedError, ValueError):  # noqa: N818 - reads as what happened
    """A text that is refused, as pydantic takes an error."""


def seen(name: str) -> str:
    """A name, composed (NFC). Raises `ValueError` where a part of it cannot be seen."""
    name = normalize("NFC", name).strip()
    plain = _PICTURE.sub("", name)
    if not plain or _UNSEEN.search(plain) or any(category(c) in _HIDDEN for c in plain):
        raise _Unseen(NAME_UNSEEN)
    return name


def printed(text: str) -> str:
    """A text on one line, composed. Raises `ValueError` where it has controls or turns its direction."""
    text = normalize("NFC", text)
    if _BIDI.search(text) or any(category(c) in _CONTROLS for c in text):
        raise _Unseen(TEXT_UNPRINTED)
    return text


_CONTROLS = ("Cc", "Cs", "Zl", "Zp")
_HIDDEN = (*_CONTROLS, "Cf", "Co")


Text = Annotated[str, AfterValidator(printed)]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(seen)
]
Points = Annotated[StrictInt, Field(ge=-(10**9), le=10**9)]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: Text = Field(
        default="",
        max_length=64,
        description="Your own name for it: sent twice, it counts once; something else under it is refused."
        " Make one at random for each write, of 16 characters or more: no two phones choose the same then.",
    )
    version: StrictInt | None = Field(
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


class LogIn(BaseModel):
    """A table that a phone kept by itself, as the page saves it: how it was opened, and its events."""

    model_config = ConfigDict(extra="ignore")

    paiyan_table: Literal[1] = Field(description="The form of it.")
    table: dict[str, Any]
    events: list[dict[str, Any]] = Field(max_length=1000)


Place = Annotated[StrictInt, Field(ge=0, le=3, description="A place in the order of play.")]
Person = Annotated[StrictInt, Field(ge=0, le=99)]


class PenaltyIn(BaseModel):
    """A fine 罚分 by the players' own rules: from a seat to one other, or to each of the others."""

    model_config = ConfigDict(extra="forbid")

    seat: SeatName
    points: StrictInt = Field(ge=1, le=10**9)
    to: SeatName | None = None


class PlayedIn(_Sent):
    """A deal that was played: settled by the table's rules, or points as the players agreed on them, or a
    penalty by rules of their own.

    `deal` is a deal, or the winner's hand alone, without rules, options, dealer and round: the table knows
    them; without tiles: `{"told": "Bo, 3 han 40 fu, from Cai"}`. Seats are those of the deal, E its dealer.
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


class ForgetIn(BaseModel):
    """A player's name to delete for good, from all that was ever written of the table."""

    model_config = ConfigDict(extra="forbid")

    player: str = Field(min_length=1, max_length=40)


class UndoIn(_Sent):
    """Taking the last event that counts back."""


class SeatsIn(_Sent):
    """The players from now on, in the order of play; a new name joins the table.

    With `dealer` or `round` the seats were drawn again and that place deals first. Without, both stay.
    """

    players: tuple[Name, Name, Name, Name] = Field(examples=[["Ann", "Bo", "Cai", "Eve"]])
    dealer: Place | None = None
    round: SeatName | None = None


class RenameIn(_Sent):
    """Another name for somebody of this session."""

    player: Name
    name: Name


class TermsIn(_Sent):
    """The terms of a session. Each player begins a game with `start` points 配给原点; a game is settled from
    `target` 返し (0: the start); `uma` 顺位马 goes by place, first to fourth, and sums to 0. `points` points
    are worth `money`, which is rounded to as many digits as it has here. Without `advice` the service gives
    no advice at this table.
    """

    start: StrictInt = Field(default=0, ge=0, le=10**7)
    target: StrictInt = Field(default=0, ge=0, le=10**7)
    uma: tuple[Points, Points, Points, Points] = (0, 0, 0, 0)
    points: StrictInt = Field(default=1, ge=1, le=10**7)
    money: str = Field(default="1", pattern=r"^\d{1,7}(\.\d{1,2})?$", examples=["0.50"])
    currency: Text = Field(default="", max_length=8)
    advice: StrictBool = True


class GameIn(_Sent):
    """The end of a game: uma is given by place, and the next game begins with East at the place `dealer`."""

    dealer: Place = 0
