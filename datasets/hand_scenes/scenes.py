"""Draw scenes of known structure: each way to lay out a hand, its surroundings, and its photograph.

Seeds start at `SEED`, which no training set uses; a scene depends only on its seed, kind and index. `Truth`
is the hand that was laid out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from paiyan.datasets.synth.compositing.render import see
from paiyan.datasets.synth.faces.style import FaceStyle, sample_style
from paiyan.datasets.synth.scenes.arranging import DOWN, Arranger, PlayerStyle, Supply, deal_hand, deal_meld
from paiyan.datasets.synth.scenes.camera import View
from paiyan.datasets.synth.scenes.random_scenes import sample_body
from paiyan.datasets.synth.scenes.scene import (
    Hand,
    Label,
    Lens,
    Placed,
    Scene,
    SynthError,
    sample_lens,
    sample_light,
    sample_table,
    weighted,
)
from paiyan.scorer.tiles.tile import TILES


class TrueMeld(NamedTuple):
    """An exposed set: its type, its codes in rising order, and the side that its sideways tile indicates."""

    type: str
    codes: tuple[int, ...]
    side: str | None


class Truth(NamedTuple):
    """A hand as it was laid out."""

    concealed: tuple[int, ...]
    winning: int | None
    melds: tuple[TrueMeld, ...]
    flowers: tuple[int, ...]


def truth_of(scene: Scene, hand: Hand, span: range) -> Truth:
    """Return the hand as the tiles of this span of the scene show it."""
    groups: dict[int, list[int]] = {}
    for i in span:
        if scene.tiles[i].role == "meld":
            groups.setdefault(scene.tiles[i].group, []).append(i)
    melds = tuple(
        _meld(scene, meld.type, indices) for meld, indices in zip(hand.melds, groups.values(), strict=True)
    )
    return Truth(hand.concealed, hand.winning, melds, hand.flowers)


def in_order(codes: Iterable[int]) -> tuple[int, ...]:
    """Return codes in rising order, red fives after other fives."""
    return tuple(sorted(codes, key=lambda code: (TILES[code].kind, code)))


def _meld(scene: Scene, type_: str, indices: Sequence[int]) -> TrueMeld:
    turned = [at for at, i in enumerate(indices) if scene.tiles[i].sideways]
    codes = in_order(scene.tiles[i].code for i in indices)
    if not turned:  # a kong that lies straight does not show how it was made
        return TrueMeld("kong" if type_ == "added_kong" else type_, codes, None)
    length = len(indices) - (len(turned) == 2)
    side = "left" if turned[0] == 0 else "right" if turned[0] == length - 1 else "across"
    return TrueMeld(type_, codes, side)


SEED = 770_000
_SIZE = (1280, 960)
_LEAST_SEEN = 0.45  # of a tile of the hand, the share that must be visible
_CENTRE = 13.0  # the distance from the player to the middle of the table, in tile widths


_WINNING = {"gap": 4.0, "end": 2.0, "above": 2.0, "turned": 2.0, "raised": 1.0}
OWN = ("hand", "winning", "meld", "flower")
"""The roles of the tiles of a hand."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One family of scenes. Pairs are minimum and maximum; `roll` and `pitch` are degrees of the camera."""

    melds: tuple[int, int] = (0, 0)
    flowers: tuple[int, int] = (0, 2)
    blocks: int = 4
    kongs: str = "some"
    winning: Mapping[str, float] = field(default_factory=lambda: _WINNING)
    waiting: float = 0.25
    stance: float = 0.15
    around: str = "nothing"
    seats: tuple[int, int] = (1, 1)
    views: int = 1
    roll: float = 12.0
    pitch: tuple[float, float] = (0.0, 52.0)


KINDS: dict[str, Kind] = {
    "row": Kind(),
    "apart": Kind(winning={"gap": 1, "above": 1, "raised": 1, "turned": 1, "on": 1}, waiting=0.0),
    "melds": Kind(melds=(1, 4)),
    "kongs": Kind(melds=(1, 4), kongs="one at least"),
    "flowers": Kind(melds=(0, 2), flowers=(2, 8)),
    "sixteen": Kind(blocks=5, melds=(0, 4)),
    "rolled": Kind(melds=(0, 3), roll=75.0),
    "steep": Kind(melds=(0, 3), pitch=(52.0, 68.0), roll=8.0),
    "table": Kind(melds=(0, 3), around="table", stance=0.1, pitch=(0.0, 50.0), roll=25.0),
    "any way up": Kind(melds=(0, 3), around="table", stance=0.0, pitch=(20.0, 50.0), roll=180.0),
    "seats": Kind(melds=(0, 3), seats=(2, 4), stance=0.0, pitch=(0.0, 35.0), roll=180.0, flowers=(0, 1)),
    "two views": Kind(melds=(1, 4), views=2, stance=0.0),
}


SEVERAL: dict[str, Kind] = {
    "several hands": Kind(
        melds=(0, 3),
        seats=(2, 4),
        stance=0.0,
        pitch=(0.0, 40.0),
        roll=25.0,
        flowers=(0, 1),
        around="discards",
    ),
}
"""Kinds in which every player's hand is read, each under its own seat."""


class HandScene(NamedTuple):
    """The pictures of one hand, or of one table, and their truths: one for each hand, the player's first.

    Of two views, the first shows the concealed part and the second the melds and flowers.
    """

    kind: str
    scenes: tuple[Scene, ...]
    labels: tuple[list[Label], ...]
    truths: tuple[Truth, ...]
    rng: np.random.Generator


def draw_hand_scene(index: int, *, kind: str, seed: int = SEED) -> HandScene:
    """Draw scene `index` of a kind. Raises `ValueError` for an unknown kind."""
    kinds = KINDS | SEVERAL
    which = list(kinds).index(kind)
    rng = np.random.default_rng((seed, which, index))
    style = sample_style(rng)
    while True:
        made = _try(rng, kind, kinds[kind], style)
        if made is not None:
            return made


def _try(rng: np.random.Generator, name: str, kind: Kind, style: FaceStyle) -> HandScene | None:
    """Try to draw a scene; None if a tile of a hand cannot be seen."""
    body = replace(sample_body(rng), depth=float(rng.uniform(0.55, 0.8)))
    supply = Supply(reds="one" if style.palette != "chinese" and rng.random() < 0.7 else "none")
    tiles = Arranger(body, rng, untidy=float(rng.choice([0.005, 0.02, 0.04])))
    hands: list[Hand] = []
    spans: list[range] = []
    for seat in range(int(rng.integers(kind.seats[0], kind.seats[1] + 1))):
        hands.append(_hand(rng, supply, kind))
        start = len(tiles.tiles)
        tiles.hand(hands[-1], player_style := _player_style(rng, kind))
        spans.append(range(start, len(tiles.tiles)))
        xs = [tiles.tiles[i].pose.centre[0] for i in spans[-1]]
        _seat(tiles.tiles, spans[-1], seat, middle=(min(xs) + max(xs)) / 2)
        if kind.stance and player_style.stance == "standing":
            kind = replace(kind, pitch=(48.0, 64.0))
    if kind.around == "table":
        _table(rng, tiles, supply)
    elif kind.around == "discards":
        _discards(rng, tiles, supply)
    view = _view(rng, kind)
    aimed = tuple(range(len(tiles.tiles))) if len(hands) > 1 or kind.around == "table" else tuple(spans[0])
    scene = Scene(
        size=_SIZE, style=style, body=body, tiles=tuple(tiles.tiles), view=view, aimed_at=aimed,
        hand=hands[0], table=sample_table(rng), light=sample_light(rng), lens=good_lens(rng),
    )  # fmt: skip
    scenes = (scene,) if kind.views == 1 else _two_views(rng, scene, kind)
    labels = tuple(see(s) for s in scenes)
    truths = tuple(truth_of(scene, hand, span) for hand, span in zip(hands, spans, strict=True))
    if not all(_shown(s, found) for s, found in zip(scenes, labels, strict=True)):
        return None
    return HandScene(name, scenes, labels, truths, rng)


def _hand(rng: np.random.Generator, supply: Supply, kind: Kind) -> Hand:
    while True:
        melds = int(rng.integers(kind.melds[0], kind.melds[1] + 1))
        flowers = int(rng.integers(kind.flowers[0], kind.flowers[1] + 1))
        won = "waiting" if rng.random() < kind.waiting else "won"
        try:
            hand = deal_hand(rng, supply.copy(), blocks=kind.blocks, melds=melds, flowers=flowers, won=won)
        except SynthError:  # a flower that another player holds
            continue
        if kind.kongs == "some" or any("kong" in m.type for m in hand.melds):
            supply.take(hand.codes())
            return hand


def _player_style(rng: np.random.Generator, kind: Kind) -> PlayerStyle:
    turned = "turned" if rng.random() < 0.8 else "straight"
    return PlayerStyle(
        stance="standing" if rng.random() < kind.stance else "lying",
        lean=float(rng.uniform(0, 25)),
        winning=weighted(rng, kind.winning),
        melds=weighted(rng, {"right": 3, "above": 2, "left": 1}),
        flowers=weighted(rng, {"left": 2, "above": 2}),
        concealed_kong=list(DOWN)[int(rng.integers(len(DOWN)))],
        turned=turned,
        between="touching" if turned == "turned" and rng.random() < 0.3 else "apart",
    )


def good_lens(rng: np.random.Generator) -> Lens:
    """Draw a lens that gives pictures which a person would keep: no poor webcam."""
    lens = sample_lens(rng)
    return replace(
        lens, detail=max(lens.detail, 0.7), blur=min(lens.blur, 0.9), motion=(0.0, 0.0), colour=1.0
    )


def _view(rng: np.random.Generator, kind: Kind) -> View:
    return View(
        pitch=float(rng.uniform(*kind.pitch)),
        yaw=float(rng.normal(0, 8)),
        roll=float(rng.uniform(-kind.roll, kind.roll)),
        fov=float(rng.uniform(30, 66)),
        fill=float(rng.uniform(0.86, 0.97)),
        place=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.2, 0.9))),
    )


def _seat(tiles: list[Placed], span: range, seat: int, *, middle: float) -> None:
    """Turn the tiles around x = `middle` to a player's side; seat 1 sits to the right of seat 0."""
    for i in span:
        x, y, z = tiles[i].pose.centre
        moved = replace(tiles[i].pose, centre=(x - middle, y - _CENTRE, z))
        tiles[i] = replace(tiles[i], pose=moved.turned(seat))


def _table(rng: np.random.Generator, tiles: Arranger, supply: Supply) -> None:
    """Lay other players' melds and standing hands, discards in rows, a wall with an indicator."""
    for seat in (1, 2, 3):
        start, x = len(tiles.tiles), 7.5
        for meld in [deal_meld(rng, supply) for _ in range(int(rng.choice([0, 0, 1, 2])))]:
            x = tiles.meld(meld, x, 0.2, PlayerStyle()) + 0.3
        tiles.tiles[start:] = [replace(t, role="other") for t in tiles.tiles[start:]]
        _seat(tiles.tiles, range(start, len(tiles.tiles)), seat, middle=0.0)
    _discards(rng, tiles, supply)
    start = len(tiles.tiles)
    if rng.random() < 0.7:
        length = 2 * int(rng.integers(5, 12))
        codes = supply.draw(rng, length, flowers="without")
        tiles.wall(codes, -length / 4, _CENTRE - 8.6, indicator=int(rng.integers(length)))
    _seat(tiles.tiles, range(start, len(tiles.tiles)), int(rng.integers(4)), middle=0.0)
    for seat in (1, 2, 3):
        start = len(tiles.tiles)
        tiles.group()
        codes = supply.draw(rng, 13, flowers="without")
        tiles.stand(codes, -6.5, 0.4, "other", lean=0.0)
        _seat(tiles.tiles, range(start, len(tiles.tiles)), seat, middle=0.0)


def _discards(rng: np.random.Generator, tiles: Arranger, supply: Supply) -> None:
    """Lay each player's discards, in rows of six in front of that player."""
    for seat in range(4):
        start = len(tiles.tiles)
        if rng.random() < 0.8:
            codes = supply.draw(rng, int(rng.integers(4, 16)), flowers="without")
            tiles.block(codes, -3.0, _CENTRE - 3.2, "discard", columns=6)
        _seat(tiles.tiles, range(start, len(tiles.tiles)), seat, middle=0.0)


def _two_views(rng: np.random.Generator, scene: Scene, kind: Kind) -> tuple[Scene, Scene]:
    """Split a scene into the concealed part and the exposed part, each with its own view."""
    held = [t for t in scene.tiles if t.role in ("hand", "winning")]
    open_ = [t for t in scene.tiles if t.role not in ("hand", "winning")]
    return tuple(
        replace(scene, tiles=tuple(part), aimed_at=tuple(range(len(part))), view=_view(rng, kind))
        for part in (held, open_)
    )  # pyright: ignore[reportReturnType]


def _shown(scene: Scene, labels: list[Label]) -> bool:
    """True if every tile of the hands lies inside the picture and is visible enough."""
    own = [label for label in labels if label.role in OWN]
    whole = all(well_in_view(label, scene.size) for label in own)
    return whole and len(own) == sum(t.role in OWN for t in scene.tiles)


def well_in_view(label: Label, size: tuple[int, int]) -> bool:
    """True if a tile lies inside a picture of this size, and is visible enough."""
    inside = min(label.box[:2]) > 1 and label.box[2] < size[0] - 1 and label.box[3] < size[1] - 1
    return inside and label.share >= _LEAST_SEEN
