"""Rule sets as a person reads them in a terminal: listed, in full, compared, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.tiles.notation import notation
from paiyan.service.cli.views.layout import Line, Table, View, Voice, headed, labelled

if TYPE_CHECKING:
    from paiyan.scorer.report.coverage import Coverage
    from paiyan.scorer.report.rule_set_json import Difference, RuleSetAnswer, RuleSetListed
    from paiyan.scorer.rules.settings import Setting
    from paiyan.service.answers.rule_catalogue import Differences, HouseCheck, RulesCheck


def rule_sets(answer: Sequence[RuleSetListed], say: Voice) -> View:
    """List rule sets: id, Chinese and English name (in any language), first source."""
    table = headed(say.word("id"), "名称", "name", say.word("where"))
    table.columns[0].wraps = False
    for rule in answer:
        names = [Voice(lang)(rule.name) for lang in ("zh", "en")]
        table.add_row(rule.id, *names, rule.sources[0])
    return [table]


def coverage(answer: Sequence[Coverage], say: Voice) -> View:
    """Show the rule sets in figures; a dash where the tests are not there, or have none."""
    from paiyan.scorer.report.coverage import SourceKind  # only here: it builds every rule set

    kinds = [kind for kind in SourceKind if kind is not SourceKind.NONE]
    headings = ("fan", "options", *(kind.value for kind in kinds), "hands", "deals", "sentences")
    table = headed(say.word("id"), *map(say.word, headings))
    table.columns[0].wraps = False
    for column in table.columns[1:]:
        column.right = True
    for rule in answer:
        sources = [rule.sources.get(kind, 0) for kind in kinds]
        tests = ["–" if n is None else n for n in (rule.hands, rule.deals)]
        share = "–" if rule.kept is None else f"{rule.kept}/{rule.sentences}"
        table.add_row(rule.rules.id, *map(str, (rule.fans, rule.options, *sources, *tests, share)))
    return [table]


def rule_set(answer: RuleSetAnswer, say: Voice) -> View:
    """Show one rule set: its sources, its fans with their prices, its options and what it asks of the
    table."""
    from paiyan.scorer.report.rule_set_json import payment_rules  # only here: a list shows none in full

    rules = answer.rules
    about = labelled()
    about.add_row(say.word("name"), f"{say(rules.words)} ({rules.id})")
    addresses = {s.document.title: s.document.address for s in rules.sources}
    for source in map(str, rules.sources):
        address = addresses.get(source.partition(" §")[0], "")
        about.add_row(say.word("where"), f"{source}  {address}".rstrip())
    for kind, settings in (("options", rules.agreed_on.options), ("table", rules.agreed_on.table)):
        for one in settings:
            meaning = say(one.words) + (f" ({say(one.when)})" if one.when else "")
            about.add_row(say.word(kind), f"{one.id} = {_default(one)}  {_takes(one)}{meaning}")
    for text in payment_rules(rules):
        about.add_row(say.word("payments"), say(text))
    for note in rules.notes:
        about.add_row(say.word("note"), say(note.words))
    about.add_row(say.word("tell"), say(Message(_HOW_TO_TELL, {"id": rules.id})))
    fans = headed(*map(say.word, ("value", "fan", "id", "where")))
    fans.columns[0].right = True
    changed = {d.id for d in answer.differences if d.kind == "fan"}
    for fan in rules.counted_by.every:
        value, style = (f"* {fan.value}", "bold green") if fan.id in changed else (str(fan.value), "")
        fans.add_row(value, say(fan.words), fan.id, fan.source, style=style)
    other = [Line(), _differences(answer.differences, say)] if answer.differences else []
    return [about, *other, Line(), fans]


def difference(answer: Differences, say: Voice) -> View:
    """Show a table of what differs, as it is in the first and in the second rule set."""
    return [_differences(answer.differences, say)]


def _differences(differences: Sequence[Difference], say: Voice) -> Table:
    """Show each thing that is other: what it was, and what it is."""
    table = headed(*map(say.word, ("differs", "name", "was", "is")))
    for one in differences:
        was, is_ = ("–" if value is None else _shown(value, say) for value in (one.was, one.is_))
        id_ = say(one.id)
        table.add_row(one.kind + (f" {id_}" if id_ else ""), say(one.name), was, is_)
    return table


def _shown(value: object, say: Voice) -> str:
    return say(value) if isinstance(value, (Words, Message)) else str(value)


def rules_check(answer: RulesCheck, say: Voice) -> View:
    """Show the mistakes of a rule-set file, a line each, and how many hands and deals were tried."""
    rows = labelled()
    rows.add_row(say.word("hands"), str(answer.hands))
    rows.add_row(say.word("deals"), str(answer.deals))
    mistakes = [
        f"{one.file}: {one.mistake}" if one.line is None else f"{one.file}:{one.line}: {one.mistake}"
        for one in answer.mistakes
    ]
    return [rows, *(Line(line, wraps=False) for line in mistakes or [say.word("no_mistake")])]


def house_check(answer: HouseCheck, say: Voice) -> View:
    """Show the examples of a house file that do not hold, and the changes that none of them shows."""
    rows = labelled()
    rows.add_row(say.word("hands"), str(answer.examples))
    for one in answer.failed:
        rows.add_row(Line(str(one.line or ""), "red"), f"{one.hand}: {'; '.join(say.all(one.why))}")
    for one in answer.unshown:
        rows.add_row(Line(str(one.line or ""), "yellow"), f"{say.word('unshown')}: {one.change}")
    return [rows] if answer.failed or answer.unshown else [rows, Line(say.word("no_mistake"))]


_HOW_TO_TELL = Words(
    "选项：--option 名=值；牌桌各项：--table 名=值，JSON 中写在 options、table。"
    '整盘：--hand \'{{"rules": "{id}", "hands": [{{"seat": "S", …}}, …]}}\'，'
    "没有人和就是流局，可以不写手牌",
    "an option: --option name=value; a field of the table: --table name=value; in JSON options and table."
    ' A whole deal: --hand \'{{"rules": "{id}", "hands": [{{"seat": "S", …}}, …]}}\';'
    " without a win it is a draw, which needs no hand",
    "選択：--option 名=値、卓の項目：--table 名=値、JSON では options と table。"
    '局全体：--hand \'{{"rules": "{id}", "hands": [{{"seat": "S", …}}, …]}}\'、'
    "和了がなければ流局で、手牌は要りません",
)


def _default(setting: Setting) -> str:
    default = notation(setting.default) if isinstance(setting.default, tuple) else setting.default
    return str(default).lower() if isinstance(default, bool) else str(default) or "–"


def _takes(setting: Setting) -> str:
    """Return what a setting takes, where its default does not show it."""
    if isinstance(setting.default, (tuple, bool)):
        return ""
    if isinstance(setting.default, int):
        return f"({setting.least}…{setting.most})  " if setting.most < 10**6 else ""
    return f"({' | '.join(setting.choices)})  "
