"""Load pictures, the only way in: a path or bytes become an upright BGR array.

Sizes are checked from the header, before a pixel is decoded, and a large JPEG is decoded at no more pixels
than requested. Pillow is imported on first use, so that a program without pictures does not pay for it.

A JPEG may hold its pixels in thousands of scans, each of the whole picture, and a JPEG or a PNG may be made
of millions of tiny segments: both would cost a decoder minutes for a file of some megabytes, and are refused.
"""

from __future__ import annotations

import importlib.util
import io
import os
import struct
import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.messages.system import reason
from paiyan.vision import messages as refusal
from paiyan.vision.errors import (
    BrokenImage,
    EmptyImage,
    ImageError,
    ImageNotFound,
    ImageTooLarge,
    NotAFile,
    NotAnImage,
)
from paiyan.vision.pixels import Image as Image
from paiyan.vision.sizes import size_of as size_of

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage


class Limits(NamedTuple):
    """The limits of input: file size in bytes, picture size in pixels, the shortest side in pixels."""

    bytes: int = 64 * 2**20
    pixels: int = 80_000_000
    side: int = 16


LIMITS = Limits()
_STRIP_ROWS = 64  # rows that are converted at a time
_ORIENTATION = 0x0112  # EXIF: how the camera was held
_QUARTER_TURNS = (5, 6, 7, 8)  # orientations that swap width and height

# Bytes of memory for each pixel while a picture is decoded, at most.
_BYTES_PER_PIXEL = 8  # JPEG and PNG: Pillow's four, twice while turned, or with our three next to them
_PROGRESSIVE_BYTES = 6  # more for a progressive JPEG, of its full size however small it is decoded
_OTHER_FORMATS_BYTES = 16  # WebP and HEIC, whose decoders keep their own pictures


def load(source: str | os.PathLike[str] | bytes, *, limits: Limits = LIMITS) -> Image:
    """Load a picture from a file or its bytes: JPEG, PNG, WebP, and HEIC if pillow-heif is installed.

    It is turned upright by its EXIF orientation; grey, 16 bit, CMYK and palette pictures become plain BGR,
    transparent parts become white. Returns uint8 (h, w, 3). Raises one of `ImageError`'s kinds.
    """
    return Photo(source, limits=limits).pixels()


class Photo:
    """An open picture file: its size is known, and its pixels are decoded on request.

    The source and the exceptions are those of `load`.
    """

    def __init__(self, source: str | os.PathLike[str] | bytes, *, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._name: str | Words = refusal.THE_PICTURE
        if isinstance(source, bytes):
            self._data = source
        else:
            path = Path(source)
            self._name = repr(path.name or str(path))
            self._data = _read(path, limits)
        with self._opened() as opened:
            wide, high = opened.size
            turned = _exif(opened).get(_ORIENTATION, 1) in _QUARTER_TURNS
            self._kind, self._progressive = opened.format, bool(opened.info.get("progressive"))
        self.size = (high, wide) if turned else (wide, high)
        """Width and height in pixels, upright."""
        self._decoded: dict[int, Image] = {}

    def pixels(self, *, side: int | None = None) -> Image:
        """Return upright BGR (h, w, 3) uint8, at a half, a quarter or an eighth of its size (rounded up) if
        its longer side then still has `side` pixels; the whole without `side`. The last result is cached:
        another call returns the same array."""
        part = self._part(side)
        if part not in self._decoded:
            self._decoded.clear()
            self._decoded[part] = self._pixels(part)
        return self._decoded[part]

    def _pixels(self, part: int) -> Image:
        with self._opened() as opened:
            _exif(opened)  # before the pixels are read: EXIF after them is ignored
            if self.scales and part > 1:
                opened.draft(None, (opened.width // part, opened.height // part))
            opened.load()
            from PIL import ImageOps

            ImageOps.exif_transpose(opened, in_place=True)
            return _to_bgr(opened, part=1 if self.scales else part)

    @property
    def scales(self) -> bool:
        """True if decoding it smaller costs less: for other formats all pixels are decoded in any case."""
        return self._kind == "JPEG"

    def memory(self, *, side: int | None = None) -> int:
        """Return the peak of bytes while it is decoded."""
        pixels = self.size[0] * self.size[1]
        if not self.scales:
            return pixels * (_BYTES_PER_PIXEL if self._kind == "PNG" else _OTHER_FORMATS_BYTES)
        kept = _PROGRESSIVE_BYTES * pixels if self._progressive else 0
        return kept + _BYTES_PER_PIXEL * pixels // self._part(side) ** 2

    def _part(self, side: int | None) -> int:
        """Return the divisor of its size for decoding: 1, 2, 4 or 8."""
        if side is None:
            return 1
        return next(part for part in (8, 4, 2, 1) if part == 1 or max(self.size) >= part * side)

    @cached_property
    def _scans(self) -> int | None:
        return count_scans(self._data)

    @contextmanager
    def _opened(self) -> Generator[PillowImage]:
        """Open the file with Pillow within the limits; Pillow's exceptions become `ImageError`s."""
        data, name, limits = self._data, self._name, self._limits
        if not data:
            raise EmptyImage(refusal.EMPTY, name=name)
        if len(data) > limits.bytes:
            raise _too_many_bytes(name, len(data), limits)
        from PIL import Image as Pillow
        from PIL import UnidentifiedImageError

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if self._scans is None:
                    raise _too_many_parts(name)
                opened: PillowImage = Pillow.open(io.BytesIO(data), formats=_formats())
                check_size(opened.size, name, limits)
                if takes_too_long(self._scans, opened.width * opened.height):
                    raise _too_many_parts(name)
                yield opened
        except Pillow.DecompressionBombError as error:
            raise ImageTooLarge(refusal.BOMB, name=name, most=limits.pixels / 1e6) from error
        except UnidentifiedImageError as error:
            raise NotAnImage(_not_an_image(data, name)) from error
        except ImageError:
            raise
        except Exception as error:  # Pillow's decoders raise many kinds on damaged data
            raise BrokenImage(refusal.DAMAGED, name=name) from error


def save(image: Image, path: str | os.PathLike[str]) -> None:
    """Write a BGR picture; the format follows the name (.jpg .png .webp). Raises `ImageError`."""
    from PIL import Image as Pillow

    target = Path(path)
    if target.suffix.lower() not in (".jpg", ".jpeg", ".png", ".webp"):
        raise ImageError(refusal.NO_FORMAT, path=target.name)
    try:
        Pillow.fromarray(np.ascontiguousarray(image[:, :, ::-1])).save(target, quality=92)
    except OSError as error:
        raise ImageError(refusal.NOT_WRITTEN, path=str(target), why=reason(error)) from error


def _read(path: Path, limits: Limits) -> bytes:
    try:
        if not path.exists():
            raise ImageNotFound(refusal.NO_FILE, path=str(path))
        if path.is_dir():
            raise NotAFile(refusal.A_FOLDER, path=str(path))
        if not path.is_file():
            raise NotAFile(refusal.NOT_PLAIN, path=str(path))
        if (size := path.stat().st_size) > limits.bytes:
            raise _too_many_bytes(repr(path.name), size, limits)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        why = reason(error) if isinstance(error, OSError) else error
        raise ImageNotFound(refusal.NOT_READ, path=str(path), why=why) from error


def _too_many_bytes(name: str | Words, size: int, limits: Limits) -> ImageTooLarge:
    has, most = size / 2**20, limits.bytes / 2**20
    return ImageTooLarge(refusal.TOO_MANY_BYTES, name=name, has=has, most=most)


def _too_many_parts(name: str | Words) -> BrokenImage:
    return BrokenImage(refusal.TOO_MANY_PARTS, name=name)


def _formats() -> list[str]:
    """Return Pillow's names of the supported formats; register the HEIC reader if it is installed."""
    formats = ["JPEG", "PNG", "WEBP"]
    if importlib.util.find_spec("pillow_heif"):
        import pillow_heif  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]

        pillow_heif.register_heif_opener()  # pyright: ignore[reportUnknownMemberType]
        formats.append("HEIF")
    return formats


def _not_an_image(data: bytes, name: str | Words) -> Message:
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc"):
        return Message(refusal.HEIC, {"name": name})
    known = {b"\xff\xd8\xff": "JPEG", b"\x89PNG": "PNG"}
    for start, kind in known.items():
        if data.startswith(start):
            return Message(refusal.CUT_SHORT, {"name": name, "kind": kind})
    return Message(refusal.NO_PICTURE, {"name": name})


def check_size(size: tuple[int, int], name: str | Words, limits: Limits) -> None:
    """Raise `ImageError` for a picture with too many pixels, or with a side that is too short."""
    width, height = size
    if width * height > limits.pixels:
        about = {"width": width, "height": height, "most": limits.pixels / 1e6}
        raise ImageTooLarge(refusal.TOO_MANY_PIXELS, name=name, **about)
    if min(width, height) < limits.side:
        about = {"width": width, "height": height, "least": limits.side}
        raise ImageError(refusal.TOO_SMALL, name=name, **about)


def _exif(picture: PillowImage) -> Mapping[int, Any]:
    """Return the EXIF before the pixels. For a PNG without one, Pillow would decode all pixels to look after
    them."""
    from PIL import Image as Pillow

    return Pillow.Image.getexif(picture)


def _to_bgr(picture: PillowImage, *, part: int = 1) -> Image:
    """Convert strip by strip, each side to its half, quarter or eighth `part`: whole copies of a large
    picture would take several times its memory."""
    high, wide = -(-picture.height // part), -(-picture.width // part)
    out = np.empty((high, wide, 3), np.uint8)
    for top in range(0, picture.height, _STRIP_ROWS):
        strip = _plain(picture.crop((0, top, picture.width, min(top + _STRIP_ROWS, picture.height))))
        strip = strip.reduce(part) if part > 1 else strip  # else a copy
        pixels = strip.tobytes("raw", "BGR")  # Pillow swaps the colours ten times as fast as numpy
        first = top // part
        out[first : first + strip.height] = np.frombuffer(pixels, np.uint8).reshape(strip.height, wide, 3)
    return out


def _plain(picture: PillowImage) -> PillowImage:
    """Convert to plain RGB, on white."""
    from PIL import Image as Pillow

    if picture.mode.startswith("I"):  # 16 bit grey: keep the high byte
        grey = (np.asarray(picture).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)
        return Pillow.fromarray(grey).convert("RGB")
    if picture.has_transparency_data:
        layered = picture.convert("RGBA")
        picture = Pillow.new("RGB", layered.size, (255, 255, 255))
        picture.paste(layered, mask=layered)
    return picture if picture.mode == "RGB" else picture.convert("RGB")


_MOST_SEGMENTS = 20_000  # a PNG of 64 MB in the usual chunks of 8 kB has 8,000, a JPEG some dozens
_MOST_SCANS = 100  # a progressive JPEG has about ten
_MOST_SCANNED_PIXELS = 800_000_000  # pixels times scans: ten scans of the largest picture that is read

_SOS, _EOI = 0xDA, 0xD9
_WITHOUT_LENGTH = (0x01, *range(0xD0, 0xD9))  # JPEG markers that no length follows
_BEGINS = 0xFF
_IS_MARKER = np.ones(256, np.bool_)  # bytes that make a marker after an FF
_IS_MARKER[[0x00, 0xFF, *range(0xD0, 0xD8)]] = False  # FF 00 and restarts belong to the data of a scan
_FIRST_BLOCK, _LARGEST_BLOCK = 64, 2**20  # bytes to search at a time, growing


def count_scans(data: bytes) -> int | None:
    """Count the scans of a file, 1 for all but JPEG; None if it has more parts than any camera writes."""
    if data.startswith(b"\xff\xd8"):
        return _jpeg_scans(data)
    png = data.startswith(b"\x89PNG\r\n\x1a\n")
    return None if png and not _has_few_chunks(data) else 1


def takes_too_long(scans: int, pixels: int) -> bool:
    """True if `scans` scans of `pixels` take longer to decode than any camera's picture."""
    return scans * pixels > _MOST_SCANNED_PIXELS


def _jpeg_scans(data: bytes) -> int | None:
    """Count the scans of the first picture of a JPEG file; None if there are too many, or too many
    segments."""
    at, scans = 2, 0
    numbers = np.frombuffer(data, np.uint8)
    for _ in range(_MOST_SEGMENTS):
        found = _next_marker(numbers, at)
        if found is None or data[found] == _EOI:
            return scans
        at, marker = found + 1, data[found]
        if marker in _WITHOUT_LENGTH:
            continue
        scans += marker == _SOS
        if scans > _MOST_SCANS:
            return None
        if at + 2 > len(data):
            return scans
        at += struct.unpack_from(">H", data, at)[0]
    return None


def _next_marker(numbers: NDArray[np.uint8], start: int) -> int | None:
    """Find the second byte of the next marker, from a place on.

    A scan of megabytes holds an FF in every few hundred bytes; one by one they took as long as half of the
    decoding.
    """
    block = _FIRST_BLOCK
    while start + 1 < len(numbers):
        some = numbers[start : start + block + 1]
        begins = np.flatnonzero(some[:-1] == _BEGINS)
        begins = begins[_IS_MARKER[some[begins + 1]]]
        if len(begins):
            return start + int(begins[0]) + 1
        start, block = start + block, min(2 * block, _LARGEST_BLOCK)
    return None


def _has_few_chunks(data: bytes) -> bool:
    at = 8
    for _ in range(_MOST_SEGMENTS):
        if at + 8 > len(data):
            return True
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return False
