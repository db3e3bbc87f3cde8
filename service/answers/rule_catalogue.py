"""The rule sets: all in short, one in full, how two differ, how well each is founded; and files of rules.

A file is a house file, or a rule set in Python, which is checked. What they need is loaded only for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paiyan.scorer.errors import RulesError
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject
from paiyan.service.errors import UnknownRules, WrongUse, as_service_errors
from paiyan.service.messages.command_line import NO_HOUSES, NOT_TOML_FILE, TWO_RULE_SETS

if TYPE_CHECKING:
    from paiyan.scorer.house.examples import Failed
    from paiyan.scorer.house.load import House
    from paiyan.scorer.report.coverage import Coverage
    from paiyan.scorer.report.rule_set_json import Difference, RuleSetListed
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


def coverage() -> list[Coverage]:
    """List how well each rule set is founded, in figures. Raises `UnknownRules`."""
    from paiyan.scorer.report.coverage import coverages  # only here: it builds every rule set

    with as_service_errors():
        return list(coverages())


HOUSE_SUFFIX, RULE_SET_SUFFIX = ".toml", ".py"


def house_of(path: str) -> House:
    """Open the house file at a path. Raises `BadHouse`."""
    from paiyan.scorer.house.load import of_file

    with as_service_errors():
        return of_file(Path(path))


def named(name: str) -> RuleSet:
    """Return the rule set of an id, or of the house file at a path.

    Raises `UnknownRules`, `BadHouse`, and `WrongUse` for another file or a folder.
    """
    if name.endswith(HOUSE_SUFFIX):
        return house_of(name).rules
    try:
        return known_rules(name)
    except UnknownRules:
        if Path(name).exists():
            raise WrongUse(NOT_TOML_FILE, file=name) from None
        raise


def opened(name: str) -> RuleSet:
    """Return the rule set of an id or a house file; register the house file by its own id.

    Raises `UnknownRules`, `BadHouse`.
    """
    rules = named(name)
    if name.endswith(HOUSE_SUFFIX):
        _add(rules)
    return rules


def open_folder(folder: Path) -> list[str]:
    """Register every house file of a folder by its id. Raises `BadHouse`, `WrongUse`."""
    from paiyan.scorer.house.load import of_folder

    if not folder.is_dir():
        raise WrongUse(NO_HOUSES, folder=folder)
    with as_service_errors():
        houses = of_folder(folder)
    for house in houses:
        _add(house.rules)
    return [house.rules.id for house in houses]


def _add(rules: RuleSet) -> None:
    from paiyan.scorer.rulesets import add

    try:
        add(rules)
    except RulesError as wrong:
        raise WrongUse(wrong) from None


@dataclass(frozen=True, kw_only=True)
class Unshown:
    """A change that no example shows."""

    line: int | None
    change: str


@dataclass(frozen=True, kw_only=True)
class HouseCheck:
    """The examples of a house file that do not hold, and the changes that none of them shows."""

    rules: str
    examples: int
    failed: tuple[Failed, ...]
    unshown: tuple[Unshown, ...]
    holds: bool


def check_house(path: str) -> HouseCheck:
    """Run the examples of the house file at a path, and find the changes none shows. Raises `BadHouse`."""
    from paiyan.scorer.house.errors import name_of_path
    from paiyan.scorer.house.examples import prove

    house = house_of(path)
    proof = prove(house)
    return HouseCheck(
        rules=house.rules.id,
        examples=proof.examples,
        failed=proof.failed,
        unshown=tuple(Unshown(line=line, change=name_of_path(path)) for line, path in proof.unshown),
        holds=proof.holds,
    )


def compared(names: Sequence[str]) -> Differences:
    """List the differences of one rule set or house file from another. Raises `PaiyanError`."""
    if len(names) != 2:
        raise WrongUse(TWO_RULE_SETS)
    from paiyan.scorer.report.rule_set_json import differences

    base, other = map(named, names)
    return Differences(rules=(base.id, other.id), differences=tuple(differences(base, other)))


@dataclass(frozen=True, kw_only=True)
class RuleMistake:
    """A mistake of a rule-set file, with its place."""

    file: str
    line: int | None
    mistake: str


@dataclass(frozen=True, kw_only=True)
class RulesCheck:
    """The mistakes of a rule-set file; how many hands and deals it was checked against."""

    rules: str | None
    hands: int
    deals: int
    mistakes: tuple[RuleMistake, ...]
    holds: bool


def check_rules(path: str) -> RulesCheck:
    """List the mistakes of a rule-set file, each with its file and line; its hands and deals are run."""
    from paiyan.scorer.authoring.check import check  # only here: most commands check none

    found = check(Path(path))
    return RulesCheck(
        rules=found.rules.id if found.rules else None,
        hands=found.hands,
        deals=found.deals,
        mistakes=tuple(
            RuleMistake(file=_near(m.file), line=m.line, mistake=m.message) for m in found.mistakes
        ),
        holds=not found.mistakes,
    )


def _near(file: Path) -> str:
    """The path as seen from here, where it lies below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
