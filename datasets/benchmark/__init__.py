"""A benchmark of whole hands on tables and sets of tiles that nobody here trained on: `docs/benchmark.md`.

``hands.jsonl`` lists 36 photos of eight public repositories by name and git blob, ``more_hands.jsonl`` 24 of
fourteen others, with our labels; the pictures stay where they are, and `paiyan.datasets.benchmark.fetch` gets
them. ``results.json`` and ``more_results.json`` hold what was measured on them, by which weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

HANDS = Path(__file__).with_name("hands.jsonl")
MORE_HANDS = Path(__file__).with_name("more_hands.jsonl")
RESULTS = {HANDS: HANDS.with_name("results.json"), MORE_HANDS: HANDS.with_name("more_results.json")}
"""What was measured on each list."""
Entry = dict[str, Any]


def read_results(list_file: Path = HANDS) -> list[Entry]:
    """Return what was measured on a list, the oldest first."""
    file = RESULTS[list_file]
    return cast("list[Entry]", json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


def enter(entry: Entry, list_file: Path = HANDS) -> None:
    """Add what was measured, in place of the last entry if that is of the same weights or day.

    The first entry stays: it was taken before anything was decided on these photos.
    """
    entries = read_results(list_file)
    if len(entries) > 1 and any(entries[-1][key] == entry[key] for key in ("weights", "measured")):
        entries = entries[:-1]
    write([*entries, entry], list_file)


def write(entries: Sequence[Entry], list_file: Path = HANDS) -> None:
    """Write all entries of a list, as read again by `read_results`."""
    text = json.dumps(list(entries), indent=1, ensure_ascii=False)
    RESULTS[list_file].write_text(text + "\n", encoding="utf-8")
