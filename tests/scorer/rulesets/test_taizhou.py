"""taizhou: both worked examples of the seed to the last number, and what losers' hands stand for."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.rulesets.taizhou import standing
from paiyan.scorer.settling.settlement import settle

SOUTH_WINS = {
    "seat": "S",
    "concealed": "234m68p777s5z9s",
    "melds": [{"type": "pung", "tiles": "777z"}],
    "win": {"tile": "8s", "by": "discard", "from": "W"},
}
EAST_WINS = {
    "seat": "E",
    "concealed": "22p68m67p3p",
    "melds": [{"type": "pung", "tiles": "666s"}, {"type": "pung", "tiles": "888s"}],
    "win": {"tile": "7m", "by": "self_draw"},
}


def paid(winner: dict[str, Any], indicator: str, **table: Any) -> dict[str, int]:
    """The balances, which are the same for the deal and for the hand by itself."""
    shared: dict[str, Any] = {"rules": "taizhou", "dealer": "E", "indicator": indicator, "table": table}
    alone, dealt = answer({**shared, **winner}), answer({**shared, "hands": [winner]})
    assert alone["payments"] == alone["balances"] == dealt["balances"]
    assert alone["transfers"] == dealt["transfers"]
    return alone["balances"]


def test_a_player_beside_the_dealer_wins() -> None:
    """闲家胡牌: 32 hu against 0, 4 and 10."""
    assert paid(SOUTH_WINS, "9s", hu_W=0, hu_N=4, hu_E=10) == {"S": 64, "W": -28, "N": -20, "E": -16}


def test_the_dealer_wins() -> None:
    """庄家胡牌: 18 hu against 4, 4 and 8."""
    assert paid(EAST_WINS, "3p", hu_S=4, hu_W=4, hu_N=8) == {"E": 54, "S": -20, "W": -20, "N": -14}


def test_the_same_from_the_losers_hands() -> None:
    losers = [
        {"seat": "S", "concealed": "555m147m235s369p4m"},
        {"seat": "W", "concealed": "147p369m1234z", "melds": [{"type": "pung", "tiles": "999s"}]},
        {"seat": "N", "concealed": "111p24m235s79p123z"},
    ]
    deal = parse_deal({"hands": [EAST_WINS, *losers], "dealer": "E", "indicator": "3p"})
    assert {s.name: n for s, n in settle(rule_set("taizhou"), deal).balances.items()} == {
        "E": 54,
        "S": -20,
        "W": -20,
        "N": -14,
    }


@pytest.mark.parametrize(
    ("concealed", "hu"),
    [
        ("147m258s369p1234z", 0),
        ("147m258s369p1224z", 2),  # the pair of south's own wind
        ("147m258s369p1226z", 2),
        ("147m258s369p1266z", 2),  # a pair of dragons
        ("147m258s369p2266z", 4),
        ("147m258s36p22666z", 20),  # (8 + 2) and a dragon doubles
        ("1112223334445m", 100),  # 20 in one suit: eight times, capped
        (
            "1122445566m222z",
            32,
        ),  # 8 for the three souths: its own wind doubles, and one suit with honours again
        ("1122445566m123z", 0),  # 有一对/刻子/杠: single honours are no half flush
    ],
)
def test_what_a_loser_stands_for(concealed: str, hu: int) -> None:
    assert standing(parse_hand({"concealed": concealed, "seat": "S"})) == hu


def test_an_unknown_loser_is_asked_for() -> None:
    """The others settle their difference; a hand alone is the deal of which it alone is told."""
    deal = parse_deal({"hands": [SOUTH_WINS], "indicator": "9s", "table": {"hu_W": 0, "hu_E": 10}})
    made = settle(rule_set("taizhou"), deal)
    assert [t.points for t in made.transfers if t.payee is Seat.E] == [10]
    assert "those of N are left out" in made.warnings[0].to("en")


def test_who_pays_for_all_counts_nothing_and_pays_everybody() -> None:
    """全包: west discards a winning dragon while not ready; the others' difference is west's too."""
    winner = {
        "seat": "E",
        "concealed": "55z99s123s",
        "melds": [{"type": "chow", "tiles": "123m"}, {"type": "chow", "tiles": "456p"}],
        "win": {"tile": "5z", "by": "discard", "from": "W"},
    }
    got = paid(winner, "9m", blame="not_ready", hu_S=8, hu_W=50, hu_N=2)
    # 56 from each of three to the dealer; south's 8 against north's 2 and against west's nothing.
    assert got == {"E": 168, "S": 3 + 4, "N": 1, "W": -168 - 3 - 4 - 1}


def test_a_flush_made_one_by_a_wild_tile_is_blamed_in_all_payments() -> None:
    """清一色吃三口: the left pays the losers' differences too, whatever the wild tile shows."""
    chows = [{"type": "chow", "tiles": tiles, "from": "left"} for tiles in ("123m", "234m", "345m")]
    hand = {"seat": "S", "concealed": "78m9p9m", "melds": chows}
    won = {**hand, "win": {"tile": "9m", "by": "discard", "from": "W"}}
    table = {"hu_W": 0, "hu_N": 4, "hu_E": 10}
    deal = parse_deal({"hands": [won], "wild": "9p", "table": table})
    made = settle(rule_set("taizhou"), deal)
    assert {s.name: n for s, n in made.balances.items()} == {"E": -166, "S": 160, "W": 0, "N": 6}


def test_who_let_a_win_pass_for_a_flush_is_not_blamed() -> None:
    """能胡的时候不胡，打中发白捉铳，全包（除了清一色）."""
    winner = {
        "seat": "E",
        "concealed": "55z99s123s",
        "melds": [{"type": "chow", "tiles": "123m"}, {"type": "chow", "tiles": "456p"}],
        "win": {"tile": "5z", "by": "discard", "from": "W"},
    }
    others = {"indicator": "9m", "table": {"blame": "passed_a_win", "hu_S": 0, "hu_N": 0}}
    for theirs, blamed in (("1122334455667s", False), ("1122334455667m", False), ("112233445566s7m", True)):
        hands = [winner, {"seat": "W", "concealed": theirs.replace("9m", "8m")}]
        made = settle(rule_set("taizhou"), parse_deal({"hands": hands, **others}))
        assert (made.balances[Seat.W] <= -168) is blamed, theirs


@pytest.mark.parametrize(
    ("table", "asked"), [({}, True), ({"blame": "none"}, False), ({"blame": "not_ready"}, False)]
)
def test_whether_the_dragon_was_new_is_asked_where_nobody_said(table: dict[str, Any], asked: bool) -> None:
    """玩家未听牌，打生张中发白时捉铳，全包."""
    chows = [{"type": "chow", "tiles": "123m"}, {"type": "chow", "tiles": "456p"}]
    win = {
        "seat": "E",
        "concealed": "55z99s123s",
        "melds": chows,
        "win": {"tile": "5z", "by": "discard", "from": "W"},
    }
    hands = [win, {"seat": "W", "concealed": "147m258p369s3467z"}]
    got = answer({"rules": "taizhou", "indicator": "9m", "table": table, "hands": hands})
    assert any("生张" in text for text in got["warnings"]) is asked


def test_blame_counts_on_a_discarded_dragon_alone() -> None:
    win = {
        "seat": "E",
        "concealed": "23p99s123s",
        "melds": [{"type": "chow", "tiles": "123m"}, {"type": "chow", "tiles": "456p"}],
        "win": {"tile": "1p", "by": "discard", "from": "W"},
    }
    got = answer({"rules": "taizhou", "indicator": "9m", "table": {"blame": "not_ready"}, **win})
    assert any("it counts on a discarded dragon alone" in text for text in got["warnings"])
