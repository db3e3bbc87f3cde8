"""Measure the gain of a tile profile: tiles named right with and without a profile of their set.

    python -m bench.tile_profile FOLDER [--set SIZE]

FOLDER is a labelled set in which tiles of one design lie together: each folder below it is a set, or, with
``--set 8``, each eight pictures in their order (as `paiyan synth` draws them). Two examples of each tile,
drawn at random, make the profile as two photos would; the others are named. Boxes are the true ones.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import evenly_spaced
from paiyan.datasets.evaluation.statistics import wilson
from paiyan.datasets.formats.open_set import read_set
from paiyan.models import registry
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detection.naming.tile_profile import Profile
from paiyan.vision.picture.image import load

REPEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", type=int, default=0, help="pictures of one set of tiles, in their order")
    parser.add_argument("--limit", type=int, default=0)
    args = parser.parse_args()
    known = registry.namer()
    assert known is not None, "these weights have no namer"
    namer = Namer(known.runs)
    named: dict[object, list[NDArray[np.float32]]] = defaultdict(list)
    truth: dict[object, list[NDArray[np.int64]]] = defaultdict(list)
    for number, item in enumerate(evenly_spaced(read_set(args.folder), args.limit or None)):
        picture = load(item.image)
        boxes = (item.boxes * np.tile(picture.shape[1::-1], 2)).astype(np.float32)
        which = number // args.set if args.set else item.image.parent.parent.name
        named[which].append(namer.name(picture, boxes))
        truth[which].append(item.classes)
    rng = np.random.default_rng(0)
    sets = [(np.concatenate(named[s]), np.concatenate(truth[s])) for s in named]
    rights = np.array([trial for one, codes in sets for trial in trials(rng, one, codes)])
    tiles, before, after, mended, spoilt = rights.sum(axis=0).tolist()
    for name, right in (("without", before), ("with", after)):
        low, high = wilson(right // REPEATS, tiles // REPEATS)
        print(f"{name:8} {right / tiles:.4f} named right ({low:.4f}, {high:.4f})")
    print(f"{tiles} tiles in {REPEATS} draws of {len(sets)} sets: {mended} mended, {spoilt} spoilt")


def trials(
    rng: np.random.Generator, named: NDArray[np.float32], truth: NDArray[np.int64]
) -> list[tuple[int, int, int, int, int]]:
    """Return tiles, right before, right after, mended, spoilt, for each draw of examples."""
    found: list[tuple[int, int, int, int, int]] = []
    for _ in range(REPEATS):
        examples = {c: rng.permutation(np.flatnonzero(truth == c))[:2] for c in np.unique(truth).tolist()}
        looks = {c: np.log(named[at].astype(float).clip(1e-6)).mean(axis=0) for c, at in examples.items()}
        others = np.ones(len(truth), np.bool_)
        others[np.concatenate(list(examples.values()))] = False
        right = named[others][:, :-1].argmax(axis=1) == truth[others]
        new = Profile("", looks).adapt(named[others])[:, :-1].argmax(axis=1) == truth[others]
        counts = (others, right, new, new & ~right, right & ~new)
        found.append(tuple(int(c.sum()) for c in counts))  # type: ignore[arg-type]
    return found


if __name__ == "__main__":
    main()
