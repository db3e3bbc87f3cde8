"""Lists of photos with the hands that they show, in two forms, both JSON lines.

With an object ``hand``: ``{"photo": "set/images/a.jpg", "sha256": "…", "layout": "row|rows|block",
"in_order": true, "hand": {"concealed": "…", "winning": "7s", "melds": [{"type": "pung", "tiles": "111m"}],
"flowers": "5f"}}``. Where it names no ``winning`` tile, ``concealed`` holds it too, since a row does not show
which one it was; where it does, a hand is exact only if that tile is read as the winning one. ``in_order`` is
false where the picture leaves open from which side the player sees the row; ``sha256`` may be left out.

With a list of tiles as ``hand``, as `datasets/benchmark/hands.jsonl` has it: ``{"photo": "a.jpg", "kind":
"hand_row", "hand": ["1m", …], "winning": "7s", "melds": [["back", "2s", "2s", "back"]], "flowers": ["5f"],
"all_face_up": ["1m", …], "alt": {"0p": "5p"}}``. ``hand`` is null where the photo shows none, ``all_face_up``
(every face that can be read, wherever it lies) where not all were told; ``alt`` names faces that count as
others. Which of the held tiles won is told where somebody saw it, and not asked for in an exact hand. A line
with ``"readable": false`` is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from paiyan.datasets.formats.labelled import DatasetError, text_of
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, TILES, Tile

BACK_NAMES = frozenset(("back", "xx"))
NO_LINE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What comes of a line that is no JSON, or has another form."""


class TrueHand(NamedTuple):
    """One line of a list: the photo below the root, its checksum, and the hand it shows.

    `held` are the concealed tiles with the winning one at the end; `winning` None where that is not told,
    `winning_asked` whether an exact hand has it as its winning tile. `melds` hold face-down tiles as `xx`.
    `shows_hand` is false for a photo of tiles without a hand. `face_up`: every face that can be read, None
    where that is not told. `same_as`: faces that count as another.
    """

    photo: str
    sha256: str
    layout: str
    in_order: bool
    held: tuple[Tile, ...]
    winning: Tile | None
    melds: tuple[tuple[Tile, ...], ...]
    flowers: tuple[Tile, ...]
    winning_counts: bool = True
    shows_hand: bool = True
    face_up: tuple[Tile, ...] | None = None
    same_as: Mapping[Tile, Tile] = {}


def read_hand_list(list_file: Path) -> list[TrueHand]:
    """The lines of a list. Raises DatasetError with the line that is not one."""
    hands = [read_line(line, place) for place, line in lines_of(list_file)]
    truths = [truth for truth in hands if truth is not None]
    if not any(truth.shows_hand for truth in truths):
        raise DatasetError(f"{list_file} lists no hand: give one JSON object a line")
    return truths


def lines_of(file: Path) -> list[tuple[str, str]]:
    """The lines of a file that are not blank, each behind the place where it stands. Raises DatasetError."""
    try:
        lines = text_of(file).splitlines()
    except OSError as error:
        raise DatasetError(f"{file} cannot be read ({error.strerror}): check the path") from error
    return [(f"{file.name}, line {number}", line) for number, line in enumerate(lines, 1) if line.strip()]


def read_line(line: str, place: str) -> TrueHand | None:
    """One line of a list; None where it is to be left out. Raises DatasetError, naming the `place`."""
    try:
        row = cast("dict[str, Any]", json.loads(line))
        if not row.get("readable", True):
            return None
        return _of_object(row) if isinstance(row["hand"], dict) else _of_tiles(row)
    except NO_LINE as error:
        raise DatasetError(f"{place} is not a photo and its hand ({error!r})") from error


def _of_object(row: Mapping[str, Any]) -> TrueHand:
    hand = row["hand"]
    winning = tile_named(hand["winning"]) if hand.get("winning") else None
    return TrueHand(
        photo=str(row["photo"]),
        sha256=row.get("sha256", ""),
        layout=row.get("layout", ""),
        in_order=row.get("in_order", False),
        held=parse(hand["concealed"]) + ((winning,) if winning else ()),
        winning=winning,
        melds=tuple(parse(meld["tiles"]) for meld in hand.get("melds", ())),
        flowers=parse(hand.get("flowers", "")),
    )


def _of_tiles(row: Mapping[str, Any]) -> TrueHand:
    winning = tile_named(row["winning"]) if row.get("winning") else None
    alternatives = cast("dict[str, Any]", row.get("alt") or {})
    return TrueHand(
        photo=str(row["photo"]),
        sha256=row.get("sha256", ""),
        layout=str(row.get("kind", "")),
        in_order=False,
        held=_tiles(row["hand"] or ()) + ((winning,) if winning else ()),
        winning=winning,
        melds=tuple(_tiles(meld) for meld in row.get("melds") or ()),
        flowers=_tiles(row.get("flowers") or ()),
        winning_counts=False,
        shows_hand=bool(row["hand"]),
        face_up=_tiles(row["all_face_up"]) if row.get("all_face_up") else None,
        same_as={tile_named(a): tile_named(b) for a, b in alternatives.items() if isinstance(b, str)},
    )


def _tiles(names: Sequence[str]) -> tuple[Tile, ...]:
    return tuple(tile_named(name) for name in names)


def tile_named(name: str) -> Tile:
    """The tile of a name, ``back`` and ``xx`` among them. Raises ValueError."""
    if name in BACK_NAMES:
        return TILES[BACK]
    (tile,) = parse(name)
    return tile
