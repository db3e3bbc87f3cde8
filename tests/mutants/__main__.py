"""How many of a sample of small changes the tests notice: ``make mutants``.

    python -m tests.mutants out/scorer.jsonl …

The samples are those of `sample.py`. The tests of the package run once in a copy of the tree, to see which
of them enter which changed function. Then each change is made in the copy, and those tests run, the quickest
first, until one of them fails. What does not end is told by processor time, so a busy machine changes
nothing. What was let through is printed; what changes nothing stands in `equivalent.txt`, with the reason,
and is not counted.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from tests.mutants.tree import copied
from tests.mutants.trial import Outcome, Trial

ROOT = Path(__file__).parents[2]
KNOWN = Path(__file__).with_name("equivalent.txt")
TRIED: list[Trial] = []
"""What the processes of a run share: made before they are forked, so that it is not sent to them."""


def difference(tree: Path, change: dict[str, Any]) -> str:
    """The lines that are taken out and put in, one after the other."""
    old = (tree / change["file"]).read_text(encoding="utf-8").splitlines()
    lines = list(difflib.unified_diff(old, change["code"].splitlines(), lineterm="", n=0))[2:]
    return " ".join(f"{line[0]} {line[1:].strip()}" for line in lines if not line.startswith("@"))


def equivalent(file: str, told: str) -> bool:
    """Whether somebody has looked at the change and found that it changes nothing."""
    known = KNOWN.read_text(encoding="utf-8").splitlines()
    return any(line.startswith(f"{file} {told}") for line in known)


def _alone() -> None:
    """In each process: a tree of its own to change."""
    TRIED[0].move()


def _one(change: dict[str, Any], give_up: float) -> Outcome | None:
    """What came of a change; None where the time was up."""
    return TRIED[0].outcome(change) if monotonic() < give_up else None


def tried(sample: Path, minutes: float, jobs: int) -> bool:
    """Try the changes of one sample and print what came of them; whether nine of ten were noticed."""
    changes = [json.loads(line) for line in sample.read_text(encoding="utf-8").splitlines()]
    package = Path(changes[0]["file"]).parts[0]
    give_up = monotonic() + 60 * minutes
    with copied(ROOT) as tree:
        told = [difference(tree, change) for change in changes]
        open_ = [n for n, change in enumerate(changes) if not equivalent(change["file"], told[n])]
        TRIED[:] = [Trial(tree, package, changes, jobs)]
        print(f"{package}: {len(changes)} changes, {TRIED[0].passed} tests", flush=True)
        counted = noticed = 0
        with ProcessPoolExecutor(jobs, get_context("fork"), _alone) as pool:
            found = pool.map(_one, [changes[n] for n in open_], repeat(give_up))
            for n, outcome in zip(open_, found, strict=True):
                counted += outcome is not None
                noticed += outcome is not None and outcome.noticed
                if outcome and not outcome.noticed:
                    print(
                        f"{n + 1}. {changes[n]['file']}:{changes[n]['line']} {told[n]}\n   {outcome.why}",
                        flush=True,
                    )
    share = noticed / max(counted, 1)
    late = f"; the time was up before {len(open_) - counted} more" if counted < len(open_) else ""
    same = len(changes) - len(open_)
    print(
        f"{package}: {noticed} of {counted} noticed ({share:.0%}); {same} more change nothing{late}",
        flush=True,
    )
    return share >= 0.9


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("samples", type=Path, nargs="+", metavar="SAMPLE")
    parser.add_argument("--minutes", type=float, default=60, help="for each package, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    asked = parser.parse_args()
    shares = [tried(sample, asked.minutes, asked.jobs) for sample in asked.samples]
    return int(not all(shares))


if __name__ == "__main__":
    sys.exit(main())
