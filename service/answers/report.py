"""Answers about photos, as frozen values: the classes of the JSON objects of the interface.

Their sentences are in no language yet; `paiyan.scorer.messages.as_json` makes JSON of them, for `cli` and
`http`. Those of typed hands are in `paiyan.scorer.report.values`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from paiyan.scorer.messages.as_json import Described, coded, failure, flat, optional
from paiyan.scorer.messages.languages import Text, Translatable
from paiyan.scorer.report.values import NoWinReport, Report, WaitsReport

HandObject = Mapping[str, Any]
"""A hand as a user tells it; `paiyan.scorer.hand.parse_hand` knows its fields."""


@dataclass(frozen=True, kw_only=True)
class TileReport:
    """A tile of a photo; `box` is None if it was added without one."""

    tile: str
    box: tuple[float, float, float, float] | None
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    role: str
    group: int
    sideways: bool
    corrected: bool | None = optional()


@dataclass(frozen=True, kw_only=True)
class MeldReport:
    """A meld of a photo; `group` is that of its tiles."""

    type: str
    tiles: str
    side: str | None = optional("from")
    claimed: str | None = optional()
    group: int


@dataclass(frozen=True, kw_only=True)
class ReadHand:
    """The hand that tiles make; `concealed_tiles` and `flower_tiles` are the indices of its tiles."""

    concealed: str
    winning: str | None
    winning_place: str | None
    melds: tuple[MeldReport, ...]
    flowers: str
    concealed_tiles: tuple[int, ...]
    flower_tiles: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of a hand: its total and the gain of its player, or its waits; also as a sentence."""

    win: bool
    waits: tuple[str, ...] | None = optional()
    total: int | None = optional()
    unit: str | None = optional()
    points: int | None = None
    text: Text


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The result of the hand if a doubtful tile is this one, and the probability of that."""

    tile: str
    share: float
    outcome: Outcome = flat()


@dataclass(frozen=True, kw_only=True)
class DoubtReport:
    """A doubtful tile (its index), what it may be instead, and what that would change."""

    tile: int
    read: str
    instead: tuple[str, ...]
    why: str
    shares: tuple[float, ...]
    effect: Text
    effects: tuple[Effect, ...] | None = optional()


@dataclass(frozen=True, kw_only=True)
class AnswerPart:
    """Tiles in notation, and the part that an answer gives them."""

    tiles: str
    part: str


@dataclass(frozen=True, kw_only=True)
class ChoiceReport:
    """An answer to a question; its corrections make the reading say so.

    `parts` says the same as `says` in codes; of a tile's name, the correction does.
    """

    says: Text
    effect: Text
    share: float
    corrections: tuple[Mapping[str, Any], ...]
    parts: tuple[AnswerPart, ...] | None = optional()


@dataclass(frozen=True, kw_only=True)
class QuestionReport:
    """A question about tiles (their indices); `stake` is what hangs on it, in points."""

    about: str
    code: str
    tiles: tuple[int, ...]
    ask: Text
    choices: tuple[ChoiceReport, ...]
    stake: float | None = optional()


@dataclass(frozen=True, kw_only=True)
class TileQuestion:
    """The question about the doubtful tile on which most hangs."""

    tile: int
    ask: Text
    between: tuple[str, ...]
    stake: float


@dataclass(frozen=True, kw_only=True)
class ChangeReport:
    """A tile that the proposal reads as another one, and why."""

    tile: int
    read: str
    instead: str
    why: str
    reason: Text


@dataclass(frozen=True, kw_only=True)
class ProposalReport:
    """The likeliest legal hand, if it is another than was read."""

    hand: ReadHand
    changes: tuple[ChangeReport, ...]
    probability: float
    won: bool


@dataclass(frozen=True, kw_only=True)
class SeatReport:
    """One of several players' hands; `roles`, `groups` and `sideways` have an entry for each tile."""

    seat: str
    roles: tuple[str, ...]
    groups: tuple[int, ...]
    sideways: tuple[bool, ...]
    reliable: bool
    hand: ReadHand
    probability: float
    proposal: ProposalReport | None
    doubts: tuple[DoubtReport, ...]
    questions: tuple[QuestionReport, ...]
    problems: tuple[Text, ...] = coded("problem_codes")
    question: TileQuestion | None


@dataclass(frozen=True, kw_only=True)
class PictureReport:
    """One of several pictures of a hand, and how many of the tiles are its."""

    photo: str
    size: tuple[int, int]
    tiles: int


@dataclass(frozen=True, kw_only=True)
class ReadingReport:
    """The reading of a photo. `seat` is that of `hand`, if one was requested; `hands` are those of all."""

    photo: str
    size: tuple[int, int]
    model: str
    reliable: bool
    tiles: tuple[TileReport, ...]
    hand: ReadHand
    probability: float
    proposal: ProposalReport | None
    doubts: tuple[DoubtReport, ...]
    questions: tuple[QuestionReport, ...]
    problems: tuple[Text, ...] = coded("problem_codes")
    timings_ms: Mapping[str, float]
    pictures: tuple[PictureReport, ...] | None = optional()
    seat: str | None = optional()
    hands: tuple[SeatReport, ...] | None = optional()
    question: TileQuestion | None
    trace: Described | None = optional()

    @property
    def empty(self) -> bool:
        """True if no tile belongs to a hand."""
        return all(tile.group < 0 for tile in self.tiles)


class _Reported:
    """An answer with a report, or with none where the hand cannot be scored."""

    report: Any

    @property
    def empty(self) -> bool:
        """True if there is no win and nothing is waited for; a deal always has an answer."""
        if isinstance(self.report, WaitsReport):
            return not self.report.waits
        return self.report is None or isinstance(self.report, NoWinReport)


@dataclass(frozen=True, kw_only=True)
class HandAnswer(_Reported):
    """The score or the waits of a hand, or a deal settled; with the photo that showed the hand, if one did.

    `used` is "proposal" if the likeliest legal hand was scored in place of the one read.
    """

    report: Report = flat()
    hand: HandObject | None = optional()
    used: str | None = optional()
    read: ReadingReport | None = optional()


@dataclass(frozen=True, kw_only=True)
class CorrectAnswer(_Reported):
    """A corrected reading and the hand it makes, with its score or waits; `error` if it has none."""

    report: Report | None = flat(default=None)
    error: Translatable | None = failure()
    hand: HandObject
    read: ReadingReport


@dataclass(frozen=True, kw_only=True)
class RulesAnswer(_Reported):
    """A hand under one of several rule sets, or `error` with why it cannot be scored there."""

    rules: str
    name: Text
    report: Report | None = flat(default=None)
    error: Translatable | None = failure()


@dataclass(frozen=True, kw_only=True)
class CompareAnswer:
    """A hand under several rule sets, with the photo that showed it, if one did."""

    compare: tuple[RulesAnswer, ...]
    hand: HandObject | None = optional()
    used: str | None = optional()
    read: ReadingReport | None = optional()

    @property
    def empty(self) -> bool:
        """True if none of the rule sets has an answer."""
        return all(one.empty for one in self.compare)


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An error that takes the place of one answer among many."""

    error: Translatable | None = failure()


class Answer(Protocol):
    """One of the answers: a reading, a score, advice, a correction, a comparison."""

    @property
    def empty(self) -> bool:
        """True if there was nothing to answer."""
        ...
