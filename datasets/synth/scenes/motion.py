"""Draw how a filmed scene moves 运动: a camera held in the hand, an arm that passes over the tiles."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from paiyan.datasets.synth.faces.canvas import Floats

TURN = 0.3
"""Degrees by which a camera held in the hand turns: the standard deviation, between calm and restless."""
_SHAKE = (0.3, 1.5)  # times as much, from a calm hand to a restless one
_HERTZ = np.array([[0.3], [0.7], [1.4]])
_WEIGHTS = np.array([[1.0], [0.5], [0.2]])  # the faster, the smaller: an arm drifts more than it trembles


class Sway:
    """A smooth random path around zero of some values, whose standard deviation is the hand's `shake`."""

    def __init__(self, rng: np.random.Generator, values: int) -> None:
        size = (len(_HERTZ), values)
        self._swings = rng.normal(0, 1, size) * _WEIGHTS / math.sqrt((_WEIGHTS**2).sum() / 2)
        self._phases = rng.uniform(0, 2 * math.pi, size)
        self.shake = float(rng.uniform(*_SHAKE))

    def at(self, seconds: float) -> Floats:
        """Return the values at a time."""
        waves = np.sin(2 * math.pi * _HERTZ * seconds + self._phases)
        return self.shake * (self._swings * waves).sum(axis=0)


class Passing(NamedTuple):
    """An arm's way over a row of tiles: the second in which it begins, and how many it takes."""

    begins: float
    takes: float
    leftwards: bool

    def share(self, seconds: float) -> float | None:
        """Return the share of the row to the left of the arm; None if it is not there at that time."""
        share = (seconds - self.begins) / self.takes
        if not 0 <= share <= 1:
            return None
        return 1 - share if self.leftwards else share


def sample_passing(rng: np.random.Generator) -> Passing:
    """Draw an arm that is over the tiles for about a second within the first two."""
    return Passing(float(rng.uniform(-0.3, 1.0)), float(rng.uniform(0.7, 1.4)), bool(rng.random() < 0.5))
