"""How long a write takes at a long table: ``python -m tests.hostile.long_tables``, in milliseconds.

On each kind of database, tables of 100 and 10,000 events; after the first look, as after a restart, twenty
rounds of a deal, points, corrections of the last and of a recent entry, and an undo. Ends with 0 if the
median of each way is under 50 ms and a first look under a second. The machine's other work is in the clock's
times; the processor's leave it out.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import orjson

from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session.entries import RecordDeal, Undo
from tests.hostile.program import databases
from tests.service.ledger.tables import lengthened

QUICK = 0.05
"""Seconds that a write, with the answer that tells what changed, may take."""
FIRST = 1.0
"""Seconds that the first look at a table may take."""
ROUNDS = 20
DEAL = RecordDeal(deal={"concealed": "123456789m123p5p", "win": {"tile": "5p", "by": "self_draw"}})
POINTS = RecordDeal(points={"E": 1, "S": -1})


class Spent(NamedTuple):
    """Seconds of the clock, and of the processor in this program."""

    clock: float
    processor: float


@contextmanager
def measured(into: list[Spent]) -> Generator[None, None, None]:
    """Add what the block took."""
    clock, processor = time.perf_counter(), time.process_time()
    yield
    into.append(Spent(time.perf_counter() - clock, time.process_time() - processor))


def measure_writes(database: str, length: int) -> dict[str, list[Spent]]:
    """Write to a table of that length in each way; what each took, and the first look."""
    ledger = Ledger(Store(database))
    opened = ledger.open(name="", rules="sichuan", options={}, players=("Ann", "Bo", "Cai", "Dee"))
    table = Credentials(opened.secrets.id, opened.secrets.write or "")
    ledger.write(table, DEAL)
    lengthened(database, table, length)
    ledger = Ledger(ledger.store)  # as after a restart
    spent: dict[str, list[Spent]] = defaultdict(list)
    with measured(spent["first look"]):
        told = ledger.state_json(table)
    version = orjson.loads(told)["version"]
    for _ in range(ROUNDS):
        for name, sent, deal in (
            ("deal", DEAL, None),
            ("points", POINTS, None),
            ("correct the last", POINTS, version + 2),
            ("correct 20 back", POINTS, length - 20),
            ("undo", Undo(), None),
        ):
            with measured(spent[name]):
                if deal is None:
                    ledger.write(table, sent)
                else:
                    ledger.correct(table, deal, POINTS)
                ledger.state_json(table, since=version)
        version += 5
    ledger.store.close()
    return spent


def main() -> int:
    """Print a line for each way to write; the exit status."""
    well = True
    with (
        tempfile.TemporaryDirectory(prefix="paiyan-long-") as folder,
        databases(("sqlite", "postgresql"), Path(folder)) as addresses,
    ):
        for kind, address in addresses.items():
            for length in (100, 10_000):
                for name, spent in measure_writes(address, length).items():
                    typical = median(one.clock for one in spent)
                    worst = max(one.clock for one in spent)
                    processor = median(one.processor for one in spent)
                    print(
                        f"{kind}, {length} events, {name}: median {1000 * typical:.1f} ms, worst "
                        f"{1000 * worst:.1f} ms, processor {1000 * processor:.1f} ms",
                        flush=True,
                    )
                    well &= typical < (FIRST if name == "first look" else QUICK)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
