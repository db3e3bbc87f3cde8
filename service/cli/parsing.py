"""From what a user writes to the JSON object of a hand: options, JSON text.

Only the form is read here; whether the hand can be is the scorer's to say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from paiyan.scorer.errors import RulesError
from paiyan.scorer.tiles.notation import parse
from paiyan.service.answers.situation import HandObject
from paiyan.service.errors import WrongUse

_MELD_TYPES = ("chow", "pung", "kong", "added_kong", "concealed_kong", "mixed_kong")
_SIDES = ("left", "across", "right", "E", "S", "W", "N")
_LEVELS = 32  # of objects and lists in each other: a deal has six
BOM = "\ufeff"  # with which some programs begin a file: it says nothing
_TOO_DEEP = "this JSON is nested too deeply to be a hand"
_TOO_LONG = "a number or a list in this JSON is longer than can be read: give a smaller one"


class OpenedHouse(str):
    """The id of a house file that this program opened; a process to which it is handed has it open too."""

    file: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed, (str(self), self.file)


def opened(rules: str) -> str:
    """The id of a rule set as it was named, or of the house file there, which is opened.

    Raises `UnknownRules`, `BadHouse`.
    """
    if not rules.endswith(".toml"):
        return rules
    from paiyan.service.answers import house_files  # only here: a named rule set has no use for them

    house = OpenedHouse(house_files.opened(rules).id)
    house.file = rules
    return house


def _handed(id_: str, file: str) -> str:
    """The id of a house file in another process: a forked one knows it, one that begins anew opens it."""
    from paiyan.scorer.rulesets import rule_set

    try:
        return rule_set(id_).id
    except RulesError:
        return opened(file)


def standard_input() -> TextIO:
    """What ``-`` stands for. Raises `WrongUse` where it is closed."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise WrongUse("standard input is closed: name a file in place of -")
    return sys.stdin


def hand_text(text: str) -> HandObject:
    """The value of ``--hand``: a JSON object, or the concealed tiles in notation."""
    return json_object(text) if text.lstrip().startswith("{") else {"concealed": text}


def json_object(text: str) -> HandObject:
    """One JSON object. Raises `WrongUse` with the column of what is not JSON."""
    try:
        found: Any = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as wrong:
        raise WrongUse(f"not JSON at column {wrong.colno}: {wrong.msg.lower()}") from None
    except ValueError:
        raise WrongUse(_TOO_LONG) from None
    except RecursionError:
        raise WrongUse(_TOO_DEEP) from None
    if not isinstance(found, dict):
        raise WrongUse(f'a hand is a JSON object like {{"concealed": "123m44z"}}, not {text.strip()[:40]!r}')
    if text.count("{") + text.count("[") > _LEVELS and not _within(found, _LEVELS):
        raise WrongUse(_TOO_DEEP)
    return cast(HandObject, found)


def _each_once(pairs: list[tuple[str, Any]]) -> HandObject:
    """An object of its names and values. Raises `WrongUse` where a name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        named = [name for name, _ in pairs]
        twice = next(name for name in found if named.count(name) > 1)
        raise WrongUse(f'"{twice[:40]}" stands twice in one JSON object: leave one of the two')
    return found


def _within(value: Any, levels: int) -> bool:
    """Whether objects and lists stand in each other no deeper than so many levels."""
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    inner = cast("list[Any]", value) if isinstance(value, list) else []
    return levels >= 0 and all(_within(one, levels - 1) for one in inner)


def meld(text: str) -> HandObject:
    """A meld in the short form: tiles, then type, side and claimed tile in any order.

    ``789s:chow:left:claimed=7s``; the type may be left out where the tiles decide it (chow, pung), and a seat
    may stand for the side: ``555z:pung:W``.
    """
    tiles, *rest = (part.strip() for part in text.split(":"))
    found: HandObject = {"tiles": tiles}
    for part in rest:
        if part in _MELD_TYPES:
            found["type"] = part
        elif part in _SIDES:
            found["from"] = part
        elif part.startswith("claimed="):
            found["claimed"] = part.removeprefix("claimed=")
        else:
            known = ", ".join((*_MELD_TYPES, *_SIDES, "claimed=TILE"))
            raise WrongUse(f"{part!r} in the meld {text!r} is none of {known}")
    return found if "type" in found else {**found, "type": _type_of(tiles, text)}


def _type_of(tiles: str, text: str) -> str:
    try:
        kinds = [t.kind for t in parse(tiles)]
    except ValueError as wrong:
        raise WrongUse(f"meld: {wrong}") from None
    if len(kinds) > 3:
        raise WrongUse(
            f"say which kong {text!r} is: {', '.join(_MELD_TYPES[2:-1])} or {_MELD_TYPES[-1]},"
            " as in 1111z:kong:left"
        )
    return "pung" if len(set(kinds)) == 1 else "chow"


def pairs(texts: Iterable[str], *, option: str) -> HandObject:
    """``name=value`` texts as an object; values are read as JSON where they are JSON."""
    found: HandObject = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise WrongUse(f"{option} takes name=value, not {text!r}")
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
        except (ValueError, RecursionError):
            raise WrongUse(f"{option} {name}: {_TOO_LONG}") from None
    return found
