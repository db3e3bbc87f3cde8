"""How long a write takes at a long table: ``python -m tests.hostile.long_tables``, in milliseconds.

On each kind of database, tables of 100 and 10,000 events; after the first look, twenty rounds of a deal,
points, corrections of the last and of a recent entry, and an undo. Ends with 0 if the median of each way is
under 50 ms; what is worst has the machine's other work in it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.evening.entries import Played, Undo
from tests.hostile.program import databases
from tests.service.ledger.tables import lengthened

QUICK = 0.05
"""Seconds that a write, with the answer that tells what changed, may take."""
ROUNDS = 20
DEAL = Played(deal={"concealed": "123456789m123p5p", "win": {"tile": "5p", "by": "self_draw"}})
POINTS = Played(points={"E": 1, "S": -1})


def seconds_of_writes(database: str, length: int) -> dict[str, list[float]]:
    """Write to a table of that length in each way; the seconds of each, and of the first look."""
    ledger = Ledger(Store(database))
    opened = ledger.open(name="", rules="sichuan", options={}, players=("Ann", "Bo", "Cai", "Dee"))
    table = Credentials(opened["id"], opened["secrets"]["write"])
    ledger.write(table, DEAL)
    lengthened(database, table, length)
    ledger = Ledger(ledger.store)  # as after a restart
    start = time.perf_counter()
    version = ledger.state(table)["version"]
    spent = {"first look": [time.perf_counter() - start]}
    for _ in range(ROUNDS):
        for name, sent, deal in (
            ("deal", DEAL, None),
            ("points", POINTS, None),
            ("correct the last", POINTS, version + 2),
            ("correct 20 back", POINTS, length - 20),
            ("undo", Undo(), None),
        ):
            start = time.perf_counter()
            if deal is None:
                ledger.write(table, sent)
            else:
                ledger.correct(table, deal, POINTS)
            ledger.told(table, since=version)
            spent.setdefault(name, []).append(time.perf_counter() - start)
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
                for name, seconds in seconds_of_writes(address, length).items():
                    about = f"median {1000 * median(seconds):.1f} ms, worst {1000 * max(seconds):.1f} ms"
                    print(f"{kind}, {length} events, {name}: {about}", flush=True)
                    well &= name == "first look" or median(seconds) < QUICK
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
