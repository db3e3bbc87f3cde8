"""Uploads made to bring a service down, each made on the spot from a few lines."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from PIL import Image

SAMPLE = (Path(__file__).parents[2] / "service" / "samples" / "hand.jpg").read_bytes()
SIDE = 7210  # squared it is just below the most pixels that the service takes


def encoded(picture: Image.Image, kind: str, **how: object) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *, colour: int = 2, depth: int = 8, between: bytes = b"") -> bytes:
    """A black PNG, packed as small as it goes; `between` stands before its pixels."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = bytes(width * channels * depth // 8 + 1)
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(row) for _ in range(min(height, 8000))) + packer.flush()
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    palette = _chunk(b"PLTE", bytes(768)) if colour == 3 else b""
    body = header + palette + between + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def text_bomb() -> bytes:
    """Compressed texts that come to 100 MB."""
    packed = b"a\0\0" + zlib.compress(bytes(2**20), 9)
    return png(64, 64, between=_chunk(b"zTXt", packed) * 100)


def colours_bomb() -> bytes:
    """A colour profile that comes to 200 MB."""
    return png(64, 64, between=_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(200 * 2**20), 9)))


def many_scans(scans: int) -> bytes:
    """A progressive JPEG that paints its last details over and over."""
    data = encoded(Image.new("L", (4000, 4000), 128), "JPEG", progressive=True, quality=50)
    end, last = data.rindex(b"\xff\xd9"), data.rindex(b"\xff\xda")
    return data[:end] + data[last:end] * scans + data[end:]


def many_segments() -> bytes:
    """A JPEG with seven million empty comments."""
    data = encoded(Image.new("RGB", (64, 64)), "JPEG")
    return data[:2] + b"\xff\xfe\x00\x02" * 7_000_000 + data[2:]


def _exif(orientation: bytes) -> bytes:
    """A JPEG whose EXIF has 65,535 entries."""
    tiff = (
        b"MM\0*\0\0\0\x08"
        + struct.pack(">H", 65535)
        + b"\x01\x12\0\x03\0\0\0\x01"
        + orientation
        + bytes(5000)
    )
    block = b"Exif\0\0" + tiff
    return SAMPLE[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + SAMPLE[2:]


def animation() -> bytes:
    """A WebP of many large frames."""
    frames = [Image.new("RGB", (3000, 3000), (i, 0, 0)) for i in range(12)]
    return encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], method=0)


def _wide(kind: str, **how: object) -> bytes:
    return encoded(Image.new("RGB", (SIDE, SIDE), (40, 90, 60)), kind, **how)


def _huge_webp() -> bytes:
    small = encoded(Image.new("RGB", (64, 64)), "WEBP", lossless=True)
    at = small.index(b"VP8L") + 9
    return small[:at] + struct.pack("<I", 0x0FFFFFFF) + small[at + 4 :]


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "zeroes": lambda: bytes(30 * 2**20),
    "text": lambda: b"this is no picture" * 1000,
    "cut jpeg": lambda: SAMPLE[: len(SAMPLE) // 2],
    "cut png": lambda: png(500, 500)[:60],
    "cut webp": lambda: encoded(Image.new("RGB", (500, 500)), "WEBP")[:40],
    "damaged jpeg": lambda: SAMPLE[:3000] + bytes(reversed(SAMPLE[3000:9000])) + SAMPLE[9000:],
    "largest jpeg": lambda: _wide("JPEG"),
    "largest progressive jpeg": lambda: _wide("JPEG", progressive=True),
    "largest webp": lambda: _wide("WEBP", method=0),
    "largest lossless webp": lambda: _wide("WEBP", lossless=True, method=0),
    "largest png": lambda: png(SIDE, SIDE),
    "largest png, 16 bit with alpha": lambda: png(SIDE, SIDE, colour=6, depth=16),
    "largest png with a palette": lambda: png(SIDE, SIDE, colour=3),
    "png of 400 million pixels": lambda: png(20_000, 20_000, colour=0),
    "png of four thousand million rows": lambda: png(16, 2**31 - 1, colour=0),
    "webp of 268 million pixels": _huge_webp,
    "png of compressed texts": text_bomb,
    "png with a large profile": colours_bomb,
    "png of millions of chunks": lambda: png(64, 64, between=_chunk(b"tEXt", b"") * 2_600_000),
    "jpeg of 90 scans": lambda: many_scans(90),
    "jpeg of 5,000 scans": lambda: many_scans(5_000),
    "jpeg of millions of segments": many_segments,
    "jpeg turned by a damaged exif": lambda: _exif(b"\0\x06\0\0"),
    "webp of many frames": animation,
    "one pixel": lambda: encoded(Image.new("RGB", (1, 1)), "PNG"),
    "a line": lambda: png(40_000, 16, colour=0),
    "gif": lambda: encoded(Image.new("P", (9000, 9000)), "GIF"),
    "tiff": lambda: encoded(Image.new("L", (9000, 9000)), "TIFF", compression="tiff_lzw"),
    "svg": lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "postscript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n(/etc/passwd) (r) file",
    "zip": lambda: b"PK\x03\x04" + bytes(500),
    "jpeg that is a page": lambda: (
        SAMPLE[:2] + b"\xff\xfe\x00\x22<script>alert(document)</script>" + SAMPLE[2:]
    ),
    "jpeg with a zip behind": lambda: SAMPLE + b"PK\x03\x04" + bytes(2**20),
    "gif that is a script": lambda: b"GIF89a/*" + bytes(64) + b"*/=1;alert(1)",
}
"""By name, how each is made."""

if find_spec("pillow_heif"):
    from pillow_heif import register_heif_opener

    register_heif_opener()
    HOSTILE["largest heic"] = lambda: _wide("HEIF")
    HOSTILE["cut heic"] = lambda: encoded(Image.new("RGB", (500, 500)), "HEIF")[:-200]

PHOTO = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'
FORMS = {
    "no end": PHOTO + bytes(2**20),
    "line ends": b"--b\r\n" + b"\r\n" * 2**23,
    "dashes": b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'
    + b"\r\n--" * 2**22,
    "a header of megabytes": b"--b\r\nContent-Disposition: " + b"a" * 2**23,
    "headers without number": b"--b\r\n" + b"A: b\r\n" * 2**20,
    "parts without number": b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n' * 2**17,
    "a large field": b'--b\r\nContent-Disposition: form-data; name="situation"\r\n\r\n' + b"x" * 2**23,
    "a path": PHOTO.replace(b'"a"', b'"/etc/passwd"') + b"x\r\n--b--\r\n",
}
"""By name, what is sent with the boundary `b`."""
