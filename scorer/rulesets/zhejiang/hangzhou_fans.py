"""杭州麻将 patterns and prices: what the wild tiles 财神 did, and how long the chain before the win was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand, wild_tiles
from paiyan.scorer.fans.fan import Priced, Seeing
from paiyan.scorer.fans.sights import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.tiles.forms import Form

TEXT = texts("zhejiang/hangzhou")

SEED = POCKET_MAHJONG.section("杭州麻将")
PLATFORM = (
    "answers of a game platform's scoring service, as EdGrass/hangzhou-mahjong-bot mahjong/fan.py has them"
)
MIL = (
    "《杭州麻将（推广）竞赛规则（试行2025版）》 VII–VIII, Mahjong International League,"
    " as xelnagamiao/open_mahjong_unity has it"
)
GOD = 31  # 白板, the wild tile 财神


def wild_kinds(hand: Hand) -> frozenset[int]:
    """The white dragon, in every deal."""
    del hand
    return frozenset((GOD,))


def printed(hand: Hand) -> Counter[int]:
    return Counter(t.kind for t in hand.held)


def _gods_before(a: Arranged) -> int:
    """How many wild tiles lay in the hand before the last tile came."""
    return sum(t.kind == GOD for t in a.hand.concealed)


def _any_tile(a: Arranged) -> bool:
    """Whether any tile whatever would have completed the hand."""
    return _gods_before(a) > 0 and len(a.waits) == len(FULL_SET.kinds)


def _head(a: Arranged) -> tuple[int, ...]:
    """Any tile would have won; not of a hand that holds all four wild tiles, which has its own price."""
    return (0,) if _gods_before(a) < 4 and _any_tile(a) else ()


def _head_mil(a: Arranged) -> tuple[int, ...]:
    return (0,) if _any_tile(a) else ()


def _kongs_before(a: Arranged) -> int:
    """Kongs in a row just before the last tile came."""
    told: int = a.hand.table["kongs_before"]
    return max(told, int(Flag.KONG_REPLACEMENT in a.win.flags))


def _each_kong(a: Arranged) -> tuple[int, ...]:
    return (0,) * _kongs_before(a)


def _any_kong(a: Arranged) -> tuple[int, ...]:
    return (0,) if _kongs_before(a) else ()


def _each_piao(a: Arranged) -> tuple[int, ...]:
    return (0,) * a.hand.table["piao"]


def _each_piao_mil(a: Arranged) -> tuple[int, ...]:
    return _each_piao(a) if _any_tile(a) else ()


def _four_gods(a: Arranged) -> tuple[int, ...]:
    """All four wild tiles, those discarded as 财飘 counted."""
    return (0,) if printed(a.hand)[GOD] + a.hand.table["piao"] == 4 else ()


def _luxury(a: Arranged) -> tuple[int, ...]:
    """Four equal tiles in seven pairs; wild ones only where no other tile needs them."""
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    tiles = printed(a.hand)
    gods = tiles.pop(GOD, 0)
    fours = any(n == 4 for n in tiles.values())
    return (a.all,) if fours or (gods == 4 and all(n % 2 == 0 for n in tiles.values())) else ()


HEAD = TEXT.fan("any_tile_wait", Seeing(NOTHING, _head))
HEAD_MIL = replace(HEAD, find=Seeing(NOTHING, _head_mil))
PIAO = TEXT.fan("floating_god", Seeing(NOTHING, _each_piao))
PIAO_MIL = replace(PIAO, find=Seeing(NOTHING, _each_piao_mil))
KONGS = TEXT.fan("kongs_before", Seeing(NOTHING, _each_kong))
KONG_MIL = replace(
    KONGS,
    find=Seeing(NOTHING, _any_kong),
    text=TEXT.words("fans.kongs_before.once"),
)
FOUR_GODS = TEXT.fan("four_gods", Seeing(NOTHING, _four_gods))
LUXURY = TEXT.fan("luxury_pairs", Seeing(NOTHING, _luxury))
NO_GOD = TEXT.fan("no_god", wild_tiles.none_held(wild_kinds))
BESIDE = frozenset(f.id for f in (HEAD, PIAO, KONGS, FOUR_GODS, NO_GOD))


def priced(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """The fans at the prices that the options choose."""
    if options["prices"] == "mil":
        pairs = whole_hand.SEVEN_PAIRS
        luxury = LUXURY.at(4, source=MIL, excludes=(pairs,))
        ones = (HEAD_MIL, PIAO_MIL, KONG_MIL, NO_GOD)
        return (luxury, pairs.at(2, name="七对子", source=MIL), *(f.at(1, source=MIL) for f in ones))
    return tuple(
        f.at(2, source=PLATFORM)
        for f in (whole_hand.SEVEN_PAIRS, whole_hand.FOUR_IN_PAIRS, PIAO, KONGS, HEAD, FOUR_GODS)
    )
