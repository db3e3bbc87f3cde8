"""Hostile requests by time: ``python -m tests.hostile --minutes 10``.

A service is started on loopback, on each kind of database, and asked by several clients at once. The seed is
printed; with `--seed` and `--case` one case is sent again. Ends with 0 when nothing crashed, no answer was a
5xx but a 503 with Retry-After, every request was answered, and none took more than five seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from secrets import randbelow
from time import monotonic

from tests.hostile.cases import case
from tests.hostile.corpus import Account, open_table, send
from tests.hostile.program import Program, databases, running
from tests.hostile.talk import ask

KINDS = ("sqlite", "postgresql")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long, over all databases")
    parser.add_argument("--cases", type=int, default=10**9, help="at most so many for each database")
    parser.add_argument("--seed", type=int, default=None, help="without it a new one")
    parser.add_argument("--case", type=int, help="send only this case, and show it with its answer")
    parser.add_argument("--database", choices=(*KINDS, "both"), default="both")
    parser.add_argument("--threads", type=int, default=6, help="clients at once")
    return parser.parse_args()


def _report(kind: str, account: Account, program: Program, before: int) -> bool:
    """Print the account; gives whether all was well."""
    crashed = program.process.poll() is not None
    after = program.memory
    print(f"{kind}: {account.sent.total()} cases {dict(account.sent)}")
    print(f"{kind}: statuses {dict(sorted(account.statuses.items()))}")
    print(
        f"{kind}: {int(crashed)} crashes, {len(account.failed)} 5xx or unanswered, {len(account.late)} late, "
        f"{account.shed} shed with Retry-After, slowest {account.slowest:.2f} s, {before} to {after} MB"
    )
    for line in (*account.failed[:20], *account.late[:20], *program.mistakes[:5]):
        print(f"  {line}")
    return not (crashed or account.failed or account.late or program.mistakes)


def main() -> int:
    """Carry out the command line; the exit status."""
    asked = _asked()
    seed = randbelow(10**9) if asked.seed is None else asked.seed
    kinds = KINDS if asked.database == "both" else (asked.database,)
    print(f"seed {seed}", flush=True)
    well = True
    with (
        tempfile.TemporaryDirectory(prefix="paiyan-hostile-") as folder,
        databases(kinds, Path(folder)) as addresses,
    ):
        for kind, address in addresses.items():
            with running(address) as program:
                if asked.case is not None:
                    one = case(seed, asked.case, open_table(program.port))
                    print(one.kind, one.raw[:2000], ask(program.port, one.raw), sep="\n")
                    continue
                end, before = monotonic() + 60 * asked.minutes / len(kinds), program.memory
                account = send(
                    program,
                    seed,
                    threads=asked.threads,
                    go_on=lambda number, end=end: number < asked.cases and monotonic() < end,
                )
                well &= _report(kind, account, program, before)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
