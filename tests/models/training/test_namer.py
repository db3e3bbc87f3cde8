"""How fast the namer learns as it goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.models.training.namer import Schedule, pace


def test_the_rate_rises_and_falls() -> None:
    schedule = Schedule(steps=1000, warmup=100)
    assert pace(49, schedule) == pytest.approx(0.5)
    assert pace(100, schedule) == pytest.approx(1.0)
    assert pace(550, schedule) == pytest.approx(0.505)
    assert pace(1000, schedule) == pytest.approx(0.01)


def test_the_rate_rises_once_more_where_it_is_to() -> None:
    schedule = Schedule(steps=1500, warmup=60, rounds=[(1000, 0.4)])
    once = Schedule(steps=1000, warmup=60)
    assert [pace(k, schedule) for k in (0, 60, 999)] == [pace(k, once) for k in (0, 60, 999)]
    assert pace(1010, schedule) == pytest.approx(0.4)
    assert pace(1500, schedule) == pytest.approx(0.004)


@pytest.mark.train
def test_an_exported_namer_says_what_it_said_and_can_be_mixed(tmp_path: Path) -> None:
    import torch

    from paiyan.models.training.namer import averaged, export_namer, exported, mixed
    from paiyan.vision.detection.naming.namer import Namer

    onnx = registry.second_stage().onnx
    crops = np.random.default_rng(0).integers(0, 255, (4, 64, 64, 3), dtype=np.uint8)
    network = exported(onnx).eval()
    with torch.no_grad():
        logits = network(torch.from_numpy(crops).permute(0, 3, 1, 2).float())
    said = torch.softmax(logits, dim=1).numpy()
    again = tmp_path / "again.onnx"
    export_namer(mixed(onnx, onnx, tmp_path / "mixed.pt", share=0.5), again)
    with torch.no_grad():
        both = averaged(tmp_path / "mixed.pt").eval()(torch.from_numpy(crops).permute(0, 3, 1, 2).float())
    np.testing.assert_allclose(torch.softmax(both, dim=1).numpy(), said, atol=1e-5)
    pictures = np.zeros((64, 64, 3), np.uint8)
    assert Namer(again, threads=1).name(pictures, np.array([[8.0, 8.0, 40.0, 50.0]])).shape == (1, 47)
