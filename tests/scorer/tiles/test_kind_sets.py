"""The sets of kinds that rules speak of, as one would write them down."""

from __future__ import annotations

import pytest

from paiyan.scorer.tiles import kind_sets
from paiyan.scorer.tiles.kind_sets import mask_of
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import kinds

SETS = (
    (kind_sets.CHARACTERS, "123456789m"),
    (kind_sets.CIRCLES, "123456789p"),
    (kind_sets.BAMBOO, "123456789s"),
    (kind_sets.SUITED, "123456789m123456789p123456789s"),
    (kind_sets.WINDS, "1234z"),
    (kind_sets.DRAGONS, "567z"),
    (kind_sets.HONOURS, "1234567z"),
    (kind_sets.TERMINALS, "19m19p19s"),
    (kind_sets.ORPHANS, "19m19p19s1234567z"),
    (kind_sets.REVERSIBLE, "1234589p245689s5z"),
    (kind_sets.GREEN, "23468s6z"),
    (kind_sets.ranks(2, 5, 8), "258m258p258s"),
)


@pytest.mark.parametrize(("kept", "written"), SETS)
def test_a_set_of_kinds(kept: int, written: str) -> None:
    assert kept == mask_of(kinds(parse(written)))
