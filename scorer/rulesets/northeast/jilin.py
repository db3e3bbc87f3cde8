"""吉林麻将, Jilin: three suits or one, a terminal or honour in every win, 旋风杠 and 喜杠 upon 推倒胡.

The document gives the tiles, the kongs and what a win must hold, and breaks off there. What is counted and
paid is that of 长春, its neighbour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.northeast import fans as northeast
from paiyan.scorer.rulesets.northeast import payments
from paiyan.scorer.rulesets.northeast.changchun import CHANGCHUN, MIL, RULES, TREASURE_DRAWN
from paiyan.scorer.tiles.mixed_kongs import DRAGONS

SEED = POCKET_MAHJONG.section("吉林麻将")
NEIGHBOUR = f"{HOUSE_DEFAULT}: as {MIL}"


def _three_or_one(hand: Hand) -> bool:
    return northeast.suits_of(hand) in (1, 3)


def _one_suit(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if northeast.suits_of(a.hand.won_on(a.win)) == 1 else ()


ONE_SUIT = Fan(
    "one_suit_with_honours",
    "清一色",
    "One Suit, Honours Allowed",
    _one_suit,
    ja="一色（字牌可）",
    text=Words("只有一门花色，可带字牌", "one suit alone; honours may be with it", "一色のみ、字牌は可"),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(
        mixed=payments.mixed_kongs(options, DRAGONS),
        must_show=(northeast.TRIPLET,) if options["triplet"] else (),
        fans=tuple(
            p.but(value=options["one_suit"]) if p.id == ONE_SUIT.id else p for p in rules.counted_by.fans
        ),
    )


_OPTIONS = (
    Setting(
        "triplet",
        Words("和牌须有刻", "a win must show a triplet or kong", "刻子か槓が必要"),
        False,
        f"{SEED} 基本胡牌 names two conditions and breaks off; true: {MIL}",
    ),
    Setting(
        "one_suit",
        Words("清一色的番数", "fan of one suit", "一色の翻数"),
        2,
        f"{HOUSE_DEFAULT}: {SEED} 基本胡牌 lets it win and does not price it",
    ),
    *payments.options(NEIGHBOUR, mixed=True),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}

JILIN = CHANGCHUN.changed(
    id="jilin",
    words=Words("吉林麻将", "Jilin", "吉林麻雀"),
    sources=(SEED, RULES),
    mixed=payments.mixed_kongs(_DEFAULTS, DRAGONS),
    must=(
        TREASURE_DRAWN,
        Condition(
            _three_or_one,
            Words(
                "两门花色：须三色全，或清一色（可带字牌）",
                "neither three suits nor one: honours make no suit",
                "三色でも一色でもない",
            ),
        ),
        northeast.TERMINALS,
    ),
    must_show=(),
    fans=(
        *(replace(p, source=NEIGHBOUR) for p in CHANGCHUN.counted_by.fans),
        ONE_SUIT.at(2, source=f"{HOUSE_DEFAULT}: {SEED} 基本胡牌 lets it win and does not price it"),
    ),
    fallback=replace(CHANGCHUN.counted_by.fallback, source=NEIGHBOUR)
    if CHANGCHUN.counted_by.fallback
    else None,
    options=_OPTIONS,
    chosen={},
    table=tuple(replace(s, source=NEIGHBOUR) for s in CHANGCHUN.agreed_on.table),
    notes=(
        conditions.ONE_WINNER,
        *(Note(n.words, NEIGHBOUR) for n in CHANGCHUN.notes[1:-1]),
        Note(Words("每人摆十七墩", "walls of seventeen stacks", "十七幢"), str(SEED)),
    ),
    divergences=(
        Divergence(
            "jilin",
            Kind.SILENCE,
            "fans and payments",
            "The document breaks off after what a win must hold; no value is given.",
            "Those of 长春麻将 with kongs at one and two points; options take other values.",
            f"{SEED}; {RULES}",
        ),
        Divergence(
            "jilin",
            Kind.SILENCE,
            "whether a win needs a triplet",
            "Two conditions are numbered, and the text stops with a semicolon.",
            "No; the option `triplet` asks for one, as the neighbouring games do.",
            f"{SEED} 基本胡牌; {RULES}",
        ),
    ),
    adapt=_adapt,
)
