"""南京麻将, Nanjing 进园子: twenty hard flowers 硬花, a win counted in flowers, and a purse of a hundred.

The document gives the play and breaks off where it begins to list the flowers; what hands are worth is taken
from a public rule text, in its two ways to play: with limited purses 进园子, and without 敞开头.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.between_deals import Kept, Standing
from paiyan.scorer.rules.conditions import Shown
from paiyan.scorer.rules.payments import Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.east.nanjing import payments
from paiyan.scorer.rulesets.east.nanjing.fans import (
    BASE,
    CONCEALED_KONG,
    EDGE,
    FOUR_MELDS,
    HOLLOW,
    LARGE_REPLACEMENT,
    LAST_OPEN,
    MELDED_KONG,
    NO_HARD_FLOWERS,
    PAIRS,
    READY_FROM_THE_DEAL,
    SINGLE,
    SMALL_REPLACEMENT,
    WIND_PAIR,
    WIND_SET,
)
from paiyan.scorer.rulesets.east.nanjing.payments import PUBLIC, SEED
from paiyan.scorer.settling import dealer_rotation, table_stakes
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.tile import FLOWER, RED

TEXT = texts("east/nanjing/nanjing")

# Winds stand in hands, dragons are laid out: 硬花：共20张，分别是红中4张…
TILES = TileSet(frozenset(range(31)), flowers=frozenset((*range(31, 34), *range(FLOWER, RED))))
_BIG = (
    *(suits.FULL_FLUSH, suits.HALF_FLUSH, suits.ALL_HONOURS, triplets.ALL_PUNGS, FOUR_MELDS, *PAIRS),
    *(LARGE_REPLACEMENT, SMALL_REPLACEMENT, circumstances.HEAVENLY_HAND, READY_FROM_THE_DEAL, LAST_OPEN),
)
# What each fan is worth in flowers 花: with limited purses 进园子, without 敞开头.
_WORTH: tuple[tuple[Fan, str, tuple[int, int]], ...] = (
    (BASE, "", (10, 20)),
    (whole_hand.CONCEALED, "门清", (10, 20)),
    (suits.HALF_FLUSH, "", (20, 40)),
    (suits.FULL_FLUSH, "", (30, 60)),
    (suits.ALL_HONOURS, "风一色", (30, 60)),
    (triplets.ALL_PUNGS, "对对胡", (20, 40)),
    (FOUR_MELDS, "", (30, 60)),
    (PAIRS[0], "", (30, 80)),
    (PAIRS[1], "", (80, 160)),
    (PAIRS[2], "", (120, 240)),
    (PAIRS[3], "", (160, 320)),
    (LAST_OPEN, "", (20, 60)),
    (NO_HARD_FLOWERS, "", (20, 40)),
    (SMALL_REPLACEMENT, "", (10, 20)),
    (LARGE_REPLACEMENT, "", (20, 40)),
    (READY_FROM_THE_DEAL, "", (30, 30)),
    (circumstances.LAST_TILE_DRAW, "海底捞月", (20, 20)),
)
_EXCLUDES: Mapping[str, tuple[Fan, ...]] = {
    **{fan.id: (whole_hand.CONCEALED, SINGLE) for fan in PAIRS},
    FOUR_MELDS.id: (SINGLE,),
    LAST_OPEN.id: (EDGE, HOLLOW),
}
_SOFT = ((WIND_SET, 1), (WIND_PAIR, 1), (suits.ONE_SUIT_VOID, 1), (MELDED_KONG, 1), (CONCEALED_KONG, 2))
_WAITS = (EDGE, HOLLOW, SINGLE)


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    open_: bool = options["game"] == "open"
    factor = payments.factor(options)
    hands = (
        fan.at(worth[open_], name=name, source=PUBLIC, excludes=_EXCLUDES.get(fan.id, ()))
        for fan, name, worth in _WORTH
    )
    soft = (fan.at(n * factor, source=PUBLIC) for fan, n in (*_SOFT, *((w, 1) for w in _WAITS)))
    return (
        circumstances.HEAVENLY_HAND.at(
            options["heavenly"] if open_ else 100, name="天胡", source=f"{PUBLIC}; {HOUSE_DEFAULT}"
        ),
        *hands,
        circumstances.FLOWER.at(factor, name="硬花", source=f"{SEED} 二、花; {PUBLIC}"),
        *soft,
    )


def _enough(a: Arranged, least: int) -> bool:
    """Closed, a big hand 大胡, or hard flowers enough."""
    return not a.claimed or len(a.hand.flowers) >= least or any(any(True for _ in f.find(a)) for f in _BIG)


def _shown(least: int) -> tuple[Shown, ...]:
    return (
        Shown(
            partial(_enough, least=least),
            Words(
                f"开门的小胡要有 {least} 个硬花",
                f"an open small hand needs {least} hard flowers (dragons, flowers)",
                f"鳴いた小さい手は硬花が {least} 枚必要",
            ),
        ),
    )


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All flowers; twice as many where the deal before made this one double 比下胡."""
    del options
    return _doubled(counted.sum, arranged.hand)


def _of_worth(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
    """The same of known flowers."""
    del options
    return _doubled(worth.total, hand)


def _doubled(flowers: int, hand: Hand) -> Value:
    return Value(flowers, flowers * (2 if hand.table["doubled"] else 1))


def _pay(s: Settling) -> Iterable[Transfer]:
    """The discarder alone pays 出冲, after a self-draw all three do; who is liable 包牌 pays in their place.

    出冲：由点炮者一人承担；自摸：收三家；包牌：由包牌者承担（出冲付一家、自摸付三家）.
    """
    owed = s.value.points
    heavenly = any(m.priced.id == circumstances.HEAVENLY_HAND.id for m in s.counted.matches)
    if heavenly and s.options["game"] == "garden":
        left = table_stakes.purses(s.table)
        reason = Words("天胡：三家输光", "heavenly hand: the whole purse", "天和：持ち点すべて")
        return [Transfer(seat, s.hand.seat, left[seat], reason) for seat in s.hand.seat.others]
    payer, times, reason = payments.liable(s)
    if payer is not None:
        return [Transfer(payer, s.hand.seat, owed * times, reason)]
    return [Transfer(seat, s.hand.seat, owed, reason) for seat in losers(s.hand, s.win)]


def _limit(transfers: Iterable[Transfer], table: Mapping[str, Any]) -> Iterator[Transfer]:
    return table_stakes.limited(transfers, table_stakes.purses(table))


def _keeps(now: Standing) -> Kept:
    """100块进园子: what is left in the purses; 两家进园子 ends the game."""
    return table_stakes.kept(now, full=payments.PURSE) if now.options["game"] == "garden" else Kept({})


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    garden = options["game"] == "garden"
    return rules.changed(
        fans=_fans(options),
        must_show=_shown(options["open_flowers"]),
        limit=_limit if garden else None,
        must=rules.won_by.must if garden else (),
    )


_OPTIONS = (
    TEXT.setting("game", "garden", choices=("garden", "open")),
    TEXT.setting("flowers_twice", True),
    TEXT.setting("open_flowers", 4, most=20),
    TEXT.setting("heavenly", 200),
    *payments.OPTIONS,
)

NANJING = RuleSet(
    id="nanjing",
    words=TEXT.name,
    sources=(SEED,),
    played_with=PlayedWith(tiles=TILES, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(table_stakes.NOT_FROM_EMPTY,),
        must_show=_shown(4),
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}), unit="points", value=_value, of_worth=_of_worth
    ),
    paid_by=PaidBy(pay=_pay, side=payments.side, limit=_limit),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays_by_winning, keeps=_keeps),
    agreed_on=AgreedOn(options=_OPTIONS, table=payments.TABLE, adapt=_adapt),
    notes=TEXT.notes,
    divergences=TEXT.divergences("nanjing"),
)
