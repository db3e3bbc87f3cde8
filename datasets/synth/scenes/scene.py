"""The parts of a scene 场景, all values: placed tiles, their set, table, light, lens; and random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.faces.style import FaceStyle, hsv
from paiyan.datasets.synth.scenes.camera import Body, Pose, View
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES


class SynthError(ValueError):
    """Raised if a scene or a set of scenes cannot be made; the message says what is wrong and how to fix
    it."""


@dataclass(frozen=True)
class Meld:
    """An exposed set 副露: its type, its tile codes left to right, the code that was claimed."""

    type: str
    tiles: tuple[int, ...]
    claimed: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as in a hand's JSON."""
        out: dict[str, Any] = {"type": self.type, "tiles": notation(self.tiles)}
        if self.claimed is not None:
            out["claimed"] = TILES[self.claimed].notation
        return out


@dataclass(frozen=True)
class Hand:
    """The truth of a hand 手牌, in tile codes, left to right; `concealed` is without the winning tile."""

    concealed: tuple[int, ...]
    winning: int | None = None
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] = ()

    def codes(self) -> tuple[int, ...]:
        """Return every tile of the hand."""
        won = () if self.winning is None else (self.winning,)
        return (*self.concealed, *won, *(c for m in self.melds for c in m.tiles), *self.flowers)

    def to_json(self) -> dict[str, Any]:
        """Return it as in the answer of `read`: concealed, winning, melds, flowers."""
        return {
            "concealed": notation(self.concealed),
            "winning": None if self.winning is None else TILES[self.winning].notation,
            "melds": [m.to_json() for m in self.melds],
            "flowers": notation(self.flowers),
        }


@dataclass(frozen=True)
class Placed:
    """A tile on the table. `group` numbers the row, meld or block that it belongs to."""

    code: int
    pose: Pose
    role: str
    group: int
    sideways: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The ground: a cloth, a rim nearer to the player than `edge` (y), a floor nearer than `fall`.

    A surface is a kind of `surfaces.SURFACES` or a picture file.
    """

    cloth: str | Path = "felt"
    cloth_colour: Colour = (60, 110, 40)
    rim: str | Path = "wood"
    rim_colour: Colour = (110, 160, 200)
    edge: float | None = None
    fall: float | None = None
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Light:
    """The light: its direction (x, y, z, towards it), brightness and warmth; shadows and glare in 0..1."""

    direction: tuple[float, float, float] = (-0.4, 0.5, 0.8)
    ambient: float = 0.55
    shadow: float = 0.5
    softness: float = 0.12
    slope: tuple[float, float] = (0.0, 0.0)
    cast: float = 0.0
    glare: float = 0.0
    warmth: float = 0.0
    exposure: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Lens:
    """The effects of the camera on the picture: blur in pixels, motion (pixels, degrees), noise, JPEG
    quality, the share of its size at which a poor camera takes it, the share of colour that is left; and, for
    a `shallow` focus, the pixels of blur farthest from the line that is sharp, at a share `focus` of the
    height."""

    blur: float = 0.0
    motion: tuple[float, float] = (0.0, 0.0)
    noise: float = 0.0
    quality: int = 95
    detail: float = 1.0
    colour: float = 1.0
    contrast: float = 1.0
    focus: float = 0.5
    shallow: float = 0.0


@dataclass(frozen=True)
class Prop:
    """An object that is not a tile: a die, stick, cup, arm, phone or rack at x, y, turned by `yaw` degrees;
    or a thing with a print (`random_scenes.PRINTED`), which depends on `seed` and the `font` of its
    characters."""

    kind: str
    x: float
    y: float
    yaw: float = 0.0
    size: float = 1.0
    colour: Colour = (200, 200, 200)
    seed: int = 0
    font: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A whole picture before it is drawn. `hand` is None if no complete hand is visible."""

    size: tuple[int, int]
    style: FaceStyle
    body: Body
    tiles: tuple[Placed, ...]
    view: View
    aimed_at: tuple[int, ...]
    hand: Hand | None = None
    kind: str = "hand"
    table: Table = field(default_factory=Table)
    light: Light = field(default_factory=Light)
    lens: Lens = field(default_factory=Lens)
    props: tuple[Prop, ...] = ()

    def __post_init__(self) -> None:
        check_supply([t.code for t in self.tiles])


@dataclass(frozen=True)
class Label:
    """A visible face or back: tile code, box x1, y1, x2, y2 and quad (four corners, the face's top left
    first) in pixels, role, group, whether it lies sideways, and the visible share of the face."""

    code: int
    box: tuple[float, float, float, float]
    quad: tuple[tuple[float, float], ...]
    role: str
    group: int
    sideways: bool
    share: float

    def to_json(self) -> dict[str, Any]:
        """Return it as a tile of `read`, with the quad and the visible share."""
        return {
            "tile": TILES[self.code].notation,
            "box": [round(v, 1) for v in self.box],
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "role": self.role,
            "group": self.group,
            "sideways": self.sideways,
            "share": round(self.share, 3),
        }


def check_supply(codes: Sequence[int]) -> None:
    """Check for at most four of a kind, one of each flower and each red five. Raises `SynthError`."""
    for code, n in Counter(codes).items():
        most = 4 if code < FLOWER else 1 if code < BACK else n
        if n > most:
            raise SynthError(f"{TILES[code].notation} appears {n} times: a set has {most}")
    for kind, n in Counter(TILES[c].kind for c in codes if c < FLOWER or RED <= c < BACK).items():
        if n > 4:
            raise SynthError(
                f"{TILES[kind].notation} and its red five appear {n} times together: a set has 4"
            )


def weighted(rng: np.random.Generator, weights: Mapping[str, float]) -> str:
    """Draw one of the names, with probabilities proportional to their weights."""
    share = np.array(list(weights.values()), dtype=np.float64)
    return list(weights)[int(rng.choice(len(share), p=share / share.sum()))]


def any_colour(rng: np.random.Generator) -> Colour:
    """Draw any colour that cloth and crockery have."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.15, 0.95))


def hand_view(rng: np.random.Generator, *, stance: str, whole: str) -> View:
    """Draw a view of a ``lying`` or ``standing`` hand; a ``near`` view may cut it, a ``whole`` one does
    not."""
    standing = stance == "standing"
    near = whole != "whole" and rng.random() < 0.5
    turned = rng.random() < 0.15 and whole != "whole"
    return View(
        pitch=float(rng.uniform(48, 66) if standing else rng.uniform(0, 52)),
        yaw=float(rng.normal(0, 9)),
        roll=float(rng.uniform(-180, 180) if turned else rng.normal(0, 7)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(1.1, 2.3) if near else rng.uniform(0.82, 0.97)),
        place=(float(rng.uniform(0.08, 0.92)), float(rng.uniform(0.2, 0.95))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.05)])),
    )


def loose_view(rng: np.random.Generator) -> View:
    """Draw a view of tiles on the table from any side."""
    return View(
        pitch=float(rng.uniform(0, 50)),
        yaw=float(rng.uniform(-180, 180) if rng.random() < 0.3 else rng.normal(0, 12)),
        roll=float(rng.uniform(-180, 180) if rng.random() < 0.35 else rng.normal(0, 8)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(0.85, 1.5)),
        place=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.2)])),
    )


def sample_table(rng: np.random.Generator, textures: Sequence[Path] = (), *, edge: str = "seen") -> Table:
    """Draw a table top, with the player's rim and the floor if the player's `edge` may be ``seen``."""
    cloth = weighted(
        rng,
        {"felt": 4, "weave": 3, "mesh": 1, "wood": 2, "plain": 2, "carpet": 2, "stone": 1, "pattern": 1.5},
    )
    picture = textures[int(rng.integers(len(textures)))] if textures and rng.random() < 0.25 else None
    green = hsv(rng.uniform(95, 170), rng.uniform(0.4, 0.9), rng.uniform(0.15, 0.75))
    tan = hsv(rng.uniform(15, 42), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.9))
    colour = tan if cloth == "wood" else green if rng.random() < 0.5 else any_colour(rng)
    rim = "wood" if rng.random() < 0.5 else "plain"
    at = -float(rng.uniform(0.05, 2.5)) if edge == "seen" and rng.random() < 0.6 else None
    return Table(
        cloth=picture or cloth,
        cloth_colour=colour,
        rim=rim,
        rim_colour=tan
        if rim == "wood"
        else hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.2, 0.95)),
        edge=at,
        fall=None if at is None else at - float(rng.uniform(1.5, 6)),
        seed=int(rng.integers(64)),
    )


def sample_light(rng: np.random.Generator) -> Light:
    """Draw lamps and windows: mostly from above, sometimes low and hard."""
    return Light(
        direction=(
            float(rng.uniform(-0.9, 0.9)),
            float(rng.uniform(-0.7, 0.9)),
            float(rng.uniform(0.7, 1.4)),
        ),
        ambient=float(rng.uniform(0.4, 0.75)),
        shadow=float(rng.uniform(0.15, 0.65)),
        softness=float(rng.uniform(0.03, 0.35)),
        slope=(float(rng.normal(0, 0.22)), float(rng.normal(0, 0.22))),
        cast=float(rng.uniform(0.15, 0.5)) if rng.random() < 0.3 else 0.0,
        glare=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.3 else 0.0,
        warmth=float(rng.normal(0, 0.09)),
        exposure=float(rng.uniform(0.62, 1.12)),
    )


def sample_lens(rng: np.random.Generator) -> Lens:
    """Draw a lens, from a good phone to a poor webcam."""
    return Lens(
        blur=float(rng.uniform(0.2, 1.3)) if rng.random() < 0.5 else 0.0,
        motion=(float(rng.uniform(2, 7)), float(rng.uniform(0, 180))) if rng.random() < 0.12 else (0.0, 0.0),
        noise=float(rng.uniform(0, 9)) if rng.random() < 0.7 else 0.0,
        quality=int(rng.integers(40, 97)),
        detail=float(rng.uniform(0.5, 0.95)) if rng.random() < 0.3 else 1.0,
        colour=float(rng.uniform(0.0, 0.9)) if rng.random() < 0.15 else 1.0,
        contrast=float(rng.uniform(0.8, 1.25)),
    )
