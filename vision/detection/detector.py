"""What finds the tiles of a picture: one protocol, whatever runs behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image
from paiyan.vision.requests import Asking, run

T = TypeVar("T")


class Detector(Protocol):
    """Finds the tiles of a picture.

    Let it keep boxes down to a confidence of 0.25, as `DEFAULT_THRESHOLDS` does. A hand with a tile that is
    there with less than `paiyan.vision.reading.FAINT` is never reliable.
    `Detections.from_ultralytics` and `Detections.from_supervision` make what `detect` returns.
    """

    @property
    def name(self) -> str:
        """The model's name, as a reading gives it."""
        ...

    @property
    def sha256(self) -> str:
        """The checksum of its weights."""
        ...

    def detect(self, image: Image) -> Detections:
        """All tiles of an upright BGR picture (h, w, 3) uint8, boxes in its pixels."""
        ...

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """What `detect` finds in each of several pictures, of any sizes; they share runs of the network."""
        ...


class Look(NamedTuple):
    """Ask a detector for the tiles of an upright BGR picture (h, w, 3) uint8: `Detections` answer."""

    pixels: Image


class Name(NamedTuple):
    """Ask the namer what boxes (n, 4) of a picture show.

    The answer is the probabilities (n, 47) of each tile code, then of no tile, and the boxes: placed again
    where the tiles' edges are if that is to be `refined`, else as they were.
    """

    pixels: Image
    boxes: Floats
    refined: bool


def run_looks(asking: Asking[T], detector: Detector) -> T:
    """Run a generator that only asks a detector."""

    def answer(look: Look) -> Detections:
        return detector.detect(look.pixels)

    return run(asking, answer)
