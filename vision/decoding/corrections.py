"""Corrections 更正: a player's changes to a reading's tiles, and the tiles after them.

Tiles are identified by their index in the reading, from 0. All corrections of one list use the indices of the
original reading; added tiles take the next ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile
from paiyan.scorer.tiles.unusual_sets import together
from paiyan.vision.decoding.hand import Box, Hand, ReadMeld, ReadTile, Side, meld_type, turned_up
from paiyan.vision.errors import CorrectionError
from paiyan.vision.messages import MELD_TWICE, NO_MELD, NO_SUCH_TILE, NONE_TO_WIN_ON, WINNING_BY_ONE
from paiyan.vision.structure.scene import Place as WinningPlace
from paiyan.vision.structure.scene import Role
from paiyan.vision.structure.scores import MeldKind

NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)
"""The box of a tile that was added without one."""


@dataclass(frozen=True)
class Claim:
    """Known properties of a meld besides its tiles; its type may follow from them."""

    type: MeldKind | None = None
    side: Side | None = None
    claimed: Tile | None = None


@dataclass(frozen=True)
class Laid:
    """The tiles of a reading while it is corrected, None for removed ones.

    `melds` are by their groups, as read unless somebody changed them; `touched` are the tiles with a
    correction, `placed` those whose part was corrected. `order` is the place of a tile in the hand as read,
    `winning` the index of its winning tile and `winning_place` its place.
    """

    tiles: tuple[ReadTile | None, ...]
    melds: Mapping[int, ReadMeld | Claim] = field(default_factory=dict[int, "ReadMeld | Claim"])
    order: Mapping[int, int] = field(default_factory=dict[int, int])
    winning: int | None = None
    winning_place: WinningPlace | None = None
    touched: frozenset[int] = frozenset()
    placed: frozenset[int] = frozenset()

    @classmethod
    def of(cls, tiles: Sequence[ReadTile], hand: Hand) -> Laid:
        """Return the tiles of a reading before any correction."""
        order = {tile: at for places in (hand.held_at, hand.flowers_at) for at, tile in enumerate(places)}
        laid = cls(tuple(tiles), {m.group: m for m in hand.melds}, order, winning_place=hand.winning_place)
        return replace(laid, winning=laid.winning_now)

    @property
    def winning_now(self) -> int | None:
        """The index of the winning tile."""
        return next((i for i, t in enumerate(self.tiles) if t and t.role == "winning"), None)

    @property
    def own(self) -> list[int]:
        """The indices of the hand's tiles."""
        return [i for i, t in enumerate(self.tiles) if t and t.own]

    def at(self, index: int) -> ReadTile:
        """Return a tile. Raises `CorrectionError` if there is none."""
        found = self.tiles[index] if index < len(self.tiles) else None
        if found is None:
            raise CorrectionError(NO_SUCH_TILE, tile=index, last=len(self.tiles) - 1)
        return found

    def put(self, index: int, tile: ReadTile | None) -> Laid:
        """Return a copy with one tile replaced or removed."""
        return replace(self, tiles=(*self.tiles[:index], tile, *self.tiles[index + 1 :]))

    def named(self, *indices: int) -> Laid:
        """Return a copy with these tiles touched."""
        return replace(self, touched=self.touched | {*indices})

    def taken(self, index: int) -> Laid:
        """Take a tile out of its meld; the rest of the meld goes back to the hand."""
        found = self.at(index)
        laid = replace(self.named(index), placed=self.placed | {index})
        if found.role != "meld":
            return laid
        tiles = tuple(
            t._replace(role="hand", group=-1) if t and t.role == "meld" and t.group == found.group else t
            for t in self.tiles
        )
        melds = {group: meld for group, meld in self.melds.items() if group != found.group}
        return replace(laid, tiles=tiles, melds=melds)

    def moved(self, index: int, role: Role, group: int = -1) -> Laid:
        """Take a tile out of its meld and give it another part."""
        laid = self.taken(index)
        return laid.put(index, laid.at(index)._replace(role=role, group=group))

    def without_winning(self) -> Laid:
        """Put the winning tile back into the hand."""
        old = self.winning_now
        return self if old is None else self.moved(old, "hand")

    @property
    def hand(self) -> Hand:
        """The hand that the tiles make. Raises `CorrectionError` if a group is not a meld."""
        held, flowers, place = self._of_role("hand"), self._of_role("flower"), self.winning_now
        groups = dict.fromkeys(t.group for t in self.tiles if t and t.role == "meld")
        return Hand(
            concealed=tuple(self.at(i).tile for i in held),
            winning=None if place is None else self.at(place).tile,
            winning_place=self.winning_place if place is not None and place == self.winning else None,
            melds=tuple(self._meld(group) for group in groups),
            flowers=tuple(self.at(i).tile for i in flowers),
            held_at=tuple(held),
            flowers_at=tuple(flowers),
        )

    def _of_role(self, role: Role) -> list[int]:
        """Return the tiles of a role in the order in which the reading had them, new ones at the end."""
        of_role = [i for i, t in enumerate(self.tiles) if t and t.role == role]
        return sorted(of_role, key=lambda i: self.order.get(i, len(self.order)))

    def _meld(self, group: int) -> ReadMeld:
        claim = self.melds.get(group, Claim())
        if isinstance(claim, ReadMeld):
            return claim
        faces = [t.tile for t in self.tiles if t and t.role == "meld" and t.group == group]
        faces.sort(key=lambda t: (t.kind, t.code))
        kind = meld_type([t.code for t in faces])
        if kind is None and together([t.kind for t in faces]):
            kind = "mixed_kong"  # 旋风杠 喜杠, which only its player can distinguish from loose tiles
        if kind is None:
            raise CorrectionError(NO_MELD, tiles=notation(faces))
        if kind == "concealed_kong":
            faces = sorted(turned_up(faces), key=lambda t: (t.kind, t.code))
        return ReadMeld(claim.type or kind, tuple(faces), claim.claimed, claim.side, group)


@dataclass(frozen=True)
class Rename:
    """A new name of a tile; the same name confirms that it was read right."""

    tile: int
    face: Tile

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles with this one corrected."""
        found = laid.at(self.tile)
        melds = dict(laid.melds)
        old = melds.pop(found.group, None) if found.role == "meld" else None
        if old and old.side:
            claimed = self.face if old.claimed == found.tile else old.claimed
            melds[found.group] = Claim(side=old.side, claimed=claimed)
        tile = found._replace(tile=self.face, confidence=1.0, alternatives=(), corrected=True)
        return replace(laid.named(self.tile).put(self.tile, tile), melds=melds)


@dataclass(frozen=True)
class Remove:
    """Removal of tiles that are no tiles, or do not belong to the table."""

    tiles: tuple[int, ...]

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles without these."""
        for i in self.tiles:
            laid = laid.taken(i).put(i, None)
        return laid


@dataclass(frozen=True)
class Add:
    """A tile that was not read; `box` is its place, if it is to be kept."""

    face: Tile
    role: Role = "hand"
    box: Box | None = None

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles with one more."""
        if self.role == "winning":
            laid = laid.without_winning()
        index = len(laid.tiles)
        tile = ReadTile(self.face, self.box or NOWHERE, 1.0, (), self.role, -1, False, corrected=True)
        return replace(laid.named(index), placed=laid.placed | {index}, tiles=(*laid.tiles, tile))


@dataclass(frozen=True)
class Place:
    """A new role of some tiles: in the hand, among the flowers, in the river …"""

    tiles: tuple[int, ...]
    role: Role

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles with these elsewhere."""
        for i in self.tiles:
            laid = laid.moved(i, self.role)
        return laid


@dataclass(frozen=True)
class Meld:
    """Some tiles that are one meld. Its type may be left out if the tiles decide it."""

    tiles: tuple[int, ...]
    type: MeldKind | None = None
    source: Side | None = None
    claimed: Tile | None = None

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles with these as a meld of their own."""
        if len(set(self.tiles)) < len(self.tiles):
            raise CorrectionError(MELD_TWICE)
        for i in self.tiles:
            laid = laid.taken(i)
        group = 1 + max((t.group for t in laid.tiles if t), default=0)
        for i in self.tiles:
            laid = laid.put(i, laid.at(i)._replace(role="meld", group=group))
        return replace(laid, melds={**laid.melds, group: Claim(self.type, self.source, self.claimed)})


@dataclass(frozen=True)
class Winning:
    """The winning tile, by its index or by its face."""

    tile: int | None = None
    face: Tile | None = None

    def apply(self, laid: Laid) -> Laid:
        """Return the tiles with this one as the winning tile."""
        now = laid.winning_now
        if self.face is None and self.tile is not None:
            index = self.tile
        elif self.face is not None and self.tile is None:
            index = _showing(laid, self.face, now)
        else:
            raise CorrectionError(WINNING_BY_ONE)
        if index == now:
            return replace(laid.named(index), placed=laid.placed | {index})
        return laid.without_winning().moved(index, "winning")


def _showing(laid: Laid, face: Tile, winning: int | None) -> int:
    """Return the tile of the hand that shows a face: the winning one if it does, else the last of them."""
    if winning is not None and laid.at(winning).tile == face:
        return winning
    shown = [i for i, t in enumerate(laid.tiles) if t and t.role == "hand" and t.tile == face]
    if not shown:
        raise CorrectionError(NONE_TO_WIN_ON, tile=face)
    return shown[-1]


Correction = Rename | Remove | Add | Place | Meld | Winning


def indices(correction: Correction) -> tuple[int, ...]:
    """Return the tiles that a correction refers to."""
    match correction:
        case Rename() | Winning():
            return () if correction.tile is None else (correction.tile,)
        case Add():
            return ()
        case _:
            return correction.tiles


def renumbered(correction: Correction, now: Mapping[int, int]) -> Correction:
    """Return the same correction with the tiles' new indices."""
    match correction:
        case Rename():
            return replace(correction, tile=now[correction.tile])
        case Winning():
            return correction if correction.tile is None else replace(correction, tile=now[correction.tile])
        case Add():
            return correction
        case _:
            return replace(correction, tiles=tuple(now[i] for i in correction.tiles))
