"""The only way in for pictures: a path or bytes become an upright BGR array.

Sizes are judged from the header, before a pixel is decoded. Pillow is imported on first use, so
that a program that reads no picture does not pay for it.
"""

from __future__ import annotations

import importlib.util
import io
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.words import Said, Words
from vision import refusals
from vision.errors import (
    BrokenImage,
    EmptyImage,
    ImageError,
    ImageNotFound,
    ImageTooLarge,
    NotAFile,
    NotAnImage,
)
from vision.excess import count_scans, too_often_painted

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

Image = NDArray[np.uint8]
"""Pixels (height, width, 3), blue green red, upright as the camera was held."""


class Limits(NamedTuple):
    """What is taken in: file size in bytes, picture size in pixels, the shortest side in pixels."""

    bytes: int = 64 * 2**20
    pixels: int = 80_000_000
    side: int = 16


LIMITS = Limits()
_STRIP = 64  # rows that are converted at a time


def load(source: str | os.PathLike[str] | bytes, *, limits: Limits = LIMITS) -> Image:
    """The picture of a file or of a file's bytes: JPEG, PNG, WebP, and HEIC where pillow-heif is installed.

    Turned upright by its EXIF orientation; grey, 16 bit, CMYK and palette pictures become plain BGR,
    what is transparent becomes white. Returns uint8 (h, w, 3). Raises one of `ImageError`'s kinds.
    """
    if isinstance(source, bytes):
        return _decode(source, refusals.THE_PICTURE, limits)
    path = Path(source)
    return _decode(_read(path, limits), repr(path.name or str(path)), limits)


def save(image: Image, path: str | os.PathLike[str]) -> None:
    """Write a BGR picture; the format follows the name (.jpg .png .webp). Raises `ImageError`."""
    from PIL import Image as Pillow

    target = Path(path)
    if target.suffix.lower() not in (".jpg", ".jpeg", ".png", ".webp"):
        raise ImageError(f"{target.name!r} names no picture format: end it in .jpg, .png or .webp.")
    try:
        Pillow.fromarray(np.ascontiguousarray(image[:, :, ::-1])).save(target, quality=92)
    except OSError as error:
        why = error.strerror or error
        raise ImageError(f"{str(target)!r} cannot be written ({why}): choose another place.") from error


def _read(path: Path, limits: Limits) -> bytes:
    try:
        if not path.exists():
            raise ImageNotFound(refusals.NO_FILE, path=str(path))
        if path.is_dir():
            raise NotAFile(refusals.A_FOLDER, path=str(path))
        if not path.is_file():
            raise NotAFile(refusals.NOT_PLAIN, path=str(path))
        if (size := path.stat().st_size) > limits.bytes:
            raise _too_many_bytes(repr(path.name), size, limits)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        why = error.strerror if isinstance(error, OSError) else error
        raise ImageNotFound(refusals.NOT_READ, path=str(path), why=why) from error


def _too_many_bytes(name: str | Words, size: int, limits: Limits) -> ImageTooLarge:
    has, most = size / 2**20, limits.bytes / 2**20
    return ImageTooLarge(refusals.TOO_MANY_BYTES, name=name, has=has, most=most)


def _too_many_parts(name: str | Words) -> BrokenImage:
    return BrokenImage(refusals.TOO_MANY_PARTS, name=name)


def _decode(data: bytes, name: str | Words, limits: Limits) -> Image:
    if not data:
        raise EmptyImage(refusals.EMPTY, name=name)
    if len(data) > limits.bytes:
        raise _too_many_bytes(name, len(data), limits)
    from PIL import Image as Pillow
    from PIL import ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if (scans := count_scans(data)) is None:
                raise _too_many_parts(name)
            formats = _formats()
            opened: PillowImage = Pillow.open(io.BytesIO(data), formats=formats)
            _check_size(opened.size, name, limits)
            if too_often_painted(scans, opened.width * opened.height):
                raise _too_many_parts(name)
            opened.load()
            ImageOps.exif_transpose(opened, in_place=True)
            return _to_bgr(opened)
    except Pillow.DecompressionBombError as error:
        raise ImageTooLarge(refusals.BOMB, name=name, most=limits.pixels / 1e6) from error
    except UnidentifiedImageError as error:
        raise NotAnImage(_not_an_image(data, name)) from error
    except ImageError:
        raise
    except Exception as error:  # Pillow's decoders raise many kinds on damaged data
        raise BrokenImage(refusals.DAMAGED, name=name) from error


def _formats() -> list[str]:
    """Pillow's names of the formats we read; registers the HEIC reader where it is installed."""
    formats = ["JPEG", "PNG", "WEBP"]
    if importlib.util.find_spec("pillow_heif"):
        import pillow_heif  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]

        pillow_heif.register_heif_opener()  # pyright: ignore[reportUnknownMemberType]
        formats.append("HEIF")
    return formats


def _not_an_image(data: bytes, name: str | Words) -> Said:
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc"):
        return Said(refusals.HEIC, {"name": name})
    known = {b"\xff\xd8\xff": "JPEG", b"\x89PNG": "PNG"}
    for start, kind in known.items():
        if data.startswith(start):
            return Said(refusals.CUT_SHORT, {"name": name, "kind": kind})
    return Said(refusals.NO_PICTURE, {"name": name})


def _check_size(size: tuple[int, int], name: str | Words, limits: Limits) -> None:
    width, height = size
    if width * height > limits.pixels:
        about = {"width": width, "height": height, "most": limits.pixels / 1e6}
        raise ImageTooLarge(refusals.TOO_MANY_PIXELS, name=name, **about)
    if min(width, height) < limits.side:
        about = {"width": width, "height": height, "least": limits.side}
        raise ImageError(refusals.TOO_SMALL, name=name, **about)


def _to_bgr(picture: PillowImage) -> Image:
    """Converted strip by strip: whole copies of a large picture would take several times its memory."""
    out = np.empty((picture.height, picture.width, 3), np.uint8)
    for top in range(0, picture.height, _STRIP):
        below = min(top + _STRIP, picture.height)
        strip = _plain(picture.crop((0, top, picture.width, below)))
        pixels = strip.tobytes("raw", "BGR")  # Pillow swaps the colours ten times as fast as numpy
        out[top:below] = np.frombuffer(pixels, np.uint8).reshape(below - top, picture.width, 3)
    return out


def _plain(picture: PillowImage) -> PillowImage:
    """In plain RGB, on white."""
    from PIL import Image as Pillow

    if picture.mode.startswith("I"):  # 16 bit grey: keep the high byte
        grey = (np.asarray(picture).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)
        return Pillow.fromarray(grey).convert("RGB")
    if picture.has_transparency_data:
        layered = picture.convert("RGBA")
        picture = Pillow.new("RGB", layered.size, (255, 255, 255))
        picture.paste(layered, mask=layered)
    return picture.convert("RGB")
