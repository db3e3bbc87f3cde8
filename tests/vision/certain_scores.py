"""Scores of a structure that leave no doubt, to test a decoder; numpy is not needed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiyan.vision.structure.scores import (
    CODES,
    MELD_KINDS,
    ROLES,
    SOURCES,
    MeldKind,
    Role,
    Source,
    StructureScores,
)


def certain(
    roles: Sequence[Role],
    groups: Sequence[int],
    codes: Sequence[int],
    *,
    claimed: Sequence[Source] | None = None,
    sideways: Sequence[bool] | None = None,
    kinds: Sequence[MeldKind] | None = None,
    by: float = 8.0,
) -> StructureScores:
    """Return the scores of a network that knows the truth, with log-odds `by`.

    `groups` has a number for each box; equal ones are together, and -1 is in no group.
    """
    count = len(roles)
    return StructureScores(
        roles=[_peak(ROLES.index(role), len(ROLES), by) for role in roles],
        together=[
            [by if a == b or groups[a] == groups[b] >= 0 else -by for b in range(count)] for a in range(count)
        ],
        claimed=[_peak(SOURCES.index(s), len(SOURCES), by) for s in claimed or ["unknown"] * count],
        sideways=[by if s else -by for s in sideways or [False] * count],
        kinds=[_peak(MELD_KINDS.index(k), len(MELD_KINDS), by) for k in kinds or ["pung"] * count],
        codes=[_peak(code, CODES, by) for code in codes],
        sure=1.0,
    )


def _peak(index: int, count: int, by: float) -> list[float]:
    """Log-probabilities of `count` values, of which one is `by` likelier than each other."""
    total = math.log(math.exp(by) + count - 1)
    return [(by if i == index else 0.0) - total for i in range(count)]
