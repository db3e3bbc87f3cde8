"""Hands in one line of text; what they mean is seen in the hands of the tests."""

from __future__ import annotations

import pytest

from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import rule_set


def test_everything_a_line_may_say() -> None:
    line = "[123m<] (5555p) 44z 12f +4z from W seat S last_tile minimum=6 riichi=double"
    assert hand_from_text(rule_set("riichi"), line) == {
        "concealed": "44z",
        "flowers": "12f",
        "melds": [
            {"type": "chow", "tiles": "123m", "from": "left"},
            {"type": "concealed_kong", "tiles": "5555p"},
        ],
        "win": {"by": "discard", "flags": ["last_tile"], "tile": "4z", "from": "W"},
        "seat": "S",
        "options": {"minimum": 6},
        "table": {"riichi": "double"},
    }


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[123x] +4z", "is not a meld: write"),
        ("123m +4z from", "from is followed by nothing"),
        ("123q", "123q"),
        ("123m seat=S", "seat=S is no option: write seat S"),
    ],
)
def test_what_is_no_part_of_a_hand(line: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        hand_from_text(rule_set("guobiao"), line)
