"""A profile of one's own tiles 我的牌, which adapts the namer to their set.

Nothing is trained. The namer's probabilities for each tile of the set are kept. For a new crop, the tiles
with similar probabilities in the profile become likelier, and the others less likely.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Floats
from paiyan.vision.errors import ProfileError
from paiyan.vision.picture.image import Image

NO_PROFILE = Words(
    "{path} 不是牌面档案：请用 paiyan tiles 做一个",
    "{path} is no profile of tiles: make one with paiyan tiles",
    "{path} は牌のプロファイルではありません：paiyan tiles で作ってください",
)
OTHER_MODEL = Words(
    "{path} 是为另一个模型做的：请用 paiyan tiles 重做",
    "{path} was made for another model: make it again with paiyan tiles",
    "{path} は別のモデル用です：paiyan tiles で作り直してください",
)

_WEIGHT = 0.5  # of the distance to the profile; from 1 on it makes more names wrong than right
_LEAST = 1e-6


class TileNamer(Protocol):
    """A network that names crops: `paiyan.vision.detection.naming.namer.Namer`, or one with a profile."""

    def name(self, image: Image, boxes: Floats) -> Floats:
        """Return the probabilities (n, 47) of boxes (n, 4) of a BGR picture."""
        ...

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        """Return these, and the boxes moved to the tiles' edges if it knows them."""
        ...


@dataclass(frozen=True)
class Profile:
    """A set of tiles as the namer with these `weights` (sha256) sees it: the mean log-probabilities (47,)
    that it gives each tile code of the set."""

    weights: str
    looks: Mapping[int, NDArray[np.float64]]

    def adapt(self, named: Floats) -> Floats:
        """Adapt the namer's probabilities (n, 47) to the set; that of no tile stays as it is."""
        if not len(named) or not self.looks:
            return named
        codes = list(self.looks)
        logs = log_probabilities(named)
        far = ((logs[:, None] - np.array([self.looks[c] for c in codes])) ** 2).mean(axis=2)
        tiles = logs[:, :-1].copy()
        tiles[:, codes] -= _WEIGHT * (far - far.min(axis=1, keepdims=True))
        tiles = np.exp(tiles - tiles.max(axis=1, keepdims=True))
        share = named[:, :-1].sum(axis=1, keepdims=True) / tiles.sum(axis=1, keepdims=True)
        return np.concatenate([tiles * share, named[:, -1:]], axis=1).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write it as JSON. Raises OSError."""
        looks = {TILES[code].notation: look.round(3).tolist() for code, look in self.looks.items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"weights": self.weights, "tiles": looks}) + "\n", encoding="utf-8")


class ProfiledNamer:
    """A namer adapted by a profile."""

    def __init__(self, namer: TileNamer, profile: Profile) -> None:
        self.namer, self.profile = namer, profile

    def name(self, image: Image, boxes: Floats) -> Floats:
        """Return the probabilities (n, 47), adapted to the set."""
        return self.profile.adapt(self.namer.name(image, boxes))

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        """Return the probabilities (n, 47), adapted to the set, and the boxes moved to the tiles' edges."""
        named, refined = self.namer.name_and_refine(image, boxes)
        return self.profile.adapt(named), refined


def load_profile(path: Path, *, weights: str) -> Profile:
    """Load a profile made with the same `weights`. Raises `ProfileError`."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        looks = {parse(name)[0].code: np.array(look, np.float64) for name, look in read["tiles"].items()}
        made = str(read["weights"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ProfileError(NO_PROFILE, path=path) from error
    if any(look.shape != (len(TILES) + 1,) for look in looks.values()):
        raise ProfileError(NO_PROFILE, path=path)
    if made != weights:
        raise ProfileError(OTHER_MODEL, path=path)
    return Profile(made, looks)


def log_probabilities(named: Floats) -> NDArray[np.float64]:
    """Return the logarithms that a profile compares, finite even for 0."""
    return np.log(named.astype(np.float64).clip(_LEAST))
