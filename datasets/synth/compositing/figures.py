"""Small pictures 图案 for what is printed on things that are no tiles: stickers, and the pips of cards."""

from __future__ import annotations

import math

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.faces.style import hsv
from paiyan.datasets.synth.pixels import Floats, Picture

SUITS = ("heart", "diamond", "spade", "club")


def draw_figure(rng: np.random.Generator, page: Picture, at: tuple[float, float], size: float) -> None:
    """A creature or a flower of a few round parts, `size` pixels high, into a BGRA page."""
    colour = hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.9), rng.uniform(0.3, 0.95))
    outlined, around = rng.random() < 0.6, rng.random() < 0.4
    count = int(rng.integers(4, 8))
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False) + float(rng.uniform(0, 6))
    for turn in turns.tolist():
        reach = size * float(0.27 if around else rng.uniform(0.05, 0.3))
        middle = (round(at[0] + reach * math.cos(turn)), round(at[1] + reach * math.sin(turn)))
        axes = (
            max(1, round(size * float(rng.uniform(0.1, 0.25)))),
            max(1, round(size * float(rng.uniform(0.08, 0.2)))),
        )
        angle = math.degrees(turn)
        cv2.ellipse(page, middle, axes, angle, 0, 360, (*colour, 255), -1, cv2.LINE_AA)
        if outlined:
            cv2.ellipse(page, middle, axes, angle, 0, 360, (35, 30, 30, 255), 1, cv2.LINE_AA)
    inner = hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.9), rng.uniform(0.5, 1))
    cv2.circle(page, (round(at[0]), round(at[1])), max(1, round(size * 0.16)), (*inner, 255), -1, cv2.LINE_AA)
    for side in (-0.07, 0.07):
        eye = (round(at[0] + side * size), round(at[1] - 0.04 * size))
        cv2.circle(page, eye, max(1, round(size * 0.03)), (25, 25, 25, 255), -1, cv2.LINE_AA)


def draw_pips(page: Picture, count: int, suit: str, ink: Colour) -> None:
    """The signs of a playing card, 1 to 10 of them in two columns, into a BGRA page."""
    h, w = page.shape[:2]
    across = (0.5,) if count == 1 else (0.32, 0.68)
    rows = math.ceil(count / len(across))
    for number in range(count):
        x = across[number % len(across)] if number < count - count % len(across) else 0.5
        y = 0.2 + 0.6 * (number // len(across) + 0.5) / rows
        size = h * (0.3 if count == 1 else min(0.15, 0.55 / rows))
        shape: Floats = _OUTLINES[suit] * size / 2 + np.array((w * x, h * y))
        cv2.fillPoly(page, [np.round(shape * 8).astype(np.int32)], (*ink, 255), cv2.LINE_AA, 3)


def _heart() -> Floats:
    t = np.linspace(0, 2 * math.pi, 40)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x, y], axis=1) / 17


def _club() -> Floats:
    t = np.linspace(0, 2 * math.pi, 16)
    leaf = 0.42 * np.stack([np.cos(t), np.sin(t)], axis=1)
    stem = np.array([(0.0, 0.1), (0.25, 1.0), (-0.25, 1.0), (0.0, 0.1)])
    places = np.array([(-0.45, 0.2), (0.0, -0.5), (0.45, 0.2)])
    return np.vstack([*(leaf + place for place in places), stem])


def _spade() -> Floats:
    return np.vstack([_heart() * (1, -1) * 0.9, [(0.0, 0.2), (0.25, 1.0), (-0.25, 1.0), (0.0, 0.2)]])


_OUTLINES: dict[str, Floats] = {
    "heart": _heart(), "club": _club(), "spade": _spade(),
    "diamond": np.array([(0.0, -1.0), (0.75, 0.0), (0.0, 1.0), (-0.75, 0.0)]),
}  # fmt: skip
