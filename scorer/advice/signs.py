"""Signs in the rows of discards 看牌河: what the chapter on play reads from them, as hints and no more.

A sign says what a seat may collect or wait for. None is certain, so no figure counts them; what is certain by
the rules stands in `safety`. Source: 口袋麻将全集 §玩牌技巧, §知已知彼战术, §麻将十二真诀, §其他技巧.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.advice.reasons import Reason
from paiyan.scorer.advice.safety import Table
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import advice as words
from paiyan.scorer.messages.game_terms import choice_name
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.tiles.tile import FACES

_SUIT = POCKET_MAHJONG.section("玩牌技巧 舍牌的技巧")
_ORDER = POCKET_MAHJONG.section("知已知彼战术")
_LATE = POCKET_MAHJONG.section("麻将十二真诀")
_SEEN = POCKET_MAHJONG.section("其他技巧 打熟不打生")

_FEW = 8  # discards of the other two suits: by chance, one row in twenty-five has none of the third
_LATE_ROW, _LATE_ROWS = 8, 32  # the chapter's last third of a deal: tiles that a seat drew, that all threw
_OFTEN = 2  # tiles of a kind in the rows that make it one that is often seen
_AFTER = {(0, 1): (2, 5), (8, 7): (6, 3)}  # ranks thrown one after the other; the ranks to be careful with


def signs(table: Table, kind: int) -> Iterator[Reason]:
    """Yield what the rows say of throwing a kind, the other seats' signs in the order of play."""
    own = table.position.hand.seat
    rows = {seat: [t.kind for t in row] for seat, row in table.others.discards.items() if row}
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
        if kind - base in careful and _in_order(row, base + first, base + then):
            yield Reason(
                "outer_first", words.OUTER_FIRST, _ORDER, {**who, "first": first + 1, "then": then + 1}
            )
    last = row[-1]
    if fresh and last < 27 and last // 9 == kind // 9 and 0 < abs(last - kind) <= 2:
        yield Reason("near_the_last", words.NEAR_THE_LAST, _LATE, {**who, "tile": FACES[last]})


def _in_order(row: list[int], first: int, then: int) -> bool:
    """True if a row shows the first kind, and the second after it."""
    return first in row and then in row[row.index(first) + 1 :]
