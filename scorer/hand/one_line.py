"""Melds and the winning tile where they are written among the tiles of a hand: ``[789s<] 123m11z7s +7s``.

``[123m]`` is a chow or pung, ``[5555p]`` a claimed kong, ``[555+5p]`` an added one, ``(5555p)`` a concealed
one, ``(1234z)`` one of unequal tiles; ``<``, ``^`` and ``>`` say that a tile came from the left, from across
or from the right; ``+7s`` is the tile that was won on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.messages import hand as refusal
from paiyan.scorer.tiles.notation import half_width, parse

_SIDES = {"<": "left", "^": "across", ">": "right"}
_MELD = re.compile(r"[\[(]((?:\d+[mpsz])*\d+)(\+\d)?([mpszf])([<^>]?)[\])]")
_BRACKETS = re.compile(r"[\[(][^\])]*[\])]?")
_WON = re.compile(r"\+\s*([^\s+]+)")


def meld(word: str) -> dict[str, str]:
    """``[123m<]`` or ``(5555p)`` as the JSON object of a meld. Raises `HandError` for what is none."""
    found = _MELD.fullmatch(half_width(word).replace(" ", "").lower())
    if not found:
        raise HandError(refusal.NO_MELD_SO, word=word[:40])
    digits, added, suit, side = found.groups()
    tiles = digits + (added or "")[1:] + suit
    same_kind = len(set(digits)) == 1 or suit == "f"  # flowers are alike where they make sets at all
    if found[0][0] == "(":
        kind = "concealed_kong" if suit == "f" or len(set(parse(tiles))) == 1 else "mixed_kong"
    elif added:
        kind = "added_kong"
    else:
        kind = "kong" if len(digits) == 4 else "pung" if same_kind else "chow"
    return {"type": kind, "tiles": tiles, **({"from": _SIDES[side]} if side else {})}


def written_out(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON object of a hand, or of a deal, with what is written among its tiles in its own fields.

    Raises `HandError` for a bracket that is no meld, and for two winning tiles.
    """
    if isinstance(hands := given.get("hands"), list):
        some = cast("list[object]", hands)
        return {
            **given,
            "hands": [
                written_out(cast("Mapping[str, Any]", h)) if isinstance(h, Mapping) else h for h in some
            ],
        }
    text = given.get("concealed")
    if not isinstance(text, str) or not any(sign in half_width(text) for sign in "[(+"):
        return given
    text = half_width(text)
    melds = [meld(word) for word in _BRACKETS.findall(text)]
    rest = _BRACKETS.sub(" ", text)
    won = _WON.findall(rest)
    out: dict[str, Any] = {**given, "concealed": _WON.sub(" ", rest)}
    if melds:
        listed: Any = given.get("melds") or []
        out["melds"] = [*listed, *melds] if isinstance(listed, (list, tuple)) else listed
    if won:
        out["win"] = _won_on(given.get("win") or {}, won)
    return out


def _won_on(win: Any, tiles: list[str]) -> Any:
    """The win with the tile that is written among the others. Raises `HandError` for another one."""
    if not isinstance(win, Mapping):
        return win  # refused with the rest of the hand
    known = cast("Mapping[str, Any]", win)
    every = list(dict.fromkeys([*tiles, *([known["tile"]] if known.get("tile") else [])]))
    if len(every) > 1:
        raise HandError(refusal.TWO_WINNING, tiles=every)
    return {**known, "tile": tiles[0]}
