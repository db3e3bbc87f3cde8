"""太原麻将, Taiyuan 立四: the first four tiles stand, and one of them is discarded to declare ready.

A win is points that are added up; all three pay, a self-draw doubles all but the kongs of the winner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import runs, suits, triplets, waits
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import wall_end
from paiyan.scorer.settling import inferred_fields

TEXT = texts("taiyuan")

SEED = POCKET_MAHJONG.section("太原麻将")
PLAY = f"{SEED} 三、行牌规则"


def _standing(hand: Hand) -> Counter[int]:
    return Counter(t.kind for t in hand.table["standing"])


def _stood_out_is_one(hand: Hand) -> bool:
    out = Counter(t.kind for t in hand.table["stood_out"])
    return not hand.table["standing"] or not out - _standing(hand)


def _three_remain(hand: Hand) -> bool:
    """The others of the four are in the hand still, also in its triplets and kongs."""
    out = Counter(t.kind for t in hand.table["stood_out"])
    held = Counter(t.kind for t in hand.concealed) + Counter(t.kind for m in hand.melds for t in m.tiles)
    lost = _standing(hand) - out - held
    return sum(lost.values()) <= 1 - sum(out.values())


VALID_HAND = (
    TEXT.condition(
        "four_stand", lambda hand: len(hand.table["standing"]) in (0, 4) and len(hand.table["stood_out"]) <= 1
    ),
    TEXT.condition("stood_out_is_one", _stood_out_is_one),
    TEXT.condition("three_remain", _three_remain),
)
REQUIRED = (
    TEXT.condition("declared", lambda hand: hand.table["declared"]),
    # Won after one's own call: it comes with a discard, so no win of the first turn does.
    TEXT.condition("after_the_call", lambda hand: hand.win is None or Flag.FIRST_TURN not in hand.win.flags),
    TEXT.condition(
        "no_kong_after_it",
        lambda hand: (
            hand.win is None or not hand.win.self_drawn or Flag.KONG_REPLACEMENT not in hand.win.flags
        ),
    ),
    TEXT.condition(
        "discarded_one", lambda hand: not hand.table["standing"] or len(hand.table["stood_out"]) == 1
    ),
    TEXT.condition("kept_the_win", lambda hand: not hand.table["passed_a_win"]),
)
TABLE = (
    TEXT.setting("standing", (), of_hand=True),
    TEXT.setting("stood_out", (), of_hand=True, lies=Lies.DISCARDED),
    TEXT.setting("declared", True, of_hand=True),
    TEXT.setting("passed_a_win", False, of_hand=True),
)

POINTS = f"{SEED} 七、番种及分数"
KONGS = (triplets.MELDED_KONG.id, triplets.CONCEALED_KONG.id)

WON = TEXT.fan("base_point", lambda a: (a.all,))
DEALER = TEXT.fan("dealer_point", lambda a: (0,) if a.hand.seat is a.hand.dealer else ())


def _at(fan: Fan, value: int, item: int, name: str = "") -> Priced:
    return fan.at(value, name=name, source=f"{POINTS} {item}")


FANS = (
    _at(runs.PURE_STRAIGHT, 20, 9, "青龙"),
    _at(triplets.CONCEALED_KONG, 2, 6),
    _at(WON, 1, 1),
    _at(suits.ONE_SUIT_VOID, 1, 2, "缺门"),
    _at(waits.MIDDLE_WIN, 1, 3),
    _at(waits.EDGE_WIN, 1, 4, "镶边"),
    _at(triplets.MELDED_KONG, 1, 5),
    _at(DEALER, 1, 7),
)


def _kong_points(counted: Counted) -> int:
    return sum(m.priced.value for m in counted.matches if m.priced.id in KONGS)


def _value(counted: Counted, arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """自摸所得分加倍，杠所得的分不加倍: what each of the three pays at least."""
    own = counted.sum - _kong_points(counted)
    points = own * (2 if arranged.win.self_drawn else 1) + _kong_points(counted)
    return Value(points, points)


def _pay(s: Settling) -> Iterator[Transfer]:
    """All three pay; a losing dealer a point more, so does who discards and was not ready; a draw doubles."""
    winner, times = s.hand.seat, 2 if s.win.self_drawn else 1
    for loser in winner.others:
        points = s.value.points
        zh, en, ja = [f"{points} 分"], [f"{points} points"], [f"{points} 点"]
        if loser is s.hand.dealer and s.options["dealer_pays"]:
            points += times
            zh, en, ja = [*zh, "庄家"], [*en, "dealer"], [*ja, "親"]
        if loser is s.win.discarder and not s.table["feeder_ready"]:
            points += 1
            zh, en, ja = [*zh, "未听放铳"], [*en, "discarded without being ready"], [*ja, "不聴の放銃"]
        yield Transfer(loser, winner, points, Words("、".join(zh), ", ".join(en), "・".join(ja)))


def _side(d: Dealt) -> Iterator[Message]:
    """Nothing is paid beside the wins; after a draw the next deal hangs on the kongs of all four."""
    unknown = inferred_fields.unknown_seats(d.deal)
    if not d.values and not d.deal.kongs and d.table["kongs_made"] < 0 and unknown:
        yield Message(_KONGS_UNTOLD, {"seats": [seat.name for seat in unknown]})


_KONGS_UNTOLD = Words(
    "荒庄时有杠则下家做庄：未说明 {seats} 的手牌，也没有 table.kongs_made，按无杠算",
    "after a draw the deal passes where anybody made a kong: the hands of {seats} are untold and so is"
    " table.kongs_made, so none was taken to be made",
    "流局時は槓があれば親が移ります：{seats} の手牌も table.kongs_made も不明なので、槓なしとしました",
)


def _next_dealer(d: Dealt) -> Seat:
    """The dealer who won stays; after a draw only where nobody made a kong; else the next seat deals."""
    dealer, won = d.deal.dealer, [hand.seat for hand in d.deal.winners]
    stays = dealer in won if won else not d.deal.kongs and d.table["kongs_made"] <= 0
    return dealer if stays else dealer.others[0]


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    if options["sole_wait"]:
        alone = {f.id: replace(f, find=waits.alone(f.find)) for f in (waits.MIDDLE_WIN, waits.EDGE_WIN)}
        rules = rules.changed(
            fans=tuple(replace(p, fan=alone.get(p.id, p.fan)) for p in rules.counted_by.fans)
        )
    return rules.changed(most_winners=3 if options["all_win"] else 1)


TAIYUAN = RuleSet(
    **TEXT.about("taiyuan"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        required=REQUIRED,
        valid_hand=(*VALID_HAND, wall_end.GOES_ON),
        flags=frozenset((Flag.FIRST_TURN, Flag.KONG_REPLACEMENT)),
    ),
    counted_by=CountedBy(fans=FANS, unit="points", value=_value),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=_next_dealer),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("dealer_pays", True),
            TEXT.setting("sole_wait", False),
            TEXT.setting("all_win", False),
        ),
        table=(
            *TABLE,
            TEXT.setting(
                "feeder_ready", True, when=inferred_fields.ON_DISCARD, shown=inferred_fields.discarder_ready
            ),
            *wall_end.fields(f"{PLAY} 5"),
        ),
        apply_options=_apply_options,
    ),
)
