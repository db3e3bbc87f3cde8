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
    own = {f"paiyan/{name}" for name in ("__init__.py", "api.py", "py.typed")}
    kept = {*own, *(f"paiyan/{name}" for name in listed.stdout.split("\0") if name)}
    held = {name for name in ZipFile(wheel).namelist() if not re.match(r"paiyan-[\d.]+\.dist-info/", name)}
    assert sorted(kept - held) == []
    assert sorted(held - kept) == []


def test_it_reads_the_sample_and_scores_a_hand_from_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    pip(python, "install", wheel)
    opened = subprocess.run([python, "-c", "import cv2"], capture_output=True, check=False)
    if opened.returncode:  # no libGL: OpenCV without windows, as README says
        pip(python, "uninstall", "--yes", "opencv-python")
        pip(python, "install", "opencv-python-headless")
    (packages,) = (tmp_path / "env").glob("lib/python3*/site-packages")
    sample = packages / "paiyan" / "service" / "samples" / "hand.jpg"

    def paiyan(*words: str | Path) -> dict[str, object]:
        command = [python.with_name("paiyan"), *words, "--json"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    truth = json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))
    read = paiyan("read", sample)["hand"]
    assert isinstance(read, dict)
    assert read["winning"] == truth["hand"]["winning"]
    assert read["concealed"] == truth["hand"]["concealed"]
    scored = paiyan("score", "--hand", "123m456p789s11z77s", "--win", "7s", "--by", "self_draw")
    assert scored["total"] == 14


def environment(folder: Path) -> Path:
    """Return the Python of an empty environment."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / "bin" / "python"


def printed(python: Path, code: str, **how: Any) -> str:
    ran = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, **how)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_it_is_used_beside_a_distribution_of_the_same_name_as_a_folder(wheel: Path, tmp_path: Path) -> None:
    """`datasets` is Hugging Face's: whichever is installed last, both work."""
    python = environment(tmp_path / "env")
    pip(python, "install", "datasets")
    pip(python, "install", "--no-deps", wheel)
    both = """
import datasets, paiyan
assert datasets.Dataset.from_dict({"tile": ["1m", "2m"]})["tile"][1] == "2m"
print(paiyan.score("123m456p789s11z77s", win="7s", by="self_draw").total)
"""
    assert printed(python, both, cwd=tmp_path) == "14"
    pip(python, "install", "--no-deps", "--force-reinstall", "datasets")
    assert printed(python, both, cwd=tmp_path) == "14"


@pytest.mark.parametrize("editable", [True, False], ids=["editable", "installed"])
def test_a_checkout_without_links_works(tmp_path: Path, editable: bool) -> None:
    """Git for Windows writes the links in `paiyan` as text files."""
    python = environment(tmp_path / "env")
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
