"""Exposed groups 副露: which tiles may lie together as one, how likely, and how a row splits into them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.tiles.tile import BACK
from vision.structure.scores import MeldKind

_STARTS = np.array([k for k in range(27) if k % 9 < 7])
_ORDERS = tuple(permutations(range(3)))


class Fit(NamedTuple):
    """What tiles are together: the kind of each (`BACK` for a back), and by how much less likely, in
    natural logarithms, than each tile's own most likely kind."""

    type: MeldKind
    kinds: tuple[int, ...]
    excess: float


def best_meld(kinds: NDArray[np.float64], codes: Sequence[int]) -> Fit | None:
    """The likeliest meld of three or four tiles; None where backs make that impossible.

    `kinds` (n, 34) are their logarithms by kind, `codes` their most likely codes: only which are backs is
    asked of those.
    """
    faces = [i for i, code in enumerate(codes) if code != BACK]
    if len(faces) < len(codes) and len(codes) != 4:
        return None
    if not faces:
        return Fit("concealed_kong", (BACK,) * 4, 0.0)
    shown = kinds[faces]
    most = float(shown.max(axis=1).sum())
    together = shown.sum(axis=0)
    alike = int(together.argmax())
    excess = most - float(together[alike])
    if len(codes) == 4:
        type_ = "kong" if len(faces) == 4 else "concealed_kong"
        return Fit(type_, tuple(alike if c != BACK else BACK for c in codes), excess)
    pung = Fit("pung", (alike,) * 3, excess)
    if excess == 0:
        return pung
    runs = np.stack([sum(shown[i, _STARTS + at] for i, at in enumerate(order)) for order in _ORDERS])
    at = int(runs.argmax())
    order, start = _ORDERS[at // len(_STARTS)], int(_STARTS[at % len(_STARTS)])
    chow = Fit("chow", tuple(start + i for i in order), most - float(runs.flat[at]))
    return min(pung, chow, key=lambda fit: fit.excess)
