"""The kinds of values in a house file; each checks a value and describes itself as JSON Schema."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, cast

from paiyan.scorer.errors import TileError, TranslatedError
from paiyan.scorer.house.errors import KeyPath, suggestion
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.tiles.notation import parse

Wrong = tuple[KeyPath, Sentence | TranslatedError]
_SHOWN = 60  # characters of a wrong value in a message


def shown(value: Any) -> str:
    """Return a value as text for a sentence; a number of thousands of digits is not written out."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"{'-' * (value < 0)}10…"
    if isinstance(value, (dict, list)):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


class Takes(ABC):
    """A kind of value, which is of one type, or of several, in Python."""

    python: ClassVar[type | tuple[type, ...]]

    def fits(self, value: Any) -> bool:
        """True if a value is of the type, though perhaps of the wrong size."""
        return isinstance(value, self.python) and (self.python is not int or not isinstance(value, bool))

    @abstractmethod
    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        """Yield what is wrong with the value at a path."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""


@dataclass(frozen=True)
class Text(Takes):
    """A text in quotes."""

    python = str
    most: int = 200

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not isinstance(value, str) or len(value) > self.most:
            yield path, Message(refusal.NOT_A_TEXT, _about(path, value, most=self.most))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.most}


@dataclass(frozen=True)
class Whole(Takes):
    """A whole number."""

    python = int
    least: int = 0
    most: int = 1000

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not self.fits(value) or not self.least <= value <= self.most:
            yield path, Message(refusal.NOT_A_NUMBER, _about(path, value, least=self.least, most=self.most))

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Flag(Takes):
    """True or false."""

    python = bool

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not isinstance(value, bool):
            yield path, Message(refusal.NOT_A_FLAG, _about(path, value))

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class LeftOut(Takes):
    """Only false: something is left out."""

    python = bool

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if value is not False:
            yield path, Message(refusal.NOT_A_NUMBER, _about(path, value, least=0, most=1000))

    def schema(self) -> dict[str, Any]:
        return {"const": False}


@dataclass(frozen=True)
class OneOf(Takes):
    """One of some words."""

    python = str
    choices: tuple[str, ...]

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if value not in self.choices:
            near = suggestion(value if isinstance(value, str) else "", self.choices)
            yield path, Message(refusal.NOT_A_CHOICE, _about(path, value, hint=near))

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}


@dataclass(frozen=True)
class Tiles(Takes):
    """Tiles in the scorer's notation."""

    python = str

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        yield from Text(120).wrong(value, path)
        if isinstance(value, str) and len(value) <= 120:
            try:
                parse(value)
            except TileError as wrong:
                yield path, Message(refusal.NOT_TILES, {"name": name_of(path), "wrong": wrong})

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "tiles", "maxLength": 120}


@dataclass(frozen=True)
class Several(Takes):
    """A list of things of one kind."""

    python = list
    of: Takes
    most: int = 40

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not isinstance(value, list) or len(cast("list[Any]", value)) > self.most:
            yield path, Message(refusal.NOT_A_LIST, _about(path, value, most=self.most))
            return
        for i, one in enumerate(cast("list[Any]", value)):
            yield from self.of.wrong(one, (*path, i))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "maxItems": self.most}


@dataclass(frozen=True)
class Either(Takes):
    """One of several kinds."""

    kinds: tuple[Takes, ...]

    def fits(self, value: Any) -> bool:
        return any(kind.fits(value) for kind in self.kinds)

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        kind = next((kind for kind in self.kinds if kind.fits(value)), self.kinds[0])
        yield from kind.wrong(value, path)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True)
class Named(Takes):
    """Lines under names of the user's own or of the base: options, fans."""

    python = dict
    of: Takes
    most: int = 120

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not isinstance(value, dict) or len(cast("dict[str, Any]", value)) > self.most:
            yield path, Message(refusal.NOT_A_TABLE, _about(path, value, most=self.most))
            return
        for name, one in cast("dict[str, Any]", value).items():
            yield from self.of.wrong(one, (*path, name))

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema(), "maxProperties": self.most}


class Key(NamedTuple):
    """A line of a table: its value and meaning; `needed` if it cannot be left out."""

    takes: Takes
    about: str
    needed: str = ""  # an example of it


@dataclass(frozen=True)
class Table(Takes):
    """A table of known names."""

    python = dict
    keys: Mapping[str, Key] = field(hash=False)

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not isinstance(value, dict):
            yield path, Message(refusal.NOT_A_TABLE, _about(path, value, most=len(self.keys)))
            return
        given = cast("dict[str, Any]", value)
        for name, key in self.keys.items():
            if key.needed and name not in given:
                yield path, Message(refusal.MISSING, {"name": name, "example": key.needed})
        where = f"[{name_of(path)}]" if path else refusal.THE_FILE
        for name, one in given.items():
            if key := self.keys.get(name):
                yield from key.takes.wrong(one, (*path, name))
            else:
                about = {"where": where, "name": shown(name), "hint": suggestion(name, self.keys)}
                yield (*path, name), Message(refusal.NO_KEY, about)

    def schema(self) -> dict[str, Any]:
        needed = [name for name, key in self.keys.items() if key.needed]
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {n: {"description": k.about, **k.takes.schema()} for n, k in self.keys.items()},
            **({"required": needed} if needed else {}),
        }


@dataclass(frozen=True)
class Value(Takes):
    """Whatever an option takes; the rule set checks it."""

    python = (bool, int, str)

    def wrong(self, value: Any, path: KeyPath) -> Iterator[Wrong]:
        if not self.fits(value):
            yield path, Message(refusal.NOT_A_TEXT, _about(path, value, most=200))
        elif isinstance(value, int) and not isinstance(value, bool):
            yield from Whole(-(10**9), 10**9).wrong(value, path)

    def schema(self) -> dict[str, Any]:
        return {"type": ["boolean", "integer", "string"]}


def name_of(path: KeyPath) -> str:
    """Return a path as a name: ``fans.half_flush``, without the numbers of lists."""
    return ".".join(str(part) for part in path if isinstance(part, str))[:_SHOWN] or "?"


def _about(path: KeyPath, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name_of(path), "value": shown(value), **more}


def names(value: str | Mapping[str, str]) -> Words:
    """Return a name, given in one language for all of them or by language."""
    if isinstance(value, str):
        return Words(value, value, value)
    first = next(iter(value.values()), "")
    zh = value.get("zh", first)
    return Words(zh, value.get("en", first), value.get("ja", zh))
