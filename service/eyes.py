"""The one place where the service looks at pictures: a reader kept warm, its errors made ours."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.errors import BadPicture, NoModel, TooLarge

if TYPE_CHECKING:
    from vision.pipeline import Reader


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader with the project's own weights, opened once. Raises `NoModel`."""
    try:
        import_module("cv2")  # before the reader does, since only here it is known how to mend it

        from vision.detector import load_detector
        from vision.pipeline import Reader
    except ImportError as missing:
        raise NoModel(
            f"OpenCV cannot start ({missing}): install the system's libGL, or opencv-python-headless "
            "in place of opencv-python"
        ) from missing
    try:
        return Reader(load_detector())
    except ValueError as wrong:
        raise NoModel(str(wrong)) from wrong


def look(photo: Path | bytes, *, lang: str, drawn: Path | None = None) -> dict[str, Any]:
    """The reading of a picture; with `drawn`, the picture with its boxes is written there.

    Raises `BadPicture`, `TooLarge` or `NoModel`.
    """
    opened = reader()
    with _bad_picture():
        reading = opened.read(photo, photo=str(photo) if isinstance(photo, Path) else None)
        if drawn is not None:
            from vision.draw import draw
            from vision.image import load, save

            drawn.parent.mkdir(parents=True, exist_ok=True)
            save(draw(load(photo), reading), drawn)
    return reading.to_json(lang="zh" if lang == "zh" else "en")


@contextmanager
def _bad_picture() -> Generator[None]:
    from vision.errors import ImageError, ImageTooLarge

    try:
        yield
    except ImageTooLarge as wrong:
        raise TooLarge(str(wrong)) from wrong
    except ImageError as wrong:
        raise BadPicture(str(wrong)) from wrong
    except OSError as wrong:
        raise BadPicture(
            f"the picture cannot be written: {(wrong.strerror or str(wrong)).lower()}"
        ) from wrong
