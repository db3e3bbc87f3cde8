"""The only place where the service reads pictures: keeps a detector warm, and translates its errors."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from paiyan.scorer.messages.system import reason
from paiyan.service.errors import BadPicture, Busy, NoModel, TooLarge, WrongUse
from paiyan.service.messages.requests import NO_DETECTOR, NO_OPENCV, NOT_WRITTEN

if TYPE_CHECKING:
    from paiyan.scorer.rules.rule_set import RuleSet
    from paiyan.vision.decoding.proposal import Won
    from paiyan.vision.detection.detector import Detector
    from paiyan.vision.picture.image import Image, Limits, Photo
    from paiyan.vision.pipeline import Reader
    from paiyan.vision.reading import Reading
    from paiyan.vision.structure.scene import SeatChoice


class MemoryBudget:
    """A number of bytes that threads may hold at a time; one that wants more than is left waits."""

    def __init__(self, most: int, *, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.held = 0
        self._changed = Condition()

    @contextmanager
    def holding(self, size: int) -> Generator[None, None, None]:
        """Hold `size` bytes, at most the whole budget, for a while. Raises `Busy` after `seconds`."""
        size = min(size, self.most)
        with self._changed:
            if not self._changed.wait_for(lambda: self.held + size <= self.most, self.seconds):
                raise Busy(1)
            self.held += size
        try:
            yield
        finally:
            with self._changed:
                self.held -= size
                self._changed.notify_all()


class ReadingSettings(NamedTuple):
    """Settings of the reader: the most bytes and pixels of a picture, the cores that the network uses, the
    spinning of its threads (`load_detector`), a profile of the user's tiles, tracing
    (`paiyan.vision.trace`), a bound on the memory for decoding, and the file of a detector to use instead.
    """

    bytes: int = 64 * 2**20
    pixels: int = 80_000_000
    threads: int = 2
    spin: bool = True
    tiles: str = ""
    trace: bool = False
    room: MemoryBudget | None = None
    model: str = ""

    @property
    def of_detector(self) -> tuple[int, bool, str, str]:
        """Return the arguments for opening the detector: threads, spinning, profile and file."""
        return self.threads, self.spin, self.tiles, self.model

    @property
    def limits(self) -> Limits:
        """Return the most bytes and pixels of a picture, as `Photo` takes them."""
        from paiyan.vision.picture.image import Limits

        return Limits(bytes=self.bytes, pixels=self.pixels)


DEFAULT_READING = ReadingSettings()


_detectors: dict[tuple[int, bool, str, str], Detector] = {}
"""Those that are open, by what they were opened with."""
_SAMPLE = Path(__file__).parent / "samples" / "hand.jpg"
_opening = Lock()
"""Held while one is opened: pictures that come at once wait for the same one."""


def detector(reading_settings: ReadingSettings = DEFAULT_READING) -> Detector:
    """Return the detector of the settings, opened once. Raises `NoModel`, `WrongUse`."""
    with _opening:
        if not (found := open_detector(reading_settings)):
            found = _detectors[reading_settings.of_detector] = _load(reading_settings)
        return found


def open_detector(reading_settings: ReadingSettings = DEFAULT_READING) -> Detector | None:
    """Return the detector if it is open; it is from the first picture read on."""
    return _detectors.get(reading_settings.of_detector)


def close_detector(reading_settings: ReadingSettings) -> None:
    """Let go of the detector of the settings, if it is open."""
    _detectors.pop(reading_settings.of_detector, None)


def _load(reading_settings: ReadingSettings) -> Detector:
    # Numpy and OpenCV start a thread for each core to multiply large matrices, which spin while they wait;
    # the matrices here are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        import_module("cv2")  # before the detector does, since only here it is known how to mend it

        from paiyan.models.opening import load_detector
        from paiyan.vision.errors import ModelError, ProfileError
    except ImportError as missing:
        raise NoModel(NO_OPENCV, why=str(missing)) from missing
    try:
        threads, spin, tiles, model = reading_settings.of_detector
        found = load_detector(model or None, threads=threads, spin=spin, tiles=tiles or None)
    except ProfileError as wrong:
        raise WrongUse(wrong) from wrong
    except ModelError as wrong:
        raise NoModel(wrong) from wrong
    if model:  # a user's own: try it on an empty picture
        import numpy as np

        try:
            found.detect(np.full((640, 640, 3), 114, np.uint8))
        except Exception as wrong:  # whatever runs it has errors of its own
            raise NoModel(NO_DETECTOR, file=model) from wrong
    return found


def reader(reading_settings: ReadingSettings = DEFAULT_READING) -> Reader:
    """Return a reader with the detector of the settings. Raises `NoModel`, `WrongUse`."""
    found = detector(reading_settings)

    from paiyan.models.opening import open_reader

    return open_reader(found, limits=reading_settings.limits, trace=reading_settings.trace)


def video_reader(reading_settings: ReadingSettings = DEFAULT_READING) -> Reader:
    """Return a reader for moving pictures, which looks once at each. Raises `NoModel`, `WrongUse`."""
    found = detector(reading_settings)

    from paiyan.models.opening import open_reader

    return open_reader(found, second_pass=False)


def warm_up(reading_settings: ReadingSettings = DEFAULT_READING) -> None:
    """Read the sample photo, so that the first real one neither waits nor loads anything.

    Raises `NoModel`, `WrongUse`.
    """
    own = reading_settings._replace(bytes=DEFAULT_READING.bytes, pixels=DEFAULT_READING.pixels)
    read_picture(_SAMPLE.read_bytes(), reading_settings=own)


@contextmanager
def opened_picture(
    picture: Path | bytes, *, reading_settings: ReadingSettings = DEFAULT_READING
) -> Generator[Photo]:
    """A picture file, with room for all its pixels meanwhile. Raises `BadPicture`, `TooLarge` or `Busy`."""
    from paiyan.vision.picture.image import Photo

    with _bad_picture():
        file = Photo(picture, limits=reading_settings.limits)
        with _room(reading_settings, file.memory()):
            yield file


def read_picture(
    photo: Path | bytes | Image,
    *,
    reading_settings: ReadingSettings = DEFAULT_READING,
    rules: RuleSet | None = None,
    situation: Mapping[str, Any] | None = None,
    won: Won = "unknown",
    seat: SeatChoice = "nearest",
    more: Sequence[Path] = (),
    burst: Sequence[bytes] = (),
) -> Reading:
    """Read the hand in a picture: a file, its bytes, or upright BGR pixels (h, w, 3) uint8.

    The rules, if some are named, say what the hand may be in its `situation`; with `won`, it wins. `seat` is
    whose hand is meant where several lie there. With `more` pictures, each shows a part of one hand; those of
    a `burst` show the same scene again.

    Raises `BadPicture`, `TooLarge`, `Busy`, `BadHand`, `NoModel` or `WrongUse`.
    """
    opened = reader(reading_settings)
    from paiyan.vision.decoding.game_rules import ANY_GAME
    from paiyan.vision.picture.image import Photo

    game = ANY_GAME
    if rules is not None:
        from paiyan.service.game_rules import game_of

        game = game_of(rules, situation)
    with _bad_picture():
        if more:
            return opened.read_several([photo, *more], game=game, won=won)
        if not isinstance(photo, (Path, bytes)):
            return opened.read(photo, game=game, won=won, seat=seat)
        files = [Photo(one, limits=opened.limits) for one in (photo, *burst)]
        name = str(photo) if isinstance(photo, Path) else None
        with _room(reading_settings, sum(map(opened.memory, files))):
            if burst:
                return opened.read_burst(files, photo=name, game=game, won=won, seat=seat)
            return opened.read(files[0], photo=name, game=game, won=won, seat=seat)


def write_boxes(photo: Path | bytes, reading: Reading, target: Path) -> None:
    """Write a picture with the boxes of its reading. Raises `BadPicture`."""
    from paiyan.vision.drawing import draw
    from paiyan.vision.picture.image import load, save

    with _bad_picture():
        target.parent.mkdir(parents=True, exist_ok=True)
        save(draw(load(photo), reading), target)


def _room(reading_settings: ReadingSettings, size: int) -> AbstractContextManager[None]:
    """Hold memory of that size. Raises `Busy` if there is none for too long."""
    return reading_settings.room.holding(size) if reading_settings.room else nullcontext()


@contextmanager
def _bad_picture() -> Generator[None]:
    from paiyan.vision.errors import ImageError, ImageTooLarge

    try:
        yield
    except ImageTooLarge as wrong:
        raise TooLarge(wrong) from wrong
    except ImageError as wrong:
        raise BadPicture(wrong) from wrong
    except OSError as wrong:
        raise BadPicture(NOT_WRITTEN, why=reason(wrong)) from wrong
