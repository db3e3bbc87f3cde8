"""A reading as a person sees it in the terminal."""

from __future__ import annotations

import pytest

from paiyan.service.cli.options import Output
from paiyan.service.cli.printing import show

READ = {
    "photo": "hand.jpg",
    "tiles": [],
    "hand": {"concealed": "123m", "winning": None, "melds": [], "flowers": ""},
}


@pytest.mark.parametrize(
    ("effect", "says"), [("", "4p or 7p"), ("4p: 14 fan, 7p: no win", "4p or 7p: 4p: 14 fan, 7p: no win")]
)
def test_a_doubt_is_shown_with_what_hangs_on_it(
    effect: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    doubt = {"tile": 0, "read": "4p", "instead": ["7p"], "effect": effect}
    show({**READ, "doubts": [doubt]}, "hands.reading", Output(json=False, lang="en"))
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "4p or 7p" in line)
    assert line.rstrip().endswith(says)
