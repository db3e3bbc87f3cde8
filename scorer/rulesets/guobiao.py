"""国标麻将, Chinese official rules (MCR): 81 fans, eight to win, flowers apart.

The numbers behind `_at` are those of the document's list, which runs from the highest fan to the lowest.
What a fan keeps from being counted is the document's 不计; where the document is silent but the fan cannot be
had without the other (no implied fan 不重复原则), the commentary of the rules is followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import LIANZHONG_GUIDE, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET, FULL_SET
from paiyan.scorer.tiles.blocks import Form, Shape

TEXT = texts("guobiao")

SEED = POCKET_MAHJONG.section("国标麻将")
MIXED_KONGS = "common practice, not in the list of 81: see the divergences"
BASE = 8  # what every loser pays beside the fans: the rule set table and the official rules agree

_PUNG_FANS = (triplets.TERMINAL_PUNG, triplets.ALL_PUNGS)
_CONCEALED = (whole_hand.CONCEALED_HAND, waits.SINGLE_WAIT)
_KNITTED_STRAIGHT = TEXT.fan(
    "knitted_straight",
    lambda a: runs.KNITTED_STRAIGHT.find(a) or whole_hand.knitted_straight_in_singles(a),
    needs=facts.ODD_FORM,
)


def _at(number: int, fan: Fan, value: int, *excludes: Fan, **relations: Any) -> Priced:
    return fan.at(value, source=f"{SEED} {number}", excludes=excludes, **relations)


def _joined(number: int, fan: Fan, value: int, *excludes: Fan) -> Priced:
    return _at(number, fan, value, *excludes, joins=True)


FANS = (
    # 88
    _at(1, triplets.BIG_FOUR_WINDS, 88, triplets.ALL_PUNGS, triplets.BIG_THREE_WINDS,
        triplets.PREVALENT_WIND, triplets.SEAT_WIND, covers=(triplets.TERMINAL_PUNG,)),
    _at(2, triplets.BIG_THREE_DRAGONS, 88, triplets.TWO_DRAGON_PUNGS, triplets.DRAGON_PUNG,
        covers=(triplets.TERMINAL_PUNG,)),
    _at(3, suits.ALL_GREEN, 88, suits.HALF_FLUSH),
    _at(4, whole_hand.NINE_GATES, 88, suits.FULL_FLUSH, suits.NO_HONOURS, whole_hand.CONCEALED_HAND,
        whole_hand.FULLY_CONCEALED, implies=(triplets.TERMINAL_PUNG,)),
    _at(5, triplets.FOUR_KONGS, 88, triplets.ALL_PUNGS, triplets.CONCEALED_KONG, triplets.MELDED_KONG,
        waits.SINGLE_WAIT),
    _at(6, whole_hand.SEVEN_SHIFTED_PAIRS, 88, whole_hand.SEVEN_PAIRS, suits.FULL_FLUSH, suits.NO_HONOURS,
        whole_hand.FULLY_CONCEALED, *_CONCEALED),
    _at(7, whole_hand.THIRTEEN_ORPHANS, 88, suits.ALL_TYPES, whole_hand.FULLY_CONCEALED, *_CONCEALED),
    # 64
    _at(8, suits.ALL_TERMINALS, 64, *_PUNG_FANS, triplets.DOUBLE_PUNG, suits.OUTSIDE_HAND,
        suits.NO_HONOURS),
    _at(9, triplets.LITTLE_FOUR_WINDS, 64, triplets.BIG_THREE_WINDS, covers=(triplets.TERMINAL_PUNG,)),
    _at(10, triplets.LITTLE_THREE_DRAGONS, 64, triplets.TWO_DRAGON_PUNGS, triplets.DRAGON_PUNG,
        covers=(triplets.TERMINAL_PUNG,)),
    _at(11, suits.ALL_HONOURS, 64, *_PUNG_FANS, suits.OUTSIDE_HAND),
    _at(12, triplets.FOUR_CONCEALED_PUNGS, 64, triplets.ALL_PUNGS, whole_hand.CONCEALED_HAND,
        whole_hand.FULLY_CONCEALED),
    _at(13, runs.PURE_TERMINAL_CHOWS, 64, suits.FULL_FLUSH, suits.NO_HONOURS, whole_hand.ALL_CHOWS,
        whole_hand.SEVEN_PAIRS, runs.PURE_DOUBLE_CHOW, runs.TWO_TERMINAL_CHOWS),
    # 48
    _joined(14, runs.QUADRUPLE_CHOW, 48, runs.PURE_TRIPLE_CHOW, runs.PURE_DOUBLE_CHOW,
            triplets.FOUR_OF_A_KIND),
    _joined(15, triplets.FOUR_SHIFTED_PUNGS, 48, triplets.PURE_SHIFTED_PUNGS, triplets.ALL_PUNGS),
    # 32
    _joined(16, runs.FOUR_SHIFTED_CHOWS, 32, runs.PURE_SHIFTED_CHOWS, runs.SHORT_STRAIGHT,
            runs.TWO_TERMINAL_CHOWS),
    _at(17, triplets.THREE_KONGS, 32, triplets.CONCEALED_KONG, triplets.MELDED_KONG),
    _at(18, suits.MIXED_TERMINALS, 32, *_PUNG_FANS, suits.OUTSIDE_HAND),
    # 24
    _at(19, whole_hand.SEVEN_PAIRS, 24, whole_hand.FULLY_CONCEALED, *_CONCEALED),
    _at(20, whole_hand.GREATER_KNITTED, 24, whole_hand.LESSER_KNITTED, suits.ALL_TYPES,
        whole_hand.FULLY_CONCEALED, *_CONCEALED),
    _at(21, triplets.ALL_EVEN_PUNGS, 24, triplets.ALL_PUNGS, suits.ALL_SIMPLES, suits.NO_HONOURS),
    _at(22, suits.FULL_FLUSH, 24, suits.NO_HONOURS),
    _joined(23, runs.PURE_TRIPLE_CHOW, 24, runs.PURE_DOUBLE_CHOW),
    _joined(24, triplets.PURE_SHIFTED_PUNGS, 24),
    _at(25, suits.UPPER_TILES, 24, suits.UPPER_FOUR, suits.NO_HONOURS),
    _at(26, suits.MIDDLE_TILES, 24, suits.ALL_SIMPLES, suits.NO_HONOURS),
    _at(27, suits.LOWER_TILES, 24, suits.LOWER_FOUR, suits.NO_HONOURS),
    # 16
    _joined(28, runs.PURE_STRAIGHT, 16),
    _at(29, runs.THREE_SUITED_TERMINAL_CHOWS, 16, whole_hand.ALL_CHOWS, suits.NO_HONOURS,
        runs.MIXED_DOUBLE_CHOW, runs.TWO_TERMINAL_CHOWS),
    _joined(30, runs.PURE_SHIFTED_CHOWS, 16),
    _at(31, suits.ALL_FIVES, 16, suits.ALL_SIMPLES, suits.NO_HONOURS),
    _joined(32, triplets.TRIPLE_PUNG, 16),
    _at(33, triplets.THREE_CONCEALED_PUNGS, 16),
    # 12
    _at(34, whole_hand.LESSER_KNITTED, 12, suits.ALL_TYPES, whole_hand.FULLY_CONCEALED, *_CONCEALED),
    _at(35, _KNITTED_STRAIGHT, 12),
    _at(36, suits.UPPER_FOUR, 12, suits.NO_HONOURS),
    _at(37, suits.LOWER_FOUR, 12, suits.NO_HONOURS),
    _at(38, triplets.BIG_THREE_WINDS, 12, covers=(triplets.TERMINAL_PUNG,)),
    # 8
    _joined(39, runs.MIXED_STRAIGHT, 8),
    _at(40, suits.REVERSIBLE_TILES, 8, suits.ONE_SUIT_VOID),
    _joined(41, runs.MIXED_TRIPLE_CHOW, 8),
    _joined(42, triplets.MIXED_SHIFTED_PUNGS, 8),
    _at(44, circumstances.LAST_TILE_DRAW, 8, circumstances.SELF_DRAWN),
    _at(45, circumstances.LAST_TILE_CLAIM, 8),
    _at(46, circumstances.AFTER_KONG, 8, circumstances.SELF_DRAWN),
    _at(47, circumstances.ROBBED_KONG, 8, circumstances.LAST_OF_KIND),
    # 6
    _at(48, triplets.ALL_PUNGS, 6),
    _at(49, suits.HALF_FLUSH, 6),
    _joined(50, runs.MIXED_SHIFTED_CHOWS, 6),
    _at(51, suits.ALL_TYPES, 6),
    _at(52, whole_hand.MELDED_HAND, 6, waits.SINGLE_WAIT),
    _at(53, triplets.TWO_CONCEALED_KONGS, 6, triplets.CONCEALED_KONG,
        covers=(triplets.TWO_CONCEALED_PUNGS,)),
    _at(54, triplets.TWO_DRAGON_PUNGS, 6, triplets.DRAGON_PUNG, covers=(triplets.TERMINAL_PUNG,)),
    # 5, by common practice
    triplets.MIXED_KONGS.at(5, source=MIXED_KONGS, excludes=(triplets.CONCEALED_KONG, triplets.MELDED_KONG)),
    # 4
    _at(55, suits.OUTSIDE_HAND, 4),
    _at(56, whole_hand.FULLY_CONCEALED, 4, circumstances.SELF_DRAWN),
    _at(57, triplets.TWO_MELDED_KONGS, 4, triplets.MELDED_KONG),
    _at(58, circumstances.LAST_OF_KIND, 4),
    # 2
    _at(59, triplets.DRAGON_PUNG, 2, covers=(triplets.TERMINAL_PUNG,)),
    _at(60, triplets.PREVALENT_WIND, 2, covers=(triplets.TERMINAL_PUNG,)),
    _at(61, triplets.SEAT_WIND, 2, covers=(triplets.TERMINAL_PUNG,)),
    _at(62, whole_hand.CONCEALED_HAND, 2),
    _at(63, whole_hand.ALL_CHOWS, 2, suits.NO_HONOURS),
    _at(64, triplets.FOUR_OF_A_KIND, 2),
    _joined(65, triplets.DOUBLE_PUNG, 2),
    _at(66, triplets.TWO_CONCEALED_PUNGS, 2),
    _at(67, triplets.CONCEALED_KONG, 2),
    _at(68, suits.ALL_SIMPLES, 2, suits.NO_HONOURS),
    # 1
    _joined(69, runs.PURE_DOUBLE_CHOW, 1),
    _joined(70, runs.MIXED_DOUBLE_CHOW, 1),
    _joined(71, runs.SHORT_STRAIGHT, 1),
    _joined(72, runs.TWO_TERMINAL_CHOWS, 1),
    _at(73, triplets.TERMINAL_PUNG, 1),
    _at(74, triplets.MELDED_KONG, 1),
    _at(75, suits.ONE_SUIT_VOID, 1),
    _at(76, suits.NO_HONOURS, 1),
    _at(77, waits.EDGE_WAIT, 1),
    _at(78, waits.CLOSED_WAIT, 1),
    _at(79, waits.SINGLE_WAIT, 1),
    _at(80, circumstances.SELF_DRAWN, 1),
    _at(81, circumstances.FLOWER, 1),
)  # fmt: skip


def _pay(s: Settling) -> Iterator[Transfer]:
    """Each other player pays the base; the fans come from the discarder, or from all after a self-draw."""
    total = s.value.points
    for loser in s.hand.seat.others:
        if s.win.self_drawn:
            why = Words(
                f"自摸：底 {BASE} + {total} 番",
                f"self-draw {BASE}+{total}",
                f"ツモ：基本 {BASE} + {total} 点",
            )
            yield Transfer(loser, s.hand.seat, BASE + total, why)
        elif loser is s.win.discarder:
            why = Words(
                f"点炮：底 {BASE} + {total} 番", f"discard {BASE}+{total}", f"ロン：基本 {BASE} + {total} 点"
            )
            yield Transfer(loser, s.hand.seat, BASE + total, why)
        else:
            yield Transfer(loser, s.hand.seat, BASE, Words(f"底 {BASE}", f"base {BASE}", f"基本 {BASE}"))


def _with_knitted(priced: Priced) -> Priced:
    """The fan of a wait, but not where the winning tile is of the knitted straight."""

    def find(a: Arranged) -> Iterable[int]:
        knitted = any(b.shape == Shape.KNITTED and a.kind in b.tiles for b in a.blocks)
        return () if knitted else priced.fan.find(a)

    return priced.but(fan=replace(priced.fan, find=find))


def _apply_options(rules: RuleSet, options: Any) -> RuleSet:
    price = {p.id: p for p in rules.counted_by.fans}
    fans = [price[triplets.TWO_CONCEALED_KONGS.id].but(value=options["two_concealed_kongs"])]
    if not options["knitted_waits"]:
        fans += [_with_knitted(price[f.id]) for f in (waits.EDGE_WAIT, waits.CLOSED_WAIT, waits.SINGLE_WAIT)]
    mixed = triplets.MIXED_KONGS.id
    if options["mixed_kongs"]:
        fans.append(price[mixed].but(value=options["mixed_kongs"]))
    else:
        rules = rules.without(mixed)
    tiles = FLOWER_SET if options["flowers"] else FULL_SET
    return rules.but(minimum=options["minimum"], tiles=tiles, fans=tuple(fans))


GUOBIAO = RuleSet(
    **TEXT.about("guobiao"),
    sources=(SEED, LIANZHONG_GUIDE.section("国标麻将番种图解")),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        forms=(
            *(Form.STANDARD, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS),
            *(Form.KNITTED_STRAIGHT, Form.KNITTED_HONOURS),
        ),
        minimum=8,
        outside_minimum=frozenset({circumstances.FLOWER.id}),
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(43, whole_hand.CHICKEN, 8), unit="fan"),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(next_dealer=between_deals.passes),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("flowers", True),
            TEXT.setting("minimum", 8),
            TEXT.setting("two_concealed_kongs", 6),
            TEXT.setting("mixed_kongs", 5),
            TEXT.setting("knitted_waits", True),
        ),
        apply_options=_apply_options,
    ),
)
