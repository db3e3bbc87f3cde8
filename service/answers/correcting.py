"""A reading that its player put right, scored again without the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paiyan.scorer.answering import answer as scored
from paiyan.service.answers.reading import weighed
from paiyan.service.answers.request import DEFAULT_RULES, Answer
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.scorer_errors import ours
from paiyan.service.answers.situation import HandObject, with_reading
from paiyan.service.errors import BadHand

if TYPE_CHECKING:
    from paiyan.service.corrections.objects import Correction


def correct(read: Answer, corrections: Sequence[Correction], told: HandObject, *, lang: str) -> Answer:
    """A reading with corrections made in it, and the score or the waits of its hand; no picture is looked at.

    Where the hand cannot be scored, `error` says why. Raises `BadCorrection`, `UnknownRules`.
    """
    from paiyan.service.corrections.applying import corrected

    rules_of(told)
    seen = corrected(read, corrections, lang=lang)
    hand = with_reading(seen["hand"], told)
    seen = weighed({**seen, "proposal": None}, hand, told, rules=DEFAULT_RULES, lang=lang)
    try:
        with ours():
            found = scored.answer(hand, lang=lang, rules=DEFAULT_RULES)
    except BadHand as wrong:
        found = {"error": wrong.to(lang)}
    return found | {"hand": hand, "read": seen}
