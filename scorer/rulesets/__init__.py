"""The rule sets, one file each, and the list of all.

A rule set is built when it is first asked for, so that importing the scorer takes no longer with each one
more. To add one: a file named as its id (``_`` for ``-``) in which the id in capitals is the rule set, as
`GUANGDONG_JIPINGHU` in ``guangdong_jipinghu.py``; and one line in `IDS`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from scorer.refusals.rules import DID_YOU_MEAN, NO_RULE_SET, THERE_ARE
from scorer.ruleset import RuleSet
from scorer.words import Said, SpokenError

IDS = (
    "guobiao",
    "anqing",
    "beijing",
    "changchun",
    "changsha",
    "guangdong-jipinghu",
    "guangdong-minjian",
    "guangdong-tuidaohu",
    "guangxi",
    "guangzhou",
    "guigang",
    "guizhou",
    "hainan",
    "hangzhou",
    "harbin",
    "hebei",
    "hefei",
    "hongkong",
    "jiangnan",
    "jilin",
    "jinan",
    "lianzhong",
    "luoshu",
    "nanchang",
    "nanjing",
    "nanning",
    "neimenggu",
    "qingyuan",
    "riichi",
    "shanghai",
    "shenzhen",
    "sichuan",
    "taiwan",
    "taiyuan",
    "taizhou",
    "tianjin",
    "wenzhou",
    "wuhan",
    "yingkou",
)


class RulesError(SpokenError, ValueError):
    """No rule set of that id; its sentence names the nearest."""


@cache
def rule_set(id_: str) -> RuleSet:
    """The rule set of that id. Raises `RulesError` with the nearest ids for an unknown one."""
    if id_ not in IDS:
        raise RulesError(NO_RULE_SET, id=id_, hint=_hint(id_))
    name = id_.replace("-", "_")
    rules: RuleSet = getattr(import_module(f"scorer.rulesets.{name}"), name.upper())
    return rules


def rule_sets() -> tuple[RuleSet, ...]:
    """All of them, in the order of the list."""
    return tuple(map(rule_set, IDS))


def _hint(id_: str) -> Said:
    from difflib import get_close_matches  # only here: few imports of the scorer ask for a wrong name

    near = get_close_matches(id_, IDS, n=1, cutoff=0.5)
    return Said(DID_YOU_MEAN, {"near": near[0]}) if near else Said(THERE_ARE, {"ids": IDS})
