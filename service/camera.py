"""The camera of ``paiyan watch``: frames of a webcam, a stream address or a video, and the window for them.

A camera that is missing or disappears is reported once and retried until it is back; a video file ends. No
other file opens a camera.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from paiyan.scorer.messages.languages import Message
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal
from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading

AGAIN = 1.0
"""Seconds between two tries to open a camera."""


class Frame(NamedTuple):
    """A picture, upright BGR, and when it was taken: seconds from the start."""

    picture: Image
    at: float


def frames(
    source: str,
    *,
    say: Callable[[Message], None],
    tries: int | None = None,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Frame]:
    """Yield the frames of a camera's number (``0``), an address (``http://…``, ``rtsp://…``) or a video file.

    `say` gets a sentence when a camera is missing, and one when it is back. With `tries`, that many failures
    in a row end it. Raises `WrongUse` for a name of none of the three kinds, and for a file
    that holds no video.
    """
    _quiet()
    if Path(source).is_file():
        yield from _of_file(source)
        return
    if not source.isdigit() and "://" not in source:
        raise WrongUse(refusal.NO_VIDEO, source=source)
    start, missing, failed = clock(), False, 0
    while tries is None or failed < tries:
        capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
        try:
            while (picture := _next(capture)) is not None:
                if missing:
                    say(Message(refusal.CAMERA_BACK, {"source": source}))
                missing, failed = False, 0
                yield Frame(picture, clock() - start)
        finally:
            capture.release()
        if not missing:
            say(Message(refusal.NO_CAMERA_PICTURE, {"source": source}))
        missing, failed = True, failed + 1
        sleep(AGAIN)


def _quiet() -> None:
    """Silence OpenCV's own messages; its fifth version moved the switch."""
    opencv: Any = cv2
    (getattr(opencv, "setLogLevel", None) or opencv.utils.logging.setLogLevel)(0)


def _of_file(source: str) -> Iterator[Frame]:
    capture = cv2.VideoCapture(source)
    try:
        rate = capture.get(cv2.CAP_PROP_FPS) or 25.0
        number = 0
        while (picture := _next(capture)) is not None:
            yield Frame(picture, number / rate)
            number += 1
        if not number:
            raise WrongUse(refusal.NOT_A_VIDEO, source=source)
    finally:
        capture.release()


def _next(capture: Any) -> Image | None:
    there, picture = capture.read()
    return cast(Image, picture) if there else None


_FONTS = (
    "NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf", "SourceHanSansSC-Regular.otf", "wqy-microhei.ttc",
    "wqy-zenhei.ttc", "msyh.ttc", "simhei.ttf", "PingFang.ttc", "Hiragino Sans GB.ttc",
    "DroidSansFallbackFull.ttf",
)  # fmt: skip
_PLAIN = "Aileron"  # the family of Pillow's own font


def overlay(picture: Image, reading: Reading | None, lines: list[str]) -> Image:
    """Draw a reading on a copy of a frame, if there is one, and lines of text on a strip at its foot."""
    canvas = np.array(picture) if reading is None else draw(picture, reading)
    size = max(canvas.shape[1] // 45, 14)
    step = round(size * 1.4)
    top = canvas.shape[0] - step * len(lines) - step // 2
    canvas[top:] //= 4
    strip = Pictures.fromarray(canvas[top:, :, ::-1])
    pen = ImageDraw.Draw(strip)
    for number, text in enumerate(lines):
        pen.text((step // 2, step // 4 + number * step), text, fill=(240, 240, 240), font=_font(size))
    canvas[top:] = np.asarray(strip)[:, :, ::-1]
    return canvas


@cache
def _font(size: int) -> Any:
    """A font of the system that has Chinese and Japanese; Pillow's own, which has neither, where none is."""
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def drawn_language(lang: str) -> str:
    """Return the language for a window: English if no font has the letters of the requested one."""
    return "en" if _font(14).getname()[0] == _PLAIN else lang
