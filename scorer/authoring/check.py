"""List every mistake of a rule-set file: why it does not load, what it lacks, hands with other answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from paiyan.scorer import rulesets
from paiyan.scorer.authoring import hand_tests, loading
from paiyan.scorer.authoring.loading import Loaded, Mistake, load, mistakes_of, or_similar
from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.texts import Texts, has_text

_FEW = 8  # whole numbers are all tried where there are at most this many


def every_fan(rules: RuleSet) -> tuple[Priced, ...]:
    """Return the fans of the rule set, then those that one or two options add, each id once."""
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
    if rules.agreed_on.apply_options is None:
        return
    others = [(s.id, value) for s in rules.agreed_on.options for value in choices_of(s) if value != s.default]
    yield from ({id_: value} for id_, value in others)
    yield from ({a: x, b: y} for (a, x), (b, y) in combinations(others, 2) if a != b)


def choices_of(setting: Setting) -> tuple[Any, ...]:
    """Return the choices of a setting; of many numbers only the least, the default and those next to it."""
    if isinstance(setting.default, bool):
        return (False, True)
    if isinstance(setting.default, int):
        least, most, usual = setting.least, setting.most, setting.default
        if most - least < _FEW:
            return tuple(range(least, most + 1))
        return tuple(sorted({least, usual, max(least, usual - 1), min(most, usual + 1)}))
    return setting.choices if isinstance(setting.default, str) else (setting.default,)


LEAST_HANDS = 12
LEAST_DEALS = 2
MAX_REPORTED = 20
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Checked(NamedTuple):
    """A checked file: its rule set if it makes one, its mistakes, and how many hands and deals were run."""

    rules: RuleSet | None
    hands: int
    deals: int
    mistakes: list[Mistake]


def check(file: Path) -> Checked:
    """Check the rule set that a file makes, and run its hands and deals.

    The file is executed, so it should be your own.
    """
    file = file.resolve()
    loaded = load(file)
    if isinstance(loaded, list):
        return Checked(None, 0, 0, loaded[:MAX_REPORTED])
    rules, wrong = check_types(loaded)
    if rules is None:
        return Checked(None, 0, 0, wrong[:MAX_REPORTED])
    hands, of_hands = _hands(loaded, rules)
    deals, of_deals = (0, []) if wrong else _deals(loaded, rules)
    of_both = _first_of_each_line(file, [*of_hands, *of_deals])
    return Checked(rules, hands, deals, [*wrong, *of_both][:MAX_REPORTED])


def check_types(loaded: Loaded) -> tuple[RuleSet | None, list[Mistake]]:
    """Return the rule set of a file if all its fields have the right type, and the other mistakes in it."""
    rules = _rule_set(loaded)
    if isinstance(rules, Mistake):
        return None, [rules]
    if wrong := list(_misfits(loaded, rules)):
        return None, wrong
    if wrong := list(_broken_options(loaded, rules)):
        return None, wrong
    return rules, [
        *_of_the_id(loaded, rules),
        *_unfounded(loaded, rules),
        *_unused_words(loaded),
        *_unknown(loaded, rules),
    ]


def _rule_set(loaded: Loaded) -> RuleSet | Mistake:
    """Return the rule set of the file: the constant named as its id in capitals."""
    there = loading.assigned(loaded.tree)
    found = {name: one for name in there if isinstance(one := loaded.names.get(name), RuleSet)}
    if not found:
        return Mistake(
            loaded.file, None, "it makes no rule set: write MY_TABLE = RuleSet(…), or PARENT.but(…)"
        )
    named = {name: one for name, one in found.items() if name == _constant(one.id)}
    if not named:
        name, rules = next(reversed(found.items()))
        message = (
            f"the rule set {rules.id!r} is to be {_constant(rules.id)}, its id in capitals, and is {name}"
        )
        return Mistake(loaded.file, there[name], message)
    return next(reversed(named.values()))


def _constant(id_: object) -> str:
    return str(id_).replace("-", "_").upper()


def _misfits(loaded: Loaded, rules: RuleSet) -> Iterator[Mistake]:
    """Yield the fields of the wrong type."""
    for wrong in loading.of_fields(rules):
        yield Mistake(loaded.file, _line(loaded, rules, *wrong.path), str(wrong))


def _broken_options(loaded: Loaded, rules: RuleSet) -> Iterator[Mistake]:
    """Yield each reason why one option, or two together, cannot be played."""
    seen: set[str] = set()
    for chosen in selections(rules):
        try:
            rules.with_options(chosen)
        except HandError:  # choices that contradict each other
            continue
        except Exception as error:
            where = ", ".join(f"{id_}={value}" for id_, value in chosen.items()) or "the usual options"
            if f"{error!r}" not in seen:
                yield from mistakes_of(error, loaded, during=where)
            seen.add(f"{error!r}")


def _line(loaded: Loaded, rules: RuleSet, *path: str | int) -> int | None:
    """Return the line of a field, or of the rule set if the text does not show it."""
    here = loading.assigned(loaded.tree).get(_constant(rules.id))
    return loading.line_of_field(loaded.tree, path) or here


def _of_the_id(loaded: Loaded, rules: RuleSet) -> Iterator[Mistake]:
    """Yield the mistakes of the id: its letters, an id that is taken, an id missing from the list."""
    line = _line(loaded, rules, "id")
    module = _module(loaded.file)
    named = rulesets.module_of(rules.id)
    if not _ID.fullmatch(rules.id):
        yield Mistake(loaded.file, line, f"an id is small letters, digits and hyphens, not {rules.id!r}")
    elif rules.id in rulesets.IDS and module != named:
        there = f"{_PACKAGE.name}/{named}.py"
        message = (
            f"there is a rule set {rules.id!r} already, in {there}: choose another id, or check that file"
        )
        yield Mistake(loaded.file, line, message)
    elif module is not None and module != named:
        yield Mistake(loaded.file, line, f"a rule set {rules.id!r} must be in {named}.py")
    elif module is not None and rules.id not in rulesets.IDS:
        message = f'the list does not know it: put "{rules.id}" into NAMES of {_LIST}'
        yield Mistake(loaded.file, line, message)


_PACKAGE = Path(rulesets.__file__).resolve().parent
_LIST = "scorer/rulesets/__init__.py"


def _module(file: Path) -> str | None:
    """Return the name of the file's module in the package of the rule sets; None if it lies elsewhere."""
    file = file.resolve()  # `paiyan/scorer` is a link in a checkout
    if not file.is_relative_to(_PACKAGE):
        return None
    return ".".join(file.relative_to(_PACKAGE).with_suffix("").parts).removesuffix(".__init__")


def _unfounded(loaded: Loaded, rules: RuleSet) -> Iterator[Mistake]:
    """Yield fans without a text or source, and a rule set without sources."""
    for priced in every_fan(rules):
        line = loading.line_of_price(loaded.tree, loaded.names, priced) or _line(
            loaded, rules, "counted_by", "fans"
        )
        if not priced.source.strip():
            message = f"{priced.id} has no source: say in at(…, source=…) where it is written"
            yield Mistake(loaded.file, line, message)
        if not has_text(priced.fan):
            message = f"nothing says what {priced.id} is: write text.zh and text.en below [fans.{priced.id}]"
            yield Mistake(loaded.file, line, message)
    if not rules.sources:
        yield Mistake(loaded.file, _line(loaded, rules, "sources"), "it has no sources: where is it written?")


def _unused_words(loaded: Loaded) -> Iterator[Mistake]:
    """Yield unused words in the module's files, such as those of a fan that was removed.

    If a file gives the name in Japanese, words without Japanese are mistakes too.
    """
    for text in {value.path: value for value in loaded.names.values() if isinstance(value, Texts)}.values():
        lines = text.path.read_text("utf-8").splitlines()
        for table in text.unused():
            line = next((n for n, line in enumerate(lines, 1) if line == f"[{table}]"), None)
            yield Mistake(text.path, line, f"nothing asks for [{table}]: use it, or take it out")
        for key, chinese in text.untranslated():
            line = next((n for n, line in enumerate(lines, 1) if line.endswith(f'zh = "{chinese}"')), None)
            message = f"{key} has no Japanese, and the name has: write ja next to its zh"
            yield Mistake(text.path, line, message)


def _unknown(loaded: Loaded, rules: RuleSet) -> Iterator[Mistake]:
    """Yield options and fields of the table that the file uses and the rule set does not have."""
    for line, place, id_, there in loading.unknown_settings(loaded.tree, rules):
        what = "option" if place == "options" else "field of the table"
        hint = or_similar(id_, there) or f"; there are: {', '.join(there) or 'none'}"
        yield Mistake(loaded.file, line, f"the rule set has no {what} {id_!r}{hint}")


def _hands(loaded: Loaded, rules: RuleSet) -> tuple[int, list[Mistake]]:
    """Return the number of hands that were run, and the mistakes in them."""
    file = _sibling(loaded.file, "hands", f"{rules.id}.txt")
    if not file.is_file():
        return 0, [Mistake(file, None, f"it is not there: write at least {LEAST_HANDS} hands, one a line")]
    lines = hand_tests.lines_of(file)
    wrong = [] if len(lines) >= LEAST_HANDS else [_few(file, len(lines), "hands", LEAST_HANDS)]
    for n, text in lines:
        wrong += _run(loaded, file, n, f"{file.name}:{n}", lambda text=text: hand_tests.check(rules, text))
    return len(lines), wrong or list(_unshown(file, rules, [text for _, text in lines]))


def _unshown(file: Path, rules: RuleSet, lines: list[str]) -> Iterator[Mistake]:
    """Yield the fans that count in no hand, including those that only an option adds."""
    seen = {fan for text in lines for fan in hand_tests.counted(rules, text)}
    for priced in every_fan(rules):
        if priced.id not in seen:
            yield Mistake(file, None, f"{priced.zh} ({priced.id}) counts in none of the hands: write one")


def _deals(loaded: Loaded, rules: RuleSet) -> tuple[int, list[Mistake]]:
    """Return the number of deals that were run, and the mistakes in them."""
    file = _sibling(loaded.file, "deals", f"{rules.id}.json")
    if not file.is_file():
        return 0, [Mistake(file, None, f"it is not there: write at least {LEAST_DEALS} deals")]
    try:
        deals = hand_tests.deals_of(file)
    except ValueError as odd:
        return 0, [Mistake(file, None, str(odd))]
    wrong = [] if len(deals) >= LEAST_DEALS else [_few(file, len(deals), "deals", LEAST_DEALS)]
    if rules.id not in rulesets.IDS:
        rulesets.add(rules)
    for n, deal in enumerate(deals, 1):
        where = f"{file.name}, deal {n}: {deal['about']}"
        found = _run(loaded, file, None, where, lambda deal=deal: hand_tests.check_deal(rules.id, deal))
        wrong += [m._replace(message=f"deal {n}: {m.message}") if m.file == file else m for m in found]
    return len(deals), wrong


def _first_of_each_line(file: Path, wrong: list[Mistake]) -> list[Mistake]:
    """Keep only the first mistake of each line of the file: every hand and deal may meet it again."""
    first: dict[int | None, Mistake] = {}
    for mistake in wrong:
        if mistake.file == file:
            first.setdefault(mistake.line, mistake)
    return [m for m in wrong if m.file != file or m is first[m.line]]


def _few(file: Path, n: int, noun: str, least: int) -> Mistake:
    return Mistake(file, None, f"there are {n} {noun}: write at least {least}")


def _run(
    loaded: Loaded, file: Path, line: int | None, where: str, test: Callable[[], list[str]]
) -> list[Mistake]:
    """Return the mistakes that a hand or a deal shows; an error in the author's code is at its line."""
    try:
        return [Mistake(file, line, message) for message in test()]
    except ValueError as odd:
        return [Mistake(file, line, str(odd))]
    except Exception as error:
        return mistakes_of(error, loaded, during=where)


def _sibling(file: Path, kind: str, name: str) -> Path:
    """Return the file of hands or deals: in ``tests`` of the rule set's folder, or of one above it."""
    for folder in file.parents:
        if (folder / "tests" / kind).is_dir():
            return folder / "tests" / kind / name
    return file.parent / "tests" / kind / name
