"""Draw flowers and seasons 花牌 in many designs: only the printed marks distinguish them, not the pictures.

Sets agree on little more than this: the flowers are plum, orchid, chrysanthemum and bamboo 梅蘭菊竹, the
seasons 春夏秋冬, and each carries its character, its number 1 to 4, or both. If there is only a number,
black, blue or green Arabic ones are the flowers and red or Chinese ones the seasons.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from paiyan.datasets.synth.faces.canvas import CLEAR, Colour, Point, Sheet
from paiyan.datasets.synth.faces.characters import draws, printed, write
from paiyan.datasets.synth.faces.style import FaceStyle, FlowerDesign, Marks, hsv, one_of

NAMES = "梅蘭菊竹春夏秋冬"


def draw_flower(sheet: Sheet, number: int, style: FaceStyle) -> None:
    """Draw 1f–8f: a plant, and the marks that the set puts in the corners."""
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


def leaf(
    sheet: Sheet, start: Point, length: float, angle: float, colour: Colour, *, wide: float = 0.3
) -> None:
    """Draw a leaf; `angle` is in degrees clockwise from the right, `wide` relative to `length`."""
    a = math.radians(angle)
    tip = (start[0] + length * math.cos(a), start[1] + length * math.sin(a))
    bend = (start[0] + length * 0.5 * math.cos(a + 0.25), start[1] + length * 0.5 * math.sin(a + 0.25))
    sheet.curve([start, bend, tip], colour, widths=(1.0, length * wide, length * wide * 0.8, 0.8))


def bloom(sheet: Sheet, centre: Point, radius: float, colour: Colour, *, petals: int = 5) -> None:
    """Draw a blossom around a dot: round petals with clear centres, the first at the top."""
    for i in range(petals):
        a = 2 * math.pi * i / petals - math.pi / 2
        p = (centre[0] + radius * 0.6 * math.cos(a), centre[1] + radius * 0.6 * math.sin(a))
        sheet.disc(p, radius * 0.46, colour)
        sheet.disc(p, radius * 0.28, CLEAR)
    sheet.disc(centre, radius * 0.3, colour)


def pompon(sheet: Sheet, centre: Point, radius: float, colour: Colour, *, petals: int = 14) -> None:
    """Draw a blossom of many narrow petals around a dot, in two rings of `petals` each."""
    for ring, share in ((1.0, 0.95), (0.62, 0.62)):
        for i in range(petals):
            a = 2 * math.pi * (i + ring) / petals
            c = (
                centre[0] + radius * share * 0.7 * math.cos(a),
                centre[1] + radius * share * 0.62 * math.sin(a),
            )
            sheet.ellipse(c, (radius * 0.34 * share, radius * 0.13), colour, angle=math.degrees(a))
            sheet.ellipse(c, (radius * 0.2 * share, radius * 0.05), CLEAR, angle=math.degrees(a))
    sheet.disc(centre, radius * 0.26, colour)


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
    """Draw a lotus over its leaves."""
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


_ENGLISH = ("PLUM", "ORC", "MUM", "BAM", "SPR", "SUM", "AUT", "WIN")
_CHINESE = "一二三四"
_MARKS = ("both", "both", "both", "number", "character", "english", "chinese both")
_SEASON_MARKS = (*_MARKS, "chinese number", "chinese number")
_PICTURES = ("plants", "plants", "any plant", "sprig", "sprig", "pot", "none")
_SEASON_PICTURES = (*_PICTURES, "person", "person")


def sample_design(rng: np.random.Generator, style: FaceStyle) -> FlowerDesign:
    """Draw a random design, in the paints of a set or similar ones."""
    inks = style.inks
    dark = one_of(rng, (style.dark, style.dark, inks.blue, inks.green, inks.black))
    red = inks.red if rng.random() < 0.8 else hsv(rng.uniform(-20, 16), 0.85, rng.uniform(0.55, 0.9))
    return FlowerDesign(
        seed=int(rng.integers(2**31)),
        flowers=_corner_marks(rng, one_of(rng, _MARKS), dark, red),
        seasons=_corner_marks(rng, one_of(rng, _SEASON_MARKS), red, dark),
        flower_picture=one_of(rng, _PICTURES),
        season_picture=one_of(rng, _SEASON_PICTURES),
    )


def _corner_marks(rng: np.random.Generator, kind: str, own: Colour, other: Colour) -> Marks:
    """Draw marks in one paint, with another for the number or the character if both are present."""
    character, number = own, own
    if kind not in ("number", "chinese number") and rng.random() < 0.65:
        number = other
        if rng.random() < 0.3:
            character, number = number, character
    return Marks(
        kind=kind,
        character=character,
        number=number,
        corner=one_of(rng, ("left", "right")),
        below=rng.random() < 0.12,
        size=float(rng.uniform(22, 38)),
        weight=float(rng.uniform(9, 16)),
    )


def draw_designed(sheet: Sheet, number: int, style: FaceStyle) -> None:
    """Draw 1f–8f in the set's design. Raises `ValueError` if it has none."""
    if style.flowers is None:
        raise ValueError("the set has no design of flowers: sample_design() gives one")
    season = number > 4
    design = style.flowers
    rng = np.random.default_rng((design.seed, number))
    picture = design.season_picture if season else design.flower_picture
    _DRAWN[picture](sheet, number, replace(style, seed=design.seed), rng)
    _draw_marks(sheet, number, design.seasons if season else design.flowers, style, large=picture == "none")


def _draw_marks(sheet: Sheet, number: int, marks: Marks, style: FaceStyle, *, large: bool) -> None:
    """Write character (or an English word if the font has letters) and number in the upper corners; without a
    picture the mark that identifies the tile is large."""
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
    """Draw the plants in an order of the set's own: then they are no help, and the marks must be read."""
    order = np.random.default_rng(style.seed).permutation(len(PLANTS))
    PLANTS[order[number - 1]](sheet, style, rng)


def _sprig(sheet: Sheet, _: int, style: FaceStyle, rng: np.random.Generator, *, foot: float = 128.0) -> None:
    """Draw a twig of no known plant: stems, leaves and blooms in the set's paints."""
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
    """Draw a sprig in a pot."""
    _sprig(sheet, number, style, rng, foot=104.0)
    colour, other = style.inks.blue if style.seed % 2 else style.dark, style.inks.red
    top, foot, y = rng.uniform(18, 30), rng.uniform(12, 22), rng.uniform(94, 104)
    sheet.polygon([(50 - top, y), (50 + top, y), (50 + foot, 130), (50 - foot, 130)], colour)
    for k in range(int(rng.integers(1, 4))):
        line = y + 6 + 8 * k
        sheet.line([(52 - foot, line), (48 + foot, line)], CLEAR if k % 2 else other, width=2.2)


def _person(sheet: Sheet, _: int, style: FaceStyle, rng: np.random.Generator) -> None:
    """Draw someone in a robe, as on the seasons of painted sets."""
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
    """Draw no picture, only the character."""


_DRAWN: dict[str, Callable[[Sheet, int, FaceStyle, np.random.Generator], None]] = {
    "plants": _plants, "any plant": _any_plant, "sprig": _sprig, "pot": _pot, "person": _person,
    "none": _nothing,
}  # fmt: skip
