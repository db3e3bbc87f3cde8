"""Whole deals of riichi: several winners, draws, who deals next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.payments import Pool
from paiyan.scorer.rulesets.riichi import RIICHI
from paiyan.scorer.rulesets.riichi.points import base, on_discard, on_self_draw
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import Settlement, settle, settle_score

READY = "123m67m456p789s22s"  # waits for 5m 8m: pinfu
ALSO = "123p67m456s789p33s"  # the same wait
WAITING = {"S": "111222333p78m44z", "W": "444555666s12m11z", "N": "777888p99p13m333z"}
FAR = "147m258p369s1234z"


def hand(seat: str, concealed: str = "", win: dict[str, Any] | None = None, **table: Any) -> dict[str, Any]:
    return {"seat": seat, "concealed": concealed, "table": table, **({"win": win} if win else {})}


def ron(tile: str, giver: str) -> dict[str, str]:
    return {"tile": tile, "by": "discard", "from": giver}


def settled(*hands: dict[str, Any], options: dict[str, Any] | None = None, **table: Any) -> Settlement:
    return settle(RIICHI.with_options(options), parse_deal({"hands": list(hands), "table": table}))


def paid(*hands: dict[str, Any], options: dict[str, Any] | None = None, **table: Any) -> str:
    """The balances, as ``E+2 W-2``; who neither gains nor loses is left out."""
    net = settled(*hands, options=options, **table).balances
    return " ".join(f"{seat.name}{n:+d}" for seat, n in net.items() if n)


def test_on_one_discard_each_is_paid_and_the_next_to_play_takes_counters_and_sticks() -> None:
    two = hand("E", READY, ron("8m", "W")), hand("N", ALSO, ron("8m", "W"))
    # North plays after west: 1000 + 300 + 2000; east 1500.
    assert paid(*two, honba=1, sticks=2) == "E+1500 W-2800 N+3300"


def test_with_head_bump_only_the_next_to_play_wins() -> None:
    two = hand("E", READY, ron("8m", "W")), hand("N", ALSO, ron("8m", "W"))
    assert paid(*two, options={"several_winners": "head_bump"}) == "W-1000 N+1000"


def test_a_hand_without_a_yaku_is_no_win_to_settle() -> None:
    with pytest.raises(HandError, match="no yaku"):
        settled(hand("S", "123m68m456p789s22s", ron("7m", "W")))


@pytest.mark.parametrize(
    ("ready", "balance"),
    [
        ("", ""),
        ("S", "E-1000 S+3000 W-1000 N-1000"),
        ("SN", "E-1500 S+1500 W-1500 N+1500"),
        ("ESN", "E+1000 S+1000 W-3000 N+1000"),
        ("ESWN", ""),
    ],
)
def test_at_a_draw_those_not_ready_pay_three_thousand(ready: str, balance: str) -> None:
    shown = [hand("E", READY if "E" in ready else FAR)]  # who shows no hand is not ready
    shown += [hand(seat, WAITING[seat]) for seat in "SWN" if seat in ready]
    assert paid(*shown) == balance


def test_three_players_pay_two_thousand() -> None:
    shown = hand("E", "123p67p456s789p33s"), hand("S", "19m19p19s1234555z")
    assert paid(*shown, options={"three_players": True}) == "E+2000 S-1000 W-1000"


def test_nagashi_is_a_mangan_and_nobody_pays_for_not_being_ready() -> None:
    hands = hand("E", READY), hand("S", nagashi=True)
    assert paid(*hands) == "E-4000 S+8000 W-2000 N-2000"
    assert paid(*hands, options={"nagashi_mangan": False}) == "E+3000 S-1000 W-1000 N-1000"


def test_a_deal_broken_off_costs_nothing() -> None:
    assert paid(hand("E", READY), hand("S", FAR), abortive=True) == ""


@pytest.mark.parametrize(
    ("hands", "table", "dealer"),
    [
        ([hand("E", READY, ron("8m", "W"))], {}, Seat.E),
        ([hand("S", READY, ron("8m", "W"))], {}, Seat.S),
        ([hand("E", READY)], {}, Seat.E),
        ([hand("E", FAR)], {}, Seat.S),
        ([hand("E", FAR)], {"abortive": True}, Seat.E),
    ],
)
def test_who_deals_next(hands: list[dict[str, Any]], table: dict[str, Any], dealer: Seat) -> None:
    assert settled(*hands, **table).next_dealer is dealer


@settings(deadline=None)
@given(st.integers(1, 13), st.sampled_from([20, 25, 30, 40, 50, 60, 70, 110]), st.sampled_from(Seat))
def test_a_self_draw_is_worth_about_a_discard(han: int, fu: int, winner: Seat) -> None:
    """Both are the same base points; only the rounding of each payment sets them apart."""
    options = {"counted_yakuman": True, "kiriage": False, "three_players": False, "tsumo_loss": True}
    points, _ = base(han, fu, options)
    drawn = on_self_draw(points, winner, options)
    assert all(n % 100 == 0 for n in drawn.values())
    assert -100 < sum(drawn.values()) - on_discard(points, winner) < 300


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 9), st.integers(0, 9))
def test_what_is_won_comes_from_the_others_and_the_table(random: Random, honba: int, sticks: int) -> None:
    tiles = ["1m", "2m", "3m", "6m", "7m", "4p", "5p", "6p", "7s", "8s", "9s", "2s", "2s"]
    random.shuffle(tiles)
    win = {"tile": "8m", "by": "self_draw"}
    table = {"honba": honba, "sticks": sticks}
    won = score(RIICHI, parse_hand({"concealed": "".join(tiles), "win": win, "seat": "S", "table": table}))
    assert isinstance(won, Score)
    made = settle_score(won)
    from_table = sum(t.points for t in made.transfers if t.payer is Pool.TABLE)
    assert (won.value.points, from_table) == (1500, 1000 * sticks)
    assert sum(t.points for t in made.transfers) == 1500 + 300 * honba + 1000 * sticks
