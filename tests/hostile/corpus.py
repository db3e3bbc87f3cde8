"""Hostile cases sent at a service from several threads, and the account of what came back."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from tests.hostile.bodies import ROUTES
from tests.hostile.cases import JSON, Table, case
from tests.hostile.program import Program
from tests.hostile.talk import Heard, ask, request

LATE = 5.0
"""Seconds in which everything is answered."""


@dataclass
class Account:
    """What came back. `failed` are sentences that name the case, so that it can be sent again."""

    sent: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[str] = field(default_factory=Counter[str])
    failed: list[str] = field(default_factory=list[str])
    late: list[str] = field(default_factory=list[str])
    shed: int = 0
    slowest: float = 0.0

    def note(self, number: int, kind: str, heard: Heard, *, whole: bool) -> None:
        """Count an answer."""
        name = f"case {number} ({kind})"
        self.sent[kind] += 1
        self.statuses[str(heard.status)] += 1
        if heard.status == 503 and heard.retry_after:
            self.shed += 1
        elif heard.status is not None and heard.status >= 500:
            self.failed.append(f"{name}: {heard.status} {heard.body[:200]!r}")
        elif heard.status is None and whole:
            self.failed.append(f"{name}: no answer after {heard.seconds:.1f} s")
        if heard.status is not None or whole:
            self.slowest = max(self.slowest, heard.seconds)
            if heard.seconds > LATE:
                self.late.append(f"{name}: {heard.status} after {heard.seconds:.1f} s")


def open_table(port: int) -> Table:
    """A table for the cases that write."""
    body = next(body for _, path, body in ROUTES if path == "/v1/tables")
    told = json.loads(ask(port, request("POST", "/v1/tables", json.dumps(body).encode(), JSON)).body)
    return Table(f"/v1/tables/{told['id']}", (("x-table-secret", told["secrets"]["write"]),))


def send(program: Program, seed: int, *, threads: int, go_on: Callable[[int], bool]) -> Account:
    """Send case after case while `go_on` says so of the next one's number, and the service lives."""
    account, numbers, lock = Account(), count(), threading.Lock()
    tables = [open_table(program.port) for _ in range(4)]  # histories stay short enough to be read in time

    def work() -> None:
        while True:
            with lock:
                number = next(numbers)
            if not go_on(number) or program.process.poll() is not None:
                return
            if number % 500 == 499:
                tables[number // 500 % len(tables)] = open_table(program.port)
            one = case(seed, number, tables[number % len(tables)])
            try:
                heard = ask(program.port, one.raw, **({} if one.whole else {"patience": 0.5}))
            except OSError:
                heard = Heard(None, 0)
            with lock:
                account.note(number, one.kind, heard, whole=one.whole)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return account
