"""吉林麻将, Jilin: three suits or one, a terminal or honour in every win, 旋风杠 and 喜杠 upon 推倒胡.

The document gives the tiles, the kongs and what a win must hold, and breaks off there. What is counted and
paid is that of 长春, its neighbour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.changchun import CHANGCHUN, MIL, RULES, TREASURE_DRAWN
from paiyan.scorer.rulesets.common import northeast as family
from paiyan.scorer.tiles.unusual_sets import DRAGONS

TEXT = texts("jilin")

SEED = POCKET_MAHJONG.section("吉林麻将")
NEIGHBOUR = f"{HOUSE_DEFAULT}: as {MIL}"

ONE_SUIT = TEXT.fan(
    "one_suit_with_honours", lambda a: (a.all,) if family.suits_of(a.hand.won_on(a.win)) == 1 else ()
)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(
        mixed=family.mixed_kongs(options, DRAGONS),
        visible_requirement=(family.TRIPLET,) if options["triplet"] else (),
        fans=tuple(
            p.but(value=options["one_suit"]) if p.id == ONE_SUIT.id else p for p in rules.counted_by.fans
        ),
    )


_OPTIONS = (
    TEXT.setting("triplet", False),
    TEXT.setting("one_suit", 2),
    *family.options(NEIGHBOUR, mixed=True),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}

JILIN = CHANGCHUN.changed(
    **TEXT.about("jilin"),
    sources=(SEED, RULES),
    mixed=family.mixed_kongs(_DEFAULTS, DRAGONS),
    required=(
        TREASURE_DRAWN,
        TEXT.condition("three_or_one", lambda hand: family.suits_of(hand) in (1, 3)),
        family.TERMINALS,
    ),
    visible_requirement=(),
    fans=(
        *(replace(p, source=NEIGHBOUR) for p in CHANGCHUN.counted_by.fans),
        ONE_SUIT.at(2, source=f"{HOUSE_DEFAULT}: {SEED} 基本胡牌 lets it win and does not price it"),
    ),
    fallback=replace(CHANGCHUN.counted_by.fallback, source=NEIGHBOUR)
    if CHANGCHUN.counted_by.fallback
    else None,
    options=_OPTIONS,
    selected={},
    table=tuple(replace(s, source=NEIGHBOUR) for s in CHANGCHUN.agreed_on.table),
    apply_options=_apply_options,
)
