"""Patterns of triplets 刻子 and kongs 杠; a kong is a triplet unless stated otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.facts import AMONG_TRIPLETS, BETWEEN_TRIPLETS, Kinds, of_two
from paiyan.scorer.fans.fan import Fan, Find, Observes, catalogue_fact, catalogue_fan
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import DRAGONS, ORPHANS, WINDS


def of_triplets(n: int, fits: Callable[[Kinds], bool]) -> Find:
    """Match every choice of `n` triplets whose kinds, in rising order, fit."""

    def find(a: Arranged) -> Iterator[int]:
        for match, kinds in a.triplets_chosen(n):
            if fits(kinds):
                yield match

    return Observes(observations.TRIPLETS, find)


def _of_several(id_: str, n: int, fact: int) -> Fan:
    """Return the fan of `n` triplets that together are as this fact says."""
    return catalogue_fan(id_, of_triplets(n, lambda kinds: AMONG_TRIPLETS.get(kinds) == fact), needs=fact)


def n_triplets(n: int, kinds: int) -> Find:
    """Match every choice of `n` triplets of these kinds (bit mask)."""

    def find(a: Arranged) -> list[int]:
        some = [1 << i for i, k in a.triplets if kinds >> k & 1]
        return [sum(chosen) for chosen in combinations(some, n)]

    return Observes(observations.shapes_of(kinds), find)


def each_triplet(kinds: int) -> Find:
    """Match every triplet of these kinds (bit mask)."""
    return Observes(
        observations.shapes_of(kinds), lambda a: [1 << i for i, k in a.triplets if kinds >> k & 1]
    )


def triplets_and_pair(n: int, allowed: int) -> Find:
    """Match exactly `n` triplets of these kinds, with the pair of them too."""

    def find(a: Arranged) -> tuple[int, ...]:
        if len(a.triplets) < n or a.form is not Form.STANDARD or not allowed >> a.pairs[0][1] & 1:
            return ()
        some = [i for i, k in a.triplets if allowed >> k & 1]
        return (a.bits(*some, a.pairs[0][0]),) if len(some) == n else ()

    return Observes(observations.shapes_of(allowed), find)


def of_kind(kind: Callable[[Arranged], int]) -> Find:
    """Match a triplet of the kind that `kind` takes from the situation."""

    def find(a: Arranged) -> tuple[int, ...]:
        wanted = kind(a)
        return tuple([1 << i for i, k in a.triplets if k == wanted])

    return Observes(observations.TRIPLETS, find)


def concealed(n: int) -> Find:
    """Match exactly `n` concealed triplets, concealed kongs among them."""

    def find(a: Arranged) -> tuple[int, ...]:
        some = [i for i, _ in a.triplets if a.blocks[i].concealed]
        return (a.bits(*some),) if len(some) == n else ()

    return Observes(observations.CONCEALED_TRIPLETS, find)


def kongs(*, open_: int, hidden: int) -> Find:
    """Match exactly this many melded and concealed kongs."""

    def find(a: Arranged) -> tuple[int, ...]:
        if len(a.kongs) != open_ + hidden:
            return ()
        dark = sum(a.blocks[i].concealed for i, _ in a.kongs)
        return (a.bits(*(i for i, _ in a.kongs)),) if dark == hidden else ()

    return Observes(observations.NOTHING, find)


def any_kongs(n: int) -> Find:
    """Match exactly `n` kongs of any sort."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.bits(*(i for i, _ in a.kongs)),) if len(a.kongs) == n else ()

    return Observes(observations.NOTHING, find)


def each_kong(*, hidden: bool) -> Find:
    """Match once for every concealed, or every melded, kong."""

    def find(a: Arranged) -> tuple[int, ...]:
        return tuple(1 << i for i, _ in a.kongs if a.blocks[i].concealed == hidden)

    return Observes(observations.NOTHING, find)


def _four_of_a_kind(a: Arranged) -> tuple[int, ...]:
    """Match four equal tiles used in different blocks, not as a kong."""
    kongs = [k for _, k in a.kongs]
    return tuple([a.holding(k) for k in a.fours if k not in kongs])


_PUNGS = facts.NO_RUNS | facts.TRIPLETS[1] | facts.STANDARD_FORM
BIG_FOUR_WINDS = catalogue_fan("big_four_winds", n_triplets(4, WINDS), needs=facts.WIND_TRIPLETS[4])
LITTLE_FOUR_WINDS = catalogue_fan(
    "little_four_winds", triplets_and_pair(3, WINDS), needs=facts.WIND_TRIPLETS[3] | facts.WIND_PAIR
)
BIG_THREE_WINDS = catalogue_fan("big_three_winds", n_triplets(3, WINDS), needs=facts.WIND_TRIPLETS[3])
BIG_THREE_DRAGONS = catalogue_fan("big_three_dragons", n_triplets(3, DRAGONS), needs=facts.DRAGON_TRIPLETS[3])
LITTLE_THREE_DRAGONS = catalogue_fan(
    "little_three_dragons", triplets_and_pair(2, DRAGONS), needs=facts.DRAGON_TRIPLETS[2] | facts.DRAGON_PAIR
)
TWO_DRAGON_PUNGS = catalogue_fan("two_dragon_pungs", n_triplets(2, DRAGONS), needs=facts.DRAGON_TRIPLETS[2])
DRAGON_PUNG = catalogue_fan("dragon_pung", each_triplet(DRAGONS), needs=facts.DRAGON_TRIPLETS[1])
PREVALENT_WIND = catalogue_fan(
    "prevalent_wind", of_kind(lambda a: a.hand.round.wind), needs=facts.ROUND_WIND_TRIPLET
)
SEAT_WIND = catalogue_fan("seat_wind", of_kind(lambda a: a.hand.own_wind), needs=facts.OWN_WIND_TRIPLET)
TERMINAL_PUNG = catalogue_fan("pung_of_terminals_or_honours", each_triplet(ORPHANS), needs=facts.END_TRIPLET)
ALL_PUNGS = catalogue_fact("all_pungs", _PUNGS)
ALL_EVEN_PUNGS = catalogue_fact("all_even_pungs", _PUNGS | facts.EVEN_ONLY)
FOUR_SHIFTED_PUNGS = _of_several("four_pure_shifted_pungs", 4, facts.FOUR_SHIFTED_TRIPLETS)
PURE_SHIFTED_PUNGS = _of_several("pure_shifted_pungs", 3, facts.THREE_SHIFTED_TRIPLETS)
MIXED_SHIFTED_PUNGS = _of_several("mixed_shifted_pungs", 3, facts.MIXED_SHIFTED_TRIPLETS)
TRIPLE_PUNG = _of_several("triple_pung", 3, facts.TRIPLETS_OF_EACH_SUIT)
DOUBLE_PUNG = catalogue_fan(
    "double_pung",
    Observes(observations.TRIPLETS, lambda a: of_two(a.triplets, BETWEEN_TRIPLETS, facts.TRIPLETS_OF_A_RANK)),
    needs=facts.TRIPLETS[2] | facts.TRIPLETS_OF_A_RANK,
)
FOUR_CONCEALED_PUNGS = catalogue_fan("four_concealed_pungs", concealed(4), needs=facts.CONCEALED_TRIPLETS[4])
THREE_CONCEALED_PUNGS = catalogue_fan(
    "three_concealed_pungs", concealed(3), needs=facts.CONCEALED_TRIPLETS[3]
)
TWO_CONCEALED_PUNGS = catalogue_fan("two_concealed_pungs", concealed(2), needs=facts.CONCEALED_TRIPLETS[2])
FOUR_KONGS = catalogue_fan("four_kongs", any_kongs(4), needs=facts.KONG)
THREE_KONGS = catalogue_fan("three_kongs", any_kongs(3), needs=facts.KONG)
TWO_CONCEALED_KONGS = catalogue_fan("two_concealed_kongs", kongs(open_=0, hidden=2), needs=facts.KONG)
TWO_MELDED_KONGS = catalogue_fan("two_melded_kongs", kongs(open_=2, hidden=0), needs=facts.KONG)
MIXED_KONGS = catalogue_fan("melded_and_concealed_kong", kongs(open_=1, hidden=1), needs=facts.KONG)
CONCEALED_KONG = catalogue_fan("concealed_kong", each_kong(hidden=True), needs=facts.KONG)
MELDED_KONG = catalogue_fan("melded_kong", each_kong(hidden=False), needs=facts.KONG)
KONG = catalogue_fan(
    "kong", Observes(observations.NOTHING, lambda a: tuple(1 << i for i, _ in a.kongs)), needs=facts.KONG
)
ALL_258_PUNGS = catalogue_fact("all_258_pungs", _PUNGS | facts.ONLY_258)
FOUR_OF_A_KIND = catalogue_fan(
    "tile_hog", Observes(observations.BLOCKS, _four_of_a_kind), needs=facts.FOUR_OF_A_KIND
)
