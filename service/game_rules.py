"""A rule set as the decoder of readings needs to know it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.arranging.wild.hands import complete
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.json_fields import as_object, as_tile, as_tiles
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.tile import BACK, FLOWER, TILES
from paiyan.scorer.tiles.unusual_sets import set_of
from paiyan.service.errors import BadHand

if TYPE_CHECKING:
    from paiyan.vision.decoding.game_rules import Against, Game
    from paiyan.vision.structure.scores import Knowledge


def game_of(rules: RuleSet, situation: Mapping[str, Any] | None = None) -> Game:
    """The tiles, melds and winning forms of a rule set, with the options, the wild tiles and the state of the
    table that a hand object tells. Flowers of a set may lie beside any game's hand. Raises `BadHand`.
    """
    from paiyan.vision.decoding.game_rules import MELDS, RUNS, Game

    try:
        options = as_object((situation or {}).get("options") or {}, "options")
        rules = rules.with_options(_known(options, rules.agreed_on.options))
        against = (
            None
            if rules.played_with.wild is None
            else _against(rules, rules.played_with.wild, _deal(rules, situation or {}))
        )
    except HandError as wrong:
        raise BadHand(wrong) from wrong
    own = () if rules.played_with.flowers_as is None else (rules.played_with.flowers_as,)
    known = {meld.value for meld in rules.played_with.melds}
    return Game(
        kinds=rules.played_with.tiles.kinds
        | {k for k in (*rules.played_with.tiles.flowers, *own) if k < FLOWER},  # and 硬花
        reds=rules.played_with.tiles.reds,
        melds=MELDS - {meld for meld in MELDS if meld not in known},
        chows=frozenset(RUNS) if rules.won_by.chows is None else rules.won_by.chows,
        forms=rules.won_by.forms,
        flowers_as=rules.played_with.flowers_as,
        against=against,
        known=_known_of(rules),
    )


def _known_of(rules: RuleSet) -> Knowledge:
    """Return the part of a rule set that matters to the layout of tiles, without flowers: those of a set may
    lie next to any hand, and a reader that expects flowers takes a sticker for one."""
    from paiyan.vision.structure.scores import Knowledge

    return Knowledge(
        tiles=13 if rules.played_with.hand_size == 13 else 16 if rules.played_with.hand_size == 16 else None,
        chows=MeldType.CHOW in rules.played_with.melds,
    )


def _deal(rules: RuleSet, situation: Mapping[str, Any]) -> Hand:
    """Return what the situation says of the deal, with no tiles in hand."""
    turned = situation.get("indicator")
    return Hand(
        (),
        wild=as_tiles(situation.get("wild") or "", "wild"),
        indicator=as_tile(turned, "indicator") if turned else None,
        table=rules.filled_table(
            _known(as_object(situation.get("table") or {}, "table"), rules.agreed_on.table)
        ),
    )


def _known(options: Mapping[str, Any], settings: Sequence[Setting]) -> dict[str, Any]:
    """Keep the options that a rule set has; others belong to another one, or are refused with the hand."""
    known = {setting.id for setting in settings}
    return {name: value for name, value in options.items() if name in known}


def _against(rules: RuleSet, wild: Wild, deal_known: Hand) -> Against:
    """Return a function for the log cost of a won hand with wild tiles: that those are ones that make it win.

    If the wild tiles are unknown, any tile may have been the indicator.
    """
    turned = [replace(deal_known, indicator=TILES[k]) for k in sorted(rules.played_with.tiles.kinds)]
    named = wild.kinds(deal_known) or not any(map(wild.kinds, turned))
    deals = [(deal, wild.kinds(deal)) for deal in ([deal_known] if named else turned)]

    def against(held: tuple[int, ...], melds: tuple[tuple[int, ...], ...]) -> float:
        tiles = tuple(TILES[code] for code in held)
        kinds = frozenset(t.kind for t in tiles)
        blocks = tuple(_block(meld) for meld in melds)
        known: dict[frozenset[int], bool] = {}
        wins = 0
        for deal, free in deals:
            key = free if wild.stand_in in kinds else free & kinds  # other deals are alike to this hand
            if key not in known:
                known[key] = _wins(rules, wild, replace(deal, concealed=tiles), blocks)
            wins += known[key]
        return -math.log(wins / len(deals)) if wins else math.inf

    return against


def _wins(rules: RuleSet, wild: Wild, hand: Hand, melds: tuple[Block, ...]) -> bool:
    """True if these tiles, the winning one last, are a whole hand, whatever it is worth."""
    *rest, won = hand.concealed
    if not wild.plays(hand):
        counts = counted([t.kind for t in hand.concealed])
        return any(
            next(splits(counts, form, melds=len(melds)), None) is not None for form in rules.won_by.forms
        )
    waiting = replace(hand, concealed=tuple(rest))
    return any(complete(held, rules.won_by.forms, melds=melds, rule=wild) for held in wild.held(waiting, won))


def _block(codes: Sequence[int]) -> Block:
    """A meld as a block; of one that lies face down only that it is a kong is known."""
    kinds = sorted(TILES[code].kind for code in codes if code != BACK)
    if len(codes) == 3:
        return set_of((kinds[0], kinds[1], kinds[2]))
    return Block(Shape.KONG, kinds[0] if kinds else 0)
