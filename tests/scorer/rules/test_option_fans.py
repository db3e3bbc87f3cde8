"""The fans of a rule set are those that options bring too."""

from __future__ import annotations

import pytest

from paiyan.scorer.authoring.check import choices_of, every_fan, selections
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.texts import has_text
from paiyan.scorer.rulesets import rule_set, rule_sets


def test_what_an_option_of_jinan_brings_is_seen() -> None:
    jinan = rule_set("jinan")
    usual = {p.id for p in jinan.counted_by.every}
    program = {p.id for p in jinan.with_options({"types": "program"}).counted_by.every}
    assert program - usual
    assert {p.id for p in every_fan(jinan)} == usual | program


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_fan_of_every_choice_has_a_source_and_a_text(rules: RuleSet) -> None:
    fans = every_fan(rules)
    assert {p.id for p in fans} >= {p.id for p in rules.counted_by.every}
    assert [p.zh for p in fans if not p.source.strip()] == []
    assert [p.zh for p in fans if not has_text(p.fan)] == []


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_each_choice_is_tried(rules: RuleSet) -> None:
    tried = [chosen for chosen in selections(rules) if len(chosen) == 1]
    for setting in rules.agreed_on.options if rules.agreed_on.apply_options else ():
        values = {chosen[setting.id] for chosen in tried if setting.id in chosen}
        assert values == {*choices_of(setting)} - {setting.default}
