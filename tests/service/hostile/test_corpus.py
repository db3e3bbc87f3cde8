"""A part of the hostile corpus: nothing crashes, nothing is a 5xx, nothing is logged as a mistake of ours.

``python -m tests.hostile --minutes 10`` is the whole of it.
"""

from __future__ import annotations

import pytest

from tests.hostile.bodies import FIELDS
from tests.hostile.cases import Table, case
from tests.hostile.corpus import send
from tests.hostile.program import running

SEED, CASES = 1, 150


@pytest.mark.slow
def test_hostile_requests_bring_nothing_down(database: str) -> None:
    with running(database) as program:
        account = send(program, SEED, threads=3, go_on=lambda number: number < CASES)
        assert program.process.poll() is None
        assert account.sent.total() == CASES
        assert account.failed == []
        assert program.mistakes == []


def test_a_case_is_the_same_whenever_it_is_made() -> None:
    table = Table("/v1/tables/x", ())
    cases = [case(SEED, number, table) for number in range(200)]
    assert cases == [case(SEED, number, table) for number in range(200)]
    assert len({one.kind for one in cases}) == 8
    assert len(FIELDS) > 3000
