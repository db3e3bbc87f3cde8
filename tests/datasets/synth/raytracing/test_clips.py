"""Filmed scenes: a camera that moves a little, an arm that passes over the row, frames that resume."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.synth.compositing.render import camera_of
from paiyan.datasets.synth.faces.canvas import Floats, Picture
from paiyan.datasets.synth.raytracing import clips
from paiyan.datasets.synth.raytracing.clips import (
    FRAMES,
    SECONDS,
    Clip,
    Passing,
    Sway,
    sample_clip,
    write_clips,
)

TIMES = [number * SECONDS / FRAMES for number in range(FRAMES)]


def places(clip: Clip) -> Floats:
    return np.array([clip.scene.tiles[i].pose.centre for i in clip.scene.aimed_at])


def test_a_swaying_camera_moves_without_jumps() -> None:
    sways = [Sway(np.random.default_rng(seed), 1) for seed in range(400)]
    paths = np.array([sway.at(0.4) / sway.shake for sway in sways])
    assert paths.mean() == pytest.approx(0.0, abs=0.15)
    assert paths.std() == pytest.approx(1.0, abs=0.15)
    sway = Sway(np.random.default_rng(1), 6)
    assert np.abs(sway.at(1.0) - sway.at(1.001)).max() < 0.02
    assert np.abs(sway.at(0.0) - sway.at(1.0)).max() > 0.1


def test_an_arm_passes_from_one_end_to_the_other() -> None:
    passing = Passing(0.5, 1.0, leftwards=False)
    assert [passing.share(seconds) for seconds in (0.4, 0.5, 1.0, 1.5, 1.6)] == [None, 0.0, 0.5, 1.0, None]
    assert passing._replace(leftwards=True).share(0.75) == 0.75


@pytest.mark.parametrize("number", range(6))
def test_a_clip_keeps_its_whole_hand_in_the_frame(number: int) -> None:
    clip = sample_clip(number, seed=3)
    assert clip.scene.hand is not None
    assert len(clip.scene.hand.codes()) >= 14
    seen = np.array([clip.camera(seconds).project(places(clip)) for seconds in TIMES])
    assert (seen > 0).all()
    assert (seen < clip.scene.size).all()
    steps = np.abs(np.diff(seen, axis=0)).max()
    assert 0.3 < steps < 0.08 * clip.scene.size[0]
    for camera in map(clip.camera, TIMES):
        rotation = np.array(camera.rotation)
        assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-9)
        assert camera.focal == camera_of(clip.scene).focal


def test_the_arm_is_over_the_row_in_some_frames_and_gone_in_others() -> None:
    clip = sample_clip(2, seed=3)
    arms = [clip.shown(seconds).props[len(clip.scene.props) :] for seconds in TIMES]
    there = [arm[0].x for arm in arms if arm]
    assert 1 < len(there) < FRAMES
    assert there == sorted(there, reverse=clip.passing.leftwards)
    assert all(clip.shown(seconds).tiles == clip.scene.tiles for seconds in TIMES)


def test_frames_that_are_there_are_not_traced_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    traced: list[tuple[Clip, int]] = []

    def frame(clip: Clip, number: int) -> Picture:
        traced.append((clip, number))
        return np.full((4, 4, 3), number, np.uint8)

    monkeypatch.setattr(clips.Clip, "frame", frame)
    write_clips(tmp_path, 1, seed=3)
    (tmp_path / "00" / "5.png").unlink()
    write_clips(tmp_path, 2, seed=3)
    assert [number for _, number in traced] == [*range(FRAMES), 5, *range(FRAMES)]
    truths = read_hand_list(tmp_path / "truth.jsonl")
    assert [truth.photo for truth in truths] == ["00", "01"]
    hand = sample_clip(1, seed=3).scene.hand
    assert hand is not None
    assert [tile.code for tile in truths[1].held] == [*hand.concealed, hand.winning]


@pytest.mark.skipif(
    importlib.util.find_spec("mitsuba") is None or importlib.util.find_spec("pyoidn") is None,
    reason="the raytrace extra is not installed",
)
@pytest.mark.raytrace
def test_a_frame_is_the_same_each_time_and_differs_from_the_next() -> None:
    clip = sample_clip(0, seed=3, size=(96, 72))
    first, again, later = (clip.frame(number, samples=1) for number in (0, 0, 1))
    assert first.shape == (72, 96, 3)
    assert np.array_equal(first, again)
    assert 0 < np.abs(first.astype(int) - later).mean() < 60
