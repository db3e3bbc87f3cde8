"""How often a whole hand is read right: every photo of a list (`lists`) read and compared."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from paiyan.datasets.evaluation.hands.compare import (
    faces,
    flowers,
    held,
    is_exact,
    parts_as_read,
    parts_of_truth,
    stage_of,
    taps,
    turned_up,
)
from paiyan.datasets.evaluation.hands.figures import HandFigures, HandResult, PhotoResult, hand_figures
from paiyan.datasets.evaluation.hands.lists import TrueHand, read_hand_list
from paiyan.datasets.evaluation.matching import MapItems, Progress, with_progress
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.scorer.answering.answer import answer
from paiyan.scorer.errors import HandError
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, Tile
from paiyan.vision.reading import Hand, Reading


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str: ...


class HandReader(Protocol):
    """What reads photos: a `paiyan.vision.pipeline.Reader`, or another program's answers."""

    @property
    def detector(self) -> Named:
        """What its figures are called after."""
        ...

    def read(self, source: Path, /) -> Reading:
        """The reading of a photo."""
        ...


def evaluate_hands(
    reader: HandReader,
    list_file: Path,
    *,
    root: Path,
    rules: str | None = None,
    each: MapItems = map,
    progress: Progress | None = None,
) -> HandFigures:
    """Read every photo of a list below `root` and compare. Raises DatasetError.

    With `rules`, the id of a rule set, the score (or the waits) of the hand as read is held against that of
    the true hand, self-drawn. A photo whose checksum differs is another picture, and an error. `each` and
    `progress` are as in `paiyan.datasets.evaluation.boxes`.
    """
    truths = read_hand_list(list_file)
    one = partial(_one, reader, root=root, rules=rules)
    done: list[PhotoResult] = list(with_progress(each(one, truths), len(truths), progress))
    return hand_figures(done, model=reader.detector.name)


def _one(reader: HandReader, truth: TrueHand, *, root: Path, rules: str | None) -> PhotoResult:
    """One photo read and compared."""
    reading = reader.read(_photo(truth, root))
    hand = compare(truth, reading, rules=rules) if truth.shows_hand else None
    times = dict(reading.timings_ms)
    return PhotoResult(hand, faces(truth, reading), flowers(truth, reading), times, reading.reliable)


def photo_path(root: Path, photo: str) -> Path:
    """Where a list's photo lies: below `root`, or in its folder `images`. Raises DatasetError."""
    for path in (root / photo, root / "images" / photo):
        if path.is_file():
            return path
    raise DatasetError(f"there is no {photo} below {root}: name the folder that holds the photo sets")


def _photo(truth: TrueHand, root: Path) -> Path:
    path = photo_path(root, truth.photo)
    if truth.sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != truth.sha256:
        raise DatasetError(f"{path} is not the photo of the list (its sha256 differs): fetch the set again")
    return path


def compare(truth: TrueHand, reading: Reading, *, rules: str | None = None) -> HandResult:
    """A reading of a photo that shows a hand, held against that hand; `rules` as in `evaluate_hands`."""
    hand = reading.hand
    same = is_exact(truth, hand)
    read, expected = parts_as_read(hand, truth.same_as), parts_of_truth(truth)
    scored = _same_answer(truth, hand, rules) if rules else None
    stage = stage_of(expected, reading, truth.same_as, exact=same)
    too_many, missing = read.grouped - expected.grouped, expected.grouped - read.grouped
    return HandResult(
        photo=truth.photo,
        layout=truth.layout,
        stage="score" if same and scored is False else stage,
        exact=same,
        multiset=read.grouped == expected.grouped,
        ordered=(same and held(hand) == truth.held) if truth.in_order else None,
        winning=None if truth.winning is None else hand.winning == truth.winning,
        scored=scored,
        reliable=reading.reliable,
        edits=max(too_many.total(), missing.total()),
        taps=taps(expected, read),
        lacks=max(expected.every.total() - read.every.total(), 0),
        truth=_text(truth.held, truth.melds, truth.flowers),
        read=_text(held(hand), [m.tiles for m in hand.melds], hand.flowers),
        ms=round(sum(reading.timings_ms.values()), 1),
    )


def _same_answer(truth: TrueHand, hand: Hand, rules: str) -> bool | None:
    """True if the rule set says the same of both hands; None where it has nothing to say of the true one."""
    right = _answer(truth.held, truth.winning, truth.melds, truth.flowers, rules)
    if right is None or not (right.get("win") or right.get("waits")):
        return None
    return _answer(held(hand), hand.winning, [m.tiles for m in hand.melds], hand.flowers, rules) == right


def _answer(
    in_hand: Sequence[Tile],
    winning: Tile | None,
    melds: Sequence[Sequence[Tile]],
    some_flowers: Sequence[Tile],
    rules: str,
) -> Mapping[str, Any] | None:
    """The score of a full hand, drawn on its winning or last tile; the waits of one that lacks a tile."""
    given: dict[str, Any] = {
        "melds": [{"type": _type(meld), "tiles": _in_order(turned_up(meld))} for meld in melds],
        "flowers": _in_order(some_flowers),
    }
    rest = list(in_hand)
    if winning is not None or len(in_hand) % 3 == 2:
        last = winning or in_hand[-1]
        rest.remove(last)
        given["win"] = {"tile": last.notation, "by": "self_draw"}
    try:
        return answer({**given, "concealed": _in_order(rest)}, rules=rules)
    except HandError:
        return None


def _in_order(tiles: Sequence[Tile]) -> str:
    ordered: list[Tile] = sorted(tiles, key=lambda t: t.code)
    return notation(ordered)


def _type(meld: Sequence[Tile]) -> str:
    if any(t.code == BACK for t in meld):
        return "concealed_kong"
    if len({t.kind for t in meld}) > 1:
        return "chow"
    return "pung" if len(meld) == 3 else "kong"


def _text(in_hand: Sequence[Tile], melds: Sequence[Sequence[Tile]], some_flowers: Sequence[Tile]) -> str:
    return " ".join(notation(part) for part in (in_hand, *melds, some_flowers) if part)
