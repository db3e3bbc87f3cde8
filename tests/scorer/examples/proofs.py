"""What shows that a rule is kept, as the texts of the tests name it, and that it is there and holds.

A proof is ``kind text``:

==============  ============================================================================
``line``        a hand of ``tests/hands/<rules>.txt`` whose line holds the text, comment included
``section``     the hands under the heading ``# --- …`` that holds it
``deal``        a deal of ``tests/deals/<rules>.json`` whose ``about`` holds it
``test``        ``file::test`` under ``tests/scorer``, which pytest runs and which passes
``tiles``       how many tiles the game has
``note``        a rule of play that ``paiyan rules <rules>`` tells and no score shows
``divergence``  a point of ``docs/divergences.md`` whose heading holds it
==============  ============================================================================
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rulesets import rule_set
from tests.scorer.examples import named_tests, test_deals, test_hands

ROOT = Path(__file__).parents[1]


def faults(rules: str, proof: str) -> list[str]:
    """What is wrong with a proof; nothing where it is there and holds."""
    kind, _, text = proof.partition(" ")
    if not text or kind not in _KINDS:
        return [f"{proof!r} is no proof: write one of {', '.join(_KINDS)} and a text"]
    return _KINDS[kind](rules, text)


@cache
def sections(rules: str) -> dict[str, list[test_hands.Line]]:
    """The hands of a file by the heading they stand under."""
    found: dict[str, list[test_hands.Line]] = {"": []}
    heading = ""
    for n, line in enumerate(_written(rules), 1):
        if line.startswith("# ---"):
            heading = line
        elif text := line.partition("#")[0].strip():
            found.setdefault(heading, []).append(test_hands.Line(rules, n, text))
    return found


@cache
def _written(rules: str) -> list[str]:
    path = test_hands.HANDS / f"{rules}.txt"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def _line(rules: str, text: str) -> list[str]:
    lines = (line for some in sections(rules).values() for line in some)
    one = next((line for line in lines if text in _written(rules)[line.number - 1]), None)
    return list(_wrong(one)) if one else [f"no hand of {rules} has {text!r} in its line"]


def _section(rules: str, text: str) -> list[str]:
    some = next((some for heading, some in sections(rules).items() if text in heading), [])
    return [w for line in some for w in _wrong(line)] if some else [f"no heading of {rules} has {text!r}"]


@cache
def _wrong(line: test_hands.Line) -> tuple[str, ...]:
    return tuple(f"{line.where}: {wrong}" for wrong in hand_tests.check(rule_set(line.rules), line.text))


@cache
def _deal(rules: str, text: str) -> list[str]:
    cases = [c for c in test_deals.CASES if c.rules == rules and text in c.told["about"]]
    if not cases:
        return [f"no deal of {rules} is about {text!r}"]
    return [f"{cases[0].where}: {wrong}" for wrong in hand_tests.check_deal(rules, cases[0].told)]


def _test(rules: str, text: str) -> list[str]:
    cases = named_tests.outcomes().get(text, {})
    own = {case: outcome for case, outcome in cases.items() if f"[{rules}]" in case} or cases
    wrong = [f"{case} {outcome}" for case, outcome in own.items() if outcome != "passed"]
    return wrong if own else [f"pytest finds no test {text} under tests/scorer"]


def _tiles(rules: str, text: str) -> list[str]:
    size = rule_set(rules).played_with.tiles.size
    return [] if str(size) == text else [f"{rules} has {size} tiles"]


def _note(rules: str, text: str) -> list[str]:
    there = any(text in note.words.zh for note in rule_set(rules).notes)
    return [] if there else [f"no note of {rules} has {text!r}"]


def _divergence(rules: str, text: str) -> list[str]:
    there = any(text in d.about for d in DIVERGENCES if d.rules == rules)
    return [] if there else [f"no divergence of {rules} is about {text!r}"]


_KINDS = {
    "line": _line,
    "section": _section,
    "deal": _deal,
    "test": _test,
    "tiles": _tiles,
    "note": _note,
    "divergence": _divergence,
}
