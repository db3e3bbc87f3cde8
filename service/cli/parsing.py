"""From what a user writes to the JSON object of a hand: options, JSON text.

Only the form is read here; whether the hand can be is the scorer's to say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from paiyan.scorer.errors import HandError, RulesError, TileError
from paiyan.scorer.hand import json_fields
from paiyan.scorer.hand.parse_hand import meld as bracketed
from paiyan.scorer.hand.parse_hand import written_out
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.tiles.notation import half_width, parse
from paiyan.service.answers.situation import HandObject
from paiyan.service.errors import WrongUse, as_service_errors
from paiyan.service.messages import command_line as refusal

_MELD_TYPES = ("chow", "pung", "kong", "added_kong", "concealed_kong", "mixed_kong")
_SIDES = ("left", "across", "right", "E", "S", "W", "N")
_LEVELS = 32  # of objects and lists in each other: a deal has six
_TILES = 3  # that are taken for a hand where a photo was expected
BOM = "\ufeff"  # with which some programs begin a file: it says nothing


class OpenedHouse(str):
    """The id of a house file that this program opened; a process to which it is handed has it open too."""

    file: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed, (str(self), self.file)


def opened(rules: str) -> str:
    """Return the id of a rule set, or open a house file and return its id.

    Raises `UnknownRules`, `BadHouse`.
    """
    if not rules.endswith(".toml"):
        return rules
    from paiyan.service.answers import rule_catalogue  # only here: a named rule set has no use for it

    house = OpenedHouse(rule_catalogue.opened(rules).id)
    house.file = rules
    return house


def _handed(id_: str, file: str) -> str:
    """The id of a house file in another process: a forked one knows it, one that begins again opens it."""
    from paiyan.scorer.rulesets import rule_set

    try:
        return rule_set(id_).id
    except RulesError:
        return opened(file)


def standard_input() -> TextIO:
    """Return standard input, for ``-``. Raises `WrongUse` if it is closed."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise WrongUse(refusal.NO_INPUT)
    return sys.stdin


def hand_text(text: str) -> HandObject:
    """Parse the value of ``--hand``: a JSON object, or the concealed tiles in notation."""
    return json_object(text) if text.lstrip().startswith("{") else {"concealed": text}


def is_hand(text: str) -> bool:
    """True if a text can be the value of ``--hand`` and hardly the name of a file: tiles, or an object."""
    if text.lstrip().startswith("{"):
        return True
    try:
        hand = written_out({"concealed": text})
        return len(parse(hand["concealed"])) >= _TILES
    except (HandError, TileError):
        return False


def json_object(text: str) -> HandObject:
    """One JSON object. Raises `WrongUse` with the column of what is not JSON."""
    try:
        found: Any = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as wrong:
        raise WrongUse(refusal.NOT_JSON, column=wrong.colno) from None
    except ValueError:
        raise WrongUse(refusal.TOO_LONG) from None
    except RecursionError:
        raise WrongUse(refusal.TOO_DEEP) from None
    if not isinstance(found, dict):
        raise WrongUse(refusal.A_HAND_OBJECT, text=text.strip()[:40])
    if text.count("{") + text.count("[") > _LEVELS and not _within(found, _LEVELS):
        raise WrongUse(refusal.TOO_DEEP)
    return cast(HandObject, found)


def _each_once(pairs: list[tuple[str, Any]]) -> HandObject:
    """An object of its names and values. Raises `WrongUse` where a name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        named = [name for name, _ in pairs]
        twice = next(name for name in found if named.count(name) > 1)
        raise WrongUse(refusal.TWICE, name=twice[:40])
    return found


def _within(value: Any, levels: int) -> bool:
    """True if objects and lists are nested at most `levels` deep."""
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    inner = cast("list[Any]", value) if isinstance(value, list) else []
    return levels >= 0 and all(_within(one, levels - 1) for one in inner)


def meld(text: str) -> HandObject:
    """Parse a meld: tiles, then type, side and claimed tile in any order; or as in ``[789s<]``.

    ``789s:chow:left:claimed=7s``; the type may be left out where the tiles decide it (chow, pung), and a seat
    may stand for the side: ``555z:pung:W``. Types, sides and seats have synonyms: ``pon``, 上家.
    """
    short = half_width(text).strip()
    if short[:1] in ("[", "("):
        with as_service_errors():
            return dict(bracketed(short))
    tiles, *rest = (part.strip() for part in short.split(":"))
    found: HandObject = {"tiles": tiles}
    for part in rest:
        if (type_ := json_fields.canonical(part, json_fields.MELDS)) is not None:
            found["type"] = type_
        elif json_fields.canonical(part, {**json_fields.SIDES, **json_fields.SEATS}) is not None:
            found["from"] = part
        elif part.startswith("claimed="):
            found["claimed"] = part.removeprefix("claimed=")
        else:
            raise _unknown_part(part, text)
    return found if "type" in found else {**found, "type": _type_of(tiles, text)}


def _unknown_part(part: str, text: str) -> WrongUse:
    words = {**json_fields.MELDS, **json_fields.SIDES, **json_fields.SEATS}
    near = json_fields.nearest(part, words)
    likely = Message(refusal.NEAR, {"near": near}) if near else ""
    known = ", ".join((*_MELD_TYPES, *_SIDES, "claimed=TILE"))
    return WrongUse(refusal.PART_OF_MELD, part=part, text=text, known=known, near=likely)


def _type_of(tiles: str, text: str) -> str:
    try:
        kinds = [t.kind for t in parse(tiles)]
    except TileError as wrong:
        raise WrongUse(refusal.MELD, wrong=wrong) from None
    if len(kinds) > 3:
        raise WrongUse(refusal.WHICH_KONG, text=text, known=list(_MELD_TYPES[2:]))
    return "pung" if len(set(kinds)) == 1 else "chow"


def pairs(texts: Iterable[str], *, option: str) -> HandObject:
    """``name=value`` texts as an object; values are read as JSON where they are JSON."""
    found: HandObject = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise WrongUse(refusal.NAME_VALUE, option=option, text=text)
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
        except (ValueError, RecursionError):
            raise WrongUse(refusal.OF_OPTION, option=option, name=name, wrong=refusal.TOO_LONG) from None
    return found
