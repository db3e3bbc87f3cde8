"""Corrections 更正: what a player says against a reading, as JSON objects.

Tiles are named by their index in ``tiles`` of the reading, from 0, as its doubts name them. All corrections
of one list mean the indices of the reading as it was given; tiles that are added take the next ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from paiyan.scorer.tiles.notation import tile
from paiyan.service.errors import BadCorrection
from paiyan.service.messages.validation import sentence
from paiyan.vision.decoding import corrections as made

MeldType = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]
Side = Literal["left", "across", "right"]


def _a_tile(text: str) -> str:
    return tile(text).notation


Index = Annotated[int, Field(ge=0, le=999, description="Place in `tiles`, from 0.")]
Indices = Annotated[tuple[Index, ...], Field(min_length=1, max_length=144)]
Face = Annotated[str, Field(max_length=16, examples=["9p"]), AfterValidator(_a_tile)]


class _Correction(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Rename(_Correction):
    """A tile is another one than was read; the same one says that it was read right."""

    do: Literal["rename"]
    tile: Index
    face: Face = Field(alias="is")

    def value(self) -> made.Rename:
        """Return what to do to the reading."""
        return made.Rename(self.tile, tile(self.face))


class Remove(_Correction):
    """Remove boxes that show no tile, or that do not belong to the table in the picture."""

    do: Literal["remove"]
    tiles: Indices

    def value(self) -> made.Remove:
        """Return what to do to the reading."""
        return made.Remove(self.tiles)


class Add(_Correction):
    """A tile that was not read; `box` is where it lies, if that is to be kept."""

    do: Literal["add"]
    face: Face = Field(alias="is")
    role: Literal["hand", "winning", "flower", "discard", "indicator", "wall", "other"] = "hand"
    box: tuple[float, float, float, float] | None = None

    def value(self) -> made.Add:
        """Return what to do to the reading."""
        return made.Add(tile(self.face), self.role, self.box)


class Place(_Correction):
    """Tiles lie elsewhere than was read: in the hand, among the flowers, in the river …"""

    do: Literal["place"]
    tiles: Indices
    role: Literal["hand", "flower", "discard", "indicator", "wall", "other"]

    def value(self) -> made.Place:
        """Return what to do to the reading."""
        return made.Place(self.tiles, self.role)


class Meld(_Correction):
    """Tiles are one meld. Its type may be left out where the tiles decide it."""

    do: Literal["meld"]
    tiles: Annotated[tuple[Index, ...], Field(min_length=3, max_length=4)]
    type: MeldType | None = None
    source: Side | None = Field(default=None, alias="from")
    claimed: Face | None = None

    def value(self) -> made.Meld:
        """Return what to do to the reading."""
        claimed = None if self.claimed is None else tile(self.claimed)
        return made.Meld(self.tiles, self.type, self.source, claimed)


class Winning(_Correction):
    """The winning tile, by its index or by its face."""

    do: Literal["winning"]
    tile: Index | None = None
    face: Face | None = Field(default=None, alias="is")

    def value(self) -> made.Winning:
        """Return what to do to the reading."""
        return made.Winning(self.tile, None if self.face is None else tile(self.face))


Correction = Annotated[Rename | Remove | Add | Place | Meld | Winning, Field(discriminator="do")]
_CORRECTIONS: TypeAdapter[list[Correction]] = TypeAdapter(list[Correction])


def values(corrections: Iterable[Correction]) -> list[made.Correction]:
    """Return what corrections do to a reading."""
    return [correction.value() for correction in corrections]


def parse_corrections(given: Any, *, place: str = "") -> list[made.Correction]:
    """Parse corrections from their JSON objects. Raises `BadCorrection`, which names the place in the JSON,
    or `place` in its stead."""
    try:
        return values(_CORRECTIONS.validate_python(given))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        raise BadCorrection(sentence([{**first, "loc": (place,)} if place else first])) from None
