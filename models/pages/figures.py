"""Every page that shows figures, written from the committed results by ``python -m models.pages``
(`make figures`).

A page is either written whole, or holds places between two marker lines, whose text is written; outside of
them nobody states a measured figure (`stated` finds one that does). The results, in ``models/results``:
``shipped.json`` and ``without_unseen.json`` (boxes and hands, by `models.measuring.measure` and
`models.measuring.without_unseen`), ``comparison.json`` and ``tried.yaml`` (COMPARISON.md),
``datasets/benchmark/results.json`` (the photos of `wild`), and ``datasets/hand_scenes/results.json``
(docs/reading.md, by `make bench-reading`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from datasets import benchmark, roles
from datasets.benchmark import page as benchmark_page
from datasets.hand_scenes.measuring import page as reading_page
from models.pages import card, comparison, readme

ROOT = Path(__file__).parents[2]
HERE = ROOT / "models" / "results"
RESULTS, WITHOUT_UNSEEN = HERE / "shipped.json", HERE / "without_unseen.json"
FLOWERS, TRIED = HERE / "unknown_flowers.json", HERE / "tried.yaml"
READING = ROOT / "datasets" / "hand_scenes" / "results.json"


class Told(NamedTuple):
    """All committed results. `twin` is None where the shipped weights learned from no photo of `unseen`."""

    results: Mapping[str, Any]
    twin: Mapping[str, Any] | None
    comparison: Mapping[str, Any]
    tried: list[dict[str, Any]]
    flowers: list[dict[str, Any]]
    benchmark: list[dict[str, Any]]
    reading: dict[str, Any]


def told() -> Told:
    """The committed results as they lie there."""
    import yaml

    return Told(
        results=_json(RESULTS),
        twin=_json(WITHOUT_UNSEEN) if WITHOUT_UNSEEN.exists() else None,
        comparison=_json(comparison.FIGURES),
        tried=cast("list[dict[str, Any]]", yaml.safe_load(TRIED.read_text(encoding="utf-8"))),
        flowers=cast("list[dict[str, Any]]", json.loads(FLOWERS.read_text(encoding="utf-8"))),
        benchmark=benchmark.read_results(),
        reading=_json(READING),
    )


def _json(path: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))


Writer = Callable[[Told], str]
WHOLE: Mapping[str, Writer] = {
    "models/COMPARISON.md": lambda t: comparison.page(t.comparison, t.tried),
    "docs/reading.md": lambda t: reading_page.page(t.reading),
}
PLACES: Mapping[str, Mapping[str, Writer]] = {
    "README.md": {"how well it reads": lambda t: readme.how_well(t.results, t.twin, t.benchmark)},
    "models/CARD.md": {
        "roles": lambda _: roles.table() + "\n",
        "figures": lambda t: card.figures(t.results, t.benchmark),
        "twin": lambda t: card.of_the_twin(t.twin),
        "flowers": lambda t: card.of_unknown_flowers(t.flowers),
        "limits": lambda t: card.limits(t.results, t.twin, t.benchmark),
    },
    "docs/benchmark.md": {"results": lambda t: benchmark_page.table(t.benchmark)},
}


def renewed(page: str, text: str, results: Told) -> str:
    """A page's text with its figures as the results have them. Raises ValueError where it lacks a place."""
    if page in WHOLE:
        return WHOLE[page](results)
    for name, writer in PLACES[page].items():
        begin, end = marks(name)
        before, first, rest = text.partition(begin)
        _, last, after = rest.partition(end)
        if not (first and last):
            raise ValueError(f"{page} has no place for its figures: it needs the lines {begin!r} and {end!r}")
        text = before + first + writer(results) + last + after
    return text


def marks(name: str) -> tuple[str, str]:
    """The lines around a place."""
    return f"<!-- {name}: written by make figures -->\n", f"<!-- end of {name} -->\n"


_STATED = re.compile(
    r"\d+ (?:of|from|out of) (?:the |its |these )?\d+|\d(?:\.\d+)?\s?%|\b[01]\.\d{2,}\b"
    r"|(?:m?AP\S*|F1|[Rr]ecall|[Pp]recision)(?: of)? [01]?\.\d+|\d+ (?:hands )?(?:are |were )?read exactly"
)


def stated(page: str, text: str) -> list[str]:
    """The measured figures that a page states by hand: outside of its places, of code and of addresses."""
    if page in WHOLE:
        return []
    for name in PLACES[page]:
        begin, end = marks(name)
        before, _, rest = text.partition(begin)
        text = before + rest.partition(end)[2]
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)
    return [match[0] for match in _STATED.finditer(text)]


def main() -> None:
    """Write all pages."""
    results = told()
    for page in (*WHOLE, *PLACES):
        path = ROOT / page
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(renewed(page, text, results), encoding="utf-8")


if __name__ == "__main__":
    main()
