"""Why a fan does not count, in each language of the program."""

from __future__ import annotations

import pytest

from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.build import kept_out, unit_name, why_dropped
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import rule_set, rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score


def official(line: str) -> Score:
    json_ = hand_from_text(rule_set("guobiao"), line)
    json_.pop("options")
    result = score(rule_set("guobiao"), parse_hand(json_))
    assert isinstance(result, Score)
    return result


def reasons(won: Score, lang: str) -> dict[str, str]:
    return {d.match.priced.zh: why_dropped(d).to(lang) for d in won.counted.dropped}


@pytest.mark.parametrize(
    ("lang", "why"), [("zh", "已含于绿一色"), ("en", "included in All Green"), ("ja", "緑一色に含まれる")]
)
def test_a_fan_that_another_includes(lang: str, why: str) -> None:
    assert reasons(official("[234s] [234s] 666s888s6z +6z"), lang)["混一色"] == why


@pytest.mark.parametrize(
    ("lang", "why"),
    [("zh", "每副只可再组合一次"), ("en", "each combines only once more"), ("ja", "既に組み合わせ済み")],
)
def test_sets_that_are_combined_already(lang: str, why: str) -> None:
    found = reasons(official("[123m] [123p] 789m789p2s +2s"), lang)
    assert any(why in text for text in found.values()), found


def test_what_a_fan_keeps_out_is_named_once() -> None:
    won = official("[111z] [222z] 333z444z5m +5m seat S round W")
    out = [d.match.priced.zh for d in kept_out(won, "big_four_winds")]
    assert len(out) == len(set(out))
    assert {"圈风刻", "三风刻", "碰碰和", "幺九刻"} <= set(out)


def test_every_unit_has_a_name_in_each_language() -> None:
    for rules in rule_sets():
        said = unit_name(rules.counted_by.unit)
        assert said.zh
        assert said.en
        assert said.ja or not rules.words.ja
    assert unit_name("hands").to("ja") == "hands"
