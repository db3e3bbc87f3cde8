"""Figures as a person sees them in the terminal."""

from __future__ import annotations

import pytest

from paiyan.service.cli.options import Output, show


def test_a_figure_is_a_line_and_the_rows_are_left_to_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    figures = {"list": "hands.jsonl", "photos": 7, "none": {}, "each": {"exact": 3, "near": 4}, "rows": [{}]}
    show(figures, "layout.listed", Output(json=False, lang="en"))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    expected = [["list", "hands.jsonl"], ["photos", "7"], ["none", "{}"], ["each", "exact", "3", "near", "4"]]
    assert lines == expected
