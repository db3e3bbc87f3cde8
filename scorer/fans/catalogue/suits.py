"""Patterns of the faces: suits, honours, terminals."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes, fact_pattern
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    HONOURS,
    ORPHANS,
    TERMINALS,
    ranks,
)


def only(allowed: int) -> Find:
    """Match a hand that uses only these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        return () if a.faces & ~allowed else (a.all,)

    return Observes(observations.holding(~allowed), find)


def _full_flush(a: Arranged) -> tuple[int, ...]:
    f = a.faces
    one = not (f & ~CHARACTERS and f & ~CIRCLES and f & ~BAMBOO)
    return (a.all,) if one else ()


def _mixed_terminals(a: Arranged) -> tuple[int, ...]:
    mixed = a.faces & TERMINALS and a.faces & HONOURS and not a.faces & ~ORPHANS
    return (a.all,) if mixed and a.form is not Form.THIRTEEN_ORPHANS else ()


FULL_FLUSH = Fan(
    "full_flush",
    "清一色",
    "Full Flush",
    Observes(observations.SUITS, _full_flush),
    needs=facts.ONE_SUIT | facts.NO_HONOURS,
    ja="清一色",
)
HALF_FLUSH = fact_pattern(
    "half_flush", "混一色", "Half Flush", facts.ONE_SUIT | facts.SUITED | facts.HONOURS, "混一色"
)
ALL_HONOURS = Fan(
    "all_honours",
    "字一色",
    "All Honours",
    only(HONOURS),
    needs=facts.ENDS_ONLY | facts.HONOURS | facts.ONE_SUIT,
    ja="字一色",
)
ALL_GREEN = fact_pattern("all_green", "绿一色", "All Green", facts.GREEN_ONLY, "緑一色")
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
    Observes(observations.holding(TERMINALS, HONOURS, ~ORPHANS), _mixed_terminals),
    needs=facts.ENDS_ONLY | facts.HONOURS,
    ja="混老頭",
)
ALL_SIMPLES = fact_pattern("all_simples", "断幺", "All Simples", facts.NO_ENDS, "断幺九")
NO_HONOURS = fact_pattern("no_honours", "无字", "No Honours", facts.NO_HONOURS, "無字")
ONE_SUIT_VOID = fact_pattern("one_suit_void", "缺一门", "One Voided Suit", facts.TWO_SUITS, "欠一門")
ALL_TYPES = fact_pattern("all_types", "五门齐", "All Types", facts.ALL_TYPES, "五門斉")
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
UPPER_FOUR = fact_pattern("upper_four", "大于五", "Upper Four", facts.UPPER_ONLY, "大于五")
LOWER_FOUR = fact_pattern("lower_four", "小于五", "Lower Four", facts.LOWER_ONLY, "小于五")
REVERSIBLE_TILES = fact_pattern("reversible_tiles", "推不倒", "Reversible Tiles", facts.REVERSIBLE, "推不倒")
OUTSIDE_HAND = fact_pattern(
    "outside_hand", "全带幺", "Outside Hand", facts.EACH_WITH_END | facts.STANDARD_FORM, "全帯幺"
)
ALL_FIVES = fact_pattern(
    "all_fives", "全带五", "All Fives", facts.EACH_WITH_FIVE | facts.STANDARD_FORM, "全帯五"
)
