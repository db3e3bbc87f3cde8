"""One hand or deal, as the command line and the service are given it, and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from paiyan.scorer.answering.report import Report
from paiyan.scorer.answering.reporting import by_seat, deal_report, hand_report
from paiyan.scorer.answering.unused_input import missing_claim_sources, unused
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.json_fields import field_or
from paiyan.scorer.hand.one_line import written_out
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.wins_in_words import wins_in_words
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.messages.hand import JSON_OBJECT
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import waits
from paiyan.scorer.settling.declared_worth import has_worth, settle_by_worth
from paiyan.scorer.settling.settlement import Settlement, settle, settle_hand

Result = Settlement | Score | NotAWin | tuple[Wait, ...]  # of a hand, or the settlement of a deal


def chosen_rules(given: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """The rule set that a hand or a deal names, its options chosen; `rules` stands in for a missing one.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    name, house = _named(given, rules)
    options: Any = field_or(given, "options", {})
    if not isinstance(options, Mapping):
        raise HandError(JSON_OBJECT, where="options", value=options)
    chosen = cast("Mapping[str, Any]", options)
    try:
        named = tuple((name, repr(value), value) for name, value in chosen.items())
        return _with_options(name, house, named)
    except TypeError:  # a list or an object, which no option takes: it is said which one
        return rules_of(given, rules).with_options(chosen)


def rules_of(given: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """The rule set that a hand names, or whose house file it carries, no option chosen.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    return _found(*_named(given, rules))


def _named(given: Mapping[str, Any], rules: str | None) -> tuple[str, bool]:
    """The id of the rule set, or the text of the house file, and which of them it is."""
    text = given.get("house")
    if text is not None and given.get("rules") is not None:
        raise HandError(refusal.RULES_AND_HOUSE)
    name = given.get("rules", rules) if text is None else text
    if not isinstance(name, str):
        raise HandError(refusal.NO_RULES_NAMED if text is None else refusal.HOUSE_TEXT)
    return name, text is not None


def _found(name: str, house: bool) -> RuleSet:
    if not house:
        return rule_set(name)
    from paiyan.scorer.house.load import house_rules  # only here: a hand of a rule set need not wait for it

    return house_rules(name)


@lru_cache(maxsize=64)
def _with_options(name: str, house: bool, options: tuple[tuple[str, str, Any], ...]) -> RuleSet:
    """A rule set as a table chose it, made once: that costs more than to score a hand.

    Each option stands with how it is written, since 1 and true are equal but not both allowed.
    """
    return _found(name, house).with_options({option: value for option, _, value in options})


def answer(
    given: Mapping[str, Any], *, lang: str = "en", rules: str | None = None, explain: bool = False
) -> dict[str, Any]:
    """Answer one hand or deal as JSON in a language. See `report_of`."""
    return to_json(report_of(given, rules=rules, explain=explain), lang)


def report_of(given: Mapping[str, Any], *, rules: str | None = None, explain: bool = False) -> Report:
    """Report the score of a hand that has a win, else its waits; of a deal its settlement.

    With `explain`, a score says more of each fan, and what the hand nearly held. The `warnings` name inputs
    without effect, and missing inputs that would change the payments. Raises `HandError`, `RulesError`,
    `HouseError`.
    """
    chosen = chosen_rules(given, rules)
    given = written_out(wins_in_words(given))
    result = _result(chosen, given)
    found = _report(chosen, given, result, explain=explain)
    warnings = _input_warnings(chosen, given, result, found, explain=explain)
    return replace(found, warnings=(*found.warnings, *warnings)) if warnings else found


def solve(rules: RuleSet, given: Mapping[str, Any]) -> tuple[Result, tuple[Message, ...]]:
    """Return what a hand, or a deal, comes to, and what to warn of in its input.

    It is `report_of` as the values of the scorer. Raises `HandError`.
    """
    result = _result(rules, given)
    found = _report(rules, given, result, explain=False)
    return result, tuple(_input_warnings(rules, given, result, found, explain=False))


def _input_warnings(
    rules: RuleSet, given: Mapping[str, Any], result: Result, found: Report, *, explain: bool
) -> list[Message]:
    """Return the inputs without effect, and the missing ones that would change the payments."""

    def answering(other: Mapping[str, Any]) -> Report:
        return _report(rules, other, _result(rules, other), explain=explain)

    def paying(other: Mapping[str, Any]) -> dict[str, int]:
        return _paid(_result(rules, other))

    warnings = [*unused(rules, given, found, answering)]
    if isinstance(result, Settlement) and not result.lacks_discarder:
        warnings += missing_claim_sources(given, found, paying)
    return warnings


def _report(rules: RuleSet, given: Mapping[str, Any], result: Result, *, explain: bool) -> Report:
    """Report what a hand, or a deal, comes to."""
    if "hands" in given and isinstance(result, Settlement):
        return deal_report(result)
    return hand_report(rules, result, explain=explain and not has_worth(given))


def _result(rules: RuleSet, given: Mapping[str, Any]) -> Result:
    """What a hand, or a deal, comes to."""
    if has_worth(given):
        return settle_by_worth(rules, given)
    if "hands" in given:
        return settle(rules, parse_deal(given))
    hand = parse_hand(given)
    return waits(rules, hand) if hand.win is None else settle_hand(rules, hand)


def _paid(result: Result) -> dict[str, int]:
    """What each seat gains or loses, where something is settled."""
    if not isinstance(result, Settlement) or result.unsettled:
        return {}
    return by_seat(result.transfers)
