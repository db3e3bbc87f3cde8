"""The rule sets, one file each, and the list of all."""

from __future__ import annotations

from difflib import get_close_matches

from scorer.ruleset import RuleSet
from scorer.rulesets.guangdong_jipinghu import JIPINGHU
from scorer.rulesets.guobiao import GUOBIAO
from scorer.rulesets.hongkong import HONGKONG
from scorer.rulesets.lianzhong import LIANZHONG
from scorer.rulesets.riichi import RIICHI
from scorer.rulesets.shanghai import SHANGHAI
from scorer.rulesets.sichuan import SICHUAN
from scorer.rulesets.taiwan import TAIWAN
from scorer.rulesets.taizhou import TAIZHOU
from scorer.rulesets.tianjin import TIANJIN

ALL: tuple[RuleSet, ...] = (
    GUOBIAO,
    HONGKONG,
    JIPINGHU,
    LIANZHONG,
    RIICHI,
    SHANGHAI,
    SICHUAN,
    TAIWAN,
    TAIZHOU,
    TIANJIN,
)
_BY_ID = {r.id: r for r in ALL}


def rule_set(id_: str) -> RuleSet:
    """The rule set of that id. Raises `ValueError` with the nearest ids for an unknown one."""
    if id_ in _BY_ID:
        return _BY_ID[id_]
    near = get_close_matches(id_, _BY_ID, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "there are: " + ", ".join(_BY_ID)
    raise ValueError(f"no rule set {id_!r}; {hint}")
