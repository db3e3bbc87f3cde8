"""Equals keep their order: numpy's usual sorting puts them in another one on another processor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("vision", "models", "datasets", "service", "bench")
SORTING = {"argsort", "argpartition"}


def unstable(source: str) -> Iterator[int]:
    """The lines that order by value without saying that equals stay as they are."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        said = {
            one.arg: ast.literal_eval(one.value) for one in node.keywords if one.arg in ("kind", "stable")
        }
        if node.func.attr in SORTING and said not in ({"kind": "stable"}, {"stable": True}):
            yield node.lineno


@pytest.mark.parametrize("folder", FOLDERS)
def test_whatever_is_put_in_order_keeps_equals_as_they_were(folder: str) -> None:
    """A phone, which has no numpy, keeps them too."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    found = [
        f"{file.relative_to(ROOT)}:{line}" for file in files for line in unstable(file.read_text("utf-8"))
    ]
    assert found == []
