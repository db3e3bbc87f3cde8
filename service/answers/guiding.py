"""What to say of a camera's frame before its photo is taken."""

from __future__ import annotations

from dataclasses import dataclass

from paiyan.scorer.messages.languages import Translatable
from paiyan.vision.guidance import Advice, Hint


@dataclass(frozen=True)
class HintReport:
    """How to hold a camera better: a stable code, and the sentence."""

    code: str
    text: Translatable


@dataclass(frozen=True)
class FrameReport:
    """What a phone says of a frame: `state` is moving, joining or steady; the photo is taken at `shoot`."""

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
