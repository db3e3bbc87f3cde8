"""How the namer learns: how fast as it goes on, from what, and in how much time."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, CropSource, Stream, draw_for_ever
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.models import registry
from paiyan.models.training.checkpoints import Clock
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


def two_kinds(folder: Path) -> CropSource:
    """Dice that lie there, and backs that a process goes on drawing."""
    parts = {
        "dice": CropPart(share=0.5, dice=60),
        "backs": CropPart(share=0.5, backs=40, stream=Stream(400, 1.0)),
    }
    plan = CropPlan(seed=2, parts=parts)
    return CropSource(plan=plan, photos=folder, scenes=folder, kept=folder / "crops", processes=1)


@pytest.mark.train
def test_a_namer_learns_from_what_is_drawn_meanwhile_and_goes_on(tmp_path: Path) -> None:
    import torch

    from paiyan.models.training.namer import averaged, train_namer

    source, kept = two_kinds(tmp_path), tmp_path / "namer.pt"
    schedule = Schedule(steps=60, batch=24, warmup=5, averaged=0.9)
    train_namer(source, kept, schedule=schedule._replace(stop=10))
    assert torch.load(kept, weights_only=True)["step"] == 10
    train_namer(source, kept, schedule=schedule)
    assert torch.load(kept, weights_only=True)["step"] == 60
    written = kept.stat().st_mtime_ns
    train_namer(source, kept, schedule=schedule)
    assert kept.stat().st_mtime_ns == written
    _, backs = next(draw_for_ever(source.plan, tmp_path, Resources(), 9))
    namer = averaged(kept).eval()
    for crops in (backs, next(iter(source.fixed())).crops):
        middle = torch.from_numpy(crops.patches[:, 16:80, 16:80]).permute(0, 3, 1, 2).float()
        with torch.no_grad():
            assert (namer(middle).argmax(1).numpy() == crops.classes).mean() > 0.8


@pytest.mark.train
def test_a_training_comes_to_its_end_in_its_time(tmp_path: Path) -> None:
    import torch

    from paiyan.models.training.namer import train_namer

    source = two_kinds(tmp_path)
    source.prepare("dice")
    begun = time.monotonic()
    schedule = Schedule(steps=10**6, batch=4)
    train_namer(source, tmp_path / "namer.pt", schedule=schedule, minutes=0.05)
    assert torch.load(tmp_path / "namer.pt", weights_only=True)["step"] == 10**6
    assert time.monotonic() - begun > 3


@pytest.mark.train
def test_a_device_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    from paiyan.models.training.namer import train_namer

    with pytest.raises(registry.RegistryError, match="torch cannot compute on nothing here"):
        train_namer(two_kinds(tmp_path), tmp_path / "n.pt", schedule=Schedule(steps=1), device="nothing")


def test_within_a_limit_steps_count_for_the_time_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    free, bounded = Clock(200, 1000, None), Clock(200, 1000, 2.0)
    now += 30
    assert (free.after(200), bounded.after(200)) == (201, 400)
    assert bounded.after(450) == 451  # ahead of the time
    now += 600
    assert (free.after(201), bounded.after(451)) == (202, 1000)
