"""Patterns of the faces alone: suits, honours, terminals."""

from __future__ import annotations

from scorer.fans import facts
from scorer.fans.arranged_hand import Arranged
from scorer.fans.fan import Fan, Find
from scorer.tiles.blocks import Shape
from scorer.tiles.forms import Form
from scorer.tiles.kind_sets import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    HONOURS,
    ORPHANS,
    REVERSIBLE,
    SUITED,
    TERMINALS,
    mask_of,
    ranks,
)

GREEN = mask_of([18 + r - 1 for r in (2, 3, 4, 6, 8)] + [32])


def only(allowed: int) -> Find:
    """The whole hand uses none but these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        return () if a.faces & ~allowed else (a.all,)

    return find


def _full_flush(a: Arranged) -> tuple[int, ...]:
    f = a.faces
    one = not (f & ~CHARACTERS and f & ~CIRCLES and f & ~BAMBOO)
    return (a.all,) if one else ()


def _half_flush(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.honours and a.suits in (1, 2, 4) else ()


def _one_suit_void(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.suits in (3, 5, 6) else ()


def _no_honours(a: Arranged) -> tuple[int, ...]:
    return () if a.faces & HONOURS else (a.all,)


def _all_types(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.suits == 7 and a.honours == 3 else ()


def _mixed_terminals(a: Arranged) -> tuple[int, ...]:
    mixed = a.faces & TERMINALS and a.faces & HONOURS and not a.faces & ~ORPHANS
    return (a.all,) if mixed and a.form is not Form.THIRTEEN_ORPHANS else ()


def _outside_hand(a: Arranged) -> tuple[int, ...]:
    if a.form is not Form.STANDARD:
        return ()
    ends = (not a.faces & ~ORPHANS) or all(
        ORPHANS >> k & 1 or (b == Shape.RUN and k % 9 == 6) for b, k, _, _, _ in a.blocks
    )
    return (a.all,) if ends else ()


def _all_fives(a: Arranged) -> tuple[int, ...]:
    if a.form is not Form.STANDARD:
        return ()
    for shape, k, _, _, _ in a.blocks:
        if k >= 27 or not (2 <= k % 9 <= 4 if shape == Shape.RUN else k % 9 == 4):
            return ()
    return (a.all,)


FULL_FLUSH = Fan(
    "full_flush", "清一色", "Full Flush", _full_flush, needs=facts.ONE_SUIT | facts.NO_HONOURS, ja="清一色"
)
HALF_FLUSH = Fan(
    "half_flush", "混一色", "Half Flush", _half_flush, needs=facts.ONE_SUIT | facts.HONOURS, ja="混一色"
)
ALL_HONOURS = Fan(
    "all_honours",
    "字一色",
    "All Honours",
    only(HONOURS),
    needs=facts.ENDS_ONLY | facts.HONOURS | facts.ONE_SUIT,
    ja="字一色",
)
ALL_GREEN = Fan("all_green", "绿一色", "All Green", only(GREEN), needs=facts.ONE_SUIT, ja="緑一色")
ALL_TERMINALS = Fan(
    "all_terminals",
    "清幺九",
    "All Terminals",
    only(TERMINALS),
    needs=facts.ENDS_ONLY | facts.NO_HONOURS,
    ja="清老頭",
)
MIXED_TERMINALS = Fan(
    "all_terminals_and_honours",
    "混幺九",
    "All Terminals and Honours",
    _mixed_terminals,
    needs=facts.ENDS_ONLY | facts.HONOURS,
    ja="混老頭",
)
ALL_SIMPLES = Fan(
    "all_simples", "断幺", "All Simples", only(SUITED & ~TERMINALS), needs=facts.NO_ENDS, ja="断幺九"
)
NO_HONOURS = Fan("no_honours", "无字", "No Honours", _no_honours, needs=facts.NO_HONOURS, ja="無字")
ONE_SUIT_VOID = Fan(
    "one_suit_void", "缺一门", "One Voided Suit", _one_suit_void, needs=facts.TWO_SUITS, ja="欠一門"
)
ALL_TYPES = Fan("all_types", "五门齐", "All Types", _all_types, needs=facts.ALL_TYPES, ja="五門斉")
UPPER_TILES = Fan(
    "upper_tiles",
    "全大",
    "Upper Tiles",
    only(ranks(7, 8, 9)),
    needs=facts.NO_MIDDLES | facts.UPPER_ONLY,
    ja="全大",
)
MIDDLE_TILES = Fan(
    "middle_tiles", "全中", "Middle Tiles", only(ranks(4, 5, 6)), needs=facts.NEAR_FIVE, ja="全中"
)
LOWER_TILES = Fan(
    "lower_tiles",
    "全小",
    "Lower Tiles",
    only(ranks(1, 2, 3)),
    needs=facts.NO_MIDDLES | facts.LOWER_ONLY,
    ja="全小",
)
UPPER_FOUR = Fan(
    "upper_four", "大于五", "Upper Four", only(ranks(6, 7, 8, 9)), needs=facts.UPPER_ONLY, ja="大于五"
)
LOWER_FOUR = Fan(
    "lower_four", "小于五", "Lower Four", only(ranks(1, 2, 3, 4)), needs=facts.LOWER_ONLY, ja="小于五"
)
REVERSIBLE_TILES = Fan(
    "reversible_tiles", "推不倒", "Reversible Tiles", only(REVERSIBLE), needs=facts.REVERSIBLE, ja="推不倒"
)
OUTSIDE_HAND = Fan(
    "outside_hand", "全带幺", "Outside Hand", _outside_hand, needs=facts.NO_MIDDLES, ja="全帯幺"
)
ALL_FIVES = Fan("all_fives", "全带五", "All Fives", _all_fives, needs=facts.NEAR_FIVE, ja="全帯五")
