"""Least probabilities of a box at each step from the network's output to tiles.

All are values of `Detections.objectness`: that a box shows a tile of any kind. They were chosen on
development photos; models/EXPERIMENTS.md has the results of other values that were measured.
"""

from __future__ import annotations

from typing import NamedTuple


class Thresholds(NamedTuple):
    """When a box counts.

    confidence: least probability that it shows a tile of any kind (`Detections.objectness`). iou: two boxes
    that overlap more are one tile, whatever their classes. contained: so are two boxes if this share of one
    lies inside the other.
    """

    confidence: float = 0.25
    iou: float = 0.5
    contained: float = 0.85


DEFAULT_THRESHOLDS = Thresholds()
"""One stage by itself, by default: the usual values of YOLO detectors."""

FIRST_STAGE = Thresholds(confidence=0.1, iou=0.75, contained=1.0)
"""Boxes of the first stage that the second one sees: weak ones too, since it is often sure when the first
was not; and several on one tile, since it is easier to choose the one that shows the whole tile, and not a
part of it or two tiles, when each is named."""

SURE_TILE = 0.35
"""Both stages together find a tile from here on. Some flowers of designs that were never learned are hardly
surer; most writing on boxes and cloth is less sure."""
BOTH_STAGES = DEFAULT_THRESHOLDS._replace(confidence=SURE_TILE)
"""The default after both stages."""

FEWEST_TILES = 4
"""Tiles of legible size from which they are believed, since fewer may be a block of small ones each; and of
a row that is worth a look."""

COARSE_SIDE = 0.5
"""Length of a first look's input relative to a full look's: 320 pixels for 640, a quarter of the work."""
LARGE_IN_COARSE = 15.4
"""Pixels of its input that the shorter side of half of the tiles must have for a first look to be enough."""

SURE_IN_GAP = 0.2
"""Enough for a box that fills a gap in a row of tiles (`paiyan.vision.detection.two_stage`); the tile stays
as doubtful as it was."""
CONSIDERED = 0.05
"""Enough for a box to be rescored with the rest of the picture in view."""

HINT_OBJECTNESS = 0.02
"""Enough for a box to be a hint of tiles that are too small to name. Rows of tiles of three pixels each
give boxes of 0.1 to 0.8; cloth, wood and stone hardly any above this."""
