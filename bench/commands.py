"""Measure the overhead of a command: its start, the demo, a file of hands by one process and by two.

``python -m bench commands``. Commands are started as a shell starts them, in turns with an empty Python
program; the sample photo is read as the default install reads it, on ONNX Runtime. Times are medians: on the
clock, and of the processor, which a busy machine changes less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

from bench.benches import PAIYAN, Measured
from bench.hands import deal, hand_json
from paiyan.models.pages.speed import Unit

ROOT = Path(__file__).parents[1]
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment, in which Python keeps compiled files, as it does by default."""
COMMANDS = {
    "paiyan score --hand …": ("score", "--hand", "123m456p789s77s11z", "--win", "7s", "--by", "self_draw"),
    "paiyan rules": ("rules",),
    "make demo, but for make": ("score", "service/samples/hand.jpg", "--by", "self_draw", "--draw"),
}


def spent(program: str, arguments: tuple[str, ...]) -> tuple[float, float]:
    """Run a Python program in a new process; return milliseconds on the clock, and of the processor."""
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    command = [sys.executable, "-c", program, *arguments]
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=ROOT, stdout=quiet, stderr=quiet, check=True, env=COMPILED)
    clock, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * clock, 1000 * used


def started(record: Measured, rounds: int) -> None:
    """Add two lines of each command."""
    empty: list[tuple[float, float]] = []
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for at in range(rounds + 1):
            runs = {
                name: spent(PAIYAN, _written(arguments, Path(folder))) for name, arguments in COMMANDS.items()
            }
            if at:  # the first run fills the caches of files
                empty.append(spent("pass", ()))
                for name, one in runs.items():
                    times[name].append(one)
    for which, clock in enumerate(("on the clock", "processor")):
        nothing = median(one[which] for one in empty)
        for name, every in times.items():
            middle = median(one[which] for one in every)
            record.add(name, middle, Unit.MS, method=clock, baseline=("an empty Python program", nothing))


def _written(arguments: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    return (*arguments, str(folder / "read.jpg")) if arguments[-1] == "--draw" else arguments


def batch(record: Measured, hands: int) -> None:
    """Answer a file of hands with one process and with two, twice each."""
    random = Random(0)
    spent_by = {1: 0.0, 2: 0.0}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hands.jsonl"
        file.write_text("".join(json.dumps(hand_json(deal(random))) + "\n" for _ in range(hands)))
        for jobs in (1, 2, 2, 1):  # so that a change of the machine's load favours neither
            clock, _ = spent(PAIYAN, ("score", "--jsonl", str(file), "--jobs", str(jobs)))
            spent_by[jobs] += clock
    rates = {jobs: 2 * 1000 * hands / clock for jobs, clock in spent_by.items()}
    figure = f"a file of {hands:,} hands, --jsonl"
    record.add(figure, rates[1], Unit.RATE, method="1 process")
    record.add(figure, rates[2], Unit.RATE, method="2 processes", baseline=("1 process", rates[1]))


def measure(record: Measured, *, rounds: int = 9, hands: int = 100_000) -> None:
    """Add lines of the starts, over `rounds`, and of a file of `hands`."""
    started(record, rounds)
    batch(record, hands)
