"""How many scenes of each custom are read right: the structured benchmark of the catalogue.

A scene is right when every box of the player's is found to be that and in its part, every meld by itself.
Seeds from `SEED` on are never learned from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyan.datasets.customs.catalogue import CATALOGUE, Custom
from paiyan.datasets.customs.hand_parts import ReadParts, alike, true_parts
from paiyan.datasets.customs.scene import DrawnScene, draw_scene
from paiyan.datasets.evaluation.intervals import wilson

SEED = 9_000_000


def bench(
    read: ReadParts, *, each: int, exact: bool, customs: Sequence[Custom] = CATALOGUE
) -> dict[str, Any]:
    """The shares of `each` scenes of every custom: with `exact` on true boxes, else on a detector's."""
    rows = {custom.name: _custom(read, custom, each=each, exact=exact) for custom in customs}
    return {"boxes": "true" if exact else "found", "each": each, "customs": rows, "all": _all(rows)}


def _custom(read: ReadParts, custom: Custom, *, each: int, exact: bool) -> dict[str, int]:
    told = {"scenes": 0, "complete": 0, "structure": 0, "names": 0, "winning": 0}
    for index in range(each):
        scene = draw_scene(SEED, index, custom=custom, exact=exact)
        told = {
            key: value + right for (key, value), right in zip(told.items(), _right(scene, read), strict=True)
        }
    return told


def _right(scene: DrawnScene, read: ReadParts) -> tuple[bool, bool, bool, bool, bool]:
    """That it is a scene; that no tile of the hand is missing; and whether structure, names too, and winning
    tile too are right."""
    return True, scene.complete, *alike(read(scene.boxed()), true_parts(scene))


def _all(rows: dict[str, dict[str, int]]) -> dict[str, Any]:
    total = sum(row["scenes"] for row in rows.values())
    right = sum(row["structure"] for row in rows.values())
    low, high = wilson(right, total)
    return {"scenes": total, "structure": right, "wilson_95": [round(low, 4), round(high, 4)]}
