"""Files of rules at the command line: house files, and rule sets in Python; shown, checked, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paiyan.scorer import rulesets
from paiyan.scorer.errors import RulesError
from paiyan.scorer.house.errors import HouseError, name_of_path
from paiyan.scorer.house.examples import prove
from paiyan.scorer.house.load import SUFFIX, House, of_file, of_folder
from paiyan.scorer.messages.languages import Text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.service.answers import rule_catalogue
from paiyan.service.answers.rule_catalogue import Differences
from paiyan.service.errors import BadHouse, WrongUse
from paiyan.service.messages.command_line import NO_HOUSES, TWO_RULE_SETS


def house_of(path: str) -> House:
    """Open the house file at a path. Raises `BadHouse`."""
    try:
        return of_file(Path(path))
    except HouseError as wrong:
        raise BadHouse(wrong) from None


def named(name: str) -> RuleSet:
    """Return the rule set of an id, or of the house file at a path. Raises `UnknownRules`, `BadHouse`."""
    return house_of(name).rules if name.endswith(SUFFIX) else rule_catalogue.known_rules(name)


def opened(name: str) -> RuleSet:
    """Return the rule set of an id or a house file; register the house file by its own id.

    Raises `UnknownRules`, `BadHouse`.
    """
    rules = named(name)
    if name.endswith(SUFFIX):
        _add(rules)
    return rules


def open_folder(folder: Path) -> list[str]:
    """Register every house file of a folder by its id. Raises `BadHouse`, `WrongUse`."""
    if not folder.is_dir():
        raise WrongUse(NO_HOUSES, folder=folder)
    try:
        houses = of_folder(folder)
    except HouseError as wrong:
        raise BadHouse(wrong) from None
    for house in houses:
        _add(house.rules)
    return [house.rules.id for house in houses]


def _add(rules: RuleSet) -> None:
    try:
        rulesets.add(rules)
    except RulesError as wrong:
        raise WrongUse(wrong) from None


@dataclass(frozen=True, kw_only=True)
class FailedExample:
    """An example that does not hold, and why."""

    line: int | None
    hand: str
    why: tuple[Text, ...]


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
    failed: tuple[FailedExample, ...]
    unshown: tuple[Unshown, ...]
    holds: bool


def check_house(path: str) -> HouseCheck:
    """Run the examples of a house file."""
    house = house_of(path)
    proof = prove(house)
    return HouseCheck(
        rules=house.rules.id,
        examples=proof.examples,
        failed=tuple(FailedExample(line=f.line, hand=f.hand, why=f.why) for f in proof.failed),
        unshown=tuple(Unshown(line=line, change=name_of_path(path)) for line, path in proof.unshown),
        holds=proof.holds,
    )


def compared(names: Sequence[str]) -> Differences:
    """List the differences of one rule set or house file from another. Raises `PaiyanError`."""
    if len(names) != 2:
        raise WrongUse(TWO_RULE_SETS)
    one, other = map(named, names)
    return rule_catalogue.difference(one, other)


RULE_SET_SUFFIX = ".py"


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
