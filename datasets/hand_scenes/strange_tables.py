"""Draw tables that were read wrong 难桌, one cause at a time: synthetic hands with the faults of real photos.

Seeds start at `SEED`, which no training set uses, and each cause has its own; tiles that are not white are of
designs that no training draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from paiyan.datasets.customs.catalogue import Custom, find
from paiyan.datasets.customs.laying.table import Laid
from paiyan.datasets.hand_scenes.layouts import LaidScene, Look, draw_layout
from paiyan.datasets.hand_scenes.readings import compare
from paiyan.datasets.hand_scenes.scenes import Truth
from paiyan.datasets.synth.faces.style import MATERIALS
from paiyan.vision.decoding.hand import Hand

SEED = 880_000
_WHITE = 31
_RED_CIRCLES = 43


@dataclass(frozen=True, kw_only=True)
class Cause:
    """One thing that is strange about a table: how hands lie, how tiles look, and which tiles must be in
    them.

    `shows` is ``all`` of a hand, or a ``part``, which must not be called reliable.
    """

    custom: Custom
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


def _white_anywhere(tiles: Sequence[Laid]) -> bool:
    return any(tile.code == _WHITE for tile in tiles)


def _no_white(tiles: Sequence[Laid]) -> bool:
    return not _white_anywhere(tiles)


def _gem(tiles: Sequence[Laid]) -> bool:
    return any(tile.code == _RED_CIRCLES for tile in tiles)


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
    "black faces": Cause(custom=_ROW, look=Look(materials=("black",), part="held out")),
    "black faces, melds": Cause(custom=_MELDS, look=Look(materials=("black",), part="held out")),
    "other faces that are not white": Cause(custom=_ROW, look=Look(materials=MATERIALS[1:], part="held out")),
    "white dragon at the end of a row": Cause(custom=_ROW, look=_BLANK, wanted=_white_at_an_end),
    "white dragon on its side": Cause(custom=_MELDS, look=_BLANK, wanted=_white_on_its_side),
    "white dragons between melds": Cause(custom=_MELDS, look=_BLANK, wanted=_white_meld_among_others),
    "white dragon in a shallow focus": Cause(
        custom=_ROW, look=replace(_BLANK, shallow=3.5), wanted=_white_anywhere
    ),
    "standing row from the side": Cause(custom=_STANDING, look=Look(yaw=(25, 50)), wanted=_no_white),
    "melds in the near corner": Cause(custom=_CORNER),
    "a meld in front of the hand": Cause(custom=find("a meld lying in front of the hand")),
    "a wall touching the hand": Cause(custom=find("a wall touching the back of the hand")),
    "two hands at a corner": Cause(custom=find("two hands meeting at a corner")),
    "a hand in two groups": Cause(custom=find("a hand in two groups apart")),
    "red five with a gem": Cause(custom=_ROW, look=Look(red_circle="gem"), wanted=_gem),
    "winning tile turned at the left": Cause(
        custom=replace(_ROW, state={"won": 1}, winning={"left sideways": 1})
    ),
    "a hand that the frame cuts off": Cause(
        custom=replace(_ROW, any_way_up=0.2), look=Look(whole=False, fill=(1.1, 1.4)), shows="part"
    ),
}  # fmt: skip


def draw_strange_tables(name: str, count: int) -> Iterator[LaidScene]:
    """Draw the first `count` scenes of a cause."""
    cause, seed = CAUSES[name], SEED + list(CAUSES).index(name)
    for index in range(count):
        yield draw_layout(index, cause.custom, seed=seed, look=cause.look, wanted=cause.wanted)


def joined_exact(hand: Hand, truth: Truth) -> bool:
    """True if the hands are equal with the winning tile among the others, like `exact` for photos."""
    if hand.winning is not None:
        hand = replace(hand, concealed=(*hand.concealed, hand.winning), winning=None)
    if truth.winning is not None:
        truth = truth._replace(concealed=(*truth.concealed, truth.winning), winning=None)
    return compare(hand, truth).exact
