"""Flowers and seasons 花牌 in many designs: what is printed on them tells them apart, whatever is drawn.

Sets agree on little but this: the flowers are plum, orchid, chrysanthemum and bamboo 梅蘭菊竹, the seasons
春夏秋冬, and each carries its character, its number 1 to 4, or both. Where there is only a number, black,
blue or green Arabic ones are the flowers and red or Chinese ones the seasons.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from paiyan.datasets.synth.faces.canvas import CLEAR, Colour, Point, Sheet
from paiyan.datasets.synth.faces.characters import draws, printed, write
from paiyan.datasets.synth.faces.flowers import NAMES, PLANTS, bloom, leaf, pompon
from paiyan.datasets.synth.faces.style import FaceStyle, FlowerDesign, Marks, hsv

T = TypeVar("T")
_ENGLISH = ("PLUM", "ORC", "MUM", "BAM", "SPR", "SUM", "AUT", "WIN")
_CHINESE = "一二三四"
_MARKS = ("both", "both", "both", "number", "character", "english", "chinese both")
_SEASON_MARKS = (*_MARKS, "chinese number", "chinese number")
_PICTURES = ("plants", "plants", "any plant", "sprig", "sprig", "pot", "none")
_SEASON_PICTURES = (*_PICTURES, "person", "person")


def sample_design(rng: np.random.Generator, style: FaceStyle) -> FlowerDesign:
    """A design at random, in the paints of a set or a little beside them."""
    inks = style.inks
    dark = _one(rng, (style.dark, style.dark, inks.blue, inks.green, inks.black))
    red = inks.red if rng.random() < 0.8 else hsv(rng.uniform(-20, 16), 0.85, rng.uniform(0.55, 0.9))
    return FlowerDesign(
        seed=int(rng.integers(2**31)),
        flowers=_marks(rng, _one(rng, _MARKS), dark, red),
        seasons=_marks(rng, _one(rng, _SEASON_MARKS), red, dark),
        flower_picture=_one(rng, _PICTURES),
        season_picture=_one(rng, _SEASON_PICTURES),
    )


def _marks(rng: np.random.Generator, kind: str, own: Colour, other: Colour) -> Marks:
    """Marks in a paint of their own, and where a character says what it is also in another."""
    character, number = own, own
    if kind not in ("number", "chinese number") and rng.random() < 0.65:
        number = other
        if rng.random() < 0.3:
            character, number = number, character
    return Marks(
        kind=kind,
        character=character,
        number=number,
        corner=_one(rng, ("left", "right")),
        below=rng.random() < 0.12,
        size=float(rng.uniform(22, 38)),
        weight=float(rng.uniform(9, 16)),
    )


def _one(rng: np.random.Generator, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]


def draw_designed(sheet: Sheet, number: int, style: FaceStyle) -> None:
    """1f–8f as the set's design has them. Raises `ValueError` where it has none."""
    if style.flowers is None:
        raise ValueError("the set has no design of flowers: sample_design() gives one")
    season = number > 4
    design = style.flowers
    rng = np.random.default_rng((design.seed, number))
    picture = design.season_picture if season else design.flower_picture
    _DRAWN[picture](sheet, number, replace(style, seed=design.seed), rng)
    _draw_marks(sheet, number, design.seasons if season else design.flowers, style, large=picture == "none")


def _draw_marks(sheet: Sheet, number: int, marks: Marks, style: FaceStyle, *, large: bool) -> None:
    """Character, or an English word where the font has letters, and number in the upper corners; with no
    picture on the tile what says most is large."""
    rank, side = (number - 1) % 4, marks.corner
    name = NAMES[number - 1]
    if name == "蘭" and style.simplified:
        name = "兰"
    word = _ENGLISH[number - 1]
    if marks.kind == "english" and style.font is not None and draws(style.font, word[0]):
        wide = min(12.0 * len(word), 48.0)
        box = (wide, marks.size * 0.7)
        sheet.paste(printed(style.font, word), _corner(side, wide), box, marks.character)
    elif marks.kind not in ("number", "chinese number"):
        at, size = _corner(side, marks.size), (marks.size, marks.size)
        if large:
            at, size = (18.0, 38.0), (64.0, 78.0)
        write(sheet, name, corner=at, size=size, colour=marks.character, width=marks.weight, font=style.font)
    if marks.kind == "character":
        return
    chinese = marks.kind.startswith("chinese")
    text = _CHINESE[rank] if chinese else str(rank + 1)
    alone = marks.kind in ("number", "chinese number")
    high = marks.size * (1.15 if alone else 0.9)
    wide = high if chinese else high * 0.72
    at = _corner(side if alone else _OTHER[side], wide)
    if marks.below and not alone:
        at = (_corner(side, wide)[0], 4 + marks.size + 3)
    if large and alone:
        at, wide, high = (22.0, 34.0), 56.0, 76.0
    font = style.font if chinese or (style.font is not None and number % 2) else None
    write(sheet, text, corner=at, size=(wide, high), colour=marks.number, width=marks.weight, font=font)


_OTHER = {"left": "right", "right": "left"}


def _corner(side: str, wide: float) -> Point:
    return (4.0 if side == "left" else 96.0 - wide, 3.0)


def _plants(sheet: Sheet, number: int, style: FaceStyle, rng: np.random.Generator) -> None:
    PLANTS[number - 1](sheet, style, rng)


def _any_plant(sheet: Sheet, number: int, style: FaceStyle, rng: np.random.Generator) -> None:
    """The plants in an order of the set's own: where they are no help, the marks must be read."""
    order = np.random.default_rng(style.seed).permutation(len(PLANTS))
    PLANTS[order[number - 1]](sheet, style, rng)


def _sprig(sheet: Sheet, _: int, style: FaceStyle, rng: np.random.Generator, *, foot: float = 128.0) -> None:
    """A twig of no known plant: stems, leaves and blooms in the set's paints."""
    inks = (style.inks.green, style.dark, style.inks.red, style.inks.blue)
    wood, green, red = (inks[int(rng.choice(4, p=p))] for p in _LIKELY)
    for _ in range(int(rng.integers(1, 4))):
        x = rng.uniform(30, 70, size=3) + np.array([0, rng.normal(0, 12), rng.normal(0, 20)])
        points = list(zip(x.tolist(), (foot, rng.uniform(70, 105), rng.uniform(42, 70)), strict=True))
        sheet.curve(points, wood, widths=(rng.uniform(2, 5), rng.uniform(2, 4), 1.5))
        for _ in range(int(rng.integers(0, 7))):
            px, py = points[1 + int(rng.integers(2))]
            at = (px + rng.normal(0, 9), py + rng.normal(0, 12))
            leaf(sheet, at, rng.uniform(9, 26), rng.uniform(0, 360), green, wide=rng.uniform(0.2, 0.5))
        flower = pompon if rng.random() < 0.3 else bloom
        for px, py in points[1 : 1 + int(rng.integers(1, 3))]:
            flower(sheet, (px, py), rng.uniform(8, 22), red, petals=int(rng.integers(4, 10)))


_LIKELY = ((0.5, 0.3, 0.1, 0.1), (0.7, 0.15, 0.05, 0.1), (0.1, 0.15, 0.65, 0.1))


def _pot(sheet: Sheet, number: int, style: FaceStyle, rng: np.random.Generator) -> None:
    """A sprig in a pot."""
    _sprig(sheet, number, style, rng, foot=104.0)
    colour, other = style.inks.blue if style.seed % 2 else style.dark, style.inks.red
    top, foot, y = rng.uniform(18, 30), rng.uniform(12, 22), rng.uniform(94, 104)
    sheet.polygon([(50 - top, y), (50 + top, y), (50 + foot, 130), (50 - foot, 130)], colour)
    for k in range(int(rng.integers(1, 4))):
        line = y + 6 + 8 * k
        sheet.line([(52 - foot, line), (48 + foot, line)], CLEAR if k % 2 else other, width=2.2)


def _person(sheet: Sheet, _: int, style: FaceStyle, rng: np.random.Generator) -> None:
    """Someone in a robe, as the seasons of painted sets have them."""
    x, tall = 50 + rng.normal(0, 6), rng.uniform(34, 46)
    robe, sash = (style.inks.red, style.dark) if rng.random() < 0.5 else (style.inks.green, style.inks.red)
    wide = rng.uniform(16, 28)
    sheet.polygon([(x - 9, tall + 14), (x + 9, tall + 14), (x + wide, 128), (x - wide, 128)], robe)
    for side in (-1, 1):
        hand = (x + side * rng.uniform(16, 34), rng.uniform(66, 96))
        sheet.curve([(x + side * 8, tall + 18), hand], robe, widths=(8, 10, 6))
        if rng.random() < 0.5:
            sheet.line([hand, (hand[0] + side * 4, rng.uniform(40, 122))], style.dark, width=2.4)
    sheet.line([(x - 0.6 * wide, 92), (x + 0.6 * wide, 90)], sash, width=5)
    sheet.disc((x, tall + 4), 10, style.dark)
    sheet.disc((x, tall + 5.5), 7.5, CLEAR)
    for _ in range(int(rng.integers(2, 6))):
        a, b = rng.uniform(0, math.pi, size=2)
        sheet.line([(x - 14 * math.cos(a), 112), (x + 14 * math.cos(b), 124)], CLEAR, width=1.6)


def _nothing(*_: object) -> None:
    """No picture: the character is all there is."""


_DRAWN: dict[str, Callable[[Sheet, int, FaceStyle, np.random.Generator], None]] = {
    "plants": _plants, "any plant": _any_plant, "sprig": _sprig, "pot": _pot, "person": _person,
    "none": _nothing,
}  # fmt: skip
