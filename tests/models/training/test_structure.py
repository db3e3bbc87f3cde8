"""The network that reads layouts: it is small, blind to order, learns, and its ONNX form says the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from paiyan.datasets.layout_styles import scene as drawing
from paiyan.datasets.layout_styles.scene import BatchSize, batched, draw_batches, draw_scene, endless

pytestmark = pytest.mark.train


def test_it_is_small() -> None:
    from paiyan.models.training.structure_network import network

    assert sum(p.numel() for p in network().parameters()) < 1_000_000


def test_onnx_says_what_torch_says_and_a_checkpoint_goes_on(tmp_path: Path) -> None:
    import torch

    from paiyan.models.training.structure import (
        INPUTS,
        Schedule,
        export_reader,
        load_reader,
        tensors_of,
        train_reader,
        weights_of,
    )
    from paiyan.vision.calibration import sharpness
    from paiyan.vision.structure.network import StructureNetwork, calibrated, combined

    scenes = [draw_scene(1, index) for index in range(24)]
    batches = batched(scenes, Random(0))
    kept, onnx = tmp_path / "reader.pt", tmp_path / "reader.onnx"
    train_reader(batches, kept, schedule=Schedule(steps=len(batches), warmup=2, fall=1))
    half = torch.load(kept, weights_only=True)
    train_reader(batches, kept, schedule=Schedule(steps=len(batches) + 1, warmup=2, fall=1))
    assert (half["step"], torch.load(kept, weights_only=True)["step"]) == (len(batches), len(batches) + 1)
    export_reader(kept, onnx)
    network, opened = load_reader(kept), StructureNetwork(onnx)
    state, again = network.state_dict(), weights_of(onnx)
    assert state.keys() == again.keys()
    assert all(torch.equal(state[name], again[name]) for name in state)
    for scene in scenes[:3]:
        (batch,) = batched([scene], Random(0))
        with torch.no_grad():
            roles, together, _, names, sure = network(*(tensors_of(batch)[name] for name in INPUTS))
        boxes = scene.boxed()
        said = opened.score(boxes)
        detected = calibrated(np.array([box.codes for box in boxes.boxes], np.float64), sharpness())
        better = combined(detected, torch.log_softmax(names, -1)[0].double().numpy())
        for mine, theirs in (
            (torch.log_softmax(roles, -1)[0], said.roles),
            (together[0], said.together),
            (better, said.codes),
            (torch.sigmoid(sure), [said.sure]),
        ):
            np.testing.assert_allclose(
                mine[0] if mine.ndim > len(np.shape(theirs)) else mine, theirs, atol=2e-3
            )


def test_padding_changes_nothing() -> None:
    import torch

    from paiyan.models.training.structure import INPUTS, tensors_of
    from paiyan.models.training.structure_network import network

    drawn = sorted((draw_scene(4, i) for i in range(12)), key=lambda s: len(s.roles))
    small, large = next(s for s in drawn if len(s.roles)), drawn[-1]
    torch.manual_seed(0)
    model = network().eval()
    with torch.no_grad():
        alone, beside = (
            model(*(tensors_of(batched(scenes, Random(0))[0])[name] for name in INPUTS))[0]
            for scenes in ([small], [small, large])
        )
    count = len(small.roles)
    row = min(range(len(beside)), key=lambda i: float((beside[i, :count] - alone[0]).abs().max()))
    np.testing.assert_allclose(beside[row, :count], alone[0], atol=1e-4)


def test_processes_share_the_scenes_and_draw_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "SHARD", 12)

    def drawn(number: int) -> list[bytes]:
        batches = draw_batches(3, number, first=5, again=1, size=BatchSize(8000, 6), processes=2)
        return [batch.boxes.tobytes() for batch in islice(batches, 6)]

    assert drawn(0) == drawn(0)
    assert not set(drawn(0)) & set(drawn(1))


def test_a_network_learns_from_what_is_drawn_meanwhile(tmp_path: Path) -> None:
    import torch

    from paiyan.models.training.structure import Schedule, train_reader

    with endless(3, size=BatchSize(4000, 4)) as batches:
        schedule = Schedule(steps=10**6, warmup=2, fall=1)
        kept = train_reader(batches, tmp_path / "reader.pt", schedule=schedule, minutes=0.05)
    assert torch.load(kept, weights_only=True)["step"] == 10**6
