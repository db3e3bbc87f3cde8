"""太原麻将, Taiyuan 立四: the first four tiles stand, and one of them is discarded to declare ready.

A win is points that are added up; all three pay, a self-draw doubles all but the kongs of the winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import runs, suits, triplets, waits
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Said, Words
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import wall_end
from paiyan.scorer.rulesets.north import taiyuan_standing_tiles
from paiyan.scorer.rulesets.north.taiyuan_standing_tiles import PLAY, SEED, WINS
from paiyan.scorer.settling import inferred_fields, missing_information

POINTS = f"{SEED} 七、番种及分数"
KONGS = (triplets.MELDED_KONG.id, triplets.CONCEALED_KONG.id)


def _won(a: Arranged) -> tuple[int, ...]:
    return (a.all,)


def _dealer(a: Arranged) -> tuple[int, ...]:
    return (0,) if a.hand.seat is a.hand.dealer else ()


WON = Fan(
    "base_point",
    "和牌",
    "Win",
    _won,
    ja="和了",
    text=Words("和牌基本分", "for winning at all", "和了の基本点"),
)
DEALER = Fan(
    "dealer_point",
    "庄家",
    "Dealer",
    _dealer,
    ja="親",
    text=Words("和家是庄家", "the dealer won", "親の和了"),
)


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


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """自摸所得分加倍，杠所得的分不加倍: what each of the three pays at least."""
    del options
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


def _side(d: Dealt) -> Iterator[Said]:
    """Nothing is paid beside the wins; after a draw the next deal hangs on the kongs of all four."""
    untold = missing_information.seats_of(d.deal)
    if not d.values and not d.deal.kongs and d.table["kongs_made"] < 0 and untold:
        yield Said(_KONGS_UNTOLD, {"seats": [seat.name for seat in untold]})


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


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    if options["sole_wait"]:
        alone = {f.id: replace(f, find=waits.alone(f.find)) for f in (waits.MIDDLE_WIN, waits.EDGE_WIN)}
        rules = rules.changed(
            fans=tuple(replace(p, fan=alone.get(p.id, p.fan)) for p in rules.counted_by.fans)
        )
    return rules.changed(most_winners=3 if options["all_win"] else 1)


TAIYUAN = RuleSet(
    id="taiyuan",
    words=Words("太原麻将（立四）", "Taiyuan, four standing tiles", "太原麻雀（立四）"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        must=taiyuan_standing_tiles.MUST, possible=(*taiyuan_standing_tiles.POSSIBLE, wall_end.GOES_ON)
    ),
    counted_by=CountedBy(fans=FANS, unit="points", value=_value),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=_next_dealer),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "dealer_pays",
                Words(
                    "庄家输也多付一分", "a losing dealer pays one point more too", "親は負けても一点多く払う"
                ),
                True,
                f"{POINTS} 7: 庄家 +1分, read both ways",
            ),
            Setting(
                "sole_wait",
                Words("只听一种牌才算嵌张、镶边", "only a hand that waits for one kind", "一種待ちに限る"),
                False,
                f"{POINTS} 3, 4 ask no more than 嵌张, 镶边",
            ),
            Setting(
                "all_win",
                Words("一家放铳，其他三家都可以和", "all who can win on a discard do", "一発多和"),
                False,
                f"{WINS} 5, against 1: 一盘只能有一位和牌者",
            ),
        ),
        table=(
            *taiyuan_standing_tiles.TABLE,
            Setting(
                "feeder_ready",
                Words("放铳者已听牌", "the discarder was ready", "放銃者は聴牌"),
                True,
                f"{POINTS} 8",
                when=inferred_fields.ON_DISCARD,
                shown=inferred_fields.discarder_ready,
            ),
            *wall_end.fields(f"{PLAY} 5"),
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "第一把随机选庄",
                "the first dealer is drawn by lot",
                "起家は抽選",
            ),
            f"{SEED} 四、轮庄规则 1",
        ),
        Note(
            Words(
                "能拿的牌拿完，最后一个玩家打出一张后仍无人和牌，荒庄",
                "the deal is drawn when nobody wins on the last discard",
                "最後の打牌で和了がなければ流局",
            ),
            f"{WINS} 4",
        ),
        Note(
            Words(
                "听牌前不可打出立着的四张，但可用来碰、杠",
                "the four standing tiles are not discarded before that, but may make pungs and kongs",
                "立牌は聴牌まで切れないが、ポンや槓には使える",
            ),
            f"{PLAY} 1",
        ),
        Note(
            Words("开杠后从牌城尾部补牌", "a kong is replaced from the end", "槓の補充は山の尾から"),
            f"{PLAY} 3",
        ),
        Note(
            Words(
                "听牌后不许换牌，也不许再杠",
                "who is ready changes no tile and makes no kong",
                "聴牌後は手替わりも槓も不可",
            ),
            f"{PLAY} 4",
        ),
        Note(
            Words(
                "自己未摸下一张牌前，同一张可碰牌不能弃先碰后",
                "a tile let pass may not be punged before one's next draw",
                "見逃した牌は次の自摸までポンできない",
            ),
            f"{WINS} 2",
        ),
    ),
    divergences=(
        Divergence(
            "taiyuan",
            Kind.CONTRADICTION,
            "whether chows are claimed",
            "The introduction has 通过吃牌、碰牌、杠牌等方式, the rules of play 不可以吃牌，只能碰（杠）牌.",
            "No chow: the rules of play are the more exact.",
            f"{SEED} 一、基本玩法; {PLAY} 2",
        ),
        Divergence(
            "taiyuan",
            Kind.CONTRADICTION,
            "how many win on one discard",
            "一盘只能有一位和牌者, the first in the order of play; but also 一家放铳其他三家都可以和.",
            "One, the first in the order of play; any of the three may be that one. With the option `all_win`"
            " all who can do.",
            f"{WINS} 1, 5",
        ),
        Divergence(
            "taiyuan",
            Kind.SILENCE,
            "whose +1 the dealer's point is",
            "庄家 +1分 stands in the list of points without a word.",
            "A dealer who wins has one more from each, and one who loses pays one more; with the option"
            " `dealer_pays` = false the first alone.",
            f"{POINTS} 7",
        ),
        Divergence(
            "taiyuan",
            Kind.SILENCE,
            "who pays for a discard",
            "和牌者胜，其他三家负, and the discarder gives one point more where he was not ready.",
            "All three pay the hand's points; the discarder alone the point more.",
            f"{SEED} 二、胜负判定; {POINTS} 8",
        ),
    ),
)
