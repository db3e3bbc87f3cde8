"""What each class of a labelled set is taken for: by its name (`class_names`), or by a mapping file.

A mapping file is TOML: ``"1 man" = "1m"`` for a tile, ``"xx"`` for a tile face down, ``"nothing"`` for a box
that is as good as not there (a whole hand, a rack), ``"not judged"`` for a tile that has no name among ours
(a joker): what is found there counts neither as right nor as wrong. ``""`` is not filled in yet.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from paiyan.datasets.formats.class_names import codes_of
from paiyan.datasets.formats.labelled import DatasetError, text_of
from paiyan.scorer.tiles.tile import TILES

Taken = int | Literal["nothing", "not judged"] | None
"""A tile code, what else a class may be, or None for a class that nobody explained."""
NO_TILE = ("nothing", "not judged")
_CODES = {tile.notation: tile.code for tile in TILES}
_HEAD = """# What each class of {set} is, for `paiyan evaluate --classes`.
# A tile: 1m-9m characters, 1p-9p circles, 1s-9s bamboo, 1z-7z east south west north white green red,
# 1f-8f plum orchid chrysanthemum bamboo spring summer autumn winter, 0m 0p 0s red fives, xx face down.
# "nothing": the box is as good as not there. "not judged": a tile that has no name here, such as a joker.
"""


class UnknownClassError(DatasetError):
    """Classes of a set that are no tile we know: `taken` says what every one is taken for, `used` how many
    boxes it has."""

    def __init__(self, set_name: str, taken: Mapping[str, Taken], used: Counter[str]) -> None:
        self.set_name, self.taken, self.used = set_name, taken, used
        self.unknown = tuple(name for name, what in taken.items() if used[name] and what is None)
        some = ", ".join(repr(name) for name in self.unknown[:5]) + (" …" if len(self.unknown) > 5 else "")
        super().__init__(
            f"{len(self.unknown)} of the {len(taken)} classes of {set_name} name no tile that we know "
            f"({some})"
        )


class ClassUse(NamedTuple):
    """A class of a set, what it is taken for, and how many boxes it has."""

    name: str
    taken: Taken
    boxes: int

    @property
    def shown(self) -> str:
        """What it is taken for, as a mapping file says it."""
        return TILES[self.taken].notation if isinstance(self.taken, int) else self.taken or "?"


def take(names: Iterable[str], overrides: Mapping[str, Taken] | None = None) -> dict[str, Taken]:
    """What each class is taken for: as a mapping says, else as its name says among the others."""
    by_name: dict[str, Taken] = {**codes_of(names)}
    return {name: (overrides or {}).get(name, taken) for name, taken in by_name.items()}


def not_there(overrides: Mapping[str, Taken], classes: Iterable[str]) -> list[str]:
    """The names of a mapping that are none of a set's classes: misspelled, or of another one."""
    known = set(classes)
    return [name for name in overrides if name not in known]


def check(set_name: str, taken: Mapping[str, Taken], used: Counter[str]) -> None:
    """Raise `UnknownClassError` where a class that has boxes is taken for nothing we know."""
    if any(count and taken[name] is None for name, count in used.items()):
        raise UnknownClassError(set_name, taken, used)


def read_class_map(path: Path) -> dict[str, Taken]:
    """A mapping file; classes not filled in are left out. Raises `DatasetError` with what is wrong."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:  # pragma: no cover
        import tomli as tomllib

    try:
        content: dict[str, Any] = tomllib.loads(text_of(path))
    except (OSError, ValueError) as error:
        raise DatasetError(
            f'{path} is no mapping of classes ({error}): write lines like "1 man" = "1m"'
        ) from error
    return {name: _taken(value, name, path) for name, value in content.items() if value != ""}


def _taken(value: object, name: str, path: Path) -> Taken:
    if isinstance(value, str) and value in _CODES:
        return _CODES[value]
    for known in NO_TILE:
        if value == known:
            return known
    raise DatasetError(
        f"{path}: {name!r} is {value!r}, which is no tile: write one like 1m, 9p, 5z, 8f, 0s or xx, "
        '"nothing" or "not judged"'
    )


def write_class_map(path: Path, set_name: str, taken: Mapping[str, Taken], unknown: Iterable[str]) -> None:
    """A mapping file to fill in: first the classes that nobody explained, then all others as they are taken.

    Raises `DatasetError` where there is such a file already, which somebody may have filled in.
    """
    some = tuple(unknown)
    lines = [_HEAD.format(set=set_name), "# To be filled in:", *(f'{_quoted(name)} = ""' for name in some)]
    lines += ["", "# Taken for, by their names:"]
    known = [ClassUse(name, what, 0) for name, what in taken.items() if what is not None]
    lines += [f'{_quoted(one.name)} = "{one.shown}"' for one in known]
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except FileExistsError:
        raise DatasetError(
            f"{path} is there already: fill it in and give it with --classes, or delete it"
        ) from None


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)  # a basic string of TOML is one of JSON
