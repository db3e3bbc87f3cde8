"""What the distribution promises: a light install, packages that import only what they may."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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


def _imports(file: Path, *, nested: bool = True) -> Iterator[str]:
    """Yield the modules that a file imports; without the `nested` ones, only those with the file itself."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if nested else tree.body:
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


PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DISTRIBUTIONS = {"PIL": "pillow", "cv2": "opencv-python", "dotenv": "python-dotenv", "yaml": "pyyaml"}
"""Those that are not called as they are imported."""
OF_THE_PHONE = {"pyodide", "paiyan_pixels"}
"""Modules that only the page's Python has."""


def _named(requirements: list[str]) -> set[str]:
    """The distributions that requirements name, as `pip` compares them."""
    return {re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in requirements}


def _distributions(modules: set[str]) -> set[str]:
    """The distributions of third parties from which modules are imported."""
    others = modules - {*sys.stdlib_module_names, *OF_THE_PHONE, "__future__"}
    others = {name for name in others if name.partition(".")[0] != "paiyan"}
    return {DISTRIBUTIONS.get(name, name.lower().replace("_", "-")) for name in others}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_distribution_that_is_imported_is_named(folder: str) -> None:
    """One that merely comes with another is gone when the other one needs it no more."""
    extras = PROJECT["optional-dependencies"]
    named = _named([*PROJECT["dependencies"], *(line for extra in extras.values() for line in extra)])
    imported = {f: _distributions({*_imports(f)}) for f in sorted((ROOT / folder).rglob("*.py"))}
    assert {str(f): missing for f, names in imported.items() if (missing := names - named)} == {}


@pytest.mark.parametrize("folder", ["vision", "service"])
def test_what_is_imported_with_a_module_is_in_the_default_install(folder: str) -> None:
    """What only an extra brings is imported by the function that needs it."""
    named = _named(PROJECT["dependencies"])
    files = [f for f in sorted((ROOT / folder).rglob("*.py")) if f.parent.name != "phone"]
    imported = {f: _distributions({*_imports(f, nested=False)}) for f in files}
    assert {str(f): missing for f, names in imported.items() if (missing := names - named)} == {}
