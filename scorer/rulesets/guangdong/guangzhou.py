"""广州麻将, Guangzhou: 136 tiles, chows from the left alone; hands and payments are those of 鸡平和.

The document says how it is dealt and claimed. What hands are worth is taken from 鸡平和, which another
section calls the game of the Pearl River delta; horses turned after the win may be added.
"""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.messages.languages import Said, Sentence, Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.guangdong import jipinghu
from paiyan.scorer.settling import horses

SEED = POCKET_MAHJONG.section("广州麻将")
DELTA = POCKET_MAHJONG.section("广东麻将 一")
PROGRAM = "guogeer/gofishing-game migrate/mahjong/internal/guangdong.go"


def pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """As 鸡平和, and once more for each horse turned after the win that falls on the winner."""
    paid = jipinghu.pay(s)
    if isinstance(paid, (Words, Said)):
        return paid
    won = list(paid)
    return [*won, *horses.rewarded(won, s.table, s.hand.dealer, s.hand.seat)]


def with_horses(rules: RuleSet) -> RuleSet:
    """The rule set with horses turned after a win 奖马, counted from the dealer."""
    return rules.changed(
        pay=pay,
        possible=(
            Condition(
                horses.of_kinds(FULL_SET.kinds),
                Words("花牌不作马", "a flower is no horse: it is not played with", "花牌は馬にならない"),
            ),
        ),
        table=(*rules.agreed_on.table, horses.turned_field(f"{PROGRAM}: 马跟底分")),
    )


GUANGZHOU = with_horses(jipinghu.GUANGDONG_JIPINGHU).but(
    id="guangzhou",
    words=Words("广州麻将", "Guangzhou", "広州麻雀"),
    sources=(SEED, DELTA, jipinghu.SEED, jipinghu.SPECIAL),
    notes=(
        Note(
            jipinghu.DEAL_AND_CLAIMS,
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "guangzhou",
            Kind.SILENCE,
            "hands, prices, payments and the dealer",
            "The section has the tiles and the claims alone.",
            "As in guangdong-jipinghu, which the section on Guangdong calls the commonest of the delta.",
            f"{SEED}; {DELTA}, 四 to 七",
        ),
        Divergence(
            "guangzhou",
            Kind.SILENCE,
            "horses 奖马",
            "The section has none; they are common in Guangdong.",
            "Tiles turned after the win, told as `horses_turned`: each that falls on the winner, counted from"
            " the dealer, pays the win once more.",
            PROGRAM,
        ),
    ),
)
