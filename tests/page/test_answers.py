"""The page's engine answers every worked hand and deal as the scorer here does, to the last byte."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.service.browser_engine import build
from tests.node import find_node
from tests.page.answering import answered

HERE = Path(__file__).parent
PYODIDE = HERE / "node_modules" / "pyodide"


def worked_hands() -> list[str]:
    """Every hand of tests/hands as a request."""
    return [
        json.dumps({"rules": path.stem, **hand_from_text(rule_set(path.stem), text.partition("=>")[0])})
        for path in sorted((HERE.parent / "hands").glob("*.txt"))
        for _, text in hand_tests.lines_of(path)
    ]


def worked_deals() -> list[str]:
    """Every deal of tests/deals as a request."""
    return [
        json.dumps({"rules": path.stem, **one["deal"]})
        for path in sorted((HERE.parent / "deals").glob("*.json"))
        for one in hand_tests.deals_of(path)
    ]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine of the page, unpacked."""
    if find_node() is None or not PYODIDE.is_dir():
        pytest.skip("Node or pyodide is not installed: make check-page installs it")
    (folder,) = (
        one for one in build(PYODIDE, tmp_path_factory.mktemp("engine") / "engine").iterdir() if one.is_dir()
    )
    for file in folder.glob("*.packed"):
        file.with_suffix("").write_bytes(gzip.decompress(file.read_bytes()))
    return folder


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_worked_hand_and_deal_is_answered_alike(engine: Path, tmp_path: Path) -> None:
    requests = [*worked_hands(), *worked_deals()]
    assert {json.loads(one)["rules"] for one in requests} == set(IDS)
    node = find_node()
    assert node is not None
    (tmp_path / "requests.jsonl").write_text("\n".join(requests), encoding="utf-8")
    given = (HERE / "answers.js", engine, HERE / "answering.py", tmp_path / "requests.jsonl")
    run = subprocess.run([node, *map(str, given)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    there = run.stdout.splitlines()
    here = [answered(one) for one in requests]
    assert len(there) == len(here)
    assert [pair for pair in zip(requests, here, there, strict=True) if pair[1] != pair[2]] == []
    paid = sum('"payments"' in one for one in here)
    print(f"{len(here)} answers alike, {paid} of them with payments")
    assert paid > len(here) // 2
