"""What the distribution promises: a light install, packages that import only what they may."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _required(extra: str) -> set[str]:
    """The distributions that an extra brings in directly; "" is the default install."""
    found: set[str] = set()
    for line in requires("paiyan") or ():
        name = re.match(r"[\w.-]+", line)
        wanted = re.search(r"extra == ['\"](\w+)['\"]", line)
        if name and (wanted.group(1) if wanted else "") == extra:
            found.add(name.group().lower())
    return found


def test_the_default_install_and_the_tests_pull_no_torch() -> None:
    heavy = {"torch", "torchvision", "ultralytics", "supervision", "libreyolo"}
    assert _required("train") >= {"torch", "torchvision", "ultralytics"}
    assert not _required("") & heavy
    assert not _required("dev") & heavy
    assert {"numpy", "opencv-python", "onnxruntime", "click", "rich", "pydantic"} <= _required("")


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        for name in names:
            top, _, rest = name.partition(".")
            yield f"{top}.{rest.partition('.')[0]}" if top == "paiyan" else top


BACKPORTS = {"tomli"}  # what the standard library has itself, as tomllib, from Python 3.11 on


@pytest.mark.parametrize(
    "file", [*sorted((ROOT / "scorer").rglob("*.py")), ROOT / "models" / "registry.py"], ids=lambda f: f.name
)
def test_the_scorer_and_the_registry_need_nothing_but_python(file: Path) -> None:
    assert set(_imports(file)) <= {*sys.stdlib_module_names, *BACKPORTS, "paiyan.scorer"}


FOLDERS = ("scorer", "vision", "models", "datasets", "service")


def test_every_package_is_imported_by_its_installed_name() -> None:
    """`import scorer` works only in the repository's own folder, and makes each class a second time."""
    files = [f for name in (*FOLDERS, "bench", "tests", "examples") for f in (ROOT / name).rglob("*.py")]
    assert [f for f in files if {*_imports(f)} & {*FOLDERS}] == []


def test_every_command_and_name_in_prose_is_the_installed_one() -> None:
    """A reader copies what stands there, and without `paiyan` it may run another distribution."""
    names = "|".join(FOLDERS)
    old = re.compile(
        rf"(python3? -m|serve run) ({names})\b|`({names})\.[a-z_]+(\.\w+)+`|import sys, ({names})\."
    )
    files = [f for name in (*FOLDERS, "bench", "tests", "docs") for f in (ROOT / name).rglob("*")]
    pages = [f for f in (*files, *ROOT.glob("*.md"), ROOT / "Makefile") if f.suffix in (".py", ".md", "")]
    texts = {f: f.read_text(encoding="utf-8") for f in pages if f.is_file() and "node_modules" not in f.parts}
    assert [f"{f}: {found[0]}" for f, text in texts.items() if (found := old.search(text))] == []
