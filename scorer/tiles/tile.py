"""Tiles 牌: their codes, names and notation.

A *code* is a small int and is what the search and the detector work with:

====== ==================== =========================================================
codes  notation             tiles
====== ==================== =========================================================
0–8    ``1m`` … ``9m``      characters 萬
9–17   ``1p`` … ``9p``      circles 筒
18–26  ``1s`` … ``9s``      bamboo 索
27–33  ``1z`` … ``7z``      east south west north, white green red
34–41  ``1f`` … ``8f``      plum orchid chrysanthemum bamboo, spring summer autumn winter
42–44  ``0m`` ``0p`` ``0s`` red fives 赤五
45     ``xx``               a face-down tile 牌背
46–54  ``1x`` … ``9x``      tiles beyond these, which a house file names: animals, jokers 动物牌、飞
====== ==================== =========================================================

The first 34 codes are the *kinds*: what a block of a hand is made of. `Tile` is the same thing
with its names on, for the border of the program; there is one `Tile` per code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from scorer.messages import rules as refusal
from scorer.messages.languages import SpokenError

KINDS = 34
FLOWER = 34
RED = 42
BACK = 45
EXTRA = 46

_ZH_HONOURS = ("东风", "南风", "西风", "北风", "白板", "发财", "红中")
_EN_HONOURS = (
    "east wind", "south wind", "west wind", "north wind",
    "white dragon", "green dragon", "red dragon",
)  # fmt: skip
_ZH_FLOWERS = ("梅", "兰", "菊", "竹", "春", "夏", "秋", "冬")
_EN_FLOWERS = ("plum", "orchid", "chrysanthemum", "bamboo", "spring", "summer", "autumn", "winter")
_ZH_DIGITS = "一二三四五六七八九"
_ZH_SUITS = {"m": "万", "p": "筒", "s": "条"}
_EN_SUITS = {"m": "characters", "p": "circles", "s": "bamboo"}
_JA_HONOURS = ("東", "南", "西", "北", "白", "發", "中")


class TileError(SpokenError, ValueError):
    """A text that names no tiles; its sentence says where and how to mend it."""


@dataclass(frozen=True)
class Tile:
    """One face of the set. Compare by identity or by `code`; build with `tile()` or `parse()`.

    `kind` is the code of the face it plays as: a red five plays as its five, all others as themselves.
    """

    code: int
    notation: str
    kind: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        red = RED <= self.code < BACK
        object.__setattr__(self, "kind", (4, 13, 22)[self.code - RED] if red else self.code)

    def name(self, lang: str = "zh") -> str:
        """Its name in ``zh``, ``en`` or ``ja``; other languages raise `ValueError`."""
        if lang not in ("zh", "en", "ja"):
            raise ValueError(f"no tile names in {lang!r}: use zh, en or ja")
        return _name(self, lang)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Tile({self.notation})"


def _name(tile: Tile, lang: str) -> str:
    if tile.code >= EXTRA:
        return {"zh": "特别牌", "en": "extra tile ", "ja": "特別牌"}[lang] + tile.notation[0]
    if tile.code == BACK:
        return {"zh": "牌背", "en": "face-down tile", "ja": "伏せ牌"}[lang]
    if FLOWER <= tile.code < RED:
        names = _EN_FLOWERS if lang == "en" else _ZH_FLOWERS
        return names[tile.code - FLOWER]
    if 27 <= tile.code < KINDS:
        return {"zh": _ZH_HONOURS, "en": _EN_HONOURS, "ja": _JA_HONOURS}[lang][tile.code - 27]
    suit, rank = tile.notation[1], tile.kind % 9
    red = tile.code >= RED
    if lang == "en":
        return f"{'red ' if red else ''}{rank + 1} of {_EN_SUITS[suit]}"
    if lang == "ja":
        return f"{'赤' if red else ''}{_ZH_DIGITS[rank]}{'萬筒索'['mps'.index(suit)]}"
    return f"{'红' if red else ''}{_ZH_DIGITS[rank]}{_ZH_SUITS[suit]}"


_NOTATIONS = (
    [f"{n}{s}" for s in "mps" for n in range(1, 10)]
    + [f"{n}z" for n in range(1, 8)]
    + [f"{n}f" for n in range(1, 9)]
    + ["0m", "0p", "0s", "xx"]
)
TILES: tuple[Tile, ...] = tuple(Tile(code, text) for code, text in enumerate(_NOTATIONS))
EXTRAS: tuple[Tile, ...] = tuple(Tile(EXTRA + n, f"{n + 1}x") for n in range(9))
FACES = (*TILES, *EXTRAS)  # by code; the detector knows the `TILES` alone
_BY_NOTATION = {t.notation: t for t in FACES}


def tile(text: str) -> Tile:
    """The tile of a single name in any form that `parse` takes; raises `TileError` otherwise."""
    found = parse(text)
    if len(found) != 1:
        raise TileError(refusal.NOT_ONE_TILE, text=text, n=len(found))
    return found[0]


def is_suited(code: int) -> bool:
    """Whether a kind is a numbered tile 序数牌."""
    return code < 27


def _words() -> dict[str, Tile]:
    """Chinese names and Unicode tiles → tile; the longest name wins when parsing."""
    words: dict[str, Tile] = {}
    for s, glyphs in {"m": "万萬", "p": "筒饼餅", "s": "条條索"}.items():
        for i, digit in enumerate(_ZH_DIGITS):
            for g in glyphs:
                words[digit + g] = _BY_NOTATION[f"{i + 1}{s}"]
                words[f"{i + 1}{g}"] = _BY_NOTATION[f"{i + 1}{s}"]
        for g in glyphs:
            words["伍" + g] = _BY_NOTATION[f"5{s}"]
            for red in "红紅赤":
                words[f"{red}五{g}"] = words[f"{red}5{g}"] = _BY_NOTATION[f"0{s}"]
    honours = ("东東", "南", "西", "北", "白", "发發", "中")
    for i, glyphs in enumerate(honours):
        t = _BY_NOTATION[f"{i + 1}z"]
        for g in glyphs:
            words[g] = t
            if i < 4:
                words[g + "风"] = words[g + "風"] = t
    for name, n in {"白板": 5, "白皮": 5, "发财": 6, "發財": 6, "红中": 7, "紅中": 7}.items():
        words[name] = _BY_NOTATION[f"{n}z"]
    for i, glyphs in enumerate(("梅", "兰蘭", "菊", "竹", "春", "夏", "秋", "冬")):
        for g in glyphs:
            words[g] = _BY_NOTATION[f"{i + 1}f"]
    # U+1F000 onwards: winds, red green white, characters, bamboo, circles, then flowers and seasons.
    order = [27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18), 34, 35, 37, 36]
    for offset, code in enumerate([*order, 38, 39, 40, 41]):
        words[chr(0x1F000 + offset)] = TILES[code]
    words[chr(0x1F02B)] = TILES[BACK]
    words["xx"] = words["背"] = TILES[BACK]
    # Western letters that nothing else claims: winds; the dragons' C F P would clash with no suit letter.
    for letter, n in zip("ESWNPFC", range(1, 8), strict=True):
        words[letter] = _BY_NOTATION[f"{n}z"]
    return words


_WORDS = _words()
_TOKEN = re.compile(
    r"(?P<run>[0-9]+(?:[mpszf]|x(?!x)))|(?P<word>"
    + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
    + ")"
)
_SPACE = re.compile(r"[\s,;，、·︎️]+")


def parse(text: str) -> tuple[Tile, ...]:
    """Tiles of a text: ``"123m44z5f"``, Unicode tiles ``🀇🀈``, Chinese ``一万三条东``, winds ``ESWN``.

    Order is kept. Raises `TileError` with the place of the first thing that is not a tile.
    """
    tiles: list[Tile] = []
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise TileError(refusal.NOT_A_TILE, part=text[at : at + 8], text=text)
        if run := token["run"]:
            tiles.extend(_of_run(run, text))
        else:
            tiles.append(_WORDS[token["word"]])
        at = token.end()
    return tuple(tiles)


def _of_run(run: str, text: str) -> list[Tile]:
    found: list[Tile] = []
    for digit in run[:-1]:
        t = _BY_NOTATION.get(digit + run[-1])
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


def kinds(tiles: Iterable[Tile]) -> list[int]:
    """Their kinds, sorted: what arranging a hand needs."""
    return sorted(t.kind for t in tiles)


def copies_of(kind: int) -> int:
    """How many tiles of a kind a set holds: four of each, of flowers one; of tiles beyond the usual ones
    a house file says how many, and no more than eight."""
    return 4 if kind < FLOWER else 1 if kind < EXTRA else 8
