"""Dynamic batching: what several threads ask of a running network goes through it in the next run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Condition
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Floats

Rows = NDArray[Any]
"""A network's input (n, …): a row for each picture."""


class _Job(NamedTuple):
    rows: Rows
    result: Future[Floats]


class BatchedNetwork:
    """A network as a function from rows (n, …) to as many: one run at a time, of at most `most` rows.

    A thread that finds the network idle runs it with all rows that wait, its own among them, and hands the
    results to the threads that sleep meanwhile; so nothing waits for a batch to fill up. Rows of different
    shapes are not mixed. The rows of one thread stay together: more than `most` are a run by themselves.
    """

    def __init__(self, run: Callable[[Rows], Floats], *, most: int) -> None:
        self.most = most
        self._run = run
        self._changed = Condition()
        self._waiting: deque[_Job] = deque()
        self._busy = False

    def __call__(self, rows: Rows) -> Floats:
        """Return the network's output for these rows. Raises what the run raised."""
        job = _Job(rows, Future())
        with self._changed:
            self._waiting.append(job)
        while jobs := self._turn(job):
            try:
                self._run_batch(jobs)
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()
        return job.result.result()

    def _turn(self, job: _Job) -> list[_Job]:
        """Wait for the network, and return the jobs to run; none if the thread's own was done meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: job.result.done() or not self._busy)
            if job.result.done():
                return []
            self._busy = True
            jobs = [self._waiting.popleft()]
            while self._waiting and self._fits(jobs, self._waiting[0]):
                jobs.append(self._waiting.popleft())
            return jobs

    def _fits(self, jobs: Sequence[_Job], another: _Job) -> bool:
        count = sum(len(job.rows) for job in (*jobs, another))
        return count <= self.most and another.rows.shape[1:] == jobs[0].rows.shape[1:]

    def _run_batch(self, jobs: list[_Job]) -> None:
        try:
            for job, part in zip(jobs, self._outputs([job.rows for job in jobs]), strict=True):
                job.result.set_result(part)
        except BaseException as error:  # also of a run that was interrupted: nobody may wait for it forever
            for job in jobs:
                if not job.result.done():
                    job.result.set_exception(error)
            if not isinstance(error, Exception):
                raise

    def _outputs(self, rows: Sequence[Rows]) -> list[Floats]:
        output = self._run(concatenated(rows))
        ends = np.cumsum([len(some) for some in rows])
        return np.split(output, ends[:-1]) if len(rows) > 1 else [output]


def concatenated(rows: Sequence[Rows]) -> Rows:
    """Return all rows as one array; a single one is not copied."""
    return rows[0] if len(rows) == 1 else np.concatenate(rows)
