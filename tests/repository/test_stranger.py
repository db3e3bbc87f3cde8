"""Nothing that may be absent is needed: documents, photos, oracles and other programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.beside import HIDDEN

ROOT = Path(__file__).parents[2]
PROOFS = ("tests/scorer/examples/test_clauses.py", "tests/scorer/examples/test_mechanisms.py")


def test_only_one_file_knows_what_lies_next_to_the_repository() -> None:
    own = {"tests/beside.py", "tests/repository/test_stranger.py"}
    files = {file.relative_to(ROOT).as_posix(): file for file in (ROOT / "tests").rglob("*.py")}
    beside = re.compile(r"""["']shared["'/]""")
    named = [name for name, file in files.items() if beside.search(file.read_text("utf-8"))]
    assert sorted({*named} - own) == []


@pytest.mark.slow
def test_every_proof_holds_where_nothing_else_is() -> None:
    """The collection of proofs skips nothing and fails nowhere without ../shared and without Node."""
    assert shutil.which("node", path=HIDDEN["PATH"]) is None
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-rs", *PROOFS)
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **HIDDEN}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "SKIPPED" not in ran.stdout, ran.stdout
