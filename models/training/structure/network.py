# pyright: basic, reportMissingImports=false
"""The network: a set of boxes in, what each is and which belong together out.

Attention between all boxes, whose weights get a bias from how two boxes lie to each other, makes the network
blind to their order. It computes its features from raw boxes inside, so that whatever runs the ONNX file
needs no arithmetic of its own.
"""

from __future__ import annotations

from typing import Any

from paiyan.models.training.structure.features import BOX_FEATURES, PAIR_FEATURES, features
from paiyan.vision.structure.scores import CODES, MELD_KINDS, ROLES, SOURCES

WIDE, HEADS, DEEP, PAIR = 128, 8, 5, 32
OWN = [ROLES.index(role) for role in ("held", "winning", "meld", "flower")]
MELD = ROLES.index("meld")
OUTPUTS = ("roles", "together", "meld", "names", "sure")
"""What the network gives, in this order: logits of roles (b, n, 9), of two boxes being together (b, n, n), of
what a meld is (b, n, 10: its sources, whether the tile lies sideways, its kinds), of codes (b, n, 46), and of
all being right (b,)."""


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
            self, boxes: Any, there: Any, codes: Any, size: Any, known: Any, mask: Any
        ) -> tuple[Any, ...]:
            alone, pairs = self.look(boxes, there, codes, size, mask)
            said = torch.log(codes.clamp(min=1e-4))
            x = self.box(torch.cat([alone, codes, said * 0.1], -1)) + self.known(known)[:, None]
            h = self.pair(pairs)
            b, n = there.shape
            # (b, layers, heads, n, n) at once and in that order in memory: reading it in another costs most
            bias = self.bias.weight @ h.view(b, n * n, PAIR).transpose(1, 2) + self.bias.bias[:, None]
            bias = bias.view(b, DEEP, HEADS, n, n) + (~mask)[:, None, None, None].to(bias.dtype) * -1e4
            for layer, one in zip(self.layers, bias.unbind(1), strict=True):
                x = layer(x, one)
            x = self.last(x)
            roles, names = self.roles(x).float(), self.names(x).float() + said
            meld = self.meld(x).float()
            mine = self.one(x)
            both = nn.functional.relu(mine[:, :, None] + mine[:, None] + self.two(h + h.transpose(1, 2)))
            together = self.together(both).float().squeeze(-1)
            sure = self.sure(self._doubt(x, roles, names, together, mask, known)).squeeze(-1).float()
            return roles, together, meld, names, sure

        def _doubt(self, x: Any, roles: Any, names: Any, together: Any, mask: Any, known: Any) -> Any:
            """What tells whether all of it is right: how sure each part is, where it is least so."""
            said = torch.log_softmax(roles.detach(), -1)
            best = said.max(-1).values.masked_fill(~mask, 0.0)
            own = torch.exp(said[..., OWN]).sum(-1) * mask
            name = torch.log_softmax(names.detach(), -1).max(-1).values * own
            pair = own[:, :, None] * own[:, None]
            link = -nn.functional.softplus(-together.detach().abs()) * pair
            count = own.sum(1)
            stats = torch.stack([
                best.min(1).values, best.sum(1), name.min(1).values, name.sum(1), link.amin((1, 2)),
                link.sum((1, 2)) / (count + 1), count / 14, torch.remainder(count, 3.0),
                torch.exp(said[..., MELD]).masked_fill(~mask, 0.0).sum(1) / 3,
            ], 1)  # fmt: skip
            pooled = (self.pooled(x.detach()).float() * own[..., None]).sum(1) / (count[:, None] + 1)
            return torch.cat([pooled, stats.clamp(-12, 12), known[:, :1], known[:, 2:3], known[:, 4:5]], 1)

    return Reader()


def parameters() -> int:
    """How many numbers the network has learned."""
    return sum(p.numel() for p in network().parameters())
