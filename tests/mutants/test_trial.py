"""Changes that a test notices, that none does, that never end, and that stand where no test comes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """\
LIMIT = 3


def counted(n: int) -> int:
    while n > LIMIT:
        n -= 1
    return n


def untested() -> int:
    return 1
"""
TEST = """\
import pytest
from paiyan.scorer.small import counted


@pytest.mark.parametrize("n", [1, 7])
def test_small_numbers(n: int) -> None:
    assert counted(n) <= 3
"""
CHANGES = [
    ("LIMIT = 3", "LIMIT = 4", "", True),
    ("LIMIT = 3", "LIMIT = 2", "", False),
    ("n > LIMIT", "n > LIMIT + 1", "4:counted", True),
    ("n -= 1", "pass", "4:counted", True),
    ("return 1", "return 2", "10:untested", False),
]
RUN = """\
import json, sys
from pathlib import Path
from tests.mutants import trial

trial.BESIDE = 3.0
changes = json.loads(sys.stdin.read())
tried = trial.Trial(Path(sys.argv[1]), "scorer", changes, 2)
tried.move()
print(json.dumps([[tried.passed, tried.outcome(change).noticed] for change in changes]))
"""


@pytest.mark.slow
def test_what_the_tests_notice(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    tree = tmp_path / "tree"
    (tree / "scorer").mkdir(parents=True)
    (tree / "paiyan").mkdir()
    (tree / "paiyan" / "__init__.py").touch()
    (tree / "paiyan" / "scorer").symlink_to(Path("..", "scorer"))  # as in the repository: it moves along
    (tree / "tests" / "scorer").mkdir(parents=True)
    (tree / "scorer" / "small.py").write_text(CODE, encoding="utf-8")
    (tree / "tests" / "scorer" / "test_small.py").write_text(TEST, encoding="utf-8")
    (tree / "tests" / "mutants").symlink_to(root / "tests" / "mutants")
    (tree / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\nmarkers = x\n", "utf-8")
    told = [
        {"file": "scorer/small.py", "function": function, "code": CODE.replace(old, new)}
        for old, new, function, _ in CHANGES
    ]
    command = [sys.executable, "-c", RUN, str(tree)]
    ran = subprocess.run(
        command, cwd=root, input=json.dumps(told), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == [[2, noticed] for *_, noticed in CHANGES]
    assert (tree / "scorer" / "small.py").read_text(encoding="utf-8") == CODE
