"""Things that are no tiles and whole tables: labels stay exact, nothing lies on a tile, sizes are as told."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.synth import Scene, SynthError, render, synthesise
from paiyan.datasets.synth.__main__ import main
from paiyan.datasets.synth.compositing.prints import print_of
from paiyan.datasets.synth.compositing.render import camera_of, quad_of, see
from paiyan.datasets.synth.compositing.surfaces import draw_prop
from paiyan.datasets.synth.faces.characters import find_fonts
from paiyan.datasets.synth.scene_sets import SUBJECTS, scene_of
from paiyan.datasets.synth.scenes.random_scenes import PRINTED, with_distractors
from paiyan.datasets.synth.scenes.scene import Lens, Light, Prop
from paiyan.datasets.synth.whole_tables import sample_whole_table
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK

SIZE = (320, 320)
FONTS = find_fonts()[:1]
WHITE = parse("5z")[0].code


def plain(seed: int) -> Scene:
    """A scene of which a picture shows each pixel as it was drawn."""
    scene, _ = scene_of(seed, seed=11, size=SIZE)
    lens, light = Lens(quality=100), Light(shadow=0.0)
    return replace(scene, lens=lens, light=light, props=())


@pytest.mark.parametrize("seed", range(8))
def test_what_is_no_tile_changes_neither_labels_nor_faces(seed: int) -> None:
    bare = plain(seed)
    full = with_distractors(bare, np.random.default_rng(seed), FONTS)
    assert full.props
    assert replace(full, props=()) == bare
    (without, labels), (picture, same) = (render(s, np.random.default_rng(1)) for s in (bare, full))
    assert labels == same == see(full)
    changed = (without != picture).any(axis=2)
    for label in labels:
        if label.share > 0.99:  # its middle is the face itself, and nothing stands before it
            x, y = np.mean(label.quad, axis=0).astype(int).tolist()
            if 2 < x < SIZE[0] - 2 and 2 < y < SIZE[1] - 2:
                assert not changed[y - 1 : y + 2, x - 1 : x + 2].any()


def test_loose_things_lie_beside_tiles_and_beside_each_other() -> None:
    seen = set[str]()
    for seed in range(50):
        scene = with_distractors(plain(seed), np.random.default_rng(seed))
        loose = [p for p in scene.props if p.kind in PRINTED and p.kind not in ("ruler", "emblem", "title")]
        seen |= {prop.kind for prop in scene.props}
        for number, prop in enumerate(loose):
            reach = math.hypot(*PRINTED[prop.kind][:2]) / 2
            for tile in scene.tiles:
                assert math.dist(tile.pose.centre[:2], (prop.x, prop.y)) > reach + 0.8
            for other in loose[:number]:
                assert math.dist((other.x, other.y), (prop.x, prop.y)) > reach
    assert seen == {*PRINTED, "stick", "die"}


@pytest.mark.parametrize("font", [None, *FONTS])
@pytest.mark.parametrize("kind", PRINTED)
def test_a_print_is_its_seed_s_and_holds_no_colour_where_it_is_clear(kind: str, font: Path | None) -> None:
    pages = [print_of.__wrapped__(kind, seed, font) for seed in (1, 1, 2, 3)]
    assert (pages[0] == pages[1]).all()
    assert any((pages[0] != page).any() for page in pages[2:])
    for page in pages:
        assert page.shape[1] / page.shape[0] == pytest.approx(PRINTED[kind][0] / PRINTED[kind][1], rel=0.02)
        assert len(np.unique(page.reshape(-1, 4), axis=0)) > 2
        assert (page[..., :3] <= page[..., 3:].astype(int) + 1).all()


@pytest.mark.parametrize("kind", PRINTED)
def test_a_thing_behind_the_lens_or_out_of_sight_is_left_out(kind: str) -> None:
    camera = camera_of(plain(0))
    eye = camera.position
    canvas = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    for x, y in ((eye[0], eye[1]), (eye[0], eye[1] - 500.0), (5000.0, 9000.0)):
        draw_prop(canvas, Prop(kind, x, y, seed=4), camera)
    draw_prop(canvas, Prop(kind, 1e5, -1e5, yaw=30.0, seed=4), camera)
    assert (canvas == 90).mean() > 0.97  # what is far away may still be seen at the horizon


def test_tables_are_seen_from_as_far_as_told_and_whites_lie_among_backs() -> None:
    whites, flat = 0, 0
    for seed in range(12):
        scene, _ = scene_of(seed, seed=5, subject="whole tables")
        camera = camera_of(scene)
        quads = [quad_of(scene, tile, camera) for tile in scene.tiles]
        across = float(np.median([min(math.dist(q[0], q[1]), math.dist(q[1], q[2])) for q in quads]))
        assert 6 < across < 32
        flat += scene.view.pitch > 48
        codes = {label.code for label in see(scene)}
        whites += WHITE in codes and BACK in codes
    assert whites >= 3
    assert flat >= 2


def test_a_table_is_its_seed_s() -> None:
    of = plain(1)
    tables = [
        sample_whole_table(np.random.default_rng(3), size=SIZE, style=of.style, body=of.body)
        for _ in range(2)
    ]
    assert tables[0] == tables[1]


def test_a_set_says_what_it_shows(tmp_path: Path) -> None:
    for subject in SUBJECTS:
        folder = tmp_path / subject.replace(" ", "")
        told = ["scenes", str(folder), "--count", "1", "--seed", "4", "--fonts", "none", "--subject", subject]
        assert main(told) == 0
    with pytest.raises(SynthError, match="was begun as"):
        synthesise(tmp_path / "distractors", 1, seed=4, size=(640, 640))
    with pytest.raises(SynthError, match="use one of tiles, distractors, whole tables"):
        synthesise(tmp_path / "none", 1, seed=4, subject="cups")
    with pytest.raises(SynthError, match="not ray-traced"):
        synthesise(tmp_path / "none", 1, seed=4, subject="distractors", samples=4)
