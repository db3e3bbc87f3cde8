"""What holds for every hand of sichuan, and a second, plain way to price it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.rules.payments import balances
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.settlement import settle_score
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.rulesets.sichuan_deals import BLOODY_RULES

SICHUAN = rule_set("sichuan").with_options()
BLOODY = rule_set("sichuan").with_options(BLOODY_RULES)
RENAMINGS = [
    dict(zip(range(27), (9 * s + r for s in p for r in range(9)), strict=True))
    for p in permutations(range(3))
]
seeds = given(seed=st.integers(0, 10**9))
often = settings(deadline=None, max_examples=80)


def a_win(random: Random, *, suits: int = 2) -> Hand:
    """A hand that has the shape of a win, of this many suits at most."""
    while True:
        pool = [9 * s + r for s in random.sample(range(3), suits) for r in range(9)]
        if random.random() < 0.2:
            sets = [[random.choice(pool)] * 2 for _ in range(7)]
        else:
            ends = random.random() < 0.4
            low = [k for k in pool if k % 9 in ((0, 6) if ends else range(7))]
            equal = [k for k in pool if not ends or k % 9 in (0, 8)]
            pungs = random.choice((0.1, 0.5, 1.0))
            sets = [_set(random, low, equal, pungs) for _ in range(4)] + [[random.choice(equal)] * 2]
        if max(Counter(k for s in sets for k in s).values()) <= 4:
            return _hand(random, sets)


def _set(random: Random, low: list[int], equal: list[int], pungs: float) -> list[int]:
    if random.random() < pungs:
        return [random.choice(equal)] * random.choice((3, 3, 4))
    k = random.choice(low)
    return [k, k + 1, k + 2]


def _hand(random: Random, sets: list[list[int]]) -> Hand:
    melds: list[Meld] = []
    concealed: list[int] = []
    for s in sets:
        tiles = tuple(TILES[k] for k in s)
        if len(s) == 4:
            type_ = random.choice((MeldType.KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG))
            melds.append(Meld(type_, tiles, None if type_ is MeldType.CONCEALED_KONG else Side.LEFT))
        elif len(set(s)) == 1 and len(s) == 3 and random.random() < 0.5:
            melds.append(Meld(MeldType.PUNG, tiles, Side.ACROSS))
        else:
            concealed += s
    random.shuffle(concealed)
    last = TILES[concealed.pop()]
    seat = random.choice(list(Seat))
    by = random.choice((By.DISCARD, By.SELF_DRAW))
    win = Win(last, by, None if by is By.SELF_DRAW else random.choice(seat.others))
    return Hand(tuple(TILES[k] for k in concealed), tuple(melds), seat=seat, win=win)


def won(hand: Hand) -> Score:
    found = score(SICHUAN, hand)
    assert isinstance(found, Score)
    return found


# --- a second way to price a hand: every division into sets, by taking the lowest tile away


def divisions(tiles: Counter[int], *, pair: bool = False) -> Iterator[list[tuple[int, ...]]]:
    k = min((k for k, n in tiles.items() if n), default=None)
    if k is None:
        yield []
        return
    for block in ((k, k), (k, k, k), (k, k + 1, k + 2)):
        fits = len(block) == 3 if pair else True
        if fits and block[-1] // 9 == k // 9 and not Counter(block) - tiles:
            for rest in divisions(tiles - Counter(block), pair=pair or len(block) == 2):
                yield [block, *rest]


def plain_price(hand: Hand) -> int:
    """The seed's table, read off the tiles."""
    melds = [tuple(t.kind for t in m.tiles) for m in hand.melds]
    concealed = Counter(t.kind for t in (*hand.concealed, *((hand.win.tile,) if hand.win else ())))
    tiles = [t.kind for t in hand.held]
    flush = len({k // 9 for k in tiles}) == 1
    base = 0
    if not melds and all(n % 2 == 0 for n in concealed.values()):
        base = 8 if flush else 3
    for division in divisions(concealed):
        blocks = [*melds, *division]
        if sum(len(b) == 2 for b in blocks) != 1:
            continue
        equal = all(len(set(b)) == 1 for b in blocks)
        ends = all({k % 9 for k in b} & {0, 8} for b in blocks)
        prices = [1, 3 * flush, 3 * ends, 2 * equal, 4 * (equal and flush)]
        prices.append(4 * (equal and {k % 9 for k in tiles} <= {1, 4, 7}))
        base = max(base, *prices)
    return base + sum(n == 4 for n in Counter(tiles).values())  # each a root or a kong


@seeds
@settings(deadline=None, max_examples=300)
def test_the_price_is_that_of_the_plain_way(*, seed: int) -> None:
    hand = a_win(Random(seed))
    assert won(hand).value.points == plain_price(hand)


@seeds
@often
def test_the_order_of_tiles_and_the_names_of_suits_change_nothing(*, seed: int) -> None:
    random = Random(seed)
    hand = a_win(random)
    renamed = random.choice(RENAMINGS)
    concealed = [TILES[renamed[t.kind]] for t in hand.concealed]
    random.shuffle(concealed)
    melds = tuple(Meld(m.type, tuple(TILES[renamed[t.kind]] for t in m.tiles), m.source) for m in hand.melds)
    assert hand.win
    win = Win(TILES[renamed[hand.win.tile.kind]], hand.win.by, hand.win.discarder)
    other = Hand(tuple(concealed), melds, seat=hand.seat, win=win)
    assert won(other).value == won(hand).value
    assert settle_score(won(other)).balances == settle_score(won(hand)).balances


@seeds
@often
def test_three_suits_never_win(*, seed: int) -> None:
    hand = a_win(Random(seed), suits=3)
    three = len({t.kind // 9 for t in hand.held}) == 3
    assert isinstance(score(SICHUAN, hand), NotAWin if three else Score)


@seeds
@often
def test_the_winning_tile_is_among_the_waits_with_its_score(*, seed: int) -> None:
    hand = a_win(Random(seed))
    assert hand.win
    by_discard = won(hand.won_on(Win(hand.win.tile, By.DISCARD)))
    waiting = Hand(hand.concealed, hand.melds, seat=hand.seat)
    found = {w.tile: w for w in waits(SICHUAN, waiting)}[hand.win.tile]
    assert isinstance(found.discard, Score)
    assert found.discard.value == by_discard.value
    assert found.left == 4 - sum(t == hand.win.tile for t in waiting.held)


@seeds
@often
def test_points_of_the_bloody_rules_double_up_to_the_cap(*, seed: int) -> None:
    found = score(BLOODY, a_win(Random(seed)))
    assert isinstance(found, Score)
    assert found.value.points == 2 ** min(found.counted.sum, 3)


@seeds
@often
def test_what_is_paid_is_what_the_winner_gets(*, seed: int) -> None:
    hand = a_win(Random(seed))
    found = won(hand)
    net = balances(settle_score(found).of_win[hand.seat])
    assert hand.win
    payers = 3 if hand.win.self_drawn else 1
    assert sum(net.values()) == 0
    assert net[hand.seat] == payers * found.value.points


@pytest.mark.parametrize(
    ("concealed", "void", "away"),
    [
        ("123456789m11p23s", "none", 1),  # runs of m and 123s, but for a pair
        ("123456789m22p23s", "s", 2),  # runs of m and the pair, but for a set
        ("123456789m22p23s", "m", 8),
        ("11m22m33m44p55p66p7s", "none", 1),  # seven pairs, but for a pair of m or p
    ],
)
def test_how_far_three_suits_are_from_a_win_in_two(concealed: str, void: str, away: int) -> None:
    last = "7s" if concealed.endswith("7s") else "1s"
    hand = {"concealed": concealed, "win": {"tile": last, "by": "self_draw"}, "table": {"void_suit": void}}
    got = score(rule_set("sichuan"), parse_hand(hand))
    assert isinstance(got, NotAWin)
    assert got.distance == away
    assert got.waits == ()


def test_melds_of_three_suits_never_win() -> None:
    melds = [{"type": "pung", "tiles": tiles} for tiles in ("111m", "222p", "333s")]
    hand = {"concealed": "444m5p", "melds": melds, "win": {"tile": "5p", "by": "self_draw"}}
    got = score(rule_set("sichuan"), parse_hand(hand))
    assert isinstance(got, NotAWin)
    assert got.distance is None
