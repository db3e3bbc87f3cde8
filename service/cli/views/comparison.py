"""One hand under several rule sets side by side, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paiyan.service.cli.views.layout import View
from paiyan.service.cli.views.text_tables import headed, unit, words

Answer = Mapping[str, Any]
_COLUMNS = 5  # rule sets that fit side by side


def compared(answers: Sequence[Answer], *, lang: str) -> View:
    """A column for each rule set: what the hand is worth there, its fans, what does not count, payments; of
    many rule sets, a row for each."""
    if len(answers) > _COLUMNS:
        return _rows(answers, lang)
    table = headed("", *(str(a["name"]) for a in answers))
    for column in table.columns[1:]:
        column.folds = True
    for label, cells in (
        ("total", [_total(a, lang) for a in answers]),
        ("fan", ["\n".join(_fans(a)) for a in answers]),
        ("not_counted", ["\n".join(d["name"] for d in a.get("not_counted", ())) for a in answers]),
        ("payments", ["\n".join(_payments(a)) for a in answers]),
        ("warning", ["\n".join(a.get("warnings", ())) for a in answers]),
    ):
        if any(cells):
            table.add_row(words(label, lang), *cells)
    return [table]


def _rows(answers: Sequence[Answer], lang: str) -> View:
    table = headed(*(words(label, lang) for label in ("rules", "total", "fan", "payments")))
    for answer in answers:
        fans, paid = ", ".join(_fans(answer)), " ".join(_payments(answer))
        table.add_row(str(answer["name"]), _total(answer, lang), fans, paid)
    return [table]


def _total(answer: Answer, lang: str) -> str:
    """What the hand is worth, or in one sentence why nothing."""
    if "error" in answer:
        return f"{words('refused', lang)}: {answer['error']}"
    if "waits" in answer and "win" not in answer:
        return f"{words('waits', lang)} {' '.join(w['tile'] for w in answer['waits']) or '–'}"
    if not answer["win"]:
        return f"{words('no_win', lang)}: {answer['reason']}"
    if not answer["legal"]:
        return str(answer["reason"])
    total = f"{answer['total']} {unit(answer['unit'], lang)}"
    if answer["fu"]:
        total = f"{answer['han']} han {answer['fu']} fu"
    limit = f", {answer['limit']}" if answer["limit"] else ""
    return f"{total}{limit}"


def _fans(answer: Answer) -> Iterator[str]:
    for fan in answer.get("fans", ()):
        times = f" ×{fan['count']}" if fan["count"] > 1 else ""
        yield f"{fan['name']} {fan['value']}{times}"


def _payments(answer: Answer) -> Iterator[str]:
    return (f"{seat} {points:+d}" for seat, points in answer.get("payments", {}).items())
