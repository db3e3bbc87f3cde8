"""贵州麻将 捉鸡, Guizhou: the Sichuan game with chickens 鸡, tiles that are paid for beside the win.

After a win the next tile of the wall is turned, and the one that follows it is the chicken 翻鸡; open ones
明鸡 are turned when the tiles are dealt, another with each kong; the one of bamboo is always one 英雄鸡.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Priced, highest
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.wild_indicator import SUITS, following
from paiyan.scorer.rulesets.southwest import sichuan_payments
from paiyan.scorer.rulesets.southwest.sichuan import PURE_PAIRS, SICHUAN
from paiyan.scorer.settling import missing_information

SEED = POCKET_MAHJONG.section("贵州麻将")
PUBLIC = "mobingchong/guiyang-zhuojimahjang 规则对比.md (the table that two operators share)"
HERO = 18  # 一条
_NEXT = following(*SUITS)


DRAGON_PAIRS = replace(
    whole_hand.both(
        whole_hand.SEVEN_PAIRS,
        whole_hand.FOUR_IN_PAIRS,
        id_="dragon_pairs",
        zh="龙七对",
        en="Seven Pairs with Four Alike",
        ja="龍七対",
    ),
    text=Words("七对中有四张相同的牌", "seven pairs, four tiles of them alike", "七対で同じ牌が四枚"),
)
PURE_DRAGON_PAIRS = replace(
    whole_hand.both(
        DRAGON_PAIRS,
        suits.FULL_FLUSH,
        id_="pure_dragon_pairs",
        zh="清龙七对",
        en="Full Flush of Pairs with Four Alike",
        ja="清龍七対",
    ),
    text=Words(
        "一种花色的七对，有四张相同",
        "seven pairs of one suit, four tiles of them alike",
        "一色の七対で同じ牌が四枚",
    ),
)


def _guiyang_fans() -> tuple[Priced, ...]:
    """The hands of 贵阳, of which the highest counts."""
    priced = (
        (PURE_DRAGON_PAIRS, 20, ""),
        (PURE_PAIRS, 17, ""),
        (whole_hand.FULL_FLUSH_PUNGS, 15, "清大对"),
        (DRAGON_PAIRS, 10, ""),
        (suits.FULL_FLUSH, 10, ""),
        (whole_hand.SEVEN_PAIRS, 7, ""),
        (triplets.ALL_PUNGS, 5, "大对子"),
    )
    return highest(*(fan.at(value, name=name, source=PUBLIC) for fan, value, name in priced))


_BIG = (suits.FULL_FLUSH, whole_hand.SEVEN_PAIRS, triplets.ALL_PUNGS)


def _passes(a: Arranged) -> bool:
    """胡牌通行证: drawn, or with a kong 豆, or a hand above the plainest."""
    return a.win.self_drawn or bool(a.kongs) or any(any(True for _ in fan.find(a)) for fan in _BIG)


_PASS = Shown(
    _passes,
    Words(
        "没有豆（杠）的平胡只能自摸",
        "a plain hand without a kong 豆 wins by self-draw alone",
        "槓（豆）のない平和はツモのみ",
    ),
)


_CHICKENS = Words("鸡", "chickens", "鶏")


def chickens(table: Mapping[str, Any]) -> Counter[int]:
    """The kinds that are chickens, and how often each is one: a golden one 金鸡 is it twice."""
    turned = (*table["turned"], *table["open_turned"])
    return Counter([HERO, *(_NEXT[t.kind] for t in turned)])


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """As in Sichuan; and after a win each chicken is paid for by the others, whoever won."""
    yield from sichuan_payments.beside(d)
    if not d.deal.waves or not d.options["chicken"]:
        return
    yield from missing_information.beside(d.deal, _CHICKENS)
    worth = chickens(d.table)
    for hand in d.deal.hands:
        held = sum(worth[t.kind] for t in hand.held)
        if not held or (d.options["chicken_ready"] and not _ready(d, hand.seat)):
            continue
        for seat in hand.seat.others:
            if not d.options["chicken_ready"] or not _ready(d, seat):
                points = held * d.options["chicken"]
                yield Transfer(
                    seat, hand.seat, points, Words(f"鸡 {held} 只", f"{held} chickens", f"鶏 {held}")
                )


def _ready(d: Dealt, seat: Seat) -> bool:
    return seat in d.values or bool(d.ready(seat))


def _suited(hand: Hand) -> bool:
    return all(t.code < 27 for name in ("turned", "open_turned") for t in hand.table[name])


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    if options["hands"] == "sichuan":
        return SICHUAN.agreed_on.adapt(rules, options) if SICHUAN.agreed_on.adapt else rules
    return rules.changed(
        fans=_guiyang_fans(),
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=PUBLIC),
        outside_minimum=frozenset[str](),
        must=(),
        must_show=(_PASS,),
        within=None,
    )


GUIZHOU = SICHUAN.but(
    id="guizhou",
    words=Words("贵州麻将（捉鸡）", "Guizhou (chickens)", "貴州麻雀（捉鶏）"),
    sources=(SEED, *SICHUAN.sources),
    side=_side,
    adapt=_adapt,
    possible=(
        Condition(
            _suited,
            Words(
                "翻开的是万、条、筒",
                "what is turned for a chicken is a suited tile: the game has no others",
                "めくる牌は数牌だけ",
            ),
        ),
    ),
    options=(
        Setting(
            "hands",
            Words(
                "牌型按四川，或按贵阳",
                "what hands are worth: as in Sichuan, or as in Guiyang, which knows no void suit",
                "役の点は四川式か貴陽式か",
            ),
            "sichuan",
            f"{SEED}: 类似于四川麻将; guiyang: {PUBLIC}",
            choices=("sichuan", "guiyang"),
            names={"sichuan": Words("四川", "sichuan", "四川"), "guiyang": Words("贵阳", "guiyang", "貴陽")},
        ),
        Setting(
            "chicken",
            Words("每只鸡，每家付", "a chicken, from each", "鶏一枚、各家から"),
            1,
            f"{PUBLIC}; the seed says only 有3条就有钱",
        ),
        Setting(
            "chicken_ready",
            Words(
                "鸡只由未听牌者付给听牌者",
                "chickens are paid only by who is not ready to who is",
                "鶏の点は不聴の者が聴牌者に払うだけ",
            ),
            False,
            f"{SEED}: 有3条就有钱; true: {PUBLIC}",
        ),
        *SICHUAN.agreed_on.options,
    ),
    table=(
        *SICHUAN.agreed_on.table,
        Setting(
            "turned",
            Words("胡牌后翻开的牌（翻鸡）", "the tile turned after the win", "和了後にめくった牌"),
            (),
            f"{SEED} 1",
            lies=Lies.APART,
        ),
        Setting(
            "open_turned",
            Words(
                "起牌后、每次杠后翻开的牌（明鸡）",
                "the tiles turned after the deal and after each kong",
                "配牌後と槓のたびにめくった牌",
            ),
            (),
            f"{SEED} 2",
            lies=Lies.APART,
        ),
    ),
    notes=(
        *SICHUAN.notes,
        Note(
            Words(
                "明鸡从牌尾第三墩翻起，每有一杠再翻一墩",
                "open chickens begin with the third stack; each kong turns one more",
                "明鶏は三番目の幢から、槓のたびに一幢めくる",
            ),
            f"{SEED} 2",
        ),
    ),
    divergences=(
        Divergence(
            "guizhou",
            Kind.SILENCE,
            "what a chicken is worth, and who pays for it",
            "有3条就有钱; whoever claimed a chicken is paid, so that a winner may pay and a loser gain.",
            "A point from each other player for each chicken held or laid; one that is it twice counts twice."
            " Public rules let only ready hands be paid, by those that are not: `chicken_ready`. After a"
            " draw nothing is turned, and nothing paid for chickens.",
            f"{SEED}; {PUBLIC}; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "guizhou",
            Kind.CONTRADICTION,
            "after which wins a tile is turned",
            "The first sentence turns one after a win 胡牌后, by which who was won on 被胡的人 may gain;"
            " the list has 自抠（自摸）后翻一张牌.",
            "After every win, self-drawn or not: 自抠 is one way to win. After a draw none is.",
            f"{SEED}, {SEED} 1",
        ),
        Divergence(
            "guizhou",
            Kind.CONTRADICTION,
            "what hands are worth",
            "The seed plays the Sichuan game with chickens; the public rules of 贵阳 have their own table, no"
            " void suit, and let a plain hand win on a discard only with a kong.",
            "The seed's; `hands` = guiyang takes the other.",
            f"{SEED}; {PUBLIC}",
        ),
    ),
)
