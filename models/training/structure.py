"""Train the network that reads layouts: whose each tile is, and which belong together.

``python -m paiyan.models.training.structure WORK`` trains it on drawn scenes by the courses of
``models/training/structure.yaml``, each from the end of the one before, exports it and enters it; checkpoints
are in the folder WORK, from which an interrupted run continues. As ONNX the network takes one scene of n
boxes and returns log-probabilities, log-odds, and the probability that all is right.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import yaml

from paiyan.datasets.layout_styles.scene import Batch
from paiyan.models import registry
from paiyan.models.rounding import round_weights
from paiyan.models.training.checkpoints import Clock, Learner, check_device
from paiyan.models.training.structure_network import MELD, OWN, network
from paiyan.vision.structure.scores import CODES, SOURCES

# pyright: basic, reportMissingImports=false


log = logging.getLogger(__name__)
INPUTS = ("boxes", "there", "codes", "size", "knowledge", "mask")


class Schedule(NamedTuple):
    """The length and the rate of a training; every number is recorded in the recipe. The learning rate rises
    over `warmup` steps, holds, and falls to nothing over the last `fall` steps."""

    steps: int
    lr: float = 1.8e-3
    warmup: int = 400
    fall: int = 2000
    decay: float = 0.02
    averaged: float = 0.998
    seed: int = 0


class _Learner(Learner):
    """The network in training."""

    def __init__(self, schedule: Schedule, out: Path, *, start: dict[str, Any] | None, device: str) -> None:
        import torch

        torch.manual_seed(schedule.seed)
        model = network().to(device)
        if start is not None:
            model.load_state_dict(start)
        optimiser = torch.optim.AdamW(
            model.parameters(), schedule.lr, betas=(0.9, 0.98), weight_decay=schedule.decay
        )
        super().__init__(model, optimiser, out, averaged=schedule.averaged, device=device, buffers=False)
        self.schedule, self.device = schedule, device
        self.last_figures: dict[str, float] = {}
        for group in self.optimiser.param_groups:
            group["fused"] = True  # a tenth of a step's time on one core

    def learn(self, batch: Batch, clock: Clock) -> None:
        """Train one step on a batch of scenes."""
        import torch

        tensors = tensors_of(batch, self.device)
        with torch.autocast(torch.device(self.device).type, dtype=torch.bfloat16):
            outputs = self.model(*(tensors[name] for name in INPUTS))
        losses = losses_of(outputs, tensors)
        loss: Any = sum(WEIGHTS[name] * value for name, value in losses.items())
        self.descend(loss, rate=self.schedule.lr * pace(self.step, self.schedule), clock=clock, clip=1.0)
        if self.taken % 10 == 0:  # reading the losses at each step would make a GPU wait
            figures = {name: float(value.detach()) for name, value in losses.items()}
            for name, value in (figures | figures_of(outputs, tensors)).items():
                self.last_figures[name] = 0.8 * self.last_figures.get(name, value) + 0.2 * value
        if self.taken % 100 == 0:
            words = ", ".join(f"{name} {value:.3f}" for name, value in self.last_figures.items())
            log.info("step %d of %d, %d taken: %s", self.step, self.schedule.steps, self.taken, words)


def tensors_of(batch: Batch, device: str = "cpu") -> dict[str, Any]:
    """Convert a batch to tensors, by the names of its fields."""
    import torch

    return {name: torch.from_numpy(value).to(device) for name, value in batch._asdict().items()}


def pace(step: int, schedule: Schedule) -> float:
    """Return the share of the full learning rate at a step."""
    rise = min((step + 1) / schedule.warmup, 1.0)
    left = (schedule.steps - step) / max(schedule.fall, 1)
    return rise * max(min(left, 1.0), 0.0)


def train_reader(
    batches: Iterable[Batch], out: Path, *, schedule: Schedule, start: dict[str, Any] | None = None,
    device: str = "cpu", minutes: float | None = None,
) -> Path:  # fmt: skip
    """Train on batches until the schedule is done, within `minutes`, continuing where `out` stopped.

    A network begins at random, or with the state `start`.
    """
    import torch

    check_device(device)
    torch.set_num_threads(1)
    learner = _Learner(schedule, out, start=start, device=device)
    clock = Clock(learner.step, schedule.steps, minutes)
    for batch in batches:
        if learner.step >= schedule.steps:
            break
        learner.learn(batch, clock)
        if learner.taken % 200 == 0:
            learner.save()
    learner.save()
    return out


WEIGHTS = {
    "roles": 1.0,
    "names": 0.3,
    "together": 1.0,
    "sources": 0.15,
    "sideways": 0.3,
    "kinds": 0.15,
    "sure": 0.1,
}


def losses_of(outputs: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """Return the losses of the network's outputs for a batch, each a number."""
    import torch
    from torch.nn import functional as F  # noqa: N812 - torch's own name for it

    roles, together, meld, names, sure = outputs
    mask, truth = true["mask"], true["roles"].long()
    grouped = true["groups"] >= 0
    own = _own(truth) & mask
    weight = mask.float() * torch.where(own, 1.0, 0.45)
    loss_roles = (
        F.cross_entropy(roles.transpose(1, 2), truth, reduction="none") * weight
    ).sum() / weight.sum()
    named = (true["names"] >= 0) & mask
    each = F.cross_entropy(names.transpose(1, 2), true["names"].long().clamp(min=0), reduction="none")
    weigh = named.float() * torch.where(own, 1.0, 0.2)
    groups = true["groups"].long()
    same = (groups[:, :, None] == groups[:, None]) & grouped[:, :, None]
    labelled = (groups >= -1) & mask
    pair = (labelled[:, :, None] & labelled[:, None]).float() * torch.where(
        grouped[:, :, None] & grouped[:, None], 1.0, 0.1
    )
    pair = pair * (1 - torch.eye(mask.shape[1], device=mask.device))
    in_meld = (truth == MELD) & mask
    pair = pair * torch.where(in_meld[:, :, None] | in_meld[:, None], 3.0, 1.0)
    loss_pairs = F.binary_cross_entropy_with_logits(together, same.float(), reduction="none") * pair
    cells = in_meld.float()
    count = cells.sum().clamp(min=1)

    def of_melds(logits: Any, values: Any) -> Any:
        return (
            F.cross_entropy(logits.transpose(1, 2), values.long().clamp(min=0), reduction="none") * cells
        ).sum() / count

    sources, kinds = meld[..., : len(SOURCES)], meld[..., len(SOURCES) + 1 :]
    across = F.binary_cross_entropy_with_logits(
        meld[..., len(SOURCES)], true["sideways"].float(), reduction="none"
    )
    return {
        "roles": loss_roles,
        "names": (each * weigh).sum() / weigh.sum().clamp(min=1),
        "together": loss_pairs.sum() / pair.sum().clamp(min=1),
        "sources": of_melds(sources, true["sources"]),
        "sideways": (across * cells).sum() / count,
        "kinds": of_melds(kinds, true["kinds"]),
        "sure": F.binary_cross_entropy_with_logits(sure, all_right(outputs, true)["all"].float()),
    }


def _own(truth: Any) -> Any:
    """True for the boxes of the player."""
    import torch

    return torch.isin(truth, torch.tensor(OWN, device=truth.device))


def all_right(outputs: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """Return for each scene (b,) whether the likeliest structure is right, whether the names of the player's
    tiles are, and both."""
    import torch

    roles, together, _, names, _ = outputs
    mask, truth = true["mask"], true["roles"].long()
    part = lambda r: sum((r == role) * (at + 1) for at, role in enumerate(OWN))  # noqa: E731
    structure = ((part(roles.argmax(-1)) == part(truth)) | ~mask).all(1)
    melds = (truth == MELD) & mask
    alone = torch.eye(mask.shape[1], dtype=torch.bool, device=mask.device)  # a tile and itself do not count
    pair = melds[:, :, None] & melds[:, None] & ~alone
    same = true["groups"][:, :, None] == true["groups"][:, None]
    linked = (((together > 0) == same) | ~pair).all(2).all(1)
    own = _own(truth) & mask
    named = ((names.argmax(-1) == true["names"].long()) | ~own).all(1)
    structure = structure & linked & true["complete"]
    return {"structure": structure, "names": named, "all": structure & named}


def figures_of(outputs: Sequence[Any], true: dict[str, Any]) -> dict[str, float]:
    """Return shares of a batch: of boxes with the right role, and of scenes as `all_right` has them."""
    figures = all_right(outputs, true)
    role = ((outputs[0].argmax(-1) == true["roles"].long()) & true["mask"]).sum() / true["mask"].sum()
    return {"role right": float(role), **{f"{k} right": float(v.float().mean()) for k, v in figures.items()}}


def load_reader(checkpoint: Path) -> Any:
    """Load the averaged network of a checkpoint, ready for inference."""
    import torch

    mean = torch.optim.swa_utils.AveragedModel(network())
    mean.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["mean"])
    return mean.module.eval()


def weights_of(onnx: Path) -> dict[str, Any]:
    """Return the network's state from an exported file, so that training can continue from there.

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
    """Return the name of a module from an operator's: ``layers.0/more/more.2`` is ``layers.0.more.2``."""
    name: list[str] = []
    for part in path:
        name += part[1:] if name and part[0] == name[-1] else part
    return ".".join(name)


def export_reader(checkpoint: Path, onnx: Path) -> None:
    """Write the averaged network as ONNX: one scene of n boxes in, log-probabilities and log-odds out.

    Its last output is a probability: that all of them are right.
    """
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


RECIPE = Path(__file__).with_name("structure.yaml")
ONNX = "paiyan-structure.onnx"


def main(arguments: list[str] | None = None) -> int:
    """Run the training; return exit status 0."""
    from paiyan.datasets.layout_styles.scene import BatchSize, endless

    parser = argparse.ArgumentParser(prog="python -m paiyan.models.training.structure", description=__doc__)
    parser.add_argument("work", type=Path, help="folder of the checkpoint")
    parser.add_argument(
        "--weights", type=Path, default=registry.WEIGHTS, help="folder of the index of weights"
    )
    parser.add_argument("--start", type=Path, help="an exported network: what comes `next`, from there")
    parser.add_argument("--device", default="cpu", help="where torch computes, such as cuda")
    parser.add_argument("--processes", type=int, default=1, help="how many draw scenes for the training")
    parser.add_argument("--minutes", type=float, help="how long each course may take (docs/accuracy.md)")
    parser.add_argument("--only-export", action="store_true", help="export the checkpoint as it is")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    recipe = cast("dict[str, list[dict[str, Any]]]", yaml.safe_load(RECIPE.read_text(encoding="utf-8")))
    courses = recipe["next" if args.start else "courses"]
    start = weights_of(args.start) if args.start else None
    checkpoint, onnx = args.work / f"reader-{courses[-1]['name']}.pt", args.weights / ONNX
    for course in [] if args.only_export else courses:
        reached = args.work / f"reader-{course['name']}.pt"
        with endless(
            course["seed"], first=course["first_shard"], again=course["again"],
            size=BatchSize(**course.get("batch", {})), processes=args.processes,
        ) as batches:  # fmt: skip
            train_reader(
                batches, reached, schedule=Schedule(**course["schedule"]), start=start, device=args.device,
                minutes=args.minutes,
            )  # fmt: skip
        start = load_reader(reached).state_dict()
    export_reader(checkpoint, onnx)
    round_weights(onnx)
    registry.write_structure(onnx, weights=args.weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
