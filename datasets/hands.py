"""How often a whole hand is read right: a list of photos with their hands, and the count.

A list is JSON lines: ``{"photo": "set/images/a.jpg", "sha256": "…", "layout": "row|rows|block",
"in_order": true, "hand": {"concealed": "…", "winning": "7s", "melds": [{"type": "pung", "tiles": "111m"}],
"flowers": "5f"}}``.
Where the hand names no ``winning`` tile, ``concealed`` holds it too, since a row does not show which one it
was; ``in_order`` is false where the picture leaves open from which side the player sees the row; ``sha256``
may be left out.
"""

from __future__ import annotations

import hashlib
import json
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from datasets.formats import DatasetError
from datasets.seen import Each, Progress, told
from datasets.shares import wilson
from scorer.answer import answer
from scorer.given import HandError
from scorer.tiles import Tile, notation, parse
from vision.pipeline import Reader
from vision.reading import Hand, Reading

Stage = Literal["", "tiles", "structure", "score"]


class TrueHand(NamedTuple):
    """One line of a list: the photo below the root, its checksum, and the hand it shows.

    `held` are the concealed tiles with the winning one at the end; `winning` None where that is not told.
    """

    photo: str
    sha256: str
    layout: str
    in_order: bool
    held: tuple[Tile, ...]
    winning: Tile | None
    melds: tuple[tuple[Tile, ...], ...]
    flowers: tuple[Tile, ...]


class HandResult(NamedTuple):
    """One photo: ``exact`` held tiles, winning tile where it is told, melds and flowers; ``multiset`` the
    same tiles, however grouped; ``ordered`` exact and in the order of the row (None where that is open);
    ``scored`` whether the answer under the rule set is right (None where none was asked for, or the true
    hand has none); ``edits`` wrong tiles; ``stage`` where it went wrong first.
    """

    photo: str
    layout: str
    stage: Stage
    exact: bool
    multiset: bool
    ordered: bool | None
    scored: bool | None
    reliable: bool
    edits: int
    truth: str
    read: str
    ms: float


@dataclass(frozen=True, kw_only=True)
class HandFigures:
    """The count over a list. `exact_95` and `scored_95` are Wilson intervals of the shares.

    `confident_wrong`: photos called reliable whose hand is not exact. `layouts`: photos and exact hands of
    each layout. `stages`: at which stage the others went wrong. `ms`: median time of each stage.
    """

    photos: int
    exact: int
    exact_share: float
    exact_95: tuple[float, float]
    multiset: int
    ordered: int
    order_known: int
    scored: int
    score_known: int
    scored_95: tuple[float, float]
    reliable_exact: int
    reliable: int
    confident_wrong: int
    edits: float
    layouts: dict[str, dict[str, int]]
    stages: dict[str, int]
    ms: dict[str, float]
    model: str
    rows: tuple[HandResult, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values, shares rounded to four places, a row per photo."""
        return {
            **{k: v for k, v in vars(self).items() if k != "rows"},
            "exact_share": round(self.exact_share, 4),
            "exact_95": [round(v, 4) for v in self.exact_95],
            "scored_95": [round(v, 4) for v in self.scored_95],
            "edits": round(self.edits, 4),
            "rows": [row._asdict() for row in self.rows],
        }


def evaluate_hands(
    reader: Reader,
    list_file: Path,
    *,
    root: Path,
    rules: str | None = None,
    each: Each = map,
    progress: Progress | None = None,
) -> HandFigures:
    """Read every photo of a list below `root` and compare. Raises DatasetError.

    With `rules`, the id of a rule set, the score (or the waits) of the hand as read is held against that of
    the true hand, self-drawn. A photo whose checksum differs is another picture, and an error. `each` and
    `progress` are as in `datasets.evaluate`.
    """
    truths = read_hand_list(list_file)
    one = partial(_one, reader, root=root, rules=rules)
    done: list[tuple[HandResult, dict[str, float]]] = list(told(each(one, truths), len(truths), progress))
    return _figures([row for row, _ in done], [times for _, times in done], model=reader.detector.name)


def _one(
    reader: Reader, truth: TrueHand, *, root: Path, rules: str | None
) -> tuple[HandResult, dict[str, float]]:
    """One photo compared, and the time of each stage."""
    reading = reader.read(_photo(truth, root))
    return _compare(truth, reading, rules=rules), dict(reading.timings_ms)


def _figures(rows: Sequence[HandResult], times: Sequence[Mapping[str, float]], *, model: str) -> HandFigures:
    exact = sum(r.exact for r in rows)
    ordered = [r.ordered for r in rows if r.ordered is not None]
    scored = [r.scored for r in rows if r.scored is not None]
    layouts = {name: [r for r in rows if r.layout == name] for name in sorted({r.layout for r in rows})}
    stages = dict.fromkeys(stage for line in times for stage in line)
    return HandFigures(
        photos=len(rows),
        exact=exact,
        exact_share=exact / len(rows),
        exact_95=wilson(exact, len(rows)),
        multiset=sum(r.multiset for r in rows),
        ordered=sum(ordered),
        order_known=len(ordered),
        scored=sum(scored),
        score_known=len(scored),
        scored_95=wilson(sum(scored), len(scored)),
        reliable_exact=sum(r.exact and r.reliable for r in rows),
        reliable=sum(r.reliable for r in rows),
        confident_wrong=sum(r.reliable and not r.exact for r in rows),
        edits=sum(r.edits for r in rows) / len(rows),
        layouts={
            n: {"photos": len(some), "exact": sum(r.exact for r in some)} for n, some in layouts.items()
        },
        stages=dict(Counter(r.stage for r in rows if r.stage)),
        ms={s: round(statistics.median(line.get(s, 0.0) for line in times), 1) for s in stages},
        model=model,
        rows=tuple(rows),
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
        winning = parse(hand["winning"])[0] if hand.get("winning") else None
        return TrueHand(
            photo=row["photo"],
            sha256=row.get("sha256", ""),
            layout=row.get("layout", ""),
            in_order=row.get("in_order", False),
            held=parse(hand["concealed"]) + ((winning,) if winning else ()),
            winning=winning,
            melds=tuple(parse(meld["tiles"]) for meld in hand.get("melds", ())),
            flowers=parse(hand.get("flowers", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{place} is not a photo and its hand ({error!r})") from error


def _photo(truth: TrueHand, root: Path) -> Path:
    path = root / truth.photo
    if not path.is_file():
        raise DatasetError(
            f"there is no {truth.photo} below {root}: name the folder that holds the photo sets"
        )
    if truth.sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != truth.sha256:
        raise DatasetError(f"{path} is not the photo of the list (its sha256 differs): fetch the set again")
    return path


def _compare(truth: TrueHand, reading: Reading, *, rules: str | None) -> HandResult:
    hand = reading.hand
    held = _held(hand)
    melds = [m.tiles for m in hand.melds]
    same = (
        Counter(held) == Counter(truth.held)
        and truth.winning in (None, hand.winning)
        and _bags(melds) == _bags(truth.melds)
        and Counter(hand.flowers) == Counter(truth.flowers)
    )
    ours = Counter([*held, *(t for m in melds for t in m)])
    theirs = Counter([*truth.held, *(t for m in truth.melds for t in m)])
    too_many, missing = (ours - theirs).total(), (theirs - ours).total()
    scored = _same_answer(truth, hand, rules) if rules else None
    stage: Stage = (
        "tiles" if ours != theirs else "structure" if not same else "score" if scored is False else ""
    )
    return HandResult(
        photo=truth.photo,
        layout=truth.layout,
        stage=stage,
        exact=same,
        multiset=ours == theirs,
        ordered=(same and held == truth.held) if truth.in_order else None,
        scored=scored,
        reliable=reading.reliable,
        edits=max(too_many, missing),
        truth=_text(truth.held, truth.melds, truth.flowers),
        read=_text(held, melds, hand.flowers),
        ms=round(sum(reading.timings_ms.values()), 1),
    )


def _same_answer(truth: TrueHand, hand: Hand, rules: str) -> bool | None:
    """Whether the rule set says the same of both hands; None where it has nothing to say of the true one."""
    right = _answer(truth.held, truth.winning, truth.melds, truth.flowers, rules)
    if right is None or not (right.get("win") or right.get("waits")):
        return None
    return _answer(_held(hand), hand.winning, [m.tiles for m in hand.melds], hand.flowers, rules) == right


def _answer(
    held: Sequence[Tile],
    winning: Tile | None,
    melds: Sequence[Sequence[Tile]],
    flowers: Sequence[Tile],
    rules: str,
) -> Mapping[str, Any] | None:
    """The score of a full hand, drawn on its winning or last tile; the waits of one that lacks a tile."""
    given: dict[str, Any] = {
        "melds": [{"type": _type(meld), "tiles": _in_order(meld)} for meld in melds],
        "flowers": _in_order(flowers),
    }
    rest = list(held)
    if winning is not None or len(held) % 3 == 2:
        last = winning or held[-1]
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
    if len({t.kind for t in meld}) > 1:
        return "chow"
    return "pung" if len(meld) == 3 else "kong"


def _held(hand: Hand) -> tuple[Tile, ...]:
    """The concealed tiles with the winning one, where it lay at the right end in its place."""
    return hand.concealed + ((hand.winning,) if hand.winning else ())


def _bags(melds: Sequence[Sequence[Tile]]) -> list[list[int]]:
    return sorted(sorted(t.code for t in meld) for meld in melds)


def _text(held: Sequence[Tile], melds: Sequence[Sequence[Tile]], flowers: Sequence[Tile]) -> str:
    return " ".join(notation(part) for part in (held, *melds, flowers) if part)
