"""Scenes at random 随机场景: what is laid out, on which table, in which light, how it is photographed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.synth.arrange import Arranger, Manner, spots
from datasets.synth.art import find_art
from datasets.synth.camera import View
from datasets.synth.deal import Supply, deal_hand
from datasets.synth.glyphs import find_fonts
from datasets.synth.ink import Colour
from datasets.synth.scene import Hand, Lens, Light, Prop, Scene, SynthError, Table
from datasets.synth.solids import Body
from datasets.synth.style import FaceStyle, hsv, sample_style

KINDS = ("hand", "table", "block", "heap")


@dataclass(frozen=True)
class Resources:
    """What this machine adds to our own drawings: CJK fonts, families of art, pictures of surfaces."""

    fonts: tuple[Path, ...] = ()
    art: tuple[Path, ...] = ()
    textures: tuple[Path, ...] = ()


def find_resources(art: Path | None = None, *, fonts: str = "installed") -> Resources:
    """The fonts installed here (or ``none``) and, given an art folder, its families and its `textures`."""
    textures = tuple(sorted((art / "textures").glob("*.jpg"))) if art is not None else ()
    return Resources(
        find_fonts() if fonts == "installed" else (), find_art(art) if art is not None else (), textures
    )


def sample_body(rng: np.random.Generator) -> Body:
    """Proportions of a set: from slim riichi tiles to stout ones."""
    return Body(
        height=float(rng.uniform(1.24, 1.45)),
        depth=float(rng.uniform(0.55, 0.95)),
        back_share=float(rng.uniform(0.0, 0.5)),
        bevel=float(rng.uniform(0.03, 0.09)),
        corner=float(rng.uniform(0.07, 0.17)),
    )


def sample_scene(
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = (640, 640),
    kind: str | None = None,
    hand: Hand | None = None,
    style: FaceStyle | None = None,
    body: Body | None = None,
    resources: Resources | None = None,
) -> Scene:
    """A scene drawn at random. What is given stays as given; a `hand` makes a scene that shows it whole.

    `kind` is ``hand`` (a player's own tiles), ``table`` (with discards and walls), ``block`` or ``heap``.
    Raises `SynthError` for another kind, or a hand that no set of tiles can hold.
    """
    found = resources or Resources()
    if kind is None:
        kind = "hand" if hand is not None else _weighted(rng, {"hand": 5, "table": 3, "block": 2, "heap": 2})
    if kind not in KINDS:
        raise SynthError(f"there are no {kind!r} scenes: use one of {', '.join(KINDS)}")
    style = style or sample_style(rng, fonts=found.fonts, art=found.art)
    body = body or sample_body(rng)
    tiles = Arranger(body, rng, untidy=float(rng.choice([0.005, 0.02, 0.05])))
    supply = Supply(reds=_reds(rng, style, hand))
    if kind in ("block", "heap") and hand is None:
        aimed = _loose(rng, tiles, supply, kind)
        view = _loose_view(rng)
        props: tuple[Prop, ...] = ()
    else:
        whole = hand is not None
        if hand is None:
            hand = _some_hand(rng, supply)
        else:
            supply.take(hand.codes())
        manner = sample_manner(rng)
        aimed = tiles.hand(hand, manner)
        if kind == "table":
            _surroundings(rng, tiles, supply)
        view = _hand_view(rng, manner, whole="whole" if whole else "")
        props = _clutter(rng)
        if view.fill > 0.97:
            hand = None
    table = sample_table(rng, found.textures, edge=hand is not None or kind in ("hand", "table"))
    return Scene(
        size=size, style=style, body=body, tiles=tuple(tiles.tiles), view=view, aimed_at=tuple(aimed),
        hand=hand, kind=kind, table=table, light=sample_light(rng), lens=sample_lens(rng), props=props,
    )  # fmt: skip


def _reds(rng: np.random.Generator, style: FaceStyle, hand: Hand | None) -> str:
    if hand is not None:
        return "one" if any(c >= 42 for c in hand.codes()) else "none"
    return "one" if rng.random() < (0.7 if style.palette != "chinese" else 0.15) else "none"


def _weighted(rng: np.random.Generator, weights: dict[str, float]) -> str:
    share = np.array(list(weights.values()), dtype=np.float64)
    return list(weights)[int(rng.choice(len(share), p=share / share.sum()))]


def _some_hand(rng: np.random.Generator, supply: Supply) -> Hand:
    blocks = 5 if rng.random() < 0.2 else 4
    melds = int(rng.choice([0, 0, 0, 1, 1, 2, 3, 4]))
    flowers = int(rng.choice([0, 0, 0, 1, 2, 3, 5]))
    won = "won" if rng.random() < 0.6 else "waiting"
    return deal_hand(rng, supply, blocks=blocks, melds=melds, flowers=flowers, won=won)


def sample_manner(rng: np.random.Generator) -> Manner:
    """How somebody lays out a hand."""
    return Manner(
        stance="standing" if rng.random() < 0.22 else "lying",
        lean=float(rng.uniform(0, 25)),
        winning=_weighted(rng, {"gap": 4, "turned": 2, "above": 2, "raised": 1}),
        melds=_weighted(rng, {"right": 3, "above": 2, "left": 1}),
        flowers=_weighted(rng, {"left": 2, "above": 2}),
        concealed_kong="outer" if rng.random() < 0.7 else "three",
        turned="turned" if rng.random() < 0.75 else "straight",
    )


def _hand_view(rng: np.random.Generator, manner: Manner, *, whole: str) -> View:
    standing = manner.stance == "standing"
    near = not whole and rng.random() < 0.5
    turned = rng.random() < 0.15 and not whole
    return View(
        pitch=float(rng.uniform(48, 66) if standing else rng.uniform(0, 52)),
        yaw=float(rng.normal(0, 9)),
        roll=float(rng.uniform(-180, 180) if turned else rng.normal(0, 7)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(1.1, 2.3) if near else rng.uniform(0.82, 0.97)),
        place=(float(rng.uniform(0.08, 0.92)), float(rng.uniform(0.2, 0.95))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.05)])),
    )


def _loose_view(rng: np.random.Generator) -> View:
    return View(
        pitch=float(rng.uniform(0, 50)),
        yaw=float(rng.uniform(-180, 180) if rng.random() < 0.3 else rng.normal(0, 12)),
        roll=float(rng.uniform(-180, 180) if rng.random() < 0.35 else rng.normal(0, 8)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(0.85, 1.5)),
        place=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.2)])),
    )


def _loose(rng: np.random.Generator, tiles: Arranger, supply: Supply, kind: str) -> list[int]:
    """Tiles that are nobody's hand: a block of rows, or a heap."""
    if kind == "block":
        columns = int(rng.integers(3, 12))
        count = columns * int(rng.integers(2, max(3, 60 // columns // 2)))
        codes = supply.draw(rng, count)
        tiles.block(codes, 0.0, 0.0, "other", columns=columns, turn=float(rng.choice([0, 0, 90, 180])))
        return list(range(len(tiles.tiles)))
    count = int(rng.integers(4, 30))
    side = (count**0.5) * float(rng.uniform(1.7, 2.6))
    codes = supply.draw(rng, count)
    places = spots(rng, count, width=side * 1.3, height=side, apart=1.72)
    yaw = float(rng.choice([15, 60, 180]))
    tiles.heap(codes, places, backs=float(rng.choice([0, 0.1, 0.4])), yaw=yaw)
    return list(range(len(tiles.tiles)))


def _surroundings(rng: np.random.Generator, tiles: Arranger, supply: Supply) -> None:
    """Discards in rows and walls of backs behind the hand."""
    y = float(rng.uniform(3.6, 5.0))
    middle = float(rng.uniform(4, 9))
    if rng.random() < 0.7:
        rows = int(rng.integers(1, 4))
        columns = int(rng.integers(5, 10))
        y += rows * 1.5
        tiles.block(
            supply.draw(rng, rows * columns, flowers="without"),
            middle - columns / 2,
            y,
            "discard",
            columns=columns,
        )
        y += float(rng.uniform(0.5, 1.5))
    elif rng.random() < 0.5:
        count = int(rng.integers(4, 16))
        places = spots(rng, count, width=12, height=5, apart=1.75, at=(middle, y + 2.5))
        tiles.heap(supply.draw(rng, count, flowers="without"), places, backs=0.15, yaw=180)
        y += 6
    if rng.random() < 0.8:
        high = int(rng.integers(1, 3))
        length = int(rng.integers(4, 15)) * high
        turn = float(rng.normal(0, 5))
        tiles.wall(supply.draw(rng, length), middle - length / high / 2, y + 0.8, turn=turn, high=high)


def _clutter(rng: np.random.Generator) -> tuple[Prop, ...]:
    props: list[Prop] = []
    if rng.random() < 0.2:
        x, y = float(rng.uniform(2, 12)), float(rng.uniform(3.4, 4.2))
        props += [
            Prop("die", x + i * 0.9, y + i * 0.2, float(rng.uniform(0, 90)))
            for i in range(int(rng.integers(1, 4)))
        ]
    if rng.random() < 0.12:
        colour = ((40, 40, 200), (60, 120, 40), (40, 40, 40))[int(rng.integers(3))]
        props.append(Prop("stick", float(rng.uniform(2, 12)), 3.2, float(rng.normal(0, 12)), colour=colour))
    if rng.random() < 0.1:
        props.append(Prop("cup", float(rng.uniform(-5, 20)), float(rng.uniform(12, 16)), colour=_any(rng)))
    if rng.random() < 0.1:
        props.append(Prop("phone", float(rng.uniform(2, 12)), -4.5, float(rng.uniform(-30, 120))))
    if rng.random() < 0.12:
        props.append(
            Prop("arm", float(rng.uniform(-4, 18)), 16.0, float(rng.uniform(-120, -60)), colour=_any(rng))
        )
    return tuple(props)


def _any(rng: np.random.Generator) -> Colour:
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.15, 0.95))


def sample_table(rng: np.random.Generator, textures: Sequence[Path] = (), *, edge: bool = True) -> Table:
    """A table top, with the player's rim and the floor where the player's `edge` may be seen."""
    cloth = _weighted(
        rng,
        {"felt": 4, "weave": 3, "mesh": 1, "wood": 2, "plain": 2, "carpet": 2, "stone": 1, "pattern": 1.5},
    )
    picture = textures[int(rng.integers(len(textures)))] if textures and rng.random() < 0.25 else None
    green = hsv(rng.uniform(95, 170), rng.uniform(0.4, 0.9), rng.uniform(0.15, 0.75))
    tan = hsv(rng.uniform(15, 42), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.9))
    colour = tan if cloth == "wood" else green if rng.random() < 0.5 else _any(rng)
    rim = "wood" if rng.random() < 0.5 else "plain"
    at = -float(rng.uniform(0.05, 2.5)) if edge and rng.random() < 0.6 else None
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
    """Lamps and windows: mostly from above, sometimes low and hard."""
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
    """From a good phone to a poor webcam."""
    return Lens(
        blur=float(rng.uniform(0.2, 1.3)) if rng.random() < 0.5 else 0.0,
        motion=(float(rng.uniform(2, 7)), float(rng.uniform(0, 180))) if rng.random() < 0.12 else (0.0, 0.0),
        noise=float(rng.uniform(0, 9)) if rng.random() < 0.7 else 0.0,
        quality=int(rng.integers(40, 97)),
        detail=float(rng.uniform(0.5, 0.95)) if rng.random() < 0.3 else 1.0,
        colour=float(rng.uniform(0.0, 0.9)) if rng.random() < 0.15 else 1.0,
        contrast=float(rng.uniform(0.8, 1.25)),
    )
