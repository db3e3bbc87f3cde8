"""The scorer compiled (`setup.py`) answers as the plain one does, word for word, refusals too."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.mutants.tree import copied
from tests.repository.test_wheel import pip
from tests.scorer.compiled import answers, values

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with the scorer compiled, in a folder of their own."""
    if not any(map(shutil.which, ("cc", "gcc", "clang", "cl"))):
        pytest.skip("no C compiler here: the compiled scorer was not tried")
    out = tmp_path_factory.mktemp("compiled")
    quick = {"PAIYAN_COMPILE": "1", "MYPYC_OPT_LEVEL": "0"}
    with copied(ROOT) as tree:
        pip(sys.executable, "wheel", "--no-deps", "-w", out, tree, settings=quick)
    (made,) = out.glob("paiyan-*.whl")
    ZipFile(made).extractall(out / "packages")
    return out / "packages"


def printed(packages: Path, program: str, given: str = "") -> list[str]:
    """The lines that a program prints with these packages."""
    settings = os.environ | {"PYTHONPATH": str(packages), "PYTHONHASHSEED": "0"}
    command = [sys.executable, program]
    ran = subprocess.run(command, input=given, env=settings, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def answered(packages: Path, requests: str) -> tuple[str, list[str]]:
    """Which form of the scorer answered, and its answers."""
    form, *lines = printed(packages, answers.__file__, requests)
    return form, lines


@pytest.mark.compiled
@pytest.mark.timeout(1800)
def test_both_forms_give_the_same_answers(compiled: Path) -> None:
    asked = [json.dumps(request) for request in answers.requests(seed=1, times=12)]
    plain, machine = (answered(packages, "\n".join(asked)) for packages in (ROOT, compiled))
    assert (plain[0], machine[0]) == ("plain", "compiled")
    assert len(plain[1]) == len(machine[1]) == len(asked) > 1500
    odd = [(r, p, m) for r, p, m in zip(asked, plain[1], machine[1], strict=True) if p != m]
    assert odd == []
    scores = [line for line in plain[1] if '"fans": [{' in line]
    refused = [line for line in plain[1] if line.startswith('["HandError"')]
    assert min(len(scores), len(refused)) > 200  # both were asked for


@pytest.mark.compiled
@pytest.mark.timeout(1800)
def test_values_are_shown_compared_copied_and_pickled_alike(compiled: Path) -> None:
    plain, machine = (printed(packages, values.__file__) for packages in (ROOT, compiled))
    assert plain == machine
    assert len(plain) > 10


def test_a_tree_that_is_worked_on_is_not_compiled() -> None:
    command = [sys.executable, "setup.py", "editable_wheel"]
    settings = os.environ | {"PAIYAN_COMPILE": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert ran.returncode
    assert "without -e" in ran.stderr
