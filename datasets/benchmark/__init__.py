"""A benchmark of whole hands on tables and sets of tiles that nobody here trained on: `docs/benchmark.md`.

``hands.jsonl`` lists 36 photos of eight public repositories by name and git blob, with our labels; the
pictures stay where they are, and `paiyan.datasets.benchmark.fetch` gets them. ``results.json`` holds what was
measured on them, by which weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

HANDS = Path(__file__).with_name("hands.jsonl")
RESULTS = Path(__file__).with_name("results.json")
Entry = dict[str, Any]


def read_results() -> list[Entry]:
    """What was measured, the oldest first."""
    return cast("list[Entry]", json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.exists() else []


def enter(entry: Entry) -> None:
    """Add what was measured; it takes the place of the last entry where that is of the same weights or day.

    The first entry stays: it was taken before anything was decided on these photos.
    """
    entries = read_results()
    if len(entries) > 1 and any(entries[-1][key] == entry[key] for key in ("weights", "measured")):
        entries = entries[:-1]
    write([*entries, entry])


def write(entries: Sequence[Entry]) -> None:
    """Write all of them, as read again by `read_results`."""
    text = json.dumps(list(entries), indent=1, ensure_ascii=False)
    RESULTS.write_text(text + "\n", encoding="utf-8")
