"""Measure how often a whole hand is read right: read and compare every photo of a list, and count."""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from paiyan.datasets.evaluation.hand_lists import (
    Faces,
    Flowers,
    Stage,
    TrueHand,
    faces,
    flowers,
    held,
    is_exact,
    parts_as_read,
    parts_of_truth,
    read_hand_list,
    stage_of,
    taps,
    turned_up,
)
from paiyan.datasets.evaluation.matching import MapItems, Progress, with_progress
from paiyan.datasets.evaluation.statistics import rounded, wilson
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.scorer.errors import HandError
from paiyan.scorer.report.answer import answer
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile
from paiyan.vision.decoding.hand import meld_type
from paiyan.vision.reading import Hand, Reading


class HandResult(NamedTuple):
    """The result of one photo of a hand.

    ``exact``: held tiles, melds and flowers are right, and the winning tile if the list requires it;
    ``multiset``: the same tiles, however grouped; ``ordered``: exact and in the order of the row (None if
    that is open); ``winning``: whether the winning tile is named as such (None if unknown); ``scored``:
    whether the answer under the rule set is right (None without a rule set, or if the true hand has no
    score); ``edits``: wrong tiles; ``taps``: tiles to touch until the hand is right
    (`paiyan.datasets.evaluation.hand_lists.taps`); ``lacks``: how many tiles it is short; ``stage``: where
    it went wrong first.
    """

    photo: str
    layout: str
    stage: Stage
    exact: bool
    multiset: bool
    ordered: bool | None
    winning: bool | None
    scored: bool | None
    reliable: bool
    edits: int
    taps: int
    lacks: int
    truth: str
    read: str
    ms: float


class PhotoResult(NamedTuple):
    """The result of one photo: its hand if it shows one, its faces if the list has all, its flowers, the time
    of each stage in milliseconds, and whether its reading is called reliable."""

    hand: HandResult | None
    faces: Faces | None
    flowers: Flowers
    times: Mapping[str, float]
    reliable: bool = False


@dataclass(frozen=True, kw_only=True)
class HandFigures:
    """The counts over a list. Fields ending in `_95` are Wilson intervals of the shares.

    `photos`: all; `hands`: those that show a hand, which everything up to `stages` describes.
    `exact_winning`: exact hands whose winning tile is named, if the list has one. `reliable_none`: photos
    without a hand that are called reliable. `confident_wrong`: hands called reliable that are not exact;
    `confident_lacks`: those of them that lack a tile. `edits`, `taps`: mean of a hand; `one_tap`: hands that
    are right after at most one tap. `layouts`: hands and exact ones of each layout. `stages`: the stage at
    which the others went wrong. `faces`: of photos with every face listed, those with all right, and the
    faces' recall, precision and F1. `flowers`: shown, found and named. `ms`: median time of each stage, and
    of all together, if known.
    """

    photos: int
    hands: int
    exact: int
    exact_share: float
    exact_95: tuple[float, float]
    exact_winning: int
    exact_winning_95: tuple[float, float]
    multiset: int
    ordered: int
    order_known: int
    winning: int
    winning_known: int
    scored: int
    score_known: int
    scored_95: tuple[float, float]
    reliable_exact: int
    reliable: int
    confident_wrong: int
    confident_wrong_95: tuple[float, float]
    confident_lacks: int
    reliable_none: int
    edits: float
    taps: float
    one_tap: int
    one_tap_95: tuple[float, float]
    layouts: dict[str, dict[str, int]]
    stages: dict[str, int]
    faces: dict[str, Any]
    flowers: dict[str, Any]
    ms: dict[str, float]
    model: str
    rows: tuple[HandResult, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, shares rounded to four places, one row per photo."""
        plain = {name: rounded(value) for name, value in vars(self).items() if name != "rows"}
        return {**plain, "rows": [row._asdict() for row in self.rows]}


def hand_figures(done: Sequence[PhotoResult], *, model: str) -> HandFigures:
    """Count over photos that were read and compared, at least one of which shows a hand."""
    rows = [one.hand for one in done if one.hand is not None]
    exact, count = sum(r.exact for r in rows), len(rows)
    exact_winning = sum(r.exact and r.winning is not False for r in rows)
    ordered = [r.ordered for r in rows if r.ordered is not None]
    winning = [r.winning for r in rows if r.winning is not None]
    scored = [r.scored for r in rows if r.scored is not None]
    sure = [r for r in rows if r.reliable]
    wrong = [r for r in sure if not r.exact]
    one_tap = sum(r.taps <= 1 for r in rows)
    layouts = {name: [r for r in rows if r.layout == name] for name in sorted({r.layout for r in rows})}
    return HandFigures(
        photos=len(done),
        hands=count,
        exact=exact,
        exact_share=exact / count,
        exact_95=wilson(exact, count),
        exact_winning=exact_winning,
        exact_winning_95=wilson(exact_winning, count),
        multiset=sum(r.multiset for r in rows),
        ordered=sum(ordered),
        order_known=len(ordered),
        winning=sum(winning),
        winning_known=len(winning),
        scored=sum(scored),
        score_known=len(scored),
        scored_95=wilson(sum(scored), len(scored)),
        reliable_exact=len(sure) - len(wrong),
        reliable=len(sure),
        confident_wrong=len(wrong),
        confident_wrong_95=wilson(len(wrong), len(sure)),
        confident_lacks=sum(r.lacks > 0 for r in wrong),
        reliable_none=sum(one.reliable for one in done if one.hand is None),
        edits=sum(r.edits for r in rows) / count,
        taps=sum(r.taps for r in rows) / count,
        one_tap=one_tap,
        one_tap_95=wilson(one_tap, count),
        layouts={
            name: {"hands": len(some), "exact": sum(r.exact for r in some)} for name, some in layouts.items()
        },
        stages=dict(Counter(r.stage for r in rows if r.stage)),
        faces=_of_faces([one.faces for one in done if one.faces is not None]),
        flowers=_of_flowers([one.flowers for one in done]),
        ms=_medians([one.times for one in done]),
        model=model,
        rows=tuple(rows),
    )


def _of_faces(rows: Sequence[Faces]) -> dict[str, Any]:
    """Count over the photos with every face listed; empty if there is none."""
    if not rows:
        return {}
    true, read, right = (sum(column) for column in zip(*rows, strict=True))
    all_right = sum(one.true == one.read == one.right for one in rows)
    return {
        "photos": len(rows),
        "all_right": all_right,
        "all_right_95": wilson(all_right, len(rows)),
        "true": true,
        "recall": right / max(true, 1),
        "precision": right / max(read, 1),
        "f1": 2 * right / max(true + read, 1),
    }


def _of_flowers(rows: Sequence[Flowers]) -> dict[str, Any]:
    shown, found, named = (sum(column) for column in zip(*rows, strict=True))
    intervals = {"found_95": wilson(found, shown), "named_95": wilson(named, shown)}
    return {"shown": shown, "found": found, "named": named, **intervals} if shown else {}


def _medians(times: Sequence[Mapping[str, float]]) -> dict[str, float]:
    stages = dict.fromkeys(stage for line in times for stage in line)
    each = {stage: statistics.median(line.get(stage, 0.0) for line in times) for stage in stages}
    if not stages:
        return {}
    whole = statistics.median(sum(line.values()) for line in times)
    return {name: round(ms, 1) for name, ms in {**each, "all": whole}.items()}


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


class HandReader(Protocol):
    """A reader of photos: a `paiyan.vision.pipeline.Reader`, or another program's answers."""

    @property
    def detector(self) -> Named:
        """The detector, whose name labels the figures."""
        ...

    def read(self, source: Path, /) -> Reading:
        """Read a photo."""
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

    With `rules`, the id of a rule set, the score (or the waits) of the hand as read is compared with that of
    the true hand, self-drawn. A photo whose checksum differs is another picture, and an error. `each` and
    `progress` are as in `paiyan.datasets.evaluation.boxes`.
    """
    truths = read_hand_list(list_file)
    one = partial(_one, reader, root=root, rules=rules)
    done: list[PhotoResult] = list(with_progress(each(one, truths), len(truths), progress))
    return hand_figures(done, model=reader.detector.name)


def _one(reader: HandReader, truth: TrueHand, *, root: Path, rules: str | None) -> PhotoResult:
    """Read and compare one photo."""
    reading = reader.read(_photo(truth, root))
    hand = compare(truth, reading, rules=rules) if truth.shows_hand else None
    times = dict(reading.timings_ms)
    return PhotoResult(hand, faces(truth, reading), flowers(truth, reading), times, reading.reliable)


def photo_path(root: Path, photo: str) -> Path:
    """Return the path of a list's photo: below `root`, or in its folder `images`. Raises DatasetError."""
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
    """Compare a reading with the hand that the photo shows; `rules` as in `evaluate_hands`."""
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
    """True if both hands have the same result by the rule set; None if the true one has no result."""
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
    """Return the score of a full hand, self-drawn on its winning or last tile, or the waits of a hand one
    short."""
    given: dict[str, Any] = {
        "melds": [
            {"type": meld_type([t.code for t in meld]) or "chow", "tiles": _in_order(turned_up(meld))}
            for meld in melds
        ],
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


def _text(in_hand: Sequence[Tile], melds: Sequence[Sequence[Tile]], some_flowers: Sequence[Tile]) -> str:
    return " ".join(notation(part) for part in (in_hand, *melds, some_flowers) if part)
