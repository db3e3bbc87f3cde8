"""Why a discard is advised, after the first document's chapter on play 玩牌技巧.

Reasons state what the tiles show. Of other players' hands only what lies open is known, so a tile is called
dead only if the count of tiles makes it so. Signs in the rows of discards 看牌河 are hints: what a seat
may collect or wait for. No figure counts them; what is certain by the rules stands in `safety`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from paiyan.scorer.advice.position import Position
from paiyan.scorer.advice.safety import Table
from paiyan.scorer.advice.ways import Held
from paiyan.scorer.arranging.shanten import distance_of
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import advice as words
from paiyan.scorer.messages.game_terms import choice_name
from paiyan.scorer.messages.languages import Message, Translatable, Words
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Source
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import FACES

_WAITS = POCKET_MAHJONG.section("玩牌技巧 听牌的型态")
_DISCARDS = POCKET_MAHJONG.section("玩牌技巧 舍牌的技巧")
_RIVER = POCKET_MAHJONG.section("知已知彼战术 河里的牌")


@dataclass(frozen=True)
class Reason(Translatable):
    """Why: a stable code, the words with their values, and where that is written."""

    code: str
    words: Words
    source: Source
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def text(self) -> Message:
        """The sentence."""
        return Message(self.words, self.values)


def reasons(position: Position, left: Held, thrown: int, wanted: Sequence[int]) -> Iterator[Reason]:
    """Yield what speaks for throwing a kind, given the hand `left` and the kinds `wanted` after it."""
    if position.distance(left) == 0 and wanted:
        shape = wait_shape(position, left, wanted)
        yield Reason(f"wait_{shape}", words.WAITS[shape], _WAITS, {"n": len(wanted)})
    if not left.count(thrown) and not _near(left, thrown):
        code, text = ("lone_honour", words.LONE_HONOUR) if thrown >= 27 else ("lone_tile", words.LONE_TILE)
        if thrown >= 27 or thrown % 9 in (0, 1, 7, 8):
            yield Reason(code, text, _DISCARDS)
    if thrown >= 27 and not position.unseen.get(thrown, 0):
        yield Reason("dead_honour", words.DEAD_HONOUR, _RIVER)
    if gone := [k for k in wanted if position.unseen.get(k, 0) == 1]:
        yield Reason("last_one", words.LAST_ONE, _RIVER, {"n": len(gone)})


def _near(held: Held, kind: int) -> bool:
    """True if a tile of the suit lies within two ranks of the kind."""
    if kind >= 27:
        return False
    ranks = range(max(0, kind % 9 - 2), min(8, kind % 9 + 2) + 1)
    return any(held.count(kind // 9 * 9 + rank) for rank in ranks if rank != kind % 9)


def wait_shape(position: Position, held: Held, wanted: Sequence[int]) -> str:
    """Return how a hand waits: many, two_sided, two_pairs, edge, closed, single, or other.

    Source: 口袋麻将全集 §玩牌技巧 听牌的型态.
    """
    if len(wanted) >= 3:
        return "many"
    if len(wanted) == 2:
        return "two_pairs" if all(held.count(k) == 2 for k in wanted) else "two_sided"
    kind = wanted[0]
    if kind < 27:
        if kind % 9 == 2 and _whole_without(position, held, (kind - 2, kind - 1)):
            return "edge"
        if kind % 9 == 6 and _whole_without(position, held, (kind + 1, kind + 2)):
            return "edge"
        if 0 < kind % 9 < 8 and _whole_without(position, held, (kind - 1, kind + 1)):
            return "closed"
    return "single" if held.count(kind) in (1, 3) else "other"


def _whole_without(position: Position, held: Held, part: tuple[int, int]) -> bool:
    """True if the rest of the hand is sets and a pair once the part of a run is taken out."""
    if not all(held.count(k) for k in part):
        return False
    rest = held.plus(part[0], -1).plus(part[1], -1)
    melds = len(position.hand.melds) + 1
    away = distance_of(rest.suits, (Form.STANDARD,), melds=melds, sets=position.sets(), wilds=held.wilds)
    return away == -1


_SUIT = POCKET_MAHJONG.section("玩牌技巧 舍牌的技巧")
_ORDER = POCKET_MAHJONG.section("知已知彼战术")
_LATE = POCKET_MAHJONG.section("麻将十二真诀")
_SEEN = POCKET_MAHJONG.section("其他技巧 打熟不打生")

_FEW = 8  # discards of the other two suits: by chance, one row in twenty-five has none of the third
_LATE_ROW, _LATE_ROWS = 8, 32  # the chapter's last third of a deal: tiles that a seat drew, that all threw
_OFTEN = 2  # tiles of a kind in the rows that make it one that is often seen
_AFTER = {(0, 1): (2, 5), (8, 7): (6, 3)}  # ranks thrown one after the other; the ranks to be careful with


def row_reasons(table: Table, kind: int) -> Iterator[Reason]:
    """Yield what the rows say of throwing a kind, the other seats' signs in the order of play."""
    own = table.position.hand.seat
    rows = table.rows
    lying = [k for row in rows.values() for k in row]
    all_late = len(lying) >= _LATE_ROWS
    late = all_late or any(len(row) >= _LATE_ROW for row in rows.values())
    if lying.count(kind) >= _OFTEN:
        yield Reason("often_seen", words.OFTEN_SEEN, _SEEN, {"n": lying.count(kind)})
    elif late and table.unseen(kind) + table.position.held.count(kind) == 4:
        yield Reason("never_seen", words.NEVER_SEEN, _SEEN)
    if kind >= 27:
        return
    for seat in (s for s in Seat if s in rows and s is not own):
        row = rows[seat]
        fresh = (all_late or len(row) >= _LATE_ROW) and lying.count(row[-1]) == 1
        yield from _of_seat(seat, row, kind, fresh)


def _of_seat(seat: Seat, row: list[int], kind: int, fresh: bool) -> Iterator[Reason]:
    """Yield the signs of a seat's row; `fresh`: late in the deal its last tile is the first of its kind."""
    who = {"seat": choice_name(seat.name)}
    suits = [k // 9 for k in row if k < 27]
    if len(suits) >= _FEW and kind // 9 not in suits:
        yield Reason("suit_kept", words.SUIT_KEPT, _SUIT, {**who, "n": len(suits)})
    for (first, then), careful in _AFTER.items():
        base = kind // 9 * 9
        if (
            kind - base in careful
            and base + first in row
            and base + then in row[row.index(base + first) + 1 :]
        ):
            yield Reason(
                "outer_first", words.OUTER_FIRST, _ORDER, {**who, "first": first + 1, "then": then + 1}
            )
    last = row[-1]
    if fresh and last < 27 and last // 9 == kind // 9 and 0 < abs(last - kind) <= 2:
        yield Reason("near_the_last", words.NEAR_THE_LAST, _LATE, {**who, "tile": FACES[last]})
