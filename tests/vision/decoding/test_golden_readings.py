"""The decoder reads noisy scores as it did when the golden readings were written (see `golden_readings`)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.vision.decoding.golden_readings import FILE, TABLES, readings

GOLDEN = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def now() -> list[dict[str, Any]]:
    return json.loads(json.dumps(list(readings()), ensure_ascii=False))


def rounded(value: Any) -> Any:
    """The same with every number to two digits: the last ones depend on a machine's arithmetic."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 2) if isinstance(value, float) else value


@pytest.mark.parametrize("at", range(len(GOLDEN)))
def test_it_is_read_as_it_was(at: int, now: list[dict[str, Any]]) -> None:
    assert rounded(now[at]) == rounded(GOLDEN[at]), (
        "where this is meant: python -m tests.vision.decoding.golden_readings"
    )


def test_the_golden_readings_show_all_that_a_reading_may_say() -> None:
    assert len(GOLDEN) == 3 * len(TABLES)
    said = {key for read in GOLDEN for key in ("proposal", "doubts", "questions", "problems") if read[key]}
    assert said == {"proposal", "doubts", "questions", "problems"}
    assert {read["reliable"] for read in GOLDEN} == {True, False}
    assert {q["about"] for read in GOLDEN for q in read["questions"]} == {"structure", "name"}
