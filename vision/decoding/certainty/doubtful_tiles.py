"""Tiles in doubt 存疑: whose class is not clear, or which a likelier legal hand reads otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from vision.decoding.certainty.proposal import Judged, Reason
from vision.decoding.hand import ReadTile
from vision.decoding.legal_hand.decoder import Logs

CLOSE_SECOND = 0.35  # a second class this near to the first, as a share of it, is a doubt
WEAK_FIRST = 0.4  # and so is a best class below this
NAMELESS = 0.5  # a tile that has less of its own name than of all others has none yet
LIKELY_IN_HANDS = 0.1  # and one that the likely legal hands give a tile with this share


class Doubt(NamedTuple):
    """A tile (its index) that may be another one; ``effect`` says what that would change, once scored."""

    tile: int
    read: Tile
    instead: tuple[Tile, ...]
    why: Reason
    shares: tuple[float, ...] = ()
    effect: str = ""

    def to_json(self) -> dict[str, Any]:
        """As in the interface."""
        return {
            "tile": self.tile,
            "read": self.read.notation,
            "instead": [t.notation for t in self.instead],
            "why": self.why,
            "shares": [round(share, 3) for share in self.shares],
            "effect": self.effect,
        }


def own_tiles(tiles: Sequence[ReadTile]) -> list[int]:
    """The indices of the player's own tiles."""
    return [i for i, t in enumerate(tiles) if t.role in ("hand", "winning", "meld", "flower")]


def nameless_tiles(named: Sequence[float], tiles: Sequence[ReadTile]) -> list[int]:
    """The player's own tiles of which it is seen that they are there, and not which they are: `named` is how
    probable each tile's likeliest name is, if it is one."""
    return [i for i in own_tiles(tiles) if named[i] < NAMELESS]


def copies_in_set(code: int) -> int:
    """How many of a kind a set holds."""
    return 1 if FLOWER <= code < RED else 4


def doubts_of(
    logs: Logs, tiles: Sequence[ReadTile], judged: Judged, nameless: Sequence[int]
) -> tuple[Doubt, ...]:
    """Tiles of the hand whose class is not clear, and those that the likeliest legal hand reads otherwise."""
    doubts = dict[int, Doubt]()
    for i in own_tiles(tiles):
        near = tuple(t for t, p in tiles[i].alternatives if p > CLOSE_SECOND * tiles[i].confidence)
        shares = dict(judged.marginals.get(i, ()))
        near += tuple(
            TILES[code]
            for code, share in shares.items()
            if share > LIKELY_IN_HANDS and TILES[code] not in near and TILES[code] is not tiles[i].tile
        )
        if near or tiles[i].confidence < WEAK_FIRST or i in nameless:
            instead = near or tuple(t for t, _ in tiles[i].alternatives)
            doubts[i] = _doubt(i, tiles[i].tile, instead, "close", shares)
    for change in judged.changes:
        others = doubts[change.tile].instead if change.tile in doubts else ()
        instead = (change.instead, *(t for t in others if t is not change.instead))
        shares = dict(judged.marginals.get(change.tile, ()))
        doubts[change.tile] = _doubt(change.tile, change.read, instead, change.why, shares)
    counts = Counter(tiles[i].tile.kind for i in own_tiles(tiles))
    for kind, count in counts.items():  # where no legal hand is near
        mine = [i for i in own_tiles(tiles) if tiles[i].tile.kind == kind]
        if kind != BACK and count > copies_in_set(kind) and not any(i in doubts for i in mine):
            least = min(mine, key=lambda i: tiles[i].confidence)
            doubts[least] = Doubt(least, tiles[least].tile, _allowed(logs, least, counts), "supply")
    return tuple(doubts[i] for i in sorted(doubts))


def _doubt(
    tile: int, read: Tile, instead: tuple[Tile, ...], why: Reason, shares: Mapping[int, float]
) -> Doubt:
    return Doubt(tile, read, instead, why, tuple(shares.get(t.code, 0.0) for t in (read, *instead)))


def _allowed(logs: Logs, index: int, counts: Mapping[int, int]) -> tuple[Tile, ...]:
    """The likeliest other tile of which the hand can still hold one more."""
    row = logs[index]
    free = [t for t in TILES if t.code != BACK and counts.get(t.kind, 0) < copies_in_set(t.kind)]
    best = max(free, key=lambda t: row[t.code])
    return (best,)
