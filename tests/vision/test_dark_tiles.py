"""Dark sets: other tones are looked at where backs lie as hands do, or where what was found is dark."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paiyan.datasets.hand_scenes.layouts import Look, draw_layout, draw_strange_tables
from paiyan.datasets.layout_styles.catalogue import find
from paiyan.datasets.layout_styles.table import Laid
from paiyan.datasets.synth.compositing.render import render
from paiyan.models.opening import load_detector, open_reader
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.decoding.game_rules import RED_OF
from paiyan.vision.first_look import RED_FROM
from paiyan.vision.pixels import red_ink, toned


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


def test_print_tells_red_fives_of_black_sets() -> None:
    """Also of designs that no training draws; their plain fives have red middles and red characters."""
    plain: list[float] = []
    red: list[float] = []
    look = Look(materials=("black",), part="held out")
    for seed in range(4):
        made = draw_layout(seed, find("a lone row on a desk"), seed=880_400, look=look, wanted=_red_and_plain)
        picture, labels = render(made.scene, made.rng)
        fives = [label for label in labels if TILES[label.code].kind in RED_OF]
        boxes = np.array([label.box for label in fives], np.float32).reshape(-1, 4)
        for label, ink in zip(fives, red_ink(picture, boxes), strict=True):
            (plain if TILES[label.code].kind == label.code else red).append(ink)
    assert max(plain) < RED_FROM[0]
    assert min(red) > RED_FROM[1]


def _red_and_plain(tiles: Sequence[Laid]) -> bool:
    return {True, False} <= {tile.code in RED_OF for tile in tiles if TILES[tile.code].kind in RED_OF}
