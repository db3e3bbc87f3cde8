"""Flowers in many designs: what tells them apart is printed on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paiyan.datasets.synth.faces.canvas import Sheet
from paiyan.datasets.synth.faces.drawing import draw_face
from paiyan.datasets.synth.faces.flowers import draw_designed, sample_design
from paiyan.datasets.synth.faces.style import FaceStyle, FlowerDesign, Marks
from paiyan.scorer.tiles.tile import FLOWER, RED

BLUE, RED_INK = (150, 40, 30), (35, 35, 190)


def designed(seed: int) -> FaceStyle:
    style = FaceStyle(seed=seed)
    return replace(style, flowers=sample_design(np.random.default_rng(seed), style))


@pytest.mark.parametrize("seed", range(20))
def test_the_eight_differ_in_every_design(seed: int) -> None:
    faces = [draw_face(designed(seed), code, height=96) for code in range(FLOWER, RED)]
    for one in range(8):
        for other in range(one):
            assert not np.array_equal(faces[one], faces[other]), (one, other)


def test_numbers_alone_tell_flowers_from_seasons_by_their_ink() -> None:
    number = Marks(kind="number", character=BLUE, number=BLUE)
    red = replace(number, character=RED_INK, number=RED_INK)
    design = FlowerDesign(seed=1, flowers=number, seasons=red, flower_picture="none", season_picture="none")
    style = FaceStyle(flowers=design)
    for rank in range(4):
        for code, ink in ((FLOWER + rank, BLUE), (FLOWER + 4 + rank, RED_INK)):
            face = draw_face(style, code, height=96)
            assert np.abs(face[face[..., 3] > 250][:, :3].mean(axis=0) - ink).max() < 12


@pytest.mark.parametrize("seed", range(200))
def test_numbers_alone_are_never_in_the_ink_of_the_others(seed: int) -> None:
    design = designed(seed).flowers
    assert design is not None
    if design.flowers.kind == design.seasons.kind == "number":
        assert design.flowers.number != design.seasons.number
        assert design.seasons.number[2] > max(design.seasons.number[:2])


def test_a_set_without_a_design_cannot_draw_one() -> None:
    with pytest.raises(ValueError, match="design"):
        draw_designed(Sheet(64), 1, FaceStyle())
