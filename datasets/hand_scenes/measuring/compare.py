"""When a reading is the hand that was laid out, and how far it is from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from paiyan.datasets.hand_scenes.truth import TrueMeld, Truth
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.reading import Hand, ReadMeld


class Likeness(NamedTuple):
    """`exact`: winning tile, concealed tiles, melds with type and side, flowers; `ordered`: the concealed
    tiles in their order too; `multiset`: the same tiles, however grouped; `edits`: wrong tiles."""

    exact: bool
    ordered: bool
    multiset: bool
    edits: int


def compare(hand: Hand, truth: Truth) -> Likeness:
    """A reading beside the truth."""
    concealed = [t.code for t in hand.concealed]
    winning = None if hand.winning is None else hand.winning.code
    exact = (
        Counter(concealed) == Counter(truth.concealed)
        and winning == truth.winning
        and _all_alike(hand.melds, truth.melds)
        and Counter(t.code for t in hand.flowers) == Counter(truth.flowers)
    )
    ours = _all_codes(concealed, winning, [[t.code for t in m.tiles] for m in hand.melds])
    theirs = _all_codes(truth.concealed, truth.winning, [m.codes for m in truth.melds])
    backs = ours.pop(BACK, 0)
    lacking, wrong = (theirs - ours).total() - backs, (ours - theirs).total()
    edits = max(lacking, wrong, 0)
    ordered = exact and tuple(concealed) == truth.concealed
    return Likeness(exact, ordered, not edits, edits)


def _all_codes(concealed: Sequence[int], winning: int | None, melds: Sequence[Sequence[int]]) -> Counter[int]:
    won = [] if winning is None else [winning]
    return Counter([*concealed, *won, *(c for m in melds for c in m)])


def _all_alike(ours: Sequence[ReadMeld], theirs: Sequence[TrueMeld]) -> bool:
    """Whether the melds are the same ones, in any order."""
    left = list(theirs)
    for meld in ours:
        same = next((t for t in left if _alike(meld, t)), None)
        if same is None:
            return False
        left.remove(same)
    return not left


def _alike(ours: ReadMeld, theirs: TrueMeld) -> bool:
    faces = Counter(t.code for t in ours.tiles if t.code != BACK)
    shown = len(ours.tiles) == len(theirs.codes) and not faces - Counter(theirs.codes)
    return shown and ours.type == theirs.type and (ours.side == theirs.side)
