"""How sure the detector must be of a box, at each step on the way from the network's output to tiles.

All are probabilities of `Detections.objectness`, that a box shows a tile, whichever. They were chosen on
development photos; what other values did there, where that was measured, is told in models/EXPERIMENTS.md.
"""

from __future__ import annotations

from typing import NamedTuple


class Thresholds(NamedTuple):
    """When a box counts.

    confidence: least probability that it shows a tile, whichever (`Detections.objectness`). iou: two boxes
    that overlap more are one tile, whatever their classes. contained: so are two of which one lies inside
    the other by this share.
    """

    confidence: float = 0.25
    iou: float = 0.5
    contained: float = 0.85


DEFAULT_THRESHOLDS = Thresholds()
"""One stage alone, where nothing else is asked for: the usual values of YOLO detectors."""

FIRST_STAGE = Thresholds(confidence=0.1, iou=0.75, contained=1.0)
"""Which boxes of the first stage the second one looks at: weak ones too, since the second is often sure where
the first was not; and several on one tile, since which of them shows the whole tile, a part of it or two
tiles is better told once each is named."""

SURE_TILE = 0.35
"""Both stages together find a tile from here on. Some flowers of designs that were never learned are hardly
surer; most writing on boxes and cloth is less sure."""
BOTH_STAGES = DEFAULT_THRESHOLDS._replace(confidence=SURE_TILE)
"""What counts after both stages, where nothing else is asked for."""

FEWEST_TILES = 4
"""So many tiles that are large enough to be told are believed: fewer may be a block of small ones each."""

GLANCE_SIDE = 0.5
"""How long the input of a first look is beside a full look's: 320 pixels for 640, a quarter of the work."""
LARGE_AT_A_GLANCE = 15.4
"""Pixels of its input that the shorter side of half of the tiles must have for a first look to be enough."""

SURE_IN_GAP = 0.2
"""Enough for a box that fills a gap in a row of tiles (`paiyan.vision.detection.two_stage`); the tile
is as doubtful afterwards as it was before."""
CONSIDERED = 0.05
"""Enough for a box to be weighed again with the rest of the picture in view."""

HINT_OBJECTNESS = 0.02
"""Enough for a box to be a hint that tiles are there, too small to be told. Rows of tiles of three pixels
each give boxes of 0.1 to 0.8, and cloth, wood and stone hardly any above this."""
