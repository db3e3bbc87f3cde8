"""The page's state is tested by Node's own test runner, where there is one: it needs nothing installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.node import find_node


def test_the_pages_state() -> None:
    node = find_node()
    if node is None:
        pytest.skip("no Node here: the unit tests of the page's state need it")
    here = Path(__file__).parent
    run = subprocess.run(
        [node, "--test", *map(str, sorted(here.glob("*.test.js")))], capture_output=True, text=True, cwd=here
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "# pass 0" not in run.stdout
