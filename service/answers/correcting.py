"""A reading that its player put right, scored again without the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paiyan.scorer.report.answer import report_of
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.report import CorrectAnswer
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject, with_reading
from paiyan.service.errors import BadCorrection, BadHand, as_service_errors
from paiyan.vision.correcting import corrected
from paiyan.vision.decoding.corrections import Correction
from paiyan.vision.errors import CorrectionError
from paiyan.vision.reading import Reading


def put_right(reading: Reading, corrections: Sequence[Correction]) -> Reading:
    """Return a reading with corrections made in it. Raises `BadCorrection`."""
    try:
        return replace(corrected(reading, corrections), proposal=None)
    except CorrectionError as wrong:
        raise BadCorrection(wrong) from None


def correct(reading: Reading, corrections: Sequence[Correction], situation: HandObject) -> CorrectAnswer:
    """Report a corrected reading, and the score or the waits of its hand; no picture is looked at.

    If the hand cannot be scored, `error` says why. Raises `BadCorrection`, `UnknownRules`.
    """
    rules_of(situation)
    seen = put_right(reading, corrections)
    hand = with_reading(seen.hand, situation)
    read = reading_report(seen, rules=DEFAULT_RULES, situation=situation, whole=hand)
    try:
        with as_service_errors():
            return CorrectAnswer(report=report_of(hand, rules=DEFAULT_RULES), hand=hand, read=read)
    except BadHand as wrong:
        return CorrectAnswer(error=wrong, hand=hand, read=read)
