"""The options and the fields of the table that a house file chooses other defaults for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.house.changes.draft import Draft
from paiyan.scorer.house.errors import hint
from paiyan.scorer.house.format.value_types import shown
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages import rules as of_rules
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting


def chosen(draft: Draft) -> RuleSet:
    """The base with the file's choices as the defaults of its options and fields."""
    options = _with_defaults(draft, "options", draft.base.agreed_on.options)
    table = _with_defaults(draft, "table", draft.base.agreed_on.table)
    if options is draft.base.agreed_on.options and table is draft.base.agreed_on.table:
        return draft.base
    return draft.base.changed(options=options, table=table, chosen={})


def _with_defaults(draft: Draft, group: str, there: tuple[Setting, ...]) -> tuple[Setting, ...]:
    given: dict[str, Any] = draft.table(group)
    if not given:
        return there
    known: Sequence[str] = [s.id for s in there]
    what = of_rules.OPTION if group == "options" else of_rules.TABLE_FIELD
    for name in given:
        if name not in known:
            near = hint(name, known)
            about = {"rules": draft.base.words, "what": what, "id": shown(name), "hint": near}
            draft.add_error((group, name), refusal.NO_SETTING, **about)
    return tuple(_with_default(draft, group, s, given) for s in there)


def _with_default(draft: Draft, group: str, setting: Setting, given: dict[str, Any]) -> Setting:
    if setting.id not in given:
        return setting
    try:
        return replace(setting, default=setting.accept(given[setting.id]), source=draft.source)
    except HandError as wrong:
        draft.add_error((group, setting.id), wrong)
        return setting
