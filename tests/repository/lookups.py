"""Count what a typed value would replace: parameters that carry a language, and look-ups by a string.

`lookups.json` holds how many of each a folder may still have; `test_lookups.py` lets that only fall::

    python -m tests.repository.lookups            # how many there are
    python -m tests.repository.lookups --list     # where they are
    python -m tests.repository.lookups --write    # lower the allowances to what is there
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.repository.ratchet import excesses

ROOT = Path(__file__).parents[2]
ALLOWANCES = Path(__file__).with_name("lookups.json")
PACKAGES = ("scorer", "vision", "datasets", "models", "service")
ANSWERING = ("recognition", "answers", "corrections", "cli", "http", "ledger")
"""The folders of the service in which answers are values until they become JSON."""
LANGUAGE, KEY = "language", "key"


class Finding(NamedTuple):
    """A parameter or a look-up, and the folder that it counts for."""

    folder: str
    sort: str
    path: Path
    line: int


def findings(root: Path = ROOT) -> Iterator[Finding]:
    """Yield each parameter `lang`, and in the folders that answer each look-up by a string."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from of_module(root, path)


def of_module(root: Path, path: Path) -> Iterator[Finding]:
    """Yield what one module has."""
    package, folder, *_ = path.relative_to(root).with_suffix("").parts
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and _takes_language(node.args):
            yield Finding(package, LANGUAGE, path, node.lineno)
    if package == "service" and folder in ANSWERING:
        typing = {id(part) for node in ast.walk(tree) for part in _annotation(node)}
        for node in ast.walk(tree):
            if id(node) not in typing and _looks_up(node):
                yield Finding(f"service/{folder}", KEY, path, getattr(node, "lineno", 0))


def _takes_language(arguments: ast.arguments) -> bool:
    names = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return any(one.arg in ("lang", "language") for one in names)


def _annotation(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        if (inner := getattr(node, name, None)) is not None:
            yield from ast.walk(inner)


def _looks_up(node: ast.AST) -> bool:
    """True for ``a["key"]``, ``a.get("key")`` and ``"key" in a``; not of the environment."""
    match node:
        case ast.Subscript(value=holder, slice=ast.Constant(value=str(key))):
            pass
        case ast.Call(
            func=ast.Attribute(value=holder, attr="get" | "pop" | "setdefault"),
            args=[ast.Constant(value=str(key)), *_],
        ):
            pass
        case ast.Compare(
            left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()], comparators=[holder]
        ):
            pass
        case _:
            return False
    return key.isidentifier() and not (isinstance(holder, ast.Attribute) and holder.attr == "environ")


def counts(found: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Count the findings by sort and folder."""
    by_place = Counter((one.sort, one.folder) for one in found)
    keys = [f"service/{folder}" for folder in ANSWERING]
    return {
        sort: {folder: by_place[sort, folder] for folder in folders}
        for sort, folders in ((LANGUAGE, PACKAGES), (KEY, keys))
    }


def allowances() -> dict[str, dict[str, int]]:
    """Return how many of each a folder may have."""
    return json.loads(ALLOWANCES.read_text(encoding="utf-8"))


def main() -> int:
    """Print the counts or the places, or write the allowances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    found = [*findings()]
    now = counts(found)
    if arguments.list:
        for one in found:
            print(f"{one.path.relative_to(ROOT)}:{one.line} {one.sort}")
    if arguments.write:
        before = allowances() if ALLOWANCES.exists() else now
        if more := [f"{folder}: {n} {sort}" for sort, folder, n, _ in excesses(now, before)]:
            sys.exit(f"more than allowed, which only falls: {', '.join(more)}")
        ALLOWANCES.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(now, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
