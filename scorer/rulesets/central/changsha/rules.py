"""长沙麻将, Changsha: a small win wants a pair of 2, 5 or 8, a big one any; openings 起手胡; birds 扎鸟.

The document prints this game under 四川麻将 主牌; another lists its wins in four classes under 合肥. What it
does not say, how several big wins add up, is as a public program has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import By, Flag
from paiyan.scorer.rules import passed_wins
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import FORUM_POST, HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import SUITED_SET
from paiyan.scorer.rulesets.central.changsha import payments
from paiyan.scorer.rulesets.central.changsha.payments import (
    CLASSES,
    DRAWN,
    EYES,
    FULL,
    OMU,
    SEED,
    SMALL,
    TAKEN,
)
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import LOOSE, Form
from paiyan.scorer.tiles.tile import Tile

TEXT = texts("central/changsha/changsha")

ALL_EYES = TEXT.fan("all_eyes", suits.only(EYES))


def _on_the_first_discard(a: Arranged) -> tuple[int, ...]:
    """当庄家打出第一张牌时，闲家已经胡牌: won on the dealer's first discard, by no other tile."""
    by_dealer = a.win.by is By.DISCARD and a.win.discarder in (None, a.hand.dealer)
    return tuple(circumstances.EARTHLY_HAND.find(a)) if by_dealer else ()


EARTHLY_HAND = TEXT.fan(
    "earthly_hand", _on_the_first_discard, needs=circumstances.EARTHLY_HAND.needs, flags=(Flag.FIRST_TURN,)
)
_ANY_PAIR = (
    (triplets.ALL_PUNGS, "碰碰胡", "A类 3"),
    (ALL_EYES, "", "A类 4"),
    (suits.FULL_FLUSH, "", "A类 5"),
    (whole_hand.SEVEN_PAIRS, "七小对", "说明 G 七巧对"),
)
_LUCK = (
    (circumstances.HEAVENLY_HAND, "", "A类 1"),
    (EARTHLY_HAND, "", "A类 2"),
    (circumstances.LAST_TILE_DRAW, "海底捞月", "A类 6"),
    (circumstances.AFTER_KONG, "杠上花", "说明 C"),
)
_TAKEN = (
    (circumstances.ROBBED_KONG, "抢杠胡", "说明 E"),
    (circumstances.SHOT_AFTER_KONG, "杠上炮", "说明 F"),
    (circumstances.LAST_TILE_CLAIM, "海底炮", "说明 B"),
)


def _priced(some: tuple[tuple[Fan, str, str], ...], value: int) -> tuple[Priced, ...]:
    return tuple(fan.at(value, name=name, source=f"{SEED} {where}") for fan, name, where in some)


FANS = (
    *_priced(_ANY_PAIR, FULL),
    whole_hand.ALL_CLAIMED.at(FULL, source=f"{CLASSES} 3; {OMU}"),
    whole_hand.FOUR_IN_PAIRS.at(FULL, name="豪华", source=f"{CLASSES} 3 豪华七对; {OMU}"),
    *_priced(_LUCK, FULL),
    *_priced(_TAKEN, TAKEN),
)
PLAIN = whole_hand.CHICKEN.at(SMALL, name="平胡", source=f"{SEED} B类 4")


def rank(ids: set[str]) -> int:
    """The class of a big win: 1 大和, 2 超大和, 3 最大和; what the list does not combine is 大和."""
    pungs, eyes, flush = triplets.ALL_PUNGS.id, ALL_EYES.id, suits.FULL_FLUSH.id
    all_claimed, pairs, fours = (
        whole_hand.ALL_CLAIMED.id,
        whole_hand.SEVEN_PAIRS.id,
        whole_hand.FOUR_IN_PAIRS.id,
    )
    sea = bool(ids & {circumstances.LAST_TILE_DRAW.id, circumstances.LAST_TILE_CLAIM.id})
    kong = circumstances.AFTER_KONG.id in ids
    if (fours in ids and flush in ids and sea) or ({pungs, eyes, all_claimed} <= ids and (sea or kong)):
        return 3
    great = ids & {pungs, eyes, flush, all_claimed}
    with_luck = (kong and great) or (sea and (great or ids & {pairs, fours}))
    pair = bool(ids & {pungs, all_claimed}) and len(great) > 1
    return 2 if fours in ids or with_luck or pair else 1


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Every big win 6 points, drawn 3 from each; 抢杠 and 海底 10 from the one who pays; a small win 1."""
    values = [m.priced.value for m in counted.matches]
    if values == [SMALL]:
        return Value(SMALL, SMALL)
    if options["prices"] == "classes":
        values = [FULL] * rank({m.priced.id for m in counted.matches})
    drawn = arranged.win.self_drawn and options["self_draw"] == "seed"
    total = DRAWN * len(values) if drawn else sum(values)
    return Value(total, total)


def _eyes_or_big(a: Arranged) -> bool:
    """小番子须2、5、8作将，大番子为乱将胡: a pair of 2, 5 or 8 in a small win, any pair in a big one."""
    if a.form is Form.LOOSE_258:
        return not a.faces & ~LOOSE[a.form]
    some = (
        *(fan for fan, _, _ in _ANY_PAIR),
        whole_hand.ALL_CLAIMED,
        circumstances.HEAVENLY_HAND,
        EARTHLY_HAND,
    )
    return any(True for fan in some for _ in fan.find(a)) or bool(EYES >> a.pairs[0][1] & 1)


def _birds_there(hand: Hand) -> bool:
    return all(t.code < 27 for t in hand.table["birds"])


def _last_is_the_bird(hand: Hand) -> bool:
    """如果海底胡，即以海底牌为鸟: the last tile is the bird itself, since no other can be drawn."""
    last = hand.win is not None and Flag.LAST_TILE in hand.win.flags
    birds: tuple[Tile, ...] = hand.table["birds"]
    return not last or not birds or (hand.win is not None and birds == (hand.win.tile,))


CHANGSHA = RuleSet(
    id="changsha",
    words=TEXT.name,
    sources=(
        FORUM_POST.section("四川麻将 主牌"),
        POCKET_MAHJONG.section("合肥麻将 基本规则"),
    ),
    played_with=PlayedWith(tiles=SUITED_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS, Form.LOOSE_258),
        must=(passed_wins.NOT_PASSED,),
        must_show=(TEXT.shown("eyes_or_big", _eyes_or_big),),
        possible=(
            TEXT.condition("birds_there", _birds_there),
            TEXT.condition("last_is_the_bird", _last_is_the_bird),
        ),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, fallback=PLAIN, unit="points", value=_value, of_worth=None),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(
        options=payments.OPTIONS,
        table=(
            *payments.TABLE,
            passed_wins.field(f"{POCKET_MAHJONG} §合肥麻将 其他规则: 漏和; {HOUSE_DEFAULT}"),
        ),
    ),
    notes=TEXT.notes,
    divergences=TEXT.divergences("changsha"),
)

# What makes this rule set that of the program whose tests are compared.
OMU_RULES: Mapping[str, Any] = {"self_draw": "full", "three_pairs": True}
