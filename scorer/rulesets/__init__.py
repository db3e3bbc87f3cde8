"""The rule sets, each in the module of its id, and the list of all.

A rule set is built on first use, so that importing the scorer takes no longer with each one
more. To add one: a file in which the id in capitals (``_`` for ``-``) is the rule set, as
`GUANGDONG_JIPINGHU` in ``guangdong_jipinghu.py``; and one line in `IDS`. Its words are in the TOML file
of the same name; what several share is in `common`.

Beside these, a rule set may come from an installed package, which names it under the entry point
``paiyan.rulesets``, or from a house file that a program opened (`add`).
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from paiyan.scorer.errors import RulesError
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.rules import (
    BROKEN,
    DID_YOU_MEAN,
    ID_TAKEN,
    NO_RULE_SET,
    NONE_OF_PROVINCE,
    NOT_A_RULE_SET,
    OF_PROVINCE,
    THERE_ARE,
)
from paiyan.scorer.rules.rule_set import RuleSet

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
"""In the order of the help and the pages: alphabetical after the first."""

ENTRY_POINTS = "paiyan.rulesets"
_ADDED: dict[str, RuleSet] = {}


def rule_set(id_: str) -> RuleSet:
    """Return the rule set of an id, or of a common name for it: ``国标``, ``mcr``, ``hk``.

    Raises `RulesError` with the nearest for an unknown one.
    """
    found = _by_id(id_)
    if found is not None:
        return found
    from paiyan.scorer.rulesets import aliases  # only here: mostly a rule set is named by its id

    if (known := aliases.named(id_, _ids())) is not None and (found := _by_id(known)) is not None:
        return found
    raise RulesError(NO_RULE_SET, id=id_, hint=_hint(id_))


def _by_id(id_: str) -> RuleSet | None:
    if id_ in IDS:
        return _of_file(id_)
    if id_ in _ADDED:
        return _ADDED[id_]
    return _of_package(id_) if id_ in _installed() else None


def _ids() -> tuple[str, ...]:
    return (*IDS, *_installed(), *_ADDED)


def add(rules: RuleSet) -> None:
    """Register a rule set by its id for as long as the program runs. Raises `RulesError` if another
    has that id."""
    if rules.id in IDS or rules.id in _installed() or _ADDED.get(rules.id, rules) is not rules:
        raise RulesError(ID_TAKEN, id=rules.id)
    _ADDED[rules.id] = rules


def every_rule_set() -> tuple[RuleSet, ...]:
    """Return the rule sets of the list, of installed packages, and those that were added."""
    return (*rule_sets(), *map(_of_package, _installed()), *_ADDED.values())


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of installed packages by the id of their rule set, without taken ids."""
    if not _may_be_installed():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in IDS}


def _may_be_installed() -> bool:
    """True if an installed package may name the entry point.

    Usually none does, and `importlib.metadata` would only find that out after an import that takes half as
    long as all rule sets together.
    """
    others = (finder for finder in sys.meta_path if finder is not PathFinder)
    return any(hasattr(f, "find_distributions") for f in others) or any(map(_may_name_rule_sets, sys.path))


def _may_name_rule_sets(place: str) -> bool:
    """True if a place of `sys.path` may name rule sets.

    Zipped packages, eggs and unreadable places are left to `importlib.metadata`.
    """
    if place.endswith(".egg") or os.path.isfile(place):
        return True
    try:
        contents = [about.read_bytes() for about in Path(place).glob("*-info/entry_points.txt")]
    except OSError:
        return True
    return any(ENTRY_POINTS.encode() in text for text in contents)


@cache
def _of_package(id_: str) -> RuleSet:
    try:
        rules = _installed()[id_].load()
    except Exception as wrong:
        raise _broken(id_, _installed()[id_].module, wrong) from wrong
    if not isinstance(rules, RuleSet) or rules.id != id_:
        raise RulesError(NOT_A_RULE_SET, id=id_, where=_installed()[id_].value)
    return rules


def module_of(id_: str) -> str:
    """Return the name of the module of a rule set in this package."""
    return id_.replace("-", "_")


@cache
def _of_file(id_: str) -> RuleSet:
    name = f"{__name__}.{module_of(id_)}"
    try:
        rules: RuleSet = getattr(import_module(name), module_of(id_).upper())
    except Exception as wrong:
        raise _broken(id_, name, wrong) from wrong
    return rules


def _broken(id_: str, module: str, wrong: Exception) -> RulesError:
    """Return the error for a rule-set file that cannot be run, for its author to mend."""
    from importlib.util import find_spec  # only here: rule sets that hold have no use for it

    try:
        spec = find_spec(module)
    except ImportError:
        spec = None
    file = spec.origin if spec and spec.origin else module
    return RulesError(BROKEN, id=id_, wrong=f"{type(wrong).__name__}: {wrong}", file=file)


def rule_sets() -> tuple[RuleSet, ...]:
    """Return all rule sets in the order of the list."""
    return tuple(map(rule_set, IDS))


def _hint(id_: str) -> Message:
    from paiyan.scorer.rulesets import aliases  # only here: few imports of the scorer ask for a wrong name

    if (there := aliases.of_province(id_)) is not None:
        return Message(OF_PROVINCE, {"ids": there}) if there else Message(NONE_OF_PROVINCE, {"ids": _ids()})
    near = aliases.nearest(id_, _ids())
    return Message(DID_YOU_MEAN, {"near": near}) if near else Message(THERE_ARE, {"ids": _ids()})
