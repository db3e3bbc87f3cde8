"""Whether values are of the types that a class or a function is annotated with, all the way down."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple, cast

Path = tuple[str | int, ...]  # where a value stands: ("fans", 3, "value")


class Misfit(NamedTuple):
    """A value that is not of the type asked for, and where it stands."""

    path: Path
    value: Any
    hint: Any

    def __str__(self) -> str:
        where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in self.path).lstrip(".")
        value: object = self.value
        several = isinstance(value, (tuple, list, str)) and not _named(self.value)
        comma = typing.get_origin(self.hint) is tuple and not several
        more = ": a tuple of one ends in a comma, (…,)" if comma else ""
        return f"{where} is {_shown(self.value)} and takes {_type_name(self.hint)}{more}"


def misfits(value: Any, hint: Any, path: Path = ()) -> Iterator[Misfit]:
    """What in the value is not as the annotation says."""
    origin: Any = typing.get_origin(hint)
    args = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        found = [list(misfits(value, arm, path)) for arm in args]
        if all(found):  # told of the arm that comes nearest
            yield from max(found, key=lambda some: len(some[0].path))[:1]
    elif origin is Callable:
        if not callable(value):
            yield Misfit(path, value, hint)
    elif origin is tuple and args[-1:] != (...,):
        if not isinstance(value, tuple) or len(cast("tuple[Any, ...]", value)) != len(args):
            yield Misfit(path, value, hint)
    elif origin is not None and isinstance(origin, type):
        yield from _within(value, hint, origin, args, path)
    elif isinstance(hint, type) and hint is not Any:
        yield from _of_class(value, hint, path)


def arguments(function: Any, given: Mapping[str, Any]) -> Iterator[Misfit]:
    """What of the arguments that a function was called with is not as it is annotated."""
    hints = _hints(function)
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in hints or name not in given:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            for i, one in enumerate(given[name]):
                yield from misfits(one, hints[name], (name, i))
        else:
            yield from misfits(given[name], hints[name], (name,))


def of_fields(value: Any, path: Path = ()) -> Iterator[Misfit]:
    """What in the fields of a dataclass or a named tuple is not as they are annotated."""
    hints = _hints(type(value))
    names = [f.name for f in fields(value) if f.init] if is_dataclass(value) else value._fields
    for name in names:
        if name in hints and hasattr(value, name):
            yield from misfits(getattr(value, name), hints[name], (*path, name))


def _named(value: object) -> bool:
    """True if it is a named tuple: one thing, though one can go through it as if it were several."""
    return hasattr(value, "_fields")


def _within(value: Any, hint: Any, origin: Any, args: tuple[Any, ...], path: Path) -> Iterator[Misfit]:
    if not isinstance(value, origin) or isinstance(value, str) or _named(value):
        yield Misfit(path, value, hint)
    elif issubclass(origin, Mapping):
        for key, one in value.items():
            yield from misfits(one, args[1], (*path, str(key)))
    elif issubclass(origin, Collection) and args:
        for i, one in enumerate(value):
            yield from misfits(one, args[0], (*path, i))


def _of_class(value: Any, hint: Any, path: Path) -> Iterator[Misfit]:
    wrong_number = hint is int and isinstance(value, bool)
    if hint is not object and (not isinstance(value, hint) or wrong_number):
        yield Misfit(path, value, hint)
    elif hint.__module__.startswith("paiyan.scorer.") and (is_dataclass(hint) or _named(hint)):
        yield from of_fields(value, path)


def _hints(of: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(of)
    except NameError:  # a type that is imported for the type checker alone
        return {}


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"


_A = {str: "a text", int: "a whole number", bool: "True or False", type(None): "None"}


def _type_name(hint: Any) -> str:
    """A type as it is said: ``a tuple of Priced``."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(_type_name, args)))
    if origin is Callable:
        return "a function"
    if isinstance(origin, type) and args:
        return f"a {origin.__name__.lower()} of {' and '.join(_type_name(a) for a in args if a is not ...)}"
    return _A.get(hint, getattr(hint, "__name__", str(hint)))
