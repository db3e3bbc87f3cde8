"""Sets of tile kinds as bit masks, bit k for kind k: suits, winds, dragons, terminals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final


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
