"""Drawn scenes as batches of arrays: many of about one size together, so that little is padding."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.customs.scene import DrawnScene, draw_scene
from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.vision.structure.scores import CODES, ROLES

SHARD = 1024  # scenes that are drawn, and sorted by size, at a time
_OWN = [ROLES.index(role) for role in ("held", "winning", "meld", "flower")]
_EXACT = 16  # each so many-th scene is seen without an error
_WHOLE = 0.1  # share of large scenes of which nothing is left out


class BatchSize(NamedTuple):
    """Limits of a batch: pairs of boxes, and scenes."""

    cells: int = 64_000
    scenes: int = 40


class Batch(NamedTuple):
    """Of b scenes of at most n boxes: what the network is given, and what is true; see `DrawnScene`."""

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
    """Some scenes as one batch, the smaller ones padded."""
    most = max(len(s.roles) for s in scenes)
    boxes = np.zeros((len(scenes), most, 4), np.float32)
    boxes[..., 2:] = 1.0
    codes = np.full((len(scenes), most, CODES), 1 / CODES, np.float32)
    mask = np.zeros((len(scenes), most), bool)
    for at, scene in enumerate(scenes):
        n = len(scene.roles)
        boxes[at, :n], codes[at, :n], mask[at, :n] = scene.boxes, scene.codes, True

    def padded(name: str, fill: int = 0) -> NDArray[Any]:
        parts: list[NDArray[Any]] = [getattr(scene, name) for scene in scenes]
        out = np.full((len(scenes), most), fill, parts[0].dtype)
        for at, part in enumerate(parts):
            out[at, : len(part)] = part
        return out

    return Batch(
        boxes=boxes,
        codes=codes,
        mask=mask,
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
    """Scenes `number` * SHARD and on of a seed, those without boxes left out and most large ones thinned."""
    rng = Random(f"shard {seed} {number}")
    drawn = (draw_scene(seed, number * SHARD + at, exact=at % _EXACT == 0) for at in range(SHARD))
    return [_thinned(scene, rng) for scene in drawn if len(scene.roles)]


def _thinned(scene: DrawnScene, rng: Random) -> DrawnScene:
    """A large scene without what lies farthest from the player's tiles, which detectors often do not find
    either: a table of 140 boxes costs a network as much as ten hands."""
    count = len(scene.roles)
    most = rng.randint(24, 44)
    if count <= most or rng.random() < (0.25 if count < 2 * most else _WHOLE):
        return scene
    own = np.isin(scene.roles, _OWN)
    middles = (scene.boxes[:, :2] + scene.boxes[:, 2:]) / 2
    away = np.linalg.norm(middles - middles[own].mean(axis=0), axis=1) if own.any() else np.zeros(count)
    order = np.argsort(np.where(own, -1.0, away), kind="stable")
    return scene.only(np.sort(order[: max(most, int(own.sum()))]))


def batched(scenes: Sequence[DrawnScene], rng: Random, size: BatchSize | None = None) -> list[Batch]:
    """All of some scenes in batches of about one size, in random order."""
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
    """Batches for ever, of shard `first` and on; each shard comes `again` more times, mixed with later ones.

    To be used in a ``with`` block. One process draws the same batches each time; several share the shards.
    """
    draw = partial(draw_batches, seed, first=first, again=again, size=size, processes=processes)
    return DrawingProcesses(draw, processes)


def draw_batches(
    seed: int, number: int, *, first: int, again: int, size: BatchSize | None, processes: int
) -> Iterator[Batch]:
    """Draw what falls to the process with this `number`."""
    rng = Random(f"batches {seed} {first} {number}")
    past: list[list[DrawnScene]] = []
    for at in itertools.count(first + number, processes):
        scenes = shard(seed, at)
        mixed = list(scenes)
        for _ in range(again if past else 0):
            mixed += rng.choice(past)
        past = [*past[-6:], scenes]
        yield from batched(mixed, rng, size)
