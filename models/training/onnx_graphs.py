# pyright: basic, reportMissingImports=false
"""Rewrite a detector's ONNX file so that it computes the same with less work, up to rounding.

A box is computed only where a tile is likely. As ultralytics exports it, YOLO's head computes one at each of
its places, 8400 of a square: a quarter of the time. Where the classes together have hardly any probability
the box is never used. Two convolutions of 3 x 3 and one of 1 x 1 precede each box, a sixth of the network's
work: at chosen places each is a matrix product of the surroundings of every place and the layer's weights.
The sums are the same except for their order. Needs the extra `train`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.evaluation.boxes import LEAST


class Steps:
    """Nodes and constants to add to a graph; `names` is the prefix of their names."""

    def __init__(self, names: str) -> None:
        self.names = names
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, value: Any) -> str:
        """Add a constant and return its name; whole numbers are int64, others float32."""
        from onnx import numpy_helper

        array = np.asarray(value)
        array = array.astype(np.int64 if array.dtype.kind == "i" else np.float32)
        name = f"{self.names}constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def __call__(self, kind: str, *inputs: str, **settings: Any) -> str:
        """Add a node and return the name of its output."""
        return self.several(kind, *inputs, count=1, **settings)[0]

    def several(self, kind: str, *inputs: str, count: int, **settings: Any) -> list[str]:
        """Add a node and return the names of its outputs."""
        from onnx import helper

        name = f"{self.names}{kind}_{len(self.nodes)}"
        made = [f"{name}_output_{at}" for at in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), made, name=name, **settings))
        return made

    def swish(self, values: str) -> str:
        """Add x * sigmoid(x) and return its name."""
        return self("Mul", values, self("Sigmoid", values))

    def put_into(self, graph: Any, *, instead_of: dict[str, str]) -> None:
        """Add the nodes to a graph, using the tensors of `instead_of` in place of those with its keys.

        Nodes that are then unused are removed.
        """
        for node in graph.node:
            node.input[:] = [instead_of.get(name, name) for name in node.input]
        graph.node.extend(self.nodes)
        graph.initializer.extend(self.constants)
        keep(graph.node, _in_order(graph))
        used = {name for node in graph.node for name in node.input}
        keep(graph.initializer, [one for one in graph.initializer if one.name in used])
        del graph.value_info[:]


def keep(field: Any, kept: list[Any]) -> None:
    """Replace the entries of a repeated field by some of them."""
    del field[:]
    field.extend(kept)


def _in_order(graph: Any) -> list[Any]:
    """Return the nodes that the output needs, each after those that it needs itself."""
    makers = {name: node for node in graph.node for name in node.output}
    needed, wanted = dict[str, Any](), [one.name for one in graph.output]
    while wanted:
        node = makers.get(wanted.pop())
        if node is not None and node.output[0] not in needed:
            needed[node.output[0]] = node
            wanted += node.input
    known = {"", *(one.name for one in (*graph.input, *graph.initializer))}
    rest, ordered = [node for node in graph.node if node.output[0] in needed], []
    while rest:
        ready = [node for node in rest if known.issuperset(node.input)]
        if not ready:
            raise ValueError("the graph goes in a circle: export the weights again")
        known.update(name for node in ready for name in node.output)
        ordered += ready
        rest = [node for node in rest if not known.issuperset(node.output)]
    return ordered


_FLOAT, _INT64 = 1, 7  # ONNX's numbers of tensor types


class Level(NamedTuple):
    """One of the head's grids of places: the name of its input features (n, c, h, w), and those of the
    weights and biases of its three layers."""

    features: str
    layers: list[tuple[str, str]]


def box_layers_at(steps: Steps, levels: list[Level], weights: dict[str, Any], chosen: str) -> str:
    """Add the output of the layers (n, 64, k) at the places of all levels in a mask `chosen` (places,).

    Returns the tensor's name. `weights` are the arrays of the names.
    """
    sides = [steps("Shape", level.features, start=2) for level in levels]
    counts = steps("Concat", *(steps("ReduceProd", side, keepdims=1) for side in sides), axis=0)
    masks = steps.several("Split", chosen, counts, count=len(levels), axis=0)
    rows = [_at_level(steps, *one, weights) for one in zip(levels, sides, masks, strict=True)]
    return steps("Transpose", steps("Concat", *rows, axis=1), perm=[0, 2, 1])


def _at_level(steps: Steps, level: Level, sides: str, chosen: str, weights: dict[str, Any]) -> str:
    """Add the output of the layers (n, k, 64) at the places of one grid in a mask (h * w,).

    The second layer needs the first one's output at these places and around them; outside of the grid both
    see zeros.
    """
    first, second, third = ((weights[weight], weights[bias]) for weight, bias in level.layers)
    grid = steps(
        "Reshape", steps("Cast", chosen, to=_FLOAT), steps("Concat", steps.constant([1, 1]), sides, axis=0)
    )
    nearby = steps("MaxPool", grid, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    wide = steps("Gather", sides, steps.constant(1))
    seen = steps("Gather", _bordered_rows(steps, level.features), _around(steps, nearby, wide), axis=1)
    hidden = steps.swish(_layer(steps, seen, *first))
    outside_first = steps("Pad", hidden, steps.constant([0, 1, 0, 0, 0, 0]))
    numbers = steps("Gather", _row_numbers(steps, nearby), _around(steps, chosen, wide))
    hidden = steps.swish(_layer(steps, steps("Gather", outside_first, numbers, axis=1), *second))
    return _layer(steps, hidden, *third)


def _around(steps: Steps, mask: str, wide: str) -> str:
    """Add the nine places around each place of a mask, (k, 9), numbered in the grid with a border of one."""
    flat = steps.constant([-1])
    places = steps("Reshape", steps("NonZero", steps("Reshape", mask, flat)), flat)
    down, across = np.divmod(np.arange(9), 3)
    row = steps("Add", wide, steps.constant(2))
    offsets = steps("Add", steps("Mul", steps.constant(down), row), steps.constant(across))
    corners = steps("Add", places, steps("Mul", steps("Div", places, wide), steps.constant(2)))
    return steps("Add", steps("Unsqueeze", corners, steps.constant([1])), offsets)


def _bordered_rows(steps: Steps, features: str) -> str:
    """Add features (n, c, h, w), with a border of zeros, as rows (n, (h + 2) * (w + 2), c)."""
    last = steps("Transpose", features, perm=[0, 2, 3, 1])
    bordered = steps("Pad", last, steps.constant([0, 1, 1, 0, 0, 1, 1, 0]))
    batch, channels = (steps("Shape", last, start=at, end=at + 1) for at in (0, 3))
    return steps("Reshape", bordered, steps("Concat", batch, steps.constant([-1]), channels, axis=0))


def _row_numbers(steps: Steps, mask: str) -> str:
    """Number the places of a mask (1, 1, h, w) from one, with 0 elsewhere.

    The result has a border: ((h + 2) * (w + 2),).
    """
    bordered = steps("Pad", mask, steps.constant([0, 0, 1, 1, 0, 0, 1, 1]))
    flat = steps("Reshape", bordered, steps.constant([-1]))
    # Floats of 16 bits, as in OpenVINO, cannot count beyond 256.
    whole = steps("Cast", flat, to=_INT64)
    return steps("Mul", steps("CumSum", whole, steps.constant(0)), whole)


def _layer(steps: Steps, rows: str, weight: Any, bias: Any) -> str:
    """Add a convolution (out, c, h, w) over the input of each place: (n, k, h * w, c), or (n, k, c) if 1 x
    1."""
    out, *sides = weight.shape
    size = int(np.prod(sides))
    flat = steps("Reshape", rows, steps.constant([0, 0, size]))
    product = steps("MatMul", flat, steps.constant(weight.transpose(2, 3, 1, 0).reshape(size, out)))
    return steps("Add", product, steps.constant(bias))


_NAMES = "/likely/"
"""The prefix of the names of added nodes."""


def only_likely_places(onnx: Path, out: Path, *, layers: bool = True) -> Path:
    """Write a detector whose output (n, 4 + classes, places) omits unlikely places.

    These are the places at which, in every picture of the batch, the probabilities of all classes sum to less
    than `LEAST`.

    The likeliest place is always kept, so that no tensor of the output is empty. With `layers` the layers
    before the boxes are omitted there too, else only what follows them. Raises `ValueError` for a file whose
    head is not that of YOLO11 as ultralytics exports it.
    """
    import onnx as format
    from onnx import numpy_helper

    model: Any = format.load(str(onnx))
    graph = model.graph
    if any(node.name.startswith(_NAMES) for node in graph.node):
        raise ValueError(f"{onnx.name} leaves places out already: export the weights again")
    head = _Head(graph)
    steps = Steps(_NAMES)
    likely = _likely(steps, head.probabilities)
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
    """The names of the tensors from which the head computes its boxes, found from its output backwards."""

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
        """Return the first input of a chain of nodes of these kinds, given the last one's output."""
        for kind in kinds:
            node = self._makers.get(tensor)
            if node is None or node.op_type != kind:
                raise ValueError(f"{tensor} is not the {kind} of YOLO11's head: export the weights again")
            tensor = node.input[0]
        return tensor

    def _level(self, distances: str) -> Level:
        """Return the layers of one grid of places, from their output (n, 64, h * w) backwards."""
        tensor, layers = self._behind(distances, "Reshape"), list[tuple[str, str]]()
        for before in ("Mul", "Mul", ""):
            self._behind(tensor, "Conv")
            tensor, weight, bias = self._makers[tensor].input
            layers.insert(0, (weight, bias))
            tensor = self._behind(tensor, before) if before else tensor
        return Level(tensor, layers)


def _likely(steps: Steps, probabilities: str) -> str:
    """Add a mask (places,) of the places to keep."""
    pictures = steps.constant([0])
    there = steps("ReduceSum", probabilities, steps.constant([1]), keepdims=0)
    in_any = steps("ReduceMax", there, pictures, keepdims=0)
    most = steps("ReduceMax", in_any, pictures, keepdims=0)
    return steps("GreaterOrEqual", in_any, steps("Min", steps.constant(LEAST), most))


def split_pointwise_layers(onnx: Path, out: Path) -> Path:
    """Rewrite a detector so that each 1 x 1 layer whose output is split becomes one layer for each part.

    In YOLO's blocks one such layer makes two halves, which are then copied apart: two layers make them in
    place. Where a coarse map is enlarged first, as in the neck, each of its values is processed four times:
    the layer is moved before the enlarging, which only copies values.
    """
    import onnx as format
    from onnx import numpy_helper

    model: Any = format.load(str(onnx))
    network = _Network(model.graph, {one.name: numpy_helper.to_array(one) for one in model.graph.initializer})
    steps = Steps("/parts/")
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
