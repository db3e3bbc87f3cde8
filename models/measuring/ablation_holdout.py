"""Measure both stages on tiles that neither has seen, with a twin of the detector trained without them.

The shipped detector saw the photos of ``models/sets/unseen.txt`` in its last stages.
``models/recipes/ablation_holdout.yaml`` ends before them;
``python -m paiyan.models.measuring.ablation_holdout ../shared/photos TWIN.onnx --art ../shared/art`` measures
it with the shipped namer and writes ``models/results/ablation_holdout.json``, which card and README show.
All that is fitted to a detector is fitted again for it, and each group of ``unseen.txt``, a set of tiles on a
table, is read with parameters fitted on the other groups. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from paiyan.datasets.evaluation.boxes import data_sha256, evaluate_pictures, figures
from paiyan.datasets.formats.labelled import Labelled, read_manifest
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.roles import read_split
from paiyan.models.measuring.measure import (
    ALL_BOXES,
    HANDS,
    Load,
    kept,
    measured_boxes,
    measured_hands,
    measured_lists,
    weighed,
)
from paiyan.models.opening import open_reader
from paiyan.models.pages import figures as pages
from paiyan.models.registry import NamerModel
from paiyan.models.sets import SPLIT, development_sets
from paiyan.models.training.fusion import fit_rescoring, joined, looks_at
from paiyan.models.training.recipe import NamerRecipe, prepare_sets, with_namer
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.loading import both_stages
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector
from paiyan.vision.detection.thresholds import FIRST_STAGE, SURE_TILE, Thresholds
from paiyan.vision.pipeline import Reader
from paiyan.vision.reading import Reading

UNSEEN, CLEAN = "unseen", "zh_clean"


class ReaderOfGroups:
    """Read each photo with the reader of its group: `readers` by group, `groups` by a photo's file name."""

    def __init__(self, readers: Mapping[str, Reader], groups: Mapping[str, str]) -> None:
        self._readers, self._groups = readers, groups
        self.detector = next(iter(readers.values())).detector

    def read(self, source: Path, /) -> Reading:
        """Read a photo of one of the groups."""
        return self._readers[self._groups[source.name]].read(source)


def fitted_without_each(
    groups: Mapping[str, Sequence[Labelled]],
    clean: Sequence[Labelled],
    second: NamerModel,
    load: Load,
    *,
    recipe: NamerRecipe,
) -> dict[str, NamerModel]:
    """Return for each group a namer whose context was fitted on all sets of the recipe without this group."""
    first, counts = load(FIRST_STAGE), recipe.context_fitted_on
    known = looks_at(clean, second, first)
    looks = {name: looks_at(items, second, first) for name, items in groups.items()}
    fitted: dict[str, NamerModel] = {}
    for name in groups:
        others = joined([look for other, look in looks.items() if other != name])
        context = fit_rescoring([(known, counts[CLEAN]), (others, counts[UNSEEN])])
        fitted[name] = replace(second, context=context._asdict())
    return fitted


def measure_twin(
    load: Load, second: NamerModel, recipe: NamerRecipe, photos: Path, *, work: Path
) -> dict[str, Any]:
    """Return the figures of `models/results/shipped.json` for another detector and the namer fitted to it."""
    folders = development_sets(photos, work)
    unseen, groups = read_set(folders[UNSEEN]), defaultdict[str, list[Labelled]](list)
    for item in unseen:
        groups[item.folder].append(item)
    fitted = fitted_without_each(groups, read_set(folders[CLEAN]), second, load, recipe=recipe)
    seen = [
        one
        for name, items in groups.items()
        for one in evaluate_pictures(both_stages(load, fitted[name], thresholds=ALL_BOXES), items).seen
    ]
    boxes = figures(seen, by=load(ALL_BOXES), threshold=SURE_TILE, data_sha256=data_sha256(unseen))
    readers = {name: open_reader(both_stages(load, one)) for name, one in fitted.items()}
    of_unseen = measured_hands(ReaderOfGroups(readers, _groups_of(photos)), photos, HANDS[:1])
    others = measured_lists(open_reader(both_stages(load, second)), photos, HANDS[1:])
    return {
        "blend": dict(second.blend),
        "contexts": {
            CLEAN: dict(second.context),
            **{name: dict(one.context) for name, one in fitted.items()},
        },
        "sets": {
            UNSEEN: kept(boxes, UNSEEN),
            CLEAN: measured_boxes(both_stages(load, second, thresholds=ALL_BOXES), folders[CLEAN])[0],
        },
        "hands": of_unseen + others,
    }


def _groups_of(photos: Path) -> dict[str, str]:
    """Return the group of each photo of ``unseen.txt`` by its file name, for every picture of a photo."""
    group_of = {photo: name for name, listed in read_split(SPLIT).items() for photo in listed}
    records = read_manifest(photos / "manifest.csv")
    return {Path(r.image).name: group_of[r.set, r.source] for r in records if (r.set, r.source) in group_of}


def main() -> None:
    """Fit, measure, write ablation_holdout.json and write the pages again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("twin", type=Path)
    parser.add_argument("--art", type=Path, help="a folder of further tile faces, for the scenes fitted on")
    parser.add_argument("--work", type=Path, default=Path("out/train"))
    args = parser.parse_args()
    recipe, namer = with_namer()
    drawn = namer.weighed_on & recipe.sets.keys()
    prepare_sets(recipe, drawn, photos=args.photos, art=args.art, work=args.work)

    @cache
    def load(thresholds: Thresholds) -> Detector:
        return OnnxDetector(args.twin, threads=1, thresholds=thresholds)

    second = weighed(load, namer, photos=args.photos, work=args.work)
    figures = measure_twin(load, second, namer, args.photos, work=args.work / "measured")
    pages.write_json(pages.ABLATION_HOLDOUT, figures)
    pages.main()


if __name__ == "__main__":
    main()
