"""``paiyan rules``: two rule sets compared for people, house files checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers.rule_catalogue import compared
from paiyan.service.cli.program import run

Capture = pytest.CaptureFixture[str]


def test_each_difference_is_a_row(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert run(["rules", "--diff", "guangdong-jipinghu", "guangdong-tuidaohu", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    found = to_json(compared(["guangdong-jipinghu", "guangdong-tuidaohu"]), "en")["differences"]
    assert found
    for one in found:
        assert one["name"] in out


@pytest.mark.parametrize(("worth", "status"), [(4, 0), (5, 1)])
def test_the_status_says_whether_the_examples_of_a_house_hold(
    worth: int, status: int, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(
        'id = "club"\nname = "Club"\nbase = "hongkong"\n[fans]\nhalf_flush = 4\n'
        f'[[example]]\nhand = "111222333m444z5z +5z from S"\nworth = {worth + 5}\n',
        encoding="utf-8",
    )
    assert run(["rules", "--check", str(file), "--lang", "en"]) == status
    assert ("no mistake found" in capsys.readouterr().out) is (status == 0)
