"""Rule-set files of the command line, which are Python: checked against what a rule set must be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paiyan.scorer.authoring.check import check as checked

SUFFIX = ".py"


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


def check(path: str) -> RulesCheck:
    """List the mistakes of a rule-set file, each with its file and line; its hands and deals are run."""
    found = checked(Path(path))
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
