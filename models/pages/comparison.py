"""The tables of COMPARISON.md, out of ``models/results/comparison.json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report.summary import table

Rows = Sequence[Mapping[str, Any]]
_SETS = ("zh_clean", "unseen", "scenes")


def of_ways(rows: Rows) -> list[str]:
    """Boxes of each set, by how the weights are run and in how many stages."""
    shown = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")
    head = ("way", "stages", "set", "mAP50", "mAP50-95", "recall", "precision", "found", "named right")
    cells = (
        (row["way"], row["stages"], f"`{row['set']}`", *(f"{row[key]:.3f}" for key in shown)) for row in rows
    )
    return table(head, cells, texts=(0, 1, 2))


def of_the_namer(rows: Rows) -> list[str]:
    """Crops of true boxes named right, by the form of the namer."""
    cells = ((f"`{row['set']}`", row["form"], f"{row['tiles']}", f"{row['right']:.3f}") for row in rows)
    return table(("set", "namer in", "tiles", "named right"), cells, texts=(0, 1))


def of_hands(rows: Rows) -> list[str]:
    """Whole hands, by the number of stages and of looks."""
    cells = (
        (
            f"`{row['list']}`", row["stages"], f"`{row['looks']}`", f"{row['confidence']}",
            f"{row['photos']}", f"{row['exact']}", f"{row['edits']:.2f}",
        )
        for row in rows
    )  # fmt: skip
    head = ("list", "stages", "looks", "confidence", "photos", "exact", "edits a photo")
    return table(head, cells, texts=(0, 1, 2))


def of_families(rows: Rows) -> list[str]:
    """Families of detectors after the same small training."""
    cells = (
        (
            row["family"], f"{row['parameters'] / 1e6:.1f} M",
            *(f"{row[name]['map50']:.3f} / {row[name]['map50_95']:.3f}" for name in _SETS),
            f"{row['ms']:.0f}",
        )
        for row in rows
    )  # fmt: skip
    return table(("family", "parameters", *(f"`{name}`" for name in _SETS), "ms"), cells)


def of_equal_cost(rows: Rows) -> list[str]:
    """Detectors that were trained further with the same pictures: boxes of each set, whole hands, `wild`."""
    return [*_boxes(rows), "", *_whole_hands(rows), "", *_wild(rows)]


def _boxes(rows: Rows) -> list[str]:
    head = (
        "detector", "pictures", "processor seconds", "set", "mAP50", "mAP50-95", "recall", "precision",
        "found", "precision, any name", "named right",
    )  # fmt: skip
    cells = (
        (
            row["name"], f"{row['pictures']}", f"{row['seconds']}", f"`{name}`",
            *(f"{one[key]:.3f}" for key in ("map50", "map50_95", "recall", "precision", "boxes_found")),
            f"{one['precision'] / one['classes_right']:.3f}", f"{one['classes_right']:.3f}",
        )
        for row in rows
        for name, one in row["sets"].items()
    )  # fmt: skip
    return table(head, cells, texts=(0, 3))


def _whole_hands(rows: Rows) -> list[str]:
    shown = ("hands", "exact", "multiset", "reliable", "confident_wrong")
    cells = (
        (row["name"], f"`{one['list']}`", *(f"{one[key]}" for key in shown))
        for row in rows
        for one in row["hands"]
    )
    head = ("detector", "list", "hands", "exact", "same tiles", "called reliable", "of these wrong")
    return table(head, cells, texts=(0, 1))


def _wild(rows: Rows) -> list[str]:
    cells = (
        (
            row["name"], *(f"{row['faces'][key]:.3f}" for key in ("recall", "precision", "f1")),
            *(f"{row['flowers'][key]}" for key in ("shown", "found", "named")),
        )
        for row in rows
    )  # fmt: skip
    head = ("detector", "`wild`: recall", "precision", "F1", "flowers", "found", "named right")
    return table(head, cells)
