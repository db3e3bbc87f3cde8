"""The reading's structure on tables whose truth is known, from any side of the camera."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detections import Detections
from paiyan.vision.hands import read_scenes
from paiyan.vision.reading import Hand, Reading
from paiyan.vision.structure.scene import scene_of
from tests.vision.synthetic_detections import Piece, read, row, seen
from tests.vision.told import told

Places = list[tuple[float, float, float, float]]
HAND = "123m456p11z77234s"
DISCARDS = [*row("258m147p369s", 1, -6), *row("36m58p", 2, -7.6)]


def hand_of(found: Detections) -> Hand:
    return read(found).hand


def held(hand: Hand) -> str:
    return notation([*hand.concealed, *([hand.winning] if hand.winning else [])])


def roles(found: Detections, seen_as: Reading) -> dict[str, str]:
    """Role → its tiles, in the order of the detections."""
    out: dict[str, list[int]] = {}
    for code, tile in zip(found.classes, seen_as.tiles, strict=True):
        out.setdefault(tile.role, []).append(int(code))
    return {role: notation(codes) for role, codes in out.items()}


@pytest.mark.parametrize("roll", range(-75, 76, 15))
@pytest.mark.parametrize("tilt", [0.0, 0.02])
def test_a_lone_row_reads_the_same_at_any_roll_short_of_upright(roll: float, tilt: float) -> None:
    for seed in range(3):
        found = seen(row(HAND), roll=roll, tilt=tilt, noise=0.06, seed=seed)
        assert held(hand_of(found)) == HAND


@pytest.mark.parametrize("roll", range(-180, 180, 20))
def test_with_smaller_tiles_beyond_the_hand_any_roll_reads_the_same(roll: float) -> None:
    found = seen([*row(HAND), *DISCARDS], roll=roll, tilt=0.06)
    read_as = read(found)
    assert held(read_as.hand) == HAND
    assert roles(found, read_as)["discard"] == notation([p.code for p in DISCARDS])


@pytest.mark.parametrize("scale", [12, 25, 50])
@pytest.mark.parametrize("roll", [-40, 0, 25])
def test_scale_changes_nothing(scale: float, roll: float) -> None:
    assert held(hand_of(seen(row(HAND), roll=roll, scale=scale))) == HAND


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(14)))
def test_the_order_of_the_detections_changes_nothing(order: list[int]) -> None:
    pieces = row("123m456p11z77234s7z")
    assert held(hand_of(seen([pieces[i] for i in order], roll=20))) == "123m456p11z77234s7z"


@pytest.mark.parametrize("roll", [0, -28, 17])
@pytest.mark.parametrize("pieces", [
    pytest.param([*row(HAND + " 7s")], id="past a gap at the right"),
    pytest.param([*row("7s " + HAND)], id="past a gap at the left"),
    pytest.param([*row(HAND), *row("7s", 6, -1.5)], id="above the row"),
    pytest.param([*row(HAND), *row("7s", 11, 2.9)], id="alone in the picture"),
])  # fmt: skip
def test_the_tile_set_apart_wins(pieces: list[Piece], roll: float) -> None:
    hand = hand_of(seen(pieces, roll=roll))
    assert (notation(hand.concealed), str(hand.winning), hand.winning_place) == (HAND, "7s", "set_apart")


def test_melds_in_a_row_behind_are_melds() -> None:
    hand = hand_of(
        seen(
            [*row("11z111562s"), *row("678s", -0.5, -2.1), *row("546m", 2.8, -2.1), *row("678m", 6.1, -2.1)],
            roll=3,
            tilt=0.03,
        )
    )
    assert held(hand) == "11z111562s"
    assert [notation(meld.tiles) for meld in hand.melds] == ["678s", "456m", "678m"]


def test_writing_on_the_rack_is_no_tile_of_the_hand() -> None:
    tiles = "33689m5666p112s1124z"
    assert held(hand_of(seen([*row(tiles), *row("1z", 2.5, 0.8 * 1.35)]))) == tiles


def test_a_mark_before_the_hand_that_may_be_none_is_not_the_winning_tile() -> None:
    tiles, melds = row("67s567m333p99s"), row("234s999m", 5.2, -2.4)
    mark = [piece._replace(sure=0.75) for piece in row("2z", 5, 2.55)]
    hand = hand_of(seen([*tiles, *melds, *mark], tilt=0.02))
    assert (held(hand), [notation(m.tiles) for m in hand.melds]) == ("67s567m333p99s", ["234s", "999m"])


def test_a_meld_behind_the_row_is_one_though_a_hand_hides_half_of_a_tile() -> None:
    first, second, third = row("222z", 8, -1.5)
    pieces = [*row("44z13m1228p16679s"), first, second, third._replace(shows=0.6)]
    hand = hand_of(seen(pieces, tilt=0.03))
    assert (held(hand), [notation(m.tiles) for m in hand.melds]) == ("44z13m1228p16679s", ["222z"])


def test_a_held_tile_stays_one_on_the_other_side_of_a_flower() -> None:
    hand = hand_of(seen(row("9p7f6p2z942s56m6p411s2p3z")))
    assert (held(hand), notation(hand.flowers)) == ("96p2z942s56m6p411s2p3z", "7f")


def test_tiles_lying_about_face_down_make_no_hand_and_hold_no_flower_back() -> None:
    places = ((-1.2, -2.7), (4.3, -4.9), (6.6, -4.6), (10, -5), (3, 4), (7, 5))
    about = [Piece(BACK, x, y) for x, y in places]
    hand = hand_of(seen([*row("123m456p11z772347s"), *about, *row("7f", -0.6, -2.8)], tilt=0.03))
    assert (held(hand), notation(hand.flowers)) == ("123m456p11z772347s", "7f")


def test_the_turned_tile_wins() -> None:
    hand = hand_of(seen(row("123m456p11z772347s", across=[13])))
    assert (notation(hand.concealed), str(hand.winning), hand.winning_place) == (HAND, "7s", "turned")


def test_without_a_sign_the_tile_at_the_right_end_wins() -> None:
    hand = hand_of(seen(row("5f" + HAND + "7s" + "1f")))
    assert (notation(hand.concealed), str(hand.winning), hand.winning_place) == (HAND, "7s", "right_end")
    assert notation(hand.flowers) == "51f"


def test_thirteen_tiles_have_no_winning_tile_even_among_discards() -> None:
    hand = hand_of(seen([*row(HAND), *DISCARDS], tilt=0.05))
    assert hand.winning is None


@pytest.mark.parametrize("roll", [0, 10, -10])
def test_melds_past_a_gap_and_whom_they_came_from(roll: float) -> None:
    found = seen(row("123m45p 789s 5550p 77z", across=[5, 10]), roll=roll)
    hand = hand_of(found)
    assert [told(m) for m in hand.melds] == [
        {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"},
        {"type": "kong", "tiles": "5550p", "from": "across", "claimed": "5p"},
    ]
    assert held(hand) == "123m45p77z"


def test_a_concealed_kong_shows_its_backs() -> None:
    hand = hand_of(seen([*row("123m456p11z77s"), *row("xx44sxx", 12, 0)]))
    assert [told(m) for m in hand.melds] == [{"type": "concealed_kong", "tiles": "4444s"}]


@pytest.mark.parametrize("kong", ["5zxxxxxx", "xx55zxx", "xxxxxx5z", "5zxxxx5z", "xxxxxxxx"])
@pytest.mark.parametrize("roll", [0, 11])
def test_a_concealed_kong_is_known_however_it_is_laid(kong: str, roll: float) -> None:
    hand = hand_of(seen([*row("123m456p11z7s"), *row(kong, 10.5, 0), *row("7s", 15.5, 0)], roll=roll))
    assert [m.type for m in hand.melds] == ["concealed_kong"]
    assert held(hand) == "123m456p11z77s"


@pytest.mark.parametrize("roll", [0, -9, 20])
def test_the_fourth_tile_piled_on_the_sideways_one_makes_an_added_kong(roll: float) -> None:
    pieces = row("123m456p11z77s 555s", across=[11])
    lower = pieces[11]
    hand = hand_of(seen([*pieces, lower._replace(y=lower.y - 1.02)], roll=roll))
    assert [told(m) for m in hand.melds] == [
        {"type": "added_kong", "tiles": "5555s", "from": "across", "claimed": "5s"}
    ]


def test_melds_that_touch_are_parted_by_their_sideways_tiles() -> None:
    hand = hand_of(seen(row("123m45p 789s555p 77z", across=[5, 8])))
    assert [(told(m)["tiles"], m.side) for m in hand.melds] == [("789s", "left"), ("555p", "left")]


def test_a_misread_tile_leaves_a_meld_where_it_lies() -> None:
    found = seen(row("123m456p11z7s 777z 7s", across=[9]))
    table = found.probabilities.copy()
    at = 11
    table[at] = 0
    table[at, 27], table[at, 33] = 0.5, 0.4  # read as 1z, nearly as likely 7z
    tiles = read(Detections(found.boxes, table)).tiles
    assert [i for i, tile in enumerate(tiles) if tile.role == "meld"] == [9, 10, 11]


@pytest.mark.parametrize("y", [-1.9, 1.6])
def test_melds_in_a_row_of_their_own(y: float) -> None:
    hand = hand_of(seen([*row("123m456p1z"), *row("777z 234s", 0, y, across=[0, 3])], roll=8))
    assert [told(m)["tiles"] for m in hand.melds] == ["777z", "234s"]
    assert held(hand) == "123m456p1z"


def test_runs_between_the_player_and_the_rest_of_the_hand_are_held() -> None:
    hand = hand_of(seen([*row("1234765z", 1, -1.4), *row("123s456m789p")], tilt=0.02))
    assert held(hand) == "1234765z123s456m789p"
    assert not hand.melds


def test_sixteen_tiles_with_one_meld_laid_down() -> None:
    hand = hand_of(seen([*row("123m456p11z77234s"), *row("999m", 2, -1.8)]))
    assert [told(m)["tiles"] for m in hand.melds] == ["999m"]
    assert hand.size == 16


def test_a_hand_laid_out_block_by_block_exposes_nothing() -> None:
    hand = hand_of(seen(row("123m 456p 777s 234s 99m")))
    assert (hand.melds, held(hand)) == ((), "123m456p777234s99m")


def test_a_block_of_rows_is_read_line_by_line() -> None:
    lines = ["123m", "456p", "777s", "234s", "99m"]
    pieces = [piece for y, line in enumerate(lines) for piece in row(line, 0, y * 1.4)]
    found = seen(pieces, roll=3)
    assert held(hand_of(found)) == "123m456p777234s99m"


def test_four_alike_in_a_row_of_fifteen_are_a_kong() -> None:
    hand = hand_of(seen(row("1111p444555p555z11z")))
    assert [told(m) for m in hand.melds] == [{"type": "kong", "tiles": "1111p"}]
    assert hand.size == 14


def test_walls_indicators_and_others_are_not_the_hand() -> None:
    wall = row("xxxxxxxx5mxxxxxx", 0, -8)
    found = seen([*row(HAND), *wall, *row("3f", 2, -5)], tilt=0.04)
    read_as = read(found)
    assert roles(found, read_as)["hand"] == HAND
    assert {t.role for t in read_as.tiles if t.tile.code == BACK} == {"wall"}
    assert read_as.tiles[-1].group == -1


def test_a_tile_out_of_line_keeps_its_place() -> None:
    pieces = row(HAND)
    pieces[5] = pieces[5]._replace(y=-0.5)
    assert held(hand_of(seen(pieces, roll=12))) == HAND


def test_a_bent_row_is_followed() -> None:
    pieces = [p._replace(y=0.02 * (p.x - 7) ** 2) for p in row(HAND)]
    assert held(hand_of(seen(pieces, roll=-10))) == HAND


def test_a_picture_squashed_to_half_its_width() -> None:
    found = seen(row(HAND), scale=60)
    squashed = Detections(found.boxes * [0.5, 1, 0.5, 1], found.probabilities)
    assert held(hand_of(squashed)) == HAND


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(2, 90), st.floats(2, 90)), max_size=30)
)
def test_any_boxes_have_a_reading_in_which_each_tile_has_one_part(places: Places) -> None:
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in places], np.float32).reshape(-1, 4)
    found = Detections.of(boxes, np.arange(len(boxes)) % 46)
    for won in ("unknown", "won"):
        read_as = read_scenes([scene_of(found, (1000, 1000))], layout_network(), won=won)  # type: ignore[arg-type]
        assert len(read_as.tiles) == len(places)
        shown = len(read_as.hand.concealed) + (read_as.hand.winning is not None) + len(read_as.hand.flowers)
        shown += sum(len(meld.tiles) for meld in read_as.hand.melds)
        assert shown == sum(t.role in ("hand", "winning", "meld", "flower") for t in read_as.tiles)


@pytest.mark.parametrize("y", [-1.4, 7.0])
def test_flowers_that_touch_a_block_are_its_own(y: float) -> None:
    lines = ["123m", "456p", "777s", "234s", "99m"]
    pieces = [piece for at, line in enumerate(lines) for piece in row(line, 0, at * 1.4)]
    hand = hand_of(seen([*pieces, *row("3f7f", 0, y)], roll=3))
    assert (held(hand), notation(hand.flowers)) == ("123m456p777234s99m", "37f")


LAID = [
    [*row(HAND), *DISCARDS],
    [*row("123m456p11z77s"), *row("777z 123s", 0, 2.2)],
    [*row("2340p6p"), *row("555s 888m 123p", 7, 0.3)],
]


@pytest.mark.parametrize("at", range(len(LAID)))
@given(edges=st.integers(0, 2**32 - 1), roll=st.floats(-3, 3))
@settings(max_examples=25, deadline=None)
def test_what_is_relied_on_is_no_other_hand_when_every_edge_moves_a_little(
    at: int, edges: int, roll: float
) -> None:
    """By 3% of a tile's height, as the boxes of two detectors differ: the order of melds stays too."""
    found = seen(LAID[at], roll=roll, tilt=0.01)
    high = found.sizes.max(axis=1, keepdims=True)
    moved = found.boxes + np.random.default_rng(edges).normal(0, 0.03, found.boxes.shape) * high
    before, after = read(found), read(Detections(moved.astype(np.float32), found.probabilities))
    assert before.reliable
    assert after.hand == before.hand or not after.reliable
