"""A reading as a person sees it in the terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiyan.service.answers.reading import reading_report
from paiyan.service.cli.options import Output
from paiyan.service.cli.printing import show
from paiyan.service.corrections.readings import Seen

READ = Seen.model_validate({
    "photo": "hand.jpg",
    "tiles": [{"tile": "4p", "role": "hand"}],
    "hand": {"concealed": "123m", "winning": None, "melds": [], "flowers": ""},
    "doubts": [{"tile": 0, "read": "4p", "instead": ["7p"]}],
}).value()  # fmt: skip


@pytest.mark.parametrize(
    ("effect", "says"), [("", "4p or 7p"), ("4p: 14 fan, 7p: no win", "4p or 7p: 4p: 14 fan, 7p: no win")]
)
def test_a_doubt_is_shown_with_what_hangs_on_it(
    effect: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    report = reading_report(READ)
    doubt = replace(report.doubts[0], effect=effect)
    show(replace(report, doubts=(doubt,)), "hands.reading", Output(json=False, lang="en"))
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "4p or 7p" in line)
    assert line.rstrip().endswith(says)
