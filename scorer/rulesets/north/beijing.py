"""北京麻将, Beijing: burnt deals 烧庄, three claims and mutual liability 互包, kongs robbed, the wall's end.

The document tells these special rules and not the game beneath them. Fans multiply and the dealer's share
doubles, as two public programs of the game have it.
"""

from __future__ import annotations

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import By
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import multiplied_base, wall_end
from paiyan.scorer.rulesets.north import beijing_payments
from paiyan.scorer.rulesets.north.beijing_payments import CALCULATOR, PROGRAM, SEED
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import Form

TEXT = texts("north/beijing")

BOTH = f"{PROGRAM}; {CALCULATOR}"


_at = PriceList(PROGRAM)


FANS = (
    _at(circumstances.HEAVENLY_HAND, 20),
    _at(circumstances.EARTHLY_HAND, 20),
    _at(suits.FULL_FLUSH, 4, source=f"{PROGRAM}; {CALCULATOR}: 8"),
    _at(circumstances.AFTER_KONG, 4),
    _at(circumstances.SHOT_AFTER_KONG, 4),
    _at(runs.PURE_STRAIGHT, 2, "一条龙", source=BOTH),
    _at(waits.CATCH_FIVE, 2, "捉五魁", source=BOTH),
    _at(waits.GREAT_SINGLE, 2, source=BOTH),
    _at(whole_hand.CONCEALED, 2, "门清", source=BOTH),
    _at(triplets.ALL_PUNGS, 2, "对对胡"),
    _at(whole_hand.SEVEN_PAIRS, 2, "七小对", source=f"{PROGRAM}; {CALCULATOR}: 4"),
    _at(whole_hand.FOUR_IN_PAIRS, 2, "豪华"),
    _at(circumstances.LAST_TILE_DRAW, 2, "海底捞月"),
    _at(circumstances.LAST_TILE_CLAIM, 2, "海底炮"),
)


def _in_the_body(a: Arranged) -> bool:
    """A concealed kong may be robbed by a straight 一条龙 that wants a tile of its body 龙身."""
    if not beijing_payments.body_of_straight(a.hand.won_on(a.win)):
        return True
    return any(match >> a.won_at & 1 for match in runs.PURE_STRAIGHT.find(a))


def _told_of_a_robbed_kong(hand: Hand) -> bool:
    robbed = hand.win is None or hand.win.by is By.ROBBED_KONG
    return robbed or not hand.table["robbed_concealed"]


BEIJING = RuleSet(
    id="beijing",
    words=TEXT.name,
    sources=(SEED, PROGRAM),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(TEXT.condition("told_of_a_robbed_kong", _told_of_a_robbed_kong),),
        must_show=(TEXT.shown("in_the_body", _in_the_body),),
        possible=(wall_end.GOES_ON,),
        robs_concealed=lambda _: True,  # by what a win must hold and show
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(whole_hand.CHICKEN, 1, "平胡"), value=multiplied_base.value),
    paid_by=PaidBy(pay=beijing_payments.win, side=beijing_payments.beside),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=beijing_payments.OPTIONS, table=(*beijing_payments.TABLE, *wall_end.fields(f"{SEED} 7"))
    ),
    notes=TEXT.notes,
    divergences=TEXT.divergences("beijing"),
)
