"""Patterns of triplets 刻子 and kongs 杠; a kong is a triplet unless stated otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.facts import AMONG_TRIPLETS, BETWEEN_TRIPLETS, Kinds, of_two
from paiyan.scorer.fans.fan import Fan, Find, Observes, fact_pattern
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import DRAGONS, ORPHANS, WINDS


def of_triplets(n: int, fits: Callable[[Kinds], bool]) -> Find:
    """Match every choice of `n` triplets whose kinds, in rising order, fit."""

    def find(a: Arranged) -> Iterator[int]:
        for match, kinds in a.triplets_chosen(n):
            if fits(kinds):
                yield match

    return Observes(observations.TRIPLETS, find)


def _together(fact: int) -> Callable[[Kinds], bool]:
    """Return a test that is true if three or four triplets together are as this fact says."""
    return lambda kinds: AMONG_TRIPLETS.get(kinds) == fact


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
BIG_FOUR_WINDS = Fan(
    "big_four_winds",
    "大四喜",
    "Big Four Winds",
    n_triplets(4, WINDS),
    needs=facts.WIND_TRIPLETS[4],
    ja="大四喜",
)
LITTLE_FOUR_WINDS = Fan(
    "little_four_winds",
    "小四喜",
    "Little Four Winds",
    triplets_and_pair(3, WINDS),
    needs=facts.WIND_TRIPLETS[3] | facts.WIND_PAIR,
    ja="小四喜",
)
BIG_THREE_WINDS = Fan(
    "big_three_winds",
    "三风刻",
    "Big Three Winds",
    n_triplets(3, WINDS),
    needs=facts.WIND_TRIPLETS[3],
    ja="三風刻",
)
BIG_THREE_DRAGONS = Fan(
    "big_three_dragons",
    "大三元",
    "Big Three Dragons",
    n_triplets(3, DRAGONS),
    needs=facts.DRAGON_TRIPLETS[3],
    ja="大三元",
)
LITTLE_THREE_DRAGONS = Fan(
    "little_three_dragons",
    "小三元",
    "Little Three Dragons",
    triplets_and_pair(2, DRAGONS),
    needs=facts.DRAGON_TRIPLETS[2] | facts.DRAGON_PAIR,
    ja="小三元",
)
TWO_DRAGON_PUNGS = Fan(
    "two_dragon_pungs",
    "双箭刻",
    "Two Dragon Pungs",
    n_triplets(2, DRAGONS),
    needs=facts.DRAGON_TRIPLETS[2],
    ja="双箭刻",
)
DRAGON_PUNG = Fan(
    "dragon_pung",
    "箭刻",
    "Dragon Pung",
    each_triplet(DRAGONS),
    needs=facts.DRAGON_TRIPLETS[1],
    ja="三元牌",
)
PREVALENT_WIND = Fan(
    "prevalent_wind",
    "圈风刻",
    "Prevalent Wind",
    of_kind(lambda a: a.hand.round.wind),
    needs=facts.ROUND_WIND_TRIPLET,
    ja="場風",
)
SEAT_WIND = Fan(
    "seat_wind",
    "门风刻",
    "Seat Wind",
    of_kind(lambda a: a.hand.own_wind),
    needs=facts.OWN_WIND_TRIPLET,
    ja="自風",
)
TERMINAL_PUNG = Fan(
    "pung_of_terminals_or_honours",
    "幺九刻",
    "Pung of Terminals or Honours",
    each_triplet(ORPHANS),
    needs=facts.END_TRIPLET,
    ja="幺九刻",
)
ALL_PUNGS = fact_pattern("all_pungs", "碰碰和", "All Pungs", _PUNGS, "対々和")
ALL_EVEN_PUNGS = fact_pattern(
    "all_even_pungs", "全双刻", "All Even Pungs", _PUNGS | facts.EVEN_ONLY, "全双刻"
)
FOUR_SHIFTED_PUNGS = Fan(
    "four_pure_shifted_pungs",
    "一色四节高",
    "Four Pure Shifted Pungs",
    of_triplets(4, _together(facts.FOUR_SHIFTED_TRIPLETS)),
    needs=facts.FOUR_SHIFTED_TRIPLETS,
    ja="一色四節高",
)
PURE_SHIFTED_PUNGS = Fan(
    "pure_shifted_pungs",
    "一色三节高",
    "Pure Shifted Pungs",
    of_triplets(3, _together(facts.THREE_SHIFTED_TRIPLETS)),
    needs=facts.THREE_SHIFTED_TRIPLETS,
    ja="一色三節高",
)
MIXED_SHIFTED_PUNGS = Fan(
    "mixed_shifted_pungs",
    "三色三节高",
    "Mixed Shifted Pungs",
    of_triplets(3, _together(facts.MIXED_SHIFTED_TRIPLETS)),
    needs=facts.MIXED_SHIFTED_TRIPLETS,
    ja="三色三節高",
)
TRIPLE_PUNG = Fan(
    "triple_pung",
    "三同刻",
    "Triple Pung",
    of_triplets(3, _together(facts.TRIPLETS_OF_EACH_SUIT)),
    needs=facts.TRIPLETS_OF_EACH_SUIT,
    ja="三色同刻",
)
DOUBLE_PUNG = Fan(
    "double_pung",
    "双同刻",
    "Double Pung",
    Observes(observations.TRIPLETS, lambda a: of_two(a.triplets, BETWEEN_TRIPLETS, facts.TRIPLETS_OF_A_RANK)),
    needs=facts.TRIPLETS[2] | facts.TRIPLETS_OF_A_RANK,
    ja="双同刻",
)
FOUR_CONCEALED_PUNGS = Fan(
    "four_concealed_pungs",
    "四暗刻",
    "Four Concealed Pungs",
    concealed(4),
    needs=facts.CONCEALED_TRIPLETS[4],
    ja="四暗刻",
)
THREE_CONCEALED_PUNGS = Fan(
    "three_concealed_pungs",
    "三暗刻",
    "Three Concealed Pungs",
    concealed(3),
    needs=facts.CONCEALED_TRIPLETS[3],
    ja="三暗刻",
)
TWO_CONCEALED_PUNGS = Fan(
    "two_concealed_pungs",
    "双暗刻",
    "Two Concealed Pungs",
    concealed(2),
    needs=facts.CONCEALED_TRIPLETS[2],
    ja="双暗刻",
)
FOUR_KONGS = Fan("four_kongs", "四杠", "Four Kongs", any_kongs(4), needs=facts.KONG, ja="四槓子")
THREE_KONGS = Fan("three_kongs", "三杠", "Three Kongs", any_kongs(3), needs=facts.KONG, ja="三槓子")
TWO_CONCEALED_KONGS = Fan(
    "two_concealed_kongs",
    "双暗杠",
    "Two Concealed Kongs",
    kongs(open_=0, hidden=2),
    needs=facts.KONG,
    ja="双暗槓",
)
TWO_MELDED_KONGS = Fan(
    "two_melded_kongs", "双明杠", "Two Melded Kongs", kongs(open_=2, hidden=0), needs=facts.KONG, ja="双明槓"
)
MIXED_KONGS = Fan(
    "melded_and_concealed_kong",
    "明暗杠",
    "Melded and Concealed Kong",
    kongs(open_=1, hidden=1),
    needs=facts.KONG,
    ja="明暗槓",
)
CONCEALED_KONG = Fan(
    "concealed_kong", "暗杠", "Concealed Kong", each_kong(hidden=True), needs=facts.KONG, ja="暗槓"
)
MELDED_KONG = Fan("melded_kong", "明杠", "Melded Kong", each_kong(hidden=False), needs=facts.KONG, ja="明槓")
KONG = Fan(
    "kong",
    "杠",
    "Kong",
    Observes(observations.NOTHING, lambda a: tuple(1 << i for i, _ in a.kongs)),
    needs=facts.KONG,
    ja="槓",
)
ALL_258_PUNGS = fact_pattern("all_258_pungs", "将对", "All Pungs of 2, 5, 8", _PUNGS | facts.ONLY_258, "将対")
FOUR_OF_A_KIND = Fan(
    "tile_hog",
    "四归一",
    "Tile Hog",
    Observes(observations.BLOCKS, _four_of_a_kind),
    needs=facts.FOUR_OF_A_KIND,
    ja="四帰一",
)
