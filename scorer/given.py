"""What comes in from outside, one thing at a time: read here, or refused with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, cast

from scorer.tiles import Tile, parse, tile


class HandError(ValueError):
    """A hand that cannot be; its message says what is wrong and how to mend it."""


def told(given: Mapping[str, Any], name: str, default: Any) -> Any:
    """A field, or `default` where it is left out or null; false, 0 and such are not."""
    value = given.get(name)
    return default if value is None else value


def as_tiles(value: Any, where: str) -> tuple[Tile, ...]:
    """A text of tiles. Raises `HandError` for anything else."""
    if not isinstance(value, str):
        raise HandError(f'"{where}" is a text of tiles like 123m44z, not {value!r}')
    try:
        return parse(value)
    except ValueError as wrong:
        raise HandError(f"{where}: {wrong}") from None


def as_tile(value: Any, where: str) -> Tile:
    """One tile. Raises `HandError` for anything else."""
    if not isinstance(value, str):
        raise HandError(f'"{where}" is one tile like 7s, not {value!r}')
    try:
        return tile(value)
    except ValueError as wrong:
        raise HandError(f"{where}: {wrong}") from None


def as_object(value: Any, where: str) -> Mapping[str, Any]:
    """A JSON object. Raises `HandError` for anything else."""
    if not isinstance(value, Mapping):
        raise HandError(f'"{where}" is a JSON object, not {value!r}')
    return cast("Mapping[str, Any]", value)


def as_list(value: Any, where: str) -> Sequence[Any]:
    """A JSON array. Raises `HandError` for anything else."""
    if not isinstance(value, (list, tuple)):
        raise HandError(f'"{where}" is a list, not {value!r}')
    return cast("Sequence[Any]", value)


def as_choice(enum: type[Enum], value: Any, where: str) -> Any:
    """The member of `enum` with this value. Raises `HandError` for anything else."""
    for member in enum:
        if value == member.value:
            return member
    names = ", ".join(str(m.value) for m in enum)
    raise HandError(f'"{where}" is one of {names}, not {value!r}')
