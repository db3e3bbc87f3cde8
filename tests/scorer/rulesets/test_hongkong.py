"""hongkong: the table of payments, row by row, as the document prints it."""

from __future__ import annotations

import csv
from pathlib import Path

from paiyan.scorer.rulesets.hongkong import CAP, TABLE

TABLE_FILE = Path(__file__).parents[2] / "data" / "hongkong_payments.csv"


def printed() -> list[tuple[int, int]]:
    """Return what the document prints for each fan: on a discard, and on a self-draw."""
    with TABLE_FILE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["fan"]) for row in rows] == list(range(1, len(rows) + 1))
    return [(int(row["discard"]), int(row["self_draw"])) for row in rows]


def test_the_table_is_as_printed() -> None:
    assert list(TABLE) == printed()
    assert len(TABLE) == CAP
