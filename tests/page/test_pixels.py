"""What touches pixels is there twice, with OpenCV and in JavaScript: both give the same."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision import pixels
from paiyan.vision.detection.runtimes.network_io import decode, input_shape, to_planes
from paiyan.vision.detection.thresholds import FIRST_STAGE
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import Image
from paiyan.vision.sizes import Frame
from tests.node import find_node

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "service" / "samples" / "hand.jpg"
CLOSE = 0.999
"""Share of the values that are within one grey value, or as near where they are no grey values."""


class Call(NamedTuple):
    """A function of JavaScript with what it is given, and what Python gives for the same."""

    name: str
    arguments: Sequence[Any]
    wanted: NDArray[Any]
    within: float = 1.0


def in_javascript(picture: Image, calls: Sequence[Call]) -> list[NDArray[np.float64]]:
    """What JavaScript gives for a picture, each result as a flat row."""
    node = find_node()
    if node is None:
        pytest.skip("no Node here: the page's pixels need it")
    high, wide = picture.shape[:2]
    asked = {
        "picture": {"w": wide, "h": high, "d": picture.ravel().tolist()},
        "calls": [{"name": one.name, "arguments": one.arguments} for one in calls],
    }
    run = subprocess.run(
        [node, str(HERE / "pixels.js")], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [np.array(row, np.float64) for row in json.loads(run.stdout)]


def pictures(rng: np.random.Generator) -> Image:
    """A picture of blots, of noise, or a part of the sample."""
    high, wide = rng.integers(40, 200, 2).tolist()
    kind = rng.integers(3)
    if kind == 0:
        blots = rng.integers(0, 256, (max(high // 8, 2), max(wide // 8, 2), 3)).astype(np.uint8)
        return np.asarray(cv2.resize(blots, (wide, high), interpolation=cv2.INTER_CUBIC), np.uint8)
    if kind == 1:
        return rng.integers(0, 256, (high, wide, 3)).astype(np.uint8)
    sample = load(SAMPLE)
    top, left = (int(rng.integers(0, side - 200)) for side in sample.shape[:2])
    return np.ascontiguousarray(sample[top : top + high, left : left + wide])


def boxes_in(picture: Image, rng: np.random.Generator) -> NDArray[np.float32]:
    """Some boxes, a few of them beyond an edge of each side."""
    high, wide = picture.shape[:2]
    corners = rng.uniform(-5, 0.8, (6, 2)).clip(-0.02) * [wide, high]
    sizes = rng.uniform(0.1, 0.5, (6, 2)) * [wide, high] + 6
    return np.concatenate([corners, corners + sizes], axis=1).astype(np.float32)


def calls_for(picture: Image, rng: np.random.Generator) -> list[Call]:
    """Every function over one picture."""
    high, wide = picture.shape[:2]
    sizes = [(wide // 2, high // 2), (wide // 3, high // 2), (2 * wide, high + 5), (wide + 9, high // 2)]
    out = [
        Call("resized", [w, h, averaged], pixels.resized(picture, w, h, averaged=averaged))
        for w, h in sizes
        for averaged in (True, False)
    ]
    turn, scale = rng.uniform(-3, 3), rng.uniform(0.5, 2)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    shift = rng.uniform(-20, 60, 2)
    affine = np.array([[c, s, shift[0]], [-s, c, shift[1]]])
    out.append(Call("warped", [affine.tolist(), 90, 80], pixels.warped(picture, affine, (90, 80))))
    out += [Call("toned", [tone], pixels.toned(picture, tone)) for tone in ("inverted", "dark for light")]
    out += [Call("rotated", [quarters], pixels.rotated(picture, quarters)) for quarters in range(4)]
    out.append(Call("framed", [7, 5], pixels.framed(picture, 7, 5)))
    out.append(Call("cutOut", [3, 4, 20, 30], pixels.cut_out(picture, 3, 4, 20, 30)))
    boxes = boxes_in(picture, rng)
    told = boxes.tolist()
    outside = [[-90, -80, -30, -20], [wide + 9, 5, wide + 40, 30], [5, high + 9, 30, high + 40]]
    some = np.array([*told, *outside], np.float32)
    places = some.tolist()
    colours, uneven = pixels.ground_colours(picture, some)
    codes = rng.integers(0, 34, len(boxes))
    models = pixels.print_models()[codes].reshape(len(boxes), -1).tolist()
    corners = some.astype(int).tolist()
    shape = input_shape(picture, 128)
    planes = 255 * to_planes(pixels.letterbox(picture, shape)[0])
    out += [
        Call("crops", [told], pixels.crops(picture, boxes)),
        Call("groundColours", [places], np.concatenate([colours.ravel(), uneven])),
        Call("brightness", [places], np.array(pixels.brightness(picture, some))),
        Call("redInk", [places], np.array(pixels.red_ink(picture, some)), 1e-9),
        Call("colouredShare", [], np.array([pixels.coloured_share(picture)]), 1e-9),
        Call("steepness", [places], np.array(pixels.steepness(picture, some))),
        Call("whiteShares", [corners], np.array(pixels.white_shares(picture, corners)), 1e-9),
        Call("waysUp", [told, models], pixels.ways_up(picture, boxes, codes), 0.15),
        Call("letterbox", [list(shape)], planes, 1.01),
        Call("compared", [], pixels.compared(picture)),
    ]
    return out


@pytest.mark.parametrize("seed", range(12))
def test_pixels_are_the_same_in_javascript(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture = pictures(rng)
    calls = calls_for(picture, rng)
    for call, got in zip(calls, in_javascript(picture, calls), strict=True):
        wanted = np.asarray(call.wanted, np.float64).ravel()
        assert got.shape == wanted.shape, call.name
        far = np.abs(got - wanted) > call.within + 1e-9
        assert far.mean() <= 1 - CLOSE, (call.name, call.arguments, far.mean())


@pytest.mark.parametrize("seed", range(6))
def test_a_raw_head_becomes_the_same_boxes_in_javascript(seed: int) -> None:
    """Tiles beside each other, several boxes on each, weak ones, and boxes beyond the picture's edge."""
    rng = np.random.default_rng(seed)
    places, each = rng.uniform(0, 600, (25, 2)), 6
    middles = np.repeat(places, each, axis=0) + rng.normal(0, 4, (25 * each, 2))
    sizes = rng.uniform(25, 60, (25, 2)).repeat(each, axis=0) * rng.uniform(0.8, 1.2, (25 * each, 2))
    codes = rng.dirichlet(np.full(len(TILES), 0.05), len(middles)) * rng.uniform(0, 1.1, (len(middles), 1))
    head = np.concatenate([middles, sizes, codes], axis=1).astype(np.float32).T
    frame = Frame(0.61, 0, 20, 1049, 980)
    found = decode(head[None], frame, thresholds=FIRST_STAGE)
    arguments = [head.ravel().tolist(), head.shape[1], frame._asdict(), FIRST_STAGE._asdict()]
    (got,) = in_javascript(np.zeros((20, 20, 3), np.uint8), [Call("boxesOf", arguments, np.zeros(0))])
    wanted = np.concatenate([found.boxes.ravel(), found.probabilities.ravel(), found.hints.ravel()])
    assert got == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_a_trembling_camera_is_told_from_a_moving_one_in_javascript(seed: int) -> None:
    """Both find the shift of a hand that trembles, in whole pixels or parts; and agree on what moves."""
    rng = np.random.default_rng(seed)
    sample = load(SAMPLE)
    before = pixels.compared(sample)
    trembles, moves = rng.uniform(-24, 24, 2), rng.uniform(80, 160, 2)
    brightened = np.clip(sample.astype(np.int16) + 20, 0, 255).astype(np.uint8)
    frames: list[Any] = [brightened, rng.integers(0, 256, sample.shape).astype(np.uint8)]
    for x, y in (trembles, moves):
        map_ = np.array([[1, 0, x], [0, 1, y]])
        frames.append(cv2.warpAffine(sample, map_, sample.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
    for frame in frames:
        now = pixels.compared(frame)
        wanted = pixels.motion_between(before, now, moving=0.012)
        grey = [{"w": one.shape[1], "h": one.shape[0], "d": one.ravel().tolist()} for one in (before, now)]
        call = Call("motionBetween", [*grey, 0.012], np.zeros(0))
        ((changed, x, y),) = in_javascript(np.zeros((20, 20, 3), np.uint8), [call])
        assert (changed > 0.012) == (wanted.changed > 0.012), (changed, wanted)
        if wanted.changed <= 0.012:
            assert (x, y) == pytest.approx((wanted.x, wanted.y), abs=0.5)
