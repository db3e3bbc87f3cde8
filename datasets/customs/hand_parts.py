"""The player's part of a scene 手牌各部分, true or as read, and when the one is the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paiyan.datasets.customs.scene import DrawnScene
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


def alike(said: Parts, true: Parts) -> tuple[bool, bool, bool]:
    """Whether the structure is right, the names too, and the winning tile too."""
    structure = said.structure == true.structure
    names = structure and said.names == true.names
    return structure, names, names and said.winning == true.winning


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
    return parts_of(read_scenes([scene]).tiles)


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
