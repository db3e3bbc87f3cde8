"""Exposed groups 副露: which tiles may lie together as one, and how a row splits into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scorer.tiles import BACK, TILES, is_suited

MeldType = Literal["chow", "pung", "kong", "concealed_kong"]


def meld_type(codes: Sequence[int]) -> MeldType | None:
    """What three or four tile codes are together, in any order: 吃 碰 杠, or None.

    A concealed kong 暗杠 shows two of its four tiles, one, or none; red fives count as their fives.
    """
    faces = [TILES[code].kind for code in codes if code != BACK]
    alike = len(set(faces)) <= 1
    if len(codes) == 4 and alike:
        return "kong" if len(faces) == 4 else "concealed_kong"
    if len(codes) != 3 or len(faces) != 3 or max(faces) >= 34:
        return None
    if alike:
        return "pung"
    low, middle, high = sorted(faces)
    run = (middle, high) == (low + 1, low + 2) and low // 9 == high // 9 and is_suited(high)
    return "chow" if run else None


def split_melds(codes: Sequence[int]) -> list[tuple[int, int]] | None:
    """Cut a row of codes into melds only: (start, end) of each from the left, or None if it cannot be."""
    if not codes:
        return []
    for size in (4, 3):
        if len(codes) >= size and meld_type(codes[:size]):
            rest = split_melds(codes[size:])
            if rest is not None:
                return [(0, size), *((a + size, b + size) for a, b in rest)]
    return None
