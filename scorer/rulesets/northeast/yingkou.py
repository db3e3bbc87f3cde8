"""营口麻将, Yingkou: no pair of twos or eights, three suits, a terminal, a triplet and three runs; 会 wild.

The document says what wins and prices nothing. The values are those of 穷胡 as it is played in the same
province, where kongs are fan and not paid for by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rules.wild_indicator import itself
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.northeast import fans as northeast
from paiyan.scorer.rulesets.northeast import payments, qionghu
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import HONOURS, ORPHANS, TERMINALS, mask_of, ranks

SEED = POCKET_MAHJONG.section("营口麻将")
PROVINCE = Document("沈阳穷胡, fan table of a public scoring program").section(
    "shenyangFanTable, DongbeiScoreCalculator"
)


def _three_suits(a: Arranged) -> bool:
    return a.suits == 7


def _has_terminal(a: Arranged) -> bool:
    """It holds 幺九, which no wild tile supplies: honours that one stands for are not held."""
    return bool(a.faces & ORPHANS & mask_of(t.kind for t in a.hand.held))


def _pair_fits(a: Arranged) -> bool:
    """Neither twos nor eights for the pair 二八不做将; seven pairs have no such pair."""
    return a.form is not Form.STANDARD or not ranks(2, 8) >> a.pairs[0][1] & 1


def _one_triplet(a: Arranged) -> bool:
    """aaa abc abc abc aa."""
    return len(a.triplets) == 1 and len(a.runs) == 3


_SUITS = Shown(_three_suits, northeast.THREE_SUITS.words)
_TERMINAL = Shown(_has_terminal, northeast.TERMINALS.words)
_PAIR = Shown(_pair_fits, Words("二、八不能做将", "the pair is twos or eights", "二・八は雀頭にできない"))
_FORM = Shown(
    _one_triplet,
    Words("牌型不是一副刻子三副顺子", "not one triplet and three runs", "刻子一つ順子三つではない"),
)


def _unclaimed(hand: Hand) -> bool:
    kinds = itself(hand)
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles if m.is_claimed)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    may_be = ANY & ~(TERMINALS if options["wild_honours"] else TERMINALS | HONOURS)
    rules = rules.changed(wild=Wild(kinds=itself, may_be=may_be, turned=True))
    if options["opened"]:
        rules = rules.changed(must=(northeast.OPENED,))
    if options["form"] == "printed":
        return rules
    shown = (_SUITS, _TERMINAL, _PAIR, northeast.TRIPLET)
    return rules.changed(
        forms=(*rules.won_by.forms, Form.SEVEN_PAIRS),
        fans=(*qionghu.FANS, qionghu.ALL_PUNGS, qionghu.SEVEN_PAIRS),
        must_show=shown,
    )


_OPTIONS = (
    Setting(
        "form",
        Words(
            "牌型：如所印 aaa abc abc abc aa，或任意有刻的牌", "the printed form alone, or any sets", "和了形"
        ),
        "printed",
        f"{SEED} 胡牌型; any: {PROVINCE}",
        choices=("printed", "any"),
        names={"printed": Words("如所印", "printed", "印刷どおり")},
    ),
    Setting(
        "wild_honours",
        Words("会可作风、箭", "the wild tile may stand for honours", "ワイルド牌は字牌にもなる"),
        True,
        f"{SEED}: 可替代除了幺久的任何牌",
    ),
    Setting("opened", Words("须开门", "a win must be opened", "開門が必要"), False, f"true: {PROVINCE}"),
    *qionghu.options(),
)

YINGKOU = RuleSet(
    id="yingkou",
    words=Words("营口麻将", "Yingkou", "営口麻雀"),
    sources=(SEED, PROVINCE),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=itself, may_be=ANY & ~TERMINALS, turned=True)),
    won_by=WonBy(
        must_show=(_SUITS, _TERMINAL, _PAIR, _FORM),
        possible=(
            Condition(
                _unclaimed,
                Words(
                    "会不能吃、碰、明杠",
                    "wild tiles are not claimed: they stand for others in the hand alone",
                    "ワイルド牌は鳴けない",
                ),
            ),
        ),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(fans=qionghu.FANS, fallback=qionghu.PLAIN, value=payments.doubled),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(options=_OPTIONS, table=payments.table(str(PROVINCE)), adapt=_adapt),
    notes=(
        conditions.ONE_WINNER,
        Note(
            Words(
                "牌墙最后一张翻开，这一种是会",
                "the last tile of the wall is turned: its kind is wild",
                "最後の牌が会",
            ),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "yingkou",
            Kind.SILENCE,
            "fans and payments",
            "The document says what wins and gives no value.",
            "Those of 沈阳穷胡, of the same province: fan double, kongs are fan; the discarder pays, and"
            " those whose hand is closed.",
            f"{SEED}; {PROVINCE}",
        ),
        Divergence(
            "yingkou",
            Kind.SILENCE,
            "whether 飘 and seven pairs win",
            "One form is printed, aaa abc abc abc aa: a triplet, three runs and a pair.",
            "It alone wins; the option `form` = any lets other sets and seven pairs win, as in the province.",
            f"{SEED} 胡牌型; {PROVINCE}",
        ),
        Divergence(
            "yingkou",
            Kind.SILENCE,
            "what 除了幺久 keeps the wild tile from",
            "幺 and 九 are the ones and nines; elsewhere honours count as 幺九 too, and 不能断幺九 is met by"
            " them here.",
            "Ones and nines alone: it may stand for an honour, which then is not the 幺九 that a win must"
            " hold, as no wild tile supplies that. The option `wild_honours` = false keeps it from honours"
            " too.",
            str(SEED),
        ),
    ),
)
