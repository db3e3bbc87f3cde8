"""Rule sets as a person reads them in a terminal: listed, in full, compared, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.scorer.messages.languages import Words
from paiyan.service.cli.views.layout import Line, Table, View
from paiyan.service.cli.views.text_tables import headed, labelled, words

Answer = Mapping[str, Any]


def rule_sets(answer: Sequence[Answer], *, lang: str) -> View:
    """The list of rule sets."""
    table = headed(words("id", lang), "名称", "name", words("where", lang))
    table.columns[0].wraps = False
    for rule in answer:
        table.add_row(rule["id"], rule["names"]["zh"], rule["names"]["en"], rule["sources"][0])
    return [table]


def coverage(answer: Sequence[Answer], *, lang: str) -> View:
    """The rule sets in figures; a dash where the tests are not there, or have none."""
    kinds = tuple(answer[0]["sources"])[:-1]
    counts = ("fan", "options")
    table = headed(words("id", lang), *(words(c, lang) for c in counts), *(words(k, lang) for k in kinds))
    for heading in ("hands", "deals", "sentences"):
        table.add_column(words(heading, lang))
    table.columns[0].wraps = False
    for column in table.columns[1:]:
        column.right = True
    for rule in answer:
        figures = [rule["fans"], rule["options"], *(rule["sources"][k] for k in kinds)]
        told = ["–" if rule[name] is None else str(rule[name]) for name in ("hands", "deals")]
        share = "–" if rule["kept"] is None else f"{rule['kept']}/{rule['sentences']}"
        table.add_row(rule["id"], *map(str, figures), *told, share)
    return [table]


def rule_set(answer: Answer, *, lang: str) -> View:
    """One rule set: its sources, its fans with their prices, its options and what it asks of the table."""
    about = labelled()
    about.add_row(words("name", lang), f"{answer['name']} ({answer['id']})")
    addresses = {d["title"]: d["address"] for d in answer["documents"]}
    for source in answer["sources"]:
        address = addresses.get(source.partition(" §")[0], "")
        about.add_row(words("where", lang), f"{source}  {address}".rstrip())
    for kind in ("options", "table"):
        for name, schema in answer[kind]["properties"].items():
            about.add_row(
                words(kind, lang), f"{name} = {_default(schema)}  {_takes(schema)}{schema['description']}"
            )
    for said in answer["pays"]:
        about.add_row(words("payments", lang), said)
    for rule in answer["notes"]:
        about.add_row(words("note", lang), rule["rule"])
    about.add_row(words("tell", lang), _HOW_TO_TELL.to(lang).format(id=answer["id"]))
    fans = headed(words("value", lang), words("fan", lang), words("id", lang), words("where", lang))
    fans.columns[0].right = True
    for fan in answer["fans"]:
        changed = any(d["kind"] == "fan" and d["id"] == fan["id"] for d in answer["differences"])
        style = "bold green" if changed else ""
        fans.add_row(
            f"{'* ' if changed else ''}{fan['value']}", fan["name"], fan["id"], fan["source"], style=style
        )
    other = [Line(), _differences(answer["differences"], lang)] if answer["differences"] else []
    return [about, *other, Line(), fans]


def difference(answer: Answer, *, lang: str) -> View:
    """In what two rule sets differ."""
    return [_differences(answer["differences"], lang)]


def _differences(found: Sequence[Answer], lang: str) -> Table:
    """Each thing that is other: what it was, and what it is."""
    table = headed(words("differs", lang), words("name", lang), words("was", lang), words("is", lang))
    for one in found:
        was, is_ = ("–" if value is None else str(value) for value in (one["was"], one["is"]))
        table.add_row(one["kind"] + (f" {one['id']}" if one["id"] else ""), one["name"], was, is_)
    return table


def rules_check(answer: Answer, *, lang: str) -> View:
    """The mistakes of a rule-set file, a line each; how many hands and deals it was held against."""
    rows = labelled()
    for name in ("hands", "deals"):
        rows.add_row(words(name, lang), str(answer[name]))
    said = [f"{_place(one)}: {one['mistake']}" for one in answer["mistakes"]]
    said = said or [words("no_mistake", lang)]
    return [rows, *(Line(line, wraps=False) for line in said)]


def _place(mistake: Answer) -> str:
    return mistake["file"] if mistake["line"] is None else f"{mistake['file']}:{mistake['line']}"


def house_check(answer: Answer, *, lang: str) -> View:
    """The examples of a house file that do not hold, and the changes that none of them shows."""
    rows = labelled()
    rows.add_row(words("hands", lang), str(answer["examples"]))
    for one in answer["failed"]:
        rows.add_row(Line(str(one["line"] or ""), "red"), f"{one['hand']}: {'; '.join(one['why'])}")
    for one in answer["unshown"]:
        rows.add_row(Line(str(one["line"] or ""), "yellow"), f"{words('unshown', lang)}: {one['change']}")
    return [rows] if answer["failed"] or answer["unshown"] else [rows, Line(words("no_mistake", lang))]


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


def _default(schema: Answer) -> str:
    default = schema["default"]
    return str(default).lower() if isinstance(default, bool) else str(default) or "–"


def _takes(schema: Answer) -> str:
    """What a setting takes, where its default does not show it."""
    if "enum" in schema:
        return f"({' | '.join(schema['enum'])})  "
    if schema.get("type") == "integer" and schema["maximum"] < 10**6:
        return f"({schema['minimum']}…{schema['maximum']})  "
    return ""
