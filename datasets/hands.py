"""How often a whole hand is read right: a list of photos with their hands, and the count.

A list is JSON lines: ``{"photo": "set/images/a.jpg", "sha256": "…", "layout": "row|rows|block",
"in_order": true, "hand": {"concealed": "…", "melds": [{"type": "pung", "tiles": "111m"}],
"flowers": "5f"}}``.
``concealed`` holds the winning tile too, since a row does not show which one it was; ``in_order`` is false
where the picture leaves open from which side the player sees the row.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from datasets.formats import DatasetError
from datasets.shares import wilson
from scorer.tiles import Tile, notation, parse
from vision.pipeline import Reader
from vision.reading import Hand, Reading


class TrueHand(NamedTuple):
    """One line of a list: the photo below the root, its checksum, and the hand it shows."""

    photo: str
    sha256: str
    layout: str
    in_order: bool
    held: tuple[Tile, ...]
    melds: tuple[tuple[Tile, ...], ...]
    flowers: tuple[Tile, ...]


class HandResult(NamedTuple):
    """One photo: ``exact`` held tiles, melds and flowers; ``multiset`` the same tiles, however grouped;
    ``ordered`` exact and in the order of the row (None where that is open); ``edits`` wrong tiles.
    """

    photo: str
    layout: str
    exact: bool
    multiset: bool
    ordered: bool | None
    reliable: bool
    edits: int
    truth: str
    read: str


@dataclass(frozen=True, kw_only=True)
class HandFigures:
    """The count over a list. `exact_95` is the Wilson interval of the share of exact hands."""

    photos: int
    exact: int
    exact_share: float
    exact_95: tuple[float, float]
    multiset: int
    ordered: int
    order_known: int
    reliable_exact: int
    reliable: int
    edits: float
    model: str
    rows: tuple[HandResult, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values, shares rounded to four places, a row per photo."""
        return {
            **{k: v for k, v in vars(self).items() if k != "rows"},
            "exact_share": round(self.exact_share, 4),
            "exact_95": [round(v, 4) for v in self.exact_95],
            "edits": round(self.edits, 4),
            "rows": [row._asdict() for row in self.rows],
        }


def evaluate_hands(reader: Reader, list_file: Path, *, root: Path) -> HandFigures:
    """Read every photo of a list below `root` and compare. Raises DatasetError.

    A photo whose checksum differs is another picture, and an error.
    """
    truths = read_hand_list(list_file)
    rows = tuple(_compare(truth, reader.read(_photo(truth, root))) for truth in truths)
    exact, known = sum(r.exact for r in rows), [r for r in rows if r.ordered is not None]
    return HandFigures(
        photos=len(rows),
        exact=exact,
        exact_share=exact / len(rows),
        exact_95=wilson(exact, len(rows)),
        multiset=sum(r.multiset for r in rows),
        ordered=sum(bool(r.ordered) for r in known),
        order_known=len(known),
        reliable_exact=sum(r.exact and r.reliable for r in rows),
        reliable=sum(r.reliable for r in rows),
        edits=sum(r.edits for r in rows) / len(rows),
        model=reader.detector.name,
        rows=rows,
    )


def read_hand_list(list_file: Path) -> list[TrueHand]:
    """The lines of a list. Raises DatasetError with the line that is not one."""
    try:
        lines = list_file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DatasetError(f"{list_file} cannot be read ({error.strerror}): check the path") from error
    truths = [
        _true_hand(line, f"{list_file.name}, line {n}") for n, line in enumerate(lines, 1) if line.strip()
    ]
    if not truths:
        raise DatasetError(f"{list_file} lists no hand: give one JSON object a line")
    return truths


def _true_hand(line: str, place: str) -> TrueHand:
    try:
        row = json.loads(line)
        hand = row["hand"]
        return TrueHand(
            photo=row["photo"],
            sha256=row["sha256"],
            layout=row["layout"],
            in_order=row["in_order"],
            held=parse(hand["concealed"]),
            melds=tuple(parse(meld["tiles"]) for meld in hand["melds"]),
            flowers=parse(hand["flowers"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{place} is not a photo and its hand ({error!r})") from error


def _photo(truth: TrueHand, root: Path) -> Path:
    path = root / truth.photo
    if not path.is_file():
        raise DatasetError(
            f"there is no {truth.photo} below {root}: name the folder that holds the photo sets"
        )
    if hashlib.sha256(path.read_bytes()).hexdigest() != truth.sha256:
        raise DatasetError(f"{path} is not the photo of the list (its sha256 differs): fetch the set again")
    return path


def _compare(truth: TrueHand, reading: Reading) -> HandResult:
    hand = reading.hand
    held = _held(hand)
    melds = [m.tiles for m in hand.melds]
    same = (
        Counter(held) == Counter(truth.held)
        and _bags(melds) == _bags(truth.melds)
        and Counter(hand.flowers) == Counter(truth.flowers)
    )
    ours = Counter([*held, *(t for m in melds for t in m)])
    theirs = Counter([*truth.held, *(t for m in truth.melds for t in m)])
    too_many, missing = (ours - theirs).total(), (theirs - ours).total()
    return HandResult(
        photo=truth.photo,
        layout=truth.layout,
        exact=same,
        multiset=ours == theirs,
        ordered=(same and held == truth.held) if truth.in_order else None,
        reliable=reading.reliable,
        edits=max(too_many, missing),
        truth=_text(truth.held, truth.melds, truth.flowers),
        read=_text(held, melds, hand.flowers),
    )


def _held(hand: Hand) -> tuple[Tile, ...]:
    """The concealed tiles with the winning one, where it lay at the right end in its place."""
    return hand.concealed + ((hand.winning,) if hand.winning else ())


def _bags(melds: Sequence[Sequence[Tile]]) -> list[list[int]]:
    return sorted(sorted(t.code for t in meld) for meld in melds)


def _text(held: Sequence[Tile], melds: Sequence[Sequence[Tile]], flowers: Sequence[Tile]) -> str:
    return " ".join(notation(part) for part in (held, *melds, flowers) if part)
