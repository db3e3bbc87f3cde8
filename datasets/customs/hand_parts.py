"""The player's part of a scene 手牌各部分, true or as read, and when the one is the other.

`bench` counts how many scenes of each custom are read right: every box of the player's is found to be that
and in its part, every meld by itself. Seeds from `SEED` on are never learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from paiyan.datasets.customs.catalogue import CATALOGUE, Custom
from paiyan.datasets.customs.scene import DrawnScene, draw_scene
from paiyan.datasets.evaluation.intervals import wilson
from paiyan.models.opening import layout_network
from paiyan.vision.decoding.hand import ReadTile
from paiyan.vision.pipeline import read_scenes
from paiyan.vision.structure.scores import ROLES, Role, SceneBoxes, StructureScores


class Parts(NamedTuple):
    """Which boxes are the player's, each meld by itself; ``names`` has the code of each of these boxes.

    The winning tile is among ``held`` too: whether it is set apart is ``winning``.
    """

    held: frozenset[int]
    winning: int | None
    melds: frozenset[frozenset[int]]
    flowers: frozenset[int]
    names: tuple[tuple[int, int], ...]

    @property
    def structure(self) -> tuple[object, ...]:
        """All but the names."""
        return self.held, self.melds, self.flowers


ReadParts = Callable[[SceneBoxes], Parts]


def equal_parts(read: Parts, true: Parts) -> tuple[bool, bool, bool]:
    """True if the structure is right, the names too, and the winning tile too."""
    structure = read.structure == true.structure
    names = structure and read.names == true.names
    return structure, names, names and read.winning == true.winning


def true_parts(scene: DrawnScene) -> Parts:
    """What is true of a drawn scene."""
    roles: list[Role] = [ROLES[role] for role in scene.roles.tolist()]
    groups: list[int] = scene.groups.tolist()
    held = [i for i, role in enumerate(roles) if role in ("held", "winning")]
    in_meld = [i for i, role in enumerate(roles) if role == "meld"]
    melds = {frozenset(j for j in in_meld if groups[j] == groups[i]) for i in in_meld}
    flowers = [i for i, role in enumerate(roles) if role == "flower"]
    own = sorted([*held, *in_meld, *flowers])
    return Parts(
        frozenset(held),
        next((i for i in held if roles[i] == "winning"), None),
        frozenset(melds),
        frozenset(flowers),
        tuple((i, int(scene.names[i])) for i in own),
    )


def likeliest_parts(scores: StructureScores) -> Parts:
    """Each box taken at its likeliest by itself, and melds joined where two are likelier together than not:
    no rule, no search."""
    roles = scores.likeliest_roles()
    names = [max(range(len(row)), key=row.__getitem__) for row in scores.codes]
    held = [i for i, role in enumerate(roles) if role in ("held", "winning")]
    in_meld = {i for i, role in enumerate(roles) if role == "meld"}
    flowers = [i for i, role in enumerate(roles) if role == "flower"]
    own = sorted([*held, *in_meld, *flowers])
    melds: set[frozenset[int]] = set()
    while in_meld:
        edge = [in_meld.pop()]
        for i in edge:
            near = {j for j in in_meld if scores.together[i][j] > 0}
            in_meld -= near
            edge += near
        melds.add(frozenset(edge))
    return Parts(
        frozenset(held),
        next((i for i in held if roles[i] == "winning"), None),
        frozenset(melds),
        frozenset(flowers),
        tuple((i, names[i]) for i in own),
    )


def read_parts(scene: SceneBoxes) -> Parts:
    """As a whole reading has them: decoded to the likeliest legal hand."""
    return parts_of(read_scenes([scene], layout_network()).tiles)


def parts_of(tiles: Sequence[ReadTile]) -> Parts:
    """What the tiles of a reading are."""
    of: dict[str, list[int]] = {"held": [], "winning": [], "meld": [], "flower": []}
    for at, tile in enumerate(tiles):
        of.get("held" if tile.role == "hand" else tile.role, []).append(at)
    melds = {frozenset(j for j in of["meld"] if tiles[j].group == tiles[i].group) for i in of["meld"]}
    own = sorted(at for part in of.values() for at in part)
    return Parts(
        frozenset(of["held"] + of["winning"]),
        next(iter(of["winning"]), None),
        frozenset(melds),
        frozenset(of["flower"]),
        tuple((at, tiles[at].tile.code) for at in own),
    )


SEED = 9_000_000


def bench(
    read: ReadParts, *, each: int, exact: bool, customs: Sequence[Custom] = CATALOGUE
) -> dict[str, Any]:
    """The shares of `each` scenes of every custom: with `exact` on true boxes, else on a detector's."""
    rows = {custom.name: _custom(read, custom, each=each, exact=exact) for custom in customs}
    return {"boxes": "true" if exact else "found", "each": each, "customs": rows, "all": _all(rows)}


def _custom(read: ReadParts, custom: Custom, *, each: int, exact: bool) -> dict[str, int]:
    counts = {"scenes": 0, "complete": 0, "structure": 0, "names": 0, "winning": 0}
    for index in range(each):
        scene = draw_scene(SEED, index, custom=custom, exact=exact)
        counts = {
            key: value + right
            for (key, value), right in zip(counts.items(), _right(scene, read), strict=True)
        }
    return counts


def _right(scene: DrawnScene, read: ReadParts) -> tuple[bool, bool, bool, bool, bool]:
    """That it is a scene; that no tile of the hand is missing; and whether structure, names too, and winning
    tile too are right."""
    return True, scene.complete, *equal_parts(read(scene.boxed()), true_parts(scene))


def _all(rows: dict[str, dict[str, int]]) -> dict[str, Any]:
    total = sum(row["scenes"] for row in rows.values())
    right = sum(row["structure"] for row in rows.values())
    low, high = wilson(right, total)
    return {"scenes": total, "structure": right, "wilson_95": [round(low, 4), round(high, 4)]}
