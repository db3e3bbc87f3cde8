"""Tiles as texts: ``123m44z``, Chinese names and Unicode tiles read, notation written."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paiyan.scorer.caching import Remembered
from paiyan.scorer.errors import TileError
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.tiles.tile import BACK, BY_NOTATION, FACES, TILES, ZH_DIGITS, Tile


def tile(text: str) -> Tile:
    """Return the tile of a single name, in any form that `parse` takes. Raises `TileError`."""
    found = parse(text)
    if len(found) != 1:
        raise TileError(refusal.NOT_ONE_TILE, text=text, n=len(found))
    return found[0]


def _words() -> dict[str, Tile]:  # noqa: C901, PLR0912 - a table: one alphabet after the other
    """Map Chinese names and Unicode tiles to tiles; the longest name wins when parsing."""
    words: dict[str, Tile] = {}
    for s, glyphs in {"m": "万萬", "p": "筒饼餅", "s": "条條索"}.items():
        for i, digit in enumerate(ZH_DIGITS):
            for g in glyphs:
                words[digit + g] = BY_NOTATION[f"{i + 1}{s}"]
                words[f"{i + 1}{g}"] = BY_NOTATION[f"{i + 1}{s}"]
        for g in glyphs:
            words["伍" + g] = BY_NOTATION[f"5{s}"]
            for red in "红紅赤":
                words[f"{red}五{g}"] = words[f"{red}5{g}"] = BY_NOTATION[f"0{s}"]
    honours = ("东東", "南", "西", "北", "白", "发發", "中")
    for i, glyphs in enumerate(honours):
        t = BY_NOTATION[f"{i + 1}z"]
        for g in glyphs:
            words[g] = t
            if i < 4:
                words[g + "风"] = words[g + "風"] = t
    for name, n in {"白板": 5, "白皮": 5, "发财": 6, "發財": 6, "红中": 7, "紅中": 7}.items():
        words[name] = BY_NOTATION[f"{n}z"]
    for i, glyphs in enumerate(("梅", "兰蘭", "菊", "竹", "春", "夏", "秋", "冬")):
        for g in glyphs:
            words[g] = BY_NOTATION[f"{i + 1}f"]
    # U+1F000 onwards: winds, red green white, characters, bamboo, circles, then flowers and seasons.
    order = [27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18), 34, 35, 37, 36]
    for offset, code in enumerate([*order, 38, 39, 40, 41]):
        words[chr(0x1F000 + offset)] = TILES[code]
    words[chr(0x1F02B)] = TILES[BACK]
    words["xx"] = words["XX"] = words["背"] = TILES[BACK]
    # Western letters that nothing else claims: winds; the dragons' C F P would clash with no suit letter.
    for letter, n in zip("ESWNPFC", range(1, 8), strict=True):
        words[letter] = BY_NOTATION[f"{n}z"]
    return words


_WORDS = _words()

_LENGTHS = sorted({len(word) for word in _WORDS}, reverse=True)
_GLYPHS = dict(zip("万萬筒饼餅条條索字", "mmpppsssz", strict=True))
_NUMBERS = {ord(digit): str(i + 1) for i, digit in enumerate(ZH_DIGITS)} | {ord("伍"): "5"}
_RUN = re.compile(r"[0-9]+(?:[mpszfMPSZF]|[xX](?![xX]))|[0-9]*[0-9一二三四五六七八九伍]+[万萬筒饼餅条條索字]")
_DIGITS = re.compile(r"[0-9一二三四五六七八九伍]+")
_SPACE = re.compile(r"[\s,;|/，、；·︎️]+")
_HALF_WIDTH = {0xFF01 + i: chr(0x21 + i) for i in range(94)}  # one character for one, so that places hold


def half_width(text: str) -> str:
    """Return the text with full-width characters as the ASCII ones that they stand for."""
    return text.translate(_HALF_WIDTH)


def parse(text: str) -> tuple[Tile, ...]:
    """Parse a text of tiles: ``"123m44z5f"``, Unicode ``🀇🀈``, Chinese ``一万三条东``, winds ``ESWN``.

    Full-width characters, capital suits and Chinese runs (``１２３ｍ``, ``123M``, ``一二三万``) are the same.
    Order is kept. Raises `TileError` with the place of the first thing that is not a tile.
    """
    return _SHORT[text] if len(text) <= _AT_MOST else _parsed(text)


def check_as_typed(text: str, typed: str) -> None:
    """Refuse what `parse` refuses of a text, quoting the longer one that it is a part of.

    Each character of `text` stands at its place in `typed`, and blanks where there was something else. Raises
    `TileError`.
    """
    _parsed(text, typed)


def _parsed(source: str, typed: str = "") -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    at, text = 0, half_width(source)
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        if run := _RUN.match(text, at):
            tiles.extend(_of_run(_plain(run[0]), typed or source))
            at = run.end()
            continue
        word = next((part for n in _LENGTHS if (part := text[at : at + n]) in _WORDS), None)
        if word is None:
            raise _wrong_at(at, text, typed or source)
        tiles.append(_WORDS[word])
        at += len(word)
    return tuple(tiles)


def _plain(run: str) -> str:
    """Return a run of tiles as digits and the letter of its suit: ``一二三万`` is ``123m``."""
    suit = _GLYPHS.get(run[-1]) or run[-1].lower()
    return run[:-1].translate(_NUMBERS) + suit


def _wrong_at(start: int, text: str, source: str) -> TileError:
    """Return the error for the first character that is no part of a tile."""
    if digits := _DIGITS.match(text, start):  # the suit that should follow them is wrong, or lacking
        start = digits.end()
        without = {"digits": source[digits.start() : start][-20:], "text": _around(start, source)}
        if start == len(source):
            return TileError(refusal.NO_SUIT, **without)
        if _SPACE.match(text, start):
            return TileError(refusal.NO_SUIT_AT, **without, n=digits.start() + 1)
    return TileError(refusal.NOT_A_TILE, part=source[start], n=start + 1, text=_around(start, source))


def _around(start_at: int, text: str) -> str:
    """Return the text, or the part of a long one around this place."""
    if len(text) <= _SHOWN:
        return text
    start = max(0, start_at - _SHOWN // 2)
    return f"{'…' if start else ''}{text[start : start + _SHOWN]}{'…' if start + _SHOWN < len(text) else ''}"


_SHOWN = 40  # characters of a text in a sentence
_AT_MOST = 64  # characters of a text that is remembered: a hand is no longer
_SHORT: Remembered[str, tuple[Tile, ...]] = Remembered(_parsed, most=1 << 10)


def _of_run(run: str, text: str) -> list[Tile]:
    found: list[Tile] = []
    for digit in run[:-1]:
        t = BY_NOTATION.get(digit + run[-1])
        if t is None:
            top = {"z": "1z–7z", "f": "1f–8f", "x": "1x–9x"}.get(run[-1], "0–9")
            raise TileError(refusal.NO_SUCH_TILE, tile=digit + run[-1], text=text, top=top)
        found.append(t)
    return found


def notation(tiles: Iterable[Tile | int]) -> str:
    """Write tiles as one text in their order, equal suits joined: ``"123m44z5f"``."""
    parts: list[str] = []
    suit = ""
    for t in tiles:
        text = (t if isinstance(t, Tile) else FACES[t]).notation
        if text == "xx":
            parts.append(suit + text)
            suit = ""
            continue
        if text[1] != suit:
            parts.append(suit)
            suit = text[1]
        parts.append(text[0])
    return "".join(parts) + suit
