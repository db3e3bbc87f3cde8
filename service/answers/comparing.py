"""One hand under several rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from paiyan.scorer.answering.answer import report_of
from paiyan.scorer.messages.hand import JSON_OBJECT
from paiyan.scorer.messages.rules import OPTION, TABLE_FIELD
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.service.answers.report import CompareAnswer, RulesAnswer
from paiyan.service.answers.request import HandRequest
from paiyan.service.answers.rule_catalogue import all_rules, known_rules
from paiyan.service.answers.scorer_errors import as_service_errors
from paiyan.service.answers.scoring import whole_hand
from paiyan.service.answers.situation import HandObject
from paiyan.service.errors import BadHand
from paiyan.service.messages.hands import COMPARED_DEAL, KNOWN_TO_NONE, NOT_TOGETHER

EVERY = "all"  # in the place of the rule sets to compare


def compare(request: HandRequest, *, under: Sequence[str]) -> CompareAnswer:
    """Score the hand under several rule sets, or ``all``; one that refuses it says why and the others go on.

    Each rule set is told the options and the fields of the table that it has. Raises `PaiyanError`, for a
    name too that none of them has.
    """
    sets = all_rules() if list(under) == [EVERY] else [known_rules(id) for id in under]
    whole = whole_hand(request)
    hand = whole.hand
    if "hands" in hand:
        raise BadHand(COMPARED_DEAL)
    if hand.get("house") is not None:
        raise BadHand(NOT_TOGETHER, a="compare", b="house")
    _check_settings(hand, sets)
    found = tuple(_answer_under(rules, hand) for rules in sets)
    return CompareAnswer(compare=found, hand=whole.shown, used=whole.used, read=whole.read)


def _check_settings(hand: HandObject, sets: Sequence[RuleSet]) -> None:
    known = {
        "options": [s for r in sets for s in r.agreed_on.options],
        "table": [s for r in sets for s in r.agreed_on.table],
    }
    for field, settings in known.items():
        if unknown := sorted(set(_named(hand, field)) - {s.id for s in settings}):
            what = OPTION if field == "options" else TABLE_FIELD
            ids = [rules.id for rules in sets]
            raise BadHand(KNOWN_TO_NONE, what=what, id=unknown[0], rules=ids)


def _named(hand: HandObject, field: str) -> HandObject:
    given: Any = hand.get(field) or {}
    if not isinstance(given, dict):
        raise BadHand(JSON_OBJECT, where=field, value=given)
    return cast(HandObject, given)


def _answer_under(rules: RuleSet, hand: HandObject) -> RulesAnswer:
    own = {**hand, "rules": rules.id}
    for field, settings in (("options", rules.agreed_on.options), ("table", rules.agreed_on.table)):
        given = _named(hand, field)
        own[field] = {s.id: given[s.id] for s in settings if s.id in given}
    try:
        with as_service_errors():
            return RulesAnswer(rules=rules.id, name=rules.words, report=report_of(own))
    except BadHand as wrong:
        return RulesAnswer(rules=rules.id, name=rules.words, error=wrong)
