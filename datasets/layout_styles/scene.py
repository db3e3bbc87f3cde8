"""Draw scenes: lay a hand by a layout style, photograph it, and simulate a detector.

A scene depends only on its seed and index. Batches hold scenes of about one size, so that there is little
padding.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.layout_styles.camera import Photograph, photograph
from paiyan.datasets.layout_styles.catalogue import CATALOGUE, LayoutStyle
from paiyan.datasets.layout_styles.clutter import lay_around
from paiyan.datasets.layout_styles.detector_errors import Found, detect
from paiyan.datasets.layout_styles.hand import lay_hand
from paiyan.datasets.layout_styles.table import UNGROUPED, DealtHand, Laid, Supply, Table, deal
from paiyan.datasets.synth.scenes.camera import Body
from paiyan.vision.structure.scores import CODES, ROLES, Box, Knowledge, SceneBoxes

_IN_PARTS = 0.1  # share of pictures of only a part of a hand, since some hands are photographed in several
MOST = 150  # boxes of a scene: more are not kept
_OWN = ("held", "winning", "meld", "flower")


@dataclass(frozen=True)
class DrawnScene:
    """The input of the network for n boxes, and the truth.

    ``there`` (n,), ``codes`` (n, 46) and ``boxes`` (n, 4) in pixels are the detector's. True: ``roles`` (n,)
    in `ROLES`; ``groups`` (n,), equal ones together, -1 in none, -2 unknown; ``sources``, ``sideways`` and
    ``kinds`` (n,) of tiles in melds, -1 for a kind elsewhere; ``names`` (n,) codes, -1 for what is not a
    tile. ``complete``: whether every tile of the player that is in the picture has a box.
    """

    layout_style: str
    size: tuple[int, int]
    boxes: NDArray[np.float32]
    there: NDArray[np.float32]
    codes: NDArray[np.float32]
    knowledge: Knowledge
    roles: NDArray[np.int8]
    groups: NDArray[np.int16]
    sources: NDArray[np.int8]
    sideways: NDArray[np.bool_]
    kinds: NDArray[np.int8]
    names: NDArray[np.int8]
    complete: bool

    def boxed(self) -> SceneBoxes:
        """Return the input of the network."""
        rows = zip(self.boxes.tolist(), self.there.tolist(), self.codes.tolist(), strict=True)
        boxes = tuple(Box(b[0], b[1], b[2], b[3], t, tuple(c)) for b, t, c in rows)
        return SceneBoxes(self.size, boxes, self.knowledge)

    def only(self, which: NDArray[np.int64]) -> DrawnScene:
        """Return the scene with only these boxes; none of the player's may be left out."""
        parts = ("boxes", "there", "codes", "roles", "groups", "sources", "sideways", "kinds", "names")
        return replace(self, **{part: getattr(self, part)[which] for part in parts})


def draw_scene(
    seed: int, index: int, *, layout_style: LayoutStyle | None = None, exact: bool = False
) -> DrawnScene:
    """Draw scene `index` of a seed, of one layout style or of a random one; with `exact`, true boxes."""
    rng = Random(f"{seed} {index} {layout_style.name if layout_style else ''}")
    while True:
        chosen = layout_style or rng.choices(CATALOGUE, [c.share for c in CATALOGUE])[0]
        made = _try(rng, chosen, exact=exact)
        if made is not None:
            return made


def _try(rng: Random, layout_style: LayoutStyle, *, exact: bool) -> DrawnScene | None:
    """Try to draw a scene; None if too little of the hand is visible."""
    supply = Supply(rng, reds=rng.random() < 0.5)
    hand = deal(rng, supply, layout_style)
    body = Body(height=rng.uniform(1.26, 1.45), depth=rng.uniform(0.55, 0.85))
    table = Table(
        rng, body, layout_style, untidy=rng.uniform(*layout_style.untidy),
        upside_down=_share(rng, layout_style.upside_down),
    )  # fmt: skip
    sideways = rng.random() < layout_style.sideways
    lay_hand(table, hand, sideways=sideways)
    if collide(table.tiles):
        return None
    in_parts = rng.random() < _IN_PARTS
    if in_parts:
        table.tiles[:] = _part(rng, table.tiles)
    own = len(table.tiles)
    if not in_parts or rng.random() < 0.5:
        lay_around(table, supply)
    table.tiles[own:] = without_collisions(table.tiles, own)
    photo = photograph(rng, table.tiles, own, body, layout_style)
    if (photo.shown[:own] > 0.25).mean() < 0.93:
        return None
    tile = np.array([t.role != "nothing" for t in table.tiles])
    found = detect(rng, photo, tile, exact=exact)
    knowledge = _knowledge(rng, hand, layout_style, sideways=sideways)
    return _scene(rng, layout_style, table, own, photo, found, knowledge)


def _part(rng: Random, tiles: list[Laid]) -> list[Laid]:
    """Keep only the held or only the open tiles, as in a hand photographed in two pictures."""
    held = [t for t in tiles if t.role in ("held", "winning")]
    laid = [t for t in tiles if t.role not in ("held", "winning")]
    return rng.choice((held, laid)) if held and laid else tiles


_ROOM = 0.8  # tiles whose middles are nearer than this would lie in one another


def collide(tiles: list[Laid]) -> bool:
    """True if two tiles would overlap in space."""
    middles = np.array([t[:3] for t in tiles])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    away[np.diag_indices(len(away))] = _ROOM
    return bool((away < 0.55 * _ROOM).any())


def without_collisions(tiles: list[Laid], own: int) -> list[Laid]:
    """Return the other tiles without those that would overlap the player's own."""
    middles = np.array([t[:2] for t in tiles])
    away = np.linalg.norm(middles[own:, None] - middles[None, :own], axis=2)
    free = (away > _ROOM).all(axis=1) if own else np.ones(len(tiles), bool)
    return [tile for tile, stays in zip(tiles[own:], free.tolist(), strict=True) if stays]


def _share(rng: Random, mean: float) -> float:
    """Draw a table's own share: zero on many tables."""
    return 0.0 if rng.random() < 0.5 else 2 * mean * rng.random() * 2


def _knowledge(rng: Random, hand: DealtHand, layout_style: LayoutStyle, *, sideways: bool) -> Knowledge:
    """Draw what a reader may know about the hand; often nothing."""
    if rng.random() < 0.5:
        return Knowledge()
    held = len(hand.concealed) + (hand.winning is not None) + 3 * len(hand.melds)
    size = {13: 13, 14: 13, 16: 16, 17: 16}.get(held)
    whole = Knowledge(
        tiles=size,  # pyright: ignore[reportArgumentType]
        chows=any(m.kind == "chow" for m in hand.melds) or rng.random() < 0.7,
        sideways=sideways if layout_style.sideways not in (0.0, 1.0) or rng.random() < 0.9 else None,
        flowers=bool(hand.flowers) or max(layout_style.flowers) > 0,
        won=held % 3 == 2,
    )
    hidden = {name: None for name in ("tiles", "chows", "sideways", "flowers", "won") if rng.random() < 0.4}
    return replace(whole, **hidden)


def _scene(
    rng: Random,
    layout_style: LayoutStyle,
    table: Table,
    own: int,
    photo: Photograph,
    detected: Found,
    knowledge: Knowledge,
) -> DrawnScene:
    order = np.array(rng.sample(range(len(detected.of)), len(detected.of)), np.int64)
    if len(order) > MOST:  # boxes that are not of the player's tiles go first
        is_own = (detected.of >= 0) & (detected.of < own)
        order = np.concatenate([order[is_own[order]], order[~is_own[order]]])[:MOST]
    of, tiles = detected.of[order], table.tiles

    def true(values: Sequence[int], elsewhere: int) -> NDArray[np.int64]:
        """Return the value of the tile that each box shows, or the one of boxes that show none."""
        return np.where(of >= 0, np.array(values)[np.maximum(of, 0)], elsewhere)

    return DrawnScene(
        layout_style=layout_style.name,
        size=photo.size,
        boxes=detected.boxes[order].astype(np.float32),
        there=detected.there[order].astype(np.float32),
        codes=detected.codes[order].astype(np.float32).reshape(-1, CODES),
        knowledge=knowledge,
        roles=true([ROLES.index(t.role) for t in tiles], ROLES.index("nothing")).astype(np.int8),
        groups=true([UNGROUPED if t.role == "flower" else t.group for t in tiles], UNGROUPED).astype(
            np.int16
        ),
        sources=true([t.source for t in tiles], 0).astype(np.int8),
        sideways=true([t.sideways for t in tiles], False).astype(np.bool_),
        kinds=true([t.kind for t in tiles], -1).astype(np.int8),
        names=true(photo.codes.tolist(), -1).astype(np.int8),
        complete=len(np.intersect1d(of, np.arange(own))) == own,
    )


SHARD = 1024  # scenes that are drawn, and sorted by size, at a time
_OWN_ROLES = [ROLES.index(role) for role in _OWN]
_EXACT = 16  # one scene of this many is detected without an error
_WHOLE = 0.1  # share of large scenes from which nothing is left out


class BatchSize(NamedTuple):
    """Limits of a batch: pairs of boxes, and scenes."""

    cells: int = 64_000
    scenes: int = 40


class Batch(NamedTuple):
    """The inputs of the network for b scenes of at most n boxes, and the truth; see `DrawnScene`."""

    boxes: NDArray[np.float32]
    there: NDArray[np.float32]
    codes: NDArray[np.float32]
    size: NDArray[np.float32]
    knowledge: NDArray[np.float32]
    mask: NDArray[np.bool_]
    roles: NDArray[np.int8]
    groups: NDArray[np.int16]
    sources: NDArray[np.int8]
    sideways: NDArray[np.bool_]
    kinds: NDArray[np.int8]
    names: NDArray[np.int8]
    complete: NDArray[np.bool_]


def batch_of(scenes: Sequence[DrawnScene]) -> Batch:
    """Make one batch of scenes, padding the smaller ones."""
    counts = np.array([len(s.roles) for s in scenes])
    most = int(counts.max())

    def padded(name: str, fill: Any = 0) -> NDArray[Any]:
        parts: list[NDArray[Any]] = [getattr(scene, name) for scene in scenes]
        out = np.full((len(scenes), most, *parts[0].shape[1:]), fill, parts[0].dtype)
        for at, part in enumerate(parts):
            out[at, : len(part)] = part
        return out

    return Batch(
        boxes=padded("boxes", (0, 0, 1, 1)),
        codes=padded("codes", 1 / CODES),
        mask=np.arange(most) < counts[:, None],
        size=np.array([s.size for s in scenes], np.float32),
        knowledge=np.array([s.knowledge.values() for s in scenes], np.float32),
        complete=np.array([s.complete for s in scenes]),
        there=padded("there"),
        roles=padded("roles"),
        groups=padded("groups", -1),
        sources=padded("sources"),
        sideways=padded("sideways"),
        kinds=padded("kinds"),
        names=padded("names"),
    )


def shard(seed: int, number: int) -> list[DrawnScene]:
    """Draw SHARD scenes from `number` * SHARD on, without those that have no box, most large ones thinned."""
    rng = Random(f"shard {seed} {number}")
    drawn = (draw_scene(seed, number * SHARD + at, exact=at % _EXACT == 0) for at in range(SHARD))
    return [_thinned(scene, rng) for scene in drawn if len(scene.roles)]


def _thinned(scene: DrawnScene, rng: Random) -> DrawnScene:
    """Drop the boxes of a large scene that are farthest from the player's tiles, which detectors often miss
    too: a table of 140 boxes costs a network as much as ten hands."""
    count = len(scene.roles)
    most = rng.randint(24, 44)
    if count <= most or rng.random() < (0.25 if count < 2 * most else _WHOLE):
        return scene
    own = np.isin(scene.roles, _OWN_ROLES)
    middles = (scene.boxes[:, :2] + scene.boxes[:, 2:]) / 2
    away = np.linalg.norm(middles - middles[own].mean(axis=0), axis=1) if own.any() else np.zeros(count)
    order = np.argsort(np.where(own, -1.0, away), kind="stable")
    return scene.only(np.sort(order[: max(most, int(own.sum()))]))


def batched(scenes: Sequence[DrawnScene], rng: Random, size: BatchSize | None = None) -> list[Batch]:
    """Return all scenes in batches of about one size, in random order."""
    most = size or BatchSize()
    order = sorted(scenes, key=lambda s: (len(s.roles), rng.random()))
    out: list[list[DrawnScene]] = [[]]
    for scene in reversed(order):
        some = out[-1]
        if some and (len(some) >= most.scenes or (len(some) + 1) * len(some[0].roles) ** 2 > most.cells):
            out.append(some := [])
        some.append(scene)
    rng.shuffle(out)
    return [batch_of(some) for some in out]


def endless(
    seed: int, *, first: int = 0, again: int = 1, size: BatchSize | None = None, processes: int = 1
) -> DrawingProcesses[Batch]:
    """Draw batches for ever, from shard `first` on; each shard comes `again` more times, mixed with later
    ones.

    Use it in a ``with`` block. One process draws the same batches each time; several share the shards.
    """
    draw = partial(draw_batches, seed, first=first, again=again, size=size, processes=processes)
    return DrawingProcesses(draw, processes)


def draw_batches(
    seed: int, number: int, *, first: int, again: int, size: BatchSize | None, processes: int
) -> Iterator[Batch]:
    """Draw the batches of process `number`."""
    rng = Random(f"batches {seed} {first} {number}")
    past: list[list[DrawnScene]] = []
    for at in itertools.count(first + number, processes):
        scenes = shard(seed, at)
        mixed = list(scenes)
        for _ in range(again if past else 0):
            mixed += rng.choice(past)
        past = [*past[-6:], scenes]
        yield from batched(mixed, rng, size)
