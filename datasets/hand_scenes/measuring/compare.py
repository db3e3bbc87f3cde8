"""When a reading is the hand that was laid out, and how far it is from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from paiyan.datasets.hand_scenes.scenes import TrueMeld, Truth
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
        and _same_melds(hand.melds, truth.melds)
        and Counter(t.code for t in hand.flowers) == Counter(truth.flowers)
    )
    read = _all_codes(concealed, winning, [[t.code for t in m.tiles] for m in hand.melds])
    expected = _all_codes(truth.concealed, truth.winning, [m.codes for m in truth.melds])
    backs = read.pop(BACK, 0)
    lacking, wrong = (expected - read).total() - backs, (read - expected).total()
    edits = max(lacking, wrong, 0)
    ordered = exact and tuple(concealed) == truth.concealed
    return Likeness(exact, ordered, not edits, edits)


def _all_codes(concealed: Sequence[int], winning: int | None, melds: Sequence[Sequence[int]]) -> Counter[int]:
    won = [] if winning is None else [winning]
    return Counter([*concealed, *won, *(c for m in melds for c in m)])


def _same_melds(read: Sequence[ReadMeld], truth: Sequence[TrueMeld]) -> bool:
    """True if the melds are the same ones, in any order."""
    left = list(truth)
    for meld in read:
        same = next((t for t in left if _same_meld(meld, t)), None)
        if same is None:
            return False
        left.remove(same)
    return not left


def _same_meld(read: ReadMeld, truth: TrueMeld) -> bool:
    faces = Counter(t.code for t in read.tiles if t.code != BACK)
    shown = len(read.tiles) == len(truth.codes) and not faces - Counter(truth.codes)
    return shown and read.type == truth.type and (read.side == truth.side)
