"""Photograph laid tiles as boxes 取景: what each shows, how much of it, where it lies in the picture.

A tile is a block of 1 by about 1.35 by 0.7. Parts hidden by nearer tiles are not in its box, as they are not
in a detector's; only a tile's face or back makes a box, its sides do not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.layout_styles.catalogue import LayoutStyle
from paiyan.datasets.layout_styles.table import Laid
from paiyan.datasets.synth.scenes.camera import Body, turned_axes
from paiyan.scorer.tiles.tile import BACK

Floats = NDArray[np.float64]
_GRID = np.stack(np.meshgrid(np.linspace(-0.46, 0.46, 5), np.linspace(-0.46, 0.46, 6)), -1).reshape(-1, 2)
_CORNERS = np.array([[a, b, c] for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5)])
_SIZES = ((1280, 960), (1280, 720), (1000, 1000), (960, 1280), (720, 1280), (1280, 320))
_SIZE_SHARES = (6, 5, 4, 1.5, 1.5, 0.7)
_GRAZING = 0.13  # cosine of the angle at which a face is too slanted to be read


@dataclass(frozen=True)
class Photograph:
    """The visible part of n tiles. ``boxes`` (n, 4) are in pixels; ``shown`` (n,) is the share of each face
    that is in the picture and not hidden; ``facing`` (n,) the cosine at which it is seen; ``codes`` (n,) the
    tile, or the back if that is the side in view."""

    size: tuple[int, int]
    boxes: Floats
    shown: Floats
    facing: Floats
    codes: NDArray[np.int64]


def photograph(
    rng: Random, tiles: Sequence[Laid], own: int, body: Body, layout_style: LayoutStyle
) -> Photograph:
    """Photograph tiles, of which the first `own` are the player's, as the layout style describes."""
    frame = _Frame(tiles, body)
    across = rng.random() < layout_style.other_side
    aimed = len(tiles) if across or rng.random() < layout_style.whole_table else own
    eye, axes, pitch = _aimed(rng, frame, aimed if across else own, layout_style, across=across)
    size = rng.choices(_SIZES, _SIZE_SHARES)[0]
    stretch = math.exp(rng.gauss(0, 0.22)) if rng.random() < layout_style.squashed else 1.0
    faces, corners, distance = frame.project(eye, axes)
    frame_ = (0.0, 0.0, float(size[0]), float(size[1]))
    if rng.random() < layout_style.letterboxed:
        frame_ = _letterboxed(rng, size)
    scale, shift = _fitted(rng, corners[:aimed].reshape(-1, 2), frame_, stretch, layout_style)
    faces, corners = faces * scale + shift, corners * scale + shift
    facing, codes = frame.facing(eye)
    visible = _visible(faces, corners, distance)
    boxes, shown = _boxes(rng, faces, corners, visible, frame_)
    if pitch > 25 and rng.random() < layout_style.rail:
        _hide_lower_edge(rng, boxes, shown, tiles)
    return Photograph(size, boxes, shown, facing, codes)


class _Frame:
    """The axes of the tiles: middle, right, up and out, each (n, 3)."""

    def __init__(self, tiles: Sequence[Laid], body: Body) -> None:
        table = np.array([(t.x, t.y, t.z, t.yaw, t.lean, t.down, t.code) for t in tiles], np.float64)
        self.middle = table[:, :3]
        yaw, lean = np.radians(table[:, 3]), np.radians(table[:, 4])
        zero = np.zeros(len(table))
        self.right = np.stack([np.cos(yaw), np.sin(yaw), zero], 1)
        self.up = np.stack([-np.sin(yaw) * np.sin(lean), np.cos(yaw) * np.sin(lean), np.cos(lean)], 1)
        self.out = np.cross(self.right, self.up)
        self.body = body
        self.codes = table[:, 6].astype(np.int64)
        self.down = table[:, 5] > 0

    def facing(self, eye: Floats) -> tuple[Floats, NDArray[np.int64]]:
        """Return the cosine at which each tile's wide side is seen, and the code it shows."""
        towards = eye - self.middle
        towards /= np.linalg.norm(towards, axis=1, keepdims=True)
        cosine = (towards * self.out).sum(1)
        return np.abs(cosine), np.where((cosine < 0) | self.down, BACK, self.codes)

    def project(self, eye: Floats, axes: Floats) -> tuple[Floats, Floats, Floats]:
        """Project face points (n, 30, 2) and corners (n, 8, 2) onto a plane at distance one (pinhole); return
        the distances from the eye (n,) too."""
        high, deep = self.body.height, self.body.depth
        front = np.where((self.out * (eye - self.middle)).sum(1) < 0, -1.0, 1.0)[:, None]
        faces = (
            (self.middle + self.out * front * deep / 2)[:, None]
            + self.right[:, None] * _GRID[None, :, :1]
            + self.up[:, None] * (_GRID[None, :, 1:] * high)
        )
        corners = (
            self.middle[:, None]
            + self.right[:, None] * _CORNERS[None, :, :1]
            + self.up[:, None] * (_CORNERS[None, :, 1:2] * high)
            + self.out[:, None] * (_CORNERS[None, :, 2:] * deep)
        )
        distance = np.linalg.norm(self.middle + self.out * front * deep / 2 - eye, axis=1)
        return _pinhole(faces, eye, axes), _pinhole(corners, eye, axes), distance


def _pinhole(points: Floats, eye: Floats, axes: Floats) -> Floats:
    away = (points - eye) @ axes.T
    return away[..., :2] / np.maximum(away[..., 2:], 0.3)


def _aimed(
    rng: Random, frame: _Frame, own: int, layout_style: LayoutStyle, *, across: bool
) -> tuple[Floats, Floats, float]:
    """Return the camera's position, its right, down and forward axes (3, 3), and its pitch in degrees. With
    `across` it stands at another player's place, with its picture turned so that the player's side is
    lowest."""
    pitch = rng.uniform(*layout_style.pitch)
    yaw = rng.gauss(0, 8) if rng.random() < 0.85 else rng.uniform(-55, 55)
    roll = _rolled(rng, layout_style, yaw)
    if across:
        yaw = rng.choice((90.0, 180.0, -90.0)) + rng.gauss(0, 10)
        roll = yaw + rng.gauss(0, 12)
    away, axes = turned_axes(pitch, yaw, roll)
    own_tiles = frame.middle[:own]
    low, high = own_tiles.min(0), own_tiles.max(0)
    middle = (low + high) / 2 + np.array([rng.gauss(0, 1.5), rng.gauss(0, 1), 0.0])
    reach = max(float(np.linalg.norm(high - low)) + 2.0, 5.0)
    eye = middle + away * reach * rng.uniform(0.8, 3.0)
    return eye, axes, pitch


def _rolled(rng: Random, layout_style: LayoutStyle, yaw: float) -> float:
    """Draw the roll in degrees of a camera that stands `yaw` degrees from the player's place."""
    draw = rng.random()
    if draw < layout_style.any_way_up:
        return rng.uniform(-180, 180)
    return (
        yaw + rng.uniform(-45, 45)
        if draw < layout_style.any_way_up + layout_style.askew
        else rng.gauss(0, layout_style.roll)
    )


Edges = tuple[float, float, float, float]


def _letterboxed(rng: Random, size: tuple[int, int]) -> Edges:
    """Return the edges of the image inside bars above and below, or left and right."""
    wide, high = map(float, size)
    share = rng.uniform(0.25, 0.8)
    if rng.random() < 0.85:
        return 0.0, high * (1 - share) / 2, wide, high * (1 + share) / 2
    return wide * (1 - share) / 2, 0.0, wide * (1 + share) / 2, high


def _fitted(
    rng: Random, points: Floats, edges: Edges, stretch: float, layout_style: LayoutStyle
) -> tuple[Floats, Floats]:
    """Return the scale (2,) and shift (2,) that fit points into their share of the picture."""
    scale, begin = np.array([1.0, stretch]), np.array(edges[:2])
    low, high = points.min(0) * scale, points.max(0) * scale
    extent, whole = high - low, np.array(edges[2:]) - begin
    factor = float((whole / np.maximum(extent, 1e-6)).min()) * rng.uniform(*layout_style.fill)
    near = rng.random()
    if near < (0.14 if edges[1] > 0 else 0.06):
        factor *= rng.uniform(1.0, 1.25)  # some of it is cut off
    elif near < 0.22:
        factor *= rng.uniform(0.3, 0.8)  # it lies far away
    spare = whole - extent * factor
    place = np.array([rng.uniform(0.05, 0.95), rng.uniform(0.1, 0.95)])
    shift = begin + np.asarray(np.where(spare > 0, spare * place, spare / 2), np.float64) - low * factor
    return scale * factor, shift


def _visible(faces: Floats, corners: Floats, distance: Floats) -> NDArray[np.bool_]:
    """True for face points (n, 30) that no nearer tile hides: its outline hides all points inside it."""
    low, high = corners.min(1), corners.max(1)
    lows, highs = faces.min(1), faces.max(1)
    meet = ((lows[:, None] < high[None]) & (highs[:, None] > low[None])).all(2)
    meet &= distance[:, None] > distance[None] + 0.05
    hidden = np.zeros(faces.shape[:2], bool)
    covered, others = np.nonzero(meet)
    if len(covered):
        # a tile's outline is the hull of its corners, here bounded in sixteen directions
        angles = np.arange(16) * math.pi / 8
        directions = np.stack([np.cos(angles), np.sin(angles)], 1)
        reach = (corners[others] @ directions.T).max(1)  # (k, 16)
        inside = (faces[covered] @ directions.T <= reach[:, None] - 1e-9).all(2)
        np.logical_or.at(hidden, covered, inside)
    return ~hidden


def _boxes(
    rng: Random, faces: Floats, corners: Floats, visible: NDArray[np.bool_], edges: Edges
) -> tuple[Floats, Floats]:
    """Return the boxes (n, 4) of the visible parts, and the visible share (n,). Detectors differ in how much
    of a tile's sides a box includes."""
    whole_low, whole_high = faces.min(1), faces.max(1)
    far = np.where(visible[..., None], faces, np.inf).min(1)
    near = np.where(visible[..., None], faces, -np.inf).max(1)
    none = ~visible.any(1)
    far[none], near[none] = whole_low[none], whole_low[none] + 1e-3
    sides = rng.choice((0.0, 0.1, rng.random(), 1.0))
    room_low, room_high = corners.min(1) - whole_low, corners.max(1) - whole_high
    tolerance = 0.05 * (whole_high - whole_low)
    low = far + np.where(far - whole_low < tolerance, room_low * sides, 0.0)
    high = near + np.where(whole_high - near < tolerance, room_high * sides, 0.0)
    begin, end = np.array(edges[:2]), np.array(edges[2:])
    cut_low, cut_high = np.clip(low, begin, end), np.clip(high, begin, end)
    inside = (cut_high - cut_low).prod(1) / np.maximum((high - low).prod(1), 1e-9)
    return np.concatenate([cut_low, cut_high], 1), visible.mean(1) * inside


def _hide_lower_edge(rng: Random, boxes: Floats, visible: Floats, tiles: Sequence[Laid]) -> None:
    """Hide the same part of each tile in the nearest row behind a rack or a rail."""
    edge = min(t.y for t in tiles)
    row = np.array([t.y < edge + 0.6 and t.group == 0 for t in tiles])
    share = rng.uniform(0.05, 0.45)
    high = boxes[:, 3] - boxes[:, 1]
    boxes[row, 3] -= share * high[row]
    visible[row] *= 1 - share


def readable(photo: Photograph) -> NDArray[np.bool_]:
    """True for tiles (n,) that a detector can find at all."""
    wide = photo.boxes[:, 2:] - photo.boxes[:, :2]
    return (photo.shown > 0.12) & (photo.facing > _GRAZING) & (wide.min(1) > 2.0)
