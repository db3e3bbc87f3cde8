"""The tables of CARD.md, out of models/results; the rest of the card is written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from models import registry

BACK, WHITE = "xx", "5z"
PER_CLASS = ("unseen", "zh_clean", "scenes")
"""The sets whose every class is shown."""
Figures = Mapping[str, Any]


def figures(results: Figures, benchmark: Sequence[Figures]) -> str:
    """The tables of the shipped weights.

    ``sets`` holds the figures of each set by its name, ``hands`` those of each list; `benchmark` its entries.
    """
    sets = results["sets"]
    lines = _overall(sets)
    for name in PER_CLASS:
        lines += ["", f"AP50 of each class on `{name}`:", "", *_per_class(sets[name]["per_class"])]
    lines += ["", *_slices(sets), "", *of_hands([*results["hands"], *wild(benchmark)]), ""]
    lines += [*of_far_tables(results.get("far", ())), ""]
    one = next(iter(sets.values()))
    lines.append(
        f"Weights: `{one['model']}`, sha256 `{one['model_sha256']}`; the namer's `{one['namer_sha256']}`."
    )
    return _text(lines)


def of_the_twin(twin: Figures | None) -> str:
    """The tables of the detector that never saw `unseen`; a sentence where the shipped one did not either."""
    if twin is None:
        return "The shipped weights are such weights: the tables above are of them.\n"
    one = next(iter(twin["sets"].values()))
    lines = [*_overall(twin["sets"]), "", *_slices({"unseen": twin["sets"]["unseen"]})]
    lines += ["", *_per_class(twin["sets"]["unseen"]["per_class"]), "", *of_hands(twin["hands"]), ""]
    lines.append(f"The twin's weights: sha256 `{one['model_sha256']}`.")
    if of_earlier_namer(twin):
        lines.append(
            f"Measured with an earlier namer (`{one['namer_sha256'][:8]}…`) and the reading of that day: the "
            "twin's weights are not kept, and it is measured anew when it is trained anew."
        )
    return _text(lines)


def of_earlier_namer(twin: Figures) -> bool:
    """Whether a twin was measured with another namer than the one that is shipped now."""
    shipped = registry.namer()
    return shipped is None or shipped.sha256 != twin["sets"]["unseen"]["namer_sha256"]


def limits(results: Figures, twin: Figures | None, benchmark: Sequence[Figures]) -> str:
    """What the figures say of what the weights do worst."""
    sets = results["sets"]
    never = (twin or results)["sets"]["unseen"]
    lines = [
        "- The back was learned from synthetic pictures alone: AP50 "
        f"{sets['scenes']['per_class'][BACK]:.2f} on `scenes`; in photos backs are found, but how many is "
        "not measured.",
        "- Pale backs and the tops of standing tiles look like a blank white dragon: some are named so, and "
        f"some white dragons are passed over (AP50 {never['per_class'][WHITE]:.2f} on sets that neither "
        "stage saw).",
    ]
    for one in wild(benchmark):
        shown = one["flowers"]
        lines.append(
            "- Flowers differ from set to set: of the flowers and seasons of `wild`, "
            f"{shown['found']} of {shown['shown']} are found and {shown['named']} are named right."
        )
    return _text(lines)


def wild(benchmark: Sequence[Figures]) -> list[Figures]:
    """The newest entry of the benchmark as a list's figures; none where nothing was measured."""
    return [{**benchmark[-1], "list": "benchmark/hands.jsonl"}] if benchmark else []


def of_hands(hands: Sequence[Figures]) -> list[str]:
    """A table of the whole hands of each list; nothing where none was read."""
    rows = (
        (
            f"`{one['list']}`", f"{one['hands']}", f"{one['exact']}", f"{one['exact'] / one['hands']:.1%}",
            f"{one['exact_95'][0]:.1%} to {one['exact_95'][1]:.1%}", f"{one['multiset']}",
            f"{one['taps']:.2f}" if "taps" in one else "–", f"{one['reliable']}", f"{one['confident_wrong']}",
        )
        for one in hands
    )  # fmt: skip
    head = (
        "whole hands", "hands", "exact", "share", "Wilson 95%", "same tiles", "taps a hand",
        "called reliable", "of these wrong",
    )  # fmt: skip
    return table(head, rows) if hands else []


def of_far_tables(rows: Sequence[Figures]) -> list[str]:
    """A table of the drawn tables from far away, by how wide a tile is; nothing where none were read."""
    if not rows:
        return []
    head = (
        "tables of 12 megapixels, tiles of", "tables", "tiles", "recall", "precision", "found", "named right",
        "ms a table",
    )  # fmt: skip
    cells = (
        (
            f"{one['width']} pixels", f"{one['pictures']}", f"{one['tiles']}", f"{one['recall']:.3f}",
            f"{one['precision']:.3f}", f"{one['boxes_found']:.3f}", f"{one['classes_right']:.3f}",
            f"{one['ms']}",
        )
        for one in rows
    )  # fmt: skip
    return table(head, cells)


def of_unknown_flowers(entries: Sequence[Figures]) -> str:
    """The figures of the first namer and of the last, a row for each set of tiles, in Markdown."""
    first, last = entries[0]["sets"], entries[-1]["sets"]
    lines = ["| set of tiles | flowers | named right before | now | together |", "|---|--:|--:|--:|--:|"]
    for name, (flowers, alone, together) in last.items():
        before = first.get(name, [flowers, 0, 0])[1]
        shares = " | ".join(f"{count / flowers:.2f}" for count in (before, alone, together))
        lines.append(f"| `{name}` | {flowers} | {shares} |")
    return "\n".join(lines) + "\n"


def _overall(results: Figures) -> list[str]:
    """A table with a row for each set; what its labels leave open flatters, so both ways stand together."""
    shown = ("map50", "map50_95", "recall", "precision")
    rows: list[list[str]] = []
    for name, one in results.items():
        closed = one["every_box"] or one
        cells = [f"`{name}`", str(one["pictures"]), str(one["tiles"])]
        for key in shown:
            cells += [f"{one[key]:.3f}", *([f"{closed[key]:.3f}"] if key in ("map50", "precision") else [])]
        rows.append(
            [*cells, f"{one['boxes_found']:.3f}", f"{one['classes_right']:.3f}", f"{one['not_judged']}"]
        )
    head = (
        "set", "pictures", "tiles", "mAP50", "every box judged", "mAP50-95", "recall", "precision",
        "every box judged", "found", "named right", "open",
    )  # fmt: skip
    return table(head, rows)


def _per_class(values: Mapping[str, float]) -> list[str]:
    """A table of the AP of each class, five to a line."""
    each = [f"{tile} | {value:.2f}" for tile, value in values.items()]
    each += [" | "] * (-len(each) % 5)
    lines = ["| " + " | ".join(each[at : at + 5]) + " |" for at in range(0, len(each), 5)]
    return ["| " + "tile | AP50 | " * 5, "|" + "---|--:|" * 5, *lines]


def _slices(results: Figures) -> list[str]:
    """A table of the groups of each set that has several."""
    rows = [
        (
            f"`{name}` {group}", f"{part['pictures']}", f"{part['tiles']}", f"{part['recall']:.3f}",
            f"{part['precision']:.3f}", f"{part['boxes_found']:.3f}", f"{part['classes_right']:.3f}",
        )
        for name, one in results.items()
        for group, part in one["slices"].items()
    ]  # fmt: skip
    return table(("group", "pictures", "tiles", "recall", "precision", "found", "named right"), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table whose first column is text, the others figures; none without rows."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return [f"| {' | '.join(head)} |", "|---|" + "--:|" * (len(head) - 1), *lines] if lines else []


def _text(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines) + "\n"
