"""Load the rule set of a house file, from its text or from a path.

The base of a file may be another file, and hands may be in separate files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, cast

from paiyan.scorer.errors import HandError, RulesError, TranslatedError
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.house import fans, limit_hands, payments
from paiyan.scorer.house.draft import Change, Draft, raise_all, without
from paiyan.scorer.house.errors import MOST_FOUND, HouseError, KeyPath, Mistake, mistakes_in, suggestion
from paiyan.scorer.house.keys import FILE, ID
from paiyan.scorer.house.parsing import MOST_BYTES, Written, read
from paiyan.scorer.house.value_types import names, shown
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages import rules as of_rules
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.system import CANNOT_READ, reason
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import Document, Note
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.blocks import Form


def _with_choices(draft: Draft) -> RuleSet:
    """Return the base with the file's choices as the defaults of its options and fields."""
    options = _with_defaults(draft, "options", draft.base.agreed_on.options)
    table = _with_defaults(draft, "table", draft.base.agreed_on.table)
    if options is draft.base.agreed_on.options and table is draft.base.agreed_on.table:
        return draft.base
    return draft.base.changed(options=options, table=table, selected={})


def _with_defaults(draft: Draft, group: str, settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    given: dict[str, Any] = draft.table(group)
    if not given:
        return settings
    ids: Sequence[str] = [s.id for s in settings]
    what = of_rules.OPTION if group == "options" else of_rules.TABLE_FIELD
    for name in given:
        if name not in ids:
            near = suggestion(name, ids)
            about = {"rules": draft.base.words, "what": what, "id": shown(name), "hint": near}
            draft.add_error((group, name), refusal.NO_SETTING, **about)
    return tuple(_with_default(draft, group, s, given) for s in settings)


def _with_default(draft: Draft, group: str, setting: Setting, choices: dict[str, Any]) -> Setting:
    if setting.id not in choices:
        return setting
    try:
        return replace(setting, default=setting.accept(choices[setting.id]), source=draft.source)
    except HandError as wrong:
        draft.add_error((group, setting.id), wrong)
        return setting


Known = Callable[[str], RuleSet]


@dataclass(frozen=True)
class House:
    """A valid house file: its rule set, the base with its options applied, and its values."""

    rules: RuleSet
    base: RuleSet
    written: Written
    text: str

    @property
    def values(self) -> Mapping[str, Any]:
        """Return the values of the file by their keys, without those of the base."""
        return self.written.values


def load(text: str, *, find_base: Known = rule_set) -> House:
    """Load a house file from its text, its base found by `find_base`.

    Raises `HouseError` with all its mistakes.
    """
    return build(read(text), text, find_base)


@lru_cache(maxsize=128)
def house_rules(text: str) -> RuleSet:
    """Return the rule set of a house file's text, cached. Raises `HouseError`."""
    return load(text).rules


def build(written: Written, text: str, find_base: Known) -> House:
    """Build the house file from parsed values. Raises `HouseError`."""
    wrong = list(islice(FILE.wrong(written.values, ()), MOST_FOUND))
    if "hands" in written.values and not any(path[:1] == ("hands",) for path, _ in wrong):
        wrong.append((("hands",), refusal.NOT_JOINED))
    values = without(written.values, (path for path, _ in wrong))
    if len(wrong) == MOST_FOUND or "base" not in values or "id" not in values:
        raise_all(written, wrong)
    try:
        base = find_base(values["base"])
    except RulesError as unknown:
        raise_all(written, [*wrong, (("base",), unknown)])
        raise
    draft = Draft(written, values, base, [written.mistake(path, message) for path, message in wrong])
    change = _changes(draft)
    _check_examples(draft)
    if draft.wrong:
        raise HouseError(draft.wrong)
    return House(_rules(draft, base, change), base, written, text)


def _changes(draft: Draft) -> Change:
    """Return all changes of the file to a rule set as one."""
    id_ = draft.values["id"]
    if not ID.fullmatch(id_):
        draft.add_error(("id",), refusal.NOT_AN_ID, value=shown(id_))
    elif id_ in IDS:
        draft.add_error(("id",), refusal.TAKEN_ID, id=id_)
    draft.base = _with_choices(draft)
    plain = draft.base
    try:
        draft.base = plain.with_options()
    except HandError as wrong:  # the options do not go together
        draft.add_error(("options",), wrong)
    book = fans.Book(draft, plain)
    steps = [
        _plain(draft),
        fans.tile_changes(draft),
        fans.changes(draft, book),
        limit_hands.changes(draft, book),
        payments.worth_changes(draft),
        payments.changes(draft),
    ]

    def change(rules: RuleSet) -> RuleSet:
        for step in steps:
            rules = step(rules)
        return rules

    return change


def _plain(draft: Draft) -> Change:
    """Return the change by the lines that set a field of a rule set."""
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
    """Return the base with the file's defaults, and its changes after any choice of options."""
    plain = _with_choices(draft)
    own = {
        "id": draft.values["id"],
        "words": names(draft.values.get("name", draft.values["id"])),
        "sources": (Document(draft.source).section(f"base {base.id}"), *base.sources),
        "divergences": (),
        "base": base,
    }
    apply_of_base = plain.agreed_on.apply_options

    def apply_options(_rules: RuleSet, selected: Mapping[str, Any]) -> RuleSet:
        made = apply_of_base(plain, selected) if apply_of_base else plain
        return change(made).changed(**own, apply_options=apply_options)

    try:
        return change(plain).changed(**own, apply_options=apply_options)
    except ValueError as wrong:  # what the rule set itself refuses
        raise HouseError([Mistake(None, str(wrong))]) from None


def _check_examples(draft: Draft) -> None:
    """Check that the hands of the examples can be read."""
    for i, example in enumerate(draft.values.get("example", ())):
        if "hand" not in example:
            continue
        try:
            hand_from_text(draft.base, example["hand"])
        except ValueError as wrong:
            about: KeyPath = ("example", i, "hand")
            draft.add_error(
                about,
                refusal.NO_EXAMPLE_HAND,
                wrong=wrong if isinstance(wrong, TranslatedError) else str(wrong),
            )


SUFFIX = ".toml"
_OF_HANDS = ("hand", "example")


def of_file(path: Path, *, among: tuple[Path, ...] = ()) -> House:
    """Load the house file at a path; its base may be another file.

    The base is a file if it ends in .toml or is the name of a file next to it. `among` are the files that
    have this one as their base. Raises `HouseError`, whose sentences name the file if it is not this one.
    """
    here = path.resolve()

    def find_base(name: str) -> RuleSet:
        sibling = here.parent / (name if name.endswith(SUFFIX) else name + SUFFIX)
        if not name.endswith(SUFFIX) and not sibling.is_file():
            return rule_set(name)
        chain = (*among, here)
        if sibling.resolve() in chain:
            cycle = " → ".join(p.name for p in (*chain, sibling))
            raise HouseError([Mistake(None, Message(refusal.CYCLE, {"id": here.stem, "chain": cycle}))])
        return of_file(sibling, among=chain).rules

    text = _text(here)
    with mistakes_in(here.name) if among else nullcontext():
        return build(_joined(read(text), here), text, find_base)


def of_folder(folder: Path) -> list[House]:
    """Load every house file of a folder, in the order of their names; files with only hands are skipped.

    Raises `HouseError`, its sentences naming the file.
    """
    houses: list[House] = []
    for path in sorted(folder.glob("*" + SUFFIX)):
        text = _text(path)
        with mistakes_in(path.name):
            if not read(text).values.keys() <= set(_OF_HANDS):
                houses.append(of_file(path))
    return houses


def _joined(written: Written, path: Path) -> Written:
    """Return what is written in the file at a path, with the hands and examples of files that it names."""
    if any(FILE.keys["hands"].takes.wrong(written.values.get("hands", []), ("hands",))):
        return written  # reported as a separate mistake
    names: list[str] = written.values.get("hands", [])
    values = {name: value for name, value in written.values.items() if name != "hands"}
    elsewhere: dict[KeyPath, tuple[str, int]] = {}
    for name in names:
        more = _hands_of(path.parent / name)
        for table in _OF_HANDS:
            own, others = values.get(table, []), more.values.get(table, [])
            if not isinstance(own, list):
                continue  # reported as a separate mistake
            count = len(cast("list[Any]", own))
            for (first, *rest), line in more.lines.items():
                if first == table:
                    at = [n + count if isinstance(n, int) else n for n in rest[:1]]
                    elsewhere[(table, *at, *rest[1:])] = name, line
            values[table] = [*own, *others] if isinstance(others, list) else others
    return Written(values, written.lines, elsewhere)


def _hands_of(path: Path) -> Written:
    text = _text(path)
    with mistakes_in(path.name):
        written = read(text)
    if odd := next((name for name in written.values if name not in _OF_HANDS), None):
        line = written.line((odd,))
        raise HouseError([Mistake(line, Message(refusal.ONLY_HANDS, {"file": path.name, "name": odd}))])
    return written


def _text(path: Path) -> str:
    """Return the text of a file, at most what a house file may have."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except FileNotFoundError:
        raise HouseError([Mistake(None, Message(refusal.NO_FILE, {"file": path.name}))]) from None
    except OSError as error:
        unread = Message(CANNOT_READ, {"file": path.name, "why": reason(error)})
        raise HouseError([Mistake(None, unread)]) from None
    except UnicodeDecodeError:
        raise HouseError([Mistake(None, Message(refusal.NOT_UTF8, {"file": path.name}))]) from None
