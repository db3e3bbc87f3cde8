"""The hands of other programs, which lie beside the repository and are read from there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.beside import ORACLES


def lines(name: str) -> list[dict[str, Any]]:
    """The lines of one file; the test is skipped where it is not there."""
    path = ORACLES / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("the oracles are not next to the repository")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
