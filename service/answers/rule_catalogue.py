"""The rule sets: all in short, one in full, how two differ, how well each is founded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paiyan.scorer.errors import RulesError
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject
from paiyan.service.errors import UnknownRules, as_service_errors

if TYPE_CHECKING:
    from paiyan.scorer.report.coverage import Coverage
    from paiyan.scorer.report.rule_set_json import Difference, RuleSetAnswer, RuleSetListed
    from paiyan.scorer.rules.rule_set import RuleSet


def rules_of(hand: HandObject) -> RuleSet:
    """Return the rule set that a hand names, or that of its house file. Raises `UnknownRules`, `BadHouse`."""
    from paiyan.scorer.report import (
        answer as scored,  # only here: rule sets are shown without scoring a hand
    )

    with as_service_errors():
        return scored.rules_of(hand, DEFAULT_RULES)


def all_rules() -> tuple[RuleSet, ...]:
    """Return every rule set. Raises `UnknownRules` if the file of one cannot be run."""
    from paiyan.scorer.rulesets import every_rule_set

    with as_service_errors():
        return every_rule_set()


def known_rules(id: str) -> RuleSet:
    """Return the rule set of an id. Raises `UnknownRules` with the nearest name."""
    from paiyan.scorer.rulesets import rule_set

    with as_service_errors():
        return rule_set(id)


def summaries() -> list[RuleSetListed]:
    """List all rule sets: their names, and what they play with."""
    from paiyan.scorer.report.rule_set_json import summary  # only here: a score shows no rule set

    return [summary(rules) for rules in all_rules()]


@dataclass(frozen=True, kw_only=True)
class Differences:
    """The differences of the second of two rule sets from the first."""

    rules: tuple[str, str]
    differences: tuple[Difference, ...]


def in_full(rules: RuleSet) -> RuleSetAnswer:
    """Describe a rule set in full, with what differs from its base if it has one."""
    from paiyan.scorer.report.rule_set_json import in_full as described

    return described(rules)


def difference(base: RuleSet, other: RuleSet) -> Differences:
    """List the differences of another rule set from a base."""
    from paiyan.scorer.report.rule_set_json import differences

    return Differences(rules=(base.id, other.id), differences=tuple(differences(base, other)))


def coverage() -> list[Coverage]:
    """List how well each rule set is founded, in figures. Raises `UnknownRules`."""
    from paiyan.scorer.report.coverage import coverages  # only here: it builds every rule set

    try:
        return list(coverages())
    except RulesError as wrong:
        raise UnknownRules(wrong) from None
