"""The fans of a rule set under every choice of its options, not only under the usual ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting

_FEW = 8  # whole numbers are all tried where there are at most this many


def every_fan(rules: RuleSet) -> tuple[Priced, ...]:
    """Return the fans of the rule set, then those that one or two options bring, each id once."""
    found = {priced.id: priced for priced in rules.counted_by.every}
    for chosen in selections(rules):
        try:
            variant = rules.with_options(chosen)
        except HandError:  # choices that contradict each other
            continue
        for priced in variant.counted_by.every:
            found.setdefault(priced.id, priced)
    return tuple(found.values())


def selections(rules: RuleSet) -> Iterator[dict[str, Any]]:
    """Yield the options of the rule set as they are, each other choice, and each two choices together."""
    yield {}
    if rules.agreed_on.adapt is None:
        return
    others = [(s.id, value) for s in rules.agreed_on.options for value in choices_of(s) if value != s.default]
    yield from ({id_: value} for id_, value in others)
    yield from ({a: x, b: y} for (a, x), (b, y) in combinations(others, 2) if a != b)


def choices_of(setting: Setting) -> tuple[Any, ...]:
    """Return what may be chosen: everything, or of many numbers the least, the usual and those next to it."""
    if isinstance(setting.default, bool):
        return (False, True)
    if isinstance(setting.default, int):
        least, most, usual = setting.least, setting.most, setting.default
        if most - least < _FEW:
            return tuple(range(least, most + 1))
        return tuple(sorted({least, usual, max(least, usual - 1), min(most, usual + 1)}))
    return setting.choices if isinstance(setting.default, str) else (setting.default,)
