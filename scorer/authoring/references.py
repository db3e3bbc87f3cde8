"""Find what a rule-set file refers to: constants, fields of the rule set, options by their ids."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.rules.rule_set import SECTIONS, RuleSet

_DERIVING = ("but", "changed")
_RELATIONS = ("excludes", "covers", "implies")


def assigned(tree: ast.Module) -> dict[str, int]:
    """Return the names that the file assigns, with their lines."""
    found: dict[str, int] = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        found |= {t.id: node.lineno for t in targets if isinstance(t, ast.Name)}
    return found


def line_of_field(tree: ast.Module, path: tuple[str | int, ...]) -> int | None:
    """Return the line that gives the rule set the value at this path: ``("won_by", "forms", 0)``."""
    made = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == "RuleSet")
    derived = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) in _DERIVING)
    lines = (*(_down(call, path) for call in made), *(_down(call, _flat(path)) for call in derived))
    return max(lines, default=0) or None


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _flat(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the path as `but` takes it, without the section of the field."""
    return path[1:] if path[0] in SECTIONS else path


def _down(node: ast.expr, path: tuple[str | int, ...]) -> int:
    """Return the line reached by following the path as far as the text shows it; 0 without a step."""
    if path and isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == path[0]:
                return _down(keyword.value, path[1:]) or keyword.value.lineno
    if path and isinstance(node, (ast.Tuple, ast.List)) and isinstance(path[0], int):
        plain = not any(isinstance(one, ast.Starred) for one in node.elts)
        if plain and path[0] < len(node.elts):
            return _down(node.elts[path[0]], path[1:]) or node.elts[path[0]].lineno
    return 0


def line_of_relation(tree: ast.Module, names: Mapping[str, Any], relation: str) -> int | None:
    """Return the line that names the fan of this relation among those that another keeps out."""
    keywords = (node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in _RELATIONS)
    for node in (inner for keyword in keywords for inner in ast.walk(keyword.value)):
        if isinstance(node, (ast.Name, ast.Attribute)):
            fan = _value(node, names)
            if isinstance(fan, Fan) and f" {fan.id}," in relation:
                return node.lineno
    return None


def line_of_price(tree: ast.Module, names: Mapping[str, Any], priced: Priced) -> int | None:
    """Return the line on which this fan gets its price."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "at" and _value(node.func.value, names) == priced.fan:
            return node.lineno
    return None


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return the value of a dotted name; None if it is not known yet."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    return getattr(_value(node.value, names), node.attr, None) if isinstance(node, ast.Attribute) else None


def unknown_settings(tree: ast.Module, rules: RuleSet) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield each use of an option or a field of the table that the rule set does not have.

    Each as its line, ``options`` or ``table``, its id, and the ids that exist.
    """
    there = {
        "options": [s.id for s in rules.agreed_on.options],
        "table": [s.id for s in rules.agreed_on.table],
    }
    asking = (node for node in ast.walk(tree) if isinstance(node, (ast.Subscript, ast.Call)))
    for node in asking:
        place, key = _compared_value(node)
        id_ = key.value if isinstance(key, ast.Constant) else None
        if place in there and isinstance(id_, str) and id_ not in there[place]:
            yield node.lineno, place, id_, there[place]


def _compared_value(node: ast.AST) -> tuple[str, ast.expr | None]:
    """Return the mapping and the key of ``…options["kong"]`` or ``…options.get("kong")``."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return _last(node.value), node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return _last(node.func.value), node.args[0] if node.args else None
    return "", None


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
