# pyright: basic, reportMissingImports=false
"""A detector's ONNX file that works out boxes only where a tile may be.

As ultralytics exports it, YOLO's head turns sixteen probabilities a side into a box at each of its places,
8400 of a square, and hands all of them over: a tenth of the time. Where the classes together have hardly any
probability nobody asks for the box. Needs the extra `train`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from datasets.evaluation.boxes import LEAST

_NAMES = "/likely/"
"""How the names of the nodes begin that are put in."""


def only_likely_places(onnx: Path, out: Path, *, least: float = LEAST) -> Path:
    """Write a detector whose output (n, 4 + classes, places) leaves out the places at which, in every picture
    of the batch, the probabilities of all classes sum to less than `least`.

    The likeliest place is always kept, since ONNX Runtime convolves nothing that is empty.
    Raises `ValueError` for a file whose head is not that of YOLO11 as ultralytics exports it.
    """
    import onnx as format

    model: Any = format.load(str(onnx))
    graph = model.graph
    if any(tensor.name.startswith(_NAMES) for tensor in graph.initializer):
        raise ValueError(f"{onnx.name} leaves places out already: export the weights again")
    told = _tensors_of_the_head(graph)
    nodes = _choice(graph, told["probabilities"], least)
    for tensor, axis in (
        (told["distances"], 2),
        (told["probabilities"], 2),
        (told["points"], 2),
        (told["strides"], 1),
    ):
        kept = f"{_NAMES}{tensor.strip('/')}"
        for node in graph.node:
            node.input[:] = [kept if name == tensor else name for name in node.input]
        nodes.append(format.helper.make_node("Gather", [tensor, f"{_NAMES}at"], [kept], name=kept, axis=axis))
    graph.node.extend(nodes)
    _sort(graph)
    del graph.value_info[:]
    graph.output[0].type.tensor_type.shape.dim[2].dim_param = "places"
    format.checker.check_model(model)
    out.parent.mkdir(parents=True, exist_ok=True)
    format.save(model, str(out))
    return out


def _tensors_of_the_head(graph: Any) -> dict[str, str]:
    """The names of what the head works its boxes out of, found from its output backwards."""
    makers = {name: node for node in graph.node for name in node.output}

    def behind(tensor: str, *kinds: str) -> str:
        for kind in kinds:
            node = makers.get(tensor)
            if node is None or node.op_type != kind:
                raise ValueError(f"{tensor} is not the {kind} of YOLO11's head: export the weights again")
            tensor = node.input[0]
        return tensor

    behind(graph.output[0].name, "Concat")
    boxes, probabilities = makers[graph.output[0].name].input
    behind(boxes, "Mul")
    corners, strides = makers[boxes].input
    first_corner = behind(corners, "Concat", "Div", "Add")
    behind(first_corner, "Sub")
    points, sides = makers[first_corner].input
    distances = behind(sides, "Slice", "Reshape", "Conv", "Softmax", "Transpose", "Reshape")
    return {"distances": distances, "probabilities": probabilities, "points": points, "strides": strides}


def _choice(graph: Any, probabilities: str, least: float) -> list[Any]:
    """Nodes that tell the places (k,) to keep, as the tensor ``/likely/at``."""
    from onnx import helper, numpy_helper

    numbers = {
        "least": np.float32(least),
        "classes": np.array([1]),
        "pictures": np.array([0]),
        "flat": np.array([-1]),
    }
    graph.initializer.extend(numpy_helper.from_array(np.asarray(v), _NAMES + k) for k, v in numbers.items())
    steps = [
        ("ReduceSum", [probabilities, _NAMES + "classes"], "there", {"keepdims": 0}),
        ("ReduceMax", [_NAMES + "there", _NAMES + "pictures"], "in_any", {"keepdims": 0}),
        ("ReduceMax", [_NAMES + "in_any", _NAMES + "pictures"], "most", {"keepdims": 0}),
        ("Min", [_NAMES + "least", _NAMES + "most"], "limit", {}),
        ("GreaterOrEqual", [_NAMES + "in_any", _NAMES + "limit"], "likely", {}),
        ("NonZero", [_NAMES + "likely"], "indices", {}),
        ("Reshape", [_NAMES + "indices", _NAMES + "flat"], "at", {}),
    ]
    return [
        helper.make_node(kind, given, [_NAMES + out], name=_NAMES + out, **settings)
        for kind, given, out, settings in steps
    ]


def _sort(graph: Any) -> None:
    """Put the nodes into an order in which each comes after those that it needs."""
    known = {"", *(one.name for one in (*graph.input, *graph.initializer))}
    rest, ordered = list(graph.node), []
    while rest:
        ready = [node for node in rest if known.issuperset(node.input)]
        if not ready:
            raise ValueError("the graph goes in a circle: export the weights again")
        known.update(name for node in ready for name in node.output)
        ordered += ready
        rest = [node for node in rest if not known.issuperset(node.output)]
    del graph.node[:]
    graph.node.extend(ordered)
