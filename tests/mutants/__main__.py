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
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from tests.mutants.tree import copied
from tests.mutants.trial import Trial

ROOT = Path(__file__).parents[2]
KNOWN = Path(__file__).with_name("equivalent.txt")


def difference(tree: Path, change: dict[str, Any]) -> str:
    """The lines that are taken out and put in, one after the other."""
    old = (tree / change["file"]).read_text(encoding="utf-8").splitlines()
    lines = list(difflib.unified_diff(old, change["code"].splitlines(), lineterm="", n=0))[2:]
    return " ".join(f"{line[0]} {line[1:].strip()}" for line in lines if not line.startswith("@"))


def equivalent(file: str, told: str) -> bool:
    """Whether somebody has looked at the change and found that it changes nothing."""
    known = KNOWN.read_text(encoding="utf-8").splitlines()
    return any(line.startswith(f"{file} {told}") for line in known)


def tried(sample: Path, minutes: float) -> bool:
    """Try the changes of one sample and print what came of them; whether nine of ten were noticed."""
    changes = [json.loads(line) for line in sample.read_text(encoding="utf-8").splitlines()]
    package = Path(changes[0]["file"]).parts[0]
    give_up = monotonic() + 60 * minutes
    counted = noticed = same = 0
    with copied(ROOT) as tree:
        trial = Trial(tree, package, changes)
        print(f"{package}: {len(changes)} changes, {trial.passed} tests", flush=True)
        for number, change in enumerate(changes, 1):
            if monotonic() > give_up:
                print(f"{package}: the time is up, {len(changes) - number + 1} changes were not tried")
                break
            told = difference(tree, change)
            if equivalent(change["file"], told):
                same += 1
                continue
            counted += 1
            outcome = trial.outcome(change)
            noticed += outcome.noticed
            if not outcome.noticed:
                print(f"{number}. {change['file']}:{change['line']} {told}\n   {outcome.why}", flush=True)
    share = noticed / max(counted, 1)
    print(f"{package}: {noticed} of {counted} noticed ({share:.0%}); {same} more change nothing", flush=True)
    return share >= 0.9


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("samples", type=Path, nargs="+", metavar="SAMPLE")
    parser.add_argument("--minutes", type=float, default=60, help="for each package, at most")
    asked = parser.parse_args()
    shares = [tried(sample, asked.minutes) for sample in asked.samples]
    return int(not all(shares))


if __name__ == "__main__":
    sys.exit(main())
