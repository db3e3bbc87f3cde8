"""The shapes of the answers, as pydantic models; an answer may carry more fields than are named here."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from paiyan.service.http.schemas.requests import SeatName


class _Answered(BaseModel):
    model_config = ConfigDict(extra="allow")


class FanOut(_Answered):
    id: str
    name: str
    value: int
    count: int
    blocks: list[str]
    source: str


class TransferOut(_Answered):
    payer: str = Field(alias="from")
    payee: str = Field(alias="to")
    points: int
    reason: str


class ScoreOut(_Answered):
    """A scored hand, or why it does not win."""

    rules: str
    win: bool
    reason: str | None = None
    total: int | None = None
    unit: str | None = None
    points: int | None = None
    legal: bool | None = None
    fans: list[FanOut] = []
    arrangement: list[str] = []
    payments: dict[SeatName, int] | None = None
    transfers: list[TransferOut] | None = None
    warnings: list[str] = []


class CompareOut(_Answered):
    """The hand under several rule sets: a score each, or `error` with why it cannot be scored there."""

    compare: list[dict[str, Any]]


class WinnerOut(ScoreOut):
    seat: SeatName


class DealOut(_Answered):
    """A settled deal: each winner's score, and what each seat pays or gets in all."""

    rules: str
    drawn: bool
    payments: dict[SeatName, int]
    transfers: list[TransferOut]
    winners: list[WinnerOut]


class WaitOut(_Answered):
    tile: str
    left: int
    discard: ScoreOut
    self_draw: ScoreOut


class WaitsOut(_Answered):
    waits: list[WaitOut]


class TileOut(_Answered):
    tile: str
    box: tuple[float, float, float, float] | None = Field(description="None of a tile that was added.")
    confidence: float
    role: str
    group: int
    sideways: bool


class SeatOut(_Answered):
    """One of several players' hands; `roles`, `groups` and `sideways` say of each tile of the photo what it
    is in this one."""

    seat: SeatName
    reliable: bool
    roles: list[str]
    groups: list[int]
    sideways: list[bool]
    hand: dict[str, Any]
    doubts: list[dict[str, Any]] = []
    questions: list[dict[str, Any]] = []
    problems: list[str] = []


class ReadOut(_Answered):
    """What a photo shows. `seat` says whose `hand` it is, if one was asked for; `hands` are all, if all."""

    photo: str | None = None
    size: tuple[int, int]
    model: str
    reliable: bool
    tiles: list[TileOut]
    hand: dict[str, Any]
    doubts: list[dict[str, Any]] = []
    questions: list[dict[str, Any]] = []
    seat: SeatName | None = None
    hands: list[SeatOut] | None = None
    timings_ms: dict[str, float] = {}


class CorrectedOut(_Answered):
    """A reading with corrections made in it: what was sent, with these fields anew."""

    reliable: bool
    tiles: list[dict[str, Any]]
    hand: dict[str, Any]
    doubts: list[dict[str, Any]]
    questions: list[dict[str, Any]] = []
    problems: list[str]


class CorrectOut(_Answered):
    """The corrected reading and the hand it makes, with its score or its waits; `error` where it has none."""

    read: CorrectedOut
    hand: dict[str, Any]
    error: str | None = None


class KeptOut(CorrectOut):
    """As for a correction, and under which name the picture was kept."""

    kept: str


class BatchOut(_Answered):
    """An answer for each of a batch, in its order; `error` in the place of one that has none."""

    answers: list[dict[str, Any]]


class Mistake(BaseModel):
    """One mistake of a house file."""

    line: int | None = Field(default=None, description="From 1; none where it is the whole file.")
    says: str


class Problem(BaseModel):
    """An error as problem details (RFC 9457)."""

    type: str = Field(examples=["urn:paiyan:problem:bad-hand"])
    title: str
    status: int
    detail: str
    instance: str | None = Field(default=None, description="The id of the request.")
    mistakes: list[Mistake] | None = Field(default=None, description="Those of a house file, by line.")
