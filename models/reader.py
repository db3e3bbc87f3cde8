# pyright: basic, reportMissingImports=false
"""The network that reads layouts, in plain torch: what it is, how it learns, how it becomes ONNX.

A set of boxes goes in; attention between all of them, whose weights get a bias from how two boxes lie to each
other, makes the network blind to their order and leaves scale and place to how boxes compare. It computes its
features from raw boxes inside, so that whatever runs the ONNX file needs no arithmetic of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from datasets.customs.batches import Batch
from scorer.tiles import BACK, FLOWER, RED, TILES
from vision.structure.scores import CODES, MELD_KINDS, ROLES, SOURCES

log = logging.getLogger(__name__)

WIDE, HEADS, DEEP, PAIR = 128, 8, 5, 32
_NEAR = (0.0, 0.6, 1.0, 1.4, 2.2, 4.0)  # distances, in tiles, about which two boxes are compared
_PAIR_FEATURES = 27
_BOX_FEATURES = 15
_OWN = [ROLES.index(role) for role in ("held", "winning", "meld", "flower")]
_MELD = ROLES.index("meld")


class Schedule(NamedTuple):
    """How long and how fast: every number is recorded in the recipe. The learning rate rises over `warmup`
    steps, holds, and falls to nothing over the last `fall` steps."""

    steps: int
    lr: float = 1.2e-3
    warmup: int = 400
    fall: int = 2000
    decay: float = 0.02
    averaged: float = 0.9985
    seed: int = 0


def network() -> Any:
    """About 800,000 parameters: `forward` takes boxes (b, n, 4), there (b, n), codes (b, n, 46), size (b, 2),
    knowledge (b, 5) and mask (b, n), and gives a tuple of logits as `OUTPUTS` names them."""
    import torch
    from torch import nn

    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.before, self.between = nn.LayerNorm(WIDE), nn.LayerNorm(WIDE)
            self.asked = nn.Linear(WIDE, 3 * WIDE)
            self.told = nn.Linear(WIDE, WIDE)
            self.more = nn.Sequential(nn.Linear(WIDE, 2 * WIDE), nn.GELU(), nn.Linear(2 * WIDE, WIDE))

        def forward(self, x: Any, bias: Any) -> Any:
            b, n = x.shape[0], x.shape[1]
            q, k, v = self.asked(self.before(x)).view(b, n, 3, HEADS, WIDE // HEADS).permute(2, 0, 3, 1, 4)
            weights = torch.softmax(q @ k.transpose(-1, -2) * (WIDE // HEADS) ** -0.5 + bias, dim=-1)
            x = x + self.told((weights.to(v.dtype) @ v).transpose(1, 2).reshape(b, n, WIDE))
            return x + self.more(self.between(x))

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.look = _Look()
            self.box = nn.Linear(_BOX_FEATURES + 2 * CODES, WIDE)
            self.known = nn.Linear(5, WIDE)
            self.pair = nn.Sequential(nn.Linear(_PAIR_FEATURES, PAIR), nn.GELU())
            self.bias = nn.Linear(PAIR, DEEP * HEADS)
            self.layers = nn.ModuleList(Layer() for _ in range(DEEP))
            self.last = nn.LayerNorm(WIDE)
            self.roles = nn.Linear(WIDE, len(ROLES))
            self.meld = nn.Linear(WIDE, len(SOURCES) + 1 + len(MELD_KINDS))
            self.names = nn.Linear(WIDE, CODES)
            self.one, self.two = nn.Linear(WIDE, PAIR), nn.Linear(PAIR, PAIR)
            self.together = nn.Linear(PAIR, 1)
            self.pooled = nn.Linear(WIDE, 32)
            self.sure = nn.Sequential(nn.Linear(32 + 12, 48), nn.GELU(), nn.Linear(48, 1))

        def forward(
            self, boxes: Any, there: Any, codes: Any, size: Any, known: Any, mask: Any
        ) -> tuple[Any, ...]:
            alone, pairs = self.look(boxes, there, codes, size, mask)
            said = torch.log(codes.clamp(min=1e-4))
            x = self.box(torch.cat([alone, codes, said * 0.1], -1)) + self.known(known)[:, None]
            h = self.pair(pairs)
            b, n = there.shape
            bias = self.bias(h).view(b, n, n, DEEP, HEADS).permute(3, 0, 4, 1, 2)
            bias = bias + (~mask)[None, :, None, None, :] * -1e4
            for layer, one in zip(self.layers, bias.unbind(0), strict=True):
                x = layer(x, one)
            x = self.last(x)
            roles, names = self.roles(x).float(), self.names(x).float() + said
            meld = self.meld(x).float()
            mine = self.one(x)
            both = nn.functional.gelu(mine[:, :, None] + mine[:, None] + self.two(h + h.transpose(1, 2)))
            together = self.together(both).float().squeeze(-1)
            sure = self.sure(self._doubt(x, roles, names, together, mask, known)).squeeze(-1).float()
            return roles, together, meld, names, sure

        def _doubt(self, x: Any, roles: Any, names: Any, together: Any, mask: Any, known: Any) -> Any:
            """What tells whether all of it is right: how sure each part is, where it is least so."""
            said = torch.log_softmax(roles.detach(), -1)
            best = said.max(-1).values.masked_fill(~mask, 0.0)
            own = torch.exp(said[..., _OWN]).sum(-1) * mask
            name = torch.log_softmax(names.detach(), -1).max(-1).values * own
            pair = own[:, :, None] * own[:, None]
            link = -nn.functional.softplus(-together.detach().abs()) * pair
            count = own.sum(1)
            stats = torch.stack([
                best.min(1).values, best.sum(1), name.min(1).values, name.sum(1), link.amin((1, 2)),
                link.sum((1, 2)) / (count + 1), count / 14, torch.remainder(count, 3.0),
                torch.exp(said[..., _MELD]).masked_fill(~mask, 0.0).sum(1) / 3,
            ], 1)  # fmt: skip
            pooled = (self.pooled(x.detach()).float() * own[..., None]).sum(1) / (count[:, None] + 1)
            return torch.cat([pooled, stats.clamp(-12, 12), known[:, :1], known[:, 2:3], known[:, 4:5]], 1)

    return Reader()


def _slow(x: Any) -> Any:
    """The area hyperbolic sine of x, unknown to ONNX's export: straight at 0, logarithmic far out."""
    import torch

    return torch.sign(x) * torch.log(x.abs() + torch.sqrt(x * x + 1))


OUTPUTS = ("roles", "together", "meld", "names", "sure")


def _Look() -> Any:  # noqa: N802 - a class that only torch can make
    import torch
    from torch import nn

    class Look(nn.Module):
        """Features of each box and of each two boxes, from raw boxes; nothing is learned here."""

        def __init__(self) -> None:
            super().__init__()
            kinds = torch.tensor([tile.kind if tile.code < BACK else -1 for tile in TILES])
            suited = (kinds >= 0) & (kinds < 27)
            fold = torch.zeros(CODES, 34)
            for code, kind in enumerate(kinds.tolist()):
                if 0 <= kind < 34 and not FLOWER <= code < RED:
                    fold[code, kind] = 1.0
            near = [
                ((kinds[:, None] - kinds[None]).abs() == step)
                & (kinds[:, None] // 9 == kinds[None] // 9) & suited[:, None] & suited[None]
                for step in (1, 2)
            ]  # fmt: skip
            self.register_buffer("fold", fold, persistent=False)
            self.register_buffer("step1", near[0].float(), persistent=False)
            self.register_buffer("step2", near[1].float(), persistent=False)
            self.register_buffer("radii", torch.tensor(_NEAR), persistent=False)

        def forward(self, boxes: Any, there: Any, codes: Any, size: Any, mask: Any) -> tuple[Any, Any]:
            wide, high = boxes[..., 2] - boxes[..., 0], boxes[..., 3] - boxes[..., 1]
            x, y = (boxes[..., 0] + boxes[..., 2]) / 2, (boxes[..., 1] + boxes[..., 3]) / 2
            side = torch.log((wide * high).clamp(min=1e-3)) / 2
            weight = there * mask
            usual = (side * weight).sum(1, keepdim=True) / weight.sum(1, keepdim=True).clamp(min=1e-3)
            w, h = size[:, :1], size[:, 1:]
            tile = torch.exp(side)
            lower = ((y[:, None] > y[:, :, None]) * weight[:, None]).sum(2) / weight.sum(
                1, keepdim=True
            ).clamp(min=1e-3)
            sure = torch.log(there.clamp(1e-3, 1 - 1e-3)) - torch.log1p(-there.clamp(1e-3, 1 - 1e-3))
            best = codes.max(-1).values
            alone = torch.stack([
                side - usual, torch.log(wide / high.clamp(min=1e-3)), 2 * x / w - 1, 2 * y / h - 1,
                (usual - torch.log(w * h) / 2).expand_as(x), torch.log(w / h).expand_as(x),
                torch.tanh(boxes[..., 0] / tile), torch.tanh(boxes[..., 1] / tile),
                torch.tanh((w - boxes[..., 2]) / tile), torch.tanh((h - boxes[..., 3]) / tile),
                sure / 3, best, codes[..., FLOWER:RED].sum(-1), lower,
                (weight.sum(1, keepdim=True) / 40).expand_as(x),
            ], -1)  # fmt: skip
            return alone, self._pairs(boxes, x, y, wide, high, side, codes)

        def _pairs(self, boxes: Any, x: Any, y: Any, wide: Any, high: Any, side: Any, codes: Any) -> Any:
            unit = torch.exp((side[:, :, None] + side[:, None]) / 2)
            dx, dy = (x[:, None] - x[:, :, None]) / unit, (y[:, None] - y[:, :, None]) / unit
            away = torch.sqrt(dx * dx + dy * dy + 1e-6)
            low = torch.maximum(boxes[:, :, None, :2], boxes[:, None, :, :2])
            top = torch.minimum(boxes[:, :, None, 2:], boxes[:, None, :, 2:])
            shared = (top - low).clamp(min=0).prod(-1)
            area = wide * high
            gap_x, gap_y = (top - low)[..., 0] / unit, (top - low)[..., 1] / unit
            kinds = codes @ self.fold
            flower, back = codes[..., FLOWER:RED].sum(-1), codes[..., BACK]
            rings = torch.exp(-((away[..., None] - self.radii) ** 2) * 4)
            ratio = side[:, None] - side[:, :, None]
            shape = torch.log(wide / high)
            parts = [
                torch.tanh(dx), torch.tanh(dy), torch.tanh(dx / 4), torch.tanh(dy / 4),
                _slow(dx) / 2, _slow(dy) / 2, torch.tanh(gap_x * 2), torch.tanh(gap_y * 2),
                torch.exp(-(dy * 2.5) ** 2), torch.exp(-(dx * 2.5) ** 2), _slow(away) / 2,
                ratio, ratio.abs(), shape[:, None] - shape[:, :, None],
                shared / area[:, :, None].clamp(min=1e-3), shared / area[:, None].clamp(min=1e-3),
                kinds @ kinds.transpose(1, 2), codes @ self.step1 @ codes.transpose(1, 2),
                codes @ self.step2 @ codes.transpose(1, 2), flower[:, :, None] * flower[:, None],
                back[:, :, None] * back[:, None],
            ]  # fmt: skip
            return torch.cat([torch.stack(parts, -1), rings], -1)

    return Look()


class Learner:
    """The network, its running average and its optimiser, taken up from a checkpoint where there is one."""

    def __init__(self, schedule: Schedule, out: Path, *, device: str = "cpu") -> None:
        import torch
        from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

        torch.manual_seed(schedule.seed)
        self.schedule, self.out, self.step, self.device = schedule, out, 0, device
        self.model = network().to(device)
        self.mean = AveragedModel(self.model, multi_avg_fn=get_ema_multi_avg_fn(schedule.averaged))
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), schedule.lr, betas=(0.9, 0.98), weight_decay=schedule.decay
        )
        self.parts = {"model": self.model, "mean": self.mean, "optimiser": self.optimiser}
        self.told: dict[str, float] = {}
        if out.exists():
            kept = torch.load(out, map_location=device, weights_only=True)
            self.step = int(kept["step"])
            for name, part in self.parts.items():
                part.load_state_dict(kept[name])

    def learn(self, batch: Batch) -> None:
        """One step on a batch of scenes."""
        import torch

        for group in self.optimiser.param_groups:
            group["lr"] = self.schedule.lr * pace(self.step, self.schedule)
        tensors = tensors_of(batch, self.device)
        with torch.autocast(self.device, dtype=torch.bfloat16):
            said = self.model(*(tensors[name] for name in INPUTS))
        losses = losses_of(said, tensors)
        loss = sum(_WEIGHTS[name] * value for name, value in losses.items())
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.mean.update_parameters(self.model)
        self.step += 1
        figures = {name: float(value.detach()) for name, value in losses.items()} | _right(said, tensors)
        for name, value in figures.items():
            self.told[name] = 0.98 * self.told.get(name, value) + 0.02 * value
        if self.step % 100 == 0:
            words = ", ".join(f"{name} {value:.3f}" for name, value in self.told.items())
            log.info("step %d of %d: %s", self.step, self.schedule.steps, words)

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        import torch

        self.out.parent.mkdir(parents=True, exist_ok=True)
        half = self.out.with_suffix(".partial")
        torch.save({**{k: part.state_dict() for k, part in self.parts.items()}, "step": self.step}, half)
        half.rename(self.out)


INPUTS = ("boxes", "there", "codes", "size", "knowledge", "mask")
_WEIGHTS = {
    "roles": 1.0,
    "names": 0.3,
    "together": 1.0,
    "sources": 0.15,
    "sideways": 0.15,
    "kinds": 0.15,
    "sure": 0.1,
}


def tensors_of(batch: Batch, device: str = "cpu") -> dict[str, Any]:
    """A batch as tensors, by the names of its fields."""
    import torch

    return {name: torch.from_numpy(value).to(device) for name, value in batch._asdict().items()}


def losses_of(said: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """The losses of what the network says of a batch, each a number."""
    import torch
    from torch.nn import functional as F  # noqa: N812 - torch's own name for it

    roles, together, meld, names, sure = said
    mask, truth = true["mask"], true["roles"].long()
    grouped = true["groups"] >= 0
    own = sum((truth == role) for role in _OWN).bool() & mask
    weight = mask.float() * torch.where(own, 1.0, 0.45)
    loss_roles = (
        F.cross_entropy(roles.transpose(1, 2), truth, reduction="none") * weight
    ).sum() / weight.sum()
    named = (true["names"] >= 0) & mask
    each = F.cross_entropy(names.transpose(1, 2), true["names"].long().clamp(min=0), reduction="none")
    weigh = named.float() * torch.where(own, 1.0, 0.2)
    groups = true["groups"].long()
    same = (groups[:, :, None] == groups[:, None]) & grouped[:, :, None]
    told = (groups >= -1) & mask
    pair = (told[:, :, None] & told[:, None]).float() * torch.where(
        grouped[:, :, None] & grouped[:, None], 1.0, 0.1
    )
    pair = pair * (1 - torch.eye(mask.shape[1], device=mask.device))
    in_meld = (truth == _MELD) & mask
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
        "sure": F.binary_cross_entropy_with_logits(sure, all_right(said, true)["all"].float()),
    }


def all_right(said: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """Of each scene (b,): whether the structure is right where all is taken at its likeliest, whether the
    names of the player's tiles are, and both."""
    roles, together, _, names, _ = said
    mask, truth = true["mask"], true["roles"].long()
    part = lambda r: sum((r == role) * (at + 1) for at, role in enumerate(_OWN))  # noqa: E731
    structure = ((part(roles.argmax(-1)) == part(truth)) | ~mask).all(1)
    melds = (truth == _MELD) & mask
    pair = melds[:, :, None] & melds[:, None]
    same = true["groups"][:, :, None] == true["groups"][:, None]
    linked = (((together > 0) == same) | ~pair).all(2).all(1)
    own = sum((truth == role) for role in _OWN).bool() & mask
    named = ((names.argmax(-1) == true["names"].long()) | ~own).all(1)
    structure = structure & linked & true["complete"]
    return {"structure": structure, "names": named, "all": structure & named}


def _right(said: Sequence[Any], true: dict[str, Any]) -> dict[str, float]:
    figures = all_right(said, true)
    role = ((said[0].argmax(-1) == true["roles"].long()) & true["mask"]).sum() / true["mask"].sum()
    return {"role right": float(role), **{f"{k} right": float(v.float().mean()) for k, v in figures.items()}}


def pace(step: int, schedule: Schedule) -> float:
    """The share of the full learning rate at a step."""
    rise = min((step + 1) / schedule.warmup, 1.0)
    left = (schedule.steps - step) / max(schedule.fall, 1)
    return rise * max(min(left, 1.0), 0.0)


def train_reader(batches: Iterable[Batch], out: Path, *, schedule: Schedule, threads: int = 1) -> Path:
    """Learn from batches until the schedule is done, going on where the checkpoint `out` stopped."""
    import torch

    torch.set_num_threads(threads)
    learner = Learner(schedule, out)
    for batch in batches:
        if learner.step >= schedule.steps:
            break
        learner.learn(batch)
        if learner.step % 200 == 0:
            learner.save()
    learner.save()
    return out


def load_reader(checkpoint: Path) -> Any:
    """The averaged network of a checkpoint, ready to be asked."""
    import torch

    mean = torch.optim.swa_utils.AveragedModel(network())
    mean.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["mean"])
    return mean.module.eval()


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
            said = self.inner(boxes[None], there[None], codes[None], size[None], knowledge[None], mask)
            roles, together, meld, names, sure = (part[0] for part in said)
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


def parameters() -> int:
    """How many numbers the network has learned."""
    return sum(p.numel() for p in network().parameters())
