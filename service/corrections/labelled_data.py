"""A corrected picture kept as labelled data 留存, because its user asked for it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from paiyan.scorer.messages.system import reason
from paiyan.service.errors import CannotKeep, WrongUse
from paiyan.service.messages.requests import NO_BOX, NOT_KEPT, NOT_OUR_FOLDER, OTHER_PICTURE, THIS
from paiyan.service.recognition import DEFAULT_READING, ReadingSettings, opened_picture
from paiyan.vision.decoding.corrections import NOWHERE
from paiyan.vision.reading import Reading

_ONE = Lock()


def keep_corrected(
    folder: Path,
    photo: Path | bytes,
    reading: Reading,
    *,
    reading_settings: ReadingSettings = DEFAULT_READING,
) -> Path:
    """Write a picture and the tiles of its corrected reading, in YOLO and in COCO form; the picture's file.

    Raises `WrongUse` where a tile has no box, or the picture is not the one that was read; `CannotKeep` where
    the folder cannot be written to; and as `opened_picture`.
    """
    from paiyan.datasets.formats.labelled import DatasetError, save_correction

    if without := next((t for t in reading.tiles if t.box == NOWHERE), None):
        raise WrongUse(NO_BOX, tile=without.tile)
    codes, boxes = [t.tile.code for t in reading.tiles], [list(t.box) for t in reading.tiles]
    with opened_picture(photo, reading_settings=reading_settings) as file:
        if file.size != reading.size:
            name = str(photo) if isinstance(photo, Path) else THIS
            raise WrongUse(OTHER_PICTURE, name=name)
        picture = file.pixels()
        try:
            with _alone(folder):
                return save_correction(folder, picture, codes, boxes)
        except OSError as wrong:
            raise CannotKeep(NOT_KEPT, why=reason(wrong)) from wrong
        except DatasetError as wrong:
            raise WrongUse(NOT_OUR_FOLDER, folder=folder) from wrong


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """One at a time in a folder, also among the processes of a service where the system can lock files."""
    folder.mkdir(parents=True, exist_ok=True)
    with _ONE:
        try:
            import fcntl
        except ImportError:  # not on Windows, where there is one process
            yield
            return
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
