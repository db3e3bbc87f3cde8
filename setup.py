"""What `pyproject.toml` cannot say: where the packages are, and the scorer's hot parts as machine code.

The five folders at the top of the repository are installed below `paiyan`, so that they hide no other
distribution's package (`datasets` is Hugging Face's too).

``PAIYAN_COMPILE=1 pip install .`` compiles them with mypyc, which needs a C compiler; without the variable
nothing is compiled and no compiler asked for. The code is the same ``.py`` files either way, and stays beside
what is made of it; and so are the answers, which ``tests/scorer/compiled`` compares.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import find_namespace_packages, setup

FOLDERS = ("scorer", "vision", "models", "datasets", "service")

# Where a hand is worked on, and what is asked on the way: hands, fans and rule sets are classes of machine
# code, whose attributes are read without a look-up. The modules that only list fans and prices stay Python.
HOT = (
    "scorer/arranging/*.py",
    "scorer/arranging/wild/*.py",
    "scorer/caching.py",
    "scorer/fans/*.py",
    "scorer/hand/hand.py",
    "scorer/hand/melds.py",
    "scorer/fans/catalogue/*.py",
    "scorer/rules/checks.py",
    "scorer/rules/rule_set.py",
    "scorer/rules/settings.py",
    "scorer/rulesets/riichi/points.py",
    "scorer/rulesets/riichi/yaku.py",
    "scorer/rulesets/tianjin.py",
    "scorer/scoring/*.py",
    "scorer/tiles/blocks.py",
    "scorer/tiles/tile.py",
    "scorer/tiles/unusual_sets.py",
)


def compiled() -> dict[str, Any]:
    """The extension modules, and what pip must fetch first to make them."""
    if {"editable_wheel", "develop"} & {*sys.argv}:
        raise SystemExit(
            "PAIYAN_COMPILE is for `pip install .` without -e: what is compiled would hide later changes"
        )
    asked: dict[str, Any] = {"setup_requires": ["mypy[mypyc]>=2.4"]}
    try:
        from mypyc.build import mypycify
    except ImportError:  # pip asks first what it is to fetch
        return asked
    tree = _scorer_below_paiyan()
    files = [str(file) for some in HOT for file in sorted(tree.glob(some)) if file.name != "__init__.py"]
    level = os.environ.get("MYPYC_OPT_LEVEL", "3")
    return asked | {
        "ext_modules": mypycify(["--cache-dir=/dev/null", *files], opt_level=level, separate=True)
    }


def _scorer_below_paiyan() -> Path:
    """Copy the scorer to where it is installed, and return the folder: mypyc names modules by their paths.

    The links in `paiyan` would do, but a source distribution and a checkout on Windows have none.
    """
    tree = Path("build", "to-compile", "paiyan")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree("scorer", tree / "scorer", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "__init__.py").touch()
    return tree


def packages() -> dict[str, Any]:
    """Return the packages by their installed names, and the folders that they come from."""
    found = find_namespace_packages(include=[pattern for name in FOLDERS for pattern in (name, f"{name}.*")])
    return {
        "packages": ["paiyan", *(f"paiyan.{name}" for name in found)],
        "package_dir": {"paiyan": "paiyan", **{f"paiyan.{name}": name for name in FOLDERS}},
    }


if os.environ.get("PAIYAN_COMPILE", "0") != "0":
    setup(**packages(), **compiled())
else:
    setup(**packages())
