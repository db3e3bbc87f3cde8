"""The structure of the rendered test scenes, from their true boxes: every role, meld and order is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.notation import tile
from paiyan.vision.detections import Detections
from paiyan.vision.hands import read_scenes
from paiyan.vision.structure.scene import FULL, scene_of
from tests.vision.told import told

SCENES = Path(__file__).parents[1] / "data" / "scenes" / "truth.jsonl"


def scenes() -> list[Any]:
    """Those that show one hand of a whole size."""
    lines = [json.loads(line) for line in SCENES.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(s, id=s["photo"]) for s in lines if s["hand"] and size(s) in FULL]


def size(scene: dict[str, Any]) -> int:
    roles = [t["role"] for t in scene["tiles"]]
    return roles.count("hand") + roles.count("winning") + 3 * len(scene["hand"]["melds"])


@pytest.mark.parametrize("scene", scenes())
def test_a_scene_is_laid_out_as_it_was_made(scene: dict[str, Any]) -> None:
    tiles = scene["tiles"]
    boxes = np.array([t["box"] for t in tiles], np.float32)
    found = Detections.of(boxes, np.array([tile(t["tile"]).code for t in tiles]))
    read = read_scenes([scene_of(found, tuple(scene["size"]))], layout_network())
    hand = told(read.hand)
    truth = scene["hand"]
    assert (hand["concealed"], hand["winning"]) == (truth["concealed"], truth["winning"])
    assert sorted(m["type"] for m in hand["melds"]) == sorted(m["type"] for m in truth["melds"])
    mine = ("hand", "winning", "meld", "flower")
    assert [t.role if t.role in mine else "" for t in read.tiles] == [
        t["role"] if t["role"] in mine else "" for t in tiles
    ]
