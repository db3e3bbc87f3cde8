"""One hand under several rule sets side by side, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiyan.scorer.report.values import DealReport, NoWinReport, ScoreReport, WaitsReport
from paiyan.service.answers.report import RulesAnswer
from paiyan.service.cli.views.layout import View
from paiyan.service.cli.views.text_tables import Voice, headed

_COLUMNS = 5  # rule sets that fit side by side


def compared(answers: Sequence[RulesAnswer], say: Voice) -> View:
    """Return a column for each rule set: what the hand is worth there, its fans, what does not count,
    payments; of many rule sets, a row for each."""
    if len(answers) > _COLUMNS:
        return _rows(answers, say)
    table = headed("", *(say(a.name) for a in answers))
    for column in table.columns[1:]:
        column.folds = True
    for label, cells in (
        ("total", [_total(a, say) for a in answers]),
        ("fan", [_fans(a, say) for a in answers]),
        ("not_counted", [_not_counted(a, say) for a in answers]),
        ("payments", [_payments(a) for a in answers]),
        ("warning", [say.all(a.report.warnings) if a.report else [] for a in answers]),
    ):
        if any(cells):
            table.add_row(say.word(label), *map(_lines, cells))
    return [table]


def _lines(cell: str | Iterable[str]) -> str:
    return cell if isinstance(cell, str) else "\n".join(cell)


def _rows(answers: Sequence[RulesAnswer], say: Voice) -> View:
    table = headed(*(say.word(label) for label in ("rules", "total", "fan", "payments")))
    for answer in answers:
        fans, paid = ", ".join(_fans(answer, say)), " ".join(_payments(answer))
        table.add_row(say(answer.name), _total(answer, say), fans, paid)
    return [table]


def _total(answer: RulesAnswer, say: Voice) -> str:
    """Return what the hand is worth, or in one sentence why nothing."""
    match answer.report:
        case None:
            return f"{say.word('refused')}: {say(answer.error or '')}"
        case WaitsReport(waits=waits):
            return f"{say.word('waits')} {' '.join(w.tile for w in waits) or '–'}"
        case NoWinReport(reason=reason):
            return f"{say.word('no_win')}: {say(reason)}"
        case DealReport():
            return ""
        case ScoreReport(won=won):
            if not won.legal:
                return say(won.reason or "")
            total = say.worth(won)
            return f"{total}, {say(won.limit)}" if won.limit else total


def _fans(answer: RulesAnswer, say: Voice) -> list[str]:
    if not isinstance(answer.report, ScoreReport):
        return []
    return [
        f"{say(fan.name)} {fan.value}" + (f" ×{fan.count}" if fan.count > 1 else "")
        for fan in answer.report.won.fans
    ]


def _not_counted(answer: RulesAnswer, say: Voice) -> list[str]:
    if not isinstance(answer.report, ScoreReport):
        return []
    return [say(fan.name) for fan in answer.report.won.not_counted]


def _payments(answer: RulesAnswer) -> list[str]:
    if not isinstance(answer.report, ScoreReport):
        return []
    return [f"{seat} {points:+d}" for seat, points in answer.report.paid.payments.items()]
