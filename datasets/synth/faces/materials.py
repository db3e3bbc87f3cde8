"""Sets of tiles that are not white 牌料: black, green, yellow, wooden, clear, printed and worn ones.

A set is drawn as any other and then made of a material, with paints that can be read on it and a back of its
own. What training draws and what measures it never meet: hues, paints, brushes and sizes are parted here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.faces.style import FaceStyle, Inks, hsv

Material = Literal["black", "green", "yellow", "wooden", "clear", "printed", "worn"]
MATERIALS: tuple[Material, ...] = ("black", "green", "yellow", "wooden", "clear", "printed", "worn")
Part = Literal["training", "held out"]
"""Which designs are drawn: those that may train, or those that measure."""

_CYCLE, _KEPT = 60.0, (20.0, 40.0)  # of every 60 degrees of hue these are kept for measuring


class _Draw(NamedTuple):
    """Random colours of one part."""

    rng: np.random.Generator
    part: Part

    def between(self, low: float, high: float) -> float:
        """A number of a range."""
        return float(self.rng.uniform(low, high))

    def hue(self, low: float = 0.0, high: float = 360.0) -> float:
        """A hue of a range that is at least 60 degrees wide."""
        while True:
            hue = self.between(low, high)
            kept = _KEPT[0] <= hue % _CYCLE < _KEPT[1]
            if kept == (self.part == "held out"):
                return hue

    def colour(
        self, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
    ) -> Colour:
        """A colour of ranges of hue, saturation and value."""
        return hsv(self.hue(*hue), self.between(*saturation), self.between(*value))


def of_material(
    style: FaceStyle, material: Material, rng: np.random.Generator, *, part: Part = "training"
) -> FaceStyle:
    """The same drawing as a set of a material; held-out designs differ in paints, brush and size as well."""
    draw = _Draw(rng, part)
    made = _MADE_OF[material](replace(style, art=None), draw)
    if part == "held out":
        made = replace(made, weight=draw.between(1.38, 1.55), size=draw.between(0.74, 0.79))
    return made


def _black(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Black or nearly so, with pale paints; the back as dark, or of any colour."""
    ground = draw.colour((0, 360), (0.0, 0.45), (0.04, 0.24))
    back = ground if draw.rng.random() < 0.4 else draw.colour((0, 360), (0.2, 0.9), (0.1, 0.9))
    return replace(style, ground=ground, back=back, inks=_pale_inks(draw), palette=_palette(draw))


def _green(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Jade, green, blue or red faces, light with dark paints or deep with pale ones."""
    hue = draw.hue(80, 260) if draw.rng.random() < 0.8 else draw.hue()
    if draw.rng.random() < 0.5:
        ground = hsv(hue, draw.between(0.45, 0.9), draw.between(0.22, 0.5))
        inks = _pale_inks(draw)
    else:
        ground, inks = hsv(hue, draw.between(0.2, 0.5), draw.between(0.65, 0.95)), style.inks
    back = hsv(hue, draw.between(0.3, 0.9), draw.between(0.2, 0.9)) if draw.rng.random() < 0.5 else style.back
    return replace(style, ground=ground, back=back, inks=inks)


def _yellow(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Amber, butterscotch and yellowed plastic, the back often of the same."""
    ground = draw.colour((20, 80), (0.4, 0.85), (0.75, 0.98))
    back = ground if draw.rng.random() < 0.4 else style.back
    return replace(style, ground=ground, back=back)


def _wooden(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Bamboo and wood with its grain, burnt or painted; the body is the same wood, or bamboo behind bone."""
    ground = draw.colour((0, 80), (0.25, 0.65), (0.45, 0.9))
    dark = hsv(25, 0.5, draw.between(0.1, 0.25))
    burnt = Inks(blue=dark, green=dark, red=dark, black=dark)
    inks = burnt if draw.rng.random() < 0.35 else style.inks
    back = ground if draw.rng.random() < 0.6 else draw.colour((0, 80), (0.3, 0.7), (0.3, 0.7))
    return replace(style, ground=ground, back=back, inks=inks, texture="grain")


def _clear(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Clear or milky plastic: body, back and face of one pale tint, light at the edges."""
    ground = draw.colour((0, 360), (0.05, 0.45), (0.6, 0.95))
    return replace(style, ground=ground, back=ground, texture="clear", engraved=draw.between(0, 0.4))


def _printed(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Paper and card, printed to the edge: a tinted ground, a frame, nothing carved, a patterned back."""
    ground = draw.colour((0, 360), (0.0, 0.35), (0.8, 1.0))
    back = draw.colour((0, 360), (0.3, 0.9), (0.3, 0.9))
    return replace(style, ground=ground, back=back, texture="frame", engraved=0.0, wear=0.0)


def _worn(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Old bone and plastic: stained unevenly, much of the paint gone."""
    ground = draw.colour((0, 80), (0.15, 0.5), (0.6, 0.95))
    return replace(style, ground=ground, texture="stains", wear=draw.between(0.35, 0.75))


_MADE_OF: dict[Material, Callable[[FaceStyle, _Draw], FaceStyle]] = {
    "black": _black, "green": _green, "yellow": _yellow, "wooden": _wooden, "clear": _clear,
    "printed": _printed, "worn": _worn,
}  # fmt: skip


def _palette(draw: _Draw) -> str:
    return ("chinese", "chinese", "japanese", "dark")[int(draw.rng.integers(4))]


def _pale_inks(draw: _Draw) -> Inks:
    """Paints for a dark ground. Gold throughout, and white with red, are kept for measuring."""
    if draw.part == "held out":
        red = hsv(draw.between(-8, 12), 0.75, 0.95)
        if draw.rng.random() < 0.5:
            gold = hsv(draw.between(40, 50), draw.between(0.45, 0.7), draw.between(0.75, 0.95))
            return Inks(blue=gold, green=gold, red=red, black=gold)
        white = hsv(0, 0, draw.between(0.85, 1))
        return Inks(blue=white, green=white, red=red, black=white)
    return Inks(
        blue=hsv(draw.between(185, 235), draw.between(0.2, 0.65), draw.between(0.75, 1)),
        green=hsv(draw.between(90, 160), draw.between(0.3, 0.75), draw.between(0.6, 0.95)),
        red=hsv(draw.between(-12, 20), draw.between(0.5, 0.85), draw.between(0.8, 1)),
        black=hsv(draw.between(0, 360), draw.between(0, 0.15), draw.between(0.8, 1)),
    )
