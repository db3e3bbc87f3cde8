"""Why a proposal reads a tile as another one: each reason by a hand that has it."""

from __future__ import annotations

import math

import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.proposal import Evidence, Won, judge
from paiyan.vision.structure.scene import LaidMeld, Layout

EVIDENCE = Evidence(
    structure=1.0, log_cost=0.0, network_confidence=1.0, names=1.0, confidence=1.0, min_objectness=1.0
)
MELD = (LaidMeld((11, 12, 13), "chow", None),)


@pytest.mark.parametrize(("text", "at", "instead", "melds", "won", "told"), [
    ("123m456p789s1f5z111z", 9, "5z", False, "won", ("win", 1)),  # one flower is none too many
    ("123m456p789s7z5z111z", 9, "5z", False, "won", ("win", 1)),
    ("123m456p111s1s5z111z", 9, "5z", False, "won", ("win", 4)),  # nor are four of a kind
    ("123m456p111s1s1s111z", 9, "5z", False, "unknown", ("supply", 5)),
    ("123m456p111z55z2s9p4s", 12, "3s", True, "unknown", ("meld", 1)),
    ("123m456p789s0s5z111z", 9, "5z", False, "unknown", ("absent", 1)),
])  # fmt: skip
def test_why_a_tile_is_read_as_another(
    text: str, at: int, instead: str, melds: bool, won: Won, told: tuple[str, int]
) -> None:
    tiles = parse(text)
    codes, new = [tile.code for tile in tiles], parse(instead)[0].code
    logs = [[0.0 if code == one else -60.0 for code in range(46)] for one in codes]
    logs[at][codes[at]], logs[at][new] = math.log(0.6), math.log(0.3)
    last = 10 if melds else len(tiles) - 1
    layout = Layout(concealed=tuple(range(last)), winning=last, melds=MELD if melds else ())
    judged = judge(
        logs,
        codes,
        layout,
        game=Game(reds=(1, 1, 0)),
        won=won,
        confidence=[1.0] * len(tiles),
        evidence=EVIDENCE,
    )
    (change,) = judged.changes
    assert (change.tile, change.read, change.instead) == (at, tiles[at], parse(instead)[0])
    assert (change.why, change.times) == told
    assert change.shares == pytest.approx((0.3, 0.6))
