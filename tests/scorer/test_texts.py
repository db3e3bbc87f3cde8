"""Every fan says in a few words what it is."""

from __future__ import annotations

import pytest

from scorer.answer import rules_json
from scorer.catalogue.texts import TEXTS
from scorer.ruleset import RuleSet
from scorer.rulesets import ALL
from scorer.rulesets.texts import REGIONAL


def priced(rules: RuleSet) -> set[str]:
    return {p.id for p in (*rules.fans, *([rules.fallback] if rules.fallback else []))}


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_every_fan_has_a_text(rules: RuleSet) -> None:
    missing = sorted(priced(rules) - set(TEXTS) - set(REGIONAL))
    assert not missing, "write what it is in scorer/rulesets/texts.py"


def test_a_text_stands_in_one_place() -> None:
    assert set(TEXTS) & set(REGIONAL) == set()


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_the_rules_as_json_show_it(rules: RuleSet, lang: str) -> None:
    fans = rules_json(rules, lang=lang)["fans"]
    assert {f["id"] for f in fans} == priced(rules)
    assert [f["id"] for f in fans if not f["rule"]] == []
