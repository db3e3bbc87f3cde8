"""Records, caches and enums that cost less than Python's own: every hand is scored with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from importlib.util import find_spec
from operator import attrgetter
from typing import Any, TypeVar, cast

K = TypeVar("K")
T = TypeVar("T")
E = TypeVar("E", bound=type[Enum])


def stays_python(cls: T) -> T:
    """Mark a dataclass of a compiled module that stays a Python class: only its methods are machine code."""
    return cls


class Remembered(dict[K, T]):
    """A cache of a function's results by key, without the cost of `functools.lru_cache`.

    It makes no key of arguments and keeps no order of use; when it is full it is emptied.
    """

    def __init__(self, work: Callable[[K], T], most: int) -> None:
        super().__init__()
        self.work = work
        self.most = most

    def __missing__(self, key: K) -> T:
        if len(self) >= self.most:
            self.clear()
        value = self[key] = self.work(key)
        return value


class Record:
    """A dataclass that becomes a class of machine code if its module is compiled.

    It has no dictionary of attributes then, and is pickled and copied by its fields. How records are
    compared, hashed and shown is written here once (``eq=False, repr=False``): `dataclass` would write and
    compile that for each of them whenever a program starts, a tenth of a typed hand's time. Records that
    every score makes have their own ``__init__`` and `Final` fields: what `dataclass` writes, and how it
    freezes them, is never compiled.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        names = _compared[type(self)]
        return bool(names(self) == names(other))

    def __hash__(self) -> int:
        return hash(_compared[type(self)](self))

    def __repr__(self) -> str:
        shown = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(cast(Any, self)) if f.repr)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        values = {f.name: getattr(self, f.name) for f in fields(cast(Any, self)) if f.init}
        return _again, (type(self), values)


def _again(kind: Callable[..., T], values: dict[str, Any]) -> T:
    return kind(**values)


def _fields(kind: type) -> Callable[[Any], Any]:
    """Return a getter of the fields by which records of a kind are compared."""
    return attrgetter(*[f.name for f in fields(cast(Any, kind)) if f.compare])


_compared = Remembered(_fields, most=1000)


class IdentityEnum(Enum):
    """An `Enum` whose members hash by identity, not in Python code by their names."""

    __hash__ = object.__hash__


def plain_members(choices: E) -> E:
    """Make the members of an enum plain attributes of its class, as from Python 3.12 on.

    Before that each ``Shape.RUN`` goes through a descriptor written in Python.
    """
    for name, member in choices.__members__.items():
        type.__setattr__(choices, name, member)
    return choices


def is_compiled() -> bool:
    """True if the modules that work on hands are compiled here."""
    found = find_spec("paiyan.scorer.scoring.score")
    return found is not None and not str(found.origin).endswith(".py")
