"""深圳麻将, Shenzhen: as in Guangdong, four sets and a pair, by pung and kong; horses may be added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Note
from paiyan.scorer.rulesets.guangdong import jipinghu
from paiyan.scorer.rulesets.guangdong.guangzhou import PROGRAM, with_horses
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("深圳麻将")
_PARENT = with_horses(jipinghu.GUANGDONG_JIPINGHU)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(melds=_PARENT.played_with.melds) if options["chow"] else rules


SHENZHEN = _PARENT.without("thirteen_orphans").but(
    id="shenzhen",
    words=Words("深圳麻将", "Shenzhen", "深圳麻雀"),
    sources=(SEED, jipinghu.SEED, jipinghu.SPECIAL),
    forms=(Form.STANDARD,),
    melds=_PARENT.played_with.melds - {MeldType.CHOW},
    adapt=_adapt,
    options=(
        Setting(
            "chow",
            Words("可以吃上家", "chows are allowed", "チー可"),
            False,
            f"{SEED}: 摸牌、打牌、碰牌、开杠; true: {POCKET_MAHJONG} §广东麻将 三",
        ),
    ),
    notes=(
        Note(
            Words(
                "每名玩家十三张，摸、打、碰、杠，集齐四组和一对眼便胡",
                "thirteen tiles each; draw, discard, pung and kong until there are four sets and a pair",
                "各自十三枚；ツモ・打牌・ポン・槓で四面子一雀頭",
            ),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "shenzhen",
            Kind.SILENCE,
            "hands, prices, payments and the dealer",
            "“玩法与广东麻雀基本上相同”: as in Guangdong, and no more than four sets and a pair.",
            "As in guangdong-jipinghu, without 十三幺, which is no sets and pair.",
            f"{SEED}; {POCKET_MAHJONG} §广东麻将 四 to 七",
        ),
        Divergence(
            "shenzhen",
            Kind.SILENCE,
            "chows and horses",
            "Of claims the section names pung and kong; of horses it says nothing.",
            "No chow (`chow` allows it); horses turned after the win as in guangzhou.",
            f"{SEED}; {PROGRAM}",
        ),
    ),
)
