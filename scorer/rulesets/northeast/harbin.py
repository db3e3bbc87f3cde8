"""哈尔滨麻将, Harbin: 112 tiles, the suits and four red dragons; the dealer stays after a win or a draw.

The document gives the tiles and the dealer and no more. What a win must hold, what counts and who pays
follows a public game server: opened, a terminal or the red dragon, a triplet and a run, more than one suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, waits, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Document, Note
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.northeast import fans as northeast
from paiyan.scorer.rulesets.northeast import payments
from paiyan.scorer.settling import dealer_rotation

SEED = POCKET_MAHJONG.section("哈尔滨麻将")
SERVER = Document("majiang2, a public game server").section("ting_rule haerbin, win_loose_result haerbin")
TILES = TileSet(frozenset((*range(27), 33)))  # 112: 万、饼、条各36张，再加4个红中

# What the treasure 宝牌 did, with the tile it stood for given as the winning one: field, price, names, text.
_TREASURES = (
    (
        "drawn",
        2,
        Words("摸宝", "Drawn Treasure", "宝をツモ"),
        Words("听牌后摸到宝牌", "drew the treasure when ready", "聴牌後に宝をツモ"),
    ),
    (
        "red",
        2,
        Words("红中宝", "Red Dragon as Treasure", "中の宝"),
        Words(
            "听牌后摸到红中，红中作宝", "drew the red dragon, a treasure too, when ready", "聴牌後に中をツモ"
        ),
    ),
    (
        "gale",
        2,
        Words("刮大风", "Gale", "刮大風"),
        Words(
            "听牌后摸到自己刻子的第四张",
            "drew the fourth tile of a triplet when ready",
            "聴牌後に自分の刻子の四枚目をツモ",
        ),
    ),
    (
        "edge",
        3,
        Words("宝边", "Treasure Waited For", "待ち牌の宝"),
        Words("宝牌正是所听的牌", "the treasure was a tile waited for", "宝が待ち牌"),
    ),
    (
        "double",
        4,
        Words("宝中宝", "Treasure of Treasures", "宝中宝"),
        Words(
            "宝牌正是夹、单吊所听，或刮大风摸到",
            "the treasure was the middle or pair waited for, or came by a gale",
            "宝が間張・単騎の待ち牌、または刮大風",
        ),
    ),
)


def _treasures() -> dict[str, Fan]:
    return {
        value: northeast.told("treasure", value, f"treasure_{value}", words, text)
        for value, _, words, text in _TREASURES
    }


def _fans(*, edges: bool) -> tuple[Priced, ...]:
    """A treasure is drawn, which counts in it; the two great ones leave no room for how the hand waited."""
    how = (waits.MIDDLE_WIN, waits.PAIR_WIN, *((waits.EDGE_WIN,) if edges else ()))
    made = _treasures()
    prices = {value: price for value, price, _, _ in _TREASURES}
    great = {"edge", "double"}
    treasures = (
        fan.at(
            prices[value],
            source=str(SERVER),
            excludes=(circumstances.SELF_DRAWN, *(how if value in great else ())),
        )
        for value, fan in made.items()
    )
    names = {waits.MIDDLE_WIN.id: "夹胡", waits.EDGE_WIN.id: "三七边"}
    ones = (
        fan.at(1, name=names.get(fan.id, ""), source=str(SERVER)) for fan in (*how, circumstances.SELF_DRAWN)
    )
    return (*treasures, *ones)


def _has_run(a: Arranged) -> bool:
    return bool(a.runs)


def _suits(hand: Hand) -> bool:
    return northeast.suits_of(hand) > 1


def _treasure_drawn(hand: Hand) -> bool:
    return hand.table["treasure"] == "none" or hand.win is None or hand.win.self_drawn


_DRAWN = Condition(_treasure_drawn, Words("摸宝是自摸", "a treasure is drawn, not claimed", "宝はツモに限る"))


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    rules = rules.changed(fans=_fans(edges=options["edges"]))
    if options["conditions"] == "none":
        return rules.changed(must=(_DRAWN,), must_show=())
    return rules.changed(must=rules.won_by.must[:-1]) if options["one_suit"] else rules


_OPTIONS = (
    Setting(
        "conditions",
        Words("和牌条件：开门、幺九或红中、有刻有顺、非清一色", "what a win must hold", "和了の条件"),
        "all",
        f"{SERVER}; the seed asks nothing",
        choices=("all", "none"),
    ),
    Setting("edges", Words("三七边算一番", "edges count", "辺張も数える"), False, str(SERVER)),
    Setting("one_suit", Words("清一色可和", "one suit may win", "一色でも和了できる"), False, str(SERVER)),
    *payments.options(
        HOUSE_DEFAULT,
        who_pays=("all", str(SERVER)),
        feeder_pays=(True, f"{SERVER}: 点炮包庄"),
        ready_feeder=(False, str(SERVER)),
        closed_loser=(True, f"{SERVER}: 闭门"),
    ),
)

HARBIN = RuleSet(
    id="harbin",
    words=Words("哈尔滨麻将", "Harbin", "ハルビン麻雀"),
    sources=(SEED, SERVER),
    played_with=PlayedWith(tiles=TILES),
    won_by=WonBy(
        must=(
            _DRAWN,
            northeast.OPENED,
            northeast.TERMINALS,
            Condition(
                _suits, Words("清一色不能和", "one suit alone does not win", "一色のみでは和了できない")
            ),
        ),
        must_show=(
            northeast.TRIPLET,
            Shown(_has_run, Words("没有顺子", "it shows no run", "順子がない")),
        ),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=_fans(edges=False),
        fallback=whole_hand.CHICKEN.at(0, name="平胡", source=str(SERVER)),
        value=payments.doubled,
    ),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            Setting(
                "treasure",
                Words("宝牌", "what the treasure did", "宝牌"),
                "none",
                str(SERVER),
                choices=("none", *(value for value, *_ in _TREASURES)),
                names={
                    "edge": Words("宝夹边", "edge", "宝の辺張"),
                    "gale": Words("刮大风", "gale", "大風"),
                    "red": Words("红中宝", "red", "紅中宝"),
                },
                of_hand=True,
            ),
            *payments.table(str(SERVER)),
        ),
        adapt=_adapt,
    ),
    notes=(
        conditions.ONE_WINNER,
        Note(
            Words("只有听牌后才可以胡", "only who has declared ready may win", "聴牌宣言後のみ和了できる"),
            str(SERVER),
        ),
        Note(Words("每人面前摆十四墩牌", "walls of fourteen stacks", "各家十四幢"), str(SEED)),
        Note(Words("首局随机选庄", "the first dealer is drawn by lot", "起家は抽選"), str(SEED)),
    ),
    divergences=(
        Divergence(
            "harbin",
            Kind.SILENCE,
            "what a win must hold, fans and payments",
            "The document gives the 112 tiles and the dealer's repeats, and breaks off.",
            "Those of a public game server; kong points and the cap are house defaults.",
            f"{SEED}; {SERVER}",
        ),
    ),
)
