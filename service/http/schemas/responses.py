"""The answers of the HTTP service beside those of the command line, as frozen values; and its problems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from paiyan.scorer.messages.as_json import failure, flat, named
from paiyan.scorer.messages.languages import Translatable
from paiyan.service.answers.report import CompareAnswer, CorrectAnswer, HandAnswer, ReadingReport


@dataclass(frozen=True, kw_only=True)
class DetectionOut:
    """A tile as detectors commonly give it: the middle and the size of its box in pixels."""

    x: float
    y: float
    width: float
    height: float
    name: str = named("class")
    class_id: int
    confidence: float


@dataclass(frozen=True, kw_only=True)
class PhotoReading:
    """The reading of a photo, and its tiles in the form common to detectors."""

    reading: ReadingReport = flat()
    detections: tuple[DetectionOut, ...]


@dataclass(frozen=True, kw_only=True)
class KeptOut:
    """As for a correction, and under which name the picture was kept."""

    kept: str
    answer: CorrectAnswer = flat()


@dataclass(frozen=True, kw_only=True)
class BatchFailure:
    """Why one of a batch has no answer; `problem` is the type of its problem details."""

    error: Translatable | None = failure()
    problem: str


BatchAnswer = HandAnswer | CompareAnswer | BatchFailure


@dataclass(frozen=True, kw_only=True)
class BatchOut:
    """An answer for each of a batch, in its order; `error` in the place of one that has none."""

    answers: tuple[BatchAnswer, ...]


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
    code: str = Field(default="", description="The code of `detail`, which is the same in each language.")
    values: dict[str, Any] = Field(default={}, description="The values that `detail` names.")
    instance: str | None = Field(default=None, description="The id of the request.")
    mistakes: list[Mistake] | None = Field(default=None, description="Those of a house file, by line.")
