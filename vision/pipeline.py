"""A picture in, a reading out, with the time of each stage."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Literal

import numpy as np

from vision.closer import look_closer
from vision.detections import Detections
from vision.detector import Detector
from vision.game import ANY_GAME, Game
from vision.image import LIMITS, Image, Limits, load
from vision.layout import lay_out
from vision.proposal import Won
from vision.quality import picture_problems
from vision.reading import Reading, interpret

Looks = Literal["closer", "once"]


class Reader:
    """Reads pictures with one detector.

    `looks`: ``closer`` looks a second time along the row that was found, which costs two or three more
    runs of the detector and reads clearly more hands right; ``once`` is for moving pictures.
    """

    def __init__(self, detector: Detector, *, looks: Looks = "closer", limits: Limits = LIMITS) -> None:
        self.detector = detector
        self.looks = looks
        self.limits = limits

    def read(
        self,
        source: str | os.PathLike[str] | bytes | Image,
        *,
        photo: str | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
    ) -> Reading:
        """The reading of a file, of a file's bytes, or of an upright BGR picture (h, w, 3) uint8.

        `photo` is the name that the reading carries; a file's own name where none is given. `game` and `won`
        say what the hand may be: its tiles, and that it is said to have won. Raises
        `ImageError` when the picture cannot be taken in; a picture without tiles is a reading that says so.
        """
        times = dict[str, float]()
        with _timed(times, "decode"):
            image = source if isinstance(source, np.ndarray) else load(source, limits=self.limits)
        with _timed(times, "detect"):
            found = self.detector.detect(image)
        if self.looks == "closer":
            with _timed(times, "closer"):
                found = look_closer(self.detector, image, found)
        if photo is None:
            photo = Path(source).name if isinstance(source, (str, os.PathLike)) else ""
        height, width = image.shape[:2]
        read = self.reading(found, size=(width, height), photo=photo, times=times, game=game, won=won)
        problems = picture_problems(image, found, [t.role for t in read.tiles])
        return replace(read, problems=(*problems, *read.problems)) if problems else read

    def reading(
        self,
        found: Detections,
        *,
        size: tuple[int, int],
        photo: str = "",
        times: Mapping[str, float] | None = None,
        game: Game = ANY_GAME,
        won: Won = "unknown",
    ) -> Reading:
        """The reading of what was found in a picture of `size` (width, height), however it was found.

        `times` are milliseconds of the stages before.
        """
        spent = dict(times or {})
        with _timed(spent, "layout"):
            layout = lay_out(found)
        with _timed(spent, "reading"):
            read = interpret(found, layout, game=game, won=won)
        return Reading(photo, size, self.detector.name, *read, timings_ms=spent)


@contextmanager
def _timed(times: dict[str, float], stage: str) -> Generator[None, None, None]:
    start = perf_counter()
    yield
    times[stage] = 1000 * (perf_counter() - start)
