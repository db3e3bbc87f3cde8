"""Tiles as texts: ``123m44z``, Chinese names and Unicode tiles read, notation written."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paiyan.scorer.caching import Remembered
from paiyan.scorer.errors import TileError
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.tiles.tile import BACK, BY_NOTATION, FACES, TILES, ZH_DIGITS, Tile


def tile(text: str) -> Tile:
    """The tile of a single name in any form that `parse` takes; raises `TileError` otherwise."""
    found = parse(text)
    if len(found) != 1:
        raise TileError(refusal.NOT_ONE_TILE, text=text, n=len(found))
    return found[0]


def _words() -> dict[str, Tile]:  # noqa: C901, PLR0912 - a table: one alphabet after the other
    """Chinese names and Unicode tiles → tile; the longest name wins when parsing."""
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
    words["xx"] = words["背"] = TILES[BACK]
    # Western letters that nothing else claims: winds; the dragons' C F P would clash with no suit letter.
    for letter, n in zip("ESWNPFC", range(1, 8), strict=True):
        words[letter] = BY_NOTATION[f"{n}z"]
    return words


_WORDS = _words()


_LENGTHS = sorted({len(word) for word in _WORDS}, reverse=True)
_RUN = re.compile(r"[0-9]+(?:[mpszf]|x(?!x))")
_SPACE = re.compile(r"[\s,;，、·︎️]+")


def parse(text: str) -> tuple[Tile, ...]:
    """Tiles of a text: ``"123m44z5f"``, Unicode tiles ``🀇🀈``, Chinese ``一万三条东``, winds ``ESWN``.

    Order is kept. Raises `TileError` with the place of the first thing that is not a tile.
    """
    return _SHORT[text] if len(text) <= _AT_MOST else _parsed(text)


def _parsed(text: str) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        if run := _RUN.match(text, at):
            tiles.extend(_of_run(run[0], text))
            at = run.end()
            continue
        word = next((part for n in _LENGTHS if (part := text[at : at + n]) in _WORDS), None)
        if word is None:
            raise TileError(refusal.NOT_A_TILE, part=text[at : at + 8], text=text)
        tiles.append(_WORDS[word])
        at += len(word)
    return tuple(tiles)


_AT_MOST = 64  # characters of a text that is remembered: a hand is no longer
_SHORT = Remembered(_parsed, most=1 << 10)


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
    """Tiles as one text in the order given, equal suits joined: ``"123m44z5f"``."""
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
