"""广东民间麻将, the folk game of Guangdong: 144 tiles, stakes of three numbers, 鸡胡 < 杂色 < … < 十三幺.

A table says before it starts what it plays for, "1 2 3": a flower, a kong, a chicken hand; any other hand
is worth so many times a chicken hand. Of several on one discard the biggest hand wins alone 截胡. Two
sections of the document that follow, 摸牌 and 庄家, are those of the online game, from which it says that
this one differs; they stand as options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Priced, highest
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import dealer_rotation, horses, kongs
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("广东麻将 民间规则")
PROGRAM = "guogeer/gofishing-game migrate/mahjong/internal/guangdong.go"
_STEPS = f"{SEED}: 其他胡法就是按倍数计算; the multiple: house default, in the steps of §清远麻将"

_DAGE = {"all_honours": suits.ALL_HONOURS, "full_flush_pungs": whole_hand.FULL_FLUSH_PUNGS}
_BESIDE = (circumstances.FLOWER.id, triplets.KONG.id)


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """The hands by their multiples of a chicken hand, the biggest alone; what flowers and kongs add."""
    times = options["chicken"]
    types = highest(
        whole_hand.THIRTEEN_ORPHANS.at(times * options["thirteen_orphans"], source=str(SEED)),
        _DAGE[options["dage_is"]].at(times * options["dage"], name="大哥", source=str(SEED)),
        suits.FULL_FLUSH.at(times * options["full_flush"], source=str(SEED)),
        suits.HALF_FLUSH.at(times * options["half_flush"], name="杂色", source=str(SEED)),
    )
    if options["collects"] == "everyone":
        return types
    return (
        *types,
        circumstances.FLOWER.at(options["flower"], name="花", source=str(SEED)),
        triplets.KONG.at(options["kong"], source=str(SEED)),
    )


def _chicken(options: Mapping[str, Any]) -> Priced:
    return whole_hand.CHICKEN.at(options["chicken"], name="鸡胡", source=str(SEED))


def _type(counted: Counted) -> int:
    """The hand itself, by which one is bigger than another: flowers and kongs beside it make none bigger."""
    return sum(m.priced.value for m in counted.matches if m.priced.id not in _BESIDE)


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays the hand, after a self-draw each player does; horses as their seats."""
    why = win_payments.DISCARD
    if s.win.self_drawn:
        why = win_payments.SELF_DRAW
    elif s.win.by is By.ROBBED_KONG:
        why = win_payments.ROBBED_KONG
    paid = [Transfer(seat, s.hand.seat, s.value.points, why) for seat in losers(s.hand, s.win)]
    yield from paid
    yield from horses.mirrored(paid, horses.horses(s.table, s.hand.dealer))


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Flowers and kongs of every player, where everyone collects for them; horses as their seats."""
    if d.options["collects"] != "everyone":
        return
    paid = list(_beside(d))
    yield from paid
    yield from horses.mirrored(paid, horses.horses(d.table, d.deal.dealer))


def _beside(d: Dealt) -> Iterator[Transfer | Sentence]:
    prices = {type_: int(d.options["kong"]) for type_ in MeldType}
    yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.ALL)
    for hand in d.deal.hands:
        if points := d.options["flower"] * len(hand.all_flowers):
            n = len(hand.all_flowers)
            for seat in hand.seat.others:
                yield Transfer(seat, hand.seat, points, Words(f"花 {n} 张", f"{n} flowers", f"花牌 {n} 枚"))


def _next_dealer(d: Dealt) -> Seat:
    """Who won deals; or, as in the online game, the dealer stays or hands on. After a draw the same."""
    return dealer_rotation.winner(d) if d.options["dealer"] == "winner" else dealer_rotation.stays(d)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    melds = frozenset(MeldType) if options["chow"] else rules.played_with.melds
    return rules.changed(fans=_fans(options), fallback=_chicken(options), melds=melds)


_OPTIONS = (
    Setting(
        "flower",
        Words("花多少（第一个数）", "a flower, the first number", "花牌一枚（一つ目の数）"),
        1,
        f"{SEED}: 常见的有1 2 3",
    ),
    Setting(
        "kong",
        Words("杠多少（第二个数）", "a kong, the second number", "槓一つ（二つ目の数）"),
        2,
        f"{SEED}: 常见的有1 2 3",
    ),
    Setting(
        "chicken",
        Words("鸡胡多少（第三个数）", "a chicken hand, the third number", "鶏胡（三つ目の数）"),
        3,
        f"{SEED}: 常见的有1 2 3",
        least=1,
    ),
    Setting(
        "half_flush",
        Words("杂色的倍数", "times a chicken hand: 杂色", "雑色は鶏胡の何倍か"),
        2,
        _STEPS,
        least=1,
    ),
    Setting(
        "full_flush",
        Words("清一色的倍数", "times a chicken hand: 清一色", "清一色は鶏胡の何倍か"),
        3,
        _STEPS,
        least=1,
    ),
    Setting(
        "dage", Words("大哥的倍数", "times a chicken hand: 大哥", "大哥は鶏胡の何倍か"), 4, _STEPS, least=1
    ),
    Setting(
        "thirteen_orphans",
        Words("十三幺的倍数", "times a chicken hand: 十三幺", "十三幺は鶏胡の何倍か"),
        5,
        _STEPS,
        least=1,
    ),
    Setting(
        "dage_is",
        Words(
            "大哥是字一色或清碰",
            "what 大哥 is: honours alone, or a flush of triplets",
            "大哥は字一色か清碰か",
        ),
        "all_honours",
        f"{SEED}: between 清一色 and 十三幺; {HOUSE_DEFAULT}",
        choices=tuple(_DAGE),
        names={
            "all_honours": Words("字一色", "all honours", "字一色"),
            "full_flush_pungs": Words("清碰", "full flush pungs", "清一色対々和"),
        },
    ),
    Setting(
        "collects",
        Words(
            "花、杠只有赢家收，或家家都收",
            "who is paid for flowers and kongs: the winner, or everyone",
            "花牌と槓の点は和了者のみ、または全員が受ける",
        ),
        "winner",
        HOUSE_DEFAULT,
        choices=("winner", "everyone"),
        names={"everyone": Words("家家都收", "everyone", "全員")},
    ),
    Setting(
        "chow",
        Words("可以吃上家", "chows are allowed", "チー可"),
        False,
        f"{SEED} 打法: 只能碰或者杠; true: 摸牌: 下家有权力吃或碰",
    ),
    Setting(
        "dealer",
        Words(
            "赢家坐庄，或庄家胡牌连庄否则下家坐庄",
            "who won deals, or the dealer stays or hands on",
            "和了者が親、または親の連荘と親流れ",
        ),
        "winner",
        f"{SEED} 打法: 上盘的赢家也就是这盘的庄家; rotation: 庄家 1, 2",
        choices=("winner", "rotation"),
        names={"rotation": Words("轮流", "rotation", "輪番")},
    ),
)

GUANGDONG_MINJIAN = RuleSet(
    id="guangdong-minjian",
    words=Words("广东民间麻将", "Guangdong folk game", "広東民間麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FLOWER_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS),
        possible=(
            Condition(
                horses.of_kinds(FLOWER_SET.kinds),
                Words("花牌不作马", "a flower is no horse: draw again", "花牌は馬にならない"),
            ),
        ),
        outside_minimum=frozenset(_BESIDE),
        most_winners=3,
        goes_first=_type,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=_chicken({s.id: s.default for s in _OPTIONS}),
        unit="points",
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=_next_dealer),
    agreed_on=AgreedOn(options=_OPTIONS, table=horses.fields(f"{SEED}: 买马", outside=False), adapt=_adapt),
    notes=(
        Note(
            Words(
                "摸到花时，到牌堆尾摸牌补牌",
                "a flower is laid out and replaced from the end of the wall",
                "花牌は公開し、壁の端から補充する",
            ),
            str(SEED),
        ),
        Note(
            Words(
                "胡牌可以吃任何一家打出的牌；多家同胡时，只有大牌的一家算胡（截胡）",
                "any player's discard may be won on; of several the biggest hand wins alone",
                "どの家の捨て牌でも和了できる；複数なら最も大きい手のみ",
            ),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "guangdong-minjian",
            Kind.CONTRADICTION,
            "chows, and who deals next",
            "打法 lets discards be punged or konged alone and makes the winner the next dealer; 摸牌 and 庄家"
            " after it let the next player chow and the deal pass on.",
            "打法, which says that it differs from the online game whose rules the other two are; the options"
            " `chow` and `dealer` take those.",
            f"{SEED} 打法, 摸牌, 庄家",
        ),
        Divergence(
            "guangdong-minjian",
            Kind.SILENCE,
            "how many times a chicken hand the others are worth, and what 大哥 is",
            "The hands are put in an order and counted by multiples, which are not printed; 大哥 is a name.",
            "2, 3, 4 and 5 times, the steps in which 清远 on the same page counts; 大哥 is 字一色, or 清碰"
            " with `dage_is`. No rule text that explains 大哥 was found.",
            f"{SEED}; {POCKET_MAHJONG} §清远麻将",
        ),
        Divergence(
            "guangdong-minjian",
            Kind.SILENCE,
            "who is paid for flowers and kongs, and who pays",
            "The stakes price a flower and a kong beside the chicken hand and say no more.",
            "They are added to the winner's hand, which the discarder pays, or each after a self-draw; with"
            " `collects` = everyone each player is paid for them by each other.",
            f"{SEED}; house default",
        ),
        Divergence(
            "guangdong-minjian",
            Kind.SILENCE,
            "the number of a horse that is an honour",
            "The number of the tile is counted from the dealer.",
            "东中 1, 南发 2, 西白 3, 北 4; a flower is drawn again.",
            f"{SEED}; {PROGRAM}",
        ),
    ),
)
