"""Layouts of the catalogue as pictures: what is drawn is what is told, and each cause shows what it must."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from paiyan.datasets.hand_scenes.layouts import (
    CAUSES,
    Look,
    draw_layout,
    draw_strange_tables,
    draw_training_layout,
)
from paiyan.datasets.layout_styles.catalogue import CATALOGUE, LayoutStyle
from paiyan.datasets.synth.compositing.render import see
from paiyan.datasets.synth.faces.drawing import painted_face
from paiyan.datasets.synth.faces.style import MATERIALS, Material, of_material, sample_style
from paiyan.scorer.tiles.tile import BACK

OWN = ("hand", "winning", "meld", "flower")


@pytest.mark.parametrize("layout_style", CATALOGUE, ids=lambda c: c.name)
def test_the_labels_of_a_layout_are_the_tiles_of_its_truth(layout_style: LayoutStyle) -> None:
    made = draw_layout(3, layout_style, seed=5)
    truth = made.truth
    faces = Counter(label.code for label in made.labels if label.role in OWN)
    hidden = faces.pop(BACK, 0)
    told = Counter([*truth.concealed, *truth.flowers, *(c for m in truth.melds for c in m.codes)])
    told += Counter([] if truth.winning is None else [truth.winning])
    assert not faces - told
    assert (told - faces).total() == hidden


def test_a_layout_depends_on_its_seed_alone() -> None:
    layout_style = CATALOGUE[-1]
    one, same, other = (draw_layout(i, layout_style, seed=1) for i in (4, 4, 5))
    assert (one.scene, one.truth) == (same.scene, same.truth)
    assert one.scene != other.scene


def test_training_layouts_are_drawn_with_every_material() -> None:
    scenes = [draw_training_layout(index, seed=1, size=(320, 320))[0] for index in range(40)]
    assert len({scene.style.texture for scene in scenes}) >= 4
    assert any(scene.lens.shallow for scene in scenes)
    assert any(max(scene.style.ground) < 80 for scene in scenes)
    assert all(see(scene) for scene in scenes)


@pytest.mark.parametrize("material", MATERIALS)
def test_designs_that_measure_never_train(material: Material) -> None:
    """Held-out sets have hues, brushes and sizes of their own."""
    rng = np.random.default_rng(0)
    styles = {
        part: [of_material(sample_style(rng), material, rng, part=part) for _ in range(40)]
        for part in ("training", "held out")
    }
    assert max(s.weight for s in styles["training"]) < min(s.weight for s in styles["held out"])
    assert max(s.size for s in styles["held out"]) < min(s.size for s in styles["training"])
    grounds = [{s.ground for s in some} for some in styles.values()]
    assert not grounds[0] & grounds[1]


def test_each_material_looks_otherwise_than_a_white_set() -> None:
    rng = np.random.default_rng(1)
    plain = sample_style(rng)
    white = painted_face(plain, 0, height=96).astype(float)
    for material in MATERIALS:
        face = painted_face(of_material(plain, material, rng), 0, height=96).astype(float)
        assert face.shape == white.shape
        assert abs(face - white).mean() > 3


def test_a_red_circle_with_a_gem_has_red_pips_around_a_clear_stone() -> None:
    look = Look(red_circle="gem")
    style = draw_layout(0, CATALOGUE[0], seed=1, look=look).scene.style
    fives = [replace(style, red_circle=made) for made in ("gem", "painted")]
    gem, painted = (painted_face(five, 43, height=136).astype(float) for five in fives)
    middle, edge = (slice(60, 76), slice(42, 58)), (slice(10, 45), slice(10, 45))
    assert np.ptp(gem[middle].mean(axis=(0, 1))) < 40 < np.ptp(painted[middle].mean(axis=(0, 1)))
    assert abs(gem[edge] - painted[edge]).mean() < 1


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_shows_what_it_must(cause: str) -> None:
    (made,) = draw_strange_tables(cause, 1)
    own = [label for label in made.labels if label.role in OWN]
    size = sum(tile.role in OWN for tile in made.scene.tiles)
    assert len(own) == size or CAUSES[cause].shows == "part"
    if CAUSES[cause].look.materials != (None,):
        assert made.scene.style.weight > 1.35
