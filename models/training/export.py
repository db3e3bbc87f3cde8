# pyright: basic, reportMissingImports=false
"""Export a training checkpoint to the shipped weights: ONNX and stripped `.pt`, in the index.

The exported network is rewritten to compute the same with less work: layers of 1 x 1 whose output is split,
or whose input was concatenated. In YOLO's blocks one such layer makes two halves, which are then copied
apart: two layers make them in place. Where a coarse map is enlarged first, as in the neck, each of its values
is processed four times: the layer is moved before the enlarging, which only copies values. Up to rounding the
network stays the same. Needs the extra `train`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paiyan.models.registry import WEIGHTS, Model, RegistryError, file_sha256, write
from paiyan.models.training.onnx_graphs import Steps, only_likely_places

LARGEST = 15_000_000


def export_model(checkpoint: Path, *, name: str, size: int, weights: Path = WEIGHTS) -> Model:
    """Export a checkpoint at an input of `size` pixels and make it the default model.

    Raises `RegistryError` if a file is larger than 15 MB.
    """
    from paiyan.models.training import ultralytics_runs  # torch and ultralytics: the extra `train`

    onnx, pt = ultralytics_runs.export(checkpoint, weights / name, size=size)
    split_pointwise_layers(only_likely_places(onnx, onnx), onnx)
    for path in (onnx, pt):
        if path.stat().st_size > LARGEST:
            raise RegistryError(
                f"{path.name} has {path.stat().st_size / 1e6:.1f} MB, more than the 15 that are shipped."
            )
    model = Model(name, size, onnx, file_sha256(onnx), pt, file_sha256(pt))
    write(model, weights=weights)
    return model


_NAMES = "/parts/"


def split_pointwise_layers(onnx: Path, out: Path) -> Path:
    """Rewrite a detector so that each 1 x 1 layer whose output is split becomes one layer for each part."""
    import onnx as format
    from onnx import numpy_helper

    model: Any = format.load(str(onnx))
    network = _Network(model.graph, {one.name: numpy_helper.to_array(one) for one in model.graph.initializer})
    steps = Steps(_NAMES)
    parts = {name: part for node in model.graph.node for name, part in network.parts(steps, node)}
    steps.put_into(model.graph, instead_of=parts)
    format.checker.check_model(model)
    format.save(model, str(out))
    return out


class _Network:
    """A graph with the node that makes each of its tensors, and its constants."""

    def __init__(self, graph: Any, constants: dict[str, Any]) -> None:
        self.makers = {name: node for node in graph.node for name in node.output}
        self.constants = constants

    def parts(self, steps: Steps, node: Any) -> Iterator[tuple[str, str]]:
        """Yield the outputs of a node that splits a 1 x 1 layer, each with the name of its replacement."""
        layer = self._layer_before(node.input[0]) if node.op_type == "Split" else None
        if layer is None:
            return
        given, weight, bias = layer
        first = 0
        for name, count in zip(node.output, self.constants[node.input[1]].tolist(), strict=True):
            part = slice(first, first + count)
            yield name, steps.swish(self._layer(steps, given, weight[part], bias[part]))
            first += count

    def _layer_before(self, tensor: str) -> tuple[str, Any, Any] | None:
        """Return input, weights (out, c, 1, 1) and bias of the layer that makes a tensor as x *
        sigmoid(x)."""
        swish = self.makers.get(tensor)
        layer = self.makers.get(swish.input[0]) if swish is not None and swish.op_type == "Mul" else None
        if layer is None or layer.op_type != "Conv":
            return None
        weight, bias = (self.constants[name] for name in layer.input[1:3])
        return (layer.input[0], weight, bias) if weight.shape[2:] == (1, 1) else None

    def _layer(self, steps: Steps, tensor: str, weight: Any, bias: Any) -> str:
        """Add the layer without its swish, before an enlarging if its input was enlarged."""
        from onnx import helper

        joined = self.makers[tensor]
        larger = self.makers.get(joined.input[0]) if joined.op_type == "Concat" else None
        coarse = self._layer_before(larger.input[0]) if larger and larger.op_type == "Resize" else None
        if larger is None or coarse is None or len(joined.input) != 2:
            return steps("Conv", tensor, steps.constant(weight), steps.constant(bias))
        channels = len(coarse[1])
        small = steps("Conv", larger.input[0], steps.constant(weight[:, :channels]))
        settings = {one.name: helper.get_attribute_value(one) for one in larger.attribute}
        enlarged = steps("Resize", small, *larger.input[1:], **settings)
        second_half = steps(
            "Conv", joined.input[1], steps.constant(weight[:, channels:]), steps.constant(bias)
        )
        return steps("Add", enlarged, second_half)
