"""Dice 骰子: what lies on most tables and is most easily taken for a tile of circles, for training crops."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from paiyan.datasets.namer_training.tabletop import SIDE, Floats, Picture, draw_tabletop

_FACE = 48  # of a face before it is turned
_SPOTS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}  # places of a 3 × 3 grid
_BODIES = (
    *((245, 245, 245), (225, 238, 245), (60, 60, 200)),
    *((40, 40, 40), (70, 140, 60), (200, 160, 90)),
)
_BODY_SHARES = (0.6, 0.2, 0.07, 0.05, 0.04, 0.04)
_INKS = ((30, 30, 30), (40, 40, 200), (190, 90, 40), (60, 110, 40))


def draw_die(rng: np.random.Generator) -> tuple[Picture, Floats]:
    """A die on a table, BGR (120, 120, 3), and the box around it or its upper face, (1, 4) in pixels."""
    body = np.array(_BODIES[int(rng.choice(len(_BODIES), p=_BODY_SHARES))], np.float64)
    dark = body.mean() < 150
    ink = (235, 235, 235) if dark else _INKS[int(rng.choice(len(_INKS), p=(0.45, 0.2, 0.25, 0.1)))]
    special = (40, 40, 210) if not dark and rng.random() < 0.7 else ink  # one and four are red
    picture = draw_tabletop(rng)
    turned = _turn(rng)
    centre = np.full(2, SIDE / 2) + rng.uniform(-8, 8, size=2)
    half = rng.uniform(22, 30)
    small = rng.permutation(3) + 1
    numbers = np.where(rng.random(3) < 0.5, small, 7 - small)  # opposite faces have seven pips together
    seen: list[Floats] = []
    for axis, number in enumerate(numbers.tolist()):  # the upper face is that of the third axis
        normal = turned[:, axis] * (1 if turned[2, axis] > 0 else -1)
        if normal[2] < 0.04:
            continue
        one, two = turned[:, (axis + 1) % 3], turned[:, (axis + 2) % 3]
        corners = np.array([normal + a * one + b * two for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        seen.append(corners[:, :2] * half + centre)
        colour = special if number in (1, 4) else ink
        _lay(picture, _face(number, tuple(body), colour), seen[-1], 0.55 + 0.45 * normal[2])
    every = seen[-1] if rng.random() < 0.4 else np.concatenate(seen)
    return picture, np.concatenate([every.min(axis=0), every.max(axis=0)])[None]


def _turn(rng: np.random.Generator) -> Floats:
    """How it lies, seen from above at a slant: a matrix whose columns are its axes, z towards the eye."""
    yaw, tilt = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, 65))
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    c, s = np.cos(tilt), np.sin(tilt)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ flat


@lru_cache(maxsize=512)
def _face(number: int, body: tuple[float, ...], ink: tuple[int, ...]) -> Picture:
    """A face with its pips, BGR with a mask, (48, 48, 4)."""
    face = np.zeros((_FACE, _FACE, 4), np.uint8)
    edge = 5
    cv2.rectangle(face, (edge, 0), (_FACE - 1 - edge, _FACE - 1), (*body, 255), -1)
    cv2.rectangle(face, (0, edge), (_FACE - 1, _FACE - 1 - edge), (*body, 255), -1)
    for x in (edge, _FACE - 1 - edge):
        for y in (edge, _FACE - 1 - edge):
            cv2.circle(face, (x, y), edge, (*body, 255), -1, cv2.LINE_AA)
    for place in _SPOTS[number]:
        row, column = divmod(int(place), 3)
        at = (round(_FACE * (0.24 + 0.26 * column)), round(_FACE * (0.24 + 0.26 * row)))
        cv2.circle(face, at, 9 if number == 1 else 5, (*ink, 255), -1, cv2.LINE_AA)
    return face


def _lay(picture: Picture, face: Picture, corners: Floats, light: float) -> None:
    """A face into the picture at its four corners (4, 2)."""
    source = np.array([[0, 0], [_FACE, 0], [_FACE, _FACE], [0, _FACE]], np.float32)
    there = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(face, there, size, flags=cv2.INTER_LINEAR).astype(np.float64)
    mask = laid[..., 3:] / 255
    picture[:] = (picture * (1 - mask) + laid[..., :3] * light * mask).clip(0, 255).astype(np.uint8)
