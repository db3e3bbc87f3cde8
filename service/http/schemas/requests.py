"""Requests of the HTTP API, as pydantic models, with examples that a test sends.

Fields and their types are checked here; the scorer checks what they mean. Answers may have more fields
than are named here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from paiyan.service.corrections.objects import Correction
from paiyan.service.corrections.readings import Seen

SeatName = Literal["E", "S", "W", "N"]


def _words(*values: str) -> Any:
    """A value of the interface, or another word for it: the scorer reads it, or names the nearest."""
    return Field(max_length=32, json_schema_extra={"enum": list(values)})


SeatWord = Annotated[str, _words("E", "S", "W", "N")]
MeldName = Annotated[str, _words("chow", "pung", "kong", "added_kong", "concealed_kong", "mixed_kong")]
SideName = Annotated[str, _words("left", "across", "right", "E", "S", "W", "N")]
WayName = Annotated[str, _words("discard", "self_draw", "robbed_kong", "robbed_flower")]


class _RequestModel(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class HouseIn(_RequestModel):
    """A house file 自家规则, as text."""

    house: str = Field(
        max_length=65_536, examples=['id = "my-club"\nname = "My club"\nbase = "hongkong"\nminimum = 3\n']
    )


class _Meld(_RequestModel):
    type: MeldName
    tiles: str = Field(max_length=64, examples=["789s"])
    claimed: str | None = Field(default=None, max_length=16)


class MeldIn(_Meld):
    """An exposed set 副露."""

    source: SideName | None = Field(
        default=None, alias="from", description="A side of whoever claimed it, or the seat there."
    )


class WinIn(_RequestModel):
    """The win 和牌方式: its tile and where it came from. With a photo, `tile` may be left to the picture."""

    tile: str | None = Field(default=None, max_length=16, examples=["7s"])
    by: WayName = "discard"
    source: SeatWord | None = Field(default=None, alias="from", description="The discarder's seat.")
    flags: list[str] | None = Field(default=None, max_length=16)


class _Table(_RequestModel):
    """Facts that hold for the whole table."""

    rules: str = Field(default="guobiao", max_length=64)
    house: str | None = Field(
        default=None, max_length=65_536, description="The text of a house file, in place of `rules`."
    )
    options: dict[str, Any] | None = None
    dealer: SeatWord = "E"
    round: SeatWord = "E"
    wild: str | None = Field(default=None, max_length=64)
    indicator: str | None = Field(default=None, max_length=16)
    table: dict[str, Any] | None = None


class _Held(_RequestModel):
    """The open tiles of one player, and the win."""

    win: WinIn | None = None
    worth: str | StrictInt | dict[str, Any] | None = Field(
        default=None,
        description='The worth of a win without its tiles: `5 fan`, `mangan`, or `{"han": 3, "fu": 40}`.',
        examples=["3 han 40 fu"],
    )
    melds: list[MeldIn] | None = Field(default=None, max_length=8)
    flowers: str | None = Field(default=None, max_length=64)


class SituationIn(_Table, _Held):
    """The situation that a picture cannot show; its fields replace those read from the picture."""

    seat: SeatWord = "E"
    compare: list[Annotated[str, Field(max_length=64)]] | None = Field(
        default=None,
        min_length=1,
        max_length=64,
        description="Rule sets to score the hand under, in place of `rules`.",
    )
    explain: StrictBool = Field(
        default=False, description="Say of each fan what it is, and what was nearly there."
    )


class HandIn(SituationIn):
    """A hand 手牌: `concealed` without the winning tile and without the melds."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rules": "guobiao",
                    "concealed": "123m456p11z77s",
                    "melds": [{"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}],
                    "win": {"tile": "7s", "by": "self_draw"},
                }
            ]
        }
    )
    concealed: str = Field(max_length=256, examples=["123m456p11z77s"])


_Row = Annotated[str, Field(max_length=256)]


class _TableSeen(_RequestModel):
    """The open tiles on the table, and how long the deal still lasts."""

    seen: str | None = Field(
        default=None,
        max_length=512,
        description="Tiles that lie open besides the hand's own.",
        examples=["1z"],
    )
    discards: dict[SeatWord, _Row] | None = Field(
        default=None, description="The discards of each seat, in their order; they count as seen."
    )
    passed: dict[SeatWord, _Row] | None = Field(
        default=None, description="Tiles that passed a seat since it declared riichi; they lie in a row too."
    )
    void: dict[SeatWord, Annotated[str, Field(max_length=1)]] | None = Field(
        default=None, description="The suit that a seat gave up, where one is: m, p or s."
    )
    riichi: list[SeatWord] | None = Field(
        default=None, max_length=4, description="The seats that declared riichi."
    )
    turns: StrictInt | None = Field(default=None, description="How many tiles the player will still draw.")
    samples: StrictInt | None = Field(
        default=None,
        description="How many ways are drawn for a discard far from a win: more make the error smaller.",
    )


class AdviceHandIn(HandIn, _TableSeen):
    """A hand to advise on: `concealed` with the tile that was drawn, as the last, if there is one."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"rules": "riichi", "concealed": "123m45p115s678s23p5z", "discards": {"S": "1z9m"}}]
        }
    )


class AdviceSituationIn(SituationIn, _TableSeen):
    """Facts that a picture of a hand to advise on cannot show."""


class WinsInWordsIn(_Table):
    """Wins in words, without tiles."""

    wins: str = Field(
        alias="told",
        max_length=500,
        description="The winner, the worth, `from` whom or `self-drawn`; several are parted by `;`.",
        examples=["S, 3 han 40 fu, from W", "北 5番 自摸"],
    )
    names: dict[Annotated[str, Field(max_length=40)], SeatWord] | None = Field(
        default=None, description="The players' names that stand in `told`, each with its seat."
    )


class WorthIn(HandIn):
    """A hand by its worth, without tiles."""

    concealed: str = Field(default="", max_length=256)


class SeatIn(_Held):
    """One seat of a deal."""

    seat: SeatWord
    concealed: str = Field(default="", max_length=256)
    table: dict[str, Any] | None = None


class DealIn(_Table):
    """A finished deal 一盘: the hands as far as they are known, and what happened in which order."""

    hands: list[SeatIn] = Field(max_length=4, description="None where a draw tells of nobody's.")
    events: list[dict[str, Any]] | None = Field(
        default=None,
        max_length=64,
        description="All kongs and wins in order, if play goes on after a win or those still playing pay"
        " for kongs: the seat of each, and the tile of the kong or of the win.",
        examples=[[{"seat": "N", "kong": "1s"}, {"seat": "S", "win": "6p"}]],
    )


class CorrectIn(_RequestModel):
    """A reading, what is wrong in it, and the situation to score it in."""

    read: Seen
    corrections: list[Correction] = Field(max_length=400)
    situation: SituationIn = SituationIn()


_MELD = {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}
_HAND: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p11z77s",
    "melds": [_MELD],
    "flowers": "1f5f",
}
_WON = {"tile": "7s", "by": "discard", "from": "S"}

HAND: dict[str, Any] = {**_HAND, "win": {"tile": "7s", "by": "self_draw"}}
WAITING: dict[str, Any] = _HAND
DEAL: dict[str, Any] = {
    "rules": "guobiao",
    "hands": [
        {"seat": "E", "concealed": "123m456p789s11z77s", "win": _WON},
        {"seat": "S", "melds": [{"type": "pung", "tiles": "222p", "from": "left"}]},
    ],
}
COMPARE: dict[str, Any] = {
    "concealed": "123m456p789s11z77s",
    "win": _WON,
    "compare": ["guobiao", "hongkong", "riichi"],
}
_SEEN = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "8p", "7s", "7s")
CORRECT: dict[str, Any] = {
    "read": {
        "tiles": [{"tile": t, "role": "winning" if i == 13 else "hand"} for i, t in enumerate(_SEEN)],
        "hand": {"concealed": "123m456p789s11z8p7s", "winning": "7s"},
    },
    "corrections": [{"do": "rename", "tile": 11, "is": "7s"}],
    "situation": {"rules": "guobiao", "win": {"by": "self_draw"}},
}

HANDS = {
    "a won hand": {"value": HAND},
    "a waiting hand": {"value": WAITING},
    "a deal": {"value": DEAL},
    "under several rule sets": {"value": COMPARE},
}
WAITS = {"a waiting hand": {"value": WAITING}}
ADVICE = {
    "a hand with a tile to spare": {
        "value": {
            "rules": "riichi",
            "concealed": "123m45p115s678s23p5z",
            "discards": {"S": "9m1z", "W": "5z4s"},
            "riichi": ["S"],
            "passed": {"S": "4s"},
        }
    },
    "a waiting hand": {"value": {"rules": "hongkong", "concealed": "123m456p11s678s23p", "turns": 9}},
}
BATCH = {"hands": {"value": [HAND, WAITING, DEAL]}}
CORRECTIONS = {"a tile is another": {"value": CORRECT}}
