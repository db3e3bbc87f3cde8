"""The model card's figures: the text of CARD.md is written by hand, its tables come from results.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

CARD = Path(__file__).parent / "CARD.md"
BACK = "xx"
PER_CLASS = ("unseen", "zh_clean", "scenes")
"""The sets whose every class is shown."""
RESULTS = Path(__file__).parent / "results.json"
DISJOINT = Path(__file__).parent / "disjoint.json"
BEGIN, END = "<!-- figures: paiyan evaluate, results.json -->\n", "<!-- end of figures -->\n"
BEGIN_TWIN, END_TWIN = "<!-- figures: disjoint.json -->\n", "<!-- end of the twin's figures -->\n"


def figures(results: Mapping[str, Any]) -> str:
    """The tables, from what `datasets.evaluate` and `datasets.hands` gave.

    ``sets`` holds the figures of each set by its name, ``hands`` those of each list.
    """
    return _of_sets(results["sets"]) + _of_hands(results["hands"])


def of_the_twin(told: Mapping[str, Any]) -> str:
    """The tables of the detector that never saw `unseen`, from what `models.disjoint` gave."""
    one = next(iter(told["sets"].values()))
    lines = [*_overall(told["sets"]), "", *_slices({"unseen": told["sets"]["unseen"]})]
    lines += ["", *_per_class(told["sets"]["unseen"]["per_class"]), _of_hands(told["hands"])]
    lines.append(f"The twin's weights: sha256 `{one['model_sha256']}`.")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _of_hands(hands: Sequence[Mapping[str, Any]]) -> str:
    """A table of the whole hands of each list; nothing where none was read."""
    rows = [
        f"| `{one['list']}` | {one['photos']} | {one['exact']} | {one['exact'] / one['photos']:.1%}"
        f" | {one['exact_95'][0]:.1%} to {one['exact_95'][1]:.1%} | {one['multiset']} | {one['edits']:.2f}"
        f" | {one['reliable']} | {one['confident_wrong']} |"
        for one in hands
    ]
    head = [
        "| whole hands | photos | exact | share | Wilson 95% | same tiles | edits a hand | called reliable"
        " | of these wrong |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    return "\n".join(["", *head, *rows, ""]) if rows else ""


def _of_sets(results: Mapping[str, Mapping[str, Any]]) -> str:
    lines = _overall(results)
    for name in PER_CLASS:
        lines += ["", f"AP50 of each class on `{name}`:", "", *_per_class(results[name]["per_class"])]
    one = next(iter(results.values()))
    lines += ["", *_slices(results)]
    backs = {name: other["per_class"][BACK] for name, other in results.items() if BACK in other["per_class"]}
    lines += ["", *(f"AP50 of the back on `{name}`: {value:.2f}." for name, value in backs.items())]
    weights = f"`{one['model']}`, sha256 `{one['model_sha256']}`; the namer's `{one['namer_sha256']}`"
    lines += ["", f"Weights: {weights}."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _overall(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A table with a row for each set."""
    lines = [
        "| set | pictures | tiles | mAP50 | mAP50-95 | recall | precision | found | named right | open |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    shown = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")
    for name, one in results.items():
        cells = [f"`{name}`", str(one["pictures"]), str(one["tiles"]), *(f"{one[key]:.3f}" for key in shown)]
        cells.append(str(one["not_judged"]))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _per_class(values: Mapping[str, float]) -> list[str]:
    """A table of the AP of each class, five to a line."""
    each = [f"{tile} | {value:.2f}" for tile, value in values.items()]
    each += [" | "] * (-len(each) % 5)
    lines = ["| " + " | ".join(each[at : at + 5]) + " |" for at in range(0, len(each), 5)]
    return ["| " + "tile | AP50 | " * 5, "|" + "---|--:|" * 5, *lines]


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


def fill(card: str, results: Mapping[str, Any], twin: Mapping[str, Any]) -> str:
    """A card with its figures renewed. Raises ValueError where the card has no place for them."""
    card = _between(card, BEGIN, END, figures(results))
    return _between(card, BEGIN_TWIN, END_TWIN, of_the_twin(twin))


def _between(card: str, begin: str, end: str, text: str) -> str:
    before, first, rest = card.partition(begin)
    _, last, after = rest.partition(end)
    if not (first and last):
        raise ValueError("the card has no place for figures: it needs both marker lines")
    return before + first + text + last + after


def main() -> None:
    """Renew CARD.md from results.json and disjoint.json: `python -m models.card`."""
    card = CARD.read_text(encoding="utf-8")
    results, twin = (json.loads(path.read_text()) for path in (RESULTS, DISJOINT))
    CARD.write_text(fill(card, results, twin), encoding="utf-8")


if __name__ == "__main__":
    main()
