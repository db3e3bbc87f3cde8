"""What is asked of ultralytics, told by a stand-in for it: the library itself is not installed by default."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from paiyan.models.training import ultralytics_runs


class Checkpoint:
    """A network that writes down where its weights came from."""

    def __init__(self, network: str) -> None:
        self.told = network

    def load(self, weights: str) -> Checkpoint:
        self.told += f" with {Path(weights).name}"
        return self

    def save(self, out: str) -> None:
        Path(out).write_text(self.told)


def test_weights_are_taken_over_into_another_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ultralytics_runs, "ultralytics", lambda: SimpleNamespace(YOLO=Checkpoint))
    made = ultralytics_runs.transfer("small.yaml", tmp_path / "large.pt", tmp_path / "start.pt")
    assert made == tmp_path / "start.pt"
    assert made.read_text() == "small.yaml with large.pt"
