"""Draw circles 筒 and bamboo 索: the places of pips and sticks, their forms, and the birds of 1s 幺鸡."""

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
    """Return the paint of a colour letter in this set; with `red` everything is red 赤."""
    inks = style.inks
    if red or letter == "r":
        return inks.red
    if letter == "g":
        return inks.green if style.palette != "dark" else inks.black
    return inks.blue if style.palette == "chinese" else inks.black


def _letters(style: FaceStyle, number: int, suit: str) -> str:
    """Return the colour letters of a number's pips or sticks in this set."""
    if suit == "p":
        colours = _CIRCLES[number][1]
        return colours.replace("g", "b") if style.palette == "japanese" else colours
    colours = _STICKS[number][1]
    if number == 9 and style.red_row == "row":
        colours = "gggrrrbbb"
    return colours if style.palette == "chinese" else colours.replace("b", "g")


def paints(style: FaceStyle, code: int) -> tuple[tuple[Point, Colour], ...]:
    """Return the places of a circle or bamboo tile's pips or sticks, and the paint of each."""
    suit, number, layout = ("p", code - 8, _CIRCLES) if code < 18 else ("s", code - 17, _STICKS)
    if number not in layout:
        return ((_MIDDLE, paint(style, "b" if suit == "p" else "g")),)
    letters = _letters(style, number, suit)
    return tuple((at, paint(style, x)) for at, x in zip(layout[number][2], letters, strict=True))


def draw_circles(sheet: Sheet, number: int, style: FaceStyle, *, red: str = "") -> None:
    """Draw 1p–9p; `red` for the red five 赤五筒."""
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
    """Draw a clear cut stone set into the tile: grey facets that the ground shines through, and a glint."""
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
    """Draw 2s–9s; the bird of 1s is another drawing. `red` for the red five 赤五索."""
    if number == 8:
        _eight(sheet, style)
        return
    height, _, places = _STICKS[number]
    for letter, place in zip(_letters(style, number, "s"), places, strict=True):
        _stick(sheet, place, height, 0.0, paint(style, letter, red=red), style)


def _eight(sheet: Sheet, style: FaceStyle) -> None:
    """Draw two zigzags: M over W, or W over M."""
    colour = paint(style, "g")
    for top, up in ((39.0, style.eight == "WM"), (97.0, style.eight != "WM")):
        for x in (17.0, 83.0):
            _stick(sheet, (x, top), 48, 0.0, colour, style)
        for x, lean in ((36.0, -1), (64.0, 1)):
            tilt = lean * 33.0 * (-1 if up else 1)
            _stick(sheet, (x, top), 40, tilt, colour, style)


def _stick(sheet: Sheet, centre: Point, height: float, tilt: float, colour: Colour, style: FaceStyle) -> None:
    """Draw one bamboo stick turned by `tilt` degrees clockwise."""
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


def _lobes(sheet: Sheet, place: _At, wide: float, colour: Colour) -> None:
    r = wide * 0.95
    sheet.line([place(0, -0.78), place(0, 0.78)], colour, width=wide * 1.5)
    for y in (-0.78, 0.0, 0.78):
        sheet.disc(place(0, y), r, colour)
    for y in (-0.42, 0.42):
        sheet.line([place(0, y - 0.2), place(0, y + 0.2)], CLEAR, width=wide * 0.42)


def _bone(sheet: Sheet, place: _At, wide: float, colour: Colour) -> None:
    for y0, y1 in ((-0.98, -0.06), (0.06, 0.98)):
        sheet.line([place(0, y0), place(0, y1)], colour, width=wide * 1.1)
        for y in (y0, y1):
            sheet.line([place(-0.75, y), place(0.75, y)], colour, width=wide * 0.5)
        sheet.line([place(0, y0 + 0.2), place(0, y1 - 0.2)], CLEAR, width=wide * 0.3)
    sheet.line([place(-0.9, 0), place(0.9, 0)], colour, width=wide * 0.35)


def _segments(sheet: Sheet, place: _At, wide: float, colour: Colour) -> None:
    for y in (-0.66, 0.0, 0.66):
        sheet.polygon(
            [
                place(-0.8, y - 0.29),
                place(0.8, y - 0.29),
                place(0.6, y),
                place(0.8, y + 0.29),
                place(-0.8, y + 0.29),
                place(-0.6, y),
            ],
            colour,
        )
    sheet.line([place(0, -0.9), place(0, 0.9)], colour, width=wide * 0.5)


def _plain(sheet: Sheet, place: _At, wide: float, colour: Colour) -> None:
    sheet.line([place(0, -0.85), place(0, 0.85)], colour, width=wide * 1.5)
    sheet.line([place(-0.15, -0.7), place(-0.15, 0.7)], CLEAR, width=wide * 0.28)
    sheet.line([place(-0.8, 0), place(0.8, 0)], colour, width=wide * 0.4)


def _slot(sheet: Sheet, place: _At, wide: float, colour: Colour) -> None:
    sheet.line([place(0, -0.84), place(0, 0.84)], colour, width=wide * 1.9)
    sheet.line([place(0, -0.74), place(0, 0.74)], CLEAR, width=wide * 1.05)
    sheet.line([place(0, -0.66), place(0, 0.66)], colour, width=wide * 0.4)
    sheet.line([place(-0.9, 0), place(0.9, 0)], colour, width=wide * 0.5)


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


def draw_bird(sheet: Sheet, style: FaceStyle) -> None:
    """Draw 1s with the set's bird."""
    _BIRD[style.bird](sheet, style)


def _head(sheet: Sheet, style: FaceStyle, centre: Point, radius: float, *, facing: int) -> None:
    """Draw a head with an eye, a beak and a comb; `facing` is -1 left, 1 right."""
    red = style.inks.red
    x, y = centre
    sheet.disc(centre, radius, red)
    sheet.disc((x + facing * radius * 0.2, y - radius * 0.15), radius * 0.38, CLEAR)
    sheet.disc((x + facing * radius * 0.25, y - radius * 0.15), radius * 0.2, style.inks.black)
    tip = (x + facing * radius * 2.1, y + radius * 0.25)
    sheet.polygon(
        [(x + facing * radius * 0.6, y - radius * 0.5), tip, (x + facing * radius * 0.6, y + radius * 0.6)],
        red,
    )
    for i in range(3):
        sheet.curve(
            [
                (x, y - radius),
                (x - facing * (2 + i * 2.5), y - radius * 1.6),
                (x - facing * (3 + i * 4), y - radius * 2.2 - i),
            ],
            red,
            widths=(2.2, 1.6, 0.8),
        )  # fmt: skip


def _flying(sheet: Sheet, style: FaceStyle) -> None:
    """Draw a phoenix, wings open, long tail feathers below."""
    blue, green, red = (style.dark, style.inks.green, style.inks.red)
    _head(sheet, style, (36, 30), 6.5, facing=-1)
    sheet.curve([(40, 34), (46, 48), (56, 64)], blue, widths=(5, 12, 9))
    for i in range(7):
        t = i / 6
        sheet.curve(
            [(46 + 8 * t, 46 + 16 * t), (66 + 2 * t, 44 + 10 * t), (88 - 6 * t, 34 + 16 * t)],
            blue,
            widths=(2.5, 4.2, 1.2),
        )
    for i in range(4):
        t = i / 3
        sheet.curve(
            [(50 + 4 * t, 60 + 5 * t), (34 + 2 * t, 66 + 7 * t), (15 + 6 * t, 68 + 14 * t)],
            green,
            widths=(3, 5, 1.5),
        )
    sheet.curve([(56, 64), (68, 84), (84, 118)], red, widths=(4, 6.5, 2))
    sheet.curve([(56, 66), (62, 92), (66, 124)], green, widths=(3.5, 5.5, 1.5))
    sheet.curve([(54, 66), (50, 92), (42, 122)], green, widths=(3.5, 5.0, 1.5))
    sheet.curve([(44, 34), (60, 22), (76, 14)], green, widths=(1.5, 3.6, 1.2))
    sheet.curve([(44, 52), (50, 60)], CLEAR, widths=(1.6, 1.6))


def _peacock(sheet: Sheet, style: FaceStyle) -> None:
    """Draw a peacock on its feet, the fan of its tail raised behind."""
    green, red, dark = style.inks.green, style.inks.red, style.dark
    for i in range(9):
        a = math.radians(-160 + i * 17.5)
        end = (58 + 44 * math.cos(a), 62 + 46 * math.sin(a))
        sheet.curve([(56, 78), ((56 + end[0]) / 2, (78 + end[1]) / 2), end], green, widths=(2, 3, 3))
        sheet.disc(end, 6.0, green)
        sheet.disc(end, 3.6, CLEAR)
        sheet.disc(end, 2.3, red)
    sheet.ellipse((52, 88), (17, 13), dark, angle=-20)
    for i in range(3):
        sheet.curve([(44 + i * 7, 82), (50 + i * 6, 90), (47 + i * 7, 97)], CLEAR, widths=(1.2, 1.6, 1.2))
    sheet.curve([(42, 84), (32, 72), (30, 60)], dark, widths=(8, 6, 5.5))
    _head(sheet, style, (28, 54), 5.6, facing=-1)
    for x in (48, 57):
        sheet.line([(x, 99), (x - 1, 114)], red, width=2.2)
        sheet.line([(x - 6, 116), (x - 1, 113), (x + 4, 116)], red, width=2.0)


def _sparrow(sheet: Sheet, style: FaceStyle) -> None:
    """Draw a small bird on a twig with its tail hanging down."""
    green, red, dark = style.inks.green, style.inks.red, style.dark
    sheet.ellipse((48, 58), (14, 23), green, angle=24)
    for i in range(4):
        sheet.curve(
            [(38 + i * 4, 46 + i * 8), (46 + i * 4, 50 + i * 8), (56 + i, 48 + i * 8)],
            CLEAR,
            widths=(1.2, 1.8, 1.0),
        )
    sheet.curve([(58, 44), (68, 58), (66, 80)], dark, widths=(5, 9, 2))
    _head(sheet, style, (60, 31), 9, facing=1)
    for i, colour in enumerate((dark, red, green)):
        sheet.curve([(38, 78), (30 + i * 4, 98), (18 + i * 13, 122)], colour, widths=(4, 5.5, 2))
    sheet.curve([(14, 88), (44, 84), (88, 92)], dark, widths=(2, 3.4, 2))
    for x, y in ((76, 84), (86, 98), (22, 80)):
        sheet.ellipse((x, y), (7, 3.2), green, angle=-35)


def _crane(sheet: Sheet, style: FaceStyle) -> None:
    """Draw a long-necked bird standing, its wing in rows of feathers."""
    green, red, dark = style.inks.green, style.inks.red, style.dark
    sheet.curve([(34, 28), (26, 44), (44, 58), (50, 72)], dark, widths=(5, 5, 7, 12))
    _head(sheet, style, (36, 24), 6.5, facing=1)
    for row in range(4):
        for i in range(4 - row // 2):
            x, y = 46 + row * 8 - i * 2, 66 + i * 8 + row * 3
            sheet.ellipse((x, y), (8.5, 4.2), green if row % 2 else dark, angle=35)
            sheet.ellipse((x + 0.5, y + 0.3), (4.5, 1.4), CLEAR, angle=35)
    for i, colour in enumerate((red, green, red, dark)):
        sheet.curve([(70, 84), (78 + i * 2, 98), (90 - i * 9, 124)], colour, widths=(3, 4.6, 1.5))
    for x in (44, 54):
        sheet.line([(x, 96), (x - 2, 122)], red, width=2.4)
        sheet.line([(x - 9, 125), (x - 2, 121), (x + 5, 125)], red, width=2.2)


_BIRD: dict[str, Callable[[Sheet, FaceStyle], None]] = {
    "flying": _flying, "peacock": _peacock, "sparrow": _sparrow, "crane": _crane,
}  # fmt: skip
