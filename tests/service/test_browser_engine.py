"""The scorer packed for the browser, with a folder in the place of Pyodide."""

from __future__ import annotations

import gzip
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from paiyan.service.browser_engine import CORE, OUT, build, main

WORKER = Path(__file__).parents[2] / "service" / "web" / "js" / "engine.worker.js"


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in CORE:
        (folder / name).write_bytes(name.encode() * 10_000)
    return folder


def files_of(out: Path) -> Path:
    """The folder of the version that was built last."""
    return out / json.loads((out / "engine.json").read_text())["version"]


def test_the_packed_scorer_scores_by_itself(pyodide: Path, tmp_path: Path) -> None:
    out = build(pyodide, tmp_path / "engine", compiled=False)
    python = re.findall(r"^ *(from paiyan\S+ import .+)$", WORKER.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(python) > 5
    code = "\n".join([*python, "from paiyan.scorer.rulesets import rule_set; print(rule_set('guobiao').id)"])
    archive = gzip.decompress((files_of(out) / "scorer.zip.packed").read_bytes())
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        packed.extractall(tmp_path / "alone")
    ran = subprocess.run(
        [sys.executable, "-Ic", f"import sys; sys.path.insert(0, {str(tmp_path / 'alone')!r}); {code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "guobiao\n", ran.stderr


def test_the_version_is_that_of_the_files(pyodide: Path, tmp_path: Path) -> None:
    def version() -> str:
        return json.loads((build(pyodide, tmp_path / "engine", compiled=False) / "engine.json").read_text())[
            "version"
        ]

    first = version()
    assert version() == first
    (pyodide / CORE[0]).write_bytes(b"newer")
    assert version() != first


def test_the_size_is_said_and_a_missing_file_too(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "paiyan.service.browser_engine.build",
        lambda _, ort: build(pyodide, tmp_path / "engine", compiled=False),
    )
    monkeypatch.setattr(sys, "argv", ["engine", str(pyodide)])
    main()
    size = sum(file.stat().st_size for file in (tmp_path / "engine").rglob("*") if file.is_file())
    assert capsys.readouterr().out == f"engine: {size / 1e6:.1f} MB\n"
    (pyodide / CORE[1]).unlink()
    with pytest.raises(FileNotFoundError, match=CORE[1]):
        build(pyodide, tmp_path / "engine", compiled=False)


def test_what_the_page_asks_of_python_runs_from_the_archive_alone(pyodide: Path, tmp_path: Path) -> None:
    packed = tmp_path / "scorer.zip"
    out = build(pyodide, tmp_path / "engine", compiled=False)
    packed.write_bytes(gzip.decompress((files_of(out) / "scorer.zip.packed").read_bytes()))
    worker = (OUT.parent / "js" / "engine.worker.js").read_text("utf-8")
    python = re.search(r"runPython\(`(.*?)`\)", worker, re.DOTALL)
    assert python is not None
    hand = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}, "rules": "guobiao"}
    code = (
        f"import sys; sys.path[:0] = [{str(packed)!r}]\n{python[1]}\n"
        f"import paiyan.service.ledger.session.log\nprint(dispatch('score', {json.dumps(hand)!r}, 'en'))"
    )
    said = subprocess.run([sys.executable, "-ISc", code], capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["answer"]["total"] > 8
