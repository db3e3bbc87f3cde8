"""广东鸡平和, Guangdong chicken-and-chows: doubling up to 爆和 at three fan, and special hands above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted, Dropped, Match, Value, Valuing, resolve, summed
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, conditions
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import (
    AgreedOn,
    CarriedOn,
    CountedBy,
    Counting,
    PaidBy,
    PlayedWith,
    RuleSet,
    WonBy,
)
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, liability
from paiyan.scorer.settling.liability import Case
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import DRAGONS, WINDS

TEXT = texts("guangdong_jipinghu")

SEED = POCKET_MAHJONG.section("广东麻将 六")
SPECIAL = POCKET_MAHJONG.section("广东麻将 七")
BASIC = POCKET_MAHJONG.section("广东麻将 五")
CAP = 3  # 爆和: what is counted together never passes it


def _first_turn(a: Arranged) -> tuple[int, ...]:
    """Any claim or kong ends the first turn, and so does one's own draw for whoever wins on a discard."""
    broken = a.hand.melds or a.hand.table.get("first_turn_broken")
    first = a.win.self_drawn or a.hand.before_own_draw
    return (0,) if Flag.FIRST_TURN in a.win.flags and first and not broken else ()


FIRST_TURN = TEXT.fan("first_turn_win", _first_turn, flags=(Flag.FIRST_TURN,))
THREE_WINNERS = TEXT.fan(
    "three_winners", lambda a: (0,) if a.win.by is By.DISCARD and a.hand.table.get("winners", 1) >= 3 else ()
)

_at = PriceList(SEED)

FANS = (
    # Up to the cap.
    _at(whole_hand.CHOWS_AND_PAIR, 1, name="平和"),
    _at(triplets.ALL_PUNGS, 2),
    _at(suits.HALF_FLUSH, 2),
    _at(circumstances.SELF_DRAWN, 1),
    _at(triplets.SEAT_WIND, 1, name="风位"),
    _at(triplets.PREVALENT_WIND, 1, name="风圈"),
    _at(triplets.DRAGON_PUNG, 1, name="三元牌"),
    # Circumstances that lift a hand to the cap.
    _at(circumstances.AFTER_KONG, CAP, source=f"{SPECIAL} 2"),
    _at(circumstances.LAST_TILE_DRAW, CAP, name="海底捞月", source=f"{SPECIAL} 4"),
    _at(circumstances.ROBBED_KONG, CAP, name="抢杠", source=f"{SPECIAL} 7"),
    _at(THREE_WINNERS, CAP, source=f"{SPECIAL} 1"),
    _at(FIRST_TURN, CAP, source=HOUSE_DEFAULT),
    # Above the cap: only the highest.
    _at(suits.FULL_FLUSH, 4),
    _at(whole_hand.HALF_FLUSH_PUNGS, 4),
    _at(whole_hand.FULL_FLUSH_PUNGS, 5),
    _at(suits.MIXED_TERMINALS, 5),
    _at(triplets.LITTLE_THREE_DRAGONS, 5),
    _at(triplets.LITTLE_FOUR_WINDS, 5),
    _at(suits.ALL_HONOURS, 6),
    _at(suits.ALL_TERMINALS, 6),
    _at(triplets.BIG_THREE_DRAGONS, 6),
    _at(triplets.BIG_FOUR_WINDS, 6),
    _at(whole_hand.NINE_GATES, 6),
    _at(whole_hand.THIRTEEN_ORPHANS, 6),
)


def special_alone(cap: int) -> Counting:
    """A special hand, above the cap, counts alone, the highest of them; else everything counts together."""

    def counting(matches: Sequence[Match]) -> Iterable[Counted]:
        best = max(matches, key=lambda m: m.priced.value, default=None)
        if best is None or best.priced.value <= cap:
            return resolve(matches)
        return (summed((best,), tuple(Dropped(m, best, alone=True) for m in matches if m is not best)),)

    return counting


def capped(cap: int) -> Valuing:
    """Every fan doubles; below the special hands not past the cap."""

    def value(counted: Counted, _arranged: Arranged, _options: Mapping[str, Any]) -> Value:
        """Every fan doubles; below the special hands not past the cap."""
        highest = max((m.priced.value for m in counted.matches), default=0)
        total = highest if highest > cap else min(counted.sum, cap)
        return Value(total, 2**total)

    return value


_, of_worth = win_payments.doubling()


def of_robbed_kong(win: Win) -> Case:
    """Return the player whose kong was robbed 抢杠, who pays for three, with the reason."""
    why = win_payments.ROBBED_FOR_THREE
    return liability.of_robbed_kong(win), why


def of_kong(hand: Hand, win: Win) -> Case:
    """Return the player who fed the claimed kong whose replacement tile won 杠上开花, with the reason."""
    why = Words("杠上开花包杠", "pays for three: fed the kong", "大明槓の責任払い")
    return liability.of_kong(hand, win), why


def of_great_hands(hand: Hand) -> tuple[Case, Case]:
    """Return who fed the fourth wind 大四喜, and who the third dragon 大三元, with the reasons."""
    winds = Words("大四喜包自摸", "pays for three: fed the fourth wind", "大四喜の責任払い")
    dragons = Words("大三元包自摸", "pays for three: fed the third dragon", "大三元の責任払い")
    return (liability.of_set(hand, WINDS, 4), winds), (liability.of_set(hand, DRAGONS, 3), dragons)


def _of_twelve(hand: Hand) -> Case:
    twelve = Words("十二张落地包自摸", "pays for three: fed the fourth meld", "四副露の責任払い")
    return None if hand.table["liable_to_another"] else liability.of_twelve(hand), twelve


def paid(s: Settling, liable: Case) -> Iterable[Transfer] | Sentence:
    """The discarder pays the hand's points; after a self-draw each other player does, or one for all."""
    fan, points, winner = s.value.total, s.value.points, s.hand.seat
    who, why = liable
    if who is not None and s.win.by is not By.DISCARD:
        return liability.pays_all(who, winner, 3 * points, why)
    if s.win.self_drawn:
        drawn = Words(f"自摸 {fan} 番", f"self-draw {fan} fan", f"ツモ {fan} 翻")
        return [Transfer(loser, winner, points, drawn) for loser in winner.others]
    shot = Words(f"点炮 {fan} 番", f"discard {fan} fan", f"ロン {fan} 翻")
    return [] if s.win.discarder is None else [Transfer(s.win.discarder, winner, points, shot)]


def pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """The discarder pays the hand's points; after a self-draw each other player does, or one for all."""
    cases = (of_robbed_kong(s.win), of_kong(s.hand, s.win), *of_great_hands(s.hand), _of_twelve(s.hand))
    return paid(s, liability.first(*cases))


GUANGDONG_JIPINGHU = RuleSet(
    **TEXT.about("guangdong-jipinghu"),
    sources=(SEED, SPECIAL),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS), required=(conditions.NOT_PASSED,), most_winners=3
    ),
    counted_by=CountedBy(
        fans=FANS,
        fallback=_at(whole_hand.CHICKEN, 0, name="鸡和"),
        counting=special_alone(CAP),
        value=capped(CAP),
        of_worth=of_worth,
    ),
    paid_by=PaidBy(pay=pay, by_melds=True),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        table=(
            TEXT.setting(
                "winners", 1, when=inferred_fields.ON_DISCARD, least=1, most=3, shown=inferred_fields.winners
            ),
            TEXT.setting("liable_to_another", False, of_hand=True),
            TEXT.setting(
                "first_turn_broken",
                False,
                when=inferred_fields.IN_FIRST_TURN,
                shown=inferred_fields.first_turn_broken,
            ),
            conditions.passed_wins_field(f"{BASIC} 漏和"),
        )
    ),
)
