# pyright: basic, reportMissingImports=false
"""Write a network as a phone runs it: without conversions of types, its weights as numbers of 15 bits.

ONNX Runtime Web converts types in one function of half a megabyte, whatever the types are. A browser
optimises a function that large after some twenty calls, here with the second photo, and takes 100 MB for it.
So numbers have their type from the start, and truth values choose between one and zero. The results are the
same bits.

The page makes floats of the weights again (web/js/phone/packed.js). They are the same: the weights that are
shipped have 15 bits everywhere (`paiyan.models.rounding`). Needs the extra `dev`, for onnx.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from paiyan.models.rounding import in_steps, large_tensors

_COPYING = ("Reshape", "Transpose", "Pad", "MaxPool")
"""Operations whose results are numbers that they were given, or zeros."""


def without_casts(model: bytes) -> bytes:
    """Return an ONNX file that gives the same without operations of type Cast, where there is another way.

    An input of bytes (uint8) that would be converted takes floats instead.
    """
    network = onnx.load_model_from_string(model)
    casts = _Casts(network)
    nodes = [other for node in network.graph.node for other in casts.replaced(node)]
    del network.graph.node[:]
    network.graph.node.extend(nodes)
    network.graph.initializer.extend(casts.constants.values())
    del network.graph.value_info[:]  # types as they were
    onnx.checker.check_model(network, full_check=True)
    return network.SerializeToString()


class _Casts:
    """The nodes in place of a network's conversions; `constants` are those that they need, by name."""

    def __init__(self, network: Any) -> None:
        graph = onnx.shape_inference.infer_shapes(network).graph
        values = [*graph.value_info, *graph.input, *graph.output]
        self._types = {value.name: value.type.tensor_type.elem_type for value in values}
        self._types |= {tensor.name: tensor.data_type for tensor in graph.initializer}
        self._values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
        self._makers = {name: node for node in graph.node for name in node.output}
        self._inputs = {value.name: value for value in network.graph.input}
        self._same: dict[str, str] = {}  # what stands for the result of a conversion that changes nothing
        self.constants: dict[str, Any] = {}

    def replaced(self, node: Any) -> list[Any]:
        """Return the nodes in place of one; those that it needs were given before."""
        node.input[:] = [self._same.get(name, name) for name in node.input]
        if node.op_type != "Cast":
            return [node]
        (given,), (result,) = node.input, node.output
        before, after = self._types[given], helper.get_node_attr_value(node, "to")
        if before == after or self._takes_floats(given, after):
            self._same[result] = given
            return []
        if (before, after) == (TensorProto.BOOL, TensorProto.FLOAT):
            return [self._chosen(given, np.float32, result)]
        if (before, after) == (TensorProto.FLOAT, TensorProto.INT64) and self._are_truths(given):
            truths = f"{result}_true"
            half = self._constant(np.float32(0.5))
            return [
                helper.make_node("Greater", [given, half], [truths]),
                self._chosen(truths, np.int64, result),
            ]
        if (before, after) == (TensorProto.INT64, TensorProto.FLOAT) and self._counts_from_zero(given):
            return self._counted(self._makers[given].input[1], result)
        return [node]

    def _constant(self, value: Any) -> str:
        """Return the name of a constant."""
        name = f"constant_{value.dtype}_{value.tolist()}"
        self.constants[name] = numpy_helper.from_array(np.asarray(value), name)
        return name

    def _chosen(self, truths: str, kind: type[np.generic], result: str) -> Any:
        """Return the node that makes one and zero of truth values."""
        return helper.make_node("Where", [truths, self._constant(kind(1)), self._constant(kind(0))], [result])

    def _takes_floats(self, name: str, after: int) -> bool:
        """Let an input of bytes take floats, if that is what is converted."""
        name = self._origin(name)
        if name not in self._inputs or (self._types[name], after) != (TensorProto.UINT8, TensorProto.FLOAT):
            return False
        self._inputs[name].type.tensor_type.elem_type = after
        return True

    def _origin(self, name: str) -> str:
        """Return the tensor whose numbers, and perhaps zeros, a tensor has."""
        while name in self._makers and self._makers[name].op_type in _COPYING:
            name = self._makers[name].input[0]
        return name

    def _are_truths(self, name: str) -> bool:
        """Return True if all numbers are one or zero, because they were truth values."""
        maker = self._makers.get(self._origin(name))
        return (
            maker is not None and maker.op_type == "Cast" and self._types[maker.input[0]] == TensorProto.BOOL
        )

    def _counts_from_zero(self, name: str) -> bool:
        maker = self._makers.get(name)
        if maker is None or maker.op_type != "Range":
            return False
        start, _, step = (self._values.get(one) for one in maker.input)
        return start == 0 and step == 1

    def _counted(self, count: str, result: str) -> list[Any]:
        """Return the nodes that count from zero, in floats: sums of the ones before each place."""
        first = self._constant(np.array([0]))
        size, ones = f"{result}_size", f"{result}_ones"
        one = numpy_helper.from_array(np.ones(1, np.float32))
        return [
            helper.make_node("Unsqueeze", [count, first], [size]),
            helper.make_node("ConstantOfShape", [size], [ones], value=one),
            helper.make_node("CumSum", [ones, self._constant(np.int64(0))], [result], exclusive=1),
        ]


def shortened(model: bytes) -> bytes:
    """Return an ONNX file with its weights as short whole numbers.

    First two numbers of 32 bits: how many parts were shortened, and the length of the file; then where each
    part lies and how many weights it has; then the file without them; then the worth of a step in each block
    of 64 weights, as floats; then the lower and the upper bytes of all steps, which pack better apart. All
    lowest byte first; a part begins a block.
    """
    parts = large_tensors(model)
    rest: list[bytes] = []
    worths: list[NDArray[np.float32]] = []
    steps: list[NDArray[np.int16]] = []
    end = 0
    for at, count in parts:
        rest.append(model[end:at])
        worth, step = in_steps(np.frombuffer(model, "<f4", count, at))
        worths.append(worth)
        steps.append(step)
        end = at + 4 * count
    both = np.concatenate([*steps, np.zeros(0, np.int16)]).astype("<i2").view(np.uint8)
    worth = np.concatenate([*worths, np.zeros(0, np.float32)]).astype("<f4")
    head = struct.pack(
        f"<{2 + 2 * len(parts)}I", len(parts), len(model), *(n for part in parts for n in part)
    )
    return b"".join([head, *rest, model[end:], worth.tobytes(), both[0::2].tobytes(), both[1::2].tobytes()])
