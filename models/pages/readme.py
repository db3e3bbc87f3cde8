"""The tables of README.md and docs/accuracy.md: how well hands and tiles are read, the hardest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report.markdown import table

Figures = Mapping[str, Any]


def whole_hands(
    shipped: Figures, without_unseen: Figures, wild: Figures, wild2: Sequence[Figures]
) -> list[str]:
    """Return a row for each list of photos; `unseen` is read with the twin of the detector that never saw it.

    `wild2` are its first figures, taken before anybody looked at the photos, and its newest.
    """
    lists = {one["list"]: one for one in shipped["hands"]}
    unknown = {one["list"]: one for one in without_unseen["hands"]}["hands_unseen.jsonl"]
    known = lists["hands_real.jsonl"]
    head = (
        "whole hands", "hands", "read exactly", "95%", "with the winning tile", "called reliable",
        "of these wrong", "taps a hand",
    )  # fmt: skip
    first, newest = wild2
    sets = (
        ("`wild2`, before anybody looked", first), ("`wild2`", newest), ("`wild`", wild),
        ("`unseen`", unknown), ("`zh_clean`", known),
    )  # fmt: skip
    return table(head, (_hands(name, one) for name, one in sets))


def tiles(shipped: Figures, without_unseen: Figures) -> list[str]:
    """A row for each set of boxes; what flatters stands beside what does not."""
    head = ("tiles", "pictures", "mAP50", "every box judged", "precision", "every box judged", "named right")
    sets = (("unseen", without_unseen["sets"]["unseen"]), ("zh_clean", shipped["sets"]["zh_clean"]))
    return table(head, (_tiles(name, one) for name, one in sets))


def tiles_of_wild(wild: Figures) -> list[str]:
    """Photos of `wild` whose every tile is known, and the flowers of all of them."""
    seen, flowers = wild["faces"], wild["flowers"]
    head = ("tiles of `wild`", "photos", "read without a mistake", "F1", "flowers", "found", "named right")
    shown = (f"{flowers[key]}" for key in ("shown", "found", "named"))
    return table(head, [("", f"{seen['photos']}", f"{seen['all_right']}", f"{seen['f1']:.3f}", *shown)])


def _hands(name: str, one: Figures) -> tuple[str, ...]:
    low, high = one["exact_95"]
    taps = f"{one['taps']:.2f}" if "taps" in one else "–"
    exact, wrong = f"{one['exact']} ({one['exact'] / one['hands']:.1%})", f"{one['confident_wrong']}"
    won = f"{one.get('exact_winning', '–')}"
    return name, f"{one['hands']}", exact, f"{low:.1%} to {high:.1%}", won, f"{one['reliable']}", wrong, taps


def _tiles(name: str, one: Figures) -> tuple[str, ...]:
    closed = one["every_box"] or one
    cells = (f"{value:.3f}" for key in ("map50", "precision") for value in (one[key], closed[key]))
    return f"`{name}`", f"{one['pictures']}", *cells, f"{one['classes_right']:.1%}"
