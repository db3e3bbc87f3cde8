"""The sets that a recipe names, made where they are not there yet."""

from __future__ import annotations

import logging
from pathlib import Path

from paiyan.datasets.detector_training.prepare import prepare, prepared, set_hash
from paiyan.datasets.hand_scenes.layouts import write_layouts
from paiyan.datasets.synth import find_resources, synthesise
from paiyan.models.training.recipe import Scenes, TrainingSet

log = logging.getLogger(__name__)


def prepare_set(entry: TrainingSet, *, photos: Path, art: Path | None, out: Path) -> None:
    """Draw or gather a set below `out`, and warn where it is not the one that the recipe records."""
    log.info("preparing %s", out)
    if isinstance(entry.plan, Scenes):
        plan, size = entry.plan, (entry.plan.width, entry.plan.width)
        if plan.subject == "layouts":
            write_layouts(out, plan.count, seed=plan.seed, size=size, resources=find_resources(art))
        else:
            synthesise(
                out, plan.count, seed=plan.seed, size=size, pictures_a_set=plan.pictures_a_set,
                subject=plan.subject, resources=find_resources(art),
            )  # fmt: skip
    elif prepared(out) is None:
        prepare(photos, out, plan=entry.plan)
    if set_hash(out) != entry.sha256:
        log.warning(
            "%s is not the set that the recipe records (scenes and writing are drawn with the fonts that are "
            "installed, faces with the art folder): the figures may come out otherwise",
            out,
        )
