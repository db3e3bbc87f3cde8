"""Where the documents, the programs and we do not say the same, and what was chosen.

A rule set's document wins for that rule set; what stands here is where it is misprinted, contradicts
another, or says nothing, and where a program that scores the same game answers otherwise. A rule set has its
own in the file of its words. ``docs/divergences.md`` is written from this list: ``make docs``.
"""

from __future__ import annotations

from itertools import groupby

from paiyan.scorer.rules.divergence import Divergence
from paiyan.scorer.rules.sources import cited
from paiyan.scorer.rulesets import rule_sets

DIVERGENCES: tuple[Divergence, ...] = tuple(d for rules in rule_sets() for d in rules.divergences)


def as_markdown() -> str:
    """The list as a page, rule set by rule set."""
    parts = [
        "# Divergences\n",
        "Where the documents, other programs and Paiyan do not say the same, and what was chosen."
        " Written from `[[divergences]]` in the words of the rule sets, `scorer/rulesets/*/*.toml`.\n",
    ]
    for rules, some in groupby(DIVERGENCES, lambda d: d.rules):
        parts.append(f"## {rules}\n")
        for d in some:
            parts.append(f"### {d.about}\n")
            parts.append(f"- {d.kind.value.capitalize()}: {d.says}")
            parts.append(f"- Chosen: {d.chosen}")
            parts.append(f"- Sources: {d.citation}.")
            if d.lines:
                parts.append(f"- Differs: {', '.join(d.lines)}.")
            parts.append("")
    return linked("\n".join(parts))


def linked(text: str) -> str:
    """Return a page of Markdown in which each document that has an address is a link to it."""
    text = text.rstrip() + "\n"
    links = [d for d in cited(text) if d.address]
    for document in links:
        text = text.replace(document.title, f"[{document.title}]")
    definitions = "".join(f"[{d.title}]: {d.address}\n" for d in links)
    return f"{text}\n{definitions}" if links else text


if __name__ == "__main__":
    print(as_markdown(), end="")
