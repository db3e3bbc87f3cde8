"""The truth of a laid-out hand, and when a reading is that hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paiyan.datasets.synth.scenes.scene import Hand, Scene
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import TILES


class TrueMeld(NamedTuple):
    """An exposed set: its type, its codes in rising order, and the side that its sideways tile names."""

    type: str
    codes: tuple[int, ...]
    side: str | None


class Truth(NamedTuple):
    """A hand as it was laid out; `face_down` melds are known to nobody."""

    concealed: tuple[int, ...]
    winning: int | None
    melds: tuple[TrueMeld, ...]
    flowers: tuple[int, ...]

    def text(self) -> str:
        """In notation, parts apart."""
        melds = [f"({notation(m.codes)})" for m in self.melds]
        won = [] if self.winning is None else ["+" + TILES[self.winning].notation]
        parts = [notation(self.concealed), *won, *melds, notation(self.flowers)]
        return " ".join(part for part in parts if part)


def truth_of(scene: Scene, hand: Hand, span: range) -> Truth:
    """What the tiles of this span of the scene show of a hand."""
    groups: dict[int, list[int]] = {}
    for i in span:
        if scene.tiles[i].role == "meld":
            groups.setdefault(scene.tiles[i].group, []).append(i)
    melds = tuple(
        _meld(scene, meld.type, indices) for meld, indices in zip(hand.melds, groups.values(), strict=True)
    )
    return Truth(hand.concealed, hand.winning, melds, hand.flowers)


def _meld(scene: Scene, type_: str, indices: Sequence[int]) -> TrueMeld:
    turned = [at for at, i in enumerate(indices) if scene.tiles[i].sideways]
    codes = tuple(sorted((scene.tiles[i].code for i in indices), key=lambda c: (TILES[c].kind, c)))
    if not turned:  # a kong that lies straight does not show how it was made
        return TrueMeld("kong" if type_ == "added_kong" else type_, codes, None)
    length = len(indices) - (len(turned) == 2)
    side = "left" if turned[0] == 0 else "right" if turned[0] == length - 1 else "across"
    return TrueMeld(type_, codes, side)
