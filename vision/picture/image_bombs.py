"""Picture files that would take far longer to decode than their size promises, found before that.

A JPEG may paint its pixels over and over in thousands of scans, and a JPEG or a PNG may be made of
millions of tiny segments: both cost a decoder minutes for a file of some megabytes.
"""

from __future__ import annotations

import re
import struct

_SEGMENTS = 20_000  # a PNG of 64 MB in the usual chunks of 8 kB has 8,000, a JPEG some dozens
_SCANS = 100  # a progressive JPEG has about ten
_PAINTED = 800_000_000  # pixels times scans: ten scans of the largest pictures that are read

_SOS, _EOI = 0xDA, 0xD9
_ALONE = (0x01, *range(0xD0, 0xD9))  # JPEG markers without a length
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")  # in a scan; FF 00 and restarts belong to its data


def count_scans(data: bytes) -> int | None:
    """How often a file paints its pixels; None where it has more parts than any camera writes."""
    if data.startswith(b"\xff\xd8"):
        return _jpeg_scans(data)
    png = data.startswith(b"\x89PNG\r\n\x1a\n")
    return None if png and not _few_chunks(data) else 1


def too_often_painted(scans: int, pixels: int) -> bool:
    """Whether painting so many pixels so often takes longer than any camera's picture does."""
    return scans * pixels > _PAINTED


def _jpeg_scans(data: bytes) -> int | None:
    """The scans of the first picture of a JPEG file; None where there are too many, or too many segments."""
    at, scans = 2, 0
    for _ in range(_SEGMENTS):
        found = _MARKER.search(data, at)
        if found is None or found[1][0] == _EOI:
            return scans
        at, marker = found.end(), found[1][0]
        if marker in _ALONE:
            continue
        scans += marker == _SOS
        if scans > _SCANS:
            return None
        if at + 2 > len(data):
            return scans
        at += struct.unpack_from(">H", data, at)[0]
    return None


def _few_chunks(data: bytes) -> bool:
    at = 8
    for _ in range(_SEGMENTS):
        if at + 8 > len(data):
            return True
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return False
