"""PyMahjongGB, a scorer of the national rules written in C++, asked about our hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.tiles.tile import Tile

CALCULATE = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed").MahjongFanCalculator
NAMES: dict[str, str] = {"门清": "门前清", "独听・边张": "边张", "独听・嵌张": "嵌张", "独听・单钓": "单钓将"}


def fans(hand: Hand, win: Win) -> Counter[tuple[str, int]]:
    """Its answer to a won hand: how often each fan counts, by our name and with its value."""
    flags = win.flags
    found: Sequence[tuple[int, int, str, str]] = CALCULATE(
        tuple(_pack(m.type, m.tiles) for m in hand.melds),
        tuple(map(_name, hand.concealed)),
        _name(win.tile),
        len(hand.flowers),
        win.self_drawn,
        Flag.LAST_OF_KIND in flags,
        Flag.KONG_REPLACEMENT in flags or win.by is By.ROBBED_KONG,
        Flag.LAST_TILE in flags,
        int(hand.seat),
        int(hand.round),
        True,
    )
    return Counter({(NAMES.get(name, name), value): n for value, n, name, _ in found})


def _name(tile: Tile) -> str:
    rank, suit = tile.notation
    if suit == "z":
        return ("F1", "F2", "F3", "F4", "J3", "J2", "J1")[int(rank) - 1]
    return {"m": "W", "p": "B", "s": "T"}[suit] + rank


def _pack(type_: MeldType, tiles: tuple[Tile, ...]) -> tuple[str, str, int]:
    if type_ is MeldType.CHOW:
        return "CHI", _name(sorted(tiles, key=lambda t: t.code)[1]), 1
    if type_ is MeldType.PUNG:
        return "PENG", _name(tiles[0]), 1
    return "GANG", _name(tiles[0]), 0 if type_ is MeldType.CONCEALED_KONG else 1
