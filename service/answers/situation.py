"""A request about a hand, and its situation: what a photo shows, and what its user entered.

Only the form is checked here; whether the hand can be is for the scorer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from paiyan.scorer.errors import TileError
from paiyan.scorer.tiles.notation import notation, tile
from paiyan.scorer.tiles.tile import Tile
from paiyan.service.errors import WrongUse
from paiyan.service.messages.requests import NONE, NOT_SHOWN, WIN_OBJECT, WINNING_TILE
from paiyan.service.recognition import DEFAULT_READING, ReadingSettings

if TYPE_CHECKING:
    from paiyan.vision.decoding.hand import Hand, ReadMeld

DEFAULT_RULES = "guobiao"


@dataclass(frozen=True, eq=False, repr=False)
class HandRequest:
    """A request about a hand: the hand object, and the picture that shows what it leaves out.

    `drawn` is where the picture with its boxes is to be written, if anywhere; `reading_settings` are the
    bounds within which it is read; `more` are further pictures, each of a part of the same hand, `burst`
    those of the same scene, taken one after another; `as_read` says that the tiles are to be taken as read,
    whatever is likelier.
    """

    hand: HandObject
    photo: Path | bytes | None = None
    drawn: Path | None = None
    reading_settings: ReadingSettings = DEFAULT_READING
    as_read: bool = False
    more: tuple[Path, ...] = ()
    burst: tuple[bytes, ...] = ()


HandObject = dict[str, Any]
_NESTED = ("win", "table", "options")


def is_deal(hand: Mapping[str, Any]) -> bool:
    """True if an object is a deal, with the hands of several players."""
    return "hands" in hand


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> HandObject:
    """One hand object of two: what `over` says wins, `win`, `table` and `options` field by field."""
    found = {**under, **over}
    for name in _NESTED:
        low, high = under.get(name), over.get(name)
        if isinstance(low, Mapping) and isinstance(high, Mapping):
            found[name] = {**cast(HandObject, low), **cast(HandObject, high)}
    return found


def with_reading(read: Hand, situation: Mapping[str, Any]) -> HandObject:
    """Return the hand of a photo in the situation that the user gives.

    The winning tile is the one told, else the one that lies apart in the photo. A told winning tile that
    lies among the concealed ones is taken out of them. What the user tells outright (melds …) stands.
    Raises `WrongUse`.
    """
    parts = {
        "concealed": notation(read.concealed),
        "flowers": notation(read.flowers),
        "melds": [_meld(m) for m in read.melds],
    }
    hand = merged({name: part for name, part in parts.items() if part}, situation)
    given: Any = hand.get("win")
    if not (given is None or isinstance(given, Mapping)):
        raise WrongUse(WIN_OBJECT, value=given)
    win = dict(cast(HandObject, given or {}))
    wanted, apart = win.get("tile"), read.winning
    if wanted is None:
        return hand | {"win": {**win, "tile": apart.notation}} if apart else hand
    if "concealed" not in situation and (apart is None or apart.notation != wanted):
        hand["concealed"] = _without((*read.concealed, *((apart,) if apart else ())), str(wanted))
    return hand


def _meld(meld: ReadMeld) -> HandObject:
    """Return a meld as a user would enter it.

    A chow 吃 can only come from the left, whichever of its tiles lies sideways in the picture.
    """
    side = "left" if meld.type == "chow" and meld.side else meld.side
    about = {"from": side, "claimed": meld.claimed and meld.claimed.notation}
    source = {name: value for name, value in about.items() if value}
    return {"type": meld.type, "tiles": notation(meld.shown), **source}


def _without(tiles: Sequence[Tile], winning: str) -> str:
    try:
        wanted = tile(winning)
    except TileError as wrong:
        raise WrongUse(WINNING_TILE, wrong=wrong) from None
    same_kind = [t for t in tiles if t.kind == wanted.kind]  # a red five will do where a plain one is named
    if not same_kind:
        raise WrongUse(NOT_SHOWN, tile=wanted, tiles=notation(tiles) or NONE)
    left = list(tiles)
    left.remove(wanted if wanted in same_kind else same_kind[0])
    return notation(left)
