"""Draw the style 牌面风格 and the material 牌料 of a set of tiles; a seed always gives the same set.

A set is drawn in white and may then get a material: black, green, yellow, wooden, clear, printed or worn,
with legible paints and a back of its own. Training and measuring never share a design: their hues, paints,
brushes and sizes are separated here.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour

T = TypeVar("T")
PIPS = ("rings", "flower", "wheel", "dot", "coin")
BIG_PIPS = ("petals", "rings", "wheel", "gear")
STICKS = ("lobes", "bone", "segments", "plain", "slot")
BIRDS = ("flying", "peacock", "sparrow", "crane")


@dataclass(frozen=True, kw_only=True)
class Inks:
    """The paints of a set, BGR."""

    blue: Colour = (150, 40, 30)
    green: Colour = (40, 80, 20)
    red: Colour = (35, 35, 190)
    black: Colour = (30, 25, 25)


@dataclass(frozen=True, kw_only=True)
class Marks:
    """The marks in the corners of four flowers or four seasons, and their paints.

    `kind` is ``both`` (character and Arabic number), ``chinese both`` (with a Chinese number), ``character``,
    ``number``, ``chinese number`` or ``english`` (letters and number). The character stands in the `corner`
    ``left`` or ``right``, the number in the other, or `below` it. `size` is in units of a face, `weight` the
    brush's width.
    """

    kind: str
    character: Colour
    number: Colour
    corner: str = "left"
    below: bool = False
    size: float = 28.0
    weight: float = 12.0


@dataclass(frozen=True, kw_only=True)
class FlowerDesign:
    """The design of a set's flowers and seasons (`paiyan.datasets.synth.faces.flowers`)."""

    seed: int
    flowers: Marks
    seasons: Marks
    flower_picture: str
    season_picture: str


@dataclass(frozen=True, kw_only=True)
class FaceStyle:
    """The drawing of one set's 46 faces. `seed` varies the parts that are drawn by hand.

    `palette` is ``chinese`` (three paints), ``japanese`` (dark and red, green sticks) or ``dark`` (dark and
    red). `font` is a font file for the characters, or None for our own strokes; `art` a family of an art
    folder; `flowers` a design of flowers, or None for the usual one with `flower_marks`. `size` is the
    drawing's share of the face, `weight` the brush's width relative to the usual. `texture` is the ground's:
    ``plain``, wood's ``grain``, ``stains``, ``clear`` plastic or a printed ``frame``; `red_circle` is the
    form of a red 5p: all ``painted`` red, or red with a clear ``gem`` in its middle.
    """

    seed: int = 0
    inks: Inks = field(default_factory=Inks)
    palette: str = "chinese"
    pip: str = "rings"
    big_pip: str = "petals"
    stick: str = "lobes"
    bird: str = "flying"
    eight: str = "MW"
    red_row: str = "column"
    white: str = "double"
    wan: str = "萬"
    five: str = "伍"
    simplified: str = ""
    numerals: str = "left"
    flower_marks: str = "both"
    weight: float = 1.0
    size: float = 0.92
    font: Path | None = None
    art: Path | None = None
    flowers: FlowerDesign | None = None
    engraved: float = 0.6
    wear: float = 0.0
    ground: Colour = (225, 235, 238)
    back: Colour = (170, 120, 50)
    texture: str = "plain"
    red_circle: str = "painted"

    @property
    def dark(self) -> Colour:
        """Return the paint of numerals and winds."""
        return self.inks.blue if self.palette == "chinese" else self.inks.black


def sample_style(
    rng: np.random.Generator, *, fonts: Sequence[Path] = (), art: Sequence[Path] = ()
) -> FaceStyle:
    """Draw a random set; `fonts` and `art` families add variety to characters and faces."""
    palette = one_of(rng, ("chinese", "chinese", "chinese", "japanese", "dark"))
    return FaceStyle(
        seed=int(rng.integers(2**31)),
        inks=_inks(rng),
        palette=palette,
        pip=one_of(rng, ("rings", "rings", "rings", *PIPS) if palette == "chinese" else PIPS),
        big_pip=one_of(rng, BIG_PIPS),
        stick=one_of(rng, ("lobes", "lobes", *STICKS) if palette == "chinese" else STICKS),
        bird=one_of(rng, BIRDS),
        eight=one_of(rng, ("MW", "WM")),
        red_row=one_of(rng, ("column", "column", "row")),
        white=one_of(rng, ("double", "double", "notched", "frame", "blank", "glyph", "letter")),
        wan="萬" if rng.random() < 0.88 else "万",
        five="伍" if rng.random() < 0.8 else "五",
        simplified="东发兰" if rng.random() < 0.1 else "",
        numerals=one_of(rng, ("left", "left", "none", "none", "both")),
        flower_marks=one_of(rng, ("both", "both", "number", "character", "chinese number")),
        weight=float(rng.uniform(0.75, 1.35)),
        size=float(rng.uniform(0.8, 0.98)),
        font=fonts[int(rng.integers(len(fonts)))] if fonts and rng.random() < 0.55 else None,
        art=art[int(rng.integers(len(art)))] if art and rng.random() < 0.3 else None,
        engraved=float(rng.uniform(0.0, 1.0)),
        wear=float(max(0.0, rng.uniform(-0.3, 0.35))),
        ground=_ground(rng),
        back=_back(rng),
    )


def one_of(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """Draw one of several choices."""
    return choices[int(rng.integers(len(choices)))]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return a BGR colour from a hue in degrees; saturation and value are in 0..1."""
    r, g, b = colorsys.hsv_to_rgb((hue % 360) / 360, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return (round(b * 255), round(g * 255), round(r * 255))


def _inks(rng: np.random.Generator) -> Inks:
    depth = float(rng.uniform(0.6, 1.15))
    return Inks(
        blue=hsv(rng.uniform(215, 242), rng.uniform(0.7, 0.95), depth * rng.uniform(0.45, 0.75)),
        green=hsv(rng.uniform(125, 168), rng.uniform(0.6, 0.95), depth * rng.uniform(0.28, 0.5)),
        red=hsv(rng.uniform(-8, 12), rng.uniform(0.7, 0.92), min(0.95, depth * rng.uniform(0.62, 0.9))),
        black=hsv(rng.uniform(0, 360), rng.uniform(0.05, 0.45), rng.uniform(0.08, 0.22)),
    )


def _ground(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.2:  # old bone or yellow sets
        return hsv(rng.uniform(40, 58), rng.uniform(0.2, 0.45), rng.uniform(0.78, 0.95))
    return hsv(rng.uniform(25, 70), rng.uniform(0.0, 0.12), rng.uniform(0.88, 1.0))


def _back(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.3:
        return hsv(rng.uniform(125, 160), rng.uniform(0.55, 0.95), rng.uniform(0.3, 0.75))
    if kind < 0.6:
        return hsv(rng.uniform(195, 225), rng.uniform(0.45, 0.95), rng.uniform(0.45, 0.95))
    if kind < 0.75:
        return hsv(rng.uniform(28, 48), rng.uniform(0.6, 0.95), rng.uniform(0.6, 0.95))
    return hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.8), rng.uniform(0.15, 0.85))


Material = Literal["black", "green", "yellow", "wooden", "clear", "printed", "worn"]
MATERIALS: tuple[Material, ...] = ("black", "green", "yellow", "wooden", "clear", "printed", "worn")
Part = Literal["training", "held out"]
"""The designs to draw: those for training, or those for measuring."""

_CYCLE, _KEPT = 60.0, (20.0, 40.0)  # of every 60 degrees of hue these are kept for measuring


class _Draw(NamedTuple):
    """Random colours of one part."""

    rng: np.random.Generator
    part: Part

    def between(self, low: float, high: float) -> float:
        """Draw a number of a range."""
        return float(self.rng.uniform(low, high))

    def hue(self, low: float = 0.0, high: float = 360.0) -> float:
        """Draw a hue of a range that is at least 60 degrees wide."""
        while True:
            hue = self.between(low, high)
            kept = _KEPT[0] <= hue % _CYCLE < _KEPT[1]
            if kept == (self.part == "held out"):
                return hue

    def colour(
        self, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
    ) -> Colour:
        """Draw a colour of ranges of hue, saturation and value."""
        return hsv(self.hue(*hue), self.between(*saturation), self.between(*value))


def of_material(
    style: FaceStyle, material: Material, rng: np.random.Generator, *, part: Part = "training"
) -> FaceStyle:
    """Return the same drawing in a material; held-out designs differ in paints, brush and size as well."""
    draw = _Draw(rng, part)
    made = _MADE_OF[material](replace(style, art=None), draw)
    if part == "held out":
        made = replace(made, weight=draw.between(1.38, 1.55), size=draw.between(0.74, 0.79))
    return made


def _black(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it black or nearly so, with pale paints; the back as dark, or of any colour."""
    ground = draw.colour((0, 360), (0.0, 0.45), (0.04, 0.24))
    back = ground if draw.rng.random() < 0.4 else draw.colour((0, 360), (0.2, 0.9), (0.1, 0.9))
    inks, palette = _pale_inks(draw), one_of(draw.rng, ("chinese", "chinese", "japanese", "dark"))
    return replace(style, ground=ground, back=back, inks=inks, palette=palette)


def _green(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make faces of jade, green, blue or red, light with dark paints or deep with pale ones."""
    hue = draw.hue(80, 260) if draw.rng.random() < 0.8 else draw.hue()
    if draw.rng.random() < 0.5:
        ground = hsv(hue, draw.between(0.45, 0.9), draw.between(0.22, 0.5))
        inks = _pale_inks(draw)
    else:
        ground, inks = hsv(hue, draw.between(0.2, 0.5), draw.between(0.65, 0.95)), style.inks
    back = hsv(hue, draw.between(0.3, 0.9), draw.between(0.2, 0.9)) if draw.rng.random() < 0.5 else style.back
    return replace(style, ground=ground, back=back, inks=inks)


def _yellow(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it amber, butterscotch or yellowed plastic, often with the same back."""
    ground = draw.colour((20, 80), (0.4, 0.85), (0.75, 0.98))
    back = ground if draw.rng.random() < 0.4 else style.back
    return replace(style, ground=ground, back=back)


def _wooden(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it bamboo or wood with its grain, burnt or painted; the body is the same wood, or bamboo behind
    bone."""
    ground = draw.colour((0, 80), (0.25, 0.65), (0.45, 0.9))
    dark = hsv(25, 0.5, draw.between(0.1, 0.25))
    burnt = Inks(blue=dark, green=dark, red=dark, black=dark)
    inks = burnt if draw.rng.random() < 0.35 else style.inks
    back = ground if draw.rng.random() < 0.6 else draw.colour((0, 80), (0.3, 0.7), (0.3, 0.7))
    return replace(style, ground=ground, back=back, inks=inks, texture="grain")


def _clear(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it clear or milky plastic: body, back and face of one pale tint, light at the edges."""
    ground = draw.colour((0, 360), (0.05, 0.45), (0.6, 0.95))
    return replace(style, ground=ground, back=ground, texture="clear", engraved=draw.between(0, 0.4))


def _printed(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it paper or card, printed to the edge: a tinted ground, a frame, nothing carved, a patterned
    back."""
    ground = draw.colour((0, 360), (0.0, 0.35), (0.8, 1.0))
    back = draw.colour((0, 360), (0.3, 0.9), (0.3, 0.9))
    return replace(style, ground=ground, back=back, texture="frame", engraved=0.0, wear=0.0)


def _worn(style: FaceStyle, draw: _Draw) -> FaceStyle:
    """Make it old bone or plastic: stained unevenly, much of the paint gone."""
    ground = draw.colour((0, 80), (0.15, 0.5), (0.6, 0.95))
    return replace(style, ground=ground, texture="stains", wear=draw.between(0.35, 0.75))


_MADE_OF: dict[Material, Callable[[FaceStyle, _Draw], FaceStyle]] = {
    "black": _black, "green": _green, "yellow": _yellow, "wooden": _wooden, "clear": _clear,
    "printed": _printed, "worn": _worn,
}  # fmt: skip


def _pale_inks(draw: _Draw) -> Inks:
    """Draw paints for a dark ground. Only measured designs have gold throughout, or white with red."""
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
