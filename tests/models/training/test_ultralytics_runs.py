"""Parts of a training with ultralytics: the losses of both heads, and weights between two checkpoints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.models.training.checkpoints import between

pytestmark = pytest.mark.train


def test_the_open_class_is_left_out_of_both_heads_losses() -> None:
    import torch

    from paiyan.models.training.ultralytics_runs import class_losses

    class Loss:
        def __init__(self) -> None:
            self.bce = torch.nn.BCEWithLogitsLoss(reduction="none")

    class TwoHeads:
        def __init__(self) -> None:
            self.one2many, self.one2one = Loss(), Loss()

    one, two = Loss(), TwoHeads()
    assert class_losses(one) == [one]
    assert class_losses(two) == [two.one2many, two.one2one]


def test_an_oriented_box_becomes_the_upright_one_around_it() -> None:
    from paiyan.vision.detection.runtimes.yolo import upright

    head = np.zeros((1, 4 + 2 + 1, 2), np.float32)
    head[0, :4, 0] = head[0, :4, 1] = 50, 60, 30, 40
    head[0, 4:6, 1] = 0.25, 0.75
    head[0, -1] = 0, np.pi / 2
    np.testing.assert_allclose(upright(head)[0, :, 0], [50, 60, 30, 40, 0, 0], atol=1e-4)
    np.testing.assert_allclose(upright(head)[0, :, 1], [50, 60, 40, 30, 0.25, 0.75], atol=1e-4)


def test_weights_lie_between_two_checkpoints(tmp_path: Path) -> None:
    import torch

    shipped = registry.default().pt
    told = torch.load(shipped, map_location="cpu", weights_only=False)
    other = tmp_path / "other.pt"
    first = {name: one.float() for name, one in told["model"].state_dict().items()}
    for values in told["model"].float().parameters():
        values.data.add_(1.0)
    torch.save({**told, "ema": told["model"], "model": None}, other)
    between(shipped, other, tmp_path / "between.pt", share=0.25)
    ended = torch.load(tmp_path / "between.pt", map_location="cpu", weights_only=False)["model"]
    for name, values in ended.named_parameters():
        torch.testing.assert_close(values.data, first[name] + 0.25, atol=1e-5, rtol=1e-4)
