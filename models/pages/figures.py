"""Fill every document that shows figures from the committed results (`make figures`).

Of the results, ``models/results`` holds boxes and hands of the shipped weights (``shipped.json``, by
`paiyan.models.measuring.measure`) and of a twin of the detector (``ablation_holdout.json``), flowers of
unknown designs, what else was tried (``comparison.json``), and speed (``bench.json``, by
`python -m bench --write`);
``datasets/benchmark/results.json`` has the photos of `wild`, and ``datasets/hand_scenes/results.json`` the
drawn hands, by `make bench-reading`.

A table stands between ``<!-- NAME: written by make figures -->`` and ``<!-- end of NAME -->``, each on its
own line. A figure stands in ``<!-- shipped.sets.unseen.map50 .3f -->0.993<!-- -->``: its path in the results,
and its format for `format`. Everything else in a document is written by hand and states no measured figure,
as a test sees to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from paiyan.datasets import benchmark
from paiyan.models.pages import card, speed, tables
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, SURE_TILE

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "models" / "results"
RESULTS, ABLATION_HOLDOUT = HERE / "shipped.json", HERE / "ablation_holdout.json"
COMPARISON, FLOWERS = HERE / "comparison.json", HERE / "unknown_flowers.json"
SPEED, STRANGE = HERE / "bench.json", HERE / "strange_tables.json"
SELF_PLAY, EXPECTATIONS = HERE / "selfplay.json", HERE / "expectations.json"
AGREEMENT, DISTANCES = HERE / "agreement.json", HERE / "distances.json"
CALIBRATION, CLIPS = HERE / "calibration.json", HERE / "clips.json"
_FILES = {
    "shipped": RESULTS, "ablation_holdout": ABLATION_HOLDOUT, "comparison": COMPARISON, "speed": SPEED,
    "flowers": FLOWERS, "strange": STRANGE, "self_play": SELF_PLAY, "expectations": EXPECTATIONS,
    "agreement": AGREEMENT, "distances": DISTANCES, "calibration": CALIBRATION, "clips": CLIPS,
    "reading": ROOT / "datasets" / "hand_scenes" / "results.json",
}  # fmt: skip


def read_results() -> SimpleNamespace:
    """Read all committed results, by the names with which the path of a figure in a document starts.

    `confidence` are those at which the stages work.
    """
    return SimpleNamespace(
        **{name: read_json(path) for name, path in _FILES.items()},
        benchmark=benchmark.read_results(),
        more_benchmark=benchmark.read_results(benchmark.MORE_HANDS),
        confidence={"one_stage": DEFAULT_THRESHOLDS.confidence, "two_stages": SURE_TILE},
    )


def read_json(path: Path) -> Any:
    """Read a file of results."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, content: Any) -> None:
    """Write a file of results, one value per line."""
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def enter(path: Path, parts: Mapping[str, Any]) -> None:
    """Put parts into a file of results, replacing those of the same names."""
    write_json(path, {**read_rows(path), **parts})


def with_entry(entries: Sequence[Mapping[str, Any]], entry: Mapping[str, Any], *, by: str) -> list[Any]:
    """Return entries with a new one at the end, replacing one that has the same value for the key `by`."""
    return [*(one for one in entries if one[by] != entry[by]), entry]


def read_rows(path: Path) -> dict[str, Any]:
    """Return the rows of a file by their names; empty if there is no file yet."""
    return read_json(path) if path.exists() else {}


def enter_rows(path: Path, rows: Mapping[str, Any]) -> None:
    """Put rows into a file with one row per line, by name, replacing those of the same names."""
    every = {**read_rows(path), **rows}.items()
    lines = ",\n".join(f' "{name}": {json.dumps(row)}' for name, row in every)
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


Writer = Callable[[SimpleNamespace], list[str]]
TABLES: Mapping[str, Mapping[str, Writer]] = {
    "README.md": {
        "whole hands": lambda r: card.whole_hands(
            r.shipped, r.ablation_holdout, r.benchmark[-1], (r.more_benchmark[0], r.more_benchmark[-1])
        ),
    },
    "docs/accuracy.md": {
        "tiles": lambda r: card.tiles(r.shipped, r.ablation_holdout),
        "tiles of wild": lambda r: card.tiles_of_wild(r.benchmark[-1]),
    },
    "models/CARD.md": {
        "roles": lambda _: card.of_roles(),
        "figures": lambda r: card.figures(r.shipped, r.benchmark[-1], r.more_benchmark[-1]),
        "twin": lambda r: card.of_the_twin(r.ablation_holdout),
        "flowers": lambda r: card.of_unknown_flowers(r.flowers),
        "strange tables": lambda r: card.of_strange_tables(r.strange),
        "clips": lambda r: card.of_clips(r.clips),
    },
    "models/COMPARISON.md": {
        "ways": lambda r: card.of_ways(r.comparison["rows"]),
        "namer": lambda r: card.of_the_namer(r.comparison["crops"]),
        "hands": lambda r: card.of_hands_by_stages(r.comparison["hands"]),
        "families": lambda r: card.of_families(r.comparison["families"]),
        "equal cost": lambda r: card.of_equal_cost(r.comparison["equal_cost"]),
    },
    "models/SPEED.md": {
        "speed": lambda r: speed.in_short(r.speed),
        **{name: lambda r, name=name: speed.of_bench(r.speed, name) for name in speed.SECTIONS},
        "other processors": lambda r: speed.of_other_processors(r.speed),
        "runs": lambda r: speed.of_runs(r.speed),
    },
    "docs/advice.md": {
        "self-play": lambda r: tables.of_self_play(r.self_play),
        "expectations": lambda r: tables.of_expectations(r.expectations),
        "agreement": lambda r: tables.of_agreement(r.agreement),
        "other discards": lambda r: tables.of_others(r.agreement),
        "distances": lambda r: tables.of_distances(r.distances),
        "calibration": lambda r: tables.of_calibration(r.calibration),
        "steps": lambda r: tables.of_steps(r.calibration),
        "times": lambda r: speed.of_bench(r.speed, "advise"),
        "times of all": lambda r: tables.of_times(r.speed),
    },
    "docs/benchmark.md": {
        "results": lambda r: tables.of_benchmark(r.benchmark),
        "more results": lambda r: tables.of_benchmark(r.more_benchmark),
    },
    "docs/scaling.md": {"under load": lambda r: speed.of_load(r.speed)},
    "docs/reading.md": {
        "true boxes": lambda r: tables.of_scenes(r.reading["true_boxes"]),
        "uncertain boxes": lambda r: tables.of_scenes(r.reading["true_boxes_noisy"]),
        "detector": lambda r: tables.of_scenes(r.reading["detector"]),
        "several hands": lambda r: tables.of_several(r.reading["several"]),
        "photos": lambda r: tables.of_photos(r.reading["photos"]),
        "relied on": lambda r: tables.of_reliability(r.reading["reliance"]["curves"]),
    },
}


def renewed(page: str, text: str, results: SimpleNamespace) -> str:
    """Return a page's text with the figures of the results. Raises ValueError if a place is missing."""
    own = {name: "\n".join(writer(results)) + "\n" for name, writer in TABLES[page].items()}
    try:
        return filled(text, own, vars(results))
    except ValueError as error:
        raise ValueError(f"{page}: {error}") from error


def main() -> None:
    """Write all pages."""
    results = read_results()
    for page in TABLES:
        path = ROOT / page
        path.write_text(renewed(page, path.read_text(encoding="utf-8"), results), encoding="utf-8")


FIGURE = re.compile(r"<!-- ([\w.-]+)(?: (\.\d[f%]))? -->[^<\n]*<!-- -->")
"""A figure in a document: its path in the results, its format, and the text that shows it."""


def filled(text: str, tables: Mapping[str, str], results: Mapping[str, Any]) -> str:
    """Return a document with these tables, and with the figures of the results.

    Raises ValueError if a table has no place, or the path of a figure does not exist.
    """
    for name, lines in tables.items():
        begin, end = marks(name)
        before, first, rest = text.partition(begin)
        _, last, after = rest.partition(end)
        if not (first and last):
            raise ValueError(f"the table {name} has no place: it needs the lines {begin!r} and {end!r}")
        text = before + first + lines + last + after

    def figure(match: re.Match[str]) -> str:
        way, form = match[1], match[2] or ""
        return f"<!-- {way}{' ' * bool(form)}{form} -->{format(_at(results, way), form)}<!-- -->"

    return FIGURE.sub(figure, text)


def _at(results: Any, way: str) -> Any:
    """Return the result at a path of names and numbers."""
    result: Any = results
    try:
        for key in way.split("."):
            result = result[int(key) if isinstance(result, list) else key]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"no result lies at {way}: look into models/results, or mend the place") from error
    return result


def marks(name: str) -> tuple[str, str]:
    """Return the lines around a table."""
    return f"<!-- {name}: written by make figures -->\n", f"<!-- end of {name} -->\n"


if __name__ == "__main__":
    main()
