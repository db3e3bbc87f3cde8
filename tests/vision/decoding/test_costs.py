"""Each cost and limit of decoding from both sides, in figures: a table of what it lets through."""

from __future__ import annotations

import math

import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.game_rules import ANY_GAME
from paiyan.vision.decoding.legal_hands import decode, elsewhere
from paiyan.vision.decoding.structure_search import meld_cost, size_cost, tile_costs
from paiyan.vision.structure.scene import LaidMeld, Layout
from paiyan.vision.structure.scores import CODES
from tests.vision.decoding.test_legal_hands import certain, row_of, text_of


@pytest.mark.parametrize(("size", "winning", "cost"), [
    (12, 0, 4.0), (13, 0, 0.0), (14, 0, 0.0), (14, 1, 0.0), (15, 0, 4.0), (16, 0, 0.0), (17, 1, 0.0),
    (13, 1, 4.0), (16, 1, 4.0),  # without the winning tile nothing waits for it
    (18, 0, 5.5), (19, 0, 7.0), (20, 1, 8.5), (0, 0, 4.0),
])  # fmt: skip
def test_a_hand_of_a_size_that_no_hand_has(size: int, winning: int, cost: float) -> None:
    assert size_cost(size, winning) == cost


@pytest.mark.parametrize(("against", "cost"), [(0.5, 0.5), (7.9, 7.9), (8.1, math.inf)])
def test_what_a_tile_of_a_meld_may_be_at_the_most(against: float, cost: float) -> None:
    """The third of 11m looks like 9p; that it is 1m is so much less likely."""
    tiles = [[-60.0] * CODES for _ in range(3)]
    tiles[0][0] = tiles[1][0] = tiles[2][17] = 0.0
    tiles[2][0] = -against
    assert meld_cost([tile_costs(row, ANY_GAME) for row in tiles], ANY_GAME) == pytest.approx(cost)


@pytest.mark.parametrize(("back", "won"), [(3.9, True), (4.1, False)])
def test_how_much_likelier_a_back_is_of_a_tile_that_lies_face_down_in_a_hand_that_won(
    back: float, won: bool
) -> None:
    logs = certain("123m456p789sxx2z1z11z")
    logs[9, parse("2z")[0].code] = -back
    found = decode(logs, row_of(14, winning=True), ANY_GAME, won="won")
    assert [text_of(one) for one in found[:1]] == (["123m456p789s22111z"] if won else [])


@pytest.mark.parametrize(("against", "found"), [(11.9, 1), (12.1, 0)])
def test_how_unlikely_the_tiles_of_a_meld_are_at_the_most(against: float, found: int) -> None:
    logs = certain("11m9p")
    logs[2, 0] = -against
    layout = Layout(melds=(LaidMeld((0, 1, 2), "pung", None),))
    assert len(decode(logs, layout, ANY_GAME)) == found


@pytest.mark.parametrize(("sure", "cost"), [
    (0.0, 0.0), (0.5, math.log(2)), (0.9, math.log(10)), (0.97, 3.506558), (0.99, math.log(50)),
    (1.0, math.log(50)),
])  # fmt: skip
def test_a_tile_beside_the_hand_is_another_one_at_the_price_of_its_sureness(sure: float, cost: float) -> None:
    """Not below 1 in 50; tiles of the hand, flowers and backs are not elsewhere."""
    mine = Layout(concealed=(0,), winning=1, melds=(LaidMeld((2, 3, 4), "pung", None),))
    codes = [tile.code for tile in parse("5m5m555p" + "5m5m1f")] + [BACK]
    found = elsewhere(codes, mine, [0.3] * 5 + [sure, 0.5, 0.5, 0.5])
    assert {kind: pytest.approx(costs, abs=1e-5) for kind, costs in found.items()} == {4: (cost, math.log(2))}
