"""What is remembered: asked for once, and begun anew when there is too much of it."""

from __future__ import annotations

from scorer.caching import Remembered


def test_a_key_is_worked_out_once_until_the_memory_is_full() -> None:
    asked: list[int] = []

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    squares = Remembered(square, most=3)
    assert [squares[n] for n in (1, 2, 1, 3, 2)] == [1, 4, 1, 9, 4]
    assert asked == [1, 2, 3]
    assert [squares[n] for n in (4, 1)] == [16, 1]
    assert asked == [1, 2, 3, 4, 1]
    assert len(squares) <= 3
