"""Crops varied in torch, and the pools that they are drawn from: `make test-train`."""

# ruff: noqa: E402 - torch may be missing

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="varying crops needs torch: make test-train")

from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, CropSource, PartCrops, Stream
from paiyan.datasets.namer_training.crops import NOTHING, Crops, Variety, cut, join_crops, save_crops
from paiyan.models.training.crop_variety import CropPools, RandomNumbers, as_jpeg, varied_batches, vary
from paiyan.vision.pixels import CROP_SIDE, crops
from tests.datasets.namer_training.test_crops import drawn

pytestmark = pytest.mark.train

STILL = Variety(
    roll=0, half_turn=0, quarter_turn=0, any_turn=0, shift=0, grow=0, corner=0, coarse=0, grey=0, jpeg=0
)


def varied(variety: Variety, count: int, *, code: int = 7, seed: int = 1) -> np.ndarray:
    """The picture's tile `count` times: (n, 64, 64, 3)."""
    picture, boxes = drawn()
    patches, classes, sizes = (torch.from_numpy(one) for one in cut(picture, np.array([code]), boxes))
    made: Any = vary(
        patches.expand(count, -1, -1, -1), sizes.expand(count, -1), classes.expand(count), variety,
        RandomNumbers((seed,)),
    )  # fmt: skip
    assert made.shape == (count, 3, CROP_SIDE, CROP_SIDE)
    assert made.min() >= 0
    assert made.max() <= 255
    return made.permute(0, 2, 3, 1).numpy()


def test_an_unvaried_crop_is_what_the_namer_sees() -> None:
    """Training and reading cut alike, to a fraction of a pixel; colours may shift, edges may not."""
    picture, boxes = drawn()
    (seen,) = crops(picture, boxes.astype(np.float32))
    one, two = (v.astype(float).mean(axis=2) for v in (seen, varied(STILL, 60).mean(axis=0)))
    shift, _ = cv2.phaseCorrelate(one, two)
    assert np.abs(shift).max() < 1.0
    assert np.corrcoef(one.ravel(), two.ravel())[0, 1] > 0.95


def test_crops_are_turned_but_never_mirrored() -> None:
    """Red is at the top left of the upright tile: of an upright mirrored tile it would be at the right."""
    quiet = Variety(roll=4, half_turn=0, quarter_turn=0, any_turn=0, coarse=0, grey=0, jpeg=0)
    told = 0
    for crop in varied(quiet, 60):
        red = crop[..., 2] - crop[..., 0]
        if red.max() > 60 and red.min() < -40:
            assert red[:32, :32].mean() > red[:32, 32:].mean()
            told += 1
    assert told > 30


def test_turns_come_as_often_as_they_are_asked_for() -> None:
    """Where the red mark lies tells which way up a crop is."""
    variety = Variety(**{**vars(STILL), "half_turn": 0.3, "quarter_turn": 0.4})
    places = np.zeros(4)
    for crop in varied(variety, 600):
        red = crop[..., 2] - crop[..., 0]
        if red.max() > 60:
            quarters = [red[:32, :32], red[:32, 32:], red[32:, 32:], red[32:, :32]]
            places[int(np.argmax([quarter.mean() for quarter in quarters]))] += 1
    shares = places / places.sum()
    np.testing.assert_allclose(shares, [0.3, 0.2, 0.3, 0.2], atol=0.07)


def test_the_same_seed_gives_the_same_crops() -> None:
    every = Variety(strokes=0.5, saturation=0.5, colours=0.5)
    np.testing.assert_array_equal(varied(every, 20, seed=3), varied(every, 20, seed=3))
    assert (varied(every, 20, seed=3) != varied(every, 20, seed=4)).any()


@pytest.mark.parametrize(("code", "kept"), [(13, True), (12, False)])
def test_a_five_keeps_its_colours(code: int, kept: bool) -> None:
    """A red five is told by nothing else."""
    colourful = Variety(**{**vars(STILL), "saturation": 1.0, "colours": 1.0})
    plain, other = (varied(v, 40, code=code) for v in (STILL, colourful))

    def least_red(made: np.ndarray) -> float:
        red = made[..., 2] - made[..., :2].max(axis=-1)
        return float(np.percentile(red.reshape(len(made), -1).max(axis=1), 20))

    assert (least_red(other) > 0.5 * least_red(plain)) is kept


@pytest.mark.parametrize("quality", [30, 60, 88])
def test_jpeg_is_that_of_opencv(quality: int) -> None:
    rng = np.random.default_rng(2)
    picture = cv2.GaussianBlur(rng.integers(0, 256, (64, 64, 3), dtype=np.uint8), (0, 0), 2)
    picture = ((picture.astype(float) - 128) * 4 + 128).clip(0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    theirs = cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(float)
    planes: Any = torch.from_numpy(picture).permute(2, 0, 1)[None].float()
    ours = as_jpeg(planes, torch.tensor([float(quality)]))[0].permute(1, 2, 0).numpy()
    lost = np.abs(theirs - picture).mean()
    assert np.abs(ours - theirs).mean() < 0.35 * lost


def pools(folder: Path, fixed: Crops, *, keep: int = 250, off_tiles: float = 1.0) -> CropPools:
    parts = {
        "fixed": CropPart(share=0.6, late=0.2),
        "drawn": CropPart(share=0.4, backs=1, stream=Stream(keep, 1.0)),
    }
    save_crops(folder / "fixed.npz", fixed)
    plan = CropPlan(seed=1, parts=parts, off_tiles=off_tiles)
    return CropPools(CropSource(plan=plan, photos=folder, scenes=folder, kept=folder, processes=0), "cpu")


def crops_with(code: int, count: int) -> Crops:
    picture, boxes = drawn()
    return cut(picture, np.full(count, code), np.repeat(boxes, count, axis=0))


def test_parts_come_up_by_their_shares_and_rare_tiles_more_often(tmp_path: Path) -> None:
    made = pools(tmp_path, join_crops([crops_with(1, 90), crops_with(2, 10)]))
    random = RandomNumbers((1,))
    for _ in range(3):
        made.add(PartCrops("drawn", crops_with(3, 100)))
    for late, share in ((False, 0.6), (True, 1 / 3)):
        counts = np.bincount(made.draw(4000, random, late=late)[2].numpy(), minlength=4)
        assert counts[1] + counts[2] == pytest.approx(4000 * share, rel=0.07)
        assert counts[1] / counts[2] == pytest.approx(3, rel=0.2)  # the root of nine


def test_what_is_no_tile_comes_up_more_often_if_asked(tmp_path: Path) -> None:
    made = pools(tmp_path, join_crops([crops_with(1, 50), crops_with(NOTHING, 50)]), off_tiles=2.0)
    made.add(PartCrops("drawn", crops_with(3, 200)))
    counts = np.bincount(made.draw(4000, RandomNumbers((1,)), late=False)[2].numpy(), minlength=NOTHING + 1)
    assert counts[NOTHING] / counts[1] == pytest.approx(2, rel=0.2)


def test_the_newest_of_a_stream_are_kept(tmp_path: Path) -> None:
    made = pools(tmp_path, crops_with(1, 20))
    random = RandomNumbers((1,))
    made.add(PartCrops("drawn", crops_with(3, 150)))
    assert not made.ready  # too few to begin with
    made.add(PartCrops("drawn", crops_with(4, 150)))
    assert made.ready
    assert set(made.draw(300, random, late=False)[2].tolist()) == {1, 3, 4}
    made.add(PartCrops("drawn", crops_with(5, 400)))
    assert set(made.draw(300, random, late=False)[2].tolist()) == {1, 5}


def test_batches_are_varied_crops_with_their_classes(tmp_path: Path) -> None:
    made = pools(tmp_path, join_crops([crops_with(1, 9), crops_with(2, 9)]), keep=20)
    made.add(PartCrops("drawn", crops_with(3, 20)))
    with CropSource(
        plan=CropPlan(seed=1, parts={}), photos=tmp_path, scenes=tmp_path, kept=tmp_path
    ).stream() as stream:
        batches = varied_batches(made, stream, RandomNumbers((1,)), size=12, late=False)
        for made_crops, classes in islice(batches, 3):
            assert made_crops.shape == (12, 3, CROP_SIDE, CROP_SIDE)
            assert set(classes.tolist()) <= {1, 2, 3}
