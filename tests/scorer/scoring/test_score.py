"""What must be true of every score."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.house.load import house_rules
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Shown
from paiyan.scorer.rules.payments import Transfer, balances
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.settlement import settle_score
from paiyan.scorer.tiles.notation import tile
from paiyan.scorer.tiles.tile import TILES, Tile
from tests.oracles.random_hands import random_win
from tests.scorer.examples.test_hands import LINES, Line, read

GUOBIAO = rule_set("guobiao")
NAMING_SUITS = {"all_green", "reversible_tiles"}  # fans that name a suit, or tiles of one
HANDS = st.integers(0, 1 << 30).map(lambda seed: random_win(Random(seed)))


def scored(hand: Hand) -> Score:
    got = score(GUOBIAO, hand)
    assert isinstance(got, Score)
    return got


def fans(got: Score) -> Counter[str]:
    return Counter(m.priced.id for m in got.counted.matches)


def told(hand: Hand, discarder: Seat | None) -> Hand:
    """The hand, won from this seat where it was not drawn."""
    win = cast(Win, hand.win)
    return hand if win.self_drawn else hand.won_on(replace(win, discarder=discarder))


def changed(hand: Hand, kinds: dict[int, int]) -> Hand:
    """The hand with other tiles in the place of its own."""

    def to(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(TILES[kinds.get(t.kind, t.kind)] for t in tiles)

    win = cast(Win, hand.win)
    return replace(
        hand,
        concealed=to(hand.concealed),
        melds=tuple(replace(m, tiles=to(m.tiles)) for m in hand.melds),
        win=replace(win, tile=to((win.tile,))[0]),
    )


@given(HANDS, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_changes_nothing(hand: Hand, random: Random) -> None:
    def shuffled(some: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(random.sample(some, len(some)))

    melds: tuple[Meld, ...] = tuple(random.sample(hand.melds, len(hand.melds)))
    other = replace(hand, concealed=shuffled(hand.concealed), melds=melds, flowers=shuffled(hand.flowers))
    assert (fans(scored(other)), scored(other).value) == (fans(scored(hand)), scored(hand).value)


@given(HANDS, st.sampled_from(list(permutations(range(3)))))
def test_renaming_suits_changes_nothing(hand: Hand, suits: tuple[int, int, int]) -> None:
    other = changed(hand, {9 * s + r: 9 * suits[s] + r for s in range(3) for r in range(9)})
    a, b = scored(hand), scored(other)
    if not NAMING_SUITS & (set(fans(a)) | set(fans(b))):
        assert (fans(a), a.value) == (fans(b), b.value)


@given(HANDS, st.sampled_from(list(permutations(range(31, 34)))))
def test_renaming_dragons_changes_nothing(hand: Hand, dragons: tuple[int, int, int]) -> None:
    other = changed(hand, dict(zip(range(31, 34), dragons, strict=True)))
    a, b = scored(hand), scored(other)
    if not NAMING_SUITS & (set(fans(a)) | set(fans(b))):
        assert (fans(a), a.value) == (fans(b), b.value)


@given(HANDS, st.integers(1, 3), st.integers(0, 2))
def test_turning_the_table_turns_the_payments(hand: Hand, by: int, other: int) -> None:
    """All seats and winds one place on: the same fans, and the same payments one place on."""

    def on(seat: Seat) -> Seat:
        return Seat((seat + by) % 4)

    discarder = hand.seat.others[other]
    here = told(hand, discarder)
    there = changed(hand, {27 + i: 27 + (i + by) % 4 for i in range(4)})
    there = told(replace(there, seat=on(hand.seat), round=on(hand.round)), on(discarder))
    a, b = scored(here), scored(there)
    assert fans(a) == fans(b)
    assert {on(seat): n for seat, n in settle_score(a).balances.items()} == settle_score(b).balances


@given(HANDS, st.integers(0, 2))
def test_payments_sum_to_zero_and_the_winner_gains(hand: Hand, other: int) -> None:
    got = scored(told(hand, hand.seat.others[other]))
    net = settle_score(got).balances
    assert sum(net.values()) == 0
    assert net[hand.seat] > 0
    assert all(n < 0 for seat, n in net.items() if seat is not hand.seat)


@settings(max_examples=12)  # each is scored with every tile there is
@given(HANDS)
def test_waits_are_the_tiles_that_win(hand: Hand) -> None:
    ready = replace(hand, win=None, flowers=())
    held = Counter(t.kind for t in ready.held)
    winning = {
        t
        for t in TILES[:34]
        if held[t.kind] < 4 and isinstance(score(GUOBIAO, ready.won_on(Win(t, By.SELF_DRAW))), Score)
    }
    found = waits(GUOBIAO, ready)
    assert {w.tile for w in found} == winning
    assert all(w.left == 4 - held[w.tile.kind] for w in found)
    for w in found:
        assert w.discard == score(GUOBIAO, ready.won_on(Win(w.tile, By.DISCARD)))
        assert w.self_draw == score(GUOBIAO, ready.won_on(Win(w.tile, By.SELF_DRAW)))


@given(HANDS)
def test_the_total_is_the_sum_of_the_fans(hand: Hand) -> None:
    got = scored(hand)
    assert got.value.total == sum(m.priced.value for m in got.counted.matches)
    flowers = len(hand.flowers)
    assert got.legal == (got.value.total - flowers >= 8)
    again = scored(replace(hand, flowers=()))
    assert again.value.total == got.value.total - flowers


@given(HANDS, st.integers(0, 12), st.sampled_from(TILES[:34]))
def test_a_hand_that_is_spoilt_says_how_far_it_is(hand: Hand, at: int, instead: Tile) -> None:
    at %= len(hand.concealed)
    spoilt = replace(hand, concealed=(*hand.concealed[:at], instead, *hand.concealed[at + 1 :]))
    if max(Counter(t.kind for t in spoilt.held).values()) > 4:
        return
    got = score(GUOBIAO, spoilt)
    if isinstance(got, NotAWin):
        assert got.distance == 0, "one tile of fourteen is wrong"
        for t in got.waits:
            if sum(h.kind == t.kind for h in spoilt.held) < 4:
                assert isinstance(score(GUOBIAO, spoilt.won_on(Win(t, By.SELF_DRAW))), Score)


WON = [line for line in LINES if not line.text.partition("=>")[2].strip().startswith(("error", "waits"))]


@pytest.mark.parametrize("rules", sorted({line.rules for line in WON}))
def test_every_line_of_every_rule_set(rules: str) -> None:
    """Of the hands written by hand: the order of tiles changes nothing, payments sum to zero."""
    for line in (line for line in WON if line.rules == rules):
        got, other = hand_tests.answer(*read(line)), hand_tests.answer(*turned(line))
        if isinstance(got, Score) and isinstance(other, Score):
            assert (got.value, fans(got)) == (other.value, fans(other)), line.where
            paid = settle_score(got).transfers
            seats = (t for t in paid if isinstance(t.payer, Seat))  # no sticks on the table
            transfers = [t for t in seats if isinstance(t.payee, Seat)]  # nor bets of onlookers
            assert sum(balances(transfers).values()) == 0, line.where
        else:
            assert type(got) is type(other), line.where


def turned(line: Line) -> tuple[RuleSet, dict[str, object]]:
    rules, json_ = read(line)
    hand = parse_hand(json_)
    return rules, {**json_, "concealed": "".join(map(str, reversed(hand.concealed)))}


def test_a_win_needs_a_tile_and_a_wait_needs_none() -> None:
    hand = parse_hand({"concealed": "123m456p789s1122z"})
    with pytest.raises(HandError, match="no winning tile"):
        score(GUOBIAO, hand)
    with pytest.raises(HandError, match="take the winning tile away"):
        waits(GUOBIAO, hand.won_on(Win(tile("1z"), By.SELF_DRAW)))


def test_nothing_is_settled_where_nobody_is_said_to_have_discarded() -> None:
    hand = parse_hand({"concealed": "123m456p789s1122z", "win": {"tile": "1z"}})
    made = settle_score(scored(hand))
    assert made.transfers == ()
    assert made.unsettled is not None


def test_payments_that_are_none() -> None:
    why = Words("", "")
    with pytest.raises(ValueError, match="not a payment"):
        balances([Transfer(Seat.E, Seat.E, 1, why)])
    with pytest.raises(ValueError, match="not a payment"):
        balances([Transfer(Seat.E, Seat.S, -1, why)])
    assert balances([]) == dict.fromkeys(Seat, 0)


A_TRIPLET = Shown(lambda a: bool(a.triplets), Words("没有刻子", "it shows no triplet"))


def test_what_the_blocks_must_show_decides_how_a_hand_is_seen() -> None:
    """111222333 are three runs or three triplets; where a triplet is asked for, they are triplets."""
    rules = GUOBIAO.changed(visible_requirement=(A_TRIPLET,))
    drawn = {"win": {"tile": "9s", "by": "self_draw"}}
    got = score(rules, parse_hand({"concealed": "111222333m456p9s", **drawn}))
    assert isinstance(got, Score)
    assert got.arrangement.texts()[:3] == ("111m", "222m", "333m")
    runs = score(rules, parse_hand({"concealed": "123456789m456p9s", **drawn}))
    assert isinstance(runs, NotAWin)
    assert (runs.reason.zh, runs.distance) == ("没有刻子", None)
    assert waits(rules, parse_hand({"concealed": "123456789m456p9s"})) == ()
    lost = score(rules, parse_hand({"concealed": "123456789m457p9s", **drawn}))
    assert isinstance(lost, NotAWin)
    assert lost.distance == 0


WITH_A_JOKER = """
id = "with-a-joker"
name = "飞"
base = "hongkong"

[[tile]]
tile = "9x"
name = { zh = "飞", en = "Joker" }
as = "wild"
copies = 4
"""


def test_flowers_win_by_themselves_beside_wild_tiles() -> None:
    """What the other tiles could stand for is not asked, nor where one would lie that is of no usual kind."""
    rules = house_rules(WITH_A_JOKER)
    hand = parse_hand({"concealed": "159m159p159s123z9x", "flowers": "123456f"})
    assert [wait.tile.notation for wait in waits(rules, hand)] == ["7f", "8f"]
    won = score(rules, hand.won_on(Win(tile("7f"), By.SELF_DRAW)))
    assert isinstance(won, Score)
    assert "seven_flowers" in {m.priced.id for m in won.counted.matches}
