"""Fields of the table filled in from the hands 由各家手牌得出, which are not believed against the hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from scorer.hand.deal import Deal
from scorer.settling.inferred_fields import Evidence
from scorer.hand.json_fields import HandError
from scorer.messages import deal as refusal
from scorer.rules.rule_set import RuleSet
from scorer.scoring.score import waits
from scorer.rules.settings import Setting
from scorer.hand.hand import Hand, Seat
from scorer.tiles.tile import FLOWER


def derived(rules: RuleSet, deal: Deal) -> Deal:
    """The deal with what its hands show of the table in the table of each winner.

    Raises `HandError` for a field that was told otherwise.
    """
    fields = [s for s in rules.table if s.shown]
    if not fields or not deal.waves:
        return deal

    def ready(seat: Seat) -> bool | None:
        hand = deal.hand(seat)
        return None if hand is None or not hand.concealed or hand.win else _ready(rules, hand)

    hands = tuple(_derived(fields, deal, hand, ready) if hand.win else hand for hand in deal.hands)
    return replace(deal, hands=hands)


def _ready(rules: RuleSet, hand: Hand) -> bool:
    """Whether it waits for a tile that another may discard."""
    return any(w.tile.kind < FLOWER for w in waits(rules, hand))


def _derived(fields: list[Setting], deal: Deal, hand: Hand, ready: Callable[[Seat], bool | None]) -> Hand:
    table = dict(hand.table)
    for field in fields:
        told = table.get(field.id)
        is_so = cast("Callable[[Evidence], Any]", field.shown)(Evidence(deal, hand, told, ready))
        if is_so is None:
            continue
        if told is not None and told != is_so:
            raise HandError(refusal.SHOWN_OTHERWISE, field=field.id, told=told, shown=is_so)
        table[field.id] = is_so
    return hand.at_table(table)
