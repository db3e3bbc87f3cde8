"""Tables with several players' hands: what counts as read."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.datasets.hand_scenes.detector_noise import SceneDetections, scenes_of, with_true_boxes
from paiyan.datasets.hand_scenes.readings import figures_several, measure_table
from paiyan.datasets.hand_scenes.scenes import SEED, SEVERAL
from paiyan.vision.detections import Detections


@pytest.fixture(scope="module")
def tables() -> list[SceneDetections]:
    return list(with_true_boxes(scenes_of(3, SEVERAL), seed=SEED))


def test_every_hand_of_a_table_is_held_against_its_truth(tables: list[SceneDetections]) -> None:
    for seen in tables:
        table = measure_table(seen)
        assert len(table.exact) == len(table.seated) == len(seen.scene.truths)
        assert all(table.exact)
        assert all(table.seated)
        assert table.extra == 0


def test_a_hand_that_is_not_found_counts_against_its_table(tables: list[SceneDetections]) -> None:
    seen = tables[0]
    (found,) = seen.found
    mine = np.array([t.role in ("hand", "winning") for t in seen.scene.labels[0]])
    blind = SceneDetections(seen.scene, (found.select(~mine),))
    counted = figures_several([seen, blind])
    assert (counted["tables"]["hits"], counted["tables"]["of"]) == (1, 2)
    assert counted["hands"]["hits"] == len(seen.scene.truths)
    assert figures_several([SceneDetections(seen.scene, (Detections.none(),))])["hands"]["hits"] == 0
