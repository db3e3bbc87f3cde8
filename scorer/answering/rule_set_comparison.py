"""In what two rule sets differ: their fans and prices, their settings, their tiles, forms and payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paiyan.scorer.answering.rule_set_json import Json, rules_json
from paiyan.scorer.rules.rule_set import RuleSet

_PLAIN = ("hand_size", "unit", "minimum", "wild", "winners")
_LISTS = ("forms", "melds", "seats")
_MANY = 8  # fans kept out, more of which are all the others


class Difference(NamedTuple):
    """One thing that is other: `was` in the first, `is_` in the second; None where it is not there at all."""

    kind: str  # fan, option, table, tiles, forms …
    id: str
    name: str
    was: Any
    is_: Any

    def to_json(self) -> Json:
        return {"kind": self.kind, "id": self.id, "name": self.name, "was": self.was, "is": self.is_}


def differences(one: RuleSet, other: RuleSet, *, lang: str = "en") -> list[Difference]:
    """What is other in the second, in the order of a rule set's page."""
    a, b = (_flat(rules_json(rules, lang=lang)) for rules in (one, other))
    found: list[Difference] = []
    for key in (*a, *(key for key in b if key not in a)):
        (was, old), (is_, new) = a.get(key, (None, "")), b.get(key, (None, ""))
        if was != is_:
            found.append(Difference(*key, new or old, was, is_))
        elif old != new:
            found.append(Difference(*key, new, old, new))
    return found


def _flat(rules: Json) -> dict[tuple[str, str], tuple[Any, str]]:
    """Everything that a rule set says, by what it is: its value, and what it is called."""
    return dict(_things(rules))


def _things(rules: Json) -> Iterator[tuple[tuple[str, str], tuple[Any, str]]]:
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


def described_json(rules: RuleSet, *, lang: str = "en") -> Json:
    """Return a rule set in full, with what differs from its base if it has one."""
    other = [d.to_json() for d in differences(rules.base, rules, lang=lang)] if rules.base else []
    return {**rules_json(rules, lang=lang), "differences": other}
