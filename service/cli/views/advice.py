"""Advice as a person reads it in a terminal: the hand, each discard with its figures, the reasons."""

from __future__ import annotations

from itertools import groupby

from paiyan.scorer.advice.goals import ANY_WIN
from paiyan.scorer.report.advising import AdviceReport, AdvisedChoice, ExpectsReport
from paiyan.scorer.tiles.notation import tile
from paiyan.service.answers.advising import AdviceAnswer
from paiyan.service.cli.views.hands import reading
from paiyan.service.cli.views.layout import Line, Table, View, Voice, headed

_REASONED = 3  # choices shown with their reasons
_COUNTED = 6  # helpful kinds shown with the number of tiles left; of more, only the kinds are shown


def advice(answer: AdviceAnswer, say: Voice) -> View:
    """Show advice, below the reading of its photo."""
    view = _advice(answer.report, say)
    return [*reading(answer.read, say), Line(), *view] if answer.read else view


def _advice(report: AdviceReport, say: Voice) -> View:
    lines: View = []
    if report.wins is not None:
        lines.append(say.note("wins", f"{report.wins:+d}"))
    if report.keeps is not None:
        lines += [Line(say.word("keeps"), style="bold"), _table((report.keeps,), say), Line()]
    choices = report.discards if report.claims is None else report.claims
    if choices:
        lines += [_table(choices, say), *_reasons(choices[:_REASONED], say)]
    elif report.keeps is not None:
        lines.append(Line(say.word("no_claim")))
    return [*lines, Line(), Line(say(report.model), style="dim")]


def _table(choices: tuple[AdvisedChoice, ...], say: Voice) -> Table:
    """Show the choices; the column of goals only if one aims at more than a win."""
    aims = any(choice.goal.id != ANY_WIN.id for choice in choices)
    headings = ("choice", "shanten", "chance", "points", *(("aim",) if aims else ()), "helpful")
    table = headed(*map(say.word, headings))
    for at in (1, 2, 3):
        table.columns[at].right = True
    for choice in choices:
        expects = choice.expects
        chance = "" if expects is None else _about(100 * expects.win, 100 * expects.win_error, "%")
        points = "" if expects is None else _points(expects)
        goal = (say(choice.goal.name),) if aims else ()
        table.add_row(_named(choice, say), str(choice.distance), chance, points, *goal, _helpful(choice, say))
    return table


def _about(value: float, error: float, unit: str = "", digits: int = 1) -> str:
    shown = round(value, digits) + 0.0  # no minus before a zero
    return f"{shown:.{digits}f}{unit}" + (f" ± {error:.{digits}f}" if error else "")


def _points(expects: ExpectsReport) -> str:
    """Show points, by hundredths where a win is worth one or two of them."""
    return _about(expects.points, expects.points_error, digits=2 if abs(expects.points) < 10 else 1)


def _named(choice: AdvisedChoice, say: Voice) -> str:
    """Name what is done: the claim, if any, and the discard."""
    thrown = "" if choice.discard is None else f"{choice.discard} {say(tile(choice.discard).words)}"
    return f"{choice.meld.type} {choice.meld.tiles}, {thrown}" if choice.meld else thrown


def _helpful(choice: AdvisedChoice, say: Voice) -> str:
    if not choice.helpful:
        return say.word("none")
    if len(choice.helpful) <= _COUNTED:
        return f"{choice.left}: " + " ".join(f"{w.tile}×{w.left}" for w in choice.helpful)
    suits = groupby((w.tile for w in choice.helpful), key=lambda name: name[-1])
    return f"{choice.left}: " + " ".join("".join(n[0] for n in names) + suit for suit, names in suits)


def _reasons(choices: tuple[AdvisedChoice, ...], say: Voice) -> View:
    lines: View = []
    for choice in choices:
        for reason in choice.reasons:
            lines.append(_line(f"{choice.discard}: ", f"{say(reason.text)} ({reason.source})"))
        for safe in choice.safety:
            chance = "" if safe.certain else f", {100 * safe.chance:.1f}%"
            label = f"{choice.discard}{f' → {safe.seat}' if safe.seat else ''}: "
            lines.append(_line(label, f"{say(safe.text)}{chance} ({safe.source})"))
    return lines


def _line(label: str, text: str) -> Line:
    return Line(text, label=label, label_style="cyan")
