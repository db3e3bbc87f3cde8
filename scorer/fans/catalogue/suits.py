"""Patterns of the faces: suits, honours, terminals."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Find, Observes, catalogue_fact, catalogue_fan
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


FULL_FLUSH = catalogue_fan(
    "full_flush", Observes(observations.SUITS, _full_flush), needs=facts.ONE_SUIT | facts.NO_HONOURS
)
HALF_FLUSH = catalogue_fact("half_flush", facts.ONE_SUIT | facts.SUITED | facts.HONOURS)
ALL_HONOURS = catalogue_fan(
    "all_honours", only(HONOURS), needs=facts.ENDS_ONLY | facts.HONOURS | facts.ONE_SUIT
)
ALL_GREEN = catalogue_fact("all_green", facts.GREEN_ONLY)
ALL_TERMINALS = catalogue_fan("all_terminals", only(TERMINALS), needs=facts.ENDS_ONLY | facts.NO_HONOURS)
MIXED_TERMINALS = catalogue_fan(
    "all_terminals_and_honours",
    Observes(observations.holding(TERMINALS, HONOURS, ~ORPHANS), _mixed_terminals),
    needs=facts.ENDS_ONLY | facts.HONOURS,
)
ALL_SIMPLES = catalogue_fact("all_simples", facts.NO_ENDS)
NO_HONOURS = catalogue_fact("no_honours", facts.NO_HONOURS)
ONE_SUIT_VOID = catalogue_fact("one_suit_void", facts.TWO_SUITS)
ALL_TYPES = catalogue_fact("all_types", facts.ALL_TYPES)
UPPER_TILES = catalogue_fan("upper_tiles", only(ranks(7, 8, 9)), needs=facts.NO_MIDDLES | facts.UPPER_ONLY)
MIDDLE_TILES = catalogue_fan("middle_tiles", only(ranks(4, 5, 6)), needs=facts.NEAR_FIVE)
LOWER_TILES = catalogue_fan("lower_tiles", only(ranks(1, 2, 3)), needs=facts.NO_MIDDLES | facts.LOWER_ONLY)
UPPER_FOUR = catalogue_fact("upper_four", facts.UPPER_ONLY)
LOWER_FOUR = catalogue_fact("lower_four", facts.LOWER_ONLY)
REVERSIBLE_TILES = catalogue_fact("reversible_tiles", facts.REVERSIBLE)
OUTSIDE_HAND = catalogue_fact("outside_hand", facts.EACH_WITH_END | facts.STANDARD_FORM)
ALL_FIVES = catalogue_fact("all_fives", facts.EACH_WITH_FIVE | facts.STANDARD_FORM)
