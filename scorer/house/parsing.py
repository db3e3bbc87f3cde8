"""Parse the text of a house file into its values and the line of each.

Files may come from anybody, so unsuitable ones are refused early: by their size, the length of their lines
and their depth.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.house.errors import HouseError, KeyPath, Mistake
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Message, Sentence

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MOST_BYTES = 64 * 1024
MOST_LINES = 2000
LONGEST_LINE = 2000  # characters
DEEPEST = 6  # brackets within brackets, or names joined by dots

_PART = r"(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')"
_NAME = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*")
_HEAD = re.compile(rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_STRING = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*|[\[\]{}]')


_Place = TypeVar("_Place")


@dataclass(frozen=True)
class Written:
    """The values of a file; `lines` has the line of each path that is written out.

    `elsewhere` has the file and the line of each path that was joined to it from another file.
    """

    values: dict[str, Any]
    lines: dict[KeyPath, int]
    elsewhere: Mapping[KeyPath, tuple[str, int]] = field(default_factory=dict[KeyPath, tuple[str, int]])

    def line(self, path: KeyPath) -> int | None:
        """Return the line of a path, or of the nearest path around it that has one."""
        return _nearest(self.lines, path)

    def mistake(self, path: KeyPath, message: Sentence | TranslatedError) -> Mistake:
        """Return the mistake at a path, with its line, and its file if it was joined to this one."""
        if place := _nearest(self.elsewhere, path):
            return Mistake(place[1], message, place[0])
        return Mistake(self.line(path), message)


def _nearest(places: Mapping[KeyPath, _Place], path: KeyPath) -> _Place | None:
    """Return the place of a path, or of the nearest path around it that has one."""
    while path:
        if path in places:
            return places[path]
        path = path[:-1]
    return None


def read(text: str) -> Written:
    """Parse a text. Raises `HouseError` if it is too large, nests too deep or is not TOML."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise HouseError([Mistake(None, Message(refusal.TOO_LARGE, {"most": MOST_BYTES // 1024}))])
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise HouseError([Mistake(None, Message(refusal.MANY_LINES, {"most": MOST_LINES}))])
    if long := next((n for n, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), None):
        raise HouseError([Mistake(long, Message(refusal.LONG_LINE, {"most": LONGEST_LINE}))])
    places = dict(_places(lines))
    try:
        return Written(tomllib.loads(text), places)
    except tomllib.TOMLDecodeError as wrong:
        raise HouseError([_no_toml(str(wrong), lines)]) from None
    except (ValueError, RecursionError, OverflowError):  # a number of thousands of digits, say
        raise HouseError([Mistake(None, refusal.UNREADABLE)]) from None


_NO_TOML = {
    "Cannot ": refusal.NAME_TWICE,
    "Duplicate ": refusal.NAME_TWICE,
    "Illegal character": refusal.OPEN_TEXT,
    "Unterminated string": refusal.OPEN_TEXT,
    "Unclosed ": refusal.OPEN_BRACKET,
    "Expected ']": refusal.OPEN_BRACKET,
    "Expected '='": refusal.NO_EQUALS,
    'Expected "': refusal.OPEN_TEXT,
    "Invalid value": refusal.NO_VALUE,
    "Expected newline": refusal.MORE_ON_LINE,
    "Invalid statement": refusal.NO_NAME,
    "Invalid initial character": refusal.NO_NAME,
}
"""What tomllib's errors begin with, in our own words."""


def _no_toml(message: str, lines: list[str]) -> Mistake:
    at = _AT.search(message)
    number = int(at[1]) if at and at[1] else len(lines)
    what = message[: at.start()] if at else message
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    name = line.partition("=")[0].strip()
    if name and not name.isascii() and name[0] not in "\"'[#":
        return Mistake(number, Message(refusal.IN_QUOTES, {"name": name[:40]}))
    plain = next((words for start, words in _NO_TOML.items() if what.startswith(start)), what[:120])
    return Mistake(number, Message(refusal.NO_TOML, {"what": plain}))


def _places(lines: list[str]) -> Iterator[tuple[KeyPath, int]]:
    """Yield every path at the beginning of a line. Raises `HouseError` if it nests too deep."""
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    depth, quotes = 0, ""
    for n, line in enumerate(lines, 1):
        if depth == 0 and not quotes:
            if head := _HEAD.match(line):
                table = _table(head[1] == "[[", _parts(head[2], n), counts)
                yield table, n
                continue
            if (name := _NAME.match(line)) and line[name.end() : name.end() + 1] == "=":
                yield (*table, *_parts(name[1], n)), n
        depth, quotes = _after(line, depth, quotes, n)


def _table(many: bool, parts: tuple[str, ...], counts: dict[KeyPath, int]) -> KeyPath:
    """Return the path of a table's heading, with its number if it is one of several."""
    path: KeyPath = ()
    for i, part in enumerate(parts):
        path = (*path, part)
        if many and i == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _parts(name: str, line: int) -> tuple[str, ...]:
    parts = tuple(part.strip("\"'") for part in re.findall(_PART, name))
    if len(parts) > DEEPEST:
        raise HouseError([Mistake(line, Message(refusal.DEEP, {"most": DEEPEST}))])
    return parts


def _after(line: str, depth: int, quotes: str, n: int) -> tuple[int, str]:
    """Return the depth, and the open long string, with which the next line begins."""
    at = 0
    while True:
        if quotes:
            end = line.find(quotes, at)
            if end < 0:
                return depth, quotes
            at, quotes = end + 3, ""
        token = _STRING.search(line, at)
        if token is None:
            return depth, ""
        at = token.end()
        mark = token[0]
        if mark in ('"""', "'''"):
            quotes = mark
        elif mark[0] == "#":
            return depth, ""
        elif mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise HouseError([Mistake(n, Message(refusal.DEEP, {"most": DEEPEST}))])
        elif mark in "]}":
            depth = max(0, depth - 1)
