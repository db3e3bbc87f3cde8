"""In what two rule sets differ: their fans and prices, their settings, their tiles, forms and payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paiyan.scorer.answering.rule_set_json import Json, described
from paiyan.scorer.messages.as_json import named
from paiyan.scorer.messages.languages import Text
from paiyan.scorer.rules.rule_set import RuleSet

_PLAIN = ("hand_size", "unit", "minimum", "wild", "winners")
_LISTS = ("forms", "melds", "seats")
_MANY = 8  # fans kept out, more of which are all the others


@dataclass(frozen=True)
class Difference:
    """One thing that is other: `was` in the first, `is_` in the second; None where it is not there at all."""

    kind: str  # fan, option, table, tiles, forms …
    id: Text
    name: Text
    was: Any
    is_: Any = named("is")


def differences(one: RuleSet, other: RuleSet) -> list[Difference]:
    """What is other in the second, in the order of a rule set's page."""
    a, b = (_flat(described(rules)) for rules in (one, other))
    found: list[Difference] = []
    for key in (*a, *(key for key in b if key not in a)):
        nothing: tuple[Any, Text] = (None, "")
        (was, old), (is_, new) = a.get(key, nothing), b.get(key, nothing)
        if was != is_:
            found.append(Difference(*key, new or old, was, is_))
        elif old != new:
            found.append(Difference(*key, new, old, new))
    return found


def _flat(rules: Json) -> dict[tuple[str, Text], tuple[Any, Text]]:
    """Everything that a rule set says, by what it is: its value, and what it is called."""
    return dict(_things(rules))


def _things(rules: Json) -> Iterator[tuple[tuple[str, Text], tuple[Any, Text]]]:
    for name in _PLAIN:
        yield (name, ""), (rules[name], name)
    for name in ("kinds", "flowers", "reds"):
        tiles: list[str] = rules["tiles"][name]
        yield ("tiles", name), (" ".join(tiles), name)
    for name in _LISTS:
        yield (name, ""), (" · ".join(rules[name]), name)
    for i, text in enumerate(rules["pays"]):
        yield ("pays", str(i)), (text, "")
    for fan in rules["fans"]:
        yield ("fan", fan["id"]), (_worth(fan), fan["name"])
    for group in ("options", "table"):
        for id_, setting in rules[group]["properties"].items():
            yield (group, id_), (setting["default"], setting["title"])
    for note in rules["notes"]:
        yield ("note", note["rule"]), (note["rule"], "")


def _worth(fan: Mapping[str, Any]) -> Any:
    """A fan's price, with what it is after a claim and what it keeps out where it has those."""
    claimed = fan.get("claimed")
    price = fan["value"] if claimed is None else f"{fan['value']}/{claimed}"
    out: list[str] = fan.get("keeps_out", [])
    if not out:
        return price
    return f"{price} 不计 {' '.join(out[:_MANY])}{' …' if len(out) > _MANY else ''}"


@dataclass(frozen=True)
class RuleSetAnswer:
    """A rule set in full, with what differs from its base if it has one."""

    rules: RuleSet
    differences: tuple[Difference, ...]

    def described(self) -> Json:
        """Return the rule set's description, in no language yet."""
        return {**described(self.rules), "differences": self.differences}


def in_full(rules: RuleSet) -> RuleSetAnswer:
    """Describe a rule set in full, with what differs from its base if it has one."""
    return RuleSetAnswer(rules, tuple(differences(rules.base, rules)) if rules.base else ())
