"""上海麻将, Shanghai: only a few types may win, flower points, the cap 勒子 and what doubles it, 承包.

What a type is worth is told in two ways: 碰碰胡 and 混一色 start from base and flowers and double; the
greater types are one, two or four caps outright.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans import facts, sights
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Find, Priced, PriceList, Seeing, highest
from paiyan.scorer.fans.value import Value
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals, passed_wins
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.east import shanghai_payments
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import DRAGONS, SUITED, WINDS

TYPES = POCKET_MAHJONG.section("上海麻将 牌型说明")
FLOWERS = POCKET_MAHJONG.section("上海麻将 花")
CAPS = POCKET_MAHJONG.section("上海麻将 勒子")
SCALE = POCKET_MAHJONG.section("上海麻将 清四混两")
PASSED = str(POCKET_MAHJONG.section("上海麻将 漏胡"))
CONCEALED = POCKET_MAHJONG.section("上海麻将 门清")

CAP = 40

# Flower points of a triplet, a melded and a concealed kong, by the kinds it is made of.
_WORTH = ((SUITED, (0, 1, 2)), (WINDS, (1, 2, 3)), (DRAGONS, (2, 3, 4)))


def _points_of_sets(a: Arranged) -> tuple[int, ...]:
    """One match for each flower point that a triplet or kong makes, on its block."""
    found: list[int] = []
    for i, kind in a.triplets:
        block = a.blocks[i]
        level = 0 if block.shape != Shape.KONG else 2 if block.concealed else 1
        worth = next(w for kinds, w in _WORTH if kinds >> kind & 1)
        found += [1 << i] * worth[level]
    return tuple(found)


def _told(name: str) -> Find:
    return lambda a: (0,) if a.hand.table[name] else ()


def _eight_flowers(a: Arranged) -> tuple[int, ...]:
    """这8个花抓起即可胡牌: won on a flower; who holds all eight and wins otherwise has that win alone."""
    return (0,) if a.hand.on_flower and len(a.hand.all_flowers) == 8 else ()


HONOUR_PUNGS = whole_hand.both(
    suits.ALL_HONOURS,
    triplets.ALL_PUNGS,
    id_="honour_pungs",
    zh="风碰",
    en="Honours of Pungs",
    ja="字一色対々和",
)
EIGHT_FLOWERS = Fan(
    "eight_flowers",
    "八花齐",
    "Eight Flowers",
    Seeing(sights.NOTHING, _eight_flowers),
    needs=facts.FLOWERED,
    ja="八仙過海",
    text=Words(
        "抓到第八张花即和；抓满后按其他方式和，照其他算",
        "won on the eighth flower; who wins otherwise with all eight has that win alone",
        "八枚目の花で和了：八枚揃えて他の形で和了すれば、その形だけ",
    ),
)
SETS_WORTH = Fan("flower_points", "牌花", "Flower Points of Sets", _points_of_sets, ja="牌花")
TREASURE = Fan("treasure_roll", "开宝", "Treasure Roll", _told("kaibao"), ja="開宝")
WASTE = Fan("after_a_draw", "荒番", "After a Drawn Deal", _told("huangfan"), ja="荒番")

# Types by the caps that they are worth outright; the other two start from base and flowers.
CAPS_OF = {
    HONOUR_PUNGS.id: 4,
    whole_hand.FULL_FLUSH_PUNGS.id: 2,
    suits.ALL_HONOURS.id: 2,
    EIGHT_FLOWERS.id: 2,
    suits.FULL_FLUSH.id: 1,
    whole_hand.HALF_FLUSH_PUNGS.id: 1,
}
DOUBLING_OF = {triplets.ALL_PUNGS.id: 2, suits.HALF_FLUSH.id: 2}
_TYPES = (*CAPS_OF, *DOUBLING_OF)


_at = PriceList(TYPES)


def _types(cap: int) -> tuple[Priced, ...]:
    """The types that may win: with their points where they are worth caps outright, else with their 番."""
    great = (
        HONOUR_PUNGS,
        whole_hand.FULL_FLUSH_PUNGS,
        suits.ALL_HONOURS,
        suits.FULL_FLUSH,
        whole_hand.HALF_FLUSH_PUNGS,
    )
    names = {suits.ALL_HONOURS.id: "风一色"}
    return highest(
        *(_at(fan, CAPS_OF[fan.id] * cap, name=names.get(fan.id, "")) for fan in great),
        _at(triplets.ALL_PUNGS, DOUBLING_OF[triplets.ALL_PUNGS.id], source=SCALE, name="碰碰胡"),
        _at(suits.HALF_FLUSH, DOUBLING_OF[suits.HALF_FLUSH.id], source=SCALE),
    )


FANS = (
    *_types(CAP),
    _at(EIGHT_FLOWERS, CAPS_OF[EIGHT_FLOWERS.id] * CAP, source=FLOWERS),
    _at(circumstances.FLOWER, 1, source=FLOWERS),
    _at(SETS_WORTH, 1, source=FLOWERS),
    _at(whole_hand.CONCEALED, 1, source=CONCEALED),
    _at(circumstances.AFTER_KONG_OR_FLOWER, 1, source=CAPS, name="杠开"),
    _at(waits.GREAT_SINGLE, 1, source=CAPS),
    _at(TREASURE, 1, source=CAPS),
    _at(WASTE, 1, source=CAPS),
)


def best_type(counted: Counted) -> str:
    """The type that wins: the one worth most outright, else one that doubles; empty where there is none."""
    found = [m.priced.id for m in counted.matches if m.priced.id in _TYPES]
    return max(found, key=lambda i: CAPS_OF.get(i, 0), default="")


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Points up to the cap; 开宝 and 荒番 double both, 门清 doubles points up to two caps."""
    del arranged
    ids = [m.priced.id for m in counted.matches]
    kind = best_type(counted)
    if not kind:
        return Value(0, 0)
    cap, concealed = options["cap"], whole_hand.CONCEALED.id in ids
    twice = 2 ** ((TREASURE.id in ids) + (WASTE.id in ids))
    if caps := CAPS_OF.get(kind, 0):
        points = cap * (max(caps, 2) if concealed else caps)
    else:
        flower_points = ids.count(circumstances.FLOWER.id) + ids.count(SETS_WORTH.id)
        points = (options["base"] + flower_points) << DOUBLING_OF[kind] + concealed
        points = min(points, cap * (2 if concealed else 1))
        if circumstances.AFTER_KONG_OR_FLOWER.id in ids or waits.GREAT_SINGLE.id in ids:
            points = max(points, cap)
    return Value(points * twice, points * twice)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    eight = _at(EIGHT_FLOWERS, CAPS_OF[EIGHT_FLOWERS.id] * options["cap"], source=FLOWERS)
    return rules.but(fans=(*_types(options["cap"]), eight))


SHANGHAI = RuleSet(
    id="shanghai",
    words=Words("上海麻将", "Shanghai", "上海麻雀"),
    sources=(TYPES, FLOWERS, CAPS, SCALE),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.LOOSE_HONOURS),
        instant=frozenset({EIGHT_FLOWERS.id}),
        must=(passed_wins.NOT_PASSED,),
        minimum=1,
        outside_minimum=frozenset(p.id for p in FANS if p.id not in _TYPES),
        nothing=Words(
            "只有七种牌型能和：风碰、清碰、风一色、清一色、混碰、碰碰胡、混一色；这手不在其中",
            "only seven types of hand win: pungs of honours, pungs of one suit, all honours, a full"
            " flush, pungs"
            " of one suit and honours, all pungs, a half flush; this is none of them",
            "和了できる形は七つだけです：風碰・清碰・風一色・清一色・混碰・対々和・混一色。この手はどれでもありません",
        ),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, unit="points", value=_value),
    paid_by=PaidBy(pay=shanghai_payments.pay),
    carried_on=CarriedOn(
        next_dealer=shanghai_payments.next_dealer,
        keeps=lambda now: between_deals.Kept({"huangfan": now.draws_waiting > 0}),
    ),
    agreed_on=AgreedOn(
        options=(
            Setting("base", Words("底分", "base, in points", "基本点"), 3, str(SCALE), least=1),
            Setting("cap", Words("勒子", "the cap, in points", "上限（勒子）"), CAP, str(SCALE), least=1),
        ),
        table=(
            Setting(
                "kaibao",
                Words("开宝", "the dice showed a double one or four", "開宝：賽がともに一または四"),
                False,
                str(CAPS),
            ),
            Setting(
                "huangfan",
                Words("荒番", "a drawn deal waits to double this one", "荒番：流局の後の倍"),
                False,
                str(CAPS),
            ),
            passed_wins.field(PASSED),
            *shanghai_payments.TABLE,
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "首庄随机；两骰之和定抓牌的方向和位置，庄家十四张、余家十三张",
                "the first dealer is drawn by lot; the sum of two dice says where the wall is broken;"
                " fourteen tiles for the dealer, thirteen for the others",
                "起家は抽選；賽二つの和で取り始めを決め、親十四枚・子十三枚",
            ),
            f"{POCKET_MAHJONG} §上海麻将 庄家, 摇骰子",
        ),
        Note(
            Words(
                "下家可吃可碰，其余两家只能碰、杠；碰比吃优先",
                "the next player may chow; a pung comes before a chow",
                "チーは下家のみ、ポンが優先",
            ),
            f"{POCKET_MAHJONG} §上海麻将 打牌",
        ),
        Note(
            Words(
                "荒番可累积，每胡一次减一",
                "drawn deals queue up; each win uses one",
                "荒番は積み重なり、和了ごとに一つ減る",
            ),
            str(TYPES),
        ),
        Note(
            Words(
                "底与勒子由先到者定", "who sits first sets the base", "基本点と上限は先に席に着いた者が決める"
            ),
            HOUSE_DEFAULT,
        ),
    ),
)
