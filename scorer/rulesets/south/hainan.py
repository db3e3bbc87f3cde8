"""海南麻将, Hainan: a fan is what a hand needs to win on a discard, no multiple of its worth 有番才能胡.

Without a fan a hand is drawn or not won at all 无番靠自摸. Seats, their winds and their flowers are counted
from the dealer. `total` is how many fan the hand has; what it is worth, `points`, is how it was won: the
document prices neither that nor kongs, so two public programs of the game are followed where they agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, flowers, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.south import hainan_payments
from paiyan.scorer.rulesets.south.hainan_payments import PROGRAM
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import DRAGONS, ranks

TEXT = texts("south/hainan")

SEED = POCKET_MAHJONG.section("海南麻将 (6)胡牌 A")
TYPES = POCKET_MAHJONG.section("海南麻将 番的类型")


def _valued(hand: Hand, kind: int) -> bool:
    """Whether a triplet of this kind would be a fan."""
    return bool(DRAGONS >> kind & 1) or kind in (hand.own_wind, hand.round.wind)


def _only_runs(a: Arranged) -> tuple[int, ...]:
    """Runs and a pair, and the pair of no tile that a triplet would make a fan."""
    plain = a.pairs and not _valued(a.hand, a.pairs[0][1])
    return tuple(whole_hand.CHOWS_AND_PAIR.find(a)) if plain else ()


def _no_melds(a: Arranged) -> tuple[int, ...]:
    return () if a.hand.melds else (a.all,)


def _eyes(a: Arranged) -> tuple[int, ...]:
    """The pair of a two, five or eight."""
    if a.form is not Form.STANDARD:
        return ()
    return tuple(
        1 << i for i, b in enumerate(a.blocks) if b.shape == Shape.PAIR and ranks(2, 5, 8) >> b.kind & 1
    )


ONLY_RUNS = TEXT.fan("only_runs", _only_runs)
NO_MELDS = TEXT.fan("no_melds", _no_melds)
EYES = TEXT.fan("eyes_258", _eyes)
OWN_FLOWER = TEXT.fan("flower_of_place", flowers.OWN_FLOWER.find)
OWN_WIND = TEXT.fan("wind_of_place", triplets.SEAT_WIND.find)
SINGLES = whole_hand.SCATTERED

# What multiplies a hand where a table plays so; whatever else it has, a fan is no multiple here.
_TIMES = {
    suits.FULL_FLUSH.id: 2,
    triplets.ALL_PUNGS.id: 2,
    whole_hand.SEVEN_PAIRS.id: 2,
    SINGLES.id: 13,
    circumstances.HEAVENLY_HAND.id: 3,
    circumstances.EARTHLY_HAND.id: 3,
}


def _at(fan: Fan, point: str, name: str = "") -> Priced:
    return fan.at(1, name=name, source=point)


FANS = (
    _at(ONLY_RUNS, f"{SEED} 1"),
    _at(NO_MELDS, f"{SEED} 2; {TYPES} 5"),
    _at(triplets.ALL_PUNGS, f"{SEED} 3; {TYPES} 6", "碰碰胡"),
    _at(suits.FULL_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(suits.HALF_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(EYES, f"{SEED} 5; {TYPES} 1"),
    _at(circumstances.ROBBED_KONG, f"{SEED} 6; {TYPES} 8", "抢杠"),
    _at(triplets.DRAGON_PUNG, f"{SEED} 7; {TYPES} 2", "中发白刻"),
    _at(OWN_FLOWER, f"{SEED} 8; {TYPES} 3"),
    _at(OWN_WIND, f"{SEED} 9; {TYPES} 4"),
    _at(triplets.PREVALENT_WIND, f"{SEED} 9; {TYPES} 4", "令风"),
    _at(SINGLES, f"{SEED} 10", "十三幺"),
    _at(whole_hand.SEVEN_PAIRS, f"{SEED} 11; {TYPES} 7"),
    _at(circumstances.SELF_DRAWN, f"{POCKET_MAHJONG} §海南麻将 (6)胡牌 B; {TYPES} 10"),
)
_FIRST_TURN = tuple(
    fan.at(1, source=PROGRAM) for fan in (circumstances.HEAVENLY_HAND, circumstances.EARTHLY_HAND)
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """One by discard, two by self-draw, three after a kong; and its multiples where a table plays so."""
    win = arranged.win
    came = (3 if Flag.KONG_REPLACEMENT in win.flags else 2) if win.self_drawn else 1
    if options["types"] == "flat":
        return Value(counted.sum, came)
    fans = {m.priced.id for m in counted.matches}
    times = [n for id_, n in _TIMES.items() if id_ in fans]
    if whole_hand.SEVEN_PAIRS.id in fans and 4 in arranged.counts:
        times.append(3)  # 豪华七对, in place of the two of seven pairs
        times.remove(2)
    return Value(counted.sum, min(came * prod(times), options["cap"]))


_OPTIONS = (
    TEXT.setting("types", "flat", choices=("flat", "multiplied"), sets={"multiplied": {"fans": _FIRST_TURN}}),
    TEXT.setting("cap", 8, least=1),
    *hainan_payments.OPTIONS,
)

HAINAN = RuleSet(
    id="hainan",
    words=TEXT.name,
    sources=(SEED, TYPES, POCKET_MAHJONG.section("海南麻将 (8)包牌")),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(forms=(Form.STANDARD, Form.SEVEN_PAIRS, Form.SCATTERED), minimum=1),
    counted_by=CountedBy(fans=FANS, value=_value),
    paid_by=PaidBy(pay=hainan_payments.win, side=hainan_payments.beside),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays, keeps=between_deals.repeats("repeats")),
    agreed_on=AgreedOn(options=_OPTIONS, table=hainan_payments.TABLE),
    notes=TEXT.notes,
    divergences=TEXT.divergences("hainan"),
)
