# pyright: basic, reportMissingImports=false
"""Checkpoints as ONNX, and back: one scene of n boxes in, log-probabilities and log-odds out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiyan.models.training.structure.network import network
from paiyan.vision.structure.scores import CODES, SOURCES


def load_reader(checkpoint: Path) -> Any:
    """The averaged network of a checkpoint, ready to be asked."""
    import torch

    mean = torch.optim.swa_utils.AveragedModel(network())
    mean.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["mean"])
    return mean.module.eval()


def weights_of(onnx: Path) -> dict[str, Any]:
    """Return the network's state as an exported file holds it, so that learning can go on from there.

    The exporter keeps biases and norms under their names, and matrices, transposed, as inputs of operators
    that are named after their module.
    """
    import torch
    from onnx import load, numpy_helper  # the extra `train`

    graph = load(str(onnx)).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    state = {
        name.removeprefix("inner."): value for name, value in values.items() if name.startswith("inner.")
    }
    for node in graph.node:
        matrix = next((values[name] for name in node.input if name.startswith("onnx::MatMul")), None)
        if matrix is not None:
            path = [part.split(".") for part in node.name.removeprefix("/inner/").split("/")[:-1]]
            state[_module(path) + ".weight"] = matrix.T.contiguous()
        added = next((values[name] for name in node.input if name.startswith("onnx::Add")), None)
        if added is not None:
            state["bias.bias"] = added.flatten()
    return state


def _module(path: list[list[str]]) -> str:
    """The name of a module from an operator's: ``layers.0/more/more.2`` is ``layers.0.more.2``."""
    name: list[str] = []
    for part in path:
        name += part[1:] if name and part[0] == name[-1] else part
    return ".".join(name)


def export_reader(checkpoint: Path, onnx: Path) -> None:
    """Write the averaged network as ONNX: one scene of n boxes in, log-probabilities and log-odds out."""
    import torch
    from torch import nn

    class Whole(nn.Module):
        def __init__(self, inner: Any) -> None:
            super().__init__()
            self.inner = inner

        def forward(self, boxes: Any, there: Any, codes: Any, size: Any, knowledge: Any) -> tuple[Any, ...]:
            mask = torch.ones_like(there[None], dtype=torch.bool)
            outputs = self.inner(boxes[None], there[None], codes[None], size[None], knowledge[None], mask)
            roles, together, meld, names, sure = (part[0] for part in outputs)
            end = len(SOURCES)
            return (
                torch.log_softmax(roles, -1), together, torch.log_softmax(meld[:, :end], -1), meld[:, end],
                torch.log_softmax(meld[:, end + 1 :], -1), torch.log_softmax(names, -1), torch.sigmoid(sure),
            )  # fmt: skip

    n = 20
    example = (
        torch.rand(n, 2).repeat(1, 2) * 500 + torch.tensor([0.0, 0.0, 20.0, 30.0]), torch.full((n,), 0.9),
        torch.full((n, CODES), 1 / CODES), torch.tensor([640.0, 480.0]), torch.zeros(5),
    )  # fmt: skip
    names = ["roles", "together", "claimed", "sideways", "kinds", "names", "sure"]
    onnx.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Whole(load_reader(checkpoint)).eval(), example, str(onnx), opset_version=17, dynamo=False,
        input_names=["boxes", "there", "codes", "size", "knowledge"], output_names=names,
        dynamic_axes={
            **{name: {0: "n"} for name in ("boxes", "there", "codes", *names[:6])},
            "together": {0: "n", 1: "n"},
        },
    )  # fmt: skip
