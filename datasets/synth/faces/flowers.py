"""Flowers and seasons 花牌: plum orchid chrysanthemum bamboo, spring summer autumn winter."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from paiyan.datasets.synth.faces.canvas import CLEAR, Colour, Point, Sheet
from paiyan.datasets.synth.faces.characters import write
from paiyan.datasets.synth.faces.style import FaceStyle

NAMES = "梅蘭菊竹春夏秋冬"


def draw_flower(sheet: Sheet, number: int, style: FaceStyle) -> None:
    """1f–8f: a plant, and the marks that the set puts in the corners."""
    PLANTS[number - 1](sheet, style, np.random.default_rng((style.seed, number)))
    _marks(sheet, number, style)


def _marks(sheet: Sheet, number: int, style: FaceStyle) -> None:
    season = number > 4
    ink, other = (style.inks.red, style.dark) if season else (style.dark, style.inks.red)
    if style.seed % 3 == 0:
        ink, other = style.dark, style.inks.red
    name = NAMES[number - 1]
    if name == "蘭" and style.simplified:
        name = "兰"
    rank = (number - 1) % 4 + 1
    swap = season != (style.seed % 2 == 0)
    left, right = (2.0, 3.0), (70.0, 3.0)
    character, digit = (right, left) if swap else (left, right)
    if style.flower_marks in ("both", "character", "chinese number"):
        text = name if style.flower_marks != "chinese number" else "一二三四"[rank - 1]
        write(sheet, text, corner=character, size=(28, 29), colour=ink, width=9, font=style.font)
    if style.flower_marks in ("both", "number"):
        colour = ink if style.seed % 5 else other
        write(sheet, str(rank), corner=(digit[0] + 3, digit[1]), size=(23, 27), colour=colour, width=14)


def leaf(sheet: Sheet, at: Point, length: float, angle: float, colour: Colour, *, wide: float = 0.3) -> None:
    a = math.radians(angle)
    tip = (at[0] + length * math.cos(a), at[1] + length * math.sin(a))
    bend = (at[0] + length * 0.5 * math.cos(a + 0.25), at[1] + length * 0.5 * math.sin(a + 0.25))
    sheet.curve([at, bend, tip], colour, widths=(1.0, length * wide, length * wide * 0.8, 0.8))


def bloom(sheet: Sheet, at: Point, radius: float, colour: Colour, *, petals: int = 5) -> None:
    for i in range(petals):
        a = 2 * math.pi * i / petals - math.pi / 2
        p = (at[0] + radius * 0.6 * math.cos(a), at[1] + radius * 0.6 * math.sin(a))
        sheet.disc(p, radius * 0.46, colour)
        sheet.disc(p, radius * 0.28, CLEAR)
    sheet.disc(at, radius * 0.3, colour)


def pompon(sheet: Sheet, at: Point, radius: float, colour: Colour, *, petals: int = 14) -> None:
    for ring, share in ((1.0, 0.95), (0.62, 0.62)):
        for i in range(petals):
            a = 2 * math.pi * (i + ring) / petals
            c = (at[0] + radius * share * 0.7 * math.cos(a), at[1] + radius * share * 0.62 * math.sin(a))
            sheet.ellipse(c, (radius * 0.34 * share, radius * 0.13), colour, angle=math.degrees(a))
            sheet.ellipse(c, (radius * 0.2 * share, radius * 0.05), CLEAR, angle=math.degrees(a))
    sheet.disc(at, radius * 0.26, colour)


def _twig(
    sheet: Sheet,
    style: FaceStyle,
    points: list[Point],
    rng: np.random.Generator,
    *,
    leaves: int,
    width: float = 3.4,
) -> None:
    green = style.inks.green
    sheet.curve(points, green, widths=(width, width, width * 0.6))
    for _ in range(leaves):
        t = float(rng.uniform(0.1, 0.95)) * (len(points) - 1)
        i, f = int(t), t - int(t)
        p = (points[i][0] * (1 - f) + points[i + 1][0] * f, points[i][1] * (1 - f) + points[i + 1][1] * f)
        leaf(sheet, p, float(rng.uniform(9, 16)), float(rng.uniform(-175, -5)), green)


def _plum(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    dark = style.inks.green if style.seed % 2 else style.dark
    sheet.curve([(30, 128), (46, 108), (40, 86), (58, 62), (56, 40)], dark, widths=(5, 4.5, 3.6, 2.6, 1.4))
    sheet.curve([(41, 88), (24, 76), (16, 58)], dark, widths=(3, 2.4, 1.2))
    sheet.curve([(46, 106), (70, 100), (86, 84)], dark, widths=(3, 2.4, 1.2))
    for p, r in (((54, 92), 13.0), ((18, 56), 8.0), ((58, 50), 8.5), ((85, 82), 8.5), ((24, 102), 7.5)):
        bloom(sheet, (p[0] + float(rng.uniform(-2, 2)), p[1]), r, style.inks.red)


def _orchid(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    green = style.inks.green
    for end, mid in (
        ((14, 76), (30, 78)),
        ((30, 44), (42, 70)),
        ((62, 34), (46, 66)),
        ((88, 62), (64, 66)),
        ((84, 98), (66, 92)),
    ):
        jitter = float(rng.uniform(-3, 3))
        sheet.curve(
            [(47, 126), (mid[0], mid[1] + 14), (end[0] + jitter, end[1])], green, widths=(3, 5.5, 5, 1)
        )
    for p in ((24, 94), (76, 80), (34, 64)):
        for a in (-150, -90, -30, 60, 120):
            leaf(sheet, p, 8.5, a, style.inks.red, wide=0.42)


def _chrysanthemum(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    _twig(sheet, style, [(56, 128), (50, 108), (48, 84)], rng, leaves=0)
    for p, a in (
        ((53, 112), -160),
        ((53, 116), -20),
        ((50, 100), -150),
        ((51, 104), -30),
        ((54, 120), 170),
        ((55, 122), 10),
    ):
        leaf(sheet, p, 24, a, style.inks.green, wide=0.34)
    pompon(sheet, (48, 68), 25, style.inks.red)


def _bamboo(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    stalk = style.dark if style.seed % 2 else style.inks.green
    for x, lean, top in ((44, 10, 40), (58, 4, 54)):
        for i in range(4):
            y1 = 128 - i * (128 - top) / 4
            y0 = 128 - (i + 1) * (128 - top) / 4 + 2.5
            x1, x0 = x + lean * i / 4, x + lean * (i + 1) / 4
            sheet.line([(x1, y1), (x0, y0)], stalk, width=5.4)
            sheet.line([(x1, y1 - 4), (x0, y0 + 4)], CLEAR, width=1.6)
    for p, turn in (((40, 84), 140), ((66, 72), 30), ((36, 112), 150), ((70, 102), 20), ((52, 52), 100)):
        for spread in (-38, 0, 38):
            leaf(sheet, p, 22, turn + spread + float(rng.uniform(-6, 6)), style.inks.green, wide=0.26)


def _spring(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    _twig(sheet, style, [(74, 128), (60, 104), (44, 84), (34, 62), (40, 42)], rng, leaves=9)
    _twig(sheet, style, [(60, 104), (78, 88), (84, 66)], rng, leaves=5, width=2.6)
    bloom(sheet, (54, 92), 16, style.inks.red, petals=6)
    bloom(sheet, (82, 60), 8, style.inks.red)


def _summer(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    """A lotus over its leaves."""
    green, red = style.inks.green, style.inks.red
    sheet.curve([(50, 128), (52, 104), (44, 82)], green, widths=(3.4, 3, 2.6))
    sheet.curve([(52, 112), (66, 80), (62, 44)], green, widths=(2.6, 2.4, 1.6))
    for x, w in ((28, 19.0), (70, 20.0)):
        sheet.ellipse((x, 116), (w, 8), green)
        sheet.line([(x - w * 0.7, 116), (x + w * 0.7, 116)], CLEAR, width=1.4)
    for a in (-150, -120, -90, -60, -30):
        leaf(sheet, (44, 88), 27, a + float(rng.uniform(-4, 4)), red, wide=0.36)
        leaf(sheet, (44, 84), 14, a, style.ground, wide=0.2)
    leaf(sheet, (62, 52), 15, -95, red, wide=0.5)


def _autumn(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    _twig(sheet, style, [(40, 128), (54, 108), (50, 88), (58, 58), (48, 40)], rng, leaves=4, width=3.0)
    for p, a in (((52, 108), 170), ((54, 110), 10), ((40, 126), -10), ((50, 92), -165), ((56, 66), -20)):
        leaf(sheet, p, 26, a, style.inks.green, wide=0.36)
    for i, p in enumerate(((50, 84), (62, 80), (38, 80), (56, 70), (44, 70))):
        sheet.disc(p, 9.5, style.inks.red)
        sheet.ring(p, 6.0, CLEAR, width=1.3 + 0.1 * i)


def _winter(sheet: Sheet, style: FaceStyle, rng: np.random.Generator) -> None:
    green = style.inks.green
    for x in (28, 50, 72):
        top = 58 + abs(x - 50) * 0.3 + float(rng.uniform(-3, 3))
        sheet.curve([(50, 112), (x, 92), (x - 2, top)], green, widths=(2.6, 2.6, 1.8))
        for y, a in ((top + 6, -140), (top + 10, -40), (top, -95)):
            leaf(sheet, (x - 1, y), 12, a, green, wide=0.5)
    bloom(sheet, (50, 100), 16, style.inks.red, petals=5)
    sheet.polygon([(30, 116), (70, 116), (64, 130), (36, 130)], style.dark)
    sheet.line([(36, 121), (64, 121)], CLEAR, width=1.6)


PLANTS: tuple[Callable[[Sheet, FaceStyle, np.random.Generator], None], ...] = (
    _plum, _orchid, _chrysanthemum, _bamboo, _spring, _summer, _autumn, _winter,
)  # fmt: skip
