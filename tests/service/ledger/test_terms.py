"""What an evening is played for: uma at the end of a game, money, and the least payments that settle it."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.service.ledger.session.terms import Terms, at_the_end, in_money, least_payments, written

RIICHI = Terms(start=25000, target=30000, uma=(15000, 5000, -5000, -15000))


def test_uma_goes_by_place_and_what_the_target_is_above_the_start_to_the_first() -> None:
    ends = at_the_end({0: 10000, 1: -5000, 2: 2000, 3: -7000}, RIICHI, on_table=0)
    assert ends == {0: 15000 - 5000 + 20000, 1: -5000 - 5000, 2: 5000 - 5000, 3: -15000 - 5000}


def test_the_first_takes_what_lies_on_the_table() -> None:
    assert at_the_end({0: 0, 1: 3000, 2: -1000, 3: -3000}, Terms(), on_table=1000)[1] == 1000


def test_who_are_equal_share_what_their_places_get() -> None:
    ends = at_the_end({2: 1000, 3: 1000, 0: -1000, 1: -1000}, Terms(uma=(7, 4, -4, -7)), on_table=0)
    assert ends == {2: 6, 3: 5, 0: -5, 1: -6}  # 11 in two: the odd point to whoever dealt earlier


four = st.lists(st.integers(-50, 50), min_size=4, max_size=4)


@given(four, four, st.integers(0, 9), st.integers(0, 9), st.integers(0, 5))
def test_the_end_of_a_game_makes_no_points(
    gained: list[int], uma: list[int], start: int, above: int, lies: int
) -> None:
    uma[3] = -sum(uma[:3])
    terms = Terms(start=start, target=start + above, uma=(uma[0], uma[1], uma[2], uma[3]))
    assert sum(at_the_end(dict(enumerate(gained)), terms, lies).values()) == lies


@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=8),
    st.integers(1, 1000),
    st.sampled_from(["1", "50", "0.5", "0.33", "7.25"]),
)
def test_money_is_kept_to_the_last_cent(points: list[int], each: int, money: str) -> None:
    points.append(-sum(points))
    terms = Terms(points=each, money=money)
    amounts = in_money(points, terms)
    assert sum(amounts) == 0
    worth = float(money) * 10**terms.digits / each
    assert all(abs(amount - n * worth) <= 1.001 for amount, n in zip(amounts, points, strict=True))


def test_money_is_written_with_the_digits_of_its_stake() -> None:
    assert [written(1250, 2), written(-5, 2), written(70, 0)] == ["12.50", "-0.05", "70"]


def groups(balances: list[int]) -> int:
    """Into how many groups that sum to zero people fall at most: every first group is tried."""
    if not balances:
        return 0
    first, *others = balances
    return 1 + max(
        groups([n for i, n in enumerate(others) if i not in some])
        for size in range(len(others) + 1)
        for some in combinations(range(len(others)), size)
        if first + sum(others[i] for i in some) == 0
    )


@settings(max_examples=150)
@given(st.lists(st.integers(-6, 6), max_size=6))
def test_no_way_to_settle_has_fewer_payments(balances: list[int]) -> None:
    balances.append(-sum(balances))
    payments = least_payments(balances)
    left = list(balances)
    for payer, payee, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)
    owing = [n for n in balances if n]
    assert len(payments) == len(owing) - groups(owing)
