"""Concealed tiles as the search sees them: natural ones by suit, and how many are wild."""

from __future__ import annotations

from typing import NamedTuple

from paiyan.scorer.arranging.suits import RANK, Suits
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.tiles.tile import KINDS, RANK_BITS


class Held(NamedTuple):
    """Concealed tiles as the search sees them: natural ones by suit, and how many are wild."""

    suits: Suits
    wilds: int = 0

    def count(self, kind: int) -> int:
        """Return how many natural tiles of a kind are held."""
        return self.suits[kind // 9] >> RANK_BITS * (kind % 9) & RANK

    def plus(self, kind: int, n: int = 1) -> Held:
        """Return the same tiles with `n` more of a kind (fewer if negative)."""
        suit, step = kind // 9, n << RANK_BITS * (kind % 9)
        a, b, c, d = self.suits
        if suit == 0:
            return Held((a + step, b, c, d), self.wilds)
        if suit == 1:
            return Held((a, b + step, c, d), self.wilds)
        if suit == 2:
            return Held((a, b, c + step, d), self.wilds)
        return Held((a, b, c, d + step), self.wilds)

    @property
    def kinds(self) -> list[int]:
        """The kinds of the natural tiles, each once."""
        found: list[int] = []
        for base, suit in zip((0, 9, 18, 27), self.suits, strict=True):
            rank = base
            while suit:
                if suit & RANK:
                    found.append(rank)
                suit >>= RANK_BITS
                rank += 1
        return found

    @property
    def most(self) -> int:
        """The largest number of one face, wild tiles among them."""
        return 7 if self.wilds else 4


_OF_RANK = [RANK << RANK_BITS * r for r in range(9)]


def suit_masks(mask: int) -> Suits:
    """Return a mask of kinds as one for each suit, all bits of a rank set."""
    suits = [0, 0, 0, 0]
    for kind in range(KINDS):
        if mask >> kind & 1:
            suits[kind // 9] |= _OF_RANK[kind % 9]
    return suits[0], suits[1], suits[2], suits[3]


_MASKS: dict[int, Suits] = {}


def masked(suits: Suits, mask: int) -> Suits:
    """Return the tiles that are of the kinds of a mask."""
    if mask == ANY:
        return suits
    if mask not in _MASKS:
        _MASKS[mask] = suit_masks(mask)
    a, b, c, d = _MASKS[mask]
    return suits[0] & a, suits[1] & b, suits[2] & c, suits[3] & d
