"""联众国标, the national rules as one hall played them: guobiao with fans of its own and wild tiles 混.

The document lists the hall's fans; those marked 非国标牌型 are not in the national rules. Where it lists what
a fan keeps out otherwise than guobiao does, its own list stands. It has neither 明暗杠 nor 花牌. Flowers may
be wild instead 花混: a hand that names them under ``wild`` holds them among its tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.catalogue.runs import of_runs
from paiyan.scorer.fans.catalogue.triplets import of_triplets
from paiyan.scorer.fans.facts import Kinds
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import LIANZHONG_GUIDE
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET, FULL_SET
from paiyan.scorer.rulesets.guobiao import GUOBIAO
from paiyan.scorer.settling import inferred_fields
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import TERMINALS, Tile, ranks

TEXT = texts("lianzhong")

SEED = LIANZHONG_GUIDE.section("联众麻将规则图解")
_WILD_KONG = 88


def _four_winds_and_green(a: Arranged) -> tuple[int, ...]:
    """All four winds in triplets and a pair of green dragons."""
    green = any(kind == 32 for _, kind in a.pairs)
    return (a.all,) if green and any(triplets.BIG_FOUR_WINDS.find(a)) else ()


def _after_dealer(a: Arranged) -> bool:
    """Drawn by the player after the dealer, upon the first discard, with no claim or kong before."""
    broken = a.hand.melds or a.hand.table["first_turn_broken"]
    return a.win.self_drawn and a.hand.seat is a.hand.dealer.others[0] and not broken


def _human(a: Arranged) -> tuple[int, ...]:
    """Any other win in the first turn: also the dealer's, on a discard."""
    drawn = a.win.self_drawn and a.hand.seat is a.hand.dealer
    return (0,) if Flag.FIRST_TURN in a.win.flags and not drawn and not _after_dealer(a) else ()


def _wild_kong(a: Arranged) -> Iterator[int]:
    """Four tiles of a wild face, or four wild ones declared as one face."""
    kinds = {t.kind for t in (*a.hand.wild, *_declared(a.hand))}
    return (1 << i for i, kind in a.kongs if kind in kinds)


def _declared(hand: Hand) -> tuple[Tile, ...]:
    """Return the face that four wild flowers were declared as, to make a kong."""
    return hand.table.get("wild_kong", ())


def _declared_fits(hand: Hand) -> bool:
    kongs = {m.block.kind for m in hand.melds if m.type is MeldType.CONCEALED_KONG}
    return {t.kind for t in _declared(hand)} <= kongs


def _mixed(n_suits: tuple[int, ...]) -> Callable[[Kinds], bool]:
    """Return a test for suited sets, of one of these numbers of suits, whose ranks rise one by one."""

    def fits(kinds: Kinds) -> bool:
        ranks = sorted(k % 9 for k in kinds)
        rising = all(b == a + 1 for a, b in pairwise(ranks))
        return max(kinds) < 27 and rising and len({k // 9 for k in kinds}) in n_suits

    return fits


FOUR_WINDS_AND_GREEN = TEXT.fan("four_winds_and_green", _four_winds_and_green)
HEAVENLY = TEXT.fan(
    "heavenly_hand",
    lambda a: tuple(circumstances.HEAVENLY_HAND.find(a)) if a.win.self_drawn else (),
    flags=(Flag.FIRST_TURN,),
)
EARTHLY = TEXT.fan(
    "earthly_hand_of_the_next",
    lambda a: (0,) if Flag.FIRST_TURN in a.win.flags and _after_dealer(a) else (),
    flags=(Flag.FIRST_TURN,),
)
HUMAN = TEXT.fan("human_hand_of_the_first_turn", _human, flags=(Flag.FIRST_TURN,))
WILD_KONG = TEXT.fan("wild_kong", _wild_kong)
KNITTED_WITH_HONOURS = TEXT.fan("knitted_straight_with_honours", whole_hand.knitted_straight_in_singles)
TWO_SUIT_FOUR_PUNGS = TEXT.fan("four_mixed_shifted_pungs", of_triplets(4, _mixed((2, 3))))
TWO_SUIT_FOUR_CHOWS = TEXT.fan("four_mixed_shifted_chows", of_runs(4, _mixed((2, 3))))
TWO_SUIT_PUNGS = TEXT.fan("two_suit_shifted_pungs", of_triplets(3, _mixed((2,))))
TWO_SUIT_CHOWS = TEXT.fan("two_suit_shifted_chows", of_runs(3, _mixed((2,))))
PAIR_258 = TEXT.fan("pair_of_258", whole_hand.pair_of(ranks(2, 5, 8), Form.KNITTED_STRAIGHT))
TERMINAL_PAIR = TEXT.fan("terminal_pair", whole_hand.pair_of(TERMINALS, Form.KNITTED_STRAIGHT))


def _at(fan: Fan, value: int, *excludes: Fan, **relations: Any) -> Priced:
    return fan.at(value, source=f"{SEED} {value}番", excludes=excludes, **relations)


_SINGLES = (
    *(whole_hand.LESSER_KNITTED, suits.ALL_TYPES, whole_hand.CONCEALED_HAND, whole_hand.FULLY_CONCEALED),
    *(waits.SINGLE_WAIT, runs.KNITTED_STRAIGHT),
)
FANS = (
    _at(FOUR_WINDS_AND_GREEN, 168, triplets.BIG_FOUR_WINDS, triplets.ALL_PUNGS, triplets.PREVALENT_WIND,
        triplets.SEAT_WIND, triplets.BIG_THREE_WINDS, covers=(triplets.TERMINAL_PUNG,)),
    _at(HEAVENLY, 168),
    _at(EARTHLY, 158),
    _at(HUMAN, 108),
    _at(WILD_KONG, _WILD_KONG, covers=(triplets.CONCEALED_KONG,)),
    _at(KNITTED_WITH_HONOURS, 24, *_SINGLES),
    _at(TWO_SUIT_FOUR_PUNGS, 6, TWO_SUIT_PUNGS, joins=True),
    _at(TWO_SUIT_FOUR_CHOWS, 4, TWO_SUIT_CHOWS, joins=True),
    _at(TWO_SUIT_PUNGS, 4, joins=True),
    _at(TWO_SUIT_CHOWS, 2, joins=True),
    _at(PAIR_258, 1),
    _at(TERMINAL_PAIR, 1),
)  # fmt: skip


def _apply_options(rules: RuleSet, options: Any) -> RuleSet:
    rules = rules.changed(minimum=options["minimum"])
    if not options["wild_kong_counts"]:
        rules = rules.without(WILD_KONG.id)
    if options["self_draw_only"]:
        rules = rules.without(*_OF_DISCARDS).changed(required=(*rules.won_by.required, _DRAWN))
    return rules


_OF_DISCARDS = (circumstances.LAST_TILE_CLAIM.id, whole_hand.MELDED_HAND.id)  # 自摸类麻将中没有

_DRAWN = TEXT.condition("no_discard", lambda hand: hand.win is None or hand.win.by is not By.DISCARD)


def _wild_kong_payments(d: Dealt) -> Iterator[Transfer]:
    """和不和没关系: unless only the winner scores a 混杠, each of the others pays for one."""
    if d.options["wild_kong_winner_only"] or not d.options["wild_kong_counts"]:
        return
    for hand in d.deal.hands:
        kinds = {t.kind for t in (*hand.wild, *_declared(hand))} if hand.seat not in d.values else set[int]()
        for kong in (m for m in hand.melds if m.is_kong and m.block.kind in kinds):
            why = Words(f"混杠 {kong.block}", f"kong of wild tiles {kong.block}", f"混槓 {kong.block}")
            yield from (Transfer(seat, hand.seat, _WILD_KONG, why) for seat in hand.seat.others)


LIANZHONG = (
    GUOBIAO.without(triplets.MIXED_KONGS.id, circumstances.FLOWER.id)
    .but(fans=FANS)
    .changed(
        **TEXT.about("lianzhong"),
        sources=(SEED, *GUOBIAO.sources),
        tiles=FULL_SET,
        outside_minimum=frozenset[str](),
        wild=Wild(flowers=FLOWER_SET.flowers),
        valid_hand=(TEXT.condition("declared_fits", _declared_fits),),
        table=(
            TEXT.setting("wild_kong", (), of_hand=True),
            TEXT.setting(
                "first_turn_broken",
                False,
                when=inferred_fields.IN_FIRST_TURN,
                shown=inferred_fields.first_turn_broken,
            ),
        ),
        options=(
            *(s for s in GUOBIAO.agreed_on.options if s.id == "minimum"),
            TEXT.setting("wild_kong_counts", True),
            TEXT.setting("wild_kong_winner_only", True),
            TEXT.setting("self_draw_only", False),
        ),
        side=_wild_kong_payments,
        apply_options=_apply_options,
    )
)
