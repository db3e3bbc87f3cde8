"""How fast the namer learns as it goes on."""

from __future__ import annotations

import pytest

from paiyan.models.training.namer import Schedule, pace


def test_the_rate_rises_and_falls() -> None:
    schedule = Schedule(steps=1000, warmup=100)
    assert pace(49, schedule) == pytest.approx(0.5)
    assert pace(100, schedule) == pytest.approx(1.0)
    assert pace(550, schedule) == pytest.approx(0.505)
    assert pace(1000, schedule) == pytest.approx(0.01)


def test_the_rate_rises_once_more_where_it_is_to() -> None:
    schedule = Schedule(steps=1500, warmup=60, rounds=[(1000, 0.4)])
    once = Schedule(steps=1000, warmup=60)
    assert [pace(k, schedule) for k in (0, 60, 999)] == [pace(k, once) for k in (0, 60, 999)]
    assert pace(1010, schedule) == pytest.approx(0.4)
    assert pace(1500, schedule) == pytest.approx(0.004)
