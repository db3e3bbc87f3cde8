"""Pictures as bytes, for tests of what comes in."""

from __future__ import annotations

import struct
import zlib


def huge_png(width: int = 20_000, height: int = 20_000) -> bytes:
    """A PNG's signature and header: no pixel is there to decode."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )
