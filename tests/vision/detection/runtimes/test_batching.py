"""What several threads ask of one network goes through it together, and each gets its own answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest

from paiyan.vision.detection.runtimes.batching import BatchedNetwork, Rows
from paiyan.vision.detections import Floats


class Slow:
    """A network that doubles its rows and keeps the sizes of its runs; the first lasts until it is let go."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.within = threading.Lock()

    def __call__(self, rows: Rows) -> Floats:
        assert self.within.acquire(blocking=False), "one run at a time"
        with self._left():
            self.sizes.append(len(rows))
            self.begun.set()
            assert self.go_on.wait(20)
            if (rows < 0).any():
                raise ValueError("a row below zero")
            return 2 * rows

    @contextmanager
    def _left(self) -> Iterator[None]:
        try:
            yield
        finally:
            self.within.release()


def _asked(together: BatchedNetwork, network: Slow, rows: list[Rows]) -> list[Future[Floats]]:
    """The first rows are in the network when the others come, one after the other; then it is let go."""
    with ThreadPoolExecutor(len(rows)) as pool:
        first = pool.submit(together, rows[0])
        assert network.begun.wait(20)
        others: list[Future[Floats]] = []
        for waiting, one in enumerate(rows[1:], 1):
            others.append(pool.submit(together, one))
            _until(lambda waiting=waiting: len(together._waiting) == waiting)  # type: ignore[attr-defined]
        network.go_on.set()
    return [first, *others]


def _until(done: Callable[[], bool]) -> None:
    for _ in range(2000):
        if done():
            return
        threading.Event().wait(0.005)
    pytest.fail("it did not come to that")


def _rows(*values: float) -> Rows:
    return np.array(values, np.float32)[:, None]


def test_what_waits_goes_together_and_each_gets_its_own() -> None:
    network = Slow()
    given = [_rows(1), _rows(2), _rows(3, 4), _rows(5)]
    found = _asked(BatchedNetwork(network, most=8), network, given)
    assert network.sizes == [1, 4]
    for rows, result in zip(given, found, strict=True):
        np.testing.assert_array_equal(result.result(), 2 * rows)


def test_rows_of_different_shapes_do_not_go_together() -> None:
    network = Slow()
    given = [_rows(1), _rows(2), np.ones((1, 3), np.float32), np.ones((2, 3), np.float32), _rows(5)]
    found = _asked(BatchedNetwork(network, most=8), network, given)
    assert network.sizes == [1, 1, 3, 1]
    for rows, result in zip(given, found, strict=True):
        np.testing.assert_array_equal(result.result(), 2 * rows)


def test_no_run_is_larger_than_the_most_but_for_one_that_is_so_by_itself() -> None:
    network = Slow()
    given = [_rows(1), _rows(2, 3), _rows(4), _rows(5), _rows(6, 7, 8, 9, 10), _rows(11)]
    found = _asked(BatchedNetwork(network, most=3), network, given)
    assert network.sizes == [1, 3, 1, 5, 1]
    for rows, result in zip(given, found, strict=True):
        np.testing.assert_array_equal(result.result(), 2 * rows)


def test_a_run_that_fails_fails_for_those_in_it_and_the_next_goes_on() -> None:
    network = Slow()
    together = BatchedNetwork(network, most=2)
    first, *both, last = _asked(together, network, [_rows(1), _rows(-1), _rows(2), _rows(3)])
    assert network.sizes == [1, 2, 1]
    assert [float(one.result()[0, 0]) for one in (first, last)] == [2, 6]
    for one in both:
        with pytest.raises(ValueError, match="below zero"):
            one.result()
    assert together(_rows(4)) == 8


def test_alone_nothing_is_copied() -> None:
    rows = _rows(1, 2)
    assert BatchedNetwork(lambda given: given, most=4)(rows) is rows


def test_many_threads_each_get_their_own() -> None:
    together = BatchedNetwork(lambda rows: rows + 1, most=5)
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda n: float(together(_rows(n))[0, 0]), range(2000)))
    assert found == [n + 1 for n in range(2000)]
