"""Draw the layout styles 摆法 of the catalogue as pictures, every tile labelled.

Input: a layout style and a seed. Output: a scene to draw and the truth of its hand. The style decides where
tiles lie and where the camera is; tiles, light and lens are those of `paiyan.datasets.synth`. `CAUSES` are
hands with one fault each of photos that were read wrong 难桌, from seeds that no training set uses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from paiyan.datasets.hand_scenes.readings import compare
from paiyan.datasets.hand_scenes.scenes import OWN, TrueMeld, Truth, good_lens, in_order, well_in_view
from paiyan.datasets.layout_styles.catalogue import CATALOGUE, LayoutStyle, find
from paiyan.datasets.layout_styles.clutter import lay_around
from paiyan.datasets.layout_styles.hand import HELD, lay_hand
from paiyan.datasets.layout_styles.scene import collide, without_collisions
from paiyan.datasets.layout_styles.table import DealtHand, Laid, Supply, Table, deal
from paiyan.datasets.synth.compositing.render import see
from paiyan.datasets.synth.faces.style import MATERIALS, FaceStyle, Material, Part, of_material, sample_style
from paiyan.datasets.synth.scene_sets import write_set
from paiyan.datasets.synth.scenes.camera import Pose, View
from paiyan.datasets.synth.scenes.random_scenes import CODE_ALONE, Resources, sample_body
from paiyan.datasets.synth.scenes.scene import (
    Label,
    Placed,
    Scene,
    SynthError,
    sample_light,
    sample_table,
)
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.structure.scores import MELD_KINDS, SOURCES

_ROLES = {"held": "hand"}
_SHALLOW = 0.25  # share of training pictures with a shallow focus
_OF_MATERIAL = 0.5  # share of training pictures with a set that is not white


class LaidScene(NamedTuple):
    """A scene, the labels of its tiles, the truth of its hand, and the generator to draw it with."""

    scene: Scene
    labels: list[Label]
    truth: Truth
    rng: np.random.Generator


@dataclass(frozen=True, kw_only=True)
class Look:
    """The look of a set of layouts: `materials` of its tiles (None: white), and which designs; how white
    dragons and red circles are drawn if that matters; by how many pixels a shallow focus blurs."""

    materials: tuple[Material | None, ...] = (None,)
    part: Part = "training"
    white: str = ""
    red_circle: str = ""
    shallow: float = 0.0
    yaw: tuple[float, float] | None = None
    """The side from which the camera looks, in degrees; None: as the layout style has it."""
    whole: bool = True
    """Whether every tile of the hand must be well in view."""
    fill: tuple[float, float] | None = None
    """Share of the picture that the hand takes, above 1 where some is cut off; None: as the style has it."""


def draw_layout(
    index: int, layout_style: LayoutStyle, *, seed: int, look: Look | None = None,
    size: tuple[int, int] = (1280, 960),
    wanted: Callable[[Sequence[Laid]], bool] | None = None, resources: Resources = CODE_ALONE,
) -> LaidScene:  # fmt: skip
    """Draw scene `index` of a seed by a layout style, again until it satisfies `wanted`."""
    look = look or Look()
    draw = Random(f"layout {seed} {index} {layout_style.name}")
    rng = np.random.default_rng((seed, 3, draw.getrandbits(32)))
    style = _style(rng, look, resources, index)
    while True:
        made = _try(draw, rng, layout_style, style, look, size, wanted, resources)
        if made is not None:
            return made


def _style(rng: np.random.Generator, look: Look, resources: Resources, index: int) -> FaceStyle:
    style = sample_style(rng, fonts=resources.fonts, art=resources.art)
    material = look.materials[index % len(look.materials)]
    if material is not None:
        style = of_material(style, material, rng, part=look.part)
    return replace(style, white=look.white or style.white, red_circle=look.red_circle or style.red_circle)


def _try(
    draw: Random, rng: np.random.Generator, layout_style: LayoutStyle, style: FaceStyle, look: Look,
    size: tuple[int, int], wanted: Callable[[Sequence[Laid]], bool] | None, resources: Resources,
) -> LaidScene | None:  # fmt: skip
    """Try to draw a scene; None if tiles would overlap in space, or the hand is not visible enough."""
    body = replace(sample_body(rng), depth=float(rng.uniform(0.55, 0.85)))
    supply = Supply(draw, reds=bool(look.red_circle) or draw.random() < 0.5)
    hand = deal(draw, supply, layout_style)
    table = Table(
        draw, body, layout_style, untidy=draw.uniform(*layout_style.untidy),
        upside_down=layout_style.upside_down if draw.random() < 0.5 else 0.0,
    )  # fmt: skip
    lay_hand(table, hand, sideways=draw.random() < layout_style.sideways)
    own = len(table.tiles)
    if not own or collide(table.tiles) or (wanted is not None and not wanted(table.tiles)):
        return None
    lay_around(table, supply)
    table.tiles[own:] = without_collisions(table.tiles, own)
    tiles = [_placed(tile) for tile in table.tiles if tile.role != "nothing"]
    aimed = len(tiles) if draw.random() < layout_style.whole_table else own
    lens = good_lens(rng)
    if look.shallow:
        lens = replace(lens, shallow=look.shallow, focus=float(rng.uniform(0.25, 0.85)))
    view = _view(draw, layout_style)
    if look.yaw is not None:
        view = replace(view, yaw=draw.uniform(*look.yaw) * draw.choice((-1, 1)))
    if look.fill is not None:
        view = replace(view, fill=draw.uniform(*look.fill), place=(draw.random(), draw.random()))
    try:
        scene = Scene(
            size=size, style=style, body=body, tiles=tuple(tiles), view=view,
            aimed_at=tuple(range(aimed)), table=sample_table(rng, resources.textures),
            light=sample_light(rng), lens=lens,
        )  # fmt: skip
    except SynthError:  # a layout style may deal others a tile once more than there are
        return None
    labels = see(scene)
    if not _shown(scene, labels, own, whole=look.whole):
        return None
    return LaidScene(scene, labels, truth_of_layout(hand, table.tiles[:own]), rng)


def _placed(tile: Laid) -> Placed:
    """Place a laid tile in space; a tile of a wall has no name."""
    y, tilt = math.radians(tile.yaw), math.radians(tile.lean)
    right = np.array([math.cos(y), math.sin(y), 0.0])
    up = np.array([-math.sin(y) * math.sin(tilt), math.cos(y) * math.sin(tilt), math.cos(tilt)])
    out = np.cross(right, up)
    if tile.down:
        right, out = -right, -out
    pose = Pose((tile.x, tile.y, tile.z), _vector(right), _vector(up), _vector(out))
    code = BACK if tile.role == "wall" else tile.code
    return Placed(
        code, pose, _ROLES.get(tile.role, tile.role), tile.group, "sideways" if tile.sideways else ""
    )


def _vector(v: np.ndarray) -> tuple[float, float, float]:
    return (float(v[0]), float(v[1]), float(v[2]))


def _view(draw: Random, layout_style: LayoutStyle) -> View:
    """Draw a view by the layout style."""
    yaw = draw.gauss(0, 8) if draw.random() < 0.85 else draw.uniform(-55, 55)
    lot = draw.random()
    roll = draw.gauss(0, layout_style.roll)
    if lot < layout_style.any_way_up:
        roll = draw.uniform(-180, 180)
    elif lot < layout_style.any_way_up + layout_style.askew:
        roll = yaw + draw.uniform(-45, 45)
    return View(
        pitch=draw.uniform(layout_style.pitch[0], min(layout_style.pitch[1], 66.0)), yaw=yaw, roll=roll,
        fov=draw.uniform(28, 66), fill=min(0.97, draw.uniform(*layout_style.fill)),
        place=(draw.uniform(0.05, 0.95), draw.uniform(0.1, 0.95)),
    )  # fmt: skip


def _shown(scene: Scene, labels: Sequence[Label], own: int, *, whole: bool) -> bool:
    """True if the tiles of the hand lie inside the picture, are visible and large enough to be read."""
    boxes = [label.box for label in labels if label.role in OWN]
    if any(min(x2 - x1, y2 - y1) < scene.size[0] / 80 for x1, y1, x2, y2 in boxes):
        return False
    good = sum(well_in_view(label, scene.size) for label in labels if label.role in OWN)
    return good == len(boxes) == own if whole else good >= 0.5 * own


def truth_of_layout(hand: DealtHand, own: Sequence[Laid]) -> Truth:
    """Return the hand as the player's laid tiles show it."""
    melds: list[TrueMeld] = []
    for group in dict.fromkeys(tile.group for tile in own if tile.role == "meld"):
        tiles = [tile for tile in own if tile.role == "meld" and tile.group == group]
        kind, source = MELD_KINDS[tiles[0].kind], SOURCES[tiles[0].source]
        codes = [tile.code for tile in tiles if tile.code != BACK]
        codes += [TILES[codes[0]].kind if codes else BACK] * (len(tiles) - len(codes))
        melds.append(TrueMeld(kind, in_order(codes), None if source == "unknown" else source))
    concealed = tuple(tile.code for tile in own if tile.role == "held" and tile.group == HELD)
    return Truth(concealed, hand.winning, tuple(melds), tuple(hand.flowers))


def draw_training_layout(
    index: int, *, seed: int, size: tuple[int, int] = (640, 640), resources: Resources = CODE_ALONE
) -> tuple[Scene, np.random.Generator]:
    """Draw picture `index` of a set that trains a detector.

    It has any layout style, tiles of any material and at times a shallow focus; the frame may cut hands off.
    """
    draw = Random(f"training layout {seed} {index}")
    layout_style = draw.choices(CATALOGUE, [c.share for c in CATALOGUE])[0]
    material = draw.choice(MATERIALS) if draw.random() < _OF_MATERIAL else None
    look = Look(
        materials=(material,), whole=False, red_circle=draw.choice(("", "", "gem")),
        white="blank" if draw.random() < 0.4 else "",
        shallow=draw.uniform(1, 5) if draw.random() < _SHALLOW else 0.0,
    )  # fmt: skip
    made = draw_layout(index, layout_style, seed=seed, look=look, size=size, resources=resources)
    return made.scene, made.rng


def write_layouts(
    out: Path, count: int, *, seed: int, size: tuple[int, int] = (640, 640),
    resources: Resources = CODE_ALONE,
) -> Path:  # fmt: skip
    """Write a training set of layouts to the folder `out`, as `paiyan.datasets.synth.synthesise` does."""

    def draw(index: int) -> tuple[Scene, np.random.Generator]:
        return draw_training_layout(index, seed=seed, size=size, resources=resources)

    recipe = {"seed": seed, "size": list(size), "subject": "layouts"}
    return write_set(out, count, recipe, draw, resources=resources)


SEED = 880_000
_WHITE = 31
_RED_CIRCLES = 43


@dataclass(frozen=True, kw_only=True)
class Cause:
    """One thing that is strange about a table: how hands lie, how tiles look, and which tiles must be in
    them.

    `shows` is ``all`` of a hand, or a ``part``, which must not be called reliable.
    """

    layout_style: LayoutStyle
    look: Look = field(default_factory=Look)
    wanted: Callable[[Sequence[Laid]], bool] | None = None
    shows: Literal["all", "part"] = "all"


def _white_at_an_end(tiles: Sequence[Laid]) -> bool:
    held = sorted((tile for tile in tiles if tile.role == "held"), key=lambda tile: tile.x)
    return len(held) > 6 and _WHITE in (held[0].code, held[-1].code)


def _white_on_its_side(tiles: Sequence[Laid]) -> bool:
    return any(tile.code == _WHITE and (tile.sideways or 45 < abs(tile.yaw) % 180 < 135) for tile in tiles)


def _white_meld_among_others(tiles: Sequence[Laid]) -> bool:
    groups = {tile.group for tile in tiles if tile.role == "meld"}
    return len(groups) > 1 and any(tile.role == "meld" and tile.code == _WHITE for tile in tiles)


def _among(tiles: Sequence[Laid], *, code: int) -> bool:
    return any(tile.code == code for tile in tiles)


_ROW = replace(
    find("a lone row on a desk"), state={"won": 3, "waiting": 1}, shape={"row": 1}, flowers={0: 1},
    any_way_up=0.0, around={"clutter": 0.3}, pitch=(0, 50), upside_down=0.0,
)  # fmt: skip
_MELDS = replace(
    find("club play, everything in its place"), state={"won": 2, "waiting": 1}, melds={2: 2, 3: 2},
    lean={90: 1}, around={"discards in sixes": 0.3}, whole_table=0.0, any_way_up=0.0, sideways=1.0,
    pitch=(0, 55),
)  # fmt: skip
_STANDING = replace(_ROW, lean={0: 1, 8: 1}, pitch=(48, 66), winning={"none": 1})
_BLANK = Look(white="blank")
_CORNER = replace(find("melds in the near corner, one tile left"), state={"won": 1, "waiting": 1})

CAUSES: Mapping[str, Cause] = {
    "black faces": Cause(layout_style=_ROW, look=Look(materials=("black",), part="held out")),
    "black faces, melds": Cause(layout_style=_MELDS, look=Look(materials=("black",), part="held out")),
    "other faces that are not white": Cause(
        layout_style=_ROW, look=Look(materials=MATERIALS[1:], part="held out")
    ),
    "white dragon at the end of a row": Cause(layout_style=_ROW, look=_BLANK, wanted=_white_at_an_end),
    "white dragon on its side": Cause(layout_style=_MELDS, look=_BLANK, wanted=_white_on_its_side),
    "white dragons between melds": Cause(layout_style=_MELDS, look=_BLANK, wanted=_white_meld_among_others),
    "white dragon in a shallow focus": Cause(
        layout_style=_ROW, look=replace(_BLANK, shallow=3.5), wanted=partial(_among, code=_WHITE)
    ),
    "standing row from the side": Cause(
        layout_style=_STANDING, look=Look(yaw=(25, 50)), wanted=lambda tiles: not _among(tiles, code=_WHITE)
    ),
    "melds in the near corner": Cause(layout_style=_CORNER),
    "a meld in front of the hand": Cause(layout_style=find("a meld lying in front of the hand")),
    "a wall touching the hand": Cause(layout_style=find("a wall touching the back of the hand")),
    "two hands at a corner": Cause(layout_style=find("two hands meeting at a corner")),
    "a hand in two groups": Cause(layout_style=find("a hand in two groups apart")),
    "red five with a gem": Cause(
        layout_style=_ROW, look=Look(red_circle="gem"), wanted=partial(_among, code=_RED_CIRCLES)
    ),
    "winning tile turned at the left": Cause(
        layout_style=replace(_ROW, state={"won": 1}, winning={"left sideways": 1})
    ),
    "a hand that the frame cuts off": Cause(
        layout_style=replace(_ROW, any_way_up=0.2), look=Look(whole=False, fill=(1.1, 1.4)), shows="part"
    ),
}  # fmt: skip


def draw_strange_tables(name: str, count: int) -> Iterator[LaidScene]:
    """Draw the first `count` scenes of a cause."""
    cause, seed = CAUSES[name], SEED + list(CAUSES).index(name)
    for index in range(count):
        yield draw_layout(index, cause.layout_style, seed=seed, look=cause.look, wanted=cause.wanted)


def joined_exact(hand: Hand, truth: Truth) -> bool:
    """True if the hands are equal with the winning tile among the others, like `exact` for photos."""
    if hand.winning is not None:
        hand = replace(hand, concealed=(*hand.concealed, hand.winning), winning=None)
    if truth.winning is not None:
        truth = truth._replace(concealed=(*truth.concealed, truth.winning), winning=None)
    return compare(hand, truth).exact
