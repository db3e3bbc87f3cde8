# pyright: basic, reportMissingImports=false
"""Add nodes to the graph of an ONNX file, and remove the ones then unused."""

from __future__ import annotations

from typing import Any

import numpy as np


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
        _keep(graph.node, _in_order(graph))
        used = {name for node in graph.node for name in node.input}
        _keep(graph.initializer, [one for one in graph.initializer if one.name in used])
        del graph.value_info[:]


def _keep(field: Any, kept: list[Any]) -> None:
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
