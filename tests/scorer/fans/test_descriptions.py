"""Every fan says in a few words what it is."""

from __future__ import annotations

import pytest

from paiyan.scorer.authoring.check import every_fan
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.texts import has_text, texts
from paiyan.scorer.rulesets import rule_sets


def priced(rules: RuleSet) -> dict[str, Fan]:
    """Return the fans, those that only an option brings too."""
    return {p.id: p.fan for p in every_fan(rules)}


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_fan_has_a_text(rules: RuleSet) -> None:
    missing = [f.id for f in priced(rules).values() if not has_text(f)]
    assert not missing, "say what it is: text.zh and text.en of [fans.…]"


def test_a_text_stands_in_one_place() -> None:
    """Where a rule set sees a shared fan otherwise, its own text says another thing."""
    own = [
        (rules.id, id_, fan.text) for rules in rule_sets() for id_, fan in priced(rules).items() if fan.text
    ]
    shared = texts("common/fans")
    assert [(rules, id_) for rules, id_, text in own if shared.get(f"fans.{id_}.text") == text] == []


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_the_rules_as_json_show_it(rules: RuleSet, lang: str) -> None:
    fans = to_json(described(rules), lang)["fans"]
    assert {f["id"] for f in fans} == {p.id for p in rules.counted_by.every}
    assert [f["id"] for f in fans if not f["rule"]] == []
