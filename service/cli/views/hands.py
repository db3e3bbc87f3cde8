"""A hand in a terminal: what a photo shows, its score, its waits, a whole deal, advice on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from paiyan.scorer.messages.languages import Text
from paiyan.scorer.report.values import (
    DealReport,
    Fan,
    Missed,
    NoWinReport,
    Paid,
    ScoreReport,
    WaitsReport,
    Won,
)
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.service.answers.report import (
    CompareAnswer,
    CorrectAnswer,
    DoubtReport,
    HandAnswer,
    ReadHand,
    ReadingReport,
    RulesAnswer,
    SeatReport,
    TileReport,
)
from paiyan.service.cli.views.layout import Line, Table, View, Voice, headed, labelled, labelled_line

if TYPE_CHECKING:
    from paiyan.scorer.report.advising import AdviceReport, AdvisedChoice, ExpectsReport
    from paiyan.service.answers.advising import AdviceAnswer

_OWN = ("hand", "winning", "meld", "flower")


def reading(answer: ReadingReport, say: Voice) -> View:
    """Show the reading of a photo: all hands if all were requested, else one hand and the other tiles."""
    photo: View = [Line(answer.photo, style="bold")] if answer.photo else []
    if answer.hands is None:
        trace = [Line(text, style="dim") for text in _trace(answer.trace)]
        return [*photo, *_one_hand(answer, _others(answer.tiles), say), *trace]
    views: View = photo or [Line("", style="bold")]
    for one in answer.hands:
        views += [_seat(one.seat, say), *_one_hand(one, {}, say)]
    return views


def _one_hand(answer: ReadingReport | SeatReport, others: dict[str, list[str]], say: Voice) -> View:
    """Show a hand as it lies, the other tiles, then what is in doubt."""
    rows = labelled()
    for role, tiles in {**_by_role(answer.hand), **others}.items():
        if tiles:
            rows.add_row(say.word(role), _named(tiles, say))
    lines: View = [rows]
    lines += [say.note("doubt", _doubt(d, say)) for d in answer.doubts]
    if answer.proposal:
        lines += [say.note("likelier", f"{c.tile}: {say(c.reason)}") for c in answer.proposal.changes]
    if answer.question:
        lines.append(say.note("question", answer.question.ask))
    lines += [say.note("warning", problem) for problem in answer.problems]
    return lines


def _trace(trace: object) -> Iterator[str]:
    """Return the views of a reading, and the boxes that it dropped, one a line; nothing without a trace."""
    if trace is None:
        return
    from paiyan.vision.trace import Trace  # only here: a typed hand loads no numpy

    assert isinstance(trace, Trace)
    for view in trace.views:
        changes = " ".join(f"{before or '-'}>{after or '-'}" for before, after in view.changes) or "no change"
        kept = "kept" if view.taken else "not kept"
        yield f"view {view.reason}: {kept}, tiles {view.tiles[0]} -> {view.tiles[1]}, {changes}"
    for drop in trace.dropped:
        place = ", ".join(f"{v:.0f}" for v in drop.box)
        yield f"dropped {drop.tile} at {place}: {drop.stage}, {drop.value:.3f} against {drop.threshold:.3f}"


def _by_role(hand: ReadHand) -> dict[str, list[str]]:
    """Return the notation of a hand's tiles by role, in its order, melds apart."""
    return {
        "hand": [t.notation for t in parse(hand.concealed)],
        "winning": [hand.winning] if hand.winning else [],
        "meld": [text for m in hand.melds for text in ("", *(t.notation for t in parse(m.tiles)))][1:],
        "flower": [t.notation for t in parse(hand.flowers)],
    }


def _others(tiles: Sequence[TileReport]) -> dict[str, list[str]]:
    """Return the notation of all that is not the hand by role, from the left; without a box it is last."""
    found: dict[str, list[str]] = {}
    for t in sorted(tiles, key=lambda t: t.box[0] if t.box else inf):
        if t.role not in _OWN:
            found.setdefault(t.role, []).append(t.tile)
    return found


def _named(tiles: Iterable[str], say: Voice) -> str:
    if say.lang == "zh":
        return " ".join(tile(t).name("zh") if t else "·" for t in tiles)
    return " ".join(t or "·" for t in tiles)


def _doubt(doubt: DoubtReport, say: Voice) -> str:
    text = f" {say.word('or')} ".join((doubt.read, *doubt.instead))
    effect = say(doubt.effect)
    return f"{text}: {effect}" if effect else text


def hand(answer: HandAnswer | CorrectAnswer | CompareAnswer, say: Voice) -> View:
    """Show a hand's score or waits, below the reading of its photo; or a settled deal."""
    if isinstance(answer, CompareAnswer):
        view = compared(answer.compare, say)
    elif isinstance(answer.report, DealReport):
        return _deal(answer.report, say)
    elif isinstance(answer.report, WaitsReport):
        view = _waits(answer.report, say)
    elif isinstance(answer.report, NoWinReport):
        view = _no_win(answer.report, say)
    elif answer.report:
        view = _won(answer.report.won, answer.report.paid, answer.report.warnings, say)
        if answer.report.missed is not None:
            view += [Line(), *_explained(answer.report.won, answer.report.missed, say)]
    else:
        view = []
    return [*reading(answer.read, say), Line(), *view] if answer.read else view


def _deal(answer: DealReport, say: Voice) -> View:
    won: View = []
    for w in answer.winners:
        won += [_seat(w.seat, say), *_won(w.won, w.paid, w.warnings, say), Line()]
    drawn = [Line(say.word("drawn"))] if answer.drawn else []
    notes = [say.note("warning", w) for w in answer.warnings]
    next_ = answer.settled.next_dealer
    after = [say.note("next_dealer", say.seat(next_))] if next_ else []
    paid = answer.settled.paid
    table = [Line(say.word("payments"), style="bold"), _payments(paid, say)] if paid.payments else []
    return [*won, *drawn, *table, *after, *notes]


def _seat(seat: str, say: Voice) -> Line:
    return Line(say.seat(seat), style="bold")


def _won(won: Won, paid: Paid, warnings: Iterable[Text], say: Voice) -> View:
    """Show a scored hand: arrangement, fans, what was not counted and what each seat pays."""
    lines: View = [*([_arrangement(won, say), Line()] if won.arrangement else []), _fans(won, say)]
    for dropped in won.not_counted:
        text = f"  {say.word('not_counted')}: {say(dropped.name)} ({say(dropped.why)})"
        lines.append(Line(text, style="dim"))
    if not won.legal:
        lines.append(say.note("below", won.reason or ""))
    lines += [say.note("warning", w) for w in warnings]
    return [*lines, Line(), _payments(paid, say)] if paid.payments else lines


def _no_win(answer: NoWinReport, say: Voice) -> View:
    lines: View = [say.note("no_win", answer.reason)]
    if answer.distance:
        lines.append(Line(f"  {say.word('shanten')}: {answer.distance}"))
    if answer.waits:
        lines.append(Line(f"  {say.word('waits')}: {' '.join(answer.waits)}"))
    lines += [say.note("warning", w) for w in answer.warnings]
    return lines


def _arrangement(won: Won, say: Voice) -> Table:
    rows = labelled()
    rows.add_row(say.word("arrangement"), "  ".join(won.arrangement))
    if won.wild_as:
        text = "  ".join(f"{t} → {' '.join(stands)}" for t, stands in won.wild_as.items())
        rows.add_row(say.word("wild_as"), text)
    return rows


def _fans(won: Won, say: Voice) -> Table:
    table = headed(say.word("fan"), say.word("value"), say.word("blocks"))
    table.columns[1].right = True
    for fan in won.fans:
        table.add_row(say(fan.name), f"{fan.value}{_times(fan)}", " ".join(fan.blocks))
    total = say.worth(won)
    table.add_row(say.word("total"), total, say(won.limit or ""), style="bold")
    for part in won.fu_parts:
        table.add_row(say(part.reason), f"{part.fu} {say.unit('fu')}", "", style="dim")
    return table


def _times(fan: Fan) -> str:
    return f" ×{fan.count}" if fan.count > 1 else ""


def _payments(paid: Paid, say: Voice) -> Table:
    table = headed(say.word("seat"), say.word("points"), say.word("why"))
    table.columns[1].right = True
    reasons: dict[str, list[str]] = {}
    for move in paid.transfers:
        seat = move.payer if move.payer in paid.payments else move.payee  # or the table paid
        reasons.setdefault(seat, []).append(say(move.reason))
    for seat, points in paid.payments.items():
        table.add_row(say.seat(seat), f"{points:+d}", "; ".join(reasons.get(seat, ())))
    return table


def _waits(answer: WaitsReport, say: Voice) -> View:
    """Show the winning tiles of a waiting hand and what each is worth."""
    notes = [say.note("warning", w) for w in answer.warnings]
    if not answer.waits:
        return [Line(say.word("none")), *notes]
    table = headed(*map(say.word, ("waits", "left", "discard_win", "self_draw")))
    for wait in answer.waits:
        worth = [_worth(one, say) for one in (wait.discard, wait.self_draw)]
        table.add_row(f"{wait.tile} {say(tile(wait.tile).words)}", str(wait.left), *worth)
    return [table, *notes]


def _worth(answer: ScoreReport | NoWinReport, say: Voice) -> str:
    if isinstance(answer, NoWinReport):
        return "–"
    won = answer.won
    names = ", ".join(say(f.name) for f in won.fans)
    below = "" if won.legal else f" ({say.word('below')})"
    worth = f"{won.total} {say.unit(won.unit)}{below}"
    return f"{worth}: {names}" if names else worth


def _explained(won: Won, missed: Sequence[Missed], say: Voice) -> View:
    """Show each fan with its blocks, its rule, its source and what it keeps out; then what nearly counts."""
    lines: View = [Line(say.word("explained"), style="bold")]
    for fan in won.fans:
        worth = f"{fan.value}{_times(fan)} {say.unit(won.unit)}"
        lines.append(_priced(fan, f"{worth}  {' '.join(fan.blocks)}".rstrip(), say))
        lines += [Line(f"    {line}") for line in _about(fan, say)]
    if missed:
        lines += [Line(), Line(say.word("missed"), style="bold")]
    for near in missed:
        lines.append(_priced(near, f"{near.value} {say.unit(won.unit)}  {say(near.why)}", say))
    return lines


def _priced(fan: Fan | Missed, about: str, say: Voice) -> Line:
    return labelled_line(say(fan.name), f"  {about}")


def _about(fan: Fan, say: Voice) -> Iterator[str]:
    yield f"{say(fan.rule or '')} ({fan.source})"
    if fan.keeps_out:
        yield f"{say.word('not_counted')}: {', '.join(say(out.name) for out in fan.keeps_out)}"


_COLUMNS = 5  # rule sets that fit side by side


def compared(answers: Sequence[RulesAnswer], say: Voice) -> View:
    """Return a column for each rule set: what the hand is worth there, its fans, what does not count,
    payments; of many rule sets, a row for each."""
    if len(answers) > _COLUMNS:
        return _rows(answers, say)
    table = headed("", *(say(a.name) for a in answers))
    for label, cells in (
        ("total", [[_total(a, say)] for a in answers]),
        ("fan", [_fans_of_both(a, say) for a in answers]),
        ("not_counted", [[say(f.name) for won in _won_of(a) for f in won.not_counted] for a in answers]),
        ("payments", [_payments_of_both(a) for a in answers]),
        ("warning", [say.all(a.report.warnings) if a.report else [] for a in answers]),
    ):
        if any(cells):
            table.add_row(say.word(label), *map("\n".join, cells))
    return [table]


def _rows(answers: Sequence[RulesAnswer], say: Voice) -> View:
    table = headed(*(say.word(label) for label in ("rules", "total", "fan", "payments")))
    for answer in answers:
        fans, paid = ", ".join(_fans_of_both(answer, say)), " ".join(_payments_of_both(answer))
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


def _won_of(answer: RulesAnswer) -> tuple[Won, ...]:
    """Return what was won, if the rule set says that the hand wins."""
    return (answer.report.won,) if isinstance(answer.report, ScoreReport) else ()


def _fans_of_both(answer: RulesAnswer, say: Voice) -> list[str]:
    return [f"{say(fan.name)} {fan.value}{_times(fan)}" for won in _won_of(answer) for fan in won.fans]


def _payments_of_both(answer: RulesAnswer) -> list[str]:
    paid = answer.report.paid.payments.items() if isinstance(answer.report, ScoreReport) else ()
    return [f"{seat} {points:+d}" for seat, points in paid]


_REASONED = 3  # choices shown with their reasons
_COUNTED = 6  # helpful kinds shown with the number of tiles left; of more, only the kinds are shown


def advice(answer: AdviceAnswer, say: Voice) -> View:
    """Show advice, after the reading if a photo showed the hand."""
    view = _advice(answer.report, say)
    return [*reading(answer.read, say), Line(), *view] if answer.read else view


def _advice(report: AdviceReport, say: Voice) -> View:
    lines: View = []
    if report.wins is not None:
        lines.append(say.note("wins", f"{report.wins:+d}"))
    if report.keeps is not None:
        lines += [Line(say.word("keeps"), style="bold"), _choices((report.keeps,), say), Line()]
    choices = report.discards if report.claims is None else report.claims
    if choices:
        lines += [_choices(choices, say), *_reasons(choices[:_REASONED], say)]
    elif report.keeps is not None:
        lines.append(Line(say.word("no_claim")))
    return [*lines, Line(), Line(say(report.model), style="dim")]


def _choices(choices: tuple[AdvisedChoice, ...], say: Voice) -> Table:
    """Show the choices; the column of goals only if one aims at more than a win."""
    from paiyan.scorer.advice.goals import ANY_WIN  # only here: other hands need no advice

    aims = any(choice.goal.id != ANY_WIN.id for choice in choices)
    headings = ("choice", "shanten", "chance", "points", *(("aim",) if aims else ()), "helpful")
    table = headed(*map(say.word, headings))
    for at in (1, 2, 3):
        table.columns[at].right = True
    for choice in choices:
        expects = choice.expects
        chance = "" if expects is None else _estimate(100 * expects.win, 100 * expects.win_error, "%")
        points = "" if expects is None else _points(expects)
        goal = (say(choice.goal.name),) if aims else ()
        table.add_row(
            _action(choice, say), str(choice.distance), chance, points, *goal, _helpful(choice, say)
        )
    return table


def _estimate(value: float, error: float, unit: str = "", digits: int = 1) -> str:
    shown = round(value, digits) + 0.0  # no minus before a zero
    return f"{shown:.{digits}f}{unit}" + (f" ± {error:.{digits}f}" if error else "")


def _points(expects: ExpectsReport) -> str:
    """Show points, by hundredths where a win is worth one or two of them."""
    return _estimate(expects.points, expects.points_error, digits=2 if abs(expects.points) < 10 else 1)


def _action(choice: AdvisedChoice, say: Voice) -> str:
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
            lines.append(labelled_line(f"{choice.discard}: ", f"{say(reason.text)} ({reason.source})"))
        for safe in choice.safety:
            chance = "" if safe.certain else f", {100 * safe.chance:.1f}%"
            label = f"{choice.discard}{f' → {safe.seat}' if safe.seat else ''}: "
            lines.append(labelled_line(label, f"{say(safe.text)}{chance} ({safe.source})"))
    return lines
