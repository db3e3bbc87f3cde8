"""``paiyan benchmark`` on the command line; the fetching itself is tested with the data sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paiyan.datasets import benchmark
from paiyan.datasets.benchmark import HANDS, MORE_HANDS
from paiyan.service.cli.program import run


def test_what_was_fetched_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "fetch", lambda folder, **_: 3)
    lists = [benchmark.photos_of(listed) for listed in (HANDS, MORE_HANDS)]
    assert run(["benchmark", str(tmp_path), "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["folder"], told["fetched"], told["photos"]) == (str(tmp_path), 6, sum(map(len, lists)))
    assert all(f"paiyan evaluate {tmp_path} --hands {listed}" in err for listed in (HANDS, MORE_HANDS))
