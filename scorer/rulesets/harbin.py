"""哈尔滨麻将, Harbin: 112 tiles, the suits and four red dragons; the dealer stays after a win or a draw.

The document gives the tiles and the dealer and no more. What a win must hold, what counts and who pays
follows a public game server: opened, a terminal or the red dragon, a triplet and a run, more than one suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, waits, whole_hand
from paiyan.scorer.fans.fan import Priced, PriceList
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import northeast as family

TEXT = texts("harbin")

SEED = POCKET_MAHJONG.section("哈尔滨麻将")
SERVER = Document("majiang2, a public game server").section("ting_rule haerbin, win_loose_result haerbin")
TILES = TileSet(frozenset((*range(27), 33)))  # 112: 万、饼、条各36张，再加4个红中

# What the treasure 宝牌 did, with the tile it stood for given as the winning one, and its price.
_TREASURES = {"drawn": 2, "red": 2, "gale": 2, "edge": 3, "double": 4}

_at = PriceList(SERVER)


def _fans(*, edges: bool) -> tuple[Priced, ...]:
    """A treasure is drawn, which counts in it; the two great ones leave no room for how the hand waited."""
    how = [_at(waits.MIDDLE_WIN, 1, "夹胡"), _at(waits.PAIR_WIN, 1)]
    how += [_at(waits.EDGE_WIN, 1, "三七边")] if edges else []
    waited = tuple(p.fan for p in how)
    treasures = (
        _at(
            TEXT.fan(f"treasure_{treasure}", family.field_is("treasure", treasure)),
            value,
            excludes=(circumstances.SELF_DRAWN, *(waited if treasure in ("edge", "double") else ())),
        )
        for treasure, value in _TREASURES.items()
    )
    return (*treasures, *how, _at(circumstances.SELF_DRAWN, 1))


_DRAWN = TEXT.condition(
    "treasure_drawn", lambda hand: hand.table["treasure"] == "none" or hand.win is None or hand.win.self_drawn
)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    rules = rules.changed(fans=_fans(edges=options["edges"]))
    if options["conditions"] == "none":
        return rules.changed(required=(_DRAWN,), visible_requirement=())
    return rules.changed(required=rules.won_by.required[:-1]) if options["one_suit"] else rules


_OPTIONS = (
    TEXT.setting("conditions", "all", choices=("all", "none")),
    TEXT.setting("edges", False),
    TEXT.setting("one_suit", False),
    *family.options(
        HOUSE_DEFAULT,
        who_pays=("all", str(SERVER)),
        feeder_pays=(True, f"{SERVER}: 点炮包庄"),
        ready_feeder=(False, str(SERVER)),
        closed_loser=(True, f"{SERVER}: 闭门"),
    ),
)

HARBIN = RuleSet(
    **TEXT.about("harbin"),
    sources=(SEED, SERVER),
    played_with=PlayedWith(tiles=TILES),
    won_by=WonBy(
        required=(
            _DRAWN,
            family.OPENED,
            family.TERMINALS,
            TEXT.condition("suits", lambda hand: family.suits_of(hand) > 1),
        ),
        visible_requirement=(
            family.TRIPLET,
            TEXT.shown("has_run", lambda a: bool(a.runs)),
        ),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(
        fans=_fans(edges=False),
        fallback=_at(whole_hand.CHICKEN, 0, "平胡"),
        value=family.value,
        of_worth=family.of_worth,
    ),
    paid_by=PaidBy(pay=family.pay, side=family.side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            TEXT.setting("treasure", "none", choices=("none", *_TREASURES), of_hand=True),
            *family.table(str(SERVER)),
        ),
        apply_options=_apply_options,
    ),
)
