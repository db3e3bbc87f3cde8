"""The input and output of the network that reads a layout of tiles 摆牌. Standard library only.

A `SceneBoxes` is all that is known of one picture: boxes, their possible tiles, knowledge of the rules.
A `StructureScores` is the output of the network in `paiyan.vision.structure.network`. Nothing in it is
decided and nothing need be legal: a decoder finds the most probable legal structure under these scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Role = Literal["held", "winning", "meld", "flower", "indicator", "discard", "wall", "other", "nothing"]
ROLES: tuple[Role, ...] = (
    "held", "winning", "meld", "flower", "indicator", "discard", "wall", "other", "nothing",
)  # fmt: skip
"""The roles of a box, in the order of `StructureScores.roles`: the player's concealed tiles 手牌, the
winning tile set apart 和牌, the player's melds 副露 and flowers 花牌, an indicator 宝牌指示牌, a discard
弃牌, the wall 牌墙 or any tile face down, somebody else's tile, no tile at all."""

Source = Literal["unknown", "left", "across", "right"]
SOURCES: tuple[Source, ...] = ("unknown", "left", "across", "right")
"""From whom a meld was claimed, as its sideways tile shows it, in the order of `StructureScores.claimed`;
``unknown`` if no tile lies sideways: a concealed kong, or a table where claims are not shown."""

MeldKind = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]
MELD_KINDS: tuple[MeldKind, ...] = ("chow", "pung", "kong", "added_kong", "concealed_kong")
"""Kinds of meld, in the order of `StructureScores.kinds`. A kong that was claimed or added to is ``kong``
unless two tiles that lie sideways show that it was added to."""

CODES = 46
"""Tile codes, in the order of `paiyan.scorer.tiles.tile.TILES`; the last one is a tile face down."""


class Box(NamedTuple):
    """One box of a detector, in pixels of the upright picture.

    `there` is the probability that it is a tile at all; `codes` how probable each of the 46 tile codes is
    if it is one, summing to 1.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    there: float
    codes: tuple[float, ...]


@dataclass(frozen=True)
class Knowledge:
    """Knowledge of the rules and the moment; unknown values are None.

    `tiles`: 13 or 16, the tiles of a waiting hand. `chows`: whether a chow may be claimed. `sideways`:
    whether a claimed tile lies sideways in its meld. `flowers`: whether flowers are played. `won`: whether
    the hand is known to have won.
    """

    tiles: Literal[13, 16] | None = None
    chows: bool | None = None
    sideways: bool | None = None
    flowers: bool | None = None
    won: bool | None = None

    def values(self) -> tuple[float, float, float, float, float]:
        """Return each as a number for the network: -1 for 13 or no, 1 for 16 or yes, 0 if unknown."""
        tiles = 0.0 if self.tiles is None else 1.0 if self.tiles == 16 else -1.0
        return tiles, _sign(self.chows), _sign(self.sideways), _sign(self.flowers), _sign(self.won)


def _sign(value: bool | None) -> float:
    return 0.0 if value is None else 1.0 if value else -1.0


NO_KNOWLEDGE = Knowledge()
_LEAST = 1e-6  # probabilities are held above this before a logarithm is taken


@dataclass(frozen=True)
class SceneBoxes:
    """One picture: width and height in pixels, its boxes in any order, and what is known of the rules.

    Raises `ValueError` for a box that has no area or not 46 codes.
    """

    size: tuple[float, float]
    boxes: tuple[Box, ...]
    knowledge: Knowledge = NO_KNOWLEDGE

    def __post_init__(self) -> None:
        if not min(self.size) > 0:
            raise ValueError(f"a picture of {self.size[0]} by {self.size[1]} pixels holds nothing")
        for at, box in enumerate(self.boxes):
            if not (box.x1 < box.x2 and box.y1 < box.y2):
                raise ValueError(f"box {at} must be x1, y1, x2, y2 with x1 < x2 and y1 < y2, not {box[:4]}")
            if len(box.codes) != CODES:
                raise ValueError(f"box {at} has probabilities of {len(box.codes)} codes, wanted {CODES}")


@dataclass(frozen=True)
class StructureScores:
    """The network's scores of n boxes, in their order. All logarithms are natural.

    The player is the one nearest to the lower edge of the picture; turn the boxes to read another seat.

    - ``roles`` (n, 9): log-probability of each of `ROLES`.
    - ``together`` (n, n), symmetric: log-odds that two boxes belong to one group, that is to the same meld,
      or both to the player's concealed tiles (with the winning one, however far it lies from them).
    - ``claimed`` (n, 4): as a tile of a meld, log-probability of each of `SOURCES` for that meld.
    - ``sideways`` (n): log-odds that this tile lies sideways in its meld, as a claimed tile does; of an added
      kong, both the claimed tile and the added one.
    - ``kinds`` (n, 5): as a tile of a meld, log-probability of each of `MELD_KINDS` for that meld.
    - ``codes`` (n, 46): log-probability of each tile code, the detector's and the network's added up.
    - ``sure``: the probability that roles, groups and codes are all right, each taken at its likeliest.
    """

    roles: Sequence[Sequence[float]]
    together: Sequence[Sequence[float]]
    claimed: Sequence[Sequence[float]]
    sideways: Sequence[float]
    kinds: Sequence[Sequence[float]]
    codes: Sequence[Sequence[float]]
    sure: float

    def __post_init__(self) -> None:
        count = len(self.roles)
        parts = (self.together, self.claimed, self.sideways, self.kinds, self.codes)
        if any(len(part) != count for part in parts) or not 0.0 <= self.sure <= 1.0:
            raise ValueError(f"scores of {count} boxes whose parts differ in length, or sure is {self.sure}")

    def spread(self, places: Sequence[int], scene: SceneBoxes, *, by: float = 8.0) -> StructureScores:
        """Return these scores as those of a whole scene, in which these boxes are at some `places`.

        The other boxes are somebody else's with `by` log-odds, and have the detector's codes.
        """
        count = len(scene.boxes)
        codes = [[math.log(max(share, _LEAST)) for share in box.codes] for box in scene.boxes]
        other = _peak(ROLES.index("other"), len(ROLES), by)
        at = dict(zip(places, range(len(places)), strict=True))

        def rows(part: Sequence[Sequence[float]], without: Sequence[float]) -> list[Sequence[float]]:
            return [part[at[i]] if i in at else without for i in range(count)]

        return StructureScores(
            roles=rows(self.roles, other),
            together=[
                [self.together[at[a]][at[b]] if a in at and b in at else -by for b in range(count)]
                for a in range(count)
            ],
            claimed=rows(self.claimed, _even(len(SOURCES))),
            sideways=[self.sideways[at[i]] if i in at else -by for i in range(count)],
            kinds=rows(self.kinds, _even(len(MELD_KINDS))),
            codes=[self.codes[at[i]] if i in at else codes[i] for i in range(count)],
            sure=self.sure,
        )

    def likeliest_roles(self) -> tuple[Role, ...]:
        """Return the likeliest role of each box, independently of the others."""
        return tuple(ROLES[max(range(len(ROLES)), key=row.__getitem__)] for row in self.roles)


def _even(count: int) -> list[float]:
    """Return log-probabilities of `count` equally likely values."""
    return [-math.log(count)] * count


def _peak(index: int, count: int, by: float) -> list[float]:
    """Return log-probabilities of `count` values, of which one is `by` likelier than each other."""
    total = math.log(math.exp(by) + count - 1)
    return [(by if i == index else 0.0) - total for i in range(count)]
