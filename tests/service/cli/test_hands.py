"""A reading as a person sees it in the terminal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from paiyan.service.answers.reading import reading_report
from paiyan.service.cli.options import Output, show
from paiyan.service.cli.program import run
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


def test_what_came_from_the_table_is_said_at_its_taker(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    win = {"tile": "1s", "by": "discard", "from": "E"}
    winner = {"seat": "S", "concealed": "123456m789p23s55s", "win": win, "table": {"riichi": "riichi"}}
    giver = {"seat": "E", "table": {"riichi": "returned"}}
    deal = {"rules": "riichi", "table": {"sticks": 2}, "hands": [winner, giver]}
    assert run(["score", "--lang", "en", "--hand", json.dumps(deal)]) == 0
    lines = {" ".join(line.split()) for line in capsys.readouterr().out.splitlines()}
    assert "E east -2000 riichi stick laid; riichi stick returned; discard, 2 han 30 fu" in lines
    assert "S south +4000 riichi sticks" in lines
