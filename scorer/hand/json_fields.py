"""What comes in from outside, one thing at a time: read here, or refused with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, cast

from paiyan.scorer.errors import HandError, TileError
from paiyan.scorer.hand import synonyms
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages import hand as refusal
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import Tile


def field_or(given: Mapping[str, Any], name: str, default: Any) -> Any:
    """A field, or `default` where it is left out or null; false, 0 and such are not."""
    value = given.get(name)
    return default if value is None else value


def as_tiles(value: Any, where: str | Words) -> tuple[Tile, ...]:
    """A text of tiles. Raises `HandError` for anything else."""
    if not isinstance(value, str):
        raise HandError(refusal.TILES_TEXT, where=where, value=value)
    try:
        return parse(value)
    except TileError as wrong:
        raise HandError(refusal.IN_FIELD, where=where, wrong=wrong) from None


def as_tile(value: Any, where: str | Words) -> Tile:
    """One tile. Raises `HandError` for anything else."""
    if not isinstance(value, str):
        raise HandError(refusal.ONE_TILE, where=where, value=value)
    try:
        return tile(value)
    except TileError as wrong:
        raise HandError(refusal.IN_FIELD, where=where, wrong=wrong) from None


def as_object(value: Any, where: str) -> Mapping[str, Any]:
    """A JSON object. Raises `HandError` for anything else."""
    if not isinstance(value, Mapping):
        raise HandError(refusal.JSON_OBJECT, where=where, value=value)
    return cast("Mapping[str, Any]", value)


def as_list(value: Any, where: str) -> Sequence[Any]:
    """A JSON array. Raises `HandError` for anything else."""
    if not isinstance(value, (list, tuple)):
        raise HandError(refusal.A_LIST, where=where, value=value)
    return cast("Sequence[Any]", value)


def as_objects(value: Any, where: str) -> Sequence[Mapping[str, Any]]:
    """A JSON array of objects. Raises `HandError` for anything else."""
    found = as_list(value, where)
    for one in found:
        if not isinstance(one, Mapping):
            raise HandError(refusal.OBJECTS, where=where, value=one)
    return found


def as_choice(enum: type[Enum], value: Any, where: str | Words, words: Mapping[str, str]) -> Any:
    """The member of `enum` that this value or one of the `words` for it names.

    Raises `HandError` for anything else, with the nearest.
    """
    named = synonyms.canonical(value, words) if isinstance(value, str) else value
    try:
        return enum(value if named is None else named)
    except ValueError:
        names = [m.value for m in enum]
        near = synonyms.nearest(value, words) if isinstance(value, str) else None
        if near is not None:
            raise HandError(refusal.A_CHOICE_NEAR, where=where, near=near, names=names, value=value) from None
        raise HandError(refusal.A_CHOICE, where=where, names=names, value=value) from None


def as_seat(value: Any, where: str | Words, *, of: Seat | None = None) -> Seat:
    """The seat that this value names; a side names one seen from the seat `of`. Raises `HandError`."""
    if isinstance(value, str):
        if value in Seat.__members__:
            return Seat[value]
        if (named := synonyms.canonical(value, synonyms.SEATS)) is not None:
            return Seat[named]
        side = synonyms.canonical(value, synonyms.SIDES)
        if of is not None and side is not None:
            return of.at(Side(side))
    raise HandError(refusal.A_SEAT, where=where, value=value)
