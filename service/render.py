"""The JSON answers as a person reads them in a terminal, in Chinese or English: words and tables only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scorer.explain import UNITS
from scorer.tiles import parse, tile

Answer = Mapping[str, Any]

_WORDS = {
    "hand": ("手牌", "hand"),
    "winning": ("和牌张", "winning tile"),
    "meld": ("副露", "meld"),
    "flower": ("花牌", "flowers"),
    "discard": ("牌河", "discards"),
    "indicator": ("指示牌", "indicator"),
    "wall": ("牌墙", "wall"),
    "other": ("其他", "other tiles"),
    "tiles": ("牌", "tiles"),
    "arrangement": ("牌型", "arrangement"),
    "fan": ("番种", "fan"),
    "value": ("番值", "value"),
    "blocks": ("组成", "made of"),
    "total": ("合计", "total"),
    "not_counted": ("不计", "not counted"),
    "payments": ("收付", "payments"),
    "seat": ("座位", "seat"),
    "points": ("点数", "points"),
    "why": ("缘由", "why"),
    "no_win": ("未和", "no win"),
    "below": ("未达起和", "below the minimum"),
    "waits": ("听牌", "waits for"),
    "none": ("不听牌", "waits for nothing"),
    "left": ("余张", "left"),
    "discard_win": ("点和", "on a discard"),
    "self_draw": ("自摸", "self-drawn"),
    "shanten": ("向听数", "distance (shanten)"),
    "doubt": ("存疑", "in doubt"),
    "or": ("或", "or"),
    "warning": ("注意", "note"),
    "rules": ("规则", "rules"),
    "name": ("名称", "name"),
    "id": ("编号", "id"),
    "where": ("出处", "source"),
    "options": ("选项", "option"),
    "table": ("牌桌", "table"),
    "wild_as": ("百搭当作", "wild tiles stand for"),
}
_SEATS = {"E": ("东", "east"), "S": ("南", "south"), "W": ("西", "west"), "N": ("北", "north")}


def words(key: str, lang: str) -> str:
    """A heading in the language."""
    return _WORDS[key][lang != "zh"]


def reading(answer: Answer, *, lang: str) -> RenderableType:
    """What a photo shows: the hand as it lies, the other tiles, then what is in doubt."""
    rows = _labelled()
    for role, tiles in _by_role(answer).items():
        rows.add_row(words(role, lang), _named(tiles, lang))
    lines: list[RenderableType] = [Text(str(answer["photo"] or ""), style="bold"), rows]
    lines += [_note(words("doubt", lang), _doubt(d, lang)) for d in answer.get("doubts", ())]
    lines += [_note(words("warning", lang), problem) for problem in answer.get("problems", ())]
    return Group(*lines)


def _by_role(answer: Answer) -> dict[str, list[str]]:
    """Notation of the tiles by role: the hand's in its order, melds apart, then all that is not the hand."""
    hand = answer["hand"]
    found = {
        "hand": [t.notation for t in parse(hand["concealed"])],
        "winning": [hand["winning"]] if hand["winning"] else [],
        "meld": [text for m in hand["melds"] for text in ("", *(t.notation for t in parse(m["tiles"])))][1:],
        "flower": [t.notation for t in parse(hand["flowers"])],
    }
    others: dict[str, list[str]] = {}
    for t in sorted(answer["tiles"], key=lambda t: t["box"][0]):
        if t["role"] not in found:
            others.setdefault(t["role"], []).append(t["tile"])
    return {role: tiles for role, tiles in {**found, **others}.items() if tiles}


def _named(tiles: Iterable[str], lang: str) -> str:
    if lang == "zh":
        return " ".join(tile(t).name("zh") if t else "·" for t in tiles)
    return " ".join(t or "·" for t in tiles)


def _doubt(doubt: Answer, lang: str) -> str:
    text = f" {words('or', lang)} ".join((doubt["read"], *doubt["instead"]))
    return f"{text}: {doubt['effect']}" if doubt.get("effect") else text


def hand(answer: Answer, *, lang: str) -> RenderableType:
    """The answer to a hand, its score or its waits, below the reading of its photo; or that to a deal."""
    if "winners" in answer:
        return _deal(answer, lang)
    of_hand = _score(answer, lang) if "win" in answer else _waits(answer, lang)
    return Group(reading(answer["read"], lang=lang), Text(), of_hand) if "read" in answer else of_hand


def _deal(answer: Answer, lang: str) -> RenderableType:
    """A settled deal: each winner's hand, then all payments."""
    won = [part for w in answer["winners"] for part in (_seat(w["seat"], lang), _score(w, lang), Text())]
    return Group(*won, Text(words("payments", lang), style="bold"), _payments(answer, lang))


def _seat(seat: str, lang: str) -> Text:
    return Text(f"{seat} {_SEATS[seat][lang != 'zh']}", style="bold")


def _score(answer: Answer, lang: str) -> RenderableType:
    """A scored hand: arrangement, fans, what was not counted and what each seat pays."""
    if not answer["win"]:
        return _no_win(answer, lang)
    lines: list[RenderableType] = [_arrangement(answer, lang), Text(), _fans(answer, lang)]
    for dropped in answer.get("not_counted", ()):
        lines.append(
            Text(f"  {words('not_counted', lang)}: {dropped['name']} ({dropped['why']})", style="dim")
        )
    if not answer["legal"]:
        lines.append(_note(words("below", lang), str(answer.get("reason") or "")))
    lines += [_note(words("warning", lang), w) for w in answer.get("warnings", ())]
    return Group(*lines, Text(), _payments(answer, lang)) if answer["payments"] else Group(*lines)


def _no_win(answer: Answer, lang: str) -> RenderableType:
    lines: list[RenderableType] = [_note(words("no_win", lang), str(answer.get("reason") or ""))]
    if answer.get("distance"):
        lines.append(Text(f"  {words('shanten', lang)}: {answer['distance']}"))
    if answer.get("waits"):
        lines.append(Text(f"  {words('waits', lang)}: {' '.join(answer['waits'])}"))
    lines += [_note(words("warning", lang), w) for w in answer.get("warnings", ())]
    return Group(*lines)


def _arrangement(answer: Answer, lang: str) -> RenderableType:
    rows = _labelled()
    rows.add_row(words("arrangement", lang), "  ".join(answer["arrangement"]))
    if wild := answer.get("wild_as"):
        text = "  ".join(f"{t} → {' '.join(stands)}" for t, stands in wild.items())
        rows.add_row(words("wild_as", lang), text)
    return rows


def _fans(answer: Answer, lang: str) -> RenderableType:
    table = _table(words("fan", lang), words("value", lang), words("blocks", lang))
    table.columns[1].justify = "right"
    for fan in answer["fans"]:
        times = f" ×{fan['count']}" if fan.get("count", 1) > 1 else ""
        table.add_row(str(fan["name"]), f"{fan['value']}{times}", " ".join(fan.get("blocks", ())))
    table.add_section()
    total = f"{answer['total']} {_unit(answer, lang)}"
    if answer.get("fu"):
        total = f"{answer['han']} han {answer['fu']} fu"
    table.add_row(words("total", lang), total, str(answer.get("limit") or ""), style="bold")
    for part in answer.get("fu_parts", ()):
        table.add_row(part["reason"], f"{part['fu']} fu", "", style="dim")
    return table


def _payments(answer: Answer, lang: str) -> RenderableType:
    table = _table(words("seat", lang), words("points", lang), words("why", lang))
    table.columns[1].justify = "right"
    reasons: dict[str, list[str]] = {}
    for move in answer.get("transfers", ()):
        reasons.setdefault(move["from"], []).append(str(move["reason"]))
    for seat, points in answer["payments"].items():
        why = "; ".join(reasons.get(seat, ()))
        table.add_row(f"{seat} {_SEATS[seat][lang != 'zh']}", f"{points:+d}", why)
    return table


def _waits(answer: Answer, lang: str) -> RenderableType:
    """The winning tiles of a waiting hand and what each is worth."""
    if not answer["waits"]:
        return Text(words("none", lang))
    table = _table(*(words(k, lang) for k in ("waits", "left", "discard_win", "self_draw")))
    for wait in answer["waits"]:
        worth = [_worth(wait[how], lang) for how in ("discard", "self_draw")]
        table.add_row(f"{wait['tile']} {tile(wait['tile']).name(lang)}", str(wait["left"]), *worth)
    return table


def _worth(answer: Answer | None, lang: str) -> str:
    if not answer or not answer["win"]:
        return "–"
    names = ", ".join(f["name"] for f in answer["fans"])
    below = "" if answer["legal"] else f" ({words('below', lang)})"
    return f"{answer['total']} {_unit(answer, lang)}{below}: {names}"


def _unit(answer: Answer, lang: str) -> str:
    return UNITS[answer["unit"]].to(lang)


def rule_sets(answer: Sequence[Answer], *, lang: str) -> RenderableType:
    """The list of rule sets."""
    table = _table(words("id", lang), "名称", "name")
    for rule in answer:
        table.add_row(rule["id"], rule["names"]["zh"], rule["names"]["en"])
    return table


def rule_set(answer: Answer, *, lang: str) -> RenderableType:
    """One rule set: its sources, its fans with their prices, its options and what it asks of the table."""
    about = _labelled()
    about.add_row(words("name", lang), f"{answer['name']} ({answer['id']})")
    for source in answer["sources"]:
        about.add_row(words("where", lang), source)
    for kind in ("options", "table"):
        for name, schema in answer[kind]["properties"].items():
            text = schema["title"] if lang == "zh" else schema["description"]
            about.add_row(words(kind, lang), f"{name} = {schema['default']}  {text}")
    fans = _table(words("value", lang), words("fan", lang), words("id", lang), words("where", lang))
    fans.columns[0].justify = "right"
    for fan in answer["fans"]:
        fans.add_row(str(fan["value"]), fan["name"], fan["id"], fan["source"])
    return Group(about, Text(), fans)


def _labelled() -> Table:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="cyan", no_wrap=True)
    rows.add_column()
    return rows


def _table(*headings: str) -> Table:
    table = Table(*headings, box=None, pad_edge=False, header_style="cyan", padding=(0, 3, 0, 0))
    table.columns[-1].overflow = "fold"
    return table


def _note(label: str, text: str) -> Text:
    return Text.assemble((f"{label}: ", "yellow"), text)


def figures(answer: Answer, *, lang: str) -> RenderableType:
    """Named figures, one a line; nested ones in one line, long lists left to JSON."""
    del lang
    rows = _labelled()
    for name, value in answer.items():
        if name == "rows":
            continue
        inner = cast("Answer", value) if isinstance(value, Mapping) else None
        rows.add_row(name, "  ".join(f"{k} {v}" for k, v in inner.items()) if inner else f"{value}")
    return rows
