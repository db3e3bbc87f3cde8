"""Read lists of photos with their true hands, and compare a hand as read with the true one.

Lists have two forms, both JSON lines.

With an object ``hand``: ``{"photo": "set/images/a.jpg", "sha256": "…", "layout": "row|rows|block",
"in_order": true, "hand": {"concealed": "…", "winning": "7s", "melds": [{"type": "pung", "tiles": "111m"}],
"flowers": "5f"}}``. Without ``winning``, ``concealed`` holds the winning tile too, since a row does not show
which one it was; with it, a hand is exact only if that tile is read as the winning one. ``in_order`` is false
if the picture leaves open from which side the player sees the row; ``sha256`` may be left out.

With a list of tiles as ``hand``, as in `datasets/benchmark/hands.jsonl`: ``{"photo": "a.jpg", "kind":
"hand_row", "hand": ["1m", …], "winning": "7s", "melds": [["back", "2s", "2s", "back"]], "flowers": ["5f"],
"all_face_up": ["1m", …], "alt": {"0p": "5p"}}``. ``hand`` is null if the photo shows none; ``all_face_up``
(every legible face, wherever it lies) is null if not all were listed; ``alt`` names faces that count as
others. ``winning`` is given if somebody saw which tile won, and is not required of an exact hand. A line with
``"readable": false`` is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations
from math import inf
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from paiyan.datasets.formats.labelled import DatasetError, fault, text_of
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from paiyan.vision.decoding.hand import meld_type
from paiyan.vision.messages import Problem
from paiyan.vision.reading import Hand, Reading, ReadMeld, ReadTile

BACK_NAMES = frozenset(("back", "xx"))
NO_LINE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""Errors raised by a line that is not JSON, or has another form."""


class TrueHand(NamedTuple):
    """One line of a list: the photo below the root, its checksum, and the hand it shows.

    `held` are the concealed tiles with the winning one at the end; `winning` is None if unknown;
    `winning_counts`: whether an exact hand must have it as its winning tile. `melds` hold face-down tiles as
    `xx`. `shows_hand` is false for a photo of tiles without a hand. `face_up`: every legible face, None if
    unknown. `same_as`: faces that count as another.
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
    """Read the lines of a list. Raises DatasetError with the line that is malformed."""
    hands = [read_line(line, place) for place, line in lines_of(list_file)]
    truths = [truth for truth in hands if truth is not None]
    if not any(truth.shows_hand for truth in truths):
        raise DatasetError(f"{list_file} lists no hand: give one JSON object a line")
    return truths


def lines_of(file: Path) -> list[tuple[str, str]]:
    """Return the lines of a file that are not blank, each after its place. Raises DatasetError."""
    try:
        lines = text_of(file).splitlines()
    except OSError as error:
        raise DatasetError(f"{file} cannot be read ({error.strerror}): check the path") from error
    return [(f"{file.name}, line {number}", line) for number, line in enumerate(lines, 1) if line.strip()]


def read_line(line: str, place: str) -> TrueHand | None:
    """Read one line of a list; None if it is to be left out. Raises DatasetError, naming the `place`."""
    try:
        row = cast("dict[str, Any]", json.loads(line))
        if not row.get("readable", True):
            return None
        return _of_object(row) if isinstance(row["hand"], dict) else _of_tiles(row)
    except NO_LINE as error:
        raise DatasetError(
            f"{place} is not a photo and its hand ({fault(error)}): write one JSON object"
        ) from error


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
    """Return the tile of a name; ``back`` and ``xx`` are accepted too. Raises ValueError."""
    if name in BACK_NAMES:
        return TILES[BACK]
    (tile,) = parse(name)
    return tile


_NO_SIZE, _NO_BOX = (0, 0), (0.0, 0.0, 0.0, 0.0)
_NOT_SURE = (Problem("unsure", (0,)),)


class Program(NamedTuple):
    """The program that gave the answers."""

    name: str


class Answers:
    """The answers in a file, returned photo by photo like a reader's readings; a photo without an answer
    reads as one without tiles."""

    def __init__(self, file: Path, photos: Sequence[str]) -> None:
        """Read the file. Raises DatasetError if a line is malformed, or answers no photo of `photos`, or one
        twice."""
        self.detector = Program(file.stem)
        self._by_photo = dict[str, Reading]()
        names = {Path(photo).name for photo in photos}
        if len(names) < len(photos):
            raise DatasetError(
                "two photos of the list have the same file name, which identifies answers: rename one"
            )
        for place, line in lines_of(file):
            self._take(line, place, names)

    def __len__(self) -> int:
        return len(self._by_photo)

    def read(self, source: Path) -> Reading:
        """Return the program's answer for a photo."""
        nothing = Reading(source.name, _NO_SIZE, self.detector.name, problems=(Problem("nothing"),))
        return self._by_photo.get(source.name, nothing)

    def _take(self, line: str, place: str, photos: Collection[str]) -> None:
        truth = read_line(line, place)
        if truth is None:
            return
        name = Path(truth.photo).name
        if name not in photos:
            raise DatasetError(f"{place} answers {name!r}, which is no photo of the list: leave it out")
        if name in self._by_photo:
            raise DatasetError(f"{place} answers {name!r}, which was answered before: keep one of them")
        self._by_photo[name] = _as_reading(truth, json.loads(line), place, self.detector.name)


def _as_reading(truth: TrueHand, row: Mapping[str, Any], place: str, program: str) -> Reading:
    ms, sure = row.get("ms"), row.get("reliable", False)
    is_time = ms is None or (isinstance(ms, int | float) and not isinstance(ms, bool) and 0 <= ms < inf)
    if not isinstance(sure, bool) or not is_time:
        raise DatasetError(f'{place}: "reliable" is true or false, and "ms" a number of milliseconds')
    concealed = truth.held[:-1] if truth.winning else truth.held
    melds = tuple(ReadMeld(meld_type([t.code for t in meld]) or "chow", meld) for meld in truth.melds)
    hand = Hand(concealed=concealed, winning=truth.winning, melds=melds, flowers=truth.flowers)
    times = {"all": float(ms)} if ms is not None else {}
    try:
        faces = _faces(truth, row)
    except NO_LINE as error:
        raise DatasetError(f'{place}: "tiles" is not a list like [{{"tile": "1m"}}] ({error})') from error
    tiles = tuple(ReadTile(t, _NO_BOX, 1.0, (), "other", -1, sideways=False) for t in faces)
    return Reading(
        truth.photo, _NO_SIZE, program, tiles, hand, problems=() if sure else _NOT_SURE, timings_ms=times
    )


def _faces(truth: TrueHand, row: Mapping[str, Any]) -> tuple[Tile, ...]:
    """Return every tile that was read, from the boxes of this project's form; else those of the hand."""
    if truth.face_up is not None:
        return truth.face_up
    if boxes := cast("Sequence[Mapping[str, str]]", row.get("tiles", ())):
        return tuple(tile_named(box["tile"]) for box in boxes)
    return (*truth.held, *(t for meld in truth.melds for t in meld), *truth.flowers)


Stage = Literal["", "tiles", "flowers", "structure", "score"]
"""The first stage at which a hand went wrong: a tile of it was read nowhere in the photo; only flowers were
missing; all were read, but the wrong ones taken, or grouped otherwise; the score."""
Bag = Counter[Tile]


class Parts(NamedTuple):
    """A hand without order: `held` with the winning tile, `flowers`, and each meld."""

    held: Bag
    flowers: Bag
    melds: tuple[Bag, ...]

    @property
    def grouped(self) -> Bag:
        """Return the held tiles and melds, however grouped."""
        return sum(self.melds, self.held)

    @property
    def every(self) -> Bag:
        """Return all tiles."""
        return self.grouped + self.flowers


def parts_of_truth(truth: TrueHand) -> Parts:
    """Return the parts of the hand on a list's line."""
    return _parts(truth.held, truth.flowers, truth.melds, truth.same_as)


def parts_as_read(hand: Hand, same_as: Mapping[Tile, Tile]) -> Parts:
    """Return the parts of a reading's hand; `same_as` maps faces to those they count as."""
    return _parts(held(hand), hand.flowers, [m.tiles for m in hand.melds], same_as)


def held(hand: Hand) -> tuple[Tile, ...]:
    """Return the concealed tiles, with the winning one at the right end."""
    return hand.concealed + ((hand.winning,) if hand.winning else ())


def _parts(
    in_hand: Iterable[Tile],
    flowers: Iterable[Tile],
    melds: Iterable[Sequence[Tile]],
    same_as: Mapping[Tile, Tile],
) -> Parts:
    def bag(tiles: Iterable[Tile]) -> Bag:
        return Counter(same_as.get(t, t) for t in tiles)

    return Parts(bag(in_hand), bag(flowers), tuple(bag(turned_up(meld)) for meld in melds))


def turned_up(meld: Sequence[Tile]) -> list[Tile]:
    """Replace a meld's face-down tiles by what they must be: the kong's face, or backs if none is shown."""
    faces = [t for t in meld if t.code != BACK]
    kind = TILES[faces[0].kind] if faces else TILES[BACK]
    return [t if t.code != BACK else kind for t in meld]


def is_exact(truth: TrueHand, hand: Hand) -> bool:
    """True if the held tiles with the winning one, the melds and the flowers are those of the list.

    The winning tile itself must match only if the list requires it.
    """
    same_winning = not truth.winning_counts or truth.winning in (None, hand.winning)
    return same_winning and _unordered(parts_of_truth(truth)) == _unordered(
        parts_as_read(hand, truth.same_as)
    )


def _unordered(parts: Parts) -> tuple[Bag, Bag, Counter[frozenset[tuple[Tile, int]]]]:
    return parts.held, parts.flowers, Counter(frozenset(meld.items()) for meld in parts.melds)


def taps(truth: Parts, read: Parts) -> int:
    """Count the taps that turn a hand as read into the true one; 0 if it is right.

    Each tile to rename, add, remove, or move into another part of the hand (held, flowers, one of the melds)
    is one tap. Melds are compared in the order that keeps most tiles in place.
    """
    kept = (truth.held & read.held).total() + (truth.flowers & read.flowers).total()
    kept += _kept_in_melds(truth.melds, read.melds)
    return max(truth.every.total(), read.every.total()) - kept


def _kept_in_melds(truth: Sequence[Bag], read: Sequence[Bag]) -> int:
    fewer, more = sorted((truth, read), key=len)
    orders = permutations(more, len(fewer))
    return max(sum((a & b).total() for a, b in zip(fewer, order, strict=True)) for order in orders)


def stage_of(truth: Parts, reading: Reading, same_as: Mapping[Tile, Tile], *, exact: bool) -> Stage:
    """Return the first stage at which a hand went wrong."""
    if exact:
        return ""
    anywhere = Counter(same_as.get(t.tile, t.tile) for t in reading.tiles)
    missing = truth.every - anywhere
    missing.pop(TILES[BACK], None)
    hidden = _hidden(truth, anywhere)
    if any(not is_flower(t) and count > hidden[t] for t, count in missing.items()):
        return "tiles"
    return "flowers" if any(map(is_flower, missing)) else "structure"


def _hidden(truth: Parts, anywhere: Bag) -> Bag:
    """Return how many tiles of each face may lie face down: two of each kong, if any back was read."""
    if not anywhere[TILES[BACK]]:
        return Counter()
    kongs = (Counter(TILES[t.kind] for t in meld.elements()) for meld in truth.melds)
    return Counter({face: 2 for kong in kongs for face, count in kong.items() if count == 4})


def is_flower(tile: Tile) -> bool:
    """True if a tile is one of the eight flowers and seasons."""
    return FLOWER <= tile.code < RED


class Faces(NamedTuple):
    """Faces without their places: how many a photo shows, how many were read, and how many of these agree."""

    true: int
    read: int
    right: int


def faces(truth: TrueHand, reading: Reading) -> Faces | None:
    """Count all faces of a photo, wherever they lie; None if the list does not have them."""
    if truth.face_up is None:
        return None
    true, read = _bag(truth.face_up, truth), _bag((t.tile for t in reading.tiles), truth)
    read.pop(TILES[BACK], None)
    return Faces(true.total(), read.total(), (true & read).total())


class Flowers(NamedTuple):
    """The flowers and seasons of a photo: those it shows, those read as any flower, those named right."""

    shown: int
    found: int
    named: int


def flowers(truth: TrueHand, reading: Reading) -> Flowers:
    """Count the flowers of the whole photo if the list has every face, else those of the hand.

    There are no boxes to match, so `found` is the number of flowers read, at most the number shown.
    """
    expected = truth.flowers if truth.face_up is None else truth.face_up
    true = _bag(filter(is_flower, expected), truth)
    read = _bag((t.tile for t in reading.tiles if is_flower(t.tile)), truth)
    return Flowers(true.total(), min(true.total(), read.total()), (true & read).total())


def _bag(tiles: Iterable[Tile], truth: TrueHand) -> Bag:
    return Counter(truth.same_as.get(t, t) for t in tiles)
