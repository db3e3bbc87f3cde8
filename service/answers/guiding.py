"""Reports on a camera's frames before the photo is taken."""

from __future__ import annotations

from dataclasses import dataclass

from paiyan.scorer.messages.languages import Translatable
from paiyan.vision.guidance import Advice, Hint


@dataclass(frozen=True)
class HintReport:
    """A way to hold a camera better: a stable code, and the sentence."""

    code: str
    text: Translatable


@dataclass(frozen=True)
class FrameReport:
    """A phone's report on a frame: `state` is moving, joining or steady; the photo is taken at `shoot`."""

    state: str
    hint: HintReport | None
    shoot: bool


def hint_report(hint: Hint) -> HintReport:
    """Report a hint."""
    return HintReport(hint.value, hint.text)


def frame_report(advice: Advice) -> FrameReport:
    """Report what a guide says of a frame."""
    moving = advice.hint is Hint.HOLD_STILL
    state = "steady" if advice.shoot else "moving" if moving else "joining"
    return FrameReport(state, advice.hint and hint_report(advice.hint), advice.shoot)
