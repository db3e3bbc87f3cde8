"""The rule sets: all in short, one in full, how two differ, how well each is founded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paiyan.scorer.errors import RulesError
from paiyan.scorer.messages.as_json import Text
from paiyan.scorer.messages.languages import LANGUAGES
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import every_rule_set
from paiyan.scorer.rulesets import rule_set as find_rules
from paiyan.scorer.tiles.tile import is_suited
from paiyan.service.answers.request import DEFAULT_RULES
from paiyan.service.answers.scorer_errors import ours
from paiyan.service.answers.situation import HandObject
from paiyan.service.errors import UnknownRules

if TYPE_CHECKING:
    from paiyan.scorer.answering.coverage import Coverage
    from paiyan.scorer.answering.rule_set_comparison import Difference


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


@dataclass(frozen=True, kw_only=True)
class PlayedWith:
    """What a rule set is played with."""

    reds: bool
    flowers: bool
    honours: bool


@dataclass(frozen=True, kw_only=True)
class RuleSetListed:
    """A rule set in short."""

    id: str
    name: Text
    names: Mapping[str, str]
    sources: tuple[str, ...]
    hand_size: int
    tiles: PlayedWith


def summaries() -> list[RuleSetListed]:
    """List all rule sets: their names, and what they play with."""
    return [
        RuleSetListed(
            id=r.id,
            name=r.words,
            names={lang: r.words.to(lang) for lang in LANGUAGES},
            sources=tuple(map(str, r.sources)),
            hand_size=r.played_with.hand_size,
            tiles=PlayedWith(
                reds=any(r.played_with.tiles.reds),
                flowers=bool(r.played_with.tiles.flowers),
                honours=not all(map(is_suited, r.played_with.tiles.kinds)),
            ),
        )
        for r in all_rules()
    ]


@dataclass(frozen=True, kw_only=True)
class Differences:
    """In what the second of two rule sets differs from the first."""

    rules: tuple[str, str]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class RuleSetAnswer:
    """A rule set in full, with what differs from its base if it has one."""

    rules: RuleSet
    differences: tuple[Difference, ...]

    def described(self) -> Mapping[str, Any]:
        """Return the rule set's description, in no language yet."""
        from paiyan.scorer.answering.rule_set_json import described

        return {**described(self.rules), "differences": self.differences}


def in_full(rules: RuleSet) -> RuleSetAnswer:
    """Describe a rule set in full, with what differs from its base if it has one."""
    from paiyan.scorer.answering.rule_set_comparison import differences  # here: a score shows no rule set

    return RuleSetAnswer(rules, tuple(differences(rules.base, rules)) if rules.base else ())


def difference(one: RuleSet, other: RuleSet) -> Differences:
    """List in what the second rule set differs from the first."""
    from paiyan.scorer.answering.rule_set_comparison import differences

    return Differences(rules=(one.id, other.id), differences=tuple(differences(one, other)))


def coverage() -> list[Coverage]:
    """List how well each rule set is founded, in figures. Raises `UnknownRules`."""
    from paiyan.scorer.answering.coverage import coverages  # only here: it builds every rule set

    try:
        return list(coverages())
    except RulesError as wrong:
        raise UnknownRules(wrong) from None
