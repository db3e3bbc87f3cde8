"""The protocol of a detector, which finds the tiles of a picture, and its requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image
from paiyan.vision.requests import Asking, run

T = TypeVar("T")


class Detector(Protocol):
    """Finds the tiles of a picture.

    Let it keep boxes down to a confidence of 0.25, as `DEFAULT_THRESHOLDS` does. A hand with a tile of an
    objectness below `paiyan.vision.reading.FAINT` is never reliable.
    `Detections.from_ultralytics` and `Detections.from_supervision` make what `detect` returns.
    """

    @property
    def name(self) -> str:
        """The model's name, given in readings."""
        ...

    @property
    def sha256(self) -> str:
        """The checksum of its weights."""
        ...

    def detect(self, image: Image) -> Detections:
        """Find all tiles of an upright BGR picture (h, w, 3) uint8; boxes are in its pixels."""
        ...

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """Run `detect` on several pictures of any sizes; they share runs of the network."""
        ...


class Look(NamedTuple):
    """Ask a detector for the tiles of an upright BGR picture (h, w, 3) uint8: the answer is `Detections`."""

    pixels: Image


class Name(NamedTuple):
    """Ask the namer what boxes (n, 4) of a picture show.

    The answer is the probabilities (n, 47) of each tile code, then of no tile, and the boxes: moved to the
    edges of the tiles if they are to be `refined`, else as they were.
    """

    pixels: Image
    boxes: Floats
    refined: bool


def run_looks(asking: Asking[T], detector: Detector) -> T:
    """Run a generator that only asks a detector."""

    def answer(look: Look) -> Detections:
        return detector.detect(look.pixels)

    return run(asking, answer)
