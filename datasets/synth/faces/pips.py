"""Circles 筒 and bamboo 索: where the pips and sticks of each number stand, and how one of them is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from paiyan.datasets.synth.faces.canvas import CLEAR, Colour, Point, Sheet
from paiyan.datasets.synth.faces.style import FaceStyle

_MIDDLE = (50.0, 68.0)

# Colour letters: b blue, g green, r red; `_letters` turns them into those of two-coloured sets.
_CIRCLES: dict[int, tuple[float, str, tuple[Point, ...]]] = {
    2: (20, "bg", ((50, 36), (50, 100))),
    3: (16.5, "brg", ((24, 29), (50, 68), (76, 107))),
    4: (17.5, "gbbg", ((29, 38), (71, 38), (29, 98), (71, 98))),
    5: (15.5, "gbrbg", ((26, 31), (74, 31), (50, 68), (26, 105), (74, 105))),
    6: (15.5, "ggrrrr", ((32, 26), (68, 26), (32, 74), (68, 74), (32, 107), (68, 107))),
    7: (13.5, "gggrrrr", ((21, 21), (50, 33), (79, 45), (34, 80), (66, 80), (34, 110), (66, 110))),
    8: (13.8, "bbbbbbbb", tuple((x, y) for y in (22, 52.5, 83.5, 114) for x in (34, 66))),
    9: (13.0, "gggrrrbbb", tuple((x, y) for y in (28, 68, 108) for x in (21, 50, 79))),
}
_STICKS: dict[int, tuple[float, str, tuple[Point, ...]]] = {
    2: (46, "gg", ((50, 40), (50, 96))),
    3: (46, "ggg", ((50, 38), (29, 98), (71, 98))),
    4: (46, "gggg", ((30, 38), (70, 38), (30, 98), (70, 98))),
    5: (46, "ggrgg", ((24, 38), (76, 38), (50, 68), (24, 98), (76, 98))),
    6: (46, "gggggg", tuple((x, y) for y in (39, 97) for x in (24, 50, 76))),
    7: (35, "rgbggbg", ((50, 23), *((x, y) for y in (66.5, 110) for x in (24, 50, 76)))),
    9: (34, "grggrggrg", tuple((x, y) for y in (25.5, 68, 110.5) for x in (22, 50, 78))),
}


def paint(style: FaceStyle, letter: str, *, red: str = "") -> Colour:
    """The paint of a colour letter in this set; with `red` everything is red 赤."""
    inks = style.inks
    if red or letter == "r":
        return inks.red
    if letter == "g":
        return inks.green if style.palette != "dark" else inks.black
    return inks.blue if style.palette == "chinese" else inks.black


def _letters(style: FaceStyle, number: int, suit: str) -> str:
    """The colour letters of a number's pips or sticks in this set."""
    if suit == "p":
        colours = _CIRCLES[number][1]
        return colours.replace("g", "b") if style.palette == "japanese" else colours
    colours = _STICKS[number][1]
    if number == 9 and style.red_row == "row":
        colours = "gggrrrbbb"
    return colours if style.palette == "chinese" else colours.replace("b", "g")


def paints(style: FaceStyle, code: int) -> tuple[tuple[Point, Colour], ...]:
    """The places of a circle or bamboo tile's pips or sticks, and the paint of each."""
    suit, number, layout = ("p", code - 8, _CIRCLES) if code < 18 else ("s", code - 17, _STICKS)
    if number not in layout:
        return ((_MIDDLE, paint(style, "b" if suit == "p" else "g")),)
    letters = _letters(style, number, suit)
    return tuple((at, paint(style, x)) for at, x in zip(layout[number][2], letters, strict=True))


def draw_circles(sheet: Sheet, number: int, style: FaceStyle, *, red: str = "") -> None:
    """1p–9p; `red` for the red five 赤五筒."""
    if number == 1:
        _BIG[style.big_pip](sheet, style)
        return
    radius, _, places = _CIRCLES[number]
    gem = bool(red) and style.red_circle == "gem"
    for letter, place in zip(_letters(style, number, "p"), places, strict=True):
        if gem and place == _MIDDLE:
            _gem(sheet, place, radius)
        else:
            _PIP[style.pip](sheet, place, radius, paint(style, letter, red=red))


def _gem(sheet: Sheet, centre: Point, radius: float) -> None:
    """A clear cut stone set into the tile: grey facets that the ground shines through, and a glint."""
    x, y = centre
    girdle, table = (
        [(x + radius * share * math.cos(a), y + radius * share * math.sin(a)) for a in _EIGHTHS]
        for share in (0.75, 0.42)
    )
    sheet.polygon(girdle, _STONE)
    for facet, (start, end) in enumerate(zip(girdle, (*girdle[1:], girdle[0]), strict=True)):
        if facet % 2:
            sheet.polygon([centre, start, end], _FACET)
    sheet.polygon(table, _TABLE)
    sheet.disc((x - radius * 0.3, y - radius * 0.3), radius * 0.14, (255, 255, 255))


_STONE, _FACET, _TABLE = (168, 176, 172), (120, 128, 124), (206, 212, 208)
_EIGHTHS = tuple(k * math.pi / 4 for k in range(8))


def draw_bamboo(sheet: Sheet, number: int, style: FaceStyle, *, red: str = "") -> None:
    """2s–9s; the bird of 1s is in `birds`. `red` for the red five 赤五索."""
    if number == 8:
        _eight(sheet, style)
        return
    height, _, places = _STICKS[number]
    for letter, place in zip(_letters(style, number, "s"), places, strict=True):
        _stick(sheet, place, height, 0.0, paint(style, letter, red=red), style)


def _eight(sheet: Sheet, style: FaceStyle) -> None:
    """Two zigzags: M over W, or W over M."""
    colour = paint(style, "g")
    for top, up in ((39.0, style.eight == "WM"), (97.0, style.eight != "WM")):
        for x in (17.0, 83.0):
            _stick(sheet, (x, top), 48, 0.0, colour, style)
        for x, lean in ((36.0, -1), (64.0, 1)):
            tilt = lean * 33.0 * (-1 if up else 1)
            _stick(sheet, (x, top), 40, tilt, colour, style)


def _stick(sheet: Sheet, centre: Point, height: float, tilt: float, colour: Colour, style: FaceStyle) -> None:
    """One bamboo stick turned by `tilt` degrees clockwise."""
    a = math.radians(tilt)
    wide = 6.6 * (0.85 + 0.15 * style.weight)

    def at(x: float, y: float) -> Point:  # stick units: x across, y along, both -1..1
        dx, dy = x * wide, y * height / 2
        return (
            centre[0] + dx * math.cos(a) - dy * math.sin(a),
            centre[1] + dx * math.sin(a) + dy * math.cos(a),
        )

    _STICK[style.stick](sheet, at, wide, colour)


_At = Callable[[float, float], Point]


def _lobes(sheet: Sheet, at: _At, wide: float, colour: Colour) -> None:
    r = wide * 0.95
    sheet.line([at(0, -0.78), at(0, 0.78)], colour, width=wide * 1.5)
    for y in (-0.78, 0.0, 0.78):
        sheet.disc(at(0, y), r, colour)
    for y in (-0.42, 0.42):
        sheet.line([at(0, y - 0.2), at(0, y + 0.2)], CLEAR, width=wide * 0.42)


def _bone(sheet: Sheet, at: _At, wide: float, colour: Colour) -> None:
    for y0, y1 in ((-0.98, -0.06), (0.06, 0.98)):
        sheet.line([at(0, y0), at(0, y1)], colour, width=wide * 1.1)
        for y in (y0, y1):
            sheet.line([at(-0.75, y), at(0.75, y)], colour, width=wide * 0.5)
        sheet.line([at(0, y0 + 0.2), at(0, y1 - 0.2)], CLEAR, width=wide * 0.3)
    sheet.line([at(-0.9, 0), at(0.9, 0)], colour, width=wide * 0.35)


def _segments(sheet: Sheet, at: _At, wide: float, colour: Colour) -> None:
    for y in (-0.66, 0.0, 0.66):
        sheet.polygon(
            [
                at(-0.8, y - 0.29),
                at(0.8, y - 0.29),
                at(0.6, y),
                at(0.8, y + 0.29),
                at(-0.8, y + 0.29),
                at(-0.6, y),
            ],
            colour,
        )
    sheet.line([at(0, -0.9), at(0, 0.9)], colour, width=wide * 0.5)


def _plain(sheet: Sheet, at: _At, wide: float, colour: Colour) -> None:
    sheet.line([at(0, -0.85), at(0, 0.85)], colour, width=wide * 1.5)
    sheet.line([at(-0.15, -0.7), at(-0.15, 0.7)], CLEAR, width=wide * 0.28)
    sheet.line([at(-0.8, 0), at(0.8, 0)], colour, width=wide * 0.4)


def _slot(sheet: Sheet, at: _At, wide: float, colour: Colour) -> None:
    sheet.line([at(0, -0.84), at(0, 0.84)], colour, width=wide * 1.9)
    sheet.line([at(0, -0.74), at(0, 0.74)], CLEAR, width=wide * 1.05)
    sheet.line([at(0, -0.66), at(0, 0.66)], colour, width=wide * 0.4)
    sheet.line([at(-0.9, 0), at(0.9, 0)], colour, width=wide * 0.5)


_STICK: dict[str, Callable[[Sheet, _At, float, Colour], None]] = {
    "lobes": _lobes, "bone": _bone, "segments": _segments, "plain": _plain, "slot": _slot,
}  # fmt: skip


def _around(centre: Point, radius: float, count: int, *, start: float = 0.0) -> list[Point]:
    angles = start + np.arange(count) * 2 * math.pi / count
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def _pip_rings(sheet: Sheet, c: Point, r: float, colour: Colour) -> None:
    sheet.disc(c, r, colour)
    sheet.ring(c, r * 0.72, CLEAR, width=r * 0.13)
    sheet.ring(c, r * 0.38, CLEAR, width=r * 0.13)


def _pip_flower(sheet: Sheet, c: Point, r: float, colour: Colour) -> None:
    sheet.ring(c, r * 0.88, colour, width=r * 0.22)
    for p in _around(c, r * 0.42, 6):
        sheet.disc(p, r * 0.24, colour)
    sheet.disc(c, r * 0.2, CLEAR)


def _pip_wheel(sheet: Sheet, c: Point, r: float, colour: Colour) -> None:
    sheet.disc(c, r, colour)
    sheet.disc(c, r * 0.76, CLEAR)
    sheet.disc(c, r * 0.55, colour)
    for p in _around(c, r * 0.36, 5, start=-math.pi / 2):
        sheet.line([c, p], CLEAR, width=r * 0.14)


def _pip_dot(sheet: Sheet, c: Point, r: float, colour: Colour) -> None:
    sheet.disc(c, r, colour)
    sheet.disc(c, r * 0.7, CLEAR)
    sheet.disc(c, r * 0.46, colour)


def _pip_coin(sheet: Sheet, c: Point, r: float, colour: Colour) -> None:
    sheet.disc(c, r, colour)
    sheet.ring(c, r * 0.7, CLEAR, width=r * 0.1)
    q = r * 0.26
    sheet.polygon(
        [(c[0] - q, c[1] - q), (c[0] + q, c[1] - q), (c[0] + q, c[1] + q), (c[0] - q, c[1] + q)], CLEAR
    )


_PIP: dict[str, Callable[[Sheet, Point, float, Colour], None]] = {
    "rings": _pip_rings, "flower": _pip_flower, "wheel": _pip_wheel, "dot": _pip_dot, "coin": _pip_coin,
}  # fmt: skip


def _core(sheet: Sheet, style: FaceStyle, radius: float) -> None:
    red = style.inks.red
    sheet.disc(_MIDDLE, radius, red)
    sheet.ring(_MIDDLE, radius * 0.72, CLEAR, width=radius * 0.1)
    for p in _around(_MIDDLE, radius * 0.4, 4, start=math.pi / 4):
        sheet.disc(p, radius * 0.16, CLEAR)


def _big_petals(sheet: Sheet, style: FaceStyle) -> None:
    colour = paint(style, "g")
    r = 37.0
    for i, p in enumerate(_around(_MIDDLE, r * 0.78, 16)):
        angle = i * 360 / 16
        sheet.ellipse(p, (r * 0.24, r * 0.14), colour, angle=angle)
        sheet.ellipse(p, (r * 0.14, r * 0.07), CLEAR, angle=angle)
    sheet.ring(_MIDDLE, r * 0.56, colour, width=r * 0.08)
    _core(sheet, style, r * 0.46)


def _big_rings(sheet: Sheet, style: FaceStyle) -> None:
    r = 37.0
    sheet.disc(_MIDDLE, r, paint(style, "b"))
    sheet.ring(_MIDDLE, r * 0.8, CLEAR, width=r * 0.09)
    sheet.disc(_MIDDLE, r * 0.6, CLEAR)
    sheet.disc(_MIDDLE, r * 0.52, paint(style, "g"))
    sheet.disc(_MIDDLE, r * 0.38, CLEAR)
    _core(sheet, style, r * 0.32)


def _big_wheel(sheet: Sheet, style: FaceStyle) -> None:
    r = 39.0
    sheet.disc(_MIDDLE, r, paint(style, "b"))
    for p in _around(_MIDDLE, r * 0.76, 12):
        sheet.disc(p, r * 0.12, CLEAR)
    sheet.disc(_MIDDLE, r * 0.56, CLEAR)
    _core(sheet, style, r * 0.5)


def _big_gear(sheet: Sheet, style: FaceStyle) -> None:
    r = 38.0
    colour = paint(style, "g")
    sheet.ring(_MIDDLE, r * 0.95, colour, width=r * 0.09)
    for p in _around(_MIDDLE, r * 0.86, 24):
        sheet.line([_MIDDLE, p], colour, width=r * 0.06)
    sheet.disc(_MIDDLE, r * 0.66, CLEAR)
    sheet.ring(_MIDDLE, r * 0.6, paint(style, "b"), width=r * 0.1)
    _core(sheet, style, r * 0.46)


_BIG: dict[str, Callable[[Sheet, FaceStyle], None]] = {
    "petals": _big_petals, "rings": _big_rings, "wheel": _big_wheel, "gear": _big_gear,
}  # fmt: skip
