"""An evening and its attackers at once: ``python -m tests.hostile.mixed --minutes 10``.

Photos, typed hands, tables that are written to and watched, and hostile requests, all bounded in their rate;
what the service holds in memory is looked at every five seconds. Ends with 0 when it never held more than
`--most` megabytes at the end of a minute, no quiet phone was refused, and nothing was logged as a mistake.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path

from tests.hostile.cases import case
from tests.hostile.corpus import open_table as table_to_attack
from tests.hostile.fairness import HAND, Fared, Until, connect, frame, open_table, socket_to
from tests.hostile.program import Program, databases, running
from tests.hostile.talk import ask
from tests.hostile.uploads import SAMPLE


def _photos(port: int, over: Until) -> None:
    client = connect(port)
    while not over():
        with suppress(OSError, HTTPException):
            client.request("POST", "/v1/read", SAMPLE, {"content-type": "image/jpeg"})
            client.getresponse().read()
        time.sleep(1)


def _writes(port: int, over: Until) -> None:
    for number in count():
        if number % 200 == 0:
            path, headers = open_table(port)
            client, heard = connect(port), Fared()
        if over():
            return
        heard.ask(client, "POST", f"{path}/deals", '{"points": {"E": 1, "S": -1}}', **headers)
        heard.ask(client, "GET", f"{path}?since={number % 200}", **headers)
        time.sleep(0.2)


def _camera(port: int, over: Until) -> None:
    while not over():
        with suppress(OSError), socket_to(port) as camera:
            camera.settimeout(30)
            while not over():
                camera.sendall(frame(SAMPLE, 2))
                camera.recv(65536)
                time.sleep(1)
        time.sleep(1)


def _attacks(port: int, over: Until, seed: int) -> None:
    table = table_to_attack(port)
    for number in count():
        if over():
            return
        if number % 500 == 499:
            table = table_to_attack(port)
        one = case(seed, number, table)
        with suppress(OSError):
            ask(port, one.raw, **({} if one.whole else {"patience": 0.5}))
        time.sleep(0.05)


def mixed(program: Program, minutes: float, seed: int) -> tuple[Fared, Fared, list[int]]:
    """Put everything on a service for a while; how health and a quiet phone fared, and the megabytes held."""
    end = time.monotonic() + 60 * minutes
    health, quiet, held = Fared(), Fared(), list[int]()

    def over() -> bool:
        return time.monotonic() > end or program.process.poll() is not None

    def asked(fared: Fared, method: str, path: str, body: str, every: float) -> Callable[[], None]:
        def work() -> None:
            client = connect(program.port)
            while not over():
                fared.ask(client, method, path, body)
                time.sleep(every)

        return work

    work = [asked(health, "GET", "/healthz", "", 0.1), asked(quiet, "POST", "/v1/score", HAND, 0.5)]
    work += [lambda: _photos(program.port, over), lambda: _camera(program.port, over)]
    work += [lambda: _writes(program.port, over)] * 2
    work += [lambda n=n: _attacks(program.port, over, seed + n) for n in range(2)]
    threads = [threading.Thread(target=one, daemon=True) for one in work]
    for thread in threads:
        thread.start()
    while not over():
        time.sleep(5)
        held.append(program.memory)
    for thread in threads:
        thread.join(30)
    time.sleep(45)  # what is free by then was given back
    held.append(program.memory)
    return health, quiet, held


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.mixed", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long on each database")
    parser.add_argument("--most", type=int, default=400, help="megabytes that it may hold")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="sqlite")
    asked = parser.parse_args()
    kinds = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    well = True
    with (
        tempfile.TemporaryDirectory(prefix="paiyan-mixed-") as folder,
        databases(kinds, Path(folder)) as addresses,
    ):
        for kind, address in addresses.items():
            with running(address) as program:
                health, quiet, held = mixed(program, asked.minutes, asked.seed)
                crashed, mistakes = program.process.poll() is not None, program.mistakes
            minutes = [min(held[n : n + 12]) for n in range(0, len(held), 12)]
            print(
                f"{kind}: {asked.minutes:g} minutes; memory at most {max(held)} MB, at the end {held[-1]}, "
                f"by minutes {minutes}; refused {quiet.refused} of {len(quiet.statuses)} hands; health "
                f"{1000 * health.worst:.0f} ms at worst, refused {health.refused} of "
                f"{len(health.statuses)}; {len(mistakes)} mistakes",
                flush=True,
            )
            for line in mistakes[:5]:
                print(f"  {line}")
            well &= not (crashed or mistakes or quiet.refused) and max(minutes) <= asked.most
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
