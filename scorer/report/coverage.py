"""Measure how well each rule set is documented and tested.

A rule set has fans and options, each with a source, and hands, deals and sentences of its document that the
project's tests keep. The tests are counted in a checkout; an installed package has none.
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
    """The kind of text that a rule comes from."""

    SEED = "seed"  # one of the documents
    PUBLIC = "public"  # a named public text
    HOUSE_DEFAULT = "house default"  # chosen, because no text says it
    NONE = "none"


@dataclass(frozen=True)
class Coverage:
    """The figures of one rule set; `hands`, `deals` and `sentences` are None without their tests.

    `kept` counts the `sentences` of its document that name the test which keeps them, or that state no rule.
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
        """Return the figures with the rule set's name and its documents, in no language yet."""
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
    """Return the kind of source that a text names; a house default among others counts as one."""
    if not source.strip():
        return SourceKind.NONE
    if HOUSE_DEFAULT in source:
        return SourceKind.HOUSE_DEFAULT
    return SourceKind.SEED if cited(source) else SourceKind.PUBLIC


def sources_of(rules: RuleSet) -> Iterator[str]:
    """Yield the source of every fan, option, field of the table and note."""
    yield from (priced.source for priced in rules.counted_by.fans)
    yield from (rules.counted_by.fallback.source,) if rules.counted_by.fallback else ()
    yield from (setting.source for setting in (*rules.agreed_on.options, *rules.agreed_on.table))
    yield from (note.source for note in rules.notes)


def coverage(rules: RuleSet, tests: Path = TESTS) -> Coverage:
    """Return the figures of a rule set, with its hands and deals from the folder `tests`."""
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
    """Return the lines of a file without its comments."""
    return [line for line in path.read_text("utf-8").splitlines() if line.partition("#")[0].strip()]


def coverages() -> tuple[Coverage, ...]:
    """Return the figures of every rule set, in the order of the list."""
    return tuple(coverage(rules) for rules in rule_sets())
