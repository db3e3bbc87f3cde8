"""The tests that proofs name, collected and run by pytest in a process of its own.

``python -m tests.scorer.examples.named_tests ROOT OUT`` reads ``{"file::test": [rule sets]}`` from standard
input and writes to OUT what came of each case of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from paiyan.scorer.rulesets import IDS
from tests.beside import HIDDEN

TESTS = Path(__file__).parents[2]
_NAMED = re.compile(r"\btest (\S+\.py::\w+)")

Named = dict[str, set[str]]  # a test, and the rule sets that name it
Outcomes = dict[str, dict[str, str]]  # of each test that was found, what came of each of its cases


def named() -> Named:
    """Every test that the mechanisms or the clauses name."""
    found: Named = defaultdict(set)
    for path in (TESTS / "mechanisms.txt", *sorted((TESTS / "clauses").glob("*.txt"))):
        rules = path.stem
        for line in path.read_text("utf-8").splitlines():
            rules = line.strip("[]") if line.startswith("[") else rules
            for name in () if line.startswith("#") else _NAMED.findall(line):
                found[name].add(rules)
    return found


@cache
def outcomes() -> Outcomes:
    """What came of all of them."""
    return run(TESTS / "scorer", named())


def run(root: Path, wanted: Named) -> Outcomes:
    """Run the tests of these names, which are paths under `root`.

    Of a test that has a case for each rule set, the cases of those that name it are run. They see neither
    what lies next to the repository nor another program: a proof that skips without it proves nothing.
    """
    asked = json.dumps({name: sorted(rules) for name, rules in wanted.items()})
    with TemporaryDirectory() as folder:
        out = Path(folder) / "outcomes.json"
        command = [sys.executable, "-m", __name__, str(root), str(out)]
        environment = {**os.environ, **HIDDEN}
        ran = subprocess.run(
            command, input=asked, capture_output=True, text=True, cwd=TESTS.parent, env=environment
        )
        assert out.exists(), ran.stdout + ran.stderr
        return json.loads(out.read_text("utf-8"))


class _Chosen:
    """Pytest's plugin: leaves what is not asked for out, and notes what came of the rest."""

    def __init__(self, root: Path, wanted: Named) -> None:
        self.root, self.wanted = root, wanted
        self.outcomes: Outcomes = {}
        self._name: dict[str, str] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._asked(item)]

    def _asked(self, item: pytest.Item) -> bool:
        function, _, case = item.name.partition("[")
        file = Path(os.path.relpath(item.path, self.root)).as_posix()
        name = f"{file}::{function}"
        of = set(case.rstrip("]").split("/")) & set(IDS)
        if name not in self.wanted or (of and not of & self.wanted[name]):
            return False
        self._name[item.nodeid] = name
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        cases = self.outcomes.setdefault(self._name[report.nodeid], {})
        if cases.get(report.nodeid, "passed") == "passed":
            cases[report.nodeid] = report.outcome


def main(root: str, out: str) -> None:
    """Run what standard input asks for."""
    wanted: Named = {name: set(rules) for name, rules in json.load(sys.stdin).items()}
    chosen = _Chosen(Path(root), wanted)
    files = sorted({str(path) for name in wanted if (path := Path(root) / name.partition("::")[0]).is_file()})
    status = pytest.main([*files, "-q", "-p", "no:cacheprovider"], plugins=[chosen]) if files else 0
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(status)
    Path(out).write_text(json.dumps(chosen.outcomes), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
