"""Dark sets: other tones are looked at where backs lie as hands do, or where what was found is dark."""

from __future__ import annotations

import numpy as np

from paiyan.datasets.hand_scenes.strange_tables import draw_strange_tables
from paiyan.datasets.synth.compositing.render import render
from paiyan.models.opening import load_detector, open_reader
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.pixels import toned


def test_dark_for_light_keeps_hues_and_comes_back() -> None:
    picture = np.array([[[20, 20, 200], [10, 10, 10], [240, 240, 240]]], np.uint8)
    dark = toned(picture, "dark for light")
    assert dark[0, 0].argmax() == 2
    assert dark[0, 1].min() > 235
    assert dark[0, 2].max() < 20
    assert abs(toned(dark, "dark for light").astype(int) - picture).max() <= 3


def test_more_faces_of_black_sets_are_found_in_other_tones() -> None:
    """More faces are found than in the picture as it is; the designs are such as no training draws."""
    reader = open_reader(load_detector(backend="onnxruntime", threads=1, spin=False))
    once = open_reader(reader.detector, second_pass=False)
    gained: list[int] = []
    for made in draw_strange_tables("black faces", 4):
        picture = render(made.scene, made.rng)[0]
        faces = [sum(t.tile.code != BACK for t in one.read(picture).tiles) for one in (reader, once)]
        gained.append(faces[0] - faces[1])
    assert sum(gained) > 0
