"""Drawn scenes as batches of arrays: many of about one size together, so that little is padding."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.customs.scene import DrawnScene, draw_scene
from paiyan.vision.structure.scores import CODES, ROLES

SHARD = 1024  # scenes that are drawn, and sorted by size, at a time
_OWN = [ROLES.index(role) for role in ("held", "winning", "meld", "flower")]
_EXACT = 16  # each so many-th scene is seen without an error
_CELLS = 64_000  # pairs of boxes in one batch
_LARGEST = 40  # scenes in one batch
_WHOLE = 0.1  # share of large scenes of which nothing is left out


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


def batched(scenes: Sequence[DrawnScene], rng: Random) -> list[Batch]:
    """All of some scenes in batches of about one size, in random order."""
    order = sorted(scenes, key=lambda s: (len(s.roles), rng.random()))
    out: list[list[DrawnScene]] = [[]]
    for scene in reversed(order):
        some = out[-1]
        if some and (len(some) >= _LARGEST or (len(some) + 1) * len(some[0].roles) ** 2 > _CELLS):
            out.append(some := [])
        some.append(scene)
    rng.shuffle(out)
    return [batch_of(some) for some in out]


def endless(seed: int, *, first: int = 0, again: int = 1) -> Iterator[Batch]:
    """Batches for ever, of shard `first` and on; each shard comes `again` more times, mixed with later ones.

    One process beside this one draws the scenes.
    """
    context = multiprocessing.get_context("spawn")
    rng = Random(f"batches {seed} {first}")
    past: list[list[DrawnScene]] = []
    with context.Pool(1) as pool:
        ahead = [pool.apply_async(shard, (seed, first + k)) for k in range(2)]
        number = first + 2
        while True:
            scenes = ahead.pop(0).get()
            ahead.append(pool.apply_async(shard, (seed, number)))
            number += 1
            past = [*past[-7:], scenes]
            mixed = list(scenes)
            for _ in range(again if len(past) > 1 else 0):
                mixed += rng.choice(past[:-1])
            yield from batched(mixed, rng)
