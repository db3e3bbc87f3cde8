"""From detections to a reading 识牌: the hand as it lies, what is in doubt, and what does not fit.

Nothing is repaired. A tile that cannot be what it was read as stays as read, and what it might be
instead is offered as a doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scorer.tiles import BACK, FLOWER, KINDS, RED, TILES, Tile, notation
from vision.detections import Detections
from vision.layout import LaidMeld, Layout, Place, Role
from vision.melds import MeldType
from vision.problems import Lang, Problem
from vision.scene import FULL

Side = Literal["left", "across", "right"]
Box = tuple[float, float, float, float]

_CLOSE = 0.35  # a second class this near to the first, as a share of it, is a doubt
_WEAK = 0.4  # and so is a best class below this
_MOST_DOUBTS = 0.25  # share of a hand's tiles in doubt that makes it unreliable


class ReadTile(NamedTuple):
    """One tile of the picture: box in its pixels, the next likely tiles with their probabilities."""

    tile: Tile
    box: Box
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...]
    role: Role
    group: int
    sideways: bool

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "tile": self.tile.notation,
            "box": [round(v, 1) for v in self.box],
            "confidence": round(self.confidence, 3),
            "alternatives": [[t.notation, round(p, 3)] for t, p in self.alternatives],
            "role": self.role,
            "group": self.group,
            "sideways": self.sideways,
        }


class ReadMeld(NamedTuple):
    """An exposed group 副露; the sideways tile is the claimed one, and its place says from whom it came."""

    type: MeldType
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    side: Side | None = None

    def to_json(self) -> dict[str, Any]:
        """As in the interface; `from` and `claimed` only where a sideways tile shows them."""
        out: dict[str, Any] = {"type": self.type, "tiles": notation(self.tiles)}
        if self.claimed is not None:
            out |= {"from": self.side, "claimed": self.claimed.notation}
        return out


@dataclass(frozen=True)
class Hand:
    """The player's tiles from the left; ``concealed`` is without the winning tile and the melds."""

    concealed: tuple[Tile, ...] = ()
    winning: Tile | None = None
    winning_place: Place | None = None
    melds: tuple[ReadMeld, ...] = ()
    flowers: tuple[Tile, ...] = ()

    @property
    def size(self) -> int:
        """Tiles, each meld counted as three, without flowers."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "concealed": notation(self.concealed),
            "winning": self.winning.notation if self.winning else None,
            "winning_place": self.winning_place,
            "melds": [m.to_json() for m in self.melds],
            "flowers": notation(self.flowers),
        }


class Doubt(NamedTuple):
    """A tile (its index) that may be another one; ``effect`` says what that would change, once scored."""

    tile: int
    read: Tile
    instead: tuple[Tile, ...]
    why: Literal["close", "supply"]
    effect: str = ""

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "tile": self.tile,
            "read": self.read.notation,
            "instead": [t.notation for t in self.instead],
            "why": self.why,
            "effect": self.effect,
        }


@dataclass(frozen=True)
class Reading:
    """All that one picture says. ``size`` is its width and height in pixels."""

    photo: str
    size: tuple[int, int]
    model: str
    tiles: tuple[ReadTile, ...] = ()
    hand: Hand = Hand()
    doubts: tuple[Doubt, ...] = ()
    problems: tuple[Problem, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def reliable(self) -> bool:
        """Whether nothing speaks against taking it as it is."""
        return not any(p.unreliable for p in self.problems)

    def to_json(self, *, lang: Lang = "en") -> dict[str, Any]:
        """The `read` object of the interface, with ``problems`` as sentences in a language."""
        return {
            "photo": self.photo,
            "size": list(self.size),
            "model": self.model,
            "reliable": self.reliable,
            "tiles": [t.to_json() for t in self.tiles],
            "hand": self.hand.to_json(),
            "doubts": [d.to_json() for d in self.doubts],
            "problems": [p.text(lang) for p in self.problems],
            "timings_ms": {stage: round(ms, 1) for stage, ms in self.timings_ms.items()},
        }


class Interpretation(NamedTuple):
    """What a picture's detections and their layout come to."""

    tiles: tuple[ReadTile, ...]
    hand: Hand
    doubts: tuple[Doubt, ...]
    problems: tuple[Problem, ...]


def interpret(found: Detections, layout: Layout) -> Interpretation:
    """Tiles, hand, doubts and problems of one picture's detections and their layout."""
    tiles = tuple(_read_tile(found, layout, i) for i in range(len(found)))
    hand = Hand(
        concealed=_tiles_of(tiles, layout.concealed),
        winning=None if layout.winning is None else tiles[layout.winning].tile,
        winning_place=layout.winning_place,
        melds=tuple(_read_meld(tiles, meld) for meld in layout.melds),
        flowers=_tiles_of(tiles, layout.flowers),
    )
    doubts = _doubts(found, tiles)
    return Interpretation(tiles, hand, doubts, _problems(tiles, hand, doubts, layout))


def _tiles_of(tiles: Sequence[ReadTile], indices: Sequence[int]) -> tuple[Tile, ...]:
    return tuple(tiles[i].tile for i in indices)


def _read_tile(found: Detections, layout: Layout, index: int) -> ReadTile:
    x1, y1, x2, y2 = (float(v) for v in found.boxes[index])
    return ReadTile(
        tile=TILES[int(found.classes[index])],
        box=(x1, y1, x2, y2),
        confidence=float(found.confidence[index]),
        alternatives=tuple((TILES[code], p) for code, p in found.alternatives(index)),
        role=layout.roles[index],
        group=layout.groups[index],
        sideways=layout.sideways[index],
    )


def _read_meld(tiles: Sequence[ReadTile], meld: LaidMeld) -> ReadMeld:
    faces = [tiles[i].tile for i in meld.tiles]
    ordered = tuple(sorted(faces, key=lambda t: (t.kind, t.code)))
    if meld.claimed is None:
        return ReadMeld(meld.type, ordered)
    last = len(faces) - 1 - (meld.type == "added_kong")
    side: Side = "left" if meld.claimed == 0 else "right" if meld.claimed == last else "across"
    return ReadMeld(meld.type, ordered, faces[meld.claimed], side)


def _of_hand(tiles: Sequence[ReadTile]) -> list[int]:
    return [i for i, t in enumerate(tiles) if t.role in ("hand", "winning", "meld", "flower")]


def _supply(code: int) -> int:
    """How many of a kind a set holds."""
    return 1 if FLOWER <= code < RED else 4


def _doubts(found: Detections, tiles: Sequence[ReadTile]) -> tuple[Doubt, ...]:
    """Tiles of the hand whose class is not clear, and the least sure one of each too many."""
    mine = _of_hand(tiles)
    doubts = dict[int, Doubt]()
    for i in mine:
        near = tuple(t for t, p in tiles[i].alternatives if p > _CLOSE * tiles[i].confidence)
        if near or tiles[i].confidence < _WEAK:
            doubts[i] = Doubt(i, tiles[i].tile, near or tuple(t for t, _ in tiles[i].alternatives), "close")
    counts = Counter(tiles[i].tile.kind for i in mine)
    for kind, count in counts.items():
        if kind != BACK and count > _supply(kind):
            least = min((i for i in mine if tiles[i].tile.kind == kind), key=lambda i: tiles[i].confidence)
            doubts[least] = Doubt(least, tiles[least].tile, _allowed(found, least, counts), "supply")
    return tuple(doubts[i] for i in sorted(doubts))


def _allowed(found: Detections, index: int, counts: Mapping[int, int]) -> tuple[Tile, ...]:
    """The likeliest other tile of which the hand can still hold one more."""
    row = found.probabilities[index]
    free = [t for t in TILES if t.code != BACK and counts.get(t.kind, 0) < _supply(t.kind)]
    best = max(free, key=lambda t: float(row[t.code]))
    return (best,) if row[best.code] > 0 else ()


def _problems(
    tiles: Sequence[ReadTile], hand: Hand, doubts: Sequence[Doubt], layout: Layout
) -> tuple[Problem, ...]:
    if not tiles:
        return (Problem("nothing"),)
    found = list[Problem]()
    if hand.size not in FULL:
        kind = "too_few" if hand.size < min(FULL) else "too_many" if hand.size > max(FULL) else "odd_size"
        found.append(Problem(kind, (hand.size,)))
    mine = _of_hand(tiles)
    counts = Counter(tiles[i].tile.kind for i in mine)
    everywhere = Counter(t.tile.kind for t in tiles)
    for kind, seen in sorted(everywhere.items()):
        name, most = TILES[kind].notation, _supply(kind)
        if kind != BACK and counts[kind] > most:
            found.append(Problem("supply" if kind < KINDS else "flower", (name, counts[kind])))
        elif kind != BACK and seen > most:
            found.append(Problem("table", (name, seen, most)))
    if backs := sum(t.code == BACK for t in hand.concealed):
        found.append(Problem("backs", (backs,)))
    if len(doubts) > max(2, _MOST_DOUBTS * len(mine)):
        found.append(Problem("doubts", (len(doubts), len(mine))))
    if layout.rows >= 3:
        found.append(Problem("block", (layout.rows,)))
    return tuple(found)
