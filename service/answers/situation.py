"""A hand and its situation as one JSON object: what a photo shows, and what its user told.

Only the form is looked at here; whether the hand can be is the scorer's to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from paiyan.scorer.errors import TileError
from paiyan.scorer.tiles.notation import notation, parse, tile
from paiyan.service.errors import WrongUse
from paiyan.service.messages.hands import NONE, NOT_SHOWN, WIN_OBJECT, WINNING_TILE

HandObject = dict[str, Any]
_NESTED = ("win", "table", "options")


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> HandObject:
    """One hand object of two: what `over` says wins, `win`, `table` and `options` field by field."""
    found = {**under, **over}
    for name in _NESTED:
        low, high = under.get(name), over.get(name)
        if isinstance(low, Mapping) and isinstance(high, Mapping):
            found[name] = {**cast(HandObject, low), **cast(HandObject, high)}
    return found


def with_reading(read: Mapping[str, Any], told: Mapping[str, Any]) -> HandObject:
    """The hand of a photo (`hand` of a reading) in the situation that the user told.

    The winning tile is the one told, else the one that lies apart in the photo. A told winning tile that
    lies among the concealed ones is taken out of them. What the user tells outright (melds …) stands.
    """
    seen: HandObject = {name: read[name] for name in ("concealed", "flowers") if read.get(name)}
    if read.get("melds"):
        seen["melds"] = [_whole(_claimed_from_left(m)) for m in read["melds"]]
    apart: str = read.get("winning") or ""
    hand = merged(seen, told)
    given: Any = hand.get("win")
    if not (given is None or isinstance(given, Mapping)):
        raise WrongUse(WIN_OBJECT, value=given)
    win = dict(cast(HandObject, given or {}))
    wanted = win.get("tile")
    if wanted is None:
        return hand | {"win": {**win, "tile": apart}} if apart else hand
    if "concealed" not in told and apart != wanted:
        hand["concealed"] = _without(seen.get("concealed", "") + apart, str(wanted))
    return hand


def _claimed_from_left(meld: HandObject) -> HandObject:
    """A chow 吃 can only come from the left, whichever of its tiles lies sideways in the picture."""
    return {**meld, "from": "left"} if meld["type"] == "chow" and meld.get("from") else meld


def _whole(meld: HandObject) -> HandObject:
    """A concealed kong 暗杠 with the tiles that its backs hide, where one of the four shows its face."""
    tiles = parse(meld["tiles"])
    faces = [t for t in tiles if t.notation != "xx"]
    if meld["type"] != "concealed_kong" or not faces or len(faces) == len(tiles):
        return meld
    hidden = [tile(f"{faces[0].kind % 9 + 1}{faces[0].notation[1]}")] * (len(tiles) - len(faces))
    return {**meld, "tiles": notation([*faces, *hidden])}


def _without(concealed: str, winning: str) -> str:
    try:
        tiles, wanted = list(parse(concealed)), tile(winning)
    except TileError as wrong:
        raise WrongUse(WINNING_TILE, wrong=wrong) from None
    alike = [t for t in tiles if t.kind == wanted.kind]  # a red five will do where a plain one is named
    if not alike:
        raise WrongUse(NOT_SHOWN, tile=wanted, tiles=concealed or NONE)
    tiles.remove(wanted if wanted in alike else alike[0])
    return notation(tiles)
