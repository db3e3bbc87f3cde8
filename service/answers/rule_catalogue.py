"""The rule sets: all in short, one in full, how two differ, how well each is founded."""

from __future__ import annotations

from paiyan.scorer.errors import RulesError
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import every_rule_set
from paiyan.scorer.rulesets import rule_set as find_rules
from paiyan.service.answers.request import DEFAULT_RULES, Answer
from paiyan.service.answers.scorer_errors import ours
from paiyan.service.answers.situation import HandObject
from paiyan.service.errors import UnknownRules


def rules_of(hand: HandObject) -> RuleSet:
    """The rule set that a hand names, or whose house file it carries. Raises `UnknownRules`, `BadHouse`."""
    from paiyan.scorer.answering import (
        answer as scored,  # only here: rule sets are shown without scoring a hand
    )

    with ours():
        return scored.rules_of(hand, DEFAULT_RULES)


def all_rules() -> tuple[RuleSet, ...]:
    """Every rule set. Raises `UnknownRules` where the file of one cannot be run."""
    with ours():
        return every_rule_set()


def known_rules(id: str) -> RuleSet:
    """The rule set of that id. Raises `UnknownRules` with the nearest name."""
    with ours():
        return find_rules(id)


def summaries(*, lang: str) -> list[Answer]:
    """Return all rule sets in short."""
    from paiyan.scorer.answering.rule_set_json import summary_json  # only here: a score shows no rule set

    return [summary_json(rules, lang=lang) for rules in all_rules()]


def rule_set(id: str, *, lang: str) -> Answer:
    """One rule set in full, with what differs from its base. Raises `UnknownRules` with the nearest name."""
    return described(known_rules(id), lang=lang)


def described(rules: RuleSet, *, lang: str) -> Answer:
    """Return a rule set in full, with what differs from its base if it has one."""
    from paiyan.scorer.answering.rule_set_comparison import described_json

    return described_json(rules, lang=lang)


def difference(one: RuleSet, other: RuleSet, *, lang: str) -> Answer:
    """In what the second rule set differs from the first."""
    from paiyan.scorer.answering.rule_set_comparison import differences

    found = [d.to_json() for d in differences(one, other, lang=lang)]
    return {"rules": [one.id, other.id], "differences": found}


def coverage(*, lang: str) -> list[Answer]:
    """How well each rule set is founded, in figures."""
    from paiyan.scorer.answering.coverage import (
        coverages,  # only here: every other answer builds the rule sets it needs
    )

    try:
        return [one.to_json(lang=lang) for one in coverages()]
    except RulesError as wrong:
        raise UnknownRules(wrong) from None
