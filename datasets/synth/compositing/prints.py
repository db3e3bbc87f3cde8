"""Print rulers, cards, dominoes, keys, screens, papers and mats 印刷, which are not tiles.

A print is BGRA, `TEXELS` pixels to a tile's width, with colours multiplied by alpha (a clear pixel is 0), and
depends only on its kind, its seed and the font.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour, Floats, Picture, ink_over
from paiyan.datasets.synth.faces.characters import draws, in_pixels, written
from paiyan.datasets.synth.faces.style import hsv
from paiyan.datasets.synth.scenes.random_scenes import PRINTED

SUITS = ("heart", "diamond", "spade", "club")


def draw_figure(rng: np.random.Generator, page: Picture, centre: tuple[float, float], size: float) -> None:
    """Draw a creature or a flower of a few round parts, `size` pixels high, into a BGRA page."""
    colour = hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.9), rng.uniform(0.3, 0.95))
    outlined, around = rng.random() < 0.6, rng.random() < 0.4
    count = int(rng.integers(4, 8))
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False) + float(rng.uniform(0, 6))
    for turn in turns.tolist():
        reach = size * float(0.27 if around else rng.uniform(0.05, 0.3))
        middle = (round(centre[0] + reach * math.cos(turn)), round(centre[1] + reach * math.sin(turn)))
        axes = (
            max(1, round(size * float(rng.uniform(0.1, 0.25)))),
            max(1, round(size * float(rng.uniform(0.08, 0.2)))),
        )
        angle = math.degrees(turn)
        cv2.ellipse(page, middle, axes, angle, 0, 360, (*colour, 255), -1, cv2.LINE_AA)
        if outlined:
            cv2.ellipse(page, middle, axes, angle, 0, 360, (35, 30, 30, 255), 1, cv2.LINE_AA)
    inner = hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.9), rng.uniform(0.5, 1))
    cv2.circle(
        page, (round(centre[0]), round(centre[1])), max(1, round(size * 0.16)), (*inner, 255), -1, cv2.LINE_AA
    )
    for side in (-0.07, 0.07):
        eye = (round(centre[0] + side * size), round(centre[1] - 0.04 * size))
        cv2.circle(page, eye, max(1, round(size * 0.03)), (25, 25, 25, 255), -1, cv2.LINE_AA)


def draw_pips(page: Picture, count: int, suit: str, ink: Colour) -> None:
    """Draw the suit signs of a playing card, 1 to 10 of them in two columns, into a BGRA page."""
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


TEXELS = 40
_PHRASES = (
    "恭喜發財", "開開心心", "大吉大利", "招財進寶", "胡了來了", "自摸三家", "麻雀娛樂",
    "福祿壽喜", "莊家", "東風戰", "和氣生財", "王者歸來", "好運連連", "金玉滿堂",
    "一路發", "天地人和", "手氣旺", "財神到", "聽牌", "清一色", "雀聖",
    "健康第一", "君子不爭", "馬到成功", "全自動麻將機", "上下左右", "開始", "停止",
    "點數", "洗牌",
)  # fmt: skip
_HAN = (0x4E00, 0x9FA5)
_LATIN = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
_WORDS = ("MAHJONG", "LUCKY", "WINNER", "HAPPY", "POKER", "START", "No.1", "OPEN", "ROYAL", "TEA", "2024")

Font = Path | None


@lru_cache(maxsize=64)
def print_of(kind: str, seed: int, font: Font) -> Picture:
    """Draw the print of a thing in `PRINTED`: BGRA uint8. Without a font it has only letters and digits."""
    wide, deep, _ = PRINTED[kind]
    page: Picture = np.zeros((round(deep * TEXELS), round(wide * TEXELS), 4), np.uint8)
    _PRINTS[kind](np.random.default_rng(seed), page, font)
    return page


def _any(rng: np.random.Generator) -> Colour:
    return hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.95), rng.uniform(0.1, 0.95))


def _ground(rng: np.random.Generator, page: Picture, *, white: float) -> Colour:
    """Fill the page: nearly white with probability `white`, or any colour; return an ink legible on it."""
    light = rng.random() < white
    colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.75, 1)) if light else _any(rng)
    page[:] = (*colour, 255)
    return _ink(rng, colour)


def _ink(rng: np.random.Generator, ground: Colour) -> Colour:
    dark = sum(ground) > 360
    some = ((30, 30, 30), (40, 40, 190), (150, 70, 30), (50, 110, 30)) if dark else (
        (245, 245, 245), (70, 200, 235), (200, 235, 250))  # fmt: skip
    return some[int(rng.integers(len(some)))]


def _round(page: Picture, share: float, colour: Colour) -> None:
    """Draw a disc in the middle with this share of the page's height."""
    h, w = page.shape[:2]
    cv2.circle(page, (w // 2, h // 2), round(h * share / 2), (*colour, 255), -1, cv2.LINE_AA)


def _write(
    page: Picture, text: str, middle: tuple[float, float], high: float, ink: Colour, font: Font
) -> None:
    """Write text centred on `middle`; parts beyond the page are cut off."""
    if font is None:
        mask = _in_letters(text, high)
    else:
        mask = written(in_pixels(font, max(6, 2 * round(high / 2))), text)
    ink_over(page, mask, middle, (*ink, 255.0))


def _in_letters(text: str, high: float) -> Picture:
    scale, thick = high / 30, max(1, round(high / 12))
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    mask: Picture = np.zeros((h + 2 * thick, w + 2 * thick), np.uint8)
    cv2.putText(mask, text, (thick, h + thick), cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
    return mask


def _words(rng: np.random.Generator, font: Font) -> str:
    """Draw a phrase, some characters, letters or digits: only characters that the font has."""
    if font is None or rng.random() < 0.15:
        return _WORDS[int(rng.integers(len(_WORDS)))]
    if rng.random() < 0.5:
        text = _PHRASES[int(rng.integers(len(_PHRASES)))]
    else:
        text = "".join(chr(int(code)) for code in rng.integers(*_HAN, size=int(rng.integers(1, 7))))
    return "".join(c for c in text if draws(font, c)) or "A1"


def _ruler(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw what players put on the bar before a row: spaced characters, stickers, a block of another
    colour."""
    ink, (h, w) = _ground(rng, page, white=0.4), page.shape[:2]
    blue, green, red = page[0, 0, :3].tolist()
    x = float(rng.uniform(0, 3)) * h
    while x < w:
        lot = rng.random()
        if lot < 0.6:
            high, step = h * float(rng.uniform(0.5, 0.9)), h * float(rng.uniform(0.7, 1.6))
            colour = ink if rng.random() < 0.7 else _ink(rng, (blue, green, red))
            for character in _words(rng, font):
                _write(
                    page, character, (x + step / 2, h * float(rng.uniform(0.45, 0.55))), high, colour, font
                )
                x += step
        elif lot < 0.85:
            wide = h * float(rng.uniform(0.7, 2.2))
            if rng.random() < 0.4:
                cv2.rectangle(page, (round(x), 0), (round(x + wide), h), (*_any(rng), 255), -1)
            draw_figure(rng, page, (x + wide / 2, h / 2), h * float(rng.uniform(0.6, 1.0)))
            x += wide
        x += h * float(rng.uniform(0.2, 2.5))


def _card(rng: np.random.Generator, page: Picture, _: Font) -> None:
    """Draw a playing card, or its back."""
    h, w = page.shape[:2]
    if rng.random() < 0.2:
        _ground(rng, page, white=0.0)
        for x in range(0, w, 8):
            cv2.line(page, (x, 0), (w - x, h), (*_any(rng), 255), 1, cv2.LINE_AA)
        cv2.rectangle(page, (0, 0), (w - 1, h - 1), (245, 245, 245, 255), 5)
        return
    _ground(rng, page, white=1.0)
    value, suit = int(rng.integers(1, 14)), SUITS[int(rng.integers(4))]
    ink = (40, 40, 200) if suit in ("heart", "diamond") else (30, 28, 28)
    _write(page, "A23456789TJQK"[value - 1], (w * 0.13, h * 0.12), h * 0.15, ink, None)
    if value > 10:
        cv2.rectangle(page, (w // 5, h // 8), (w * 4 // 5, h * 7 // 8), (*ink, 255), 1)
        draw_figure(rng, page, (w / 2, h / 2), h * 0.5)
    else:
        draw_pips(page, value, suit, ink)


def _domino(rng: np.random.Generator, page: Picture, _: Font) -> None:
    """Draw two fields of points and the line between."""
    black = rng.random() < 0.5
    page[:] = (*((35, 32, 30) if black else (225, 235, 238)), 255)
    ink = (235, 240, 240) if black else (35, 32, 30)
    h, w = page.shape[:2]
    cv2.line(page, (w // 8, h // 2), (w * 7 // 8, h // 2), (*ink, 255), 2, cv2.LINE_AA)
    for top in (0, h // 2):
        count = int(rng.integers(0, 7))
        spots = rng.permutation(9)[:count] if rng.random() < 0.3 else _SPOTS[count]
        for spot in spots:
            at = (round(w * (0.25 + 0.25 * (spot % 3))), top + round(h / 2 * (0.25 + 0.25 * (spot // 3))))
            cv2.circle(page, at, max(2, w // 12), (*ink, 255), -1, cv2.LINE_AA)


_SPOTS: tuple[tuple[int, ...], ...] = (
    (), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8),
)  # fmt: skip


def _keys(rng: np.random.Generator, page: Picture, _: Font) -> None:
    """Draw a keyboard, a calculator or the buttons of a table."""
    _ground(rng, page, white=0.3)
    h, w = page.shape[:2]
    step = int(h / rng.integers(2, 5))
    colour = _any(rng) if rng.random() < 0.5 else hsv(0, 0, rng.uniform(0.1, 1))
    ink = _ink(rng, colour)
    for y in range(step // 2, h, step):
        for x in range(step // 2, w, step):
            half = round(step * 0.42)
            cv2.rectangle(page, (x - half, y - half), (x + half, y + half), (*colour, 255), -1, cv2.LINE_AA)
            _write(page, _LATIN[int(rng.integers(len(_LATIN)))], (x, y), step * 0.45, ink, None)


def _screen(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw a lit phone: lines in bubbles, or rows of coloured signs."""
    h, w = int(page.shape[0]), int(page.shape[1])
    page[:] = (35, 33, 32, 255)
    ground = hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), float(rng.choice((0.1, 0.95))))
    cv2.rectangle(page, (4, 6), (w - 5, h - 7), (*ground, 255), -1)
    if rng.random() < 0.5:
        for y in range(20, h - 20, 28):
            left = int(rng.integers(8, w // 3))
            wide = int(rng.integers(w // 4, w * 2 // 3))
            cv2.rectangle(page, (left, y), (min(left + wide, w - 8), y + 20), (*_any(rng), 255), -1)
            _write(page, _words(rng, font), (left + wide / 2, y + 10), 14, _ink(rng, ground), font)
        return
    for y in range(24, h - 20, w // 4):
        for x in range(w // 8, w, w // 4):
            half = w // 11
            cv2.rectangle(page, (x - half, y - half), (x + half, y + half), (*_any(rng), 255), -1)
            draw_figure(rng, page, (x, y), half)


def _sheet(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw a score sheet: lines, figures, names."""
    ink = _ground(rng, page, white=1.0)
    h, w = page.shape[:2]
    across, down = w // int(rng.integers(3, 6)), h // int(rng.integers(5, 12))
    lined = rng.random() < 0.6
    for y in range(down, h, down):
        for x in range(across // 2, w, across):
            text = _words(rng, font)[:3] if rng.random() < 0.3 else str(int(rng.integers(-99, 1000)))
            _write(page, text, (x, y - down / 2), down * 0.6, ink, font)
        if lined:
            cv2.line(page, (0, y), (w, y), (*ink, 255), 1)


def _box(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw a package: large writing in a frame, a picture."""
    ink, (h, w) = _ground(rng, page, white=0.2), page.shape[:2]
    if rng.random() < 0.5:
        cv2.rectangle(page, (6, 6), (w - 7, h - 7), (*ink, 255), 2)
    if rng.random() < 0.5:
        draw_figure(rng, page, (w * float(rng.uniform(0.2, 0.8)), h * 0.6), h * 0.5)
    text = _words(rng, font)
    _write(page, text, (w / 2, h * 0.35), min(h * 0.4, w / (len(text) + 0.5)), ink, font)
    _write(page, _words(rng, font), (w / 2, h * 0.8), h * 0.12, ink, font)


def _disc(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw a chip or a round marker with a number or a character."""
    outer, inner = _any(rng), hsv(0, 0, rng.uniform(0.7, 1))
    _round(page, 0.98, outer)
    middle, reach = page.shape[0] / 2, page.shape[0] * 0.43
    for turn in np.linspace(0, 2 * math.pi, 8, endpoint=False):
        at = (round(middle + reach * math.cos(turn)), round(middle + reach * math.sin(turn)))
        cv2.circle(page, at, 3, (245, 245, 245, 255), -1)
    _round(page, 0.7, inner)
    text = str(int(rng.choice([1, 5, 10, 50, 100]))) if rng.random() < 0.5 else _words(rng, font)[:1]
    _write(page, text, (middle, middle), page.shape[0] * 0.4, _ink(rng, inner), font)


def _emblem(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw an emblem on cloth: rings around a character or a picture."""
    colour, middle = _any(rng), page.shape[0] / 2
    for share in np.linspace(0.95, 0.6, int(rng.integers(1, 4))).tolist():
        cv2.circle(page, (round(middle),) * 2, round(middle * share), (*colour, 255), 3, cv2.LINE_AA)
    if rng.random() < 0.4:
        draw_figure(rng, page, (middle, middle), middle * 0.9)
    else:
        _write(page, _words(rng, font)[:1], (middle, middle), middle, colour, font)


def _title(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw a line of writing on cloth."""
    h, w = page.shape[:2]
    text = _words(rng, font)
    _write(page, text, (w / 2, h / 2), min(h * 0.9, w / (len(text) + 0.5)), _any(rng), font)


def _panel(rng: np.random.Generator, page: Picture, font: Font) -> None:
    """Draw the middle of an automatic table: a dial, lamps, scores."""
    dark = hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.05, 0.5))
    page[:] = (*dark, 255)
    middle = page.shape[0] // 2
    for turn, text in enumerate("東南西北" if font is not None else "ESWN"):
        at = (middle + round(middle * 0.75 * math.sin(turn * math.pi / 2)),
              middle + round(middle * 0.75 * math.cos(turn * math.pi / 2)))  # fmt: skip
        cv2.rectangle(page, (at[0] - 14, at[1] - 9), (at[0] + 14, at[1] + 9), (20, 20, 20, 255), -1)
        shown = text if rng.random() < 0.4 else str(int(rng.integers(0, 999)))
        _write(page, shown, at, 15, ((60, 60, 240), (80, 220, 90))[turn % 2], font)
    _round(page, 0.45, hsv(0, 0, rng.uniform(0.1, 0.9)))
    _round(page, 0.38, hsv(rng.uniform(0, 360), 0.2, rng.uniform(0.1, 0.9)))


_PRINTS: dict[str, Callable[[np.random.Generator, Picture, Font], None]] = {
    "ruler": _ruler, "card": _card, "domino": _domino, "keys": _keys, "screen": _screen, "sheet": _sheet,
    "box": _box, "disc": _disc, "emblem": _emblem, "title": _title, "panel": _panel,
}  # fmt: skip
