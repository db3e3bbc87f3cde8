"""Frozen values as JSON objects in one language, and values from JSON objects that came back.

A dataclass becomes an object of its fields; a `Translatable` becomes its text, and what
has a method ``described()`` becomes what that returns. Metadata of a field state exceptions: `optional`,
`flat`, `coded`, `failure`, `named`, `as_it_is`. A sentence has a stable code, which a client can act on
without parsing any language.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from dataclasses import field as _field
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from paiyan.scorer.messages.languages import Message, Renderer, Translatable, Words

T = TypeVar("T")
UNNAMED = "other"
"""The code of a sentence that is not a constant of a module, as in a user's own rule set."""


class Code(NamedTuple):
    """The code of a sentence and the values in it, as a client reads them."""

    code: str
    values: Mapping[str, Any]


class _Names:
    """The names of the constants that are `Words`, by what they say; modules loaded later are added."""

    def __init__(self) -> None:
        self._names: dict[Words, str] = {}
        self._modules: set[str] = set()

    def of(self, words: Words) -> str:
        """Return the name in lower case, or `UNNAMED`."""
        if words not in self._names:
            self._load()
        return self._names.get(words, UNNAMED)

    def _load(self) -> None:
        # a copy, since other threads import; what they have not finished importing is read next time
        modules = {name: m for name, m in sys.modules.copy().items() if name.startswith("paiyan.")}
        own = {name for name in modules if name not in self._modules and not _importing(modules[name])}
        for module in sorted(own, key=lambda name: (".messages" not in name, name)):
            for name, value in list(vars(modules[module]).items()):
                if isinstance(value, Words) and name.isupper():
                    self._names.setdefault(value, name.strip("_").lower())
        self._modules |= own


def _importing(module: ModuleType) -> bool:
    return bool(getattr(module.__spec__, "_initializing", False))


_NAMES = _Names()


class Described(Protocol):
    """A value that says itself what its JSON object is, in no language yet."""

    def described(self) -> Mapping[str, Any]:
        """Return the object."""
        ...


def optional(name: str = "") -> Any:
    """Return a field that is left out of the JSON object where it is None; `name` is its name there."""
    return _field(default=None, metadata={"optional": True, "name": name})


def flat(*, default: Any = MISSING) -> Any:
    """Return a field whose own fields stand in the object itself."""
    return _field(default=default, metadata={"flat": True})


def coded(codes: str, *, name: str = "") -> Any:
    """Return a field of sentences, whose codes and values stand in the field `codes` next to it."""
    return _field(default=(), metadata={"codes": codes, "name": name})


def failure() -> Any:
    """Return a field of one sentence, left out where it is None, with its `code` and `values` next to it."""
    return _field(default=None, metadata={"optional": True, "coded": True})


def named(name: str, *, default: Any = MISSING) -> Any:
    """Return a field with another name in JSON, such as a keyword of Python."""
    return _field(default=default, metadata={"name": name})


def as_it_is(*, default: Any = MISSING) -> Any:
    """Return a field whose value is JSON already, which is not looked through again."""
    return _field(default=default, metadata={"json": True})


class JsonField(NamedTuple):
    """A field of a dataclass as it stands in JSON, by its metadata."""

    attribute: str
    name: str
    optional: bool
    flat: bool
    codes: str
    coded: bool
    is_json: bool


@cache
def fields_of(cls: type[Any]) -> tuple[JsonField, ...]:
    """Return the fields of a dataclass as they stand in JSON."""
    return tuple(
        JsonField(
            f.name,
            sys.intern(f.metadata.get("name") or f.name),
            f.metadata.get("optional", False),
            f.metadata.get("flat", False),
            f.metadata.get("codes", ""),
            f.metadata.get("coded", False),
            f.metadata.get("json", False),
        )
        for f in fields(cls)
    )


_PLAIN = frozenset((str, int, float, bool, type(None)))


class JsonRenderer(Renderer):
    """Write the answers to one reader as JSON: made once, where the language of the reader is known."""

    def json(self, value: Any) -> Any:
        """Return the JSON value of an answer."""
        return _writer(cast("type[Any]", type(value)))(value, self)

    def code(self, text: object) -> Code:
        """Return the code of a sentence, an error or a problem; values in words are in the language."""
        while not isinstance(inner := getattr(text, "message", None), (str, NoneType)):
            text = inner
        if isinstance(text, Words):
            return Code(_NAMES.of(text), {})
        if isinstance(text, Message):
            return Code(_NAMES.of(text.words), {name: self._plain(v) for name, v in text.values.items()})
        code: str | None = getattr(text, "code", None)
        values: Mapping[str, Any] = getattr(text, "values", {})
        return Code(code or UNNAMED, dict(values))

    def _plain(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, Translatable):
            return self(value)
        if type(value) in (list, tuple):
            return [self._plain(one) for one in value]
        return str(value)


def to_json(value: Any, lang: str) -> Any:
    """Return the JSON value of an answer in ``zh``, ``en`` or ``ja``."""
    return JsonRenderer(lang).json(value)


_Write = Callable[[Any, JsonRenderer], Any]


@cache
def _writer(kind: type[Any]) -> _Write:
    """Return what writes values of a type as JSON."""
    if kind in _PLAIN:
        return lambda value, _: value
    if issubclass(kind, Translatable):
        return lambda value, render: render(value)
    if kind is tuple or kind is list:
        return lambda value, render: [one if type(one) in _PLAIN else render.json(one) for one in value]
    if hasattr(kind, "described"):
        return lambda value, render: render.json(value.described())
    if is_dataclass(kind):
        return _object_writer(kind)
    if issubclass(kind, Mapping):
        return lambda value, render: {name: render.json(one) for name, one in value.items()}
    raise TypeError(f"{kind.__name__} is no part of an answer")


def _object_writer(kind: type[Any]) -> _Write:
    own = fields_of(kind)
    if any(f.flat or f.codes or f.coded for f in own):
        return _sentence_writer(own)
    simple = [(f.attribute, f.name, f.optional, f.is_json) for f in own]

    def write(value: Any, render: JsonRenderer) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for attribute, name, is_optional, is_json in simple:
            one: Any = getattr(value, attribute)
            if one is not None or not is_optional:
                found[name] = one if is_json or type(one) in _PLAIN else render.json(one)
        return found

    return write


def _sentence_writer(own: tuple[JsonField, ...]) -> _Write:
    """Return what writes objects of which some fields are flat, or sentences with their codes."""

    def write(value: Any, render: JsonRenderer) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for attribute, name, is_optional, is_flat, codes, is_coded, is_json in own:
            one: Any = getattr(value, attribute)
            if is_flat:
                if one is not None:
                    found |= render.json(one)
            elif one is not None or not is_optional:
                found[name] = one if is_json or type(one) in _PLAIN else render.json(one)
                if codes:
                    sentences = cast("tuple[Any, ...]", one)
                    found[codes] = [render.code(sentence)._asdict() for sentence in sentences]
                elif is_coded:
                    found |= render.code(one)._asdict()
        return found

    return write


def from_json(cls: type[T], value: object) -> T:
    """Return the value of a dataclass of which `to_json` made an object; names that it lacks are passed over.

    Raises `ValueError` where the object is none of this class.
    """
    return cast("T", _reader(cls)(value))


def _is_object(value: object) -> bool:
    return type(value) is dict or isinstance(value, Mapping)  # nearly all are, which is seen at once


def _misfit(value: object) -> ValueError:
    return ValueError(f"{type(value).__name__} does not fit")


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Return what reads a value of a type from JSON."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: value
    if is_dataclass(kind):
        return _object_reader(cast("type[Any]", kind))
    if origin in (Union, UnionType):
        (own,) = (one for one in inner if one is not NoneType)
        read = _reader(own)
        return lambda value: None if value is None else read(value)
    if origin is tuple:
        return _tuple_reader(inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(inner[1])
    return _plain_reader(inner if origin is Literal else kind)


def _plain_reader(kind: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _misfit(value)
        return value

    def read_one_of(value: Any) -> Any:
        if value not in kind:
            raise _misfit(value)
        return value

    return read_one_of if isinstance(kind, tuple) else read


def _tuple_reader(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    read, size = _reader(kinds[0]), None if kinds[-1] is ... else len(kinds)

    def read_all(value: Any) -> Any:
        if type(value) not in (list, tuple):
            raise _misfit(value)
        own = tuple(map(read, cast("list[Any]", value)))
        if size not in (None, len(own)):
            raise _misfit(own)
        return own

    return read_all


def _mapping_reader(kind: Any) -> Callable[[Any], Any]:
    read = _reader(kind)

    def read_each(value: Any) -> Any:
        if not _is_object(value):
            raise _misfit(value)
        return {name: read(one) for name, one in cast("Mapping[str, Any]", value).items()}

    return read_each


def _object_reader(cls: type[Any]) -> Callable[[Any], Any]:
    hints = get_type_hints(cls)
    own = [(f.attribute, f.name, f.flat, _reader(hints[f.attribute])) for f in fields_of(cls)]

    def read(value: Any) -> Any:
        if not _is_object(value):
            raise _misfit(value)
        given = cast("Mapping[str, Any]", value)
        known = {a: each(given if flat else given[n]) for a, n, flat, each in own if flat or n in given}
        try:
            return cls(**known)
        except TypeError as wrong:  # a field that it must have
            raise _misfit(given) from wrong

    return read
