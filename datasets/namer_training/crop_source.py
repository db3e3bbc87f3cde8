"""Sources of the crops of a training: parts that are fixed, and parts that processes draw for ever."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.crop_sets import CropPlan, crops_of, draw_crops, single_tiles
from paiyan.datasets.namer_training.crops import Crops, join_crops, load_crops, save_crops
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.datasets.synth.scenes.scene import SynthError

log = logging.getLogger(__name__)
_FAILURES = 3  # in succession; one picture in a million must not end a training


class PartCrops(NamedTuple):
    """Some crops of a part of a plan."""

    part: str
    crops: Crops


@dataclass(frozen=True, kw_only=True)
class CropSource:
    """The crops of a plan, from labelled `photos`, the folder of its sets of `scenes`, fonts and art.

    Fixed parts are cut once and lie in the folder `kept` from then on: a machine that has it needs neither
    photos nor scenes, except the single tiles that rows show. `processes` draw the streams; None: all
    processors but one.
    """

    plan: CropPlan
    photos: Path
    scenes: Path
    kept: Path
    resources: Resources = field(default_factory=Resources)
    processes: int | None = None

    def fixed(self) -> Iterator[PartCrops]:
        """The parts that are no stream."""
        for name in self.plan.parts:
            if name not in self.plan.streams:
                yield PartCrops(name, load_crops(self.prepare(name)))

    def prepare(self, name: str) -> Path:
        """Cut the crops of a fixed part, unless they are there, and return their file."""
        file = self.kept / f"{name}.npz"
        if not file.exists():
            log.info("cutting crops: %s", name)
            places = {"photos": self.photos, "scenes": self.scenes}
            save_crops(file, crops_of(name, self.plan, **places, resources=self.resources))
        return file

    def stream(self) -> DrawingProcesses[PartCrops]:
        """The parts that are drawn while training goes on; see `draw_for_ever`."""
        wanted = self.processes if self.processes is not None else max((os.cpu_count() or 2) - 1, 1)
        draw = partial(draw_for_ever, self.plan, self.photos, self.resources)
        return DrawingProcesses(draw, wanted if self.plan.streams else 0)


def draw_for_ever(plan: CropPlan, photos: Path, resources: Resources, number: int) -> Iterator[PartCrops]:
    """Draw the streams of a plan in their shares of this process's time, as the process with this number."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((plan.seed, number))
    faces = {name: single_tiles(plan.parts[name], photos) for name in plan.streams}
    spent, failed = dict.fromkeys(plan.streams, 0.0), 0
    while True:
        name = min(spent, key=lambda part: spent[part] / plan.streams[part].time)
        begun, crops = time.process_time(), None
        try:
            crops = join_crops(draw_crops(plan.parts[name], rng, faces=faces[name], resources=resources))
            failed = 0
        except (SynthError, ValueError, cv2.error) as error:
            failed += 1
            log.warning("a drawing of %s failed: %s", name, error)
            if failed == _FAILURES:
                raise DatasetError(f"{name} cannot be drawn: {error}") from error
        spent[name] += time.process_time() - begun + 1e-6
        if crops is not None:
            yield PartCrops(name, crops)
