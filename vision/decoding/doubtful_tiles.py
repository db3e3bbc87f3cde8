"""Find doubtful tiles 存疑: those without a clear name, or read otherwise in the likeliest legal hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from paiyan.vision.decoding.game_rules import RED_OF, Game
from paiyan.vision.decoding.hand import ReadTile
from paiyan.vision.decoding.legal_hands import Logs
from paiyan.vision.decoding.proposal import Judged, Reason

# When a tile of the hand is doubtful.
_CLOSE_SECOND = 0.35  # its second name has this share of the first one's probability
_WEAK_FIRST = 0.4  # its first name is less probable than this
_NAMELESS = 0.5  # its first name is less probable than all others together: it has no name yet
_RED_OR_PLAIN = 0.05  # a five of the other colour has this share for the detector; in photos at most 0.04
_IN_LIKELY_HANDS = 0.1  # another name has this share among the likely legal hands


class Doubt(NamedTuple):
    """A tile (its index) that may be another one; `shares` are the probabilities of the name as read, then of
    the others."""

    tile: int
    read: Tile
    instead: tuple[Tile, ...]
    why: Reason
    shares: tuple[float, ...] = ()


def own_tiles(tiles: Sequence[ReadTile]) -> list[int]:
    """Return the indices of the player's own tiles."""
    return [i for i, t in enumerate(tiles) if t.own]


def nameless_tiles(named: Sequence[float], tiles: Sequence[ReadTile]) -> list[int]:
    """Return the player's own tiles without a name yet, though they are tiles: `named` is the probability of
    each tile's likeliest name, given that it is a tile."""
    return [i for i in own_tiles(tiles) if named[i] < _NAMELESS]


def open_reds(shares: Sequence[Sequence[float]], tiles: Sequence[ReadTile], game: Game) -> list[int]:
    """Return the player's fives that may be red or plain, in a game that has red ones of their suit.

    `shares` (n, 46) are those of the detector, without the layout network's: red ones are rare.
    """
    return [
        i
        for i in own_tiles(tiles)
        if (red := RED_OF.get(tiles[i].tile.kind)) is not None
        and game.caps[red]
        and shares[i][_other_five(tiles[i].tile)] >= _RED_OR_PLAIN
    ]


def _other_five(five: Tile) -> int:
    """Return the code of the same five in the other colour."""
    return RED_OF[five.kind] if five.code == five.kind else five.kind


def copies_in_set(code: int) -> int:
    """Return how many of a tile are in a set."""
    return 1 if FLOWER <= code < RED else 4


def doubts_of(
    logs: Logs,
    tiles: Sequence[ReadTile],
    judged: Judged,
    nameless: Sequence[int],
    reds: Sequence[int] = (),
) -> tuple[Doubt, ...]:
    """Return the doubtful tiles of a hand, by their indices."""
    doubts = dict[int, Doubt]()
    for i in own_tiles(tiles):
        near = tuple(t for t, p in tiles[i].alternatives if p > _CLOSE_SECOND * tiles[i].confidence)
        shares = dict(judged.marginals.get(i, ()))
        near += tuple(
            TILES[code]
            for code, share in shares.items()
            if share > _IN_LIKELY_HANDS and TILES[code] not in near and TILES[code] is not tiles[i].tile
        )
        if i in reds and (other := TILES[_other_five(tiles[i].tile)]) not in near:
            near += (other,)
        if near or tiles[i].confidence < _WEAK_FIRST or i in nameless:
            instead = near or tuple(t for t, _ in tiles[i].alternatives)
            doubts[i] = _doubt(i, tiles[i].tile, instead, "close", shares)
    for change in judged.changes:
        others = doubts[change.tile].instead if change.tile in doubts else ()
        instead = (change.instead, *(t for t in others if t is not change.instead))
        shares = dict(judged.marginals.get(change.tile, ()))
        doubts[change.tile] = _doubt(change.tile, change.read, instead, change.why, shares)
    counts = Counter(tiles[i].tile.kind for i in own_tiles(tiles))
    for kind, count in counts.items():  # too many of a tile, and no legal hand shows which is another
        same_kind = [i for i in own_tiles(tiles) if tiles[i].tile.kind == kind]
        if kind != BACK and count > copies_in_set(kind) and not any(i in doubts for i in same_kind):
            least = min(same_kind, key=lambda i: tiles[i].confidence)
            doubts[least] = Doubt(least, tiles[least].tile, _allowed(logs, least, counts), "supply")
    return tuple(doubts[i] for i in sorted(doubts))


def _doubt(
    tile: int, read: Tile, instead: tuple[Tile, ...], why: Reason, shares: Mapping[int, float]
) -> Doubt:
    return Doubt(tile, read, instead, why, tuple(shares.get(t.code, 0.0) for t in (read, *instead)))


def _allowed(logs: Logs, index: int, counts: Mapping[int, int]) -> tuple[Tile, ...]:
    """Return the likeliest other tile of which the hand can still hold one more."""
    row = logs[index]
    free = [t for t in TILES if t.code != BACK and counts.get(t.kind, 0) < copies_in_set(t.kind)]
    best = max(free, key=lambda t: row[t.code])
    return (best,)
