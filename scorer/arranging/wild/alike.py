"""Blocks that the fans of a rule set cannot tell apart, as numbers: of ways to see a hand that look the same
to them, the first alone is kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiyan.scorer.arranging.sees import Sees
from paiyan.scorer.arranging.wild.block_codes import CODED, tiles_among
from paiyan.scorer.caching import Remembered
from paiyan.scorer.tiles.blocks import Block

_EACH: Final = 3  # bits that count the blocks of a class: a hand has seven at most


class WildEquivalence:
    """What is seen of blocks, added up: three bits for each class of blocks that are alike.

    Those with another number of faces of the wild `kinds` never are: of ways worth the same the one with the
    most of them is named.
    """

    def __init__(self, sees: Sees, kinds: frozenset[int]) -> None:
        faces = {face: i for i, face in enumerate(dict.fromkeys(f for group in sees.groups for f in group))}
        wild = tiles_among(kinds)
        classes: dict[tuple[int, ...], int] = {}
        weights: list[int] = []
        for code, block in enumerate(CODED):
            seen = [faces.get((block.shape, block.kind), -1), wild[code]]
            seen += [ask(block) for ask in sees.of_block]
            weights.append(1 << _EACH * classes.setdefault(tuple(seen), len(classes)))
        self._weights = weights
        self._of_won = sees.of_won
        self.of = Remembered(self._sum, most=1 << 14)  # of blocks in code

    def _sum(self, codes: bytes) -> int:
        return sum([self._weights[code] for code in codes])

    def of_block_that_won(self, codes: bytes, block: Block, wild: int, place: int) -> tuple[int, ...]:
        """What is seen of the block that won besides; `codes` is that block too."""
        if not self._of_won:
            return ()
        return (self.of[codes], *[ask(block, wild, place) for ask in self._of_won])


@lru_cache(maxsize=1 << 6)
def wild_equivalence(sees: Sees, kinds: frozenset[int]) -> WildEquivalence:
    """What is alike to who sees so much, where these kinds are wild; one value for the same, so that what is
    remembered by it is shared."""
    return WildEquivalence(sees, kinds)
