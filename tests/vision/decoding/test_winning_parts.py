"""Whether tiles win as they are read, as a table."""

from __future__ import annotations

import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import Hand, ReadMeld
from paiyan.vision.decoding.legal_hands import lacks_nothing, wins


@pytest.mark.parametrize(
    ("held", "melds", "won"),
    [
        ("123m456m789m123p55s", 0, True),
        ("123m456m789m123p5s", 0, False),
        ("123m456m789m123p56s", 0, False),
        ("11223344556677m", 0, True),
        ("123m55s", 3, True),
        ("55s", 5, True),
        ("55s", 2, False),
        ("123m456m789m123p5sxx", 0, False),
    ],
)
def test_which_tiles_win(held: str, melds: int, won: bool) -> None:
    tiles = parse(held)
    assert wins([tile.kind for tile in tiles], melds, ANY_GAME) == won
    meld = ReadMeld("pung", parse("777z"))
    assert lacks_nothing(Hand(tiles[:-1], tiles[-1], melds=(meld,) * melds), ANY_GAME) == won


def test_where_forms_do_not_tell_a_whole_hand_may_have_won() -> None:
    wild = Game(against=lambda held, melds: 0.0)
    tiles = parse("123m456m789m123p56s")
    assert not wins([tile.kind for tile in tiles], 0, wild)
    assert lacks_nothing(Hand(tiles), wild)
    assert not lacks_nothing(Hand(tiles[:-1]), wild)
