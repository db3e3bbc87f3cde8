# pyright: basic, reportMissingImports=false
"""What the network is asked to get right, and when a scene is all right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyan.models.training.structure.network import MELD, OWN
from paiyan.vision.structure.scores import SOURCES

WEIGHTS = {
    "roles": 1.0,
    "names": 0.3,
    "together": 1.0,
    "sources": 0.15,
    "sideways": 0.3,
    "kinds": 0.15,
    "sure": 0.1,
}


def losses_of(said: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """The losses of what the network says of a batch, each a number."""
    import torch
    from torch.nn import functional as F  # noqa: N812 - torch's own name for it

    roles, together, meld, names, sure = said
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
    told = (groups >= -1) & mask
    pair = (told[:, :, None] & told[:, None]).float() * torch.where(
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
        "sure": F.binary_cross_entropy_with_logits(sure, all_right(said, true)["all"].float()),
    }


def _own(truth: Any) -> Any:
    """Which boxes are the player's."""
    import torch

    return torch.isin(truth, torch.tensor(OWN, device=truth.device))


def all_right(said: Sequence[Any], true: dict[str, Any]) -> dict[str, Any]:
    """Of each scene (b,): whether the structure is right where all is taken at its likeliest, whether the
    names of the player's tiles are, and both."""
    import torch

    roles, together, _, names, _ = said
    mask, truth = true["mask"], true["roles"].long()
    part = lambda r: sum((r == role) * (at + 1) for at, role in enumerate(OWN))  # noqa: E731
    structure = ((part(roles.argmax(-1)) == part(truth)) | ~mask).all(1)
    melds = (truth == MELD) & mask
    alone = torch.eye(mask.shape[1], dtype=torch.bool, device=mask.device)  # a tile and itself: never asked
    pair = melds[:, :, None] & melds[:, None] & ~alone
    same = true["groups"][:, :, None] == true["groups"][:, None]
    linked = (((together > 0) == same) | ~pair).all(2).all(1)
    own = _own(truth) & mask
    named = ((names.argmax(-1) == true["names"].long()) | ~own).all(1)
    structure = structure & linked & true["complete"]
    return {"structure": structure, "names": named, "all": structure & named}


def figures_of(said: Sequence[Any], true: dict[str, Any]) -> dict[str, float]:
    figures = all_right(said, true)
    role = ((said[0].argmax(-1) == true["roles"].long()) & true["mask"]).sum() / true["mask"].sum()
    return {"role right": float(role), **{f"{k} right": float(v.float().mean()) for k, v in figures.items()}}
