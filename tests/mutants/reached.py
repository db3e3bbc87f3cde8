"""A pytest plugin: which tests enter which of the functions that are to be changed, and how long each
takes.

Told by MUTANTS_REACHED, a file of JSON: the functions by their file, and where to write what was found. Each
of these functions tells when it is entered, by a statement put in as its module is read; no file is changed,
and all else runs at its usual speed.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

TOLD = json.loads(Path(os.environ["MUTANTS_REACHED"]).read_text(encoding="utf-8"))
FUNCTIONS: dict[str, list[str]] = TOLD["functions"]
"""By the file, from the root of the tree: first lines and names of functions, `*` for each one of it."""

entered: set[str] = set()
found: dict[str, dict[str, Any]] = {}
"""By test: whether it passed, its seconds of processor time, the functions that it entered."""
builtins._paiyan_reached = entered.add  # type: ignore[attr-defined]
_compile = SourceFileLoader.source_to_code


def _marked(source: str, name: str, wanted: list[str]) -> ast.Module:
    """The module, in which each wanted function first tells that it was entered."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = f"{node.lineno}:{node.name}"
            for key in [k for k in (own, "*") if k in wanted]:
                tell = ast.parse(f"_paiyan_reached({f'{name}:{key}'!r})").body[0]
                for part in ast.walk(tell):
                    ast.copy_location(part, node.body[0])
                node.body.insert(0, tell)
    return tree


def _source_to_code(self: SourceFileLoader, data: Any, path: Any, **about: Any) -> Any:
    name = os.path.relpath(os.fspath(path))
    if name in FUNCTIONS and isinstance(data, bytes):
        data = _marked(data.decode(), name, FUNCTIONS[name])
    return _compile(self, data, path, **about)


SourceFileLoader.source_to_code = _source_to_code  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Begin anew with each test."""
    entered.clear()
    test = found[item.nodeid] = {"passed": False}
    before = sum(
        os.times()[:4]
    )  # of this process and of those it waited for: a busy machine counts for nothing
    result = yield
    test |= {"seconds": sum(os.times()[:4]) - before, "entered": sorted(entered)}
    return result  # type: ignore[return-value]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Whether it passed, and what was made for it too."""
    if report.when == "call":
        found[report.nodeid]["passed"] = report.outcome == "passed"
    elif report.outcome != "passed":
        found[report.nodeid]["passed"] = False


def pytest_sessionfinish() -> None:
    """Write down what was found."""
    Path(TOLD["found"]).write_text(json.dumps(found), encoding="utf-8")
