"""Waits with wild tiles against brute force over all fillings (../shared/oracles/wildcard_waits.jsonl)."""

from __future__ import annotations

import json
from typing import Any

from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.arranging.wild.hands import winning_kinds
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import TILES
from tests.beside import ORACLES, needs_oracles

FILE = ORACLES / "wildcard_waits.jsonl"
MELD = Meld(MeldType.PUNG, (TILES[27],) * 3)  # which tiles the melds hold does not matter to the waits


def case(line: dict[str, Any]) -> tuple[Hand, tuple[Form, ...]]:
    wild = tile(line["wild_tile"])
    held = parse(line["concealed_natural"]) + (wild,) * line["wildcards"]
    forms = (Form.STANDARD,) + ((Form.SEVEN_PAIRS,) if line["seven_pairs_allowed"] else ())
    return Hand(held, (MELD,) * line["open_melds"], wild=(wild,)), forms


@needs_oracles
def test_waits_agree_with_brute_force() -> None:
    rule, wrong = Wild(), list[str]()
    for line in map(json.loads, FILE.read_text("utf-8").splitlines()):
        hand, forms = case(line)
        (wild,) = hand.wild
        got = winning_kinds(rule, hand, forms)
        natural = [
            TILES[k].notation
            for k in got
            if k != wild.kind and hand.concealed.count(TILES[k]) < 4  # the file leaves out what is used up
        ]
        on_wild = line["wildcards"] == 4 or (wild.kind in got) == line["expected"]["wins_on_drawing_wild"]
        (held,) = rule.held(hand)
        away = distance(held.counts, forms, melds=len(hand.melds), wilds=held.wilds)
        if natural != line["expected"]["waits"] or not on_wild or (away == 0) != bool(got):
            wrong.append(line["id"])
    assert wrong == []
