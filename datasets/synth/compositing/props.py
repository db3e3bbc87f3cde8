"""Draw objects on the table 杂物: dice, sticks, cups, arms, phones, racks, printed things."""

from __future__ import annotations

import math

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.prints import print_of
from paiyan.datasets.synth.pixels import Floats, Picture, held, hull
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.distractors import PRINTED
from paiyan.datasets.synth.scenes.scene import Prop


def draw_prop(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a prop; `canvas` and `camera` have the same scale. Drawn before the tiles, so it hides none."""
    if prop.kind in PRINTED:
        _printed(canvas, prop, camera)
        return
    {"die": _die, "stick": _stick, "cup": _cup, "arm": _arm, "phone": _phone, "rack": _rack}[prop.kind](
        canvas, prop, camera
    )


def _box(prop: Prop, size: tuple[float, float, float]) -> Floats:
    """Return the eight corners of a box standing at the prop's place: the four below, then the four above."""
    c, s = math.cos(math.radians(prop.yaw)), math.sin(math.radians(prop.yaw))
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    flat = np.array([(-w, -d), (w, -d), (w, d), (-w, d)]) @ np.array([(c, s), (-s, c)])
    flat += (prop.x, prop.y)
    return np.vstack([np.hstack([flat, np.full((4, 1), z)]) for z in (0.0, h)])


def _draw_box(canvas: Picture, corners: Floats, camera: Camera, colour: tuple[int, int, int]) -> None:
    seen = camera.project(corners)
    outline = hull(seen)
    shadow = outline + np.array([0.12, 0.1]) * (outline.max(axis=0) - outline.min(axis=0))
    _poly(canvas, shadow, (25, 30, 25), share=0.35)
    _poly(canvas, outline, tuple(int(v * 0.72) for v in colour))
    _poly(canvas, seen[4:], colour)


def _poly(canvas: Picture, points: Floats, colour: tuple[int, ...], *, share: float = 1.0) -> None:
    at = np.round(held(points, -8000, 8000)).astype(np.int32)
    if share >= 1:
        cv2.fillPoly(canvas, [at], colour, cv2.LINE_AA)
        return
    over = np.array(canvas)
    cv2.fillPoly(over, [at], colour, cv2.LINE_AA)
    cv2.addWeighted(over, share, canvas, 1 - share, 0, dst=canvas)


def spots_of(prop: Prop) -> int:
    """Return the number on a die, 1 to 6."""
    return int(abs(prop.x * 97 + prop.y * 31)) % 6 + 1


def _die(canvas: Picture, prop: Prop, camera: Camera) -> None:
    side = 0.5 * prop.size
    corners = _box(prop, (side, side, side))
    _draw_box(canvas, corners, camera, (235, 238, 240))
    top = corners[4:]
    value = spots_of(prop)
    colour = (30, 30, 190) if value in (1, 4) else (30, 25, 25)
    for u, v in SPOTS[value]:
        at = top[0] + (top[1] - top[0]) * u + (top[3] - top[0]) * v
        ring = at + 0.09 * side * np.array([(math.cos(a), math.sin(a), 0) for a in np.linspace(0, 6.2, 12)])
        _poly(canvas, camera.project(ring), colour)


SPOTS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)),
    6: ((0.25, 0.2), (0.25, 0.5), (0.25, 0.8), (0.75, 0.2), (0.75, 0.5), (0.75, 0.8)),
}


def _stick(canvas: Picture, prop: Prop, camera: Camera) -> None:
    corners = _box(prop, (3.6 * prop.size, 0.3, 0.12))
    _draw_box(canvas, corners, camera, (225, 235, 238))
    middle = corners[4:].mean(axis=0)
    ring = middle + 0.08 * np.array([(math.cos(a), math.sin(a), 0) for a in np.linspace(0, 6.2, 12)])
    _poly(canvas, camera.project(ring), prop.colour)


def _cup(canvas: Picture, prop: Prop, camera: Camera) -> None:
    radius, height = 1.3 * prop.size, 2.0 * prop.size
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    place = np.array([prop.x, prop.y, 0.0])
    lower, upper = place + circle * radius * 0.8, place + circle * radius + (0, 0, height)
    outline = hull(camera.project(np.vstack([lower, upper])))
    _poly(canvas, outline + 8.0, (25, 30, 25), share=0.3)
    _poly(canvas, outline, tuple(int(v * 0.75) for v in prop.colour))
    _poly(canvas, camera.project(upper), prop.colour)
    _poly(canvas, camera.project(place + circle * radius * 0.88 + (0, 0, height * 0.97)), (30, 55, 85))


def _arm(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a sleeve, a wrist and a hand with fingers reaching in."""
    a = math.radians(prop.yaw)
    along, side = np.array([math.cos(a), math.sin(a), 0.0]), np.array([-math.sin(a), math.cos(a), 0.0])
    start = np.array([prop.x, prop.y, 1.2])
    skin = (120 + prop.colour[0] // 6, 150 + prop.colour[1] // 6, 200 + prop.colour[2] // 8)
    for tip in (-0.7, -0.25, 0.2, 0.6):
        finger = np.array(
            [start + along * 2.2 + side * tip * 1.1, start + along * (4.6 - abs(tip)) + side * tip * 1.6]
        )
        _capsule(canvas, camera, finger, 0.42 * prop.size, skin)
    _capsule(canvas, camera, np.array([start - along * 0.5, start + along * 2.3]), 1.1 * prop.size, skin)
    _capsule(
        canvas, camera, np.array([start - along * 14, start - along * 1.2]), 1.5 * prop.size, prop.colour
    )


def _capsule(
    canvas: Picture, camera: Camera, ends: Floats, radius: float, colour: tuple[int, int, int]
) -> None:
    turn = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1) * radius
    outline = hull(camera.project(np.vstack([e + circle for e in ends])))
    _poly(canvas, outline, tuple(int(v * 0.8) for v in colour))
    inner = outline * 0.9 + outline.mean(axis=0) * 0.1
    _poly(canvas, inner, colour)


def _phone(canvas: Picture, prop: Prop, camera: Camera) -> None:
    _draw_box(canvas, _box(prop, (2.7 * prop.size, 5.6 * prop.size, 0.3)), camera, (40, 38, 36))
    inner = _box(prop, (2.5 * prop.size, 5.1 * prop.size, 0.31))
    _poly(canvas, camera.project(inner[4:]), (18, 16, 15))


def _rack(canvas: Picture, prop: Prop, camera: Camera) -> None:
    _draw_box(canvas, _box(prop, (19.0 * prop.size, 0.7, 0.5)), camera, prop.colour)


def _printed(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a thing with a print on top; one next to or behind the lens is left out."""
    wide, deep, high = (side * prop.size for side in PRINTED[prop.kind])
    corners = _box(prop, (wide, deep, high))
    forward = np.asarray(camera.rotation)[2]
    if bool(((corners - np.asarray(camera.position)) @ forward < 1.0).any()):
        return
    if high > 0:
        _draw_box(canvas, corners, camera, prop.colour)
    page = print_of(prop.kind, prop.seed, prop.font)
    quad = camera.project(corners[[7, 6, 5, 4]])
    low = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    end = np.minimum(np.ceil(quad.max(axis=0)) + 1, canvas.shape[1::-1]).astype(int)
    if bool((end <= low).any()):
        return
    share = max(1.0, page.shape[1] / max(1.0, math.dist(quad[0], quad[1])))
    if share > 1.4:
        seen = (max(2, round(page.shape[1] / share)), max(2, round(page.shape[0] / share)))
        page = cv2.resize(page, seen, interpolation=cv2.INTER_AREA)
    h, w = page.shape[:2]
    flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    to = cv2.getPerspectiveTransform(flat, (quad - low).astype(np.float32))
    laid = cv2.warpPerspective(page, to, tuple((end - low).tolist()), flags=cv2.INTER_LINEAR)
    there = canvas[low[1] : end[1], low[0] : end[0]]
    there[:] = np.round(there * (1 - laid[..., 3:] / 255.0) + laid[..., :3]).clip(0, 255).astype(np.uint8)
