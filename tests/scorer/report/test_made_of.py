"""What each fan is made of: the blocks that an answer names, wherever in the arrangement they are."""

from __future__ import annotations

import pytest

from paiyan.scorer.report.answer import answer
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import rule_set

# The rule set, the hand, and one of its fans with its blocks.
MADE_OF = (
    ("hainan", "[111m] [222m] 555m88m77z +7z draw", "二五八将", ["88m"]),
    ("hainan", "[123m] [456m] 789m234s5s +5s draw", "二五八将", ["55s"]),
    ("guobiao", "123m456p789s22m55z +5z draw", "花龙", ["123m", "456p", "789s"]),
    ("guobiao", "[777z] 123m456p789s1z +1z draw", "箭刻", ["777z"]),
    ("guobiao", "[111m] 222m333m456p5s +5s draw", "一色三节高", ["111m", "222m", "333m"]),
    ("guobiao", "11m22m33m55p77p99s1z +1z draw", "七对", ["11m", "22m", "33m", "55p", "77p", "99s", "11z"]),
)


@pytest.mark.parametrize(("rules", "line", "fan", "blocks"), MADE_OF)
def test_a_fan_names_its_blocks(rules: str, line: str, fan: str, blocks: list[str]) -> None:
    told = {**hand_from_text(rule_set(rules), line), "rules": rules}
    found = {one["name"]: one["blocks"] for one in answer(told, lang="zh")["fans"]}
    assert sorted(found[fan]) == sorted(blocks), found
