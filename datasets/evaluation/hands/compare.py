"""Compare a hand as read with the true one: whether it is exact, and if not, how far it is off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Literal, NamedTuple

from paiyan.datasets.evaluation.hands.lists import TrueHand
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from paiyan.vision.reading import Hand, Reading

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
