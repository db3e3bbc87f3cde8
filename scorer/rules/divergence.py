"""Divergences: points on which the documents, other programs and Paiyan do not say the same."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What differs from what."""

    MISPRINT = "misprint"  # the document does not say what it means
    CONTRADICTION = "contradiction"  # two documents, or two places of one, say different things
    SILENCE = "silence"  # the document leaves it open
    PROGRAM = "program"  # another program answers otherwise


class Divergence(NamedTuple):
    """One point of difference. `lines` are the hands of other programs that differ because of it."""

    rules: str  # the rule set's id
    kind: Kind
    about: str
    says: str
    chosen: str
    citation: str
    lines: tuple[str, ...] = ()
