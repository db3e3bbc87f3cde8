"""The bird of 1s 幺鸡 in several drawings, each of brush strokes."""

from __future__ import annotations

import math
from collections.abc import Callable

from paiyan.datasets.synth.faces.canvas import CLEAR, Point, Sheet
from paiyan.datasets.synth.faces.style import FaceStyle


def draw_bird(sheet: Sheet, style: FaceStyle) -> None:
    """1s in the set's drawing of it."""
    _BIRD[style.bird](sheet, style)


def _head(sheet: Sheet, style: FaceStyle, at: Point, radius: float, *, facing: int) -> None:
    """A head with an eye, a beak and a comb; `facing` is -1 left, 1 right."""
    red = style.inks.red
    x, y = at
    sheet.disc(at, radius, red)
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
    """A phoenix, wings open, long tail feathers below."""
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
    """A peacock on its feet, the fan of its tail raised behind."""
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
    """A small bird on a twig with its tail hanging down."""
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
    """A long-necked bird standing, its wing in rows of feathers."""
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
