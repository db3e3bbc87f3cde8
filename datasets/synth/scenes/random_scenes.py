"""Draw random scenes 随机场景: the tiles, their layout, what surrounds them, and things that look like tiles.

A detector learns from such things 似牌之物 (written on, numbered, dotted, tile-sized) what is not a tile.
They are added with random numbers of their own; the tiles and labels of a scene stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paiyan.datasets.synth.faces.canvas import Floats
from paiyan.datasets.synth.faces.characters import find_fonts
from paiyan.datasets.synth.faces.drawing import find_art
from paiyan.datasets.synth.faces.style import FaceStyle, sample_style
from paiyan.datasets.synth.scenes.arranging import Arranger, PlayerStyle, Supply, deal_hand, spots
from paiyan.datasets.synth.scenes.camera import Body, View
from paiyan.datasets.synth.scenes.scene import (
    Hand,
    Prop,
    Scene,
    SynthError,
    any_colour,
    hand_view,
    loose_view,
    sample_lens,
    sample_light,
    sample_table,
    weighted,
)

KINDS = ("hand", "table", "block", "heap")


@dataclass(frozen=True)
class Resources:
    """Extra material of this machine: CJK fonts, families of art, pictures of surfaces, and HDR light maps
    for ray-traced scenes."""

    fonts: tuple[Path, ...] = ()
    art: tuple[Path, ...] = ()
    textures: tuple[Path, ...] = ()
    lights: tuple[Path, ...] = ()


CODE_ALONE = Resources()
"""No further material: everything is drawn by code."""


def find_resources(art: Path | None = None, *, fonts: str = "installed") -> Resources:
    """Find the fonts installed here (or ``none``) and, given an art folder, its families, its `textures` and
    the light maps of its `hdri`."""
    found = find_fonts() if fonts == "installed" else ()
    if art is None:
        return Resources(found)
    textures, lights = (art / "textures").glob("*.jpg"), (art / "hdri").glob("*.exr")
    return Resources(found, find_art(art), tuple(sorted(textures)), tuple(sorted(lights)))


def sample_body(rng: np.random.Generator) -> Body:
    """Draw the proportions of a set: from slim riichi tiles to stout ones."""
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
    resources: Resources = CODE_ALONE,
) -> Scene:
    """Draw a random scene. Given values are kept; a `hand` makes a scene that shows it whole.

    `kind` is ``hand`` (a player's own tiles), ``table`` (with discards and walls), ``block`` or ``heap``.
    Raises `SynthError` for another kind, or a hand that no set of tiles can hold.
    """
    if kind is None:
        kind = "hand" if hand is not None else weighted(rng, {"hand": 5, "table": 3, "block": 2, "heap": 2})
    if kind not in KINDS:
        raise SynthError(f"there are no {kind!r} scenes: use one of {', '.join(KINDS)}")
    style = style or sample_style(rng, fonts=resources.fonts, art=resources.art)
    body = body or sample_body(rng)
    tiles = Arranger(body, rng, untidy=float(rng.choice([0.005, 0.02, 0.05])))
    supply = Supply(reds=_reds(rng, style, hand))
    if kind in ("block", "heap"):
        if hand is not None:
            raise SynthError(f"a {kind} shows no hand: ask for a hand or table scene")
        layout = _loose(rng, tiles, supply, kind)
    else:
        layout = _players(rng, tiles, supply, kind=kind, hand=hand)
    edge = "seen" if kind in ("hand", "table") else "none"
    return Scene(
        size=size, style=style, body=body, tiles=tuple(tiles.tiles), view=layout.view,
        aimed_at=tuple(layout.aimed), hand=layout.hand, kind=kind, props=layout.props,
        table=sample_table(rng, resources.textures, edge=edge), light=sample_light(rng),
        lens=sample_lens(rng),
    )  # fmt: skip


class _Layout(NamedTuple):
    """A layout: the main tiles of the picture, the view, the hand if visible whole, other things."""

    aimed: Sequence[int]
    view: View
    hand: Hand | None = None
    props: tuple[Prop, ...] = ()


def _players(
    rng: np.random.Generator, tiles: Arranger, supply: Supply, *, kind: str, hand: Hand | None
) -> _Layout:
    """Lay a player's tiles: the given hand, whole, or a random hand, perhaps cut by a near view."""
    shown = "near" if hand is None else "whole"
    if hand is None:
        hand = _some_hand(rng, supply)
    else:
        supply.take(hand.codes())
    player_style = sample_player_style(rng)
    aimed = tiles.hand(hand, player_style)
    if kind == "table":
        _discards_and_walls(rng, tiles, supply)
    view = hand_view(rng, stance=player_style.stance, whole=shown)
    return _Layout(aimed, view, hand if view.fill <= 0.97 else None, _props(rng))


def _reds(rng: np.random.Generator, style: FaceStyle, hand: Hand | None) -> str:
    if hand is not None:
        return "one" if any(c >= 42 for c in hand.codes()) else "none"
    return "one" if rng.random() < (0.7 if style.palette != "chinese" else 0.15) else "none"


def _some_hand(rng: np.random.Generator, supply: Supply) -> Hand:
    blocks = 5 if rng.random() < 0.2 else 4
    melds = int(rng.choice([0, 0, 0, 1, 1, 2, 3, 4]))
    flowers = int(rng.choice([0, 0, 0, 1, 2, 3, 5]))
    won = "won" if rng.random() < 0.6 else "waiting"
    return deal_hand(rng, supply, blocks=blocks, melds=melds, flowers=flowers, won=won)


def sample_player_style(rng: np.random.Generator) -> PlayerStyle:
    """Draw a style of laying out a hand."""
    return PlayerStyle(
        stance="standing" if rng.random() < 0.22 else "lying",
        lean=float(rng.uniform(0, 25)),
        winning=weighted(rng, {"gap": 4, "turned": 2, "above": 2, "raised": 1}),
        melds=weighted(rng, {"right": 3, "above": 2, "left": 1}),
        flowers=weighted(rng, {"left": 2, "above": 2}),
        concealed_kong="outer" if rng.random() < 0.7 else "three",
        turned="turned" if rng.random() < 0.75 else "straight",
    )


def _loose(rng: np.random.Generator, tiles: Arranger, supply: Supply, kind: str) -> _Layout:
    """Lay tiles that are nobody's hand: a block of rows, or a heap."""
    if kind == "block":
        columns = int(rng.integers(3, 12))
        count = columns * int(rng.integers(2, max(3, 60 // columns // 2)))
        codes = supply.draw(rng, count)
        tiles.block(codes, 0.0, 0.0, "other", columns=columns, turn=float(rng.choice([0, 0, 90, 180])))
        return _Layout(range(len(tiles.tiles)), loose_view(rng))
    count = int(rng.integers(4, 30))
    side = (count**0.5) * float(rng.uniform(1.7, 2.6))
    codes = supply.draw(rng, count)
    places = spots(rng, count, width=side * 1.3, height=side, apart=1.72)
    yaw = float(rng.choice([15, 60, 180]))
    tiles.heap(codes, places, backs=float(rng.choice([0, 0.1, 0.4])), yaw=yaw)
    return _Layout(range(len(tiles.tiles)), loose_view(rng))


def _discards_and_walls(rng: np.random.Generator, tiles: Arranger, supply: Supply) -> None:
    """Lay discards in rows and walls of backs behind the hand."""
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
        places = spots(rng, count, width=12, height=5, apart=1.75, middle=(middle, y + 2.5))
        tiles.heap(supply.draw(rng, count, flowers="without"), places, backs=0.15, yaw=180)
        y += 6
    _backs(rng, tiles, supply, middle, y)


def _backs(rng: np.random.Generator, tiles: Arranger, supply: Supply, middle: float, y: float) -> None:
    """Lay a wall around x = `middle`, now and then with an indicator, and an opponent's tiles behind it."""
    if rng.random() < 0.8:
        high = int(rng.integers(1, 3))
        length = int(rng.integers(4, 15)) * high
        turn = float(rng.normal(0, 5))
        shown = int(rng.integers(length)) if rng.random() < 0.3 else None
        codes = supply.draw(rng, length, flowers="without")
        tiles.wall(codes, middle - len(codes) / high / 2, y + 0.8, turn=turn, high=high, indicator=shown)
        y += 3.0
    if rng.random() < 0.3:
        codes = supply.draw(rng, 13, flowers="without")
        tiles.group()
        tiles.stand(codes, middle - 7.5, y + 1.0, "other", lean=0.0, facing="away")


def _props(rng: np.random.Generator) -> tuple[Prop, ...]:
    """Draw a few things around the tiles: dice, a stick, a cup, a phone, an arm."""
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
        props.append(
            Prop("cup", float(rng.uniform(-5, 20)), float(rng.uniform(12, 16)), colour=any_colour(rng))
        )
    if rng.random() < 0.1:
        props.append(Prop("phone", float(rng.uniform(2, 12)), -4.5, float(rng.uniform(-30, 120))))
    if rng.random() < 0.12:
        props.append(
            Prop(
                "arm", float(rng.uniform(-4, 18)), 16.0, float(rng.uniform(-120, -60)), colour=any_colour(rng)
            )
        )
    return tuple(props)


PRINTED: dict[str, tuple[float, float, float]] = {
    "ruler": (18.0, 1.1, 0.35), "card": (1.9, 2.7, 0.02), "domino": (1.0, 2.0, 0.35),
    "keys": (6.0, 3.0, 0.25), "screen": (2.7, 5.6, 0.3), "sheet": (3.6, 5.0, 0.01), "box": (4.5, 3.0, 1.0),
    "disc": (1.4, 1.4, 0.0),
    "emblem": (6.0, 6.0, 0.0), "title": (10.0, 2.2, 0.0), "panel": (3.4, 3.4, 0.0),
}  # fmt: skip
"""Width, depth and height, in tile widths, of the things that `Prop` draws with a print on top."""

_KINDS = {
    "card": 3, "domino": 2, "keys": 2, "screen": 2, "sheet": 2, "box": 2, "disc": 3, "panel": 1, "stick": 2,
    "die": 2,
}  # fmt: skip
_PRINTED_ON_CLOTH = {"emblem": 1, "title": 1}
_TILE = 0.9  # from a tile's middle to its corner
_STICK = 1.8
_AROUND = 2.5  # distance beyond the outermost tiles


def with_distractors(scene: Scene, rng: np.random.Generator, fonts: Sequence[Path] = ()) -> Scene:
    """Add a written ruler before the player's row, a print in the cloth, and other things in free places."""
    added: list[Prop] = []
    if scene.kind in ("hand", "table") and rng.random() < 0.6:
        added += _rulers(scene, rng, fonts)
    if rng.random() < 0.3:
        added.append(_printed(rng, weighted(rng, _PRINTED_ON_CLOTH), _somewhere(scene, rng), fonts))
    taken = [(x, y, _TILE) for x, y, _ in _middles(scene).tolist()]
    for ruler in (prop for prop in added if prop.kind == "ruler"):
        half = PRINTED["ruler"][0] * ruler.size / 2
        taken += [(x, ruler.y, 1.5) for x in np.arange(ruler.x - half, ruler.x + half, 1.5).tolist()]
    for _ in range(int(rng.integers(3, 11))):
        kind = weighted(rng, _KINDS)
        reach = _STICK if kind == "stick" else math.hypot(*PRINTED[kind][:2]) / 2 if kind in PRINTED else 0.4
        for _ in range(8):
            x, y = _somewhere(scene, rng)
            if all(math.hypot(x - a, y - b) > reach + room for a, b, room in taken):
                taken.append((x, y, reach))
                added.append(_printed(rng, kind, (x, y), fonts))
                break
    return replace(scene, props=(*scene.props, *added))


def _middles(scene: Scene) -> Floats:
    return np.array([tile.pose.centre for tile in scene.tiles])


def _somewhere(scene: Scene, rng: np.random.Generator) -> tuple[float, float]:
    """Draw a place among the tiles or a little beyond them."""
    across, away = _middles(scene)[:, 0], _middles(scene)[:, 1]
    x = rng.uniform(float(across.min()) - _AROUND, float(across.max()) + _AROUND)
    y = rng.uniform(float(away.min()) - _AROUND, float(away.max()) + _AROUND)
    return float(x), float(y)


def _rulers(scene: Scene, rng: np.random.Generator, fonts: Sequence[Path]) -> list[Prop]:
    """Draw a bar that the player's row is pushed up to, and sometimes one beyond the tiles."""
    middles, size = _middles(scene), float(rng.uniform(0.75, 1.6))
    row = middles[middles[:, 1] < 1.5]
    deep = PRINTED["ruler"][1] * size
    x = float(row[:, 0].mean() + rng.normal(0, 2)) if len(row) else 0.0
    first = scene.body.height * 0.5 if not len(row) else float(row[:, 1].min() - scene.body.height / 2)
    y = first - deep / 2 - abs(float(rng.normal(0, 0.25)))
    rulers = [_printed(rng, "ruler", (x, y), fonts, size=size, yaw=float(rng.normal(0, 1.5)))]
    if rng.random() < 0.3:
        beyond = float(middles[:, 1].max()) + 1.5 + deep
        rulers.append(_printed(rng, "ruler", (x, beyond), fonts, size=size, yaw=float(rng.normal(180, 4))))
    return rulers


def _printed(
    rng: np.random.Generator, kind: str, place: tuple[float, float], fonts: Sequence[Path],
    *, size: float | None = None, yaw: float | None = None,
) -> Prop:  # fmt: skip
    return Prop(
        kind, *place,
        yaw=float(rng.uniform(-180, 180)) if yaw is None else yaw,
        size=float(rng.uniform(0.8, 1.15)) if size is None else size,
        colour=any_colour(rng),
        seed=int(rng.integers(1 << 30)),
        font=fonts[int(rng.integers(len(fonts)))] if fonts else None,
    )  # fmt: skip
