"""Benchmark on photos of whole hands, with tables and tile sets that we never trained on:
`docs/benchmark.md`.

``hands.jsonl`` lists 36 photos of eight public repositories by name and git blob, ``more_hands.jsonl`` 24 of
fourteen others, with our labels. The pictures stay where they are; `paiyan.datasets.benchmark.fetch`
downloads them. ``results.json`` and ``more_results.json`` hold the results, with the weights that gave them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

HANDS = Path(__file__).with_name("hands.jsonl")
MORE_HANDS = Path(__file__).with_name("more_hands.jsonl")
RESULTS = {HANDS: HANDS.with_name("results.json"), MORE_HANDS: HANDS.with_name("more_results.json")}
"""The results file of each list."""
Entry = dict[str, Any]


def read_results(list_file: Path = HANDS) -> list[Entry]:
    """Return the results of a list, the oldest first."""
    file = RESULTS[list_file]
    return cast("list[Entry]", json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


def enter(entry: Entry, list_file: Path = HANDS) -> None:
    """Add a result, replacing the last one if it has the same weights or day.

    The first entry stays: it was measured before anything was decided on these photos.
    """
    entries = read_results(list_file)
    if len(entries) > 1 and any(entries[-1][key] == entry[key] for key in ("weights", "measured")):
        entries = entries[:-1]
    write([*entries, entry], list_file)


def write(entries: Sequence[Entry], list_file: Path = HANDS) -> None:
    """Write all results of a list, to be read by `read_results`."""
    text = json.dumps(list(entries), indent=1, ensure_ascii=False)
    RESULTS[list_file].write_text(text + "\n", encoding="utf-8")
