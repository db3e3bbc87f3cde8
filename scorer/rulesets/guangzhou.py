"""广州麻将, Guangzhou: 136 tiles, chows only from the left; hands and payments are those of 鸡平和.

The document says how it is dealt and claimed. What hands are worth is taken from 鸡平和, which another
section calls the game of the Pearl River delta; horses turned after the win may be added.
"""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets import guangdong_jipinghu as jipinghu
from paiyan.scorer.settling import horses

TEXT = texts("guangzhou")

SEED = POCKET_MAHJONG.section("广州麻将")
DELTA = POCKET_MAHJONG.section("广东麻将 一")
PROGRAM = "guogeer/gofishing-game migrate/mahjong/internal/guangdong.go"


def pay(s: Settling) -> Iterable[Transfer] | Sentence:
    """As 鸡平和, and once more for each horse turned after the win that falls on the winner."""
    paid = jipinghu.pay(s)
    if isinstance(paid, (Words, Message)):
        return paid
    won = list(paid)
    return [*won, *horses.rewarded(won, s.table, s.hand.dealer, s.hand.seat)]


def with_horses(rules: RuleSet) -> RuleSet:
    """Return the rule set with horses turned after a win 奖马, counted from the dealer."""
    return rules.changed(
        pay=pay,
        valid_hand=(TEXT.condition("of_kinds", horses.of_kinds(FULL_SET.kinds)),),
        table=(*rules.agreed_on.table, horses.turned_field(f"{PROGRAM}: 马跟底分")),
    )


GUANGZHOU = with_horses(jipinghu.GUANGDONG_JIPINGHU).but(
    **TEXT.about("guangzhou"),
    sources=(SEED, DELTA, jipinghu.SEED, jipinghu.SPECIAL),
)
