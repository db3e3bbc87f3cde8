"""Tiles 牌: their codes and names.

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

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, final

from paiyan.scorer.caching import Record
from paiyan.scorer.messages.languages import LANGUAGES, Words

KINDS: Final = 34
FLOWER: Final = 34
RED: Final = 42
BACK: Final = 45
EXTRA: Final = 46
RANK_BITS: Final = 6  # for the tiles of one rank, where those of a suit are one integer

_ZH_HONOURS = ("东风", "南风", "西风", "北风", "白板", "发财", "红中")
_EN_HONOURS = (
    "east wind", "south wind", "west wind", "north wind",
    "white dragon", "green dragon", "red dragon",
)  # fmt: skip
_ZH_FLOWERS = ("梅", "兰", "菊", "竹", "春", "夏", "秋", "冬")
_EN_FLOWERS = ("plum", "orchid", "chrysanthemum", "bamboo", "spring", "summer", "autumn", "winter")
ZH_DIGITS = "一二三四五六七八九"
_ZH_SUITS = {"m": "万", "p": "筒", "s": "条"}
_EN_SUITS = {"m": "characters", "p": "circles", "s": "bamboo"}
_JA_SUITS = {"m": "萬", "p": "筒", "s": "索"}
_JA_HONOURS = ("東", "南", "西", "北", "白", "發", "中")


@final
@dataclass(frozen=True, eq=False, repr=False)
class Tile(Record):
    """One face of the set. Compare by identity or by `code`; build with `tile()` or `parse()`.

    `kind` is the code of the face it plays as: a red five plays as its five, all others as themselves. `one`
    is this one tile where a suit is an integer (`paiyan.scorer.arranging.suits`).
    """

    code: int
    notation: str
    kind: int = field(init=False, repr=False, compare=False)
    one: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kind = (4, 13, 22)[self.code - RED] if RED <= self.code < BACK else self.code
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "one", 1 << RANK_BITS * (kind % 9))

    def name(self, lang: str = "zh") -> str:
        """Return its name in ``zh``, ``en`` or ``ja``. Raises `ValueError` for other languages."""
        if lang not in LANGUAGES:
            raise ValueError(f"no tile names in {lang!r}: use zh, en or ja")
        return self.words.to(lang)

    @property
    def words(self) -> Words:
        """Its name."""
        return _name(self)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Tile({self.notation})"


def _name(tile: Tile) -> Words:
    if tile.code >= EXTRA:
        number = tile.notation[0]
        return Words(f"特别牌{number}", f"extra tile {number}", f"特別牌{number}")
    if tile.code == BACK:
        return Words("牌背", "face-down tile", "伏せ牌")
    if FLOWER <= tile.code < RED:
        zh, en = _ZH_FLOWERS[tile.code - FLOWER], _EN_FLOWERS[tile.code - FLOWER]
        return Words(zh, en, zh)
    if 27 <= tile.code < KINDS:
        n = tile.code - 27
        return Words(_ZH_HONOURS[n], _EN_HONOURS[n], _JA_HONOURS[n])
    suit, rank = tile.notation[1], tile.kind % 9
    zh, en, ja = ("红", "red ", "赤") if tile.code >= RED else ("", "", "")
    digit = ZH_DIGITS[rank]
    return Words(
        f"{zh}{digit}{_ZH_SUITS[suit]}",
        f"{en}{rank + 1} of {_EN_SUITS[suit]}",
        f"{ja}{digit}{_JA_SUITS[suit]}",
    )


_NOTATIONS = (
    [f"{n}{s}" for s in "mps" for n in range(1, 10)]
    + [f"{n}z" for n in range(1, 8)]
    + [f"{n}f" for n in range(1, 9)]
    + ["0m", "0p", "0s", "xx"]
)
TILES: tuple[Tile, ...] = tuple(Tile(code, text) for code, text in enumerate(_NOTATIONS))
EXTRAS: tuple[Tile, ...] = tuple(Tile(EXTRA + n, f"{n + 1}x") for n in range(9))
FACES = (*TILES, *EXTRAS)  # by code; the detector knows only the `TILES`
BY_NOTATION = {t.notation: t for t in FACES}


def is_suited(code: int) -> bool:
    """True if a kind is a numbered tile 序数牌."""
    return code < 27


def kinds(tiles: Iterable[Tile]) -> list[int]:
    """Return their kinds, sorted, as arranging a hand takes them."""
    return sorted(t.kind for t in tiles)


def copies_of(kind: int) -> int:
    """Return how many tiles of a kind there are: of extra ones eight at most."""
    return 4 if kind < FLOWER else 1 if kind < EXTRA else 8


def mask_of(kinds: Iterable[int]) -> int:
    """Return a set of kinds as bits, bit k for kind k."""
    bits = 0
    for k in kinds:
        bits |= 1 << k
    return bits


CHARACTERS: Final = mask_of(range(0, 9))
CIRCLES: Final = mask_of(range(9, 18))
BAMBOO: Final = mask_of(range(18, 27))
SUITED: Final = CHARACTERS | CIRCLES | BAMBOO
WINDS: Final = mask_of(range(27, 31))
DRAGONS: Final = mask_of(range(31, 34))
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = mask_of((0, 8, 9, 17, 18, 26))
ORPHANS: Final = TERMINALS | HONOURS  # 幺九牌
ORPHAN_KINDS: Final = tuple(k for k in range(34) if ORPHANS >> k & 1)


def ranks(*wanted: int) -> int:
    """Return the suited tiles of these ranks (1–9) in all three suits, as bits."""
    return mask_of(9 * s + r - 1 for s in range(3) for r in wanted)


GREEN: Final = mask_of([18 + r - 1 for r in (2, 3, 4, 6, 8)] + [32])  # 绿一色

REVERSIBLE: Final = mask_of(9 + r - 1 for r in (1, 2, 3, 4, 5, 8, 9)) | mask_of(
    [18 + r - 1 for r in (2, 4, 5, 6, 8, 9)] + [31]
)  # the tiles that look the same upside down 推不倒
