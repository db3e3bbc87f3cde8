"""Ray-traced scenes: geometry, labels against what is seen, sets; and that the compositor draws as ever."""

from __future__ import annotations

import importlib.util
import json
import math
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from paiyan.datasets.synth import SynthError, painted_face, synthesise
from paiyan.datasets.synth.compositing.render import camera_of, face_areas, labels, quad_of, render, sees_face
from paiyan.datasets.synth.raytracing.mesh import box, capsule, joined, tile_meshes, turned
from paiyan.datasets.synth.raytracing.solid_parts import parts_of
from paiyan.datasets.synth.raytracing.studio import level_light, room, sample_studio
from paiyan.datasets.synth.raytracing.trace import furnished
from paiyan.datasets.synth.scene_sets import scene_of
from paiyan.datasets.synth.scenes.camera import Body, face_down, lying, outlines
from paiyan.datasets.synth.scenes.scene import Lens
from paiyan.scorer.tiles.tile import BACK

SIZE = (160, 128)


def scene(index: int, **changes):
    made = scene_of(index, seed=41, size=SIZE, pictures_a_set=1)[0]
    return replace(made, lens=Lens(quality=100), **changes)


def volume(mesh) -> float:
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float((np.cross(a, b) * c).sum() / 6)


@pytest.mark.parametrize("body", [Body(), Body(back_share=0.0, bevel=0.03), Body(depth=0.55, bevel=0.09)])
def test_a_tile_is_a_closed_rounded_block_with_its_normals_outwards(body) -> None:
    both = joined(tile_meshes(body))
    full = body.height * body.depth
    assert 0.93 * full < volume(both) < full
    corners = both.points[both.triangles]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    told = both.normals[both.triangles].sum(axis=1)
    assert ((flat * told).sum(axis=1) >= -1e-12).all()
    assert np.linalg.norm(both.normals, axis=1) == pytest.approx(1.0)
    assert np.abs(both.points).max(axis=0) == pytest.approx([0.5, body.height / 2, body.depth / 2])


def test_the_drawing_lies_where_the_compositor_puts_it() -> None:
    body = Body()
    upper, lower = tile_meshes(body)
    corners = outlines(body).flat_face
    top = upper.points[:, 2] > body.depth / 2 - 1e-9
    for uv, corner in zip(((0, 0), (1, 0), (1, 1), (0, 1)), corners, strict=True):
        slope, shift = np.polyfit(upper.points[top, 0], upper.uv[top, 0], 1)
        assert slope * corner[0] + shift == pytest.approx(uv[0], abs=1e-9)
        slope, shift = np.polyfit(upper.points[top, 1], upper.uv[top, 1], 1)
        assert slope * corner[1] + shift == pytest.approx(uv[1], abs=1e-9)
    split = -body.depth / 2 + body.depth * body.back_share
    assert upper.points[:, 2].min() == pytest.approx(split) == pytest.approx(lower.points[:, 2].max())


def test_poses_move_meshes_as_they_move_points() -> None:
    upper, _ = tile_meshes(Body())
    for pose in (lying(3, 4, 0.4, yaw=30), face_down(1, 2, 0.4, yaw=-10)):
        moved = upper.posed(pose)
        assert moved.points == pytest.approx(pose.world(upper.points))
        out = moved.normals[upper.normals[:, 2] > 0.999]
        assert out == pytest.approx(np.tile(pose.out, (len(out), 1)), abs=1e-6)


def test_things_have_their_volume_and_look_outwards() -> None:
    assert volume(box((2, 3, 4), bevel=0.01)) == pytest.approx(24, rel=0.01)
    limb = capsule(np.array([1.0, 1, 1]), np.array([1.0, 4, 1]), (0.5, 0.5), steps=64)
    assert volume(limb) == pytest.approx(np.pi * 0.25 * 3 + np.pi * 0.5**3 * 4 / 3, rel=0.05)
    assert volume(turned([(1e-3, 0), (1, 0), (1, 2), (1e-3, 2)], steps=64)) == pytest.approx(
        2 * np.pi, rel=0.01
    )


def test_a_room_lights_the_table_and_is_the_same_for_a_seed() -> None:
    assert level_light(np.ones((64, 128, 3), np.float32)) == pytest.approx(1.0, rel=1e-3)
    assert np.array_equal(room(7), room(7))
    assert not np.array_equal(room(7), room(8))
    assert all(level_light(room(seed)) > 0.1 for seed in range(20))


def test_every_tile_has_its_two_halves_and_props_stick_in_none() -> None:
    for index in range(2):
        made = scene(index)
        camera = camera_of(made)
        parts = parts_of(made, sample_studio(np.random.default_rng(index), made), camera)
        owners = [p.tile for p in parts if p.tile >= 0]
        assert owners == [i for i in range(len(made.tiles)) for _ in range(2)]


def test_what_is_added_to_a_table_hides_no_hand_and_leaves_the_scene_alone() -> None:
    kinds: set[str] = set()
    for index in range(40):
        made = scene_of(index, seed=43, size=SIZE, pictures_a_set=1)[0]
        rng = np.random.default_rng(index)
        full = furnished(made, rng)
        assert replace(full, props=made.props) == made
        added = full.props[len(made.props) :]
        new = {prop.kind for prop in added} - kinds
        kinds |= new
        if made.kind in ("block", "heap"):
            assert not added
        for prop in added:
            if prop.kind == "rack":
                assert min(t.pose.centre[1] for t in made.tiles) > 0.4 > prop.y + 0.35
        if new:
            assert len(parts_of(full, sample_studio(rng, full), camera_of(full))) > 2 * len(made.tiles)
    assert kinds == {"rack", "arm", "centre"}


def test_without_the_extra_it_is_said_in_a_sentence(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    with pytest.raises(ModuleNotFoundError, match="mitsuba"):
        synthesise(tmp_path / "set", 1, seed=1, samples=4)
    assert not (tmp_path / "set").exists()
    with pytest.raises(SynthError, match="1 to 4096"):
        synthesise(tmp_path / "set", 1, seed=1, samples=0)


needed = pytest.mark.skipif(
    importlib.util.find_spec("mitsuba") is None or importlib.util.find_spec("pyoidn") is None,
    reason="the raytrace extra is not installed",
)


def traced(made, seed: int = 1, *, samples: int = 2):
    from paiyan.datasets.synth.raytracing.trace import trace

    return trace(made, np.random.default_rng(seed), samples=samples)


@needed
@pytest.mark.raytrace
@pytest.mark.parametrize("index", range(6))
def test_labels_are_those_of_what_is_seen(index) -> None:
    """Each tile's own pixels, marked with the number of its part, against its quad, box and share."""
    from paiyan.datasets.synth.raytracing.trace import seen, shot_of, tracer

    made = scene(index)
    shot = shot_of(camera_of(made), made.size)
    parts = parts_of(made, sample_studio(np.random.default_rng(1), made), shot.camera)
    ids = seen(tracer(), parts, made, shot)
    areas = face_areas(made, shot.camera)
    found = {tuple(one.quad): one for one in labels(made, ids, shot.camera, areas=areas)}
    assert found
    for i, tile in enumerate(made.tiles):
        quad = quad_of(made, tile, shot.camera)
        label = found.get(tuple((float(x), float(y)) for x, y in quad))
        if label is None:
            continue
        assert label.code == (tile.code if sees_face(tile, shot.camera) else BACK)
        ys, xs = np.nonzero(ids == i + 1)
        assert cv2.contourArea(quad.astype(np.float32)) >= len(xs) * 0.97 - 12
        x0, y0, x1, y1 = label.box
        assert x0 - 0.01 <= xs.min() + 0.5
        assert y0 - 0.01 <= ys.min() + 0.5
        assert xs.max() + 0.5 <= x1 + 0.01
        assert ys.max() + 0.5 <= y1 + 0.01
        corner = 0.3 * min(x1 - x0, y1 - y0)  # rounded corners of turned tiles leave the box's sides free
        assert max(xs.min() - x0, ys.min() - y0, x1 - xs.max() - 1, y1 - ys.max() - 1) < 1.5 + corner
        assert label.share == pytest.approx(min(1.0, len(xs) / areas[i]), abs=1e-6)


@needed
@pytest.mark.raytrace
def test_both_ways_to_draw_a_scene_label_it_alike() -> None:
    """Of one scene the compositor and the ray tracer see the same tiles at the same places."""
    for index in (0, 3):
        made = scene(index, props=())
        _, composed = render(made, np.random.default_rng(1))
        _, seen = traced(made)
        clear = {one.quad: one for one in composed if one.share > 0.95}
        matched = 0
        for quad, one in clear.items():
            near = [o for o in seen if np.abs(np.subtract(o.quad, quad)).max() < 0.6]
            assert len(near) == 1, (index, one)
            assert (near[0].code, near[0].role, near[0].group) == (one.code, one.role, one.group)
            assert near[0].sideways == one.sideways
            assert near[0].share > 0.85
            matched += 1
        assert matched


@needed
@pytest.mark.raytrace
def test_faces_are_drawn_where_their_labels_say() -> None:
    """The part of the picture where a face must lie is most like the drawing of just that face."""
    made = replace(scene(2, props=()), size=(320, 256))
    camera = camera_of(made)
    picture, found = traced(made, samples=4)
    seen = [label.quad[0] for label in found if label.share > 0.9]
    faces = {code: small(painted_face(made.style, code, height=64)) for code in range(BACK)}
    looked = 0
    for tile in made.tiles:
        if any(math.dist(corner, quad_of(made, tile, camera)[0]) < 0.6 for corner in seen):
            corners = camera.project(tile.pose.world(outlines(made.body).flat_face)).astype(np.float32) - 0.5
            to = cv2.getPerspectiveTransform(
                corners, np.array([(0, 0), (47, 0), (47, 64), (0, 64)], np.float32)
            )
            flat = small(cv2.warpPerspective(picture, to, (47, 64)))
            like = {
                code: float(np.corrcoef(flat.ravel(), face.ravel())[0, 1]) for code, face in faces.items()
            }
            assert max(like, key=lambda code: like[code]) == tile.code
            looked += 1
    assert looked >= 3


def small(picture):
    """Grey, a little soft, without its edge."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.5)
    return grey[5:-5, 5:-5].astype(np.float32)


@needed
@pytest.mark.raytrace
def test_a_traced_set_goes_on_to_the_same_files(tmp_path) -> None:
    small = {"seed": 5, "size": (96, 80), "samples": 1}
    whole = synthesise(tmp_path / "whole", 2, **small)
    part = synthesise(tmp_path / "part", 1, **small)
    synthesise(part, 2, **small)
    for name in ("images/000000.jpg", "images/000001.jpg", "labels/000001.txt", "truth.jsonl", "set.json"):
        assert (part / name).read_bytes() == (whole / name).read_bytes(), name
    assert json.loads((whole / "set.json").read_text())["samples"] == 1
    with pytest.raises(SynthError, match="was begun as"):
        synthesise(part, 2, seed=5, size=(96, 80))
