"""安庆麻将, Anqing: 钻 is wild, 红中 stands in for its face, 发 is laid out for fan; no chow.

The document says which tiles are wild, stand in or are kept out of a hand, and how the dealer's base grows;
what hands and kongs are worth is as a program of the game has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, triplets, whole_hand
from paiyan.scorer.fans.catalogue.waits import on_great_single
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.rulesets.east import anqing_tiles
from paiyan.scorer.rulesets.east.anqing_tiles import RED, SEED, money, wild_kinds
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import mask_of

PROGRAM = "a game server's ThingHandleEx.CountFanAndHua, with the check named 安庆"
GROWS = 4  # 荒庄庄连庄，庄底子加4


def _laid(a: Arranged) -> tuple[int, ...]:
    """Once for each laid out by itself, and for each of a kong of them, which of 打缺 is one of winds."""
    in_kong = sum(t.kind == money(a.hand) for m in a.hand.melds for t in m.tiles)
    return (0,) * (a.hand.table[f"laid_{a.hand.seat.name}"] + in_kong * (not a.hand.table["void_suit"]))


LAID = Fan(
    "green_laid",
    "发",
    "Green Dragon Laid Out",
    _laid,
    ja="發",
    text=Words(
        "亮出的发，每张计一次；发为钻时是红中",
        "a green dragon laid out, once for each; a red one where green is wild",
        "晒した發ごと；發がワイルドなら中",
    ),
)
SINGLE = Fan(
    "single_of_four_melds",
    "打吊车",
    "Single Wait on Four Melds",
    on_great_single,
    ja="単騎（四副露）",
    text=Words("四副都已亮出，只剩一张", "four sets laid down and one tile in hand", "四副露の単騎"),
)

WIND_SET = Fan(
    "wind_set_of_three",
    "三张风",
    "Set of South, West or North",
    triplets.each_triplet(mask_of((28, 29, 30))),
    needs=facts.WIND_TRIPLETS[1],
    ja="風刻（南西北）",
    text=Words("南、西、北的刻子", "a triplet of south, west or north", "南・西・北の刻子"),
)

_TYPES = (triplets.ALL_PUNGS, whole_hand.SEVEN_PAIRS, SINGLE)  # drawn, they are worth twice as much
_NAMES = {
    triplets.ALL_PUNGS.id: "碰碰胡",
    whole_hand.SEVEN_PAIRS.id: "小七对",
    circumstances.AFTER_KONG.id: "杠开",
}
FANS = (
    LAID.at(1, source=f"{SEED} 发"),
    *(
        fan.at(value, name=_NAMES.get(fan.id, ""), source=PROGRAM)
        for fan, value in (
            *(
                (circumstances.HEAVENLY_HAND, 10),
                (circumstances.EARTHLY_HAND, 10),
                (circumstances.ROBBED_KONG, 5),
            ),
            *((fan, 5) for fan in _TYPES),
            *((circumstances.AFTER_KONG, 3), (triplets.CONCEALED_KONG, 3), (triplets.MELDED_KONG, 2)),
            (WIND_SET, 1),
        )
    ),
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All fans added; 碰碰胡, 小七对 and 打吊车 count twice where the winning tile was drawn."""
    del options
    twice = {fan.id for fan in _TYPES} if arranged.win.self_drawn else set[str]()
    total = sum(m.priced.value * (2 if m.priced.id in twice else 1) for m in counted.matches)
    return Value(total, total)


def _pay(s: Settling) -> Iterator[Transfer]:
    """The base of the pair and the fan, from the discarder or, after a self-draw, from each."""
    dealer, winner = s.hand.dealer, s.hand.seat
    how = win_payments.reason(s.win)
    for seat in losers(s.hand, s.win):
        grown = s.options["dealer_base"] + GROWS * s.table["draws"]
        base = grown if dealer in (seat, winner) else s.options["base"]
        why = Words(
            f"{how.zh} 底 {base}，{s.value.total} 番",
            f"{how.en}: base {base}, {s.value.total} fan",
            f"{how.ja}：底 {base}、{s.value.total} 翻",
        )
        yield Transfer(seat, winner, base + s.value.points, why)


def _next_dealer(d: Dealt) -> Seat:
    """轮庄: after any win the next to play; after a draw the same again."""
    return d.deal.dealer.others[0] if d.deal.winners else d.deal.dealer


ANQING = RuleSet(
    id="anqing",
    words=Words("安庆麻将", "Anqing", "安慶麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        melds=frozenset(MeldType) - {MeldType.CHOW, MeldType.MIXED_KONG},
        wild=Wild(kinds=wild_kinds, stand_in=RED, stand_in_itself=False),
    ),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=anqing_tiles.MUST,
        possible=anqing_tiles.POSSIBLE,
        outside_minimum=frozenset(
            f.id for f in (LAID, WIND_SET, triplets.CONCEALED_KONG, triplets.MELDED_KONG)
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(0, name="推倒胡", source=str(SEED)), value=_value
    ),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(
        next_dealer=_next_dealer, keeps=lambda now: between_deals.Kept({"draws": min(now.draws, 20)})
    ),
    agreed_on=AgreedOn(
        options=(
            Setting("base", Words("闲家底子", "the base between two who do not deal", "子同士の底"), 2),
            Setting(
                "dealer_base", Words("庄家底子", "the base where the dealer is one of the two", "親の底"), 4
            ),
        ),
        table=(
            Setting(
                "draws",
                Words("连续荒庄几次", "drawn deals in a row before this one", "連続した流局の数"),
                0,
                f"{SEED} 1: 荒庄庄连庄，庄底子加4",
                most=20,
            ),
            Setting(
                "void_suit",
                Words(
                    "打缺：发可不亮出，留在手中或碰、杠都当风牌，不算钱",
                    "played for a void suit 打缺: green dragons are honours like the winds, to be kept and"
                    " claimed, and count nothing in a kong",
                    "打缺：發は晒さず風牌として扱い、槓でも点にならない",
                ),
                False,
                f"{SEED} 发",
                of_hand=True,
            ),
            *(
                Setting(
                    f"laid_{s.name}",
                    Words(
                        f"{s.name} 家亮出的发",
                        f"green dragons laid out by {s.name}",
                        f"{s.name} 家が晒した發",
                    ),
                    0,
                    f"{SEED} 发",
                    most=4,
                    lies=Lies.APART,
                    shows=lambda hand, n: (money(hand),) * n,
                )
                for s in Seat
            ),
        ),
    ),
    notes=(
        Note(
            Words(
                "首局东风位坐庄；两次掷骰定切牌处，再掷一次定翻钻处",
                "east deals first; two throws of the dice say where the wall is broken, a third which tile"
                " is turned",
                "起家は東；賽を二度振って取り始め、三度目で表示牌を決める",
            ),
            f"{SEED} 1–3, 确定钻牌",
        ),
        Note(
            Words(
                "红中可当钻牌本身的那张牌去碰：在面子里写它所代的牌，或写红中",
                "a red dragon may be punged as the tile it stands for: write that tile in the meld, or red"
                " dragons",
                "中は代わる牌としてポンできる：面子にはその牌か中を書く",
            ),
            f"{SEED} 杠牌",
        ),
        Note(
            Words(
                "闲家可碰、杠，不能吃；杠和亮发后从牌尾补牌",
                "pungs and kongs, no chow; after a kong or a 发 a tile is drawn from the end of the wall",
                "ポンと槓のみ、チーなし；槓や發の後は嶺上から補充",
            ),
            f"{SEED} 4, 5",
        ),
        Note(
            Words(
                "翻到亮钻处或牌尽为荒庄",
                "the deal is drawn at the turned tile, or at the end of the wall",
                "表示牌または牌が尽きれば流局",
            ),
            f"{SEED} 5",
        ),
    ),
    divergences=(
        Divergence(
            "anqing",
            Kind.SILENCE,
            "what hands, kongs and the bases are worth",
            "The document prices 发 and lets the dealer's base grow by 4 after each draw; no base and no"
            " type of hand has a price.",
            "Types and kongs as a program has them; a base of 4 with the dealer, 2 between others."
            " These two are house defaults.",
            f"{SEED}; {PROGRAM}; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "anqing",
            Kind.CONTRADICTION,
            "白板 and 红中 as 杠牌",
            "发 must be laid out; later 发 and 白 are called 杠牌, and where a dragon is wild the other two.",
            "A hand that holds any of them does not win, and they may be laid as kongs; 发 alone, or 中 for"
            " it, is counted, each, in a kong too.",
            f"{SEED} 发, 杠牌",
        ),
        Divergence(
            "anqing",
            Kind.SILENCE,
            "what 打缺 is, and 发 in it",
            "当打缺时发可以不必亮出来，算风牌，但不算钱: who plays so, and what may be done with 发 then, is"
            " not said.",
            "With `void_suit` told 发 (中 where 发 is wild) stays in hand, is claimed and makes kongs as a"
            " wind does, and counts nothing there, nor as one of the three winds that have a fan; one that is"
            " laid out all the same counts as ever.",
            f"{SEED} 发",
        ),
    ),
)
