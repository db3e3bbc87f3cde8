"""The terms of a session: starting points, uma at the end of a game, the stake, and who pays whom.

Whole points and exact fractions of money; nothing here depends on a database or on rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

NO_UMA = (0, 0, 0, 0)


@dataclass(frozen=True)
class Terms:
    """The terms that four players agreed on before a session.

    Each begins a game with `start` points 配给原点; a game is settled from `target` 返し, and the first gets
    the difference from each. `uma` 顺位马 goes by place, first to fourth, and sums to zero. `points` points
    are worth `money` of a `currency`, which is rounded to as many digits as it has. Without `advice` nobody
    at the table gets advice.
    """

    start: int = 0
    target: int = 0
    uma: tuple[int, int, int, int] = NO_UMA
    points: int = 1
    money: str = "1"
    currency: str = ""
    advice: bool = True

    @property
    def digits(self) -> int:
        """Digits of money behind the point."""
        return max(0, -int(Decimal(self.money).as_tuple().exponent))


FREE = Terms()
"""Nothing was agreed on: a point is a point."""


class Payment(NamedTuple):
    """Money from somebody to somebody; people by their place in a list."""

    payer: int
    payee: int
    amount: int  # in the smallest unit


def at_the_end(gained: Mapping[int, int], terms: Terms, on_table: int) -> dict[int, int]:
    """Return what each player gains at the end of a game, on top of `gained`; the first dealer comes first.

    Uma by place; the target less the start, from each to the first; the stakes on the table, to the first.
    Players with equal points share what their places get; a point that cannot be shared goes to the one who
    dealt earlier (house default; EMA tournaments share uma so). The sum is the stakes on the table.
    """
    below = terms.target - terms.start
    prizes = [prize - below for prize in terms.uma]
    prizes[0] += 4 * below + on_table
    ends: dict[int, int] = {}
    for points in sorted(set(gained.values()), reverse=True):
        equal = [who for who, n in gained.items() if n == points]
        whole = sum(prizes[len(ends) : len(ends) + len(equal)])
        each, left = divmod(whole, len(equal))
        ends.update({who: each + (n < left) for n, who in enumerate(equal)})
    return {who: ends[who] for who in gained}


def in_money(points: Sequence[int], terms: Terms) -> list[int]:
    """Points as money in its smallest unit; points that sum to zero make money that does.

    Each amount is rounded down, and what is missing then is given to those who lost most by it.
    """
    each = Fraction(Decimal(terms.money)) * 10**terms.digits / terms.points
    exact = [n * each for n in points]
    whole = [n.numerator // n.denominator for n in exact]
    missing = round(sum(exact)) - sum(whole)
    by_loss = sorted(range(len(exact)), key=lambda i: (whole[i] - exact[i], i))
    for i in by_loss[:missing]:
        whole[i] += 1
    return whole


def written(amount: int, digits: int) -> str:
    """Money as people write it: 1250 with two digits is 12.50."""
    return str(Decimal(amount).scaleb(-digits))


def least_payments(balances: Sequence[int]) -> list[Payment]:
    """Payments that bring all balances, which sum to zero, to zero; there is no way with fewer of them.

    People fall into as many groups as possible that each sum to zero: a group of n needs n - 1 payments. An
    order of the people is looked for whose partial sums are zero as often as possible, over all subsets.
    """
    people = [i for i, n in enumerate(balances) if n]
    count = 1 << len(people)
    sums, most, last = [0] * count, [0] * count, [0] * count
    for some in range(1, count):
        low = (some & -some).bit_length() - 1
        sums[some] = sums[some & (some - 1)] + balances[people[low]]
        last[some] = max(
            (i for i in range(len(people)) if some >> i & 1), key=lambda i: most[some ^ (1 << i)]
        )
        most[some] = most[some ^ (1 << last[some])] + (sums[some] == 0)
    payments, group, some = list[Payment](), list[int](), count - 1
    while some:
        group.append(people[last[some]])
        some ^= 1 << last[some]
        if sums[some] == 0:
            payments += _within(group, balances)
            group = []
    return payments


def _within(group: Sequence[int], balances: Sequence[int]) -> list[Payment]:
    """One payment fewer than people: whoever owes most pays whoever is owed most."""
    left = {i: balances[i] for i in group}
    payments = list[Payment]()
    while any(left.values()):
        payer, payee = min(left, key=lambda i: left[i]), max(left, key=lambda i: left[i])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        payments.append(Payment(payer, payee, amount))
    return payments
