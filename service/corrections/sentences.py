"""Corrections as sentences: ``tile 3 is 9p``, ``tile 3 is the winning tile``, ``tile 3 is a flower``,
``tile 3 is not there``, ``tiles 11-13 are a meld from the left``, ``tiles 2, 5-7 are discards``,
``the winning tile is 7s``, ``add 5p``, ``add 1f to the flowers``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from paiyan.service.corrections.objects import parse_corrections
from paiyan.service.errors import BadCorrection
from paiyan.service.messages.hands import NO_CORRECTION, ONE_AT_A_TIME
from paiyan.vision.decoding.corrections import Correction

_PLACES = {
    "hand": "hand",
    "flower": "flower",
    "discard": "discard",
    "river": "discard",
    "indicator": "indicator",
    "wall": "wall",
    "other": "other",
}
_NUMBERS = r"tiles?\s+(?P<tiles>\d+(?:\s*(?:-|to|,|and)\s*\d+)*)\s+(?:is|are)\s+"
_WHERE = (
    r"(?:of|in|on|among|to)?\s*(?:an?|the)?\s*(?P<place>hand|flower|discard|river|indicator|wall|other)s?"
)
_MELD = (
    r"(?:an?\s+)?(?P<type>meld|chow|pung|kong|added kong|concealed kong)"
    r"(?:\s+from\s+(?:the\s+)?(?P<side>left|across|right))?(?:,?\s+claimed\s+(?P<claimed>\S+))?"
)
_FORMS = {
    "winning": re.compile(r"the winning tile is (?:tile (?P<index>\d+)|(?P<face>\S+))"),
    "won": re.compile(_NUMBERS + r"the winning tile"),
    "remove": re.compile(_NUMBERS + r"(?:not there|not tiles?|no tiles?|gone)"),
    "meld": re.compile(_NUMBERS + _MELD),
    "place": re.compile(_NUMBERS + _WHERE),
    "rename": re.compile(_NUMBERS + r"(?P<face>\S+)"),
    "add": re.compile(rf"add (?P<face>\S+)(?:\s+{_WHERE})?"),
}
EXAMPLES = (
    "tile 3 is 9p",
    "tiles 11-13 are a meld from the left",
    "the winning tile is 7s",
    "tile 4 is not there",
    "tile 5 is a flower",
    "add 5p",
)


def parse_sentence(text: str) -> Correction:
    """Parse a correction from its sentence. Raises `BadCorrection`, which lists the possible forms."""
    plain = " ".join(text.split()).rstrip(".").lower()
    for form, pattern in _FORMS.items():
        if found := pattern.fullmatch(plain):
            return parse_corrections([_object(form, _Parts(**found.groupdict()))], place=f'"{plain[:60]}"')[0]
    examples = ", ".join(f'"{one}"' for one in EXAMPLES)
    raise BadCorrection(NO_CORRECTION, text=text.strip()[:60], examples=examples)


@dataclass(frozen=True)
class _Parts:
    """The named parts of a sentence, as its pattern found them."""

    tiles: str | None = None
    index: str | None = None
    face: str | None = None
    place: str | None = None
    type: str | None = None
    side: str | None = None
    claimed: str | None = None


def _object(form: str, parts: _Parts) -> dict[str, Any]:
    """Return the JSON object of a sentence from the parts of its form."""
    tiles = _indices(parts.tiles or "")
    face, place = parts.face, _PLACES[parts.place or "hand"]
    if form == "winning":
        return {"do": "winning", **({"is": face} if face else {"tile": int(parts.index or 0)})}
    if form in ("won", "rename"):
        if len(tiles) != 1:
            raise BadCorrection(ONE_AT_A_TIME)
        return (
            {"do": "winning", "tile": tiles[0]}
            if form == "won"
            else {"do": form, "tile": tiles[0], "is": face}
        )
    if form == "meld":
        kind = (parts.type or "").replace(" ", "_")
        about = {"type": None if kind == "meld" else kind, "from": parts.side, "claimed": parts.claimed}
        return {"do": form, "tiles": tiles, **about}
    if form == "add":
        return {"do": form, "is": face, "role": place}
    return {"do": form, "tiles": tiles, **({"role": place} if form == "place" else {})}


def _indices(text: str) -> list[int]:
    """``2, 5-7 and 9`` as 2, 5, 6, 7, 9."""
    found: list[int] = []
    for low, high in re.findall(r"(\d+)(?:\s*(?:-|to)\s*(\d+))?", text):
        first, last = int(low[:4]), int((high or low)[:4])
        found += range(first, min(last, first + 200) + 1)
    return found
