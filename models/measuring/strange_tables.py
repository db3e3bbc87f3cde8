"""Measure strange tables, one cause at a time, and tiles that are not white, before and after a change.

``python -m paiyan.models.measuring.strange_tables`` draws hands of each cause
(`paiyan.datasets.hand_scenes.layouts`) and sets of tiles of each material in designs that no training
draws, reads them, and writes `strange_tables.json`: a named entry for each state of weights and code that was
measured.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import match_boxes
from paiyan.datasets.hand_scenes.layouts import CAUSES, draw_strange_tables, joined_exact
from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.style import MATERIALS, Material
from paiyan.datasets.synth.scene_sets import scene_of
from paiyan.models import registry
from paiyan.models.opening import load_detector, open_reader
from paiyan.models.pages import figures as pages
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.thresholds import SURE_TILE
from paiyan.vision.pipeline import Reader

EACH, PICTURES, SEED = 24, 12, 887_000
SIZE = (960, 960)


class Hands(NamedTuple):
    """Counts of hands of one cause: all, exact, with the winning tile too, reliable, and reliable but
    wrong."""

    hands: int
    exact: int
    winning: int
    reliable: int
    wrong: int


class Tiles(NamedTuple):
    """Counts of faces of one material: all, those read, and those of them that are right."""

    tiles: int
    reported: int
    right: int

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        return 2 * self.right / max(self.tiles + self.reported, 1)


def measure_hands(reader: Reader, cause: str, count: int) -> Hands:
    """Read the hands of a cause; one that is shown in part is never exact, and must not be called
    reliable."""
    rows: list[tuple[bool, bool, bool]] = []
    for made in draw_strange_tables(cause, count):
        read = reader.read(render(made.scene, made.rng)[0], photo=cause)
        whole = CAUSES[cause].shows == "all"
        exact = whole and joined_exact(read.hand, made.truth)
        won = read.hand.winning.code if read.hand.winning else None
        rows.append((exact, exact and made.truth.winning in (None, won), read.reliable))
    return Hands(
        len(rows), sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows),
        sum(reliable and not exact for exact, _, reliable in rows),
    )  # fmt: skip


def measure_tiles(reader: Reader, material: Material, count: int) -> Tiles:
    """Read pictures of held-out sets of a material, and compare the faces; backs do not count."""
    tiles = reported = right = 0
    for number in range(count):
        index = number * len(MATERIALS) + MATERIALS.index(material)
        scene, rng = scene_of(index, seed=SEED, size=SIZE, pictures_a_set=1, subject="held-out materials")
        picture, labels = render(scene, rng)
        faces = [label for label in labels if label.code != BACK]
        found = [
            tile for tile in reader.read(picture, photo=material).tiles
            if tile.tile.code != BACK and tile.confidence >= SURE_TILE
        ]  # fmt: skip
        pairs = match_boxes(_boxes([f.box for f in faces]), _boxes([t.box for t in found]))
        tiles, reported = tiles + len(faces), reported + len(found)
        right += sum(faces[a].code == found[b].tile.code for a, b in pairs)
    return Tiles(tiles, reported, right)


def _boxes(boxes: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    return np.array(boxes, np.float64).reshape(-1, 4)


def main() -> None:
    """Measure, print a line for each cause and material, and write them under a name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="what was measured, such as 'before'; an entry of that name is replaced")
    parser.add_argument("--each", type=int, default=EACH, help="hands of each cause")
    parser.add_argument(
        "--cause", action="append", choices=list(CAUSES), help="measure only it, and keep the entry's others"
    )
    parser.add_argument("--pictures", type=int, default=PICTURES, help="pictures of each material")
    args = parser.parse_args()
    reader = open_reader(load_detector(backend="onnxruntime", threads=1, spin=False))
    entry: dict[str, Any] = {
        "name": args.name, "each": args.each, "detector_sha256": registry.default().onnx_sha256,
        "namer_sha256": registry.second_stage().sha256, "structure_sha256": registry.structure().sha256,
        "tiles": {}, "hands": {},
    }  # fmt: skip
    known: list[dict[str, Any]] = pages.read_json(pages.STRANGE) if pages.STRANGE.exists() else []
    if args.cause:
        before = [one for one in known if (one["name"], one["each"]) == (args.name, args.each)]
        if not before:
            parser.error(f"no entry '{args.name}' of {args.each} hands, of which others could be kept")
        entry = entry | before[0]
    for material in () if args.cause else MATERIALS:
        figures = measure_tiles(reader, material, args.pictures)
        entry["tiles"][material] = [*figures, round(figures.f1, 4)]
        print(
            f"{material:10} {figures.tiles} tiles, {figures.reported} reported, "
            f"{figures.right} right: F1 {figures.f1:.3f}",
            flush=True,
        )
    for cause in args.cause or CAUSES:
        hands = measure_hands(reader, cause, args.each)
        entry["hands"][cause] = list(hands)
        print(f"{cause:34} {hands}", flush=True)
    pages.write_json(pages.STRANGE, pages.with_entry(known, entry, by="name"))


if __name__ == "__main__":
    main()
