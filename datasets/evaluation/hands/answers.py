"""What another program says of the photos of a list, in place of a reader of ours.

Answers are JSON lines, one a photo, in either form of a list (`paiyan.datasets.evaluation.hands.lists`), so
that ``paiyan read PHOTOS --json`` writes such a file too. What an answer may say besides:
``"reliable": true``, that the program is sure of it; ``all_face_up`` (or ``tiles``), every tile that it
read, wherever it lies, without which those of the hand count; ``"ms": 840``, how long it took.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, cast

from paiyan.datasets.evaluation.hands.lists import NO_LINE, TrueHand, lines_of, read_line, tile_named
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.scorer.tiles.tile import Tile
from paiyan.vision.decoding.hand import meld_type
from paiyan.vision.messages import Problem
from paiyan.vision.reading import Hand, Reading, ReadMeld, ReadTile

_NO_SIZE, _NO_BOX = (0, 0), (0.0, 0.0, 0.0, 0.0)
_NOT_SURE = (Problem("unsure", (0,)),)


class Program(NamedTuple):
    """Whose answers they are."""

    name: str


class Answers:
    """The answers of a file, given photo by photo as a reader gives readings; a photo without one shows
    nothing to that program."""

    def __init__(self, file: Path, photos: Sequence[str]) -> None:
        """Raises DatasetError where a line is no answer, or answers none of `photos` or one twice."""
        self.detector = Program(file.stem)
        self._by_photo = dict[str, Reading]()
        names = {Path(photo).name for photo in photos}
        if len(names) < len(photos):
            raise DatasetError(
                "two photos of the list have one file name, by which answers are told apart: rename one"
            )
        for place, line in lines_of(file):
            self._take(line, place, names)

    def __len__(self) -> int:
        return len(self._by_photo)

    def read(self, source: Path) -> Reading:
        """What the program said of a photo."""
        nothing = Reading(source.name, _NO_SIZE, self.detector.name, problems=(Problem("nothing"),))
        return self._by_photo.get(source.name, nothing)

    def _take(self, line: str, place: str, photos: Collection[str]) -> None:
        truth = read_line(line, place)
        if truth is None:  # as in a list: left out
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
    """Every tile that was read, in our own form by their boxes; else those of the hand."""
    if truth.face_up is not None:
        return truth.face_up
    if boxes := cast("Sequence[Mapping[str, str]]", row.get("tiles", ())):
        return tuple(tile_named(box["tile"]) for box in boxes)
    return (*truth.held, *(t for meld in truth.melds for t in meld), *truth.flowers)
