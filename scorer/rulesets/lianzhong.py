"""联众国标, the national rules as one hall played them: guobiao with fans of its own and wild tiles 混.

The seed lists the hall's fans; those marked 非国标牌型 are not in the national rules. Where it lists what
a fan keeps out otherwise than guobiao does, its own list stands. It has neither 明暗杠 nor 花牌.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from scorer.arranged import Arranged
from scorer.catalogue import luck, runs, suits, triplets, waits, whole
from scorer.catalogue.runs import Kinds, of_runs, steps
from scorer.catalogue.triplets import of_triplets
from scorer.fans import Fan, Priced
from scorer.ruleset import FULL_SET, Note, RuleSet
from scorer.rulesets.guobiao import GUOBIAO
from scorer.setting import Source
from scorer.shapes import TERMINALS, Form, ranks
from scorer.situation import Flag
from scorer.wild import Wild
from scorer.words import Words

SEED = Source("001_369c9200606fcf81.txt", "国标麻将番种图解 联众麻将规则图解")


def _four_winds_and_green(a: Arranged) -> tuple[int, ...]:
    """All four winds in triplets and a pair of green dragons."""
    green = any(kind == 32 for _, kind in a.pairs)
    return (a.all,) if green and any(triplets.BIG_FOUR_WINDS.find(a)) else ()


def _after_dealer(a: Arranged) -> bool:
    """Drawn by the player after the dealer, upon the first discard."""
    return a.win.self_drawn and a.hand.seat is a.hand.dealer.others[0]


def _earthly(a: Arranged) -> tuple[int, ...]:
    return (0,) if Flag.FIRST_TURN in a.win.flags and _after_dealer(a) else ()


def _human(a: Arranged) -> tuple[int, ...]:
    """Any other win in the first turn."""
    other = a.hand.seat is not a.hand.dealer and not _after_dealer(a)
    return (0,) if Flag.FIRST_TURN in a.win.flags and other else ()


def _heavenly(a: Arranged) -> tuple[int, ...]:
    return tuple(luck.HEAVENLY_HAND.find(a)) if a.win.self_drawn else ()


def _wild_kong(a: Arranged) -> Iterator[int]:
    kinds = {t.kind for t in a.hand.wild}
    return (1 << i for i, kind in a.kongs if kind in kinds)


def _mixed(n_suits: tuple[int, ...]) -> Callable[[Kinds], bool]:
    """Suited sets of so many suits whose ranks rise one by one."""

    def fits(kinds: Kinds) -> bool:
        rising = steps(tuple(sorted(k % 9 for k in kinds)), 1)
        return max(kinds) < 27 and rising and len({k // 9 for k in kinds}) in n_suits

    return fits


def _pair_of(kinds: int) -> Callable[[Arranged], tuple[int, ...]]:
    """The pair is of these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        one = len(a.pairs) == 1 and a.form in (Form.STANDARD, Form.KNITTED_STRAIGHT)
        return tuple(1 << i for i, k in a.pairs if one and kinds >> k & 1)

    return find


FOUR_WINDS_AND_GREEN = Fan(
    "four_winds_and_green", "四方大发", "Four Winds and Green Dragon", _four_winds_and_green
)
HEAVENLY = Fan("heavenly_hand", "天和", "Heavenly Hand", _heavenly)
EARTHLY = Fan("earthly_hand_of_the_next", "地和", "Earthly Hand", _earthly)
HUMAN = Fan("human_hand_of_the_first_turn", "人和", "Human Hand", _human)
WILD_KONG = Fan("wild_kong", "混杠", "Kong of Wild Tiles", _wild_kong)
KNITTED_WITH_HONOURS = Fan(
    "knitted_straight_with_honours",
    "全不靠组合龙",
    "Knitted Straight with Five Honours",
    whole.knitted_straight_in_singles,
)
TWO_SUIT_FOUR_PUNGS = Fan(
    "four_mixed_shifted_pungs", "混四节", "Four Mixed Shifted Pungs", of_triplets(4, _mixed((2, 3)))
)
TWO_SUIT_FOUR_CHOWS = Fan(
    "four_mixed_shifted_chows", "混四步", "Four Mixed Shifted Chows", of_runs(4, _mixed((2, 3)))
)
TWO_SUIT_PUNGS = Fan(
    "two_suit_shifted_pungs", "混三节", "Shifted Pungs of Two Suits", of_triplets(3, _mixed((2,)))
)
TWO_SUIT_CHOWS = Fan(
    "two_suit_shifted_chows", "混三步", "Shifted Chows of Two Suits", of_runs(3, _mixed((2,)))
)
PAIR_258 = Fan("pair_of_258", "258将", "Pair of 2, 5 or 8", _pair_of(ranks(2, 5, 8)))
TERMINAL_PAIR = Fan("terminal_pair", "幺九头", "Pair of Terminals", _pair_of(TERMINALS))


def _at(fan: Fan, value: int, *excludes: Fan, **relations: Any) -> Priced:
    return fan.at(value, source=f"{SEED} {value}番", excludes=excludes, **relations)


_SINGLES = (
    *(whole.LESSER_KNITTED, suits.ALL_TYPES, whole.CONCEALED_HAND, whole.FULLY_CONCEALED),
    *(waits.SINGLE_WAIT, runs.KNITTED_STRAIGHT),
)
FANS = (
    _at(FOUR_WINDS_AND_GREEN, 168, triplets.BIG_FOUR_WINDS, triplets.ALL_PUNGS, triplets.PREVALENT_WIND,
        triplets.SEAT_WIND, triplets.BIG_THREE_WINDS, covers=(triplets.TERMINAL_PUNG,)),
    _at(HEAVENLY, 168),
    _at(EARTHLY, 158),
    _at(HUMAN, 108),
    _at(WILD_KONG, 88, covers=(triplets.CONCEALED_KONG,)),
    _at(KNITTED_WITH_HONOURS, 24, *_SINGLES),
    _at(TWO_SUIT_FOUR_PUNGS, 6, TWO_SUIT_PUNGS, joins=True),
    _at(TWO_SUIT_FOUR_CHOWS, 4, TWO_SUIT_CHOWS, joins=True),
    _at(TWO_SUIT_PUNGS, 4, joins=True),
    _at(TWO_SUIT_CHOWS, 2, joins=True),
    _at(PAIR_258, 1),
    _at(TERMINAL_PAIR, 1),
    # 一色四节高 keeps out 一色三节高 一般高 四归一 here, and leaves 碰碰和
    _at(triplets.FOUR_SHIFTED_PUNGS, 48, triplets.PURE_SHIFTED_PUNGS, joins=True),
)  # fmt: skip


def _adapt(rules: RuleSet, options: Any) -> RuleSet:
    return replace(rules, minimum=options["minimum"])


LIANZHONG = replace(
    GUOBIAO.without(triplets.MIXED_KONGS.id, luck.FLOWER.id).but(fans=FANS),
    id="lianzhong",
    words=Words("联众国标", "Lianzhong (guobiao of one hall)", "聯衆国標"),
    sources=(SEED, *GUOBIAO.sources),
    tiles=FULL_SET,
    outside_minimum=frozenset[str](),
    wild=Wild(),
    options=tuple(s for s in GUOBIAO.options if s.id == "minimum"),
    adapt=_adapt,
    notes=(
        Note(
            Words(
                "开混杠前须把四个混变成同一张牌；是否加分、是否和牌才算，由牌桌设定",
                "four wild tiles are declared as one tile before they make a kong; the table settles whether"
                " it is paid at once",
            ),
            f"{SEED} 混杠",
        ),
    ),
)
