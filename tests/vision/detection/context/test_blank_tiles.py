"""White dragons, backs and sides: what the rest of the picture tells of a blank box."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paiyan.models.training.fusion import BlankBoxes, as_model, fit_blank_tiles
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.context.blank_tiles import (
    FEATURES,
    OUTCOMES,
    features,
    outcome_probabilities,
    resolve_blanks,
)
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detections import Detections

IVORY, PINK, CLOTH = (225, 235, 238), (190, 170, 245), (60, 110, 40)
Colour = tuple[int, int, int]


def table(colours: list[Colour], rows: list[dict[int, float]]) -> tuple[NDArray[np.uint8], Detections]:
    """Tiles of 30 × 40 pixels in a row on cloth, what is printed on them left out, and what was found."""
    picture = np.full((80, 40 * len(colours) + 40, 3), CLOTH, np.uint8)
    boxes = np.array([[20 + 32 * k, 20, 50 + 32 * k, 60] for k in range(len(colours))], np.float32)
    probabilities = np.zeros((len(rows), len(TILES)), np.float32)
    for at, ((x1, y1, x2, y2), colour, row) in enumerate(zip(boxes.astype(int), colours, rows, strict=True)):
        picture[y1:y2, x1:x2] = colour
        for code, p in row.items():
            probabilities[at, code] = p
    return picture, Detections(boxes, probabilities)


FACE, UNCLEAR = {0: 0.95}, {WHITE: 0.4, BACK: 0.4}
MODEL = {"white": {"tint": -3.0, "always": 2.0, "beside": 1.0}, "back": {"tint": 3.0, "backed": 1.0}}


def feature(told: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    return told[:, FEATURES.index(name)]


def test_a_blank_box_in_the_faces_colour_has_no_tint_and_one_in_another_has() -> None:
    picture, found = table([IVORY, IVORY, IVORY, PINK], [FACE, FACE, UNCLEAR, UNCLEAR])
    blank, told = features(picture, found)
    assert blank.tolist() == [2, 3]
    white, pink = feature(told, "tint")
    assert white < 0.1 < 0.8 < pink


def test_neighbours_are_counted() -> None:
    picture, found = table([IVORY, IVORY, PINK, PINK, PINK], [FACE, UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR])
    _, told = features(picture, found)
    assert feature(told, "beside").tolist() == [1, 0, 0, 0]
    assert feature(told, "blanks").tolist() == [1, 2, 2, 1]


def test_a_back_that_is_sure_tells_of_others_of_its_colour() -> None:
    picture, found = table([IVORY, PINK, PINK, IVORY], [FACE, {BACK: 0.9}, UNCLEAR, UNCLEAR])
    _, told = features(picture, found)
    sure, pink, ivory = feature(told, "backed")
    assert sure == 0
    assert pink > 0.9 > 0.3 > ivory


def test_without_faces_it_says_so() -> None:
    picture, found = table([PINK, PINK], [UNCLEAR, UNCLEAR])
    _, told = features(picture, found)
    assert feature(told, "faceless").tolist() == [1, 1]
    assert feature(told, "tint").tolist() == [0, 0]


def test_the_model_decides_by_the_rest_of_the_picture() -> None:
    picture, found = table([IVORY, IVORY, IVORY, PINK], [FACE, FACE, UNCLEAR, UNCLEAR])
    assert resolve_blanks(picture, found, MODEL).classes.tolist() == [0, 0, WHITE, BACK]


def test_other_boxes_and_pictures_without_a_model_stay_as_they_are() -> None:
    picture, found = table([IVORY, IVORY, PINK], [FACE, FACE, UNCLEAR])
    after = resolve_blanks(picture, found, MODEL)
    assert np.array_equal(after.probabilities[:2], found.probabilities[:2])
    assert resolve_blanks(picture, found, {}) is found


@given(st.integers(0, 10_000))
def test_probabilities_stay_probabilities(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = [
        {int(c): float(p) for c, p in zip(rng.permutation(46)[:4], rng.dirichlet(np.ones(5)), strict=False)}
        for _ in range(3)
    ]
    rows += [{WHITE: float(p), BACK: float(q)} for p, q, _ in rng.dirichlet(np.ones(3), size=3)]
    colours = [tuple(c) for c in rng.integers(0, 256, size=(6, 3)).tolist()]
    picture, found = table(colours, rows)
    after = resolve_blanks(picture, found, MODEL)
    assert (after.probabilities >= 0).all()
    assert (after.probabilities.sum(axis=1) < 1 + 1e-5).all()


def test_no_box_is_nothing_to_settle() -> None:
    picture, _ = table([IVORY], [FACE])
    assert len(resolve_blanks(picture, Detections.none(), MODEL)) == 0


def test_the_fit_finds_the_weights_that_made_the_truth() -> None:
    rng = np.random.default_rng(1)
    told = rng.normal(size=(20_000, len(FEATURES)))
    told[:, 0] = 1
    made = rng.normal(size=(len(OUTCOMES) - 1, len(FEATURES)))
    chances = outcome_probabilities(told, as_model(made))
    truth = (chances.cumsum(axis=1) < rng.random((len(told), 1))).sum(axis=1)
    fitted = fit_blank_tiles(BlankBoxes(told, truth, np.ones(len(told))))
    for at, outcome in enumerate(OUTCOMES[:-1]):
        assert list(fitted[outcome].values()) == pytest.approx(made[at].tolist(), abs=0.15)
