"""Define the network: its input is a set of boxes, its output the role of each and which belong together.

Attention between all boxes, with a bias from the relative position of each two, makes the network independent
of their order. It computes its features from raw boxes inside, so that a runtime of the ONNX file needs no
arithmetic of its own. Lengths are in sizes of the tiles compared, so that scale and place in the picture
hardly matter.
"""

from __future__ import annotations

from typing import Any

from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES
from paiyan.vision.structure.scores import CODES, MELD_KINDS, ROLES, SOURCES

# pyright: basic, reportMissingImports=false


_NEAR = (0.0, 0.6, 1.0, 1.4, 2.2, 4.0)  # distances, in tiles, at which two boxes are compared
PAIR_FEATURES = 27
BOX_FEATURES = 15


def features() -> Any:
    """Build a module from boxes, there, codes, size and mask to features (b, n, 15) and (b, n, n, 27)."""
    import torch
    from torch import nn

    class Look(nn.Module):
        """Features of each box and of each two boxes, from raw boxes; it has no learned weights."""

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


def _slow(x: Any) -> Any:
    """Return the area hyperbolic sine of x, unknown to ONNX's export: straight at 0, logarithmic far out."""
    import torch

    return torch.sign(x) * torch.log(x.abs() + torch.sqrt(x * x + 1))


WIDE, HEADS, DEEP, PAIR = 128, 8, 5, 32
OWN = [ROLES.index(role) for role in ("held", "winning", "meld", "flower")]
MELD = ROLES.index("meld")
OUTPUTS = ("roles", "together", "meld", "names", "sure")
"""The outputs of the network, in this order: logits of roles (b, n, 9), of two boxes being together (b, n,
n), of a meld's properties (b, n, 10: its sources, whether the tile lies sideways, its kinds), of codes (b, n,
46), and of all being right (b,)."""


def network() -> Any:
    """Build a network of about 800,000 parameters: `forward` takes boxes (b, n, 4), there (b, n), codes (b,
    n, 46), size (b, 2), knowledge (b, 5) and mask (b, n), and returns a tuple of logits as named by
    `OUTPUTS`."""
    import torch
    from torch import nn

    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.before, self.between = nn.LayerNorm(WIDE), nn.LayerNorm(WIDE)
            self.qkv = nn.Linear(WIDE, 3 * WIDE)
            self.out = nn.Linear(WIDE, WIDE)
            self.more = nn.Sequential(nn.Linear(WIDE, 2 * WIDE), nn.GELU(), nn.Linear(2 * WIDE, WIDE))

        def forward(self, x: Any, bias: Any) -> Any:
            b, n = x.shape[0], x.shape[1]
            q, k, v = self.qkv(self.before(x)).view(b, n, 3, HEADS, WIDE // HEADS).permute(2, 0, 3, 1, 4)
            weights = torch.softmax(q @ k.transpose(-1, -2) * (WIDE // HEADS) ** -0.5 + bias, dim=-1)
            x = x + self.out((weights.to(v.dtype) @ v).transpose(1, 2).reshape(b, n, WIDE))
            return x + self.more(self.between(x))

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.look = features()
            self.box = nn.Linear(BOX_FEATURES + 2 * CODES, WIDE)
            self.known = nn.Linear(5, WIDE)
            self.pair = nn.Sequential(nn.Linear(PAIR_FEATURES, PAIR), nn.ReLU())
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
            self, boxes: Any, there: Any, codes: Any, size: Any, knowledge: Any, mask: Any
        ) -> tuple[Any, ...]:
            alone, pairs = self.look(boxes, there, codes, size, mask)
            log_codes = torch.log(codes.clamp(min=1e-4))
            x = self.box(torch.cat([alone, codes, log_codes * 0.1], -1)) + self.known(knowledge)[:, None]
            h = self.pair(pairs)
            b, n = there.shape
            # (b, layers, heads, n, n) at once and in that order in memory: any other order is much slower
            bias = self.bias.weight @ h.view(b, n * n, PAIR).transpose(1, 2) + self.bias.bias[:, None]
            bias = bias.view(b, DEEP, HEADS, n, n) + (~mask)[:, None, None, None].to(bias.dtype) * -1e4
            for layer, one in zip(self.layers, bias.unbind(1), strict=True):
                x = layer(x, one)
            x = self.last(x)
            roles, names = self.roles(x).float(), self.names(x).float() + log_codes
            meld = self.meld(x).float()
            own = self.one(x)
            both = nn.functional.relu(own[:, :, None] + own[:, None] + self.two(h + h.transpose(1, 2)))
            together = self.together(both).float().squeeze(-1)
            sure = self.sure(self._doubt(x, roles, names, together, mask, knowledge)).squeeze(-1).float()
            return roles, together, meld, names, sure

        def _doubt(self, x: Any, roles: Any, names: Any, together: Any, mask: Any, knowledge: Any) -> Any:
            """Return features of whether all of it is right: the confidence of each part, and its minimum."""
            log_roles = torch.log_softmax(roles.detach(), -1)
            best = log_roles.max(-1).values.masked_fill(~mask, 0.0)
            own = torch.exp(log_roles[..., OWN]).sum(-1) * mask
            name = torch.log_softmax(names.detach(), -1).max(-1).values * own
            pair = own[:, :, None] * own[:, None]
            link = -nn.functional.softplus(-together.detach().abs()) * pair
            count = own.sum(1)
            stats = torch.stack([
                best.min(1).values, best.sum(1), name.min(1).values, name.sum(1), link.amin((1, 2)),
                link.sum((1, 2)) / (count + 1), count / 14, torch.remainder(count, 3.0),
                torch.exp(log_roles[..., MELD]).masked_fill(~mask, 0.0).sum(1) / 3,
            ], 1)  # fmt: skip
            pooled = (self.pooled(x.detach()).float() * own[..., None]).sum(1) / (count[:, None] + 1)
            chosen = knowledge[:, :1], knowledge[:, 2:3], knowledge[:, 4:5]
            return torch.cat([pooled, stats.clamp(-12, 12), *chosen], 1)

    return Reader()
