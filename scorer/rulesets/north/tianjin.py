"""天津麻将, Tianjin: seven wild tiles from the turned one, self-draw only, few fans that are stacked.

The document gives values and says that fans are made by stacking them 叠加. As it is commonly played, 捉五
and 龙 are added and all else doubles; the option `stacking` multiplies everything. A plain hand 提溜 may
not win. The document prints one kong payment, in the example of 铲; the others are common practice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, waits, whole_hand, wild_tiles
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, PriceList, Seeing, sees_as
from paiyan.scorer.fans.sights import of_won
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.north import tianjin_payments
from paiyan.scorer.rulesets.north.tianjin_payments import SEED, wild_kinds
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.blocks import Block


def _came_to_wilds(block: Block, wild: int, *, wild_itself: bool) -> bool:
    """Whether the last tile, wild itself or not, made this block with wild tiles alone."""
    natural = len(block.tiles) - wild.bit_count()
    return wild != 0 and natural == 1 - wild_itself


def _wild_wait(a: Arranged) -> tuple[int, ...]:
    """The last tile came to wild tiles alone: to one for the pair 单混吊, to two for a set 双混吊."""
    if a.won is None:
        return ()
    came = _came_to_wilds(a.won, a.wild[a.won_at], wild_itself=a.arrangement.stands >= 0)
    return (1 << a.won_at,) if came else ()


def _waited_on_wilds(block: Block, wild: int, place: int) -> int:
    """What 混吊 sees of the block that won."""
    return _came_to_wilds(block, wild, wild_itself=bool(wild >> place & 1))


def _dragon_of_wild(a: Arranged) -> Iterator[int]:
    suits = {k // 9 for k in wild_kinds(a.hand) if k < 27}
    for match in runs.PURE_STRAIGHT.find(a):
        first = next(b for i, b in enumerate(a.blocks) if match >> i & 1)
        if first.kind // 9 in suits:
            yield match


WILD_WAIT = Fan(
    "wild_wait",
    "混吊",
    "Wait on Wild Tiles",
    Seeing(of_won(_waited_on_wilds, placed=True), _wild_wait),
    ja="混吊",
    needs=facts.WILDS,
)
NO_WILD = Fan(
    "no_wild_tiles",
    "没混",
    "No Wild Tiles",
    wild_tiles.none_held(wild_kinds),
    ja="ワイルド牌なし",
    needs=facts.NO_WILDS,
)
DRAGON_OF_WILD = Fan(
    "dragon_of_the_wild_suit",
    "本混龙",
    "Straight of the Wild Suit",
    sees_as(runs.PURE_STRAIGHT.find, _dragon_of_wild),
    ja="本混竜",
    needs=facts.STRAIGHT,
)
PLAIN = whole_hand.CHICKEN
_ADDED = frozenset({waits.CATCH_FIVE.id, runs.PURE_STRAIGHT.id})


_at = PriceList(SEED)


FANS = (
    _at(runs.PURE_STRAIGHT, 4, "龙"),
    _at(waits.CATCH_FIVE, 3),
    _at(WILD_WAIT, 2),
    _at(NO_WILD, 2),
    _at(DRAGON_OF_WILD, 2),
    _at(circumstances.AFTER_KONG, 2, "杠开"),
    _at(circumstances.HEAVENLY_HAND, 4, "天和", source=f"{SEED}: no value printed; ×4, house default"),
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """捉五 and 龙 added, the others as factors; or all multiplied."""
    del arranged
    values = {m.priced.id: m.priced.value for m in counted.matches}
    added = [values.pop(id_) for id_ in _ADDED & set(values)]
    base = sum(added) if options["stacking"] == "sum" else prod(added)
    total = (base if added else 1) * prod(values.values())
    return Value(total, total)


def _wild_unclaimed(hand: Hand) -> bool:
    kinds = wild_kinds(hand)
    return not any(m.block.exposed and m.block.kind in kinds for m in hand.melds)


def _pulls_fit(hand: Hand) -> bool:
    pulls = {seat: hand.table[f"pull_{seat.name}"] for seat in Seat}
    return max(pulls.values()) <= 2 and not pulls[hand.dealer]


def _undeclared(hand: Hand) -> bool:
    return hand.win is None or Flag.DECLARED_READY not in hand.win.flags


def _kept_wild(hand: Hand) -> bool:
    return not hand.table["discarded_wild"]


_POSSIBLE = (
    *wild_indicator.possible(wild_kinds),
    Condition(
        _wild_unclaimed,
        Words(
            "混不能碰、不能明杠",
            "wild tiles are not claimed: only four of a kind in hand make a kong",
            "ワイルド牌はポンも明槓もできない：手の四枚だけが槓になる",
        ),
    ),
    Condition(
        _undeclared,
        Words(
            "不允许报听：请去掉 declared_ready",
            "nobody declares ready in Tianjin: leave declared_ready out",
            "聴牌宣言はない：declared_ready を外す",
        ),
    ),
    Condition(
        _pulls_fit,
        Words(
            "每个闲家最多拉两庄",
            "a player other than the dealer pulls at most twice, the dealer never",
            "子の拉荘は二つまで、親は拉荘しない",
        ),
    ),
)
_MUST = (
    Condition(
        conditions.drawn,
        Words("只能自摸，没有炮和", "only a self-draw wins", "ツモ和了のみ"),
    ),
    Condition(
        _kept_wild,
        Words(
            "小相公：打出过混，不能和",
            "discarded a wild tile and may not win in this deal",
            "ワイルド牌を捨てたため和了できない",
        ),
    ),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    heavenly = next(p for p in rules.counted_by.fans if p.id == circumstances.HEAVENLY_HAND.id)
    return rules.but(fans=(heavenly.but(value=options["heavenly_hand"]),))


TIANJIN = RuleSet(
    id="tianjin",
    words=Words("天津麻将", "Tianjin", "天津麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        melds=frozenset(MeldType) - {MeldType.CHOW},
        wild=Wild(wild_kinds),
    ),
    won_by=WonBy(
        must=_MUST, possible=_POSSIBLE, minimum=2, outside_minimum=frozenset({circumstances.AFTER_KONG.id})
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(PLAIN, 1, "提溜"), value=_value, by_fans=True),
    paid_by=PaidBy(pay=tianjin_payments.pay, side=tianjin_payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(options=tianjin_payments.OPTIONS, table=tianjin_payments.TABLE, adapt=_adapt),
    notes=(
        Note(
            Words(
                "首庄随机；庄家掷骰，从自己牌墙点数加一墩起抓，庄家十四张、闲家十三张；对家掷骰翻混",
                "the first dealer is drawn by lot; the dealer's dice break the wall, fourteen tiles for the"
                " dealer and thirteen for the others; the player across throws for the wild tile",
                "起家は抽選；親の賽で山を開け親十四枚・子十三枚、対面の賽で混を決める",
            ),
            f"{SEED} 庄家, 拿牌, 开混",
        ),
        Note(
            Words(
                "混在碰、杠时不能充当别的牌",
                "wild tiles stand for others only in a win, not in a claim",
                "ワイルド牌は和了のときだけ他の牌の代わりになり、ポンや槓ではならない",
            ),
            f"{SEED} 开混",
        ),
        Note(
            Words(
                "开杠后从牌城尾部补牌，遇到开混的墩补剩下的那张",
                "a kong is replaced from the end of the wall, at the turned tile's stack by the tile left"
                " of it",
                "槓の補充は山の尾から、表示牌の幢では残りの一枚",
            ),
            f"{SEED} 吃碰杠牌, 杠后补牌",
        ),
        Note(
            Words(
                "杠开不能使提溜成和",
                "a win after a kong does not make a plain hand one that may win",
                "嶺上開花でも提溜（役なし）は和了できない",
            ),
            f"{SEED} 提溜",
        ),
    ),
)
