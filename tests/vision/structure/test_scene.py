"""Pictures turned to another player's side, and several joined."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiyan.vision.structure.scene import scene_of, stacked, turned
from tests.vision.certain_scores import certain
from tests.vision.synthetic_detections import SIZE, row, seen


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


def test_pictures_of_several_sizes_lie_one_below_the_other() -> None:
    """As wide as the widest, as high as all; they are surely right where each of them is."""
    sizes = [(SIZE, 800), (700, 900), (900, 600)]
    scenes = [scene_of(seen(row("12m")), size) for size in sizes]
    said = [replace(certain(["held"] * 2, [0] * 2, [0] * 2), sure=sure) for sure in (0.9, 0.8, 0.5)]
    scene, scores = stacked(scenes, said)
    assert scene.size == (SIZE, 800 + 900 + 600)
    moved = [box.y1 - scenes[at // 2].boxes[at % 2].y1 for at, box in enumerate(scene.boxes)]
    assert moved == [0, 0, 800, 800, 1700, 1700]
    assert [box.x1 for box in scene.boxes] == [box.x1 for one in scenes for box in one.boxes]
    assert scores.sure == pytest.approx(0.36)
