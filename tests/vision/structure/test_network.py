"""What goes into the network that reads layouts and what the shipped one says."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.layout_styles.scene import draw_scene
from paiyan.models.opening import layout_network
from paiyan.vision.errors import ModelNotFound
from paiyan.vision.structure.network import StructureNetwork
from paiyan.vision.structure.scores import (
    CODES,
    MELD_KINDS,
    ROLES,
    SOURCES,
    Box,
    Knowledge,
    SceneBoxes,
    StructureScores,
)  # fmt: skip
from tests.vision.certain_scores import certain

_EVEN = (1 / CODES,) * CODES


@pytest.fixture(scope="module")
def network() -> StructureNetwork:
    return layout_network()


@pytest.fixture(scope="module")
def scene() -> SceneBoxes:
    return next(s for s in (draw_scene(8, i) for i in range(50)) if 25 < len(s.roles) < 45).boxed()


def test_the_order_of_the_boxes_does_not_matter(network: StructureNetwork, scene: SceneBoxes) -> None:
    order = np.random.default_rng(0).permutation(len(scene.boxes)).tolist()
    said = network.score(scene)
    turned = network.score(dataclasses.replace(scene, boxes=tuple(scene.boxes[i] for i in order)))
    for part in ("roles", "claimed", "sideways", "kinds", "codes"):
        np.testing.assert_allclose(np.array(getattr(said, part))[order], getattr(turned, part), atol=1e-3)
    np.testing.assert_allclose(np.array(said.together)[np.ix_(order, order)], turned.together, atol=1e-3)
    assert said.sure == pytest.approx(turned.sure, abs=1e-3)


def test_a_smaller_picture_of_the_same_reads_the_same(network: StructureNetwork, scene: SceneBoxes) -> None:
    half = SceneBoxes(
        (scene.size[0] / 2, scene.size[1] / 2),
        tuple(Box(b.x1 / 2, b.y1 / 2, b.x2 / 2, b.y2 / 2, b.there, b.codes) for b in scene.boxes),
        scene.knowledge,
    )
    one, other = network.score(scene), network.score(half)
    np.testing.assert_allclose(one.roles, other.roles, atol=1e-3)
    np.testing.assert_allclose(one.together, other.together, atol=1e-3)


def test_scores_are_log_probabilities_and_symmetric(network: StructureNetwork, scene: SceneBoxes) -> None:
    said, count = network.score(scene), len(scene.boxes)
    shapes = {"roles": len(ROLES), "claimed": len(SOURCES), "kinds": len(MELD_KINDS), "codes": CODES}
    for part, wide in shapes.items():
        values = np.array(getattr(said, part))
        assert values.shape == (count, wide)
        np.testing.assert_allclose(np.exp(values).sum(axis=1), 1, atol=1e-4)
    together = np.array(said.together)
    np.testing.assert_allclose(together, together.T, atol=1e-4)


def test_nothing_is_read_of_nothing(network: StructureNetwork) -> None:
    said = network.score(SceneBoxes((640, 480), ()))
    assert (len(said.roles), said.sure) == (0, 1.0)


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="x1 < x2"):
        SceneBoxes((640, 480), (Box(10, 10, 10, 30, 0.9, _EVEN),))
    with pytest.raises(ValueError, match="wanted 46"):
        SceneBoxes((640, 480), (Box(10, 10, 20, 30, 0.9, _EVEN[:-1]),))
    with pytest.raises(ValueError, match="holds nothing"):
        SceneBoxes((0, 480), ())
    with pytest.raises(ValueError, match="differ in length"):
        StructureScores([[0.0] * 9], [], [], [], [], [], 0.5)
    with pytest.raises(ModelNotFound):
        StructureNetwork(tmp_path / "none.onnx")


def test_knowledge_is_numbers_and_nothing_where_it_is_not_known() -> None:
    assert Knowledge().values() == (0, 0, 0, 0, 0)
    assert Knowledge(tiles=16, chows=False, sideways=True, won=False).values() == (1, -1, 1, 0, -1)
    assert Knowledge(tiles=13, chows=True, sideways=False, flowers=True, won=True).values() == (
        -1,
        1,
        -1,
        1,
        1,
    )


def test_certain_scores_say_what_they_were_told() -> None:
    said = certain(["held", "meld", "meld"], [0, 1, 1], [3, 4, 4], kinds=["pung"] * 3)
    assert said.likeliest_roles() == ("held", "meld", "meld")
    assert said.together[1][2] > 0 > said.together[0][1]
    np.testing.assert_allclose(np.exp(np.array(said.codes)).sum(axis=1), 1)
