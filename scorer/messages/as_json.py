"""Frozen values as JSON objects in one language: the only place where an answer becomes text.

A dataclass becomes an object of its fields; whatever has a method ``to(lang)`` becomes its sentence, and what
has a method ``described()`` becomes what that returns. Metadata of a field say what is otherwise: `optional`,
`flat`, `coded`, `failure`, `named`. A sentence has a stable code, which a client can act on without parsing
any language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from dataclasses import field as _field
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

from paiyan.scorer.messages.languages import Message, Translatable, Words

UNNAMED = "other"
"""The code of a sentence that is no constant of a module, as those of a rule set of one's own may be."""


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


def code_of(text: object, lang: str = "en") -> Code:
    """Return the code of a sentence, an error or a problem; values in words are given in the language."""
    while not isinstance(inner := getattr(text, "message", None), (str, type(None))):
        text = inner
    if isinstance(text, Words):
        return Code(_NAMES.of(text), {})
    if isinstance(text, Message):
        return Code(_NAMES.of(text.words), {name: _plain(v, lang) for name, v in text.values.items()})
    code: str | None = getattr(text, "code", None)
    values: Mapping[str, Any] = getattr(text, "values", {})
    return Code(code or UNNAMED, dict(values))


def _plain(value: Any, lang: str) -> Any:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if hasattr(value, "to"):
        return value.to(lang)
    if type(value) in (list, tuple):
        return [_plain(one, lang) for one in value]
    return str(value)


class Described(Protocol):
    """A value that says itself what its JSON object is, in no language yet."""

    def described(self) -> Mapping[str, Any]:
        """Return the object."""
        ...


Text = Translatable | str


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


def named(name: str) -> Any:
    """Return a field with another name in JSON, such as a keyword of Python."""
    return _field(metadata={"name": name})


class _Field(NamedTuple):
    attribute: str
    name: str
    optional: bool
    flat: bool
    codes: str
    coded: bool


@cache
def _fields(cls: type[Any]) -> tuple[_Field, ...]:
    return tuple(
        _Field(
            f.name,
            sys.intern(f.metadata.get("name") or f.name),
            f.metadata.get("optional", False),
            f.metadata.get("flat", False),
            f.metadata.get("codes", ""),
            f.metadata.get("coded", False),
        )
        for f in fields(cls)
    )


_PLAIN = frozenset((str, int, float, bool, type(None)))


def to_json(value: Any, lang: str) -> Any:
    """Return the JSON value of an answer in ``zh``, ``en`` or ``ja``."""
    kind = cast("type[Any]", type(value))
    if kind in _PLAIN:
        return value
    if hasattr(kind, "to"):
        return value.to(lang)
    if kind is tuple or kind is list:
        return [to_json(one, lang) for one in value]
    if hasattr(kind, "described"):
        return to_json(value.described(), lang)
    if is_dataclass(kind):
        return _object(value, lang)
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        return {name: to_json(one, lang) for name, one in given.items()}
    raise TypeError(f"{kind.__name__} is no part of an answer")


def _object(value: Any, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for f in _fields(cast("type[Any]", type(value))):
        own = getattr(value, f.attribute)
        if f.flat:
            if own is not None:
                found |= to_json(own, lang)
        elif own is not None or not f.optional:
            found[f.name] = to_json(own, lang)
            if f.codes:
                found[f.codes] = [code_of(one, lang)._asdict() for one in cast("Iterable[Any]", own)]
            elif f.coded:
                found |= code_of(own, lang)._asdict()
    return found
