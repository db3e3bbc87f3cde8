"""Detect image bombs: picture files that would take far longer to decode than their size promises.

A JPEG may hold its pixels in thousands of scans, each of the whole picture, and a JPEG or a PNG may be made
of millions of tiny segments: both cost a decoder minutes for a file of some megabytes.
"""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

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
