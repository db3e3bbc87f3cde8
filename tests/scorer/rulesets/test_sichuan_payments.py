"""Who pays whom under the rules of sichuan: wins, kongs, drawn deals; and what holds for all its deals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.notation import notation
from tests.scorer.rulesets.sichuan_deals import (
    FAR,
    FARTHER,
    OTHER,
    PAIRS,
    PIG,
    PLAIN,
    Json,
    hand,
    meld,
    paid,
    settled,
    won,
)

# --- who pays for a win


def test_the_discarder_alone_pays() -> None:
    assert paid(hand("S", PLAIN, win=won("6p", "N"))) == "S+1 N-1"


def test_after_a_self_draw_the_three_others_pay() -> None:
    assert paid(hand("S", PLAIN, win=won("6p"))) == "E-1 S+3 W-1 N-1"


def test_the_giver_of_the_kong_pays_alone_for_the_win_on_its_replacement() -> None:
    kong = meld("kong", "2222p", "W")
    deal = hand("S", "123m345m999p6p", kong, win=won("6p", "", "kong_replacement"))
    assert paid(deal) == "S+6 W-6"  # the kong 2, then 平胡 1, 杠 1, 杠上花 2
    assert paid(deal, options={"led_kong": "all"}) == "E-4 S+14 W-6 N-4"


def test_several_winners_on_one_discard_are_paid_each_and_the_next_to_play_comes_first() -> None:
    made = settled(hand("E", PLAIN, win=won("6p", "W")), hand("N", OTHER, win=won("6p", "W")))
    assert [s.hand.seat for s in made.scores] == [Seat.N, Seat.E]
    assert made.balances == {Seat.E: 1, Seat.S: 0, Seat.W: -2, Seat.N: 1}


def test_a_robbed_kong_is_no_kong() -> None:
    robbed = hand("S", "123m45m222p999p66p", win=won("6m", "W", by="robbed_kong"))
    assert paid(robbed, hand("W", "", meld("pung", "666m", "E"))) == "S+2 W-2"


# --- kongs, paid at once


@pytest.mark.parametrize(
    ("kong", "net"),
    [
        (meld("kong", "8888s", "E"), "E-2 S+1 W+2 N-1"),
        (meld("added_kong", "8888s", "E"), "E-1 W+3 N-2"),
        (meld("concealed_kong", "8888s"), "E-2 S-1 W+6 N-3"),
    ],
    ids=["claimed", "added", "concealed"],
)
def test_kongs_are_paid_whoever_wins(kong: Json, net: str) -> None:
    assert paid(hand("S", PLAIN, win=won("6p", "N")), hand("W", "", kong)) == net


def test_kongs_cost_what_the_options_say() -> None:
    deal = (hand("S", PLAIN, win=won("6p", "N")), hand("W", "", meld("added_kong", "8888s", "E")))
    assert paid(*deal, options={"kong_added": 0}) == "S+1 N-1"
    assert paid(*deal, options={"kong_added": 5}) == "E-5 S-4 W+15 N-6"


@pytest.mark.parametrize(
    ("choice", "net"),
    [("keep", "E-2 S+2"), ("refund", "S+2 N-2"), ("transfer", "E-2 S+4 N-2")],
)
def test_a_shot_after_a_kong(choice: str, net: str) -> None:
    """N took 2 from E for a kong and discards the tile that S wins on, 平胡 1 and 杠上炮 1."""
    deal = (
        hand("S", PLAIN, win=won("6p", "N", "kong_replacement")),
        hand("N", "", meld("kong", "8888s", "E")),
    )
    assert paid(*deal, options={"kong_before_shot": choice}) == net


# --- a draw


def test_who_is_not_ready_pays_each_ready_hand_the_least_it_could_win() -> None:
    made = settled(hand("E", FAR), hand("S", FARTHER), hand("W", PAIRS), hand("N", OTHER))
    assert made.balances == {Seat.E: -4, Seat.S: -4, Seat.W: 6, Seat.N: 2}
    assert {s.name: notation(w.tile for w in ws) for s, ws in made.ready.items()} == {
        "E": "",
        "S": "",
        "W": "7p",
        "N": "36p",
    }


def test_least_or_most_a_ready_hand_could_win() -> None:
    """Waiting for 2p, which makes a root, and for 5p, which does not."""
    four = (hand("E", FAR), hand("S", FARTHER), hand("W", OTHER), hand("N", "345m678m99m22234p"))
    assert paid(*four) == "E-2 S-2 W+2 N+2"
    assert paid(*four, options={"ready_pays": "most"}) == "E-3 S-3 W+2 N+4"


def test_a_flower_pig_pays_all_who_are_none_and_no_ready_hand_beside() -> None:
    four = (hand("E", PIG), hand("S", FARTHER), hand("W", PAIRS), hand("N", PIG))
    assert paid(*four) == "E-16 S+13 W+19 N-16"
    assert paid(*four, options={"flower_pig": 0}) == "S-3 W+3"


def test_a_tile_of_the_suit_given_up_makes_a_pig() -> None:
    three = (hand("E", PLAIN), hand("S", OTHER), hand("W", "11s22s33s99s66m77m8m"))
    assert paid(*three, hand("N", PAIRS, table={"void_suit": "s"})) == ""
    assert paid(*three, hand("N", PAIRS, table={"void_suit": "p"})) == "E+8 S+8 W+8 N-24"


def test_kong_points_go_back_where_the_hand_is_not_ready() -> None:
    kong = meld("concealed_kong", "5555s")
    ready = (hand("S", PLAIN), hand("W", PAIRS), hand("N", "123m456m789m5678p"))
    four = (hand("E", "4477669m228s", kong), *ready)
    assert paid(*four) == "E-5 S+1 W+3 N+1"
    assert paid(*four, options={"kong_refund": False}) == "E+1 S-1 W+1 N-1"


def test_a_draw_is_settled_among_those_whose_hands_are_told() -> None:
    told = settled(hand("E", PIG), hand("S", PLAIN), hand("W", PAIRS))
    assert {seat.name: n for seat, n in told.balances.items()} == {"E": -16, "S": 8, "W": 8, "N": 0}
    assert "what N pay or get is left out" in told.warnings[-1].to("en")
    assert settled().balances == dict.fromkeys(Seat, 0)  # and without any hand nothing is


# --- play goes on after a win


def test_who_has_won_pays_no_more() -> None:
    deal = (
        hand("S", PLAIN, win=won("6p", "N")),
        hand("E", PAIRS, win=won("7p")),
        hand("W", "123m456m789m1s", meld("pung", "888s", "N")),
        hand("N", "456s789s99s11s", meld("concealed_kong", "2222s")),
    )
    order = [{"seat": "S", "win": "6p"}, {"seat": "N", "kong": "2s"}, {"seat": "E", "win": "7p"}]
    net = settled(*deal, options={"bloody": True}, events=order).balances
    # S+1 from N; the kong 2 from E and W, not from S; 七对 3 from W and N; then the wall ends: N and W wait.
    assert net == {Seat.E: 4, Seat.S: 1, Seat.W: -5, Seat.N: 0}


def test_without_the_option_the_first_win_ends_the_deal() -> None:
    deal = (hand("S", PLAIN, win=won("6p", "N")), hand("E", PAIRS, win=won("7p")))
    order = [{"seat": "S", "win": "6p"}, {"seat": "E", "win": "7p"}]
    with pytest.raises(HandError, match="the first win ends a deal of Sichuan"):
        settled(*deal, events=order)


# --- who deals next


def test_the_winner_deals_next_or_who_fed_several_or_the_same_after_a_draw() -> None:
    one = hand("S", PLAIN, win=won("6p", "W"))
    two = hand("N", OTHER, win=won("6p", "W"))
    draw = (hand("E", PAIRS), hand("S", PLAIN), hand("W", OTHER), hand("N", PIG))
    assert settled(one).next_dealer is Seat.S
    assert settled(one, two).next_dealer is Seat.W
    assert settled(*draw, dealer="N").next_dealer is Seat.N


# --- what holds for every deal


def dealt(seed: int) -> list[Json]:
    """Four hands of a made-up deal: kongs, then thirteen tiles each; the first may have won."""
    random = Random(seed)
    wall = [k for k in range(27) for _ in range(4)]
    random.shuffle(wall)
    has_won = random.random() < 0.7
    for kind in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6) if has_won else ():
        wall.remove(kind)
    hands: list[Json] = []
    for seat in Seat:
        if has_won and seat is Seat.E:
            win = won("5m", random.choice(("", "S", "W", "N")))
            hands.append(hand("E", "5m11m22m33m44m66m77m", win=win))
            continue
        melds: list[Json] = []
        for _ in range(random.choice((0, 0, 1, 2))):
            kind = random.choice([k for k in range(9, 27) if wall.count(k) == 4] or [0])
            if wall.count(kind) == 4:
                wall = [k for k in wall if k != kind]
                type_ = random.choice(("kong", "added_kong", "concealed_kong"))
                side = "" if type_ == "concealed_kong" else random.choice(("left", "across", "right"))
                melds.append(meld(type_, notation([kind] * 4), side))
        n = 13 - 3 * len(melds)
        hands.append(hand(seat.name, notation(wall[:n]), *melds))
        wall = wall[n:]
    return hands


def turned(hands: list[Json], by: int) -> list[Json]:
    """The same deal with every seat moved on."""

    def on(seat: str) -> str:
        return Seat((Seat[seat] + by) % 4).name

    moved: list[Json] = []
    for h in hands:
        win = h.get("win")
        if win and "from" in win:
            win = {**win, "from": on(win["from"])}
        moved.append({**h, "seat": on(h["seat"]), **({"win": win} if win else {})})
    return moved


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**6), by=st.integers(1, 3), bloody=st.booleans())
def test_payments_sum_to_zero_and_turn_with_the_seats(*, seed: int, by: int, bloody: bool) -> None:
    hands = dealt(seed)
    options = {"bloody": bloody, "kong_before_shot": "transfer"}
    net = settled(*hands, options=options).balances
    assert sum(net.values()) == 0
    again = settled(*turned(hands, by), options=options, dealer=Seat(by).name).balances
    assert again == {Seat((seat + by) % 4): n for seat, n in net.items()}
