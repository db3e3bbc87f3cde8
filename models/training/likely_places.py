# pyright: basic, reportMissingImports=false
"""A detector's ONNX file that works out boxes only where a tile may be.

As ultralytics exports it, YOLO's head works out a box at each of its places, 8400 of a square: a quarter of
the time. Where the classes together have hardly any probability nobody asks for the box. Needs the extra
`train`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiyan.datasets.evaluation.boxes import LEAST
from paiyan.models.training.box_layers import Level, box_layers_at
from paiyan.models.training.graph_steps import Steps

_NAMES = "/likely/"
"""How the names of the nodes begin that are put in."""


def only_likely_places(onnx: Path, out: Path, *, least: float = LEAST, layers: bool = True) -> Path:
    """Write a detector whose output (n, 4 + classes, places) leaves out the places at which, in every picture
    of the batch, the probabilities of all classes sum to less than `least`.

    The likeliest place is always kept, so that no tensor of the output is empty. With `layers` the layers
    behind the boxes are left out there too, else only what follows them.
    Raises `ValueError` for a file whose head is not that of YOLO11 as ultralytics exports it.
    """
    import onnx as format
    from onnx import numpy_helper

    model: Any = format.load(str(onnx))
    graph = model.graph
    if any(node.name.startswith(_NAMES) for node in graph.node):
        raise ValueError(f"{onnx.name} leaves places out already: export the weights again")
    head = _Head(graph)
    steps = Steps(_NAMES)
    likely = _likely(steps, head.probabilities, least)
    flat = steps.constant([-1])
    at = steps("Reshape", steps("NonZero", likely), flat)
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    kept = {
        head.distances: box_layers_at(steps, head.levels, weights, likely)
        if layers
        else steps("Gather", head.distances, at, axis=2),
        head.probabilities: steps("Gather", head.probabilities, at, axis=2),
        head.points: steps("Gather", head.points, at, axis=2),
        head.strides: steps("Gather", head.strides, at, axis=1),
    }
    steps.put_into(graph, instead_of=kept)
    graph.output[0].type.tensor_type.shape.dim[2].dim_param = "places"
    format.checker.check_model(model)
    out.parent.mkdir(parents=True, exist_ok=True)
    format.save(model, str(out))
    return out


class _Head:
    """The names of what the head works its boxes out of, found from its output backwards."""

    def __init__(self, graph: Any) -> None:
        self._makers = {name: node for node in graph.node for name in node.output}
        self._behind(graph.output[0].name, "Concat")
        boxes, self.probabilities = self._makers[graph.output[0].name].input
        self._behind(boxes, "Mul")
        corners, self.strides = self._makers[boxes].input
        first_corner = self._behind(corners, "Concat", "Div", "Add")
        self._behind(first_corner, "Sub")
        self.points, sides = self._makers[first_corner].input
        self.distances = self._behind(sides, "Slice", "Reshape", "Conv", "Softmax", "Transpose", "Reshape")
        self._behind(self.distances, "Concat")
        self.levels = [self._level(one) for one in self._makers[self.distances].input]

    def _behind(self, tensor: str, *kinds: str) -> str:
        """What stands at the beginning of nodes of these kinds, the last one's output first."""
        for kind in kinds:
            node = self._makers.get(tensor)
            if node is None or node.op_type != kind:
                raise ValueError(f"{tensor} is not the {kind} of YOLO11's head: export the weights again")
            tensor = node.input[0]
        return tensor

    def _level(self, distances: str) -> Level:
        """The layers of one grid of places, from what they give for each (n, 64, h * w) backwards."""
        tensor, layers = self._behind(distances, "Reshape"), list[tuple[str, str]]()
        for before in ("Mul", "Mul", ""):
            self._behind(tensor, "Conv")
            tensor, weight, bias = self._makers[tensor].input
            layers.insert(0, (weight, bias))
            tensor = self._behind(tensor, before) if before else tensor
        return Level(tensor, layers)


def _likely(steps: Steps, probabilities: str, least: float) -> str:
    """The places (places,) to keep, as a mask."""
    pictures = steps.constant([0])
    there = steps("ReduceSum", probabilities, steps.constant([1]), keepdims=0)
    in_any = steps("ReduceMax", there, pictures, keepdims=0)
    most = steps("ReduceMax", in_any, pictures, keepdims=0)
    return steps("GreaterOrEqual", in_any, steps("Min", steps.constant(least), most))
