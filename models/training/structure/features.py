# pyright: basic, reportMissingImports=false
"""What the network sees of boxes: features of each one and of each two, from raw boxes; nothing is learned.

Lengths are in sizes of the tiles compared, so that scale and place in the picture hardly matter.
"""

from __future__ import annotations

from typing import Any

from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES
from paiyan.vision.structure.scores import CODES

_NEAR = (0.0, 0.6, 1.0, 1.4, 2.2, 4.0)  # distances, in tiles, about which two boxes are compared
PAIR_FEATURES = 27
BOX_FEATURES = 15


def features() -> Any:
    """A module from boxes, there, codes, size and mask to features (b, n, 15) and (b, n, n, 27)."""
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


def _slow(x: Any) -> Any:
    """The area hyperbolic sine of x, unknown to ONNX's export: straight at 0, logarithmic far out."""
    import torch

    return torch.sign(x) * torch.log(x.abs() + torch.sqrt(x * x + 1))
