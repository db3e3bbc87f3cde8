"""The wheel, built from the tree and tried in an empty environment, as pipx or `uv tool` would install it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.mutants.tree import copied

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
ROOT = Path(__file__).parents[2]
PACKAGES = ("datasets", "models", "scorer", "service", "vision")
NO_INDEX = re.compile(r"No matching distribution|Could not find a version|Connection|Temporary failure")
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")


def pip(python: str | Path, *words: str | Path, settings: Mapping[str, str] | None = None) -> None:
    """Run pip; where it reaches no index the test is skipped."""
    environment = {**os.environ, **(settings or {})}
    ran = subprocess.run([python, *PIP, *words], env=environment, capture_output=True, text=True, check=False)
    if ran.returncode and NO_INDEX.search(ran.stderr):
        pytest.skip("pip reaches no index here: the wheel was not tried")
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the tree as it is."""
    out = tmp_path_factory.mktemp("wheel")
    with copied(ROOT) as tree:
        pip(sys.executable, "wheel", "--no-deps", "-w", out, tree)
    (made,) = out.glob("paiyan-*-py3-none-any.whl")  # nothing is compiled where nobody asks for it
    return made


def test_it_holds_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    own = {f"paiyan/{name}" for name in ("__init__.py", "__main__.py", "api.py", "photo.py", "py.typed")}
    kept = {*own, *(f"paiyan/{name}" for name in listed.stdout.split("\0") if name)}
    held = {name for name in ZipFile(wheel).namelist() if not re.match(r"paiyan-[\d.]+\.dist-info/", name)}
    assert sorted(kept - held) == []
    assert sorted(held - kept) == []


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that has the wheel, with what it needs."""
    environment = tmp_path_factory.mktemp("installed") / "env"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / "bin" / "python"
    pip(python, "install", wheel)
    opened = subprocess.run([python, "-c", "import cv2"], capture_output=True, check=False)
    if opened.returncode:  # no libGL: OpenCV without windows, as README says
        pip(python, "uninstall", "--yes", "opencv-python")
        pip(python, "install", "opencv-python-headless")
    return python


def paiyan(python: Path, *words: str | Path) -> dict[str, Any]:
    """Return what a command of the installed program answers, asked far from the repository."""
    command = [python.with_name("paiyan"), *words, "--json"]
    ran = subprocess.run(command, cwd=python.parent, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def scores(python: Path) -> None:
    scored = paiyan(python, "score", "--hand", "123m456p789s11z77s", "--win", "7s", "--by", "self_draw")
    assert scored["total"] == 14


def test_it_reads_the_sample_and_scores_a_hand_from_an_empty_environment(python: Path) -> None:
    (packages,) = python.parents[1].glob("lib/python3*/site-packages")
    sample = packages / "paiyan" / "service" / "samples" / "hand.jpg"
    truth = json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))
    read = paiyan(python, "read", sample)["hand"]
    assert read["winning"] == truth["hand"]["winning"]
    assert read["concealed"] == truth["hand"]["concealed"]
    scores(python)


HUGGING_FACE = """
import datasets
from paiyan import datasets as labelled
from paiyan.scorer.tiles.notation import parse

tiles = datasets.Dataset.from_dict({"tile": [tile.notation for tile in parse("123m77z")]})
assert tiles["tile"][:] == ["1m", "2m", "3m", "7z", "7z"]
assert datasets.__file__ != labelled.__file__
"""


def test_hugging_faces_datasets_works_next_to_it(python: Path) -> None:
    """Either overwrites no file of the other, whichever is installed last."""
    pip(python, "install", "datasets")
    shared = (
        "from importlib.metadata import files\n"
        "print(*sorted({*map(str, files('paiyan'))} & {*map(str, files('datasets'))}))"
    )
    # elsewhere: an egg-info of the repository names its files by their folders
    found = subprocess.run(
        [python, "-c", shared], cwd=python.parent, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []
    alone = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(python.parents[1] / "hf")}
    ran = subprocess.run(
        [python, "-c", HUGGING_FACE],
        cwd=python.parent,
        env=alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    scores(python)


def printed(python: Path, code: str, **how: Any) -> str:
    ran = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, **how)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize("editable", [True, False], ids=["editable", "installed"])
def test_a_checkout_without_links_works(tmp_path: Path, editable: bool) -> None:
    """Git for Windows writes the links in `paiyan` as text files."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    own = printed(python, "import sysconfig; print(sysconfig.get_path('purelib'))")
    Path(own, "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    with copied(ROOT) as tree:
        for link in (tree / "paiyan" / name for name in PACKAGES):
            target = link.readlink().as_posix()
            link.unlink()
            link.write_text(target)
        pip(python, "install", "--no-deps", *(("-e",) if editable else ()), tree)
        used = """
import paiyan, paiyan.scorer
print(paiyan.scorer.__file__)
print(paiyan.score("123m456p789s11z77s", win="7s", by="self_draw").total)
"""
        place, total = printed(python, used, cwd=tree if editable else tmp_path).split()
        assert total == "14"
        assert (Path(place) == tree / "scorer" / "__init__.py") is editable
        engine = (
            "from pathlib import Path; from paiyan.service import browser_engine as b; b._pack(Path('s.zip'))"
        )
        printed(python, engine, cwd=tree if editable else tmp_path)
        packed = ZipFile((tree if editable else tmp_path) / "s.zip").namelist()
        assert {"paiyan/__init__.py", "paiyan/scorer/errors.py", "paiyan/service/errors.py"} <= {*packed}


USER = """
import paiyan

result = paiyan.score(paiyan.read("hand.jpg"), rules="guobiao", by="self_draw")
total: int = result.total
points: dict[paiyan.Seat, int] = result.balances
tiles: list[paiyan.Tile] = [wait.tile for wait in paiyan.waits("123m456p11z77s")]
paiyan.score("123m", wins="7s")
"""


def test_its_users_have_types(python: Path, tmp_path: Path) -> None:
    """A checker that is strict about who calls `paiyan` finds the one mistake, and nothing untyped."""
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", python, "-p", tmp_path]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [one["message"] for one in json.loads(ran.stdout)["generalDiagnostics"]]
    assert found == ['No parameter named "wins"']
