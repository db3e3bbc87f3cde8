# pyright: basic, reportMissingImports=false
"""Train layers that refine a tile's edges from the crop that the namer sees, on top of the namer's features.

``python -m paiyan.models.training.box_refinement out/train/sets`` trains them by the recipe, once
`paiyan.models.training.quantise` has made the namer in 8 bits, into whose file they are added; its names stay
the same. The first stage sees few pixels of a tile, so its boxes are coarse; a crop shows the tile at full
resolution. The layers are trained on boxes of training pictures that were moved a little. Needs the extra
`train`.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.open_set import read_set
from paiyan.models import registry
from paiyan.models.registry import RegistryError
from paiyan.models.rounding import round_weights
from paiyan.models.training.onnx_graphs import Steps, keep
from paiyan.models.training.recipe import RECIPE, read_recipe
from paiyan.vision.picture.image import load, size_of
from paiyan.vision.pixels import crops

FEATURES = ("/inner/inner.6/last/Relu_output_0", "/inner/inner.9/last/Relu_output_0")
"""The namer's features in grids of 8 x 8 and of 4 x 4 places."""
MOST = 0.25
"""The largest move of an edge, as a share of the box's side."""
_NAMES = "/edges/"  # the prefix of the names of what is added
_CHANNELS, _HIDDEN = (24, 32), 96
_SCALE = 0.1  # the layers output 1 if an edge moves by this share
_SMALLEST = 8.0  # pixels of a box's shorter side
_AT_ONCE = 64


class Plan(NamedTuple):
    """The training data of the layers, and how long to train: boxes of `sets`, at most `boxes` of each
    picture, each moved and stretched twice, by one of the shares `moved` of its sides (standard
    deviations)."""

    sets: Sequence[str]
    seed: int
    boxes: int = 14
    moved: Sequence[float] = (0.03, 0.07)
    epochs: int = 10
    batch: int = 256
    lr: float = 0.002


class Examples(NamedTuple):
    """The namer's features of n crops, (n, c, h, w) for each of `FEATURES`, and how far each edge should
    move, in shares of the box's sides: (n, 4)."""

    features: tuple[NDArray[np.float16], ...]
    moves: NDArray[np.float32]


def refine_boxes(namer: Path, sets: Path, plan: Plan) -> None:
    """Train the layers on sets below a folder, and write them into the namer's file in 8 bits.

    Raises `RegistryError` if the file holds another network.
    """
    import onnx as format

    model = format.load(str(namer))
    _leave_names_alone(model.graph)
    places = _features_of(model.graph)
    examples = gather(model, places, [sets / name for name in plan.sets], plan)
    _add(model, places, learn(examples, plan))
    format.checker.check_model(model)
    format.save(model, str(namer))


def _leave_names_alone(graph: Any) -> None:
    """Remove the layers of an earlier training."""
    for field in (graph.node, graph.initializer):
        keep(field, [one for one in field if not one.name.startswith(_NAMES)])
    del graph.output[1:]


def _features_of(graph: Any) -> list[Any]:
    """Return the nodes that output the features in 8 bits. Raises `RegistryError`."""
    rounded = {node.input[0]: node for node in graph.node if node.op_type == "QuantizeLinear"}
    if any(name not in rounded for name in FEATURES):
        raise RegistryError(
            "This is no namer in 8 bits: run python -m paiyan.models.training.quantise first."
        )
    return [rounded[name] for name in FEATURES]


def _restored(steps: Steps, node: Any) -> str:
    """Dequantise features separately, so that the runtime's fusions around them remain."""
    return steps("DequantizeLinear", node.output[0], *node.input[1:])


def gather(model: Any, places: Sequence[Any], sets: Sequence[Path], plan: Plan) -> Examples:
    """Gather examples from the boxes of sets, drawn by the plan's seed."""
    rng = np.random.default_rng(plan.seed)
    look = _looking(model, places)
    features, moves = list[tuple[Any, ...]](), list[Any]()
    for picture, boxes in _labelled(sets, plan, rng):
        shown, wanted = _moved(np.repeat(boxes, 2, axis=0), plan, rng)
        cut = crops(picture, shown)
        features += [look(cut[at : at + _AT_ONCE]) for at in range(0, len(cut), _AT_ONCE)]
        moves.append(wanted)
    joined = tuple(np.concatenate(one).astype(np.float16) for one in zip(*features, strict=True))
    return Examples(joined, np.concatenate(moves))


def _looking(model: Any, places: Sequence[Any]) -> Any:
    """Return a function from crops to the features."""
    import onnx as format
    import onnxruntime

    open_end = copy.deepcopy(model)
    steps = Steps("/features/")
    names = [_restored(steps, node) for node in places]
    open_end.graph.node.extend(steps.nodes)
    kind = format.TensorProto.FLOAT
    open_end.graph.output.extend(format.helper.make_tensor_value_info(name, kind, None) for name in names)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        open_end.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return lambda cut: tuple(session.run(names, {session.get_inputs()[0].name: cut}))


def _labelled(
    sets: Sequence[Path], plan: Plan, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Yield pictures with some of their boxes in pixels, without those of tiles that are too small."""
    for folder in sets:
        for item in read_set(folder):
            picture = load(item.image)
            boxes = item.boxes * np.tile(size_of(picture), 2)
            boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).min(axis=1) >= _SMALLEST]
            if len(boxes):
                some = rng.permutation(len(boxes))[: plan.boxes]
                yield picture, boxes[some].astype(np.float32)


def _moved(
    boxes: NDArray[np.float32], plan: Plan, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Move and stretch boxes (n, 4); return them and the moves back, in shares of their sides."""
    centres, sides = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    far = rng.choice(plan.moved, (len(boxes), 1))
    centres = centres + rng.normal(0, far, sides.shape) * sides
    sides = sides * np.exp(rng.normal(0, 1.3 * far, sides.shape))
    shown = np.concatenate([centres - sides / 2, centres + sides / 2], axis=1)
    return shown.astype(np.float32), ((boxes - shown) / np.tile(sides, 2)).astype(np.float32)


def learn(examples: Examples, plan: Plan) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Train the layers; return weights and biases: one of 1 x 1 for each grid, and two after both
    together."""
    import torch

    torch.manual_seed(plan.seed)
    grids = [torch.from_numpy(one) for one in examples.features]
    wanted = torch.from_numpy(examples.moves)
    layers = _layers(grids)
    rate, steps = plan.lr, plan.epochs * (len(wanted) // plan.batch)
    optimiser = torch.optim.AdamW(layers.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=max(steps, 1))
    for _ in range(plan.epochs):
        for rows in torch.randperm(len(wanted)).split(plan.batch):
            if len(rows) == plan.batch:
                moves = _predicted(layers, [grid[rows].float() for grid in grids])
                lost = (1 - _overlap(moves, wanted[rows])).mean() + (moves - wanted[rows]).abs().mean()
                optimiser.zero_grad()
                lost.backward()
                optimiser.step()
                schedule.step()
    return [(one.weight.detach().numpy(), one.bias.detach().numpy()) for one in layers]


def _layers(grids: Sequence[Any]) -> Any:
    """Build the layers, the first ones scaled as if their input had a mean of 0 and a standard deviation of
    1."""
    import torch
    from torch import nn

    flat = sum(wide * grid[0, 0].numel() for wide, grid in zip(_CHANNELS, grids, strict=True))
    over = [nn.Conv2d(grid.shape[1], wide, 1) for grid, wide in zip(grids, _CHANNELS, strict=True)]
    with torch.no_grad():
        for layer, grid in zip(over, grids, strict=True):
            seen = grid[:4096].float()
            spread = seen.std((0, 2, 3)) + 0.05
            layer.weight /= spread[:, None, None]
            layer.bias -= layer.weight[:, :, 0, 0] @ seen.mean((0, 2, 3))
    return nn.ModuleList([*over, nn.Linear(flat, _HIDDEN), nn.Linear(_HIDDEN, 4)])


def _predicted(layers: Any, grids: Sequence[Any]) -> Any:
    """Predict how far each edge should move, (n, 4)."""
    import torch

    *over, hidden, last = layers
    seen = [layer(grid).relu().flatten(1) for layer, grid in zip(over, grids, strict=True)]
    return _SCALE * last(hidden(torch.cat(seen, dim=1)).relu())


def _overlap(moves: Any, wanted: Any) -> Any:
    """Return the intersection over union of boxes moved by `moves` and by `wanted`, (n,)."""
    import torch

    unit = torch.tensor([0.0, 0.0, 1.0, 1.0])
    one, two = moves + unit, wanted + unit
    sides = torch.minimum(one[:, 2:], two[:, 2:]) - torch.maximum(one[:, :2], two[:, :2])
    shared = sides.clamp(min=0).prod(dim=1)
    areas = [(box[:, 2:] - box[:, :2]).clamp(min=0).prod(dim=1) for box in (one, two)]
    return shared / (areas[0] + areas[1] - shared)


def _add(model: Any, places: Sequence[Any], layers: Sequence[tuple[Any, Any]]) -> None:
    """Add the layers after the features of a namer, as its second output."""
    import onnx as format

    steps = Steps(_NAMES)
    *over, hidden, last = layers
    seen = [
        steps("Flatten", steps("Relu", steps("Conv", _restored(steps, node), *map(steps.constant, layer))))
        for node, layer in zip(places, over, strict=True)
    ]
    within = steps("Relu", _product(steps, steps("Concat", *seen, axis=1), *hidden))
    moves = _product(steps, within, _SCALE * last[0], _SCALE * last[1])
    clipped = steps("Clip", moves, steps.constant(-MOST), steps.constant(MOST))
    model.graph.node.extend(steps.nodes)
    model.graph.initializer.extend(steps.constants)
    model.graph.output.append(
        format.helper.make_tensor_value_info(clipped, format.TensorProto.FLOAT, [None, 4])
    )


def _product(steps: Steps, rows: str, weight: Any, bias: Any) -> str:
    return steps("Gemm", rows, steps.constant(weight), steps.constant(bias), transB=1)


def main() -> None:
    """Train the layers of the shipped namer, and enter its file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", type=Path, help="the folder of the sets that training prepared")
    parser.add_argument("--recipe", type=Path, default=RECIPE)
    args = parser.parse_args()
    namer = registry.second_stage().runs
    refine_boxes(namer, args.sets, Plan(**read_recipe(args.recipe).refinement))
    round_weights(namer)
    registry.write_int8_namer(namer)


if __name__ == "__main__":
    main()
