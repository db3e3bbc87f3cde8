"""海南麻将, Hainan: a fan is what a hand needs to win on a discard, no multiple of its worth 有番才能胡.

Without a fan a hand is drawn or not won at all 无番靠自摸. Seats, their winds and their flowers are counted
from the dealer. `total` is how many fan the hand has; what it is worth, `points`, is how it was won: the
document prices neither that nor kongs, so two public programs of the game are followed where they agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, flowers, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.south import hainan_payments
from paiyan.scorer.rulesets.south.hainan_payments import BOTH, PROGRAM
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import DRAGONS, ranks

SEED = POCKET_MAHJONG.section("海南麻将 (6)胡牌 A")
TYPES = POCKET_MAHJONG.section("海南麻将 番的类型")


def _valued(hand: Hand, kind: int) -> bool:
    """Whether a triplet of this kind would be a fan."""
    return bool(DRAGONS >> kind & 1) or kind in (hand.own_wind, hand.round.wind)


def _only_runs(a: Arranged) -> tuple[int, ...]:
    """Runs and a pair, and the pair of no tile that a triplet would make a fan."""
    plain = a.pairs and not _valued(a.hand, a.pairs[0][1])
    return tuple(whole_hand.CHOWS_AND_PAIR.find(a)) if plain else ()


def _no_melds(a: Arranged) -> tuple[int, ...]:
    return () if a.hand.melds else (a.all,)


def _eyes(a: Arranged) -> tuple[int, ...]:
    """The pair of a two, five or eight."""
    if a.form is not Form.STANDARD:
        return ()
    return tuple(
        1 << i for i, b in enumerate(a.blocks) if b.shape == Shape.PAIR and ranks(2, 5, 8) >> b.kind & 1
    )


ONLY_RUNS = Fan(
    "only_runs",
    "只吃不碰",
    "Runs Only",
    _only_runs,
    ja="順子のみ",
    text=Words(
        "全是顺子，将不是碰了有番的牌",
        "nothing but runs, and a pair of no tile whose triplet would be a fan",
        "順子のみ、雀頭は役牌以外",
    ),
)
NO_MELDS = Fan(
    "no_melds",
    "门清",
    "No Melds",
    _no_melds,
    ja="門前清",
    text=Words(
        "没有吃、碰、杠", "no chow, pung or kong, a concealed one included", "チー・ポン・槓が一つもない"
    ),
)
EYES = Fan(
    "eyes_258",
    "二五八将",
    "Pair of 2, 5 or 8",
    _eyes,
    ja="二五八雀頭",
    text=Words("将是二、五或八", "the pair is of twos, fives or eights", "雀頭が二・五・八"),
)
OWN_FLOWER = Fan(
    "flower_of_place",
    "花番",
    "Flower of One's Place",
    flowers.OWN_FLOWER.find,
    ja="自分の花牌",
    text=Words(
        "与座位相对应的花：庄家春梅、下家夏兰、对家秋菊、上家冬竹",
        "the flower or season of one's place, counted from the dealer",
        "親から数えた自分の席の花牌",
    ),
)
OWN_WIND = Fan(
    "wind_of_place",
    "风番",
    "Wind of One's Place",
    triplets.SEAT_WIND.find,
    ja="自風",
    text=Words(
        "与座位相对应的风刻，庄家为东",
        "a triplet of the wind of one's place, the dealer's being east",
        "自風の刻子、親が東",
    ),
)
SINGLES = whole_hand.SCATTERED

# What multiplies a hand where a table plays so; whatever else it has, a fan is no multiple here.
_TIMES = {
    suits.FULL_FLUSH.id: 2,
    triplets.ALL_PUNGS.id: 2,
    whole_hand.SEVEN_PAIRS.id: 2,
    SINGLES.id: 13,
    circumstances.HEAVENLY_HAND.id: 3,
    circumstances.EARTHLY_HAND.id: 3,
}


def _at(fan: Fan, point: str, name: str = "") -> Priced:
    return fan.at(1, name=name, source=point)


FANS = (
    _at(ONLY_RUNS, f"{SEED} 1"),
    _at(NO_MELDS, f"{SEED} 2; {TYPES} 5"),
    _at(triplets.ALL_PUNGS, f"{SEED} 3; {TYPES} 6", "碰碰胡"),
    _at(suits.FULL_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(suits.HALF_FLUSH, f"{SEED} 4; {TYPES} 9"),
    _at(EYES, f"{SEED} 5; {TYPES} 1"),
    _at(circumstances.ROBBED_KONG, f"{SEED} 6; {TYPES} 8", "抢杠"),
    _at(triplets.DRAGON_PUNG, f"{SEED} 7; {TYPES} 2", "中发白刻"),
    _at(OWN_FLOWER, f"{SEED} 8; {TYPES} 3"),
    _at(OWN_WIND, f"{SEED} 9; {TYPES} 4"),
    _at(triplets.PREVALENT_WIND, f"{SEED} 9; {TYPES} 4", "令风"),
    _at(SINGLES, f"{SEED} 10", "十三幺"),
    _at(whole_hand.SEVEN_PAIRS, f"{SEED} 11; {TYPES} 7"),
    _at(circumstances.SELF_DRAWN, f"{POCKET_MAHJONG} §海南麻将 (6)胡牌 B; {TYPES} 10"),
)
_FIRST_TURN = tuple(
    fan.at(1, source=PROGRAM) for fan in (circumstances.HEAVENLY_HAND, circumstances.EARTHLY_HAND)
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """One by discard, two by self-draw, three after a kong; and its multiples where a table plays so."""
    win = arranged.win
    came = (3 if Flag.KONG_REPLACEMENT in win.flags else 2) if win.self_drawn else 1
    if options["types"] == "flat":
        return Value(counted.sum, came)
    fans = {m.priced.id for m in counted.matches}
    times = [n for id_, n in _TIMES.items() if id_ in fans]
    if whole_hand.SEVEN_PAIRS.id in fans and 4 in arranged.counts:
        times.append(3)  # 豪华七对, in place of the two of seven pairs
        times.remove(2)
    return Value(counted.sum, min(came * prod(times), options["cap"]))


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules if options["types"] == "flat" else rules.changed(fans=(*rules.counted_by.fans, *_FIRST_TURN))


_OPTIONS = (
    Setting(
        "types",
        Words(
            "番只是胡牌的前提，或牌型另有倍数",
            "a fan is a condition alone, or types multiply",
            "番は和了の条件のみ、または役が倍数になる",
        ),
        "flat",
        f"{POCKET_MAHJONG} §海南麻将: 番是指胡牌的前提，而不是倍数; multiplied: {PROGRAM}",
        choices=("flat", "multiplied"),
        names={
            "flat": Words("只是前提", "flat", "条件だけ"),
            "multiplied": Words("另有倍数", "multiplied", "倍になる"),
        },
    ),
    Setting("cap", Words("倍数封顶", "most that multiples make", "倍数の上限"), 8, PROGRAM, least=1),
    *hainan_payments.OPTIONS,
)
_SEED = POCKET_MAHJONG.section("海南麻将")

HAINAN = RuleSet(
    id="hainan",
    words=Words("海南麻将", "Hainan", "海南麻雀"),
    sources=(SEED, TYPES, POCKET_MAHJONG.section("海南麻将 (8)包牌")),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(forms=(Form.STANDARD, Form.SEVEN_PAIRS, Form.SCATTERED), minimum=1),
    counted_by=CountedBy(fans=FANS, value=_value),
    paid_by=PaidBy(pay=hainan_payments.win, side=hainan_payments.beside),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays, keeps=between_deals.repeats("repeats")),
    agreed_on=AgreedOn(options=_OPTIONS, table=hainan_payments.TABLE, adapt=_adapt),
    notes=(
        Note(
            Words(
                "首庄默认；逆时针行牌，庄家掷两骰定抓牌处，庄家十四张、余家十三张，最后两张跳墩",
                "play goes round to the right; the dealer's two dice say where the wall is broken, and the"
                " dealer's last two tiles are taken a stack apart",
                "親の賽二つで取り始めを決め、親の最後の二枚は一幢跳ぶ",
            ),
            f"{_SEED} (1)–(5)",
        ),
        Note(
            Words(
                "截胡：一张牌多人要胡，按顺序只有第一人算胡",
                "of several who could win on a discard the next to play alone wins",
                "複数が和了できる場合は順番の早い者のみ（頭ハネ）",
            ),
            f"{_SEED} C",
        ),
        Note(
            Words("可以选择不胡牌", "nobody has to win", "和了は任意"),
            f"{_SEED} B",
        ),
        Note(
            Words(
                "还剩七墩半牌时无人胡牌为黄庄",
                "the deal is drawn when seven and a half stacks of two are left",
                "七墩半を残して流局",
            ),
            f"{_SEED} (2)",
        ),
        Note(
            Words(
                "花牌摆出，到牌墙最后补牌；碰、杠先于吃，只能吃上家",
                "flowers are laid out and replaced from the end of the wall; pung and kong come before chow",
                "花牌は公開して壁の端から補充；ポンと槓がチーに優先",
            ),
            f"{_SEED} (4), (5)",
        ),
    ),
    divergences=(
        Divergence(
            "hainan",
            Kind.CONTRADICTION,
            "two lists of fan",
            "只吃不碰 and 十三幺 stand in the first alone, 自摸 as a fan in the second alone.",
            "All of both lists count. 自摸 is a fan, so that a drawn hand needs no other.",
            f"{SEED}; {TYPES}",
        ),
        Divergence(
            "hainan",
            Kind.MISPRINT,
            "清一色加一手，混一色算有番",
            "加一手 is no term; the second list has 清一色或者混一色.",
            "A full or a half flush is a fan.",
            f"{SEED} 4; {TYPES} 9",
        ),
        Divergence(
            "hainan",
            Kind.CONTRADICTION,
            "十三幺",
            "No pair, run or triplet, two numbers between any two: elsewhere the name of thirteen orphans.",
            "As the seed describes it: fourteen single tiles, those of a suit three apart or more.",
            f"{SEED} 10",
        ),
        Divergence(
            "hainan",
            Kind.SILENCE,
            "what a hand and a kong cost, and who pays",
            "包牌 pays for the three, and 明杠暗杠都要钱; no number is printed.",
            "One from each of the three and one more from the discarder, two from each after a self-draw,"
            " three after a kong; a kong 1 from each, a concealed one 2. Options take other numbers.",
            f"{_SEED} (8), 12; {BOTH}",
        ),
        Divergence(
            "hainan",
            Kind.SILENCE,
            "包牌: which claims, and a self-draw",
            "Three chows from the left, or three pungs from anybody, bind for a discard between the two.",
            "Any three claims from one player bind. Who gave all four pays a self-draw for three, as in both"
            " programs; an option leaves it out.",
            f"{_SEED} (8); {BOTH}",
        ),
    ),
)
