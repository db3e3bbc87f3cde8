"""Tiles by suit against tiles counted by kind."""

from __future__ import annotations

from random import Random

from paiyan.scorer.arranging.arrangements import counted
from paiyan.scorer.arranging.suits import (
    as_bits,
    by_suit,
    counts_of,
    holds_five,
    kinds_of,
    of_counts,
    one_less,
    one_more,
)
from paiyan.scorer.tiles.notation import tile
from paiyan.scorer.tiles.tile import RED, TILES


def test_the_same_tiles_by_suit_and_by_kind() -> None:
    random = Random(9)
    for _ in range(500):
        kinds = random.choices(range(34), k=random.randrange(25))
        suits, counts = by_suit(tuple([TILES[k] for k in kinds])), counted(kinds)
        assert of_counts(counts) == suits
        assert counts_of(suits) == counts
        assert kinds_of(suits) == as_bits(set(kinds))
        assert holds_five(suits) == (max(counts) > 4)
        assert [suit % 3 for suit in suits] == [sum(counts[k : k + 9]) % 3 for k in (0, 9, 18, 27)]


def test_a_tile_more_and_a_tile_less() -> None:
    for kind in range(34):
        more = one_more(by_suit(TILES[:34]), TILES[kind])
        assert one_less(counts_of(more), kind) == (1,) * 34
        assert more == by_suit((*TILES[:34], TILES[kind]))


def test_a_red_five_is_a_five_and_a_flower_of_no_suit() -> None:
    assert by_suit((TILES[RED + 1], tile("5p"))) == by_suit((tile("5p"),) * 2)
    assert by_suit((tile("1f"), tile("7x"), tile("xx"))) == (0, 0, 0, 0)
