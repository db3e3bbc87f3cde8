"""Kongs that are paid for besides the win 杠分: who pays how much for each.

Most regions price the three kongs apart; they differ in who pays for a claimed one, and in the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from paiyan.scorer.hand.hand import Deal, Kong
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Transfer
from paiyan.scorer.settling import inferred_fields
from paiyan.scorer.tiles.unusual_sets import group_of

# Points from each who pays, by the type (one that is not listed is not paid for) or by the kong itself.
Prices = Mapping[MeldType, int] | Callable[[Kong], int]

NAMES: Mapping[MeldType, Words] = {
    MeldType.KONG: Words("明杠", "claimed kong", "大明槓"),
    MeldType.ADDED_KONG: Words("补杠", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("暗杠", "concealed kong", "暗槓"),
    MeldType.MIXED_KONG: Words("旋风杠", "kong of unequal tiles", "不揃いの槓"),
}


class Claimed(Enum):
    """The players who pay for a claimed kong 明杠."""

    GIVER = "giver"  # only the player who discarded its tile
    GIVER_FOR_ALL = "giver_for_all"  # only that player, for all three
    ALL = "all"


def by_type(claimed: int, added: int, concealed: int) -> Mapping[MeldType, int]:
    """Return the prices of a claimed, an added and a concealed kong."""
    return {MeldType.KONG: claimed, MeldType.ADDED_KONG: added, MeldType.CONCEALED_KONG: concealed}


def income(kong: Kong, prices: Prices, *, claimed: Claimed = Claimed.GIVER) -> list[tuple[Seat, int]]:
    """Return the players who pay for this kong, and how much.

    Players who had won before it do not pay; nobody pays if its giver should and is unknown.
    """
    points = _price(kong, prices)
    if not points:
        return []
    if kong.meld.type is not MeldType.KONG or claimed is Claimed.ALL:
        return [(seat, points) for seat in kong.seat.others if seat not in kong.out]
    if kong.giver is None:
        return []
    return [(kong.giver, points * (3 if claimed is Claimed.GIVER_FOR_ALL else 1))]


def payments(
    deal: Deal, prices: Prices, *, claimed: Claimed = Claimed.GIVER, names: Mapping[MeldType, Words] = NAMES
) -> Iterator[Transfer | Sentence]:
    """Yield the payments for all kongs of the deal, in the order made, and warnings about unknown givers."""
    for kong in deal.kongs:
        by_giver = kong.meld.type is MeldType.KONG and claimed is not Claimed.ALL
        if by_giver and kong.giver is None and _price(kong, prices):
            yield inferred_fields.giver(kong)
        for payer, points in income(kong, prices, claimed=claimed):
            yield Transfer(payer, kong.seat, points, name_of(kong, names))
    if callable(prices) or any(prices.values()):
        yield from inferred_fields.side_payments_unknown(deal, inferred_fields.KONGS)


def _price(kong: Kong, prices: Prices) -> int:
    return prices(kong) if callable(prices) else prices.get(kong.meld.type, 0)


def name_of(kong: Kong, names: Mapping[MeldType, Words] = NAMES) -> Words:
    """Return the name of a kong; one of unequal tiles has that of its group."""
    group = group_of(kong.meld.block.tiles) if kong.meld.type is MeldType.MIXED_KONG else None
    return group.words if group else names[kong.meld.type]


def last(deal: Deal, seat: Seat) -> Kong | None:
    """Return the last kong that this seat made."""
    return next((k for k in reversed(deal.kongs) if k.seat is seat), None)
