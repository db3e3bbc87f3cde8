"""How well each rule set is founded: its fans and options, where they are written, its hands and deals,
and how many sentences of its document are shown to be kept.

Hands, deals and sentences are those of the project's tests, counted where the tests are: not in an
installed package.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, cited
from paiyan.scorer.rulesets import rule_sets

TESTS = Path(__file__).resolve().parents[2] / "tests"


class SourceKind(Enum):
    """Where a rule comes from."""

    SEED = "seed"  # one of the documents
    PUBLIC = "public"  # a named public text
    HOUSE_DEFAULT = "house default"  # chosen, because no text says it
    NONE = "none"


@dataclass(frozen=True)
class Coverage:
    """One rule set in figures. `hands`, `deals`, `sentences` are None where the tests are not there, or none.

    `kept` of the `sentences` of its document name what keeps them, or that they rule nothing.
    """

    rules: RuleSet
    fans: int
    options: int
    sources: dict[SourceKind, int]
    hands: int | None
    deals: int | None
    sentences: int | None
    kept: int | None

    def described(self) -> dict[str, Any]:
        """The figures with the rule set's name and its documents, in no language yet."""
        return {
            "id": self.rules.id,
            "name": self.rules.words,
            "seed": [str(source) for source in self.rules.sources],
            "fans": self.fans,
            "options": self.options,
            "sources": {kind.value: self.sources.get(kind, 0) for kind in SourceKind},
            "hands": self.hands,
            "deals": self.deals,
            "sentences": self.sentences,
            "kept": self.kept,
        }


def kind_of(source: str) -> SourceKind:
    """What kind of source a text names. One that names a house default among others is one: its number is."""
    if not source.strip():
        return SourceKind.NONE
    if HOUSE_DEFAULT in source:
        return SourceKind.HOUSE_DEFAULT
    return SourceKind.SEED if cited(source) else SourceKind.PUBLIC


def sources_of(rules: RuleSet) -> Iterator[str]:
    """The source of every fan, option, field of the table and note."""
    yield from (priced.source for priced in rules.counted_by.fans)
    yield from (rules.counted_by.fallback.source,) if rules.counted_by.fallback else ()
    yield from (setting.source for setting in (*rules.agreed_on.options, *rules.agreed_on.table))
    yield from (note.source for note in rules.notes)


def coverage(rules: RuleSet, tests: Path = TESTS) -> Coverage:
    """The figures of a rule set; its hands and deals from the tests in that folder."""
    hands = tests / "hands" / f"{rules.id}.txt"
    deals = tests / "deals" / f"{rules.id}.json"
    clauses = tests / "clauses" / f"{rules.id}.txt"
    sentences = _written(clauses) if clauses.exists() else None
    return Coverage(
        rules,
        len(rules.counted_by.fans) + bool(rules.counted_by.fallback),
        len(rules.agreed_on.options),
        dict(Counter(kind_of(source) for source in sources_of(rules))),
        len(_written(hands)) if hands.exists() else None,
        len(json.loads(deals.read_text("utf-8"))) if deals.exists() else None,
        None if sentences is None else len(sentences),
        None if sentences is None else sum(not line.endswith(" => ?") for line in sentences),
    )


def _written(path: Path) -> list[str]:
    """The lines of a file without its comments."""
    return [line for line in path.read_text("utf-8").splitlines() if line.partition("#")[0].strip()]


def coverages() -> tuple[Coverage, ...]:
    """The figures of every rule set, in the order of the list."""
    return tuple(coverage(rules) for rules in rule_sets())
