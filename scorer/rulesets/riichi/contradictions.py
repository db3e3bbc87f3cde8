"""Impossible hands of 日本麻将: circumstances that contradict each other."""

from __future__ import annotations

from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.riichi.payments import RETURNED
from paiyan.scorer.tiles.tile import KINDS

TEXT = texts("riichi/riichi")


def _riichi(h: Hand) -> bool:
    return h.table["riichi"] != "none" or _flag(h, Flag.DECLARED_READY)


def _flag(h: Hand, flag: Flag) -> bool:
    return h.win is not None and flag in h.win.flags


def _dealer_is_east(h: Hand) -> bool:
    return h.dealer is Seat.E


def _riichi_unclaimed(h: Hand) -> bool:
    return not (h.claimed and _riichi(h))


def _ippatsu_after_riichi(h: Hand) -> bool:
    return not h.table["ippatsu"] or _riichi(h)


def _ippatsu_without_kong(h: Hand) -> bool:
    return not (h.table["ippatsu"] and _flag(h, Flag.KONG_REPLACEMENT))


def _no_norths(h: Hand) -> bool:
    return not h.table["norths"]


def _first_turn(h: Hand) -> bool:
    """In the first turn: no meld, no riichi, and one's own draw comes after the discard that is won on."""
    if not _flag(h, Flag.FIRST_TURN) or h.win is None:
        return True
    return not (h.melds or _riichi(h)) and (h.win.self_drawn or h.before_own_draw)


def _last_from_wall(h: Hand) -> bool:
    """A replacement tile comes from the dead wall and is never the last of the wall."""
    drawn = h.win is not None and h.win.self_drawn
    return not (drawn and _flag(h, Flag.LAST_TILE) and _flag(h, Flag.KONG_REPLACEMENT))


def _indicators(h: Hand) -> bool:
    """At most five of each sort, none of them a flower."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    return max(len(open_), len(hidden)) <= 5 and all(t.kind < KINDS for t in (*open_, *hidden))


def _none_returned(h: Hand) -> bool:
    return h.win is None or h.table["riichi"] != RETURNED


def _each_hidden_under_one(h: Hand) -> bool:
    """A hidden indicator lies under each open one 里宝牌, and nowhere else; the open ones may be untold."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    return not open_ or len(hidden) <= len(open_)


def _three_seats(h: Hand) -> bool:
    giver = h.win.discarder if h.win else None
    return Seat.N not in (h.seat, giver) and all(m.source is not Side.ACROSS for m in h.melds)


VALID_HAND = (
    TEXT.condition("dealer_is_east", _dealer_is_east),
    TEXT.condition("riichi_unclaimed", _riichi_unclaimed),
    TEXT.condition("ippatsu_after_riichi", _ippatsu_after_riichi),
    TEXT.condition("ippatsu_without_kong", _ippatsu_without_kong),
    TEXT.condition("first_turn", _first_turn),
    TEXT.condition("last_from_wall", _last_from_wall),
    TEXT.condition("indicators", _indicators),
    TEXT.condition("none_returned", _none_returned),
    TEXT.condition("each_hidden_under_one", _each_hidden_under_one),
)
WITH_FOUR = TEXT.condition("no_norths", _no_norths)
WITH_THREE = TEXT.condition("three_seats", _three_seats)
