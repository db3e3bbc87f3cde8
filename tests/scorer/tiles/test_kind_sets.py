"""The sets of kinds that rules speak of, as one would write them down."""

from __future__ import annotations

import pytest

from paiyan.scorer.tiles import tile
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import kinds, mask_of

SETS = (
    (tile.CHARACTERS, "123456789m"),
    (tile.CIRCLES, "123456789p"),
    (tile.BAMBOO, "123456789s"),
    (tile.SUITED, "123456789m123456789p123456789s"),
    (tile.WINDS, "1234z"),
    (tile.DRAGONS, "567z"),
    (tile.HONOURS, "1234567z"),
    (tile.TERMINALS, "19m19p19s"),
    (tile.ORPHANS, "19m19p19s1234567z"),
    (tile.REVERSIBLE, "1234589p245689s5z"),
    (tile.GREEN, "23468s6z"),
    (tile.ranks(2, 5, 8), "258m258p258s"),
)


@pytest.mark.parametrize(("kept", "written"), SETS)
def test_a_set_of_kinds(kept: int, written: str) -> None:
    assert kept == mask_of(kinds(parse(written)))
