"""From the text of a house file to its rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from paiyan.scorer.errors import HandError, RulesError
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.house.changes import fans, limit_hands, payments, points, tiles
from paiyan.scorer.house.changes.draft import Change, Draft, pruned, raise_all
from paiyan.scorer.house.errors import MOST_FOUND, HouseError, Mistake, Path, hint
from paiyan.scorer.house.format.keys import FILE, ID
from paiyan.scorer.house.format.parsing import Written, read
from paiyan.scorer.house.format.value_types import names, shown
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages import rules as of_rules
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import Document, Note
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.forms import Form


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


Known = Callable[[str], RuleSet]


@dataclass(frozen=True)
class House:
    """A house file that holds: its rule set, the base with the options that it chooses, what it says."""

    rules: RuleSet
    base: RuleSet
    written: Written
    text: str

    @property
    def values(self) -> Mapping[str, Any]:
        return self.written.values


def load(text: str, *, known: Known = rule_set) -> House:
    """The house file of that text, its base found by `known`.

    Raises `HouseError` with everything that is wrong in it.
    """
    return made(read(text), text, known)


@lru_cache(maxsize=128)
def house_rules(text: str) -> RuleSet:
    """The rule set of a house file's text, made once. Raises `HouseError`."""
    return load(text).rules


def made(written: Written, text: str, known: Known) -> House:
    """The house of values that were read. Raises `HouseError`."""
    wrong = list(islice(FILE.wrong(written.values, ()), MOST_FOUND))
    if "hands" in written.values:
        wrong.append((("hands",), refusal.NOT_JOINED))
    values = pruned(written.values, (path for path, _ in wrong))
    if len(wrong) == MOST_FOUND or "base" not in values or "id" not in values:
        raise_all(written, wrong)
    try:
        base = known(values["base"])
    except RulesError as unknown:
        raise_all(written, [*wrong, (("base",), unknown)])
        raise
    draft = Draft(written, values, base, [Mistake(written.line(p), message) for p, message in wrong])
    change = _changes(draft)
    _check_examples(draft)
    if draft.wrong:
        raise HouseError(draft.wrong)
    return House(_rules(draft, base, change), base, written, text)


def _changes(draft: Draft) -> Change:
    """Everything that the file makes of a rule set, one after the other."""
    id_ = draft.values["id"]
    if not ID.fullmatch(id_):
        draft.add_error(("id",), refusal.NOT_AN_ID, value=shown(id_))
    elif id_ in IDS:
        draft.add_error(("id",), refusal.TAKEN_ID, id=id_)
    draft.base = chosen(draft)
    plain = draft.base
    try:
        draft.base = plain.with_options()
    except HandError as wrong:  # the options do not go together
        draft.add_error(("options",), wrong)
    book = fans.Book(draft, plain)
    steps = [
        _plain(draft),
        tiles.changes(draft),
        fans.changes(draft, book),
        limit_hands.changes(draft, book),
        points.changes(draft),
        payments.changes(draft),
    ]

    def change(rules: RuleSet) -> RuleSet:
        for step in steps:
            rules = step(rules)
        return rules

    return change


def _plain(draft: Draft) -> Change:
    """The lines that stand for a field of a rule set."""
    values = draft.values
    some: dict[str, Any] = {}
    for name in ("minimum", "seats", "currency"):
        if name in values:
            some[name] = values[name]
    if "winners" in values:
        some["most_winners"] = values["winners"]
    if "forms" in values:
        some["forms"] = tuple(map(Form, values["forms"]))
    if "melds" in values:
        some["melds"] = frozenset(map(MeldType, values["melds"]))
    notes = tuple(Note(names(text), draft.source) for text in values.get("notes", ()))

    def change(rules: RuleSet) -> RuleSet:
        return rules.but(**some, notes=(*rules.notes, *notes)) if some or notes else rules

    return change


def _rules(draft: Draft, base: RuleSet, change: Change) -> RuleSet:
    """The rule set: the base with the file's defaults, and its changes after any choice of options."""
    plain = chosen(draft)
    own = {
        "id": draft.values["id"],
        "words": names(draft.values.get("name", draft.values["id"])),
        "sources": (Document(draft.source).section(f"base {base.id}"), *base.sources),
        "divergences": (),
        "base": base,
    }
    adapt = plain.agreed_on.adapt

    def adapted(rules: RuleSet, chosen: Mapping[str, Any]) -> RuleSet:
        del rules
        made = adapt(plain, chosen) if adapt else plain
        return change(made).changed(**own, adapt=adapted)

    try:
        return change(plain).changed(**own, adapt=adapted)
    except ValueError as wrong:  # what the rule set itself refuses
        raise HouseError([Mistake(None, str(wrong))]) from None


def _check_examples(draft: Draft) -> None:
    """True if the hands of the examples can be read."""
    for i, example in enumerate(draft.values.get("example", ())):
        if "hand" not in example:
            continue
        try:
            hand_from_text(draft.base, example["hand"])
        except ValueError as wrong:
            about: Path = ("example", i, "hand")
            draft.add_error(about, refusal.NO_EXAMPLE_HAND, wrong=str(wrong))
