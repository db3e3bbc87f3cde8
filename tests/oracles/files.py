"""The hands of other programs, which lie beside the repository and are read from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ORACLES = Path(__file__).parents[3] / "shared" / "oracles"


def lines(name: str) -> list[dict[str, Any]]:
    """The lines of one file; the test is skipped where it is not there."""
    path = ORACLES / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"{path.name} lies beside the repository and is not there")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
