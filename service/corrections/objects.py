"""Corrections 更正: what a player says against a reading, as JSON objects or as sentences.

Tiles are named by their index in ``tiles`` of the reading, from 0, as its doubts name them. All corrections
of one list mean the indices of the reading as it was given; tiles that are added take the next ones.
Sentences: ``tile 3 is 9p``, ``tile 3 is the winning tile``, ``tile 3 is a flower``, ``tile 3 is not there``,
``tiles 11-13 are a meld from the left``, ``tiles 2, 5-7 are discards``, ``the winning tile is 7s``,
``add 5p``, ``add 1f to the flowers``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetPydanticSchema,
    StrictInt,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import core_schema

from paiyan.scorer.tiles.notation import tile
from paiyan.scorer.tiles.tile import Tile
from paiyan.service.errors import BadCorrection
from paiyan.service.messages.requests import NO_CORRECTION, ONE_AT_A_TIME, sentence
from paiyan.vision.decoding import corrections as made

MeldType = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]
Side = Literal["left", "across", "right"]


def notated(read: Callable[[str], Any], *, most: int) -> GetPydanticSchema:
    """Return the schema of a text of at most `most` characters, of which `read` makes the value."""
    text = core_schema.str_schema(max_length=most)
    return GetPydanticSchema(lambda _, _handler: core_schema.no_info_after_validator_function(read, text))


Index = Annotated[StrictInt, Field(ge=0, le=999, description="Place in `tiles`, from 0.")]
Indices = Annotated[tuple[Index, ...], Field(min_length=1, max_length=144)]
Face = Annotated[Tile, notated(tile, most=16), Field(examples=["9p"])]


class _Correction(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    makes: ClassVar[Callable[..., made.Correction]]
    """Makes the correction of the fields, `do` left out, in their order."""

    def value(self) -> made.Correction:
        return type(self).makes(*(value for name, value in self if name != "do"))


class Rename(_Correction):
    """A tile is another one than was read; the same one says that it was read right."""

    makes = made.Rename
    do: Literal["rename"]
    tile: Index
    face: Face = Field(alias="is")


class Remove(_Correction):
    """Remove boxes that show no tile, or that do not belong to the table in the picture."""

    makes = made.Remove
    do: Literal["remove"]
    tiles: Indices


class Add(_Correction):
    """A tile that was not read; `box` is where it lies, if that is to be kept."""

    makes = made.Add
    do: Literal["add"]
    face: Face = Field(alias="is")
    role: Literal["hand", "winning", "flower", "discard", "indicator", "wall", "other"] = "hand"
    box: tuple[float, float, float, float] | None = None


class Place(_Correction):
    """Tiles lie elsewhere than was read: in the hand, among the flowers, in the river …"""

    makes = made.Place
    do: Literal["place"]
    tiles: Indices
    role: Literal["hand", "flower", "discard", "indicator", "wall", "other"]


class Meld(_Correction):
    """Tiles are one meld. Its type may be left out where the tiles decide it."""

    makes = made.Meld
    do: Literal["meld"]
    tiles: Annotated[tuple[Index, ...], Field(min_length=3, max_length=4)]
    type: MeldType | None = None
    source: Side | None = Field(default=None, alias="from")
    claimed: Face | None = None


class Winning(_Correction):
    """The winning tile, by its index or by its face."""

    makes = made.Winning
    do: Literal["winning"]
    tile: Index | None = None
    face: Face | None = Field(default=None, alias="is")


Correction = Annotated[Rename | Remove | Add | Place | Meld | Winning, Field(discriminator="do")]
_CORRECTIONS: TypeAdapter[list[Correction]] = TypeAdapter(list[Correction])


def values(corrections: Iterable[Correction]) -> list[made.Correction]:
    """Return the corrections in their order, as they apply to a reading."""
    return [correction.value() for correction in corrections]


def parse_corrections(objects: Any, *, place: str = "") -> list[made.Correction]:
    """Parse corrections from their JSON objects. Raises `BadCorrection`, which names the place in the JSON,
    or `place` in its stead."""
    try:
        return values(_CORRECTIONS.validate_python(objects))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        raise BadCorrection(sentence([{**first, "loc": (place,)} if place else first])) from None


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


def parse_sentence(text: str) -> made.Correction:
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
    face, place = parts.face, "discard" if parts.place == "river" else parts.place or "hand"
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
