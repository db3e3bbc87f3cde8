"""The player's part of a scene 手牌各部分, true or as read, and how to compare the two.

`bench` counts for each layout style the scenes that are read right: every box of the player is assigned to
its part, and every meld is separate. Seeds from `SEED` on are never trained on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from paiyan.datasets.evaluation.statistics import wilson
from paiyan.datasets.layout_styles.catalogue import CATALOGUE, LayoutStyle
from paiyan.datasets.layout_styles.scene import DrawnScene, draw_scene
from paiyan.models.opening import layout_network
from paiyan.vision.decoding.hand import ReadTile
from paiyan.vision.hands import read_scenes
from paiyan.vision.structure.scores import ROLES, SceneBoxes, StructureScores


class Parts(NamedTuple):
    """The boxes of the player by part, each meld separate; ``names`` has the code of each of these boxes.

    The winning tile is in ``held`` too; ``winning`` is its index if it is set apart.
    """

    held: frozenset[int]
    winning: int | None
    melds: frozenset[frozenset[int]]
    flowers: frozenset[int]
    names: tuple[tuple[int, int], ...]

    @property
    def structure(self) -> tuple[object, ...]:
        """Return everything except the names."""
        return self.held, self.melds, self.flowers


ReadParts = Callable[[SceneBoxes], Parts]


def equal_parts(read: Parts, true: Parts) -> tuple[bool, bool, bool]:
    """Compare the structure, then also the names, then also the winning tile."""
    structure = read.structure == true.structure
    names = structure and read.names == true.names
    return structure, names, names and read.winning == true.winning


def true_parts(scene: DrawnScene) -> Parts:
    """Return the true parts of a drawn scene."""
    roles: list[str] = [ROLES[role] for role in scene.roles.tolist()]
    return _parts(roles, _grouped(roles, scene.groups.tolist()), scene.names.tolist())


def likeliest_parts(scores: StructureScores) -> Parts:
    """Take the likeliest role of each box, and join melds whose tiles are likelier together than not, without
    rules or search."""
    roles = scores.likeliest_roles()
    in_meld = {i for i, role in enumerate(roles) if role == "meld"}
    melds: set[frozenset[int]] = set()
    while in_meld:
        edge = [in_meld.pop()]
        for i in edge:
            near = {j for j in in_meld if scores.together[i][j] > 0}
            in_meld -= near
            edge += near
        melds.add(frozenset(edge))
    return _parts(roles, melds, [max(range(len(row)), key=row.__getitem__) for row in scores.codes])


def read_parts(scene: SceneBoxes) -> Parts:
    """Return the parts from a whole reading: decoded to the likeliest legal hand."""
    return parts_of(read_scenes([scene], layout_network()).tiles)


def parts_of(tiles: Sequence[ReadTile]) -> Parts:
    """Return the parts of a reading's tiles."""
    roles = ["held" if tile.role == "hand" else tile.role for tile in tiles]
    melds = _grouped(roles, [tile.group for tile in tiles])
    return _parts(roles, melds, [tile.tile.code for tile in tiles])


def _grouped(roles: Sequence[str], groups: Sequence[int]) -> set[frozenset[int]]:
    """Return the boxes of each meld."""
    in_meld = [i for i, role in enumerate(roles) if role == "meld"]
    return {frozenset(j for j in in_meld if groups[j] == groups[i]) for i in in_meld}


def _parts(roles: Sequence[str], melds: set[frozenset[int]], names: Sequence[int]) -> Parts:
    held = frozenset(i for i, role in enumerate(roles) if role in ("held", "winning"))
    flowers = frozenset(i for i, role in enumerate(roles) if role == "flower")
    winning = next((i for i, role in enumerate(roles) if role == "winning"), None)
    own = sorted(held.union(flowers, *melds))
    return Parts(held, winning, frozenset(melds), flowers, tuple((i, names[i]) for i in own))


SEED = 9_000_000


def bench(
    read: ReadParts, *, each: int, exact: bool, layout_styles: Sequence[LayoutStyle] = CATALOGUE
) -> dict[str, Any]:
    """Measure on `each` scenes of every layout style: with `exact` on true boxes, else on a detector's."""
    rows = {
        layout_style.name: _of_layout_style(read, layout_style, each=each, exact=exact)
        for layout_style in layout_styles
    }
    return {"boxes": "true" if exact else "found", "each": each, "layout_styles": rows, "all": _all(rows)}


def _of_layout_style(read: ReadParts, layout_style: LayoutStyle, *, each: int, exact: bool) -> dict[str, int]:
    counts = {"scenes": 0, "complete": 0, "structure": 0, "names": 0, "winning": 0}
    for index in range(each):
        scene = draw_scene(SEED, index, layout_style=layout_style, exact=exact)
        right = equal_parts(read(scene.boxed()), true_parts(scene))
        for key, counted in zip(counts, (True, scene.complete, *right), strict=True):
            counts[key] += counted
    return counts


def _all(rows: dict[str, dict[str, int]]) -> dict[str, Any]:
    total = sum(row["scenes"] for row in rows.values())
    right = sum(row["structure"] for row in rows.values())
    low, high = wilson(right, total)
    return {"scenes": total, "structure": right, "wilson_95": [round(low, 4), round(high, 4)]}
