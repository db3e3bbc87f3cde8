"""What the network and the rules say together: probabilities, whatever lies there, and never a crash."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.tiles.notation import notation
from tests.vision.synthetic_detections import SIZE, row, seen
from vision.detections import Detections
from vision.pipeline import read_scenes, seated_of
from vision.structure.rules.layouts import lay_out
from vision.structure.rules.mixture import product, side_of
from vision.structure.scene import scene_of, stacked, turned
from vision.structure.scores import certain

Places = list[tuple[float, float, float, float]]


@pytest.mark.parametrize("weight", [0.0, 0.35, 3.0])
def test_the_product_is_made_of_probabilities(weight: float) -> None:
    one = certain(["held", "meld"], [0, 1], [0, 1], by=2.0)
    other = certain(["held", "discard"], [0, -1], [0, 1], by=2.0)
    both = product(one, other, weight=weight)
    assert all(sum(map(math.exp, line)) == pytest.approx(1) for line in (*both.roles, *both.kinds))
    if weight == 0:
        assert both.roles[1] == pytest.approx(one.roles[1])


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(2, 90), st.floats(2, 90)), max_size=30)
)
def test_any_boxes_have_a_reading_in_which_each_tile_has_one_part(places: Places) -> None:
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in places], np.float32).reshape(-1, 4)
    found = Detections.of(boxes, np.arange(len(boxes)) % 46)
    for won in ("unknown", "won"):
        read = read_scenes([scene_of(found, (1000, 1000))], won=won)  # type: ignore[arg-type]
        assert len(read.tiles) == len(places)
        shown = len(read.hand.concealed) + (read.hand.winning is not None) + len(read.hand.flowers)
        shown += sum(len(meld.tiles) for meld in read.hand.melds)
        assert shown == sum(t.role in ("hand", "winning", "meld", "flower") for t in read.tiles)


def test_four_quarter_turns_change_nothing() -> None:
    scene = scene_of(seen(row("123m 777z")), (SIZE, SIZE // 2))
    assert turned(scene, 4).boxes == scene.boxes
    assert turned(scene, 1).size == (SIZE // 2, SIZE)
    assert turned(turned(scene, 1), 3).boxes == scene.boxes


def test_pictures_stacked_keep_their_tiles_apart() -> None:
    scenes = [scene_of(seen(row(text)), (SIZE, SIZE)) for text in ("123m", "77z")]
    said = [certain(["held"] * n, [0] * n, [0] * n) for n in (3, 2)]
    scene, scores = stacked(scenes, said)
    assert len(scene.boxes) == len(scores.roles) == 5
    assert all(scores.together[a][b] < 0 for a in range(3) for b in (3, 4))
    assert min(box.y1 for box in scene.boxes[3:]) > max(box.y2 for box in scene.boxes[:3])


def test_a_lone_row_is_the_hand_of_who_sits_below_it() -> None:
    ((seat, scene, scores),) = seated_of(scene_of(seen(row("123m456p11z77234s")), (SIZE, SIZE)))
    assert (seat, len(scene.boxes), len(scores.roles)) == ("E", 13, 13)
    read = read_scenes([scene])
    assert notation(read.hand.concealed) == "123m456p11z77234s"


@pytest.mark.parametrize("roll", [0.0, 20.0, 90.0, 180.0, 270.0])
def test_the_network_sees_a_hand_from_where_its_player_sits(roll: float) -> None:
    hand = seen(row("123m456p789s1122z"), roll=roll)
    layout = lay_out(hand)
    first, last = hand.centres[layout.concealed[0]], hand.centres[layout.concealed[-1]]
    to_the_right = [(1, 0), (0, -1), (-1, 0), (0, 1)][side_of(hand, layout)]
    assert np.dot(last - first, to_the_right) > 0.9 * np.linalg.norm(last - first)
