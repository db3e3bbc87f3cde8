"""What of a rule set a house file may change without saying the rest of it too.

Every rule set counts in its own way; `tests/house/test_bases.py` holds these lists against what each does.
"""

from __future__ import annotations

from paiyan.scorer.rules.rule_set import RuleSet

SUMS = frozenset(
    {
        *("changchun", "guangdong-minjian", "guangdong-tuidaohu", "guangxi", "guizhou", "guobiao", "harbin"),
        *(
            "hefei",
            "hongkong",
            "jiangnan",
            "jilin",
            "lianzhong",
            "luoshu",
            "nanchang",
            "nanjing",
            "neimenggu",
        ),
        *("qingyuan", "sichuan", "taiwan", "wenzhou", "yingkou"),
    }
)
"""A hand is worth what the sum of its fans says, so that a cap of fans holds it."""

BY_POINTS = frozenset(
    {
        *("anqing", "beijing", "guangdong-jipinghu", "guangdong-minjian", "guangdong-tuidaohu", "guangzhou"),
        *("guigang", "guizhou", "guobiao", "hangzhou", "hebei", "hefei", "hongkong", "jiangnan", "lianzhong"),
        *("qingyuan", "shanghai", "shenzhen", "sichuan", "taiyuan", "tianjin", "wenzhou"),
    }
)
"""What is paid for a win follows from the points of the hand and from nothing else that it is worth."""


def root(rules: RuleSet) -> RuleSet:
    """The rule set, no house file, from which a rule set comes."""
    while rules.base:
        rules = rules.base
    return rules
