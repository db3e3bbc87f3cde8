"""The model card's figures: the text of CARD.md is written by hand, its tables come from results.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CARD = Path(__file__).parent / "CARD.md"
BACK = "xx"
RESULTS = Path(__file__).parent / "results.json"
BEGIN, END = "<!-- figures: paiyan evaluate, results.json -->\n", "<!-- end of figures -->\n"


def figures(results: Mapping[str, Mapping[str, Any]]) -> str:
    """The tables, from what `datasets.evaluate` gave: a set's name → its figures."""
    lines = [
        "| set | pictures | tiles | mAP50 | mAP50-95 | recall | precision | found | named right |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    shown = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")
    for name, one in results.items():
        cells = [f"`{name}`", str(one["pictures"]), str(one["tiles"]), *(f"{one[key]:.3f}" for key in shown)]
        lines.append(f"| {' | '.join(cells)} |")
    first, one = next(iter(results.items()))
    lines += ["", f"AP50 of each class on `{first}`:", "", "| " + "tile | AP50 | " * 5, "|" + "---|--:|" * 5]
    each = [f"{tile} | {value:.2f}" for tile, value in one["per_class"].items()]
    each += [" | "] * (-len(each) % 5)
    lines += ["| " + " | ".join(each[at : at + 5]) + " |" for at in range(0, len(each), 5)]
    lines += ["", *_slices(results)]
    backs = {name: other["per_class"][BACK] for name, other in results.items() if BACK in other["per_class"]}
    lines += ["", *(f"AP50 of the back on `{name}`: {value:.2f}." for name, value in backs.items())]
    weights = f"`{one['model']}`, sha256 `{one['model_sha256']}`; the namer's `{one['namer_sha256']}`"
    lines += ["", f"Weights: {weights}."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _slices(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A table of the groups of each set that has several."""
    rows = [
        f"| `{name}` {group} | {part['pictures']} | {part['tiles']} | {part['recall']:.3f}"
        f" | {part['precision']:.3f} | {part['boxes_found']:.3f} | {part['classes_right']:.3f} |"
        for name, one in results.items()
        for group, part in one["slices"].items()
    ]
    head = [
        "| group | pictures | tiles | recall | precision | found | named right |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    return [*head, *rows] if rows else []


def fill(card: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    """A card with its figures renewed. Raises ValueError where the card has no place for them."""
    before, begin, rest = card.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError("the card has no place for figures: it needs both marker lines")
    return before + BEGIN + figures(results) + END + after


def main() -> None:
    """Renew CARD.md from results.json: `python -m models.card`."""
    card = CARD.read_text(encoding="utf-8")
    CARD.write_text(fill(card, json.loads(RESULTS.read_text())), encoding="utf-8")


if __name__ == "__main__":
    main()
