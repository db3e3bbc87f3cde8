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


def load(source: str | os.PathLike[str] | bytes, *, limits: Limits = LIMITS) -> Image:
    """The picture of a file or of a file's bytes: JPEG, PNG, WebP, and HEIC where pillow-heif is installed.

    Turned upright by its EXIF orientation; grey, 16 bit, CMYK and palette pictures become plain BGR,
    what is transparent becomes white. Returns uint8 (h, w, 3). Raises one of `ImageError`'s kinds.
    """
    if isinstance(source, bytes):
        return _decode(source, "the picture", limits)
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
            raise ImageNotFound(f"There is no file {str(path)!r}: check the path.")
        if path.is_dir():
            raise NotAFile(f"{str(path)!r} is a folder: name the picture files in it.")
        if not path.is_file():
            raise NotAFile(f"{str(path)!r} is not a plain file: save the picture to a file first.")
        if (size := path.stat().st_size) > limits.bytes:
            raise _too_many_bytes(repr(path.name), size, limits)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        why = error.strerror if isinstance(error, OSError) else error
        raise ImageNotFound(f"{str(path)!r} cannot be read ({why}): check path and permissions.") from error


def _too_many_bytes(name: str, size: int, limits: Limits) -> ImageTooLarge:
    return ImageTooLarge(
        f"{name} has {size / 2**20:.0f} MB where at most {limits.bytes / 2**20:.0f} MB are read: "
        "save it smaller or as JPEG."
    )


def _too_many_parts(name: str) -> BrokenImage:
    return BrokenImage(f"{name} is made of far more parts than a camera writes: save it anew.")


def _decode(data: bytes, name: str, limits: Limits) -> Image:
    if not data:
        raise EmptyImage(f"{name} is empty: take or copy the picture again.")
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
            return _to_bgr(ImageOps.exif_transpose(opened))
    except Pillow.DecompressionBombError as error:
        raise ImageTooLarge(
            f"{name} has far more than the {_millions(limits.pixels)} million pixels that are read: "
            "save it smaller."
        ) from error
    except UnidentifiedImageError as error:
        raise NotAnImage(_not_an_image(data, name)) from error
    except ImageError:
        raise
    except Exception as error:  # Pillow's decoders raise many kinds on damaged data
        raise BrokenImage(f"{name} is damaged or cut short: take or copy the picture again.") from error


def _formats() -> list[str]:
    """Pillow's names of the formats we read; registers the HEIC reader where it is installed."""
    formats = ["JPEG", "PNG", "WEBP"]
    if importlib.util.find_spec("pillow_heif"):
        import pillow_heif  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]

        pillow_heif.register_heif_opener()  # pyright: ignore[reportUnknownMemberType]
        formats.append("HEIF")
    return formats


def _not_an_image(data: bytes, name: str) -> str:
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc"):
        return f"{name} is a HEIC picture: install paiyan[heic] to read it, or save it as JPEG."
    known = {b"\xff\xd8\xff": "JPEG", b"\x89PNG": "PNG"}
    for start, kind in known.items():
        if data.startswith(start):
            return f"{name} is a {kind} file cut short or damaged: take or copy the picture again."
    return f"{name} is not a picture that is read here: give a JPEG, PNG or WebP file."


def _check_size(size: tuple[int, int], name: str, limits: Limits) -> None:
    width, height = size
    if width * height > limits.pixels:
        raise ImageTooLarge(
            f"{name} is {width} × {height} pixels where at most {_millions(limits.pixels)} million "
            "are read: save it smaller."
        )
    if min(width, height) < limits.side:
        raise ImageError(
            f"{name} is only {width} × {height} pixels: give a picture of at least {limits.side} a side, "
            "better 1000 or more."
        )


def _millions(pixels: int) -> str:
    return f"{pixels / 1e6:g}"


def _to_bgr(picture: PillowImage) -> Image:
    from PIL import Image as Pillow

    if picture.mode.startswith("I"):  # 16 bit grey: keep the high byte
        grey = (np.asarray(picture).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
    if picture.has_transparency_data:
        layered = picture.convert("RGBA")
        picture = Pillow.new("RGB", layered.size, (255, 255, 255))
        picture.paste(layered, mask=layered)
    rgb = np.asarray(picture.convert("RGB"), dtype=np.uint8)
    return np.ascontiguousarray(rgb[:, :, ::-1])
