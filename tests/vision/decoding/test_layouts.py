"""A structure laid out: the order of tiles, the winning tile's place; flowers that are another's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.vision.decoding.game_rules import ANY_GAME
from paiyan.vision.decoding.hypotheses import lay_out_structure, order_in_lines
from paiyan.vision.decoding.structure_search import structures
from paiyan.vision.reading import Reading, interpret
from paiyan.vision.structure.scores import CODES, Box, Role, SceneBoxes, StructureScores
from tests.vision.certain_scores import certain

HAND = "123m456p78911s777z"


def boxes_of(text: str, *, apart: Sequence[int] = ()) -> list[Box]:
    """Tiles of 38 by 52 pixels in a row, those `apart` in one behind it."""
    boxes: list[Box] = []
    for at, tile in enumerate(parse(text)):
        codes = tuple(0.99 if code == tile.code else 0.01 / (CODES - 1) for code in range(CODES))
        x, y = 40.0 * at, 100.0 if at in apart else 400.0
        boxes.append(Box(x, y, x + 38.0, y + 52.0, 0.99, codes))
    return boxes


def scores_of(text: str, roles: Sequence[Role], groups: Sequence[int]) -> StructureScores:
    return certain(roles, groups, [tile.code for tile in parse(text)], by=12.0)


def read(text: str, roles: Sequence[Role], groups: Sequence[int], *, apart: Sequence[int]) -> Reading:
    scene = SceneBoxes((1000, 600), tuple(boxes_of(text, apart=apart)))
    return interpret(scene, scores_of(text, roles, groups))


@pytest.mark.parametrize("role", ["other", "discard"])
def test_flowers_that_are_not_the_players_are_not_the_hands(role: Role) -> None:
    roles: list[Role] = ["held"] * 14 + ["flower", role, role]
    shown = read(HAND + "1f2f6f", roles, [0] * 14 + [1, -1, -1], apart=[15, 16])
    assert [tile.notation for tile in shown.hand.flowers] == ["1f"]
    assert [tile.role for tile in shown.tiles[14:]] == ["flower", role, role]
    assert [tile.group for tile in shown.tiles[15:]] == [-1, -1]
    assert shown.reliable


def test_a_flower_twice_on_the_table_is_said_and_twice_in_the_hand_is_not_relied_on() -> None:
    roles: list[Role] = ["held"] * 14 + ["flower", "other"]
    elsewhere = read(HAND + "1f1f", roles, [0] * 14 + [1, -1], apart=[15])
    assert [(p.code, p.args) for p in elsewhere.problems] == [("table", ("1f", 2, 1))]
    assert elsewhere.reliable
    roles[15] = "flower"
    both = read(HAND + "1f1f", roles, [0] * 14 + [1, 1], apart=[])
    assert ("flower", ("1f", 2)) in [(p.code, p.args) for p in both.problems]
    assert not both.reliable


@pytest.mark.parametrize("code", [*range(FLOWER, RED), 0, 33])
def test_only_what_may_be_a_flower_is_one(code: int) -> None:
    """A tile that surely shows no flower is none of the player's, whatever role it seems to have."""
    text = HAND + "1f"
    roles: list[Role] = ["held"] * 14 + ["flower"]
    said = scores_of(text, roles, [0] * 14 + [1])
    rows = [list(row) for row in said.codes]
    rows[14] = [0.0 if at == code else -20.0 for at in range(CODES)]
    best = next(structures(StructureScores(**{**vars(said), "codes": rows}), ANY_GAME))
    assert best.flowers == ((14,) if FLOWER <= code < RED else ())


def test_tiles_are_told_from_the_players_left_and_the_last_one_wins() -> None:
    roles: list[Role] = ["held"] * 14
    scores = scores_of(HAND, roles, [0] * 14)
    layout = lay_out_structure(next(structures(scores)), boxes_of(HAND), scores)
    assert [*layout.concealed, layout.winning] == [*range(14)]
    assert layout.winning_place == "right_end"


def test_a_tile_apart_wins_and_one_that_lies_across_and_touches_is_turned() -> None:
    text = "123m456p78911s77z" + "7z"
    roles: list[Role] = ["held"] * 13 + ["winning"]
    scores = scores_of(text, roles, [0] * 14)
    structure = next(structures(scores))
    assert (structure.winning, len(structure.held)) == (13, 13)
    row = boxes_of(text)[:13]
    codes = boxes_of(text)[13].codes
    far = Box(600, 400, 638, 452, 0.99, codes)
    across = Box(520, 414, 572, 452, 0.99, codes)
    apart_and_across = Box(600, 414, 652, 452, 0.99, codes)
    places = [
        lay_out_structure(structure, [*row, last], scores).winning_place
        for last in (far, across, apart_and_across)
    ]
    assert places == ["set_apart", "turned", "set_apart"]
    sideways = lay_out_structure(structure, [*row, across], scores).sideways
    assert sideways == (*(False,) * 13, True)


@pytest.mark.parametrize("turned", [0, 6, 13])
@pytest.mark.parametrize("apart", [False, True])
def test_the_one_tile_at_an_end_that_lies_across_wins_whether_or_not_it_is_set_apart(
    turned: int, apart: bool
) -> None:
    roles: list[Role] = ["winning" if apart and i == turned else "held" for i in range(14)]
    scores = scores_of(HAND, roles, [0] * 14)
    row = [at(56.0 * i, 400.0) for i in range(14)]
    row[turned] = at(56.0 * turned - 8, 412.0, wide=56.0, high=40.0)
    layout = lay_out_structure(next(structures(scores)), row, scores)
    if turned in (0, 13):
        assert (layout.winning, layout.winning_place) == (turned, "turned")
    elif not apart:
        assert (layout.winning, layout.winning_place) == (13, "right_end")
    assert sorted([*layout.concealed, *([] if layout.winning is None else [layout.winning])]) == [*range(14)]


def at(x: float, y: float, *, wide: float = 38.0, high: float = 52.0) -> Box:
    return Box(x, y, x + wide, y + high, 0.99, (1 / CODES,) * CODES)


def lines(boxes: Sequence[Box], *, rest: Sequence[Box] = ()) -> tuple[tuple[int, ...], ...]:
    every = [*boxes, *rest]
    return order_in_lines(every, range(len(boxes)), rest=range(len(boxes), len(every))).lines


@pytest.mark.parametrize(("step", "count"), [(0.0, 1), (0.48, 1), (0.52, 2), (1.2, 2)])
def test_tiles_out_of_line_by_half_their_length_begin_another_line(step: float, count: int) -> None:
    row = [at(40.0 * i, 400.0) for i in range(7)]
    further = [at(40.0 * i, 400.0 + 52.0 * step) for i in range(7, 14)]
    assert len(lines([*row, *further])) == count


@pytest.mark.parametrize(("others", "size", "away", "turned"), [
    (3, 38.0, 60.0, False),  # beside the row and as large: the picture's own lower edge counts
    (3, 34.0, 60.0, False),
    (3, 31.0, 60.0, True),  # smaller, so farther from the camera than the row, though lower in the picture
    (2, 31.0, 60.0, False),  # too few to tell
    (3, 38.0, 170.0, False),
    (3, 38.0, 200.0, True),  # as far as only the middle of the table is
])  # fmt: skip
def test_other_tiles_tell_on_which_side_the_player_sits(
    others: int, size: float, away: float, turned: bool
) -> None:
    row = [at(40.0 * i, 100.0) for i in range(7)]
    high = size / 38 * 52
    below = [at(40.0 * i, 126.0 + away - high / 2, wide=size, high=high) for i in range(others)]
    (order,) = lines(row, rest=below)
    assert order == (tuple(reversed(range(7))) if turned else tuple(range(7)))


@pytest.mark.parametrize(("above", "turned"), [(0, True), (1, True), (2, False)])
def test_other_tiles_tell_so_only_where_most_lie_on_one_side(above: int, turned: bool) -> None:
    row = [at(40.0 * i, 300.0) for i in range(7)]
    rest = [at(40.0 * i, 560.0) for i in range(8 - above)] + [at(40.0 * i, 40.0) for i in range(above)]
    (order,) = lines(row, rest=rest)
    assert (order[0] == 6) == turned


@pytest.mark.parametrize(("gap", "wide", "high", "place"), [
    (11.0, 52.0, 38.0, "turned"),  # in pixels, where tiles are 38 wide
    (12.0, 52.0, 38.0, "set_apart"),
    (4.0, 44.0, 48.0, "set_apart"),  # hardly flatter than the others
    (4.0, 46.0, 48.0, "turned"),
])  # fmt: skip
def test_how_far_and_how_flat_a_turned_winning_tile_is(
    gap: float, wide: float, high: float, place: str
) -> None:
    text = "123m456p78911s77z" + "7z"
    scores = scores_of(text, ["held"] * 13 + ["winning"], [0] * 14)
    row = boxes_of(text)[:13]
    last = at(row[-1].x2 + gap, 420.0, wide=wide, high=high)
    assert lay_out_structure(next(structures(scores)), [*row, last], scores).winning_place == place
