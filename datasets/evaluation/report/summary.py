"""Sum up an evaluation in figures and tables, for the terminal, the page of a report and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paiyan.datasets.evaluation.boxes import Evaluation
from paiyan.datasets.evaluation.hands.evaluate import HandFigures


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a table; none without rows. Columns are figures except those numbered in
    `texts`."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    rule = "|".join("---" if column in texts else "--:" for column in range(len(head)))
    return [f"| {' | '.join(head)} |", f"|{rule}|", *lines] if lines else []


WEAKEST = 10


class Table(NamedTuple):
    """Rows under headings; the first column is text, the others are figures except those in `text`."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    text: tuple[str, ...] = ()


class Summary(NamedTuple):
    """A title, a line below it, named figures, and tables."""

    title: str
    subtitle: str
    figures: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]


def of_boxes(r: Evaluation) -> Summary:
    """Sum up an evaluation of boxes."""
    calibrated = r.calibration
    figures = [
        ("mAP50", f"{r.map50:.3f}"),
        ("mAP50-95", f"{r.map50_95:.3f}"),
        ("tiles", str(r.tiles)),
        ("recall (Wilson 95%)", _share(r.recall, r.recall_95)),
        ("precision (Wilson 95%)", _share(r.precision, r.precision_95)),
        ("boxes not judged", str(r.not_judged)),
    ]
    if r.every_box:
        figures.append(("every box judged: mAP50", f"{r.every_box['map50']:.3f}"))
        figures.append(("every box judged: precision", f"{r.every_box['precision']:.1%}"))
    figures += [
        ("tiles found, whatever the name", f"{r.boxes_found:.1%}"),
        ("of these named right", f"{r.classes_right:.1%}"),
        ("pictures with every tile right", _share(r.exact / r.pictures, r.exact_95)),
        ("edits a picture", f"{r.edits:.2f}"),
        ("expected calibration error", f"{calibrated['error']:.3f}"),
        ("confident and wrong", f"{calibrated['confident_wrong']} of {calibrated['confident']}"),
        ("median time to read a file", f"{r.load_ms:.0f} ms"),
        ("median time of the detector", f"{r.ms:.0f} ms"),
    ]
    return Summary(
        f"{r.model} on {r.pictures} pictures",
        f"weights {r.model_sha256[:12]}, data {r.data_sha256[:12]}, "
        f"tiles counted from confidence {r.threshold} at IoU 0.5",
        tuple(figures),
        (*_slices(r), *_mistakes(r)),
    )


def _slices(r: Evaluation) -> list[Table]:
    if not r.slices:
        return []
    rows = tuple(
        (name, c.pictures, c.tiles, f"{c.recall:.3f}", f"{c.precision:.3f}", c.exact, f"{c.edits:.2f}",
         c.not_judged)
        for name, c in r.slices.items()
    )  # fmt: skip
    heads = ("slice", "pictures", "tiles", "recall", "precision", "exact", "edits", "not judged")
    return [Table("By folder and tag", heads, rows)]


def _mistakes(r: Evaluation) -> list[Table]:
    mistakes = tuple((f"{m['truth']} found as {m['found']}", m["count"]) for m in r.mistakes)
    weakest = sorted(r.per_class.items(), key=lambda item: item[1])[:WEAKEST]
    return [
        Table("The commonest mistakes", ("mistake", "times"), mistakes),
        Table("The weakest classes", ("tile", "AP50"), tuple((name, f"{v:.3f}") for name, v in weakest)),
    ]


def of_hands(r: HandFigures) -> Summary:
    """Sum up an evaluation of whole hands."""
    figures = [
        ("exact hands (Wilson 95%)", _hits(r.exact, r.hands, r.exact_95)),
        ("exact with the winning tile (Wilson 95%)", _hits(r.exact_winning, r.hands, r.exact_winning_95)),
        ("the same tiles, however grouped", f"{r.multiset} of {r.hands}"),
        ("called reliable", f"{r.reliable} of {r.hands}"),
        ("of these wrong (Wilson 95%)", _hits(r.confident_wrong, r.reliable, r.confident_wrong_95)),
        ("of these lacking a tile", str(r.confident_lacks)),
        ("photos without a hand called reliable", f"{r.reliable_none} of {r.photos - r.hands}"),
        ("taps to the right hand", f"{r.taps:.2f}"),
        ("right after one tap or none", _hits(r.one_tap, r.hands, r.one_tap_95)),
        ("wrong tiles a hand", f"{r.edits:.2f}"),
    ]
    if r.winning_known:
        figures.append(("the winning tile named as such", f"{r.winning} of {r.winning_known}"))
    if r.order_known:
        figures.append(("in the order of the row", f"{r.ordered} of {r.order_known}"))
    if r.score_known:
        figures.append(("exact scores (Wilson 95%)", _hits(r.scored, r.score_known, r.scored_95)))
    if seen := r.faces:
        figures += [
            ("photos with every tile right", _hits(seen["all_right"], seen["photos"], seen["all_right_95"])),
            ("their tiles: recall", f"{seen['recall']:.3f}"),
            ("their tiles: precision", f"{seen['precision']:.3f}"),
            ("their tiles: F1", f"{seen['f1']:.3f}"),
        ]
    if shown := r.flowers:
        figures += [
            ("flowers found", _hits(shown["found"], shown["shown"], shown["found_95"])),
            ("flowers named right", _hits(shown["named"], shown["shown"], shown["named_95"])),
        ]
    return Summary(
        f"{r.model}: whole hands on {r.hands} of {r.photos} photos",
        "exact: the held tiles with the winning one, the melds and the flowers are all those of the list",
        tuple(figures),
        tuple(_of_hands(r)),
    )


def _of_hands(r: HandFigures) -> list[Table]:
    layouts = tuple((name or "?", c["hands"], c["exact"]) for name, c in r.layouts.items())
    failed = sorted((row for row in r.rows if row.stage), key=lambda row: (-row.taps, row.photo))
    wrong = tuple(
        (row.photo, row.stage, row.taps, "yes" if row.reliable else "", row.truth, row.read or "nothing")
        for row in failed
    )
    heads = ("photo", "stage", "taps", "reliable", "truth", "read")
    return [
        Table("By layout", ("layout", "hands", "exact"), layouts),
        Table("Where it went wrong first", ("stage", "hands"), tuple(r.stages.items())),
        Table("Hands that are not right", heads, wrong, text=("stage", "reliable", "truth", "read")),
        Table("Time", ("stage", "median ms"), tuple(r.ms.items())),
    ]


def _share(value: float, interval: Sequence[float]) -> str:
    return f"{value:.1%} ({', '.join(f'{v:.1%}' for v in interval)})"


def _hits(hits: int, total: int, interval: Sequence[float]) -> str:
    return f"{hits} of {total} ({', '.join(f'{v:.1%}' for v in interval)})"
