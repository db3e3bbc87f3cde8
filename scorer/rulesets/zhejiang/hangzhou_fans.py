"""杭州麻将 patterns and prices: what the wild tiles 财神 did, and how long the chain before the win was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand, wild_tiles
from paiyan.scorer.fans.fan import Fan, Priced, Seeing
from paiyan.scorer.fans.sights import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.tiles.forms import Form

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


_ANY = Words("任何一张都能和", "any tile at all would have completed the hand", "どの牌でも和了")
_PIAO = Words(
    "爆头时打出财神而后仍和，每张计一次",
    "a wild tile discarded while any tile would win, and won after it; once for each",
    "何でも待ちで財神を切り、その後和了：一枚ごと",
)
HEAD = Fan("any_tile_wait", "爆头", "Wait for Any Tile", Seeing(NOTHING, _head), ja="爆頭", text=_ANY)
HEAD_MIL = replace(HEAD, find=Seeing(NOTHING, _head_mil))
PIAO = Fan("floating_god", "财飘", "Floating God", Seeing(NOTHING, _each_piao), ja="財飄", text=_PIAO)
PIAO_MIL = replace(PIAO, find=Seeing(NOTHING, _each_piao_mil))
KONGS = Fan(
    "kongs_before",
    "杠开",
    "Kong Before the Win",
    Seeing(NOTHING, _each_kong),
    ja="槓開",
    text=Words(
        "开杠后补进的牌成和，连杠每杠计一次",
        "won by the tile drawn after one's kong, once for each kong in a row",
        "槓の補充牌で和了：連続する槓ごと",
    ),
)
KONG_MIL = replace(
    KONGS,
    find=Seeing(NOTHING, _any_kong),
    text=Words("开杠后补进的牌成和", "won by the tile drawn after one's kong", "槓の補充牌で和了"),
)
FOUR_GODS = Fan(
    "four_gods",
    "四白板",
    "Four Wild Tiles",
    Seeing(NOTHING, _four_gods),
    ja="白四枚",
    text=Words(
        "四张财神都归自己，财飘打出的也算",
        "all four wild tiles, those discarded as 财飘 counted",
        "財神四枚：財飄で切ったものも数える",
    ),
)
LUXURY = Fan(
    "luxury_pairs",
    "豪华七对",
    "Luxury Seven Pairs",
    Seeing(NOTHING, _luxury),
    ja="豪華七対",
    text=Words("七对中有四张相同的牌", "seven pairs with four equal tiles", "同一牌四枚を含む七対子"),
)
NO_GOD = Fan(
    "no_god",
    "无财神",
    "No Wild Tile",
    wild_tiles.none_held(wild_kinds),
    ja="財神なし",
    text=Words("手中没有财神", "no wild tile in the hand", "財神がない"),
)
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
