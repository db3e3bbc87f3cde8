"""The fans of a rule set, looked for: all that is remembered of them goes away with them."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Candidates
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.tiles.blocks import Block, Shape
from tests.scorer.fans.test_counting import arranged

HAND = arranged([*(Block(Shape.TRIPLET, kind) for kind in (0, 5, 12, 30)), Block(Shape.PAIR, 33)])


@pytest.fixture
def uncollected() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
def test_what_is_remembered_of_fans_goes_away_with_them_at_once() -> None:
    """A service that is sent many house files need not wait until garbage is collected."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,)

    looked = Candidates([Priced(Fan("any", "any", "any", find), 1, "任", "here")])
    assert [m.priced.id for m in looked.matches_in(HAND)] == ["any"]
    kept = weakref.ref(find)
    del find, looked
    assert kept() is None
