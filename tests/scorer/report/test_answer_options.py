"""Options of a hand: the rule set that they make is made once, and what does not fit is refused each time."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.report.answer import answer, chosen_rules

HAND: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p789s11z77s",
    "win": {"tile": "7s", "by": "self_draw"},
}


def test_the_same_options_give_the_same_rule_set() -> None:
    first = chosen_rules({**HAND, "options": {"flowers": True}})
    again = chosen_rules({**HAND, "options": {"flowers": True}})
    other = chosen_rules({**HAND, "options": {"flowers": False}})
    assert first is again
    assert other.agreed_on.selected != first.agreed_on.selected


@pytest.mark.parametrize("wrong", [1, 1.0, "true", [True], {"a": 1}, None])
def test_what_does_not_fit_is_refused_after_what_does(wrong: Any) -> None:
    answer({**HAND, "options": {"flowers": True}})
    for _ in range(2):
        with pytest.raises(ValueError, match="true or false"):
            answer({**HAND, "options": {"flowers": wrong}})
