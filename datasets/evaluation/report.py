"""Sum up an evaluation in figures and tables, and write its report.

A report of boxes or whole hands is ``figures.json``, ``pictures.csv`` and ``index.html``: a page with plots,
as SVG text, and the worst pictures (``worst/``), self-contained: no script, nothing fetched. Only this file
imports matplotlib, and without a window.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.boxes import Evaluation
from paiyan.datasets.evaluation.hands import HandFigures, HandReader, HandResult, photo_path
from paiyan.datasets.evaluation.matching import Matches, PictureResult, confusion_matrix, match_picture
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import Image, load, save

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


WORST = 24
_MISSED, _WRONG, _EXTRA, _RIGHT = (40, 40, 230), (0, 140, 255), (200, 60, 200), (90, 170, 60)  # BGR
_OPEN = (150, 150, 150)


class Row(NamedTuple):
    """The CSV row of one picture. `stage`: where it went wrong first; empty if every tile is right.

    ``detect``: a tile missed or made up; ``name``: all found, a name wrong.
    """

    photo: str
    folder: str
    stage: str
    edits: int
    tiles: int
    found: int
    right: int
    named_wrong: str
    missed: str
    made_up: str
    not_judged: str
    ms: float


def row_of(picture: PictureResult, pairs: Matches) -> Row:
    """Return the CSV row of a picture."""
    missed = [_name(code) for code in pairs.missed]
    extra = [_name(code) for code in pairs.made_up]
    return Row(
        photo=picture.truth.image.name,
        folder=picture.truth.folder,
        stage="detect" if missed or extra else "name" if pairs.wrong else "",
        edits=pairs.edits,
        tiles=len(pairs.truth),
        found=len(pairs.found),
        right=pairs.right,
        named_wrong=" ".join(f"{_name(pairs.truth[t])}>{_name(pairs.found[d])}" for t, d in pairs.wrong),
        missed=" ".join(missed),
        made_up=" ".join(extra),
        not_judged=" ".join(_name(code) for code in picture.found.classes[pairs.not_judged]),
        ms=round(picture.ms, 1),
    )


def _name(code: int) -> str:
    return TILES[int(code)].notation


def write_report(out: Path, result: Evaluation) -> Path:
    """Write the report of an evaluation of boxes into a folder; return the page. Raises OSError."""
    pairs = [match_picture(s, threshold=result.threshold) for s in result.seen]
    rows = [row_of(s, p) for s, p in zip(result.seen, pairs, strict=True)]
    _write_figures(out, result, rows)
    order = sorted(range(len(rows)), key=lambda i: (-rows[i].edits, rows[i].photo))
    worst = [i for i in order[:WORST] if rows[i].edits]
    pictures = [_worst(out, result.seen[i], pairs[i], rows[i]) for i in worst]
    return write_page(
        out,
        summary=of_boxes(result),
        plots=[
            bars(result.per_class, "AP50 of each class"),
            reliability(result.calibration, "Confidence against share right"),
            heat(confusion_matrix(pairs), "Confusion: truth (row) found as (column); − is nothing"),
        ],
        pictures=pictures,
        legend="Red: missed. Orange: truth > name given. Violet: no such tile. Green: right. "
        "Grey: not judged, since the set does not box such tiles, or not there.",
    )


def _write_figures(out: Path, result: Evaluation | HandFigures, rows: Sequence[NamedTuple]) -> None:
    """Write ``figures.json``, and a CSV file of rows of one type, at least one."""
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result.to_json(), indent=1, ensure_ascii=False)
    (out / "figures.json").write_text(text + "\n", encoding="utf-8")
    with (out / "pictures.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(rows[0]._fields)
        writer.writerows(rows)


def write_page(out: Path, **parts: Any) -> Path:
    """Render ``index.html`` from the template: summary, plots, pictures, legend."""
    from jinja2 import Environment

    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    page = out / "index.html"
    page.write_text(Environment(autoescape=True).from_string(template).render(**parts), encoding="utf-8")
    return page


def _worst(out: Path, picture: PictureResult, pairs: Matches, row: Row) -> dict[str, str]:
    """Draw one picture into ``worst/``; return its entry for the page."""
    file = Path("worst") / f"{picture.truth.folder}-{picture.truth.image.stem}.jpg"
    (out / "worst").mkdir(exist_ok=True)
    save(_drawn(load(picture.truth.image), picture, pairs), out / file)
    parts = {"named wrong": row.named_wrong, "missed": row.missed, "made up": row.made_up}
    says = "; ".join(f"{what} {tiles}" for what, tiles in parts.items() if tiles)
    return {"file": file.as_posix(), "name": picture.truth.image.name, "says": says}


def _drawn(picture: Image, result: PictureResult, pairs: Matches) -> Image:
    canvas: Image = np.array(picture)
    of_truth = dict(pairs.pairs)
    for t, box in enumerate(result.truth.boxes):
        if t not in of_truth:
            _box(canvas, box, _name(pairs.truth[t]), _MISSED)
        elif pairs.truth[t] != pairs.found[of_truth[t]]:
            _box(canvas, box, f"{_name(pairs.truth[t])}>{_name(pairs.found[of_truth[t]])}", _WRONG)
        else:
            _box(canvas, box, "", _RIGHT)
    taken = set(of_truth.values())
    for d, index in enumerate(pairs.which):
        if d not in taken:
            _box(canvas, result.found.boxes[index], _name(pairs.found[d]), _EXTRA)
    left = result.found.select(pairs.not_judged)
    for code, box in zip(left.classes, left.boxes, strict=True):
        _box(canvas, box, _name(code), _OPEN)
    return canvas


def _box(canvas: Image, box: Any, text: str, colour: tuple[int, int, int]) -> None:
    x1, y1, x2, y2 = (round(float(v)) for v in box)
    cv2.rectangle(canvas, (x1, y1), (x2, y2), colour, 2)
    if text:
        size = max(min(canvas.shape[:2]) / 1000, 0.45)
        cv2.putText(
            canvas, text, (x1, max(y1 - 4, 12)), cv2.FONT_HERSHEY_DUPLEX, size, colour, 1, cv2.LINE_AA
        )


_NAMES = [*(t.notation for t in TILES), "−"]


def bars(values: Mapping[str, float], title: str) -> str:
    """Plot a bar for each named value of 0 to 1."""
    figure, axes = _axes(11, 2.6, title)
    axes.bar(list(values), list(values.values()), color="#3a7d44")
    axes.set_ylim(0, 1)
    axes.tick_params(axis="x", rotation=90)
    axes.margins(x=0.01)
    return _svg(figure)


def reliability(calibration: Mapping[str, Any], title: str) -> str:
    """Plot the share right against confidence, with the diagonal of a calibrated detector."""
    figure, axes = _axes(4, 4, title)
    there = [n for n, boxes in enumerate(calibration["boxes"]) if boxes]
    axes.plot([0, 1], [0, 1], color="#999", linewidth=1)
    axes.plot(
        [calibration["confidence"][n] for n in there],
        [calibration["right"][n] for n in there],
        "o-",
        color="#3a7d44",
    )
    axes.set_xlabel("confidence")
    axes.set_ylabel("share right")
    return _svg(figure)


def heat(table: NDArray[np.int64], title: str) -> str:
    """Plot a confusion matrix (47, 47) as shares of each row, without the diagonal and unused classes."""
    met = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
    some = table[np.ix_(met, met)].astype(np.float64)
    some /= np.maximum(some.sum(axis=1, keepdims=True), 1)
    np.fill_diagonal(some, 0)
    figure, axes = _axes(8, 8, title)
    axes.imshow(some, cmap="Reds", vmin=0, vmax=max(float(some.max()), 0.1))
    names: Sequence[str] = [_NAMES[code] for code in met]
    axes.set_xticks(range(len(met)), names, rotation=90)
    axes.set_yticks(range(len(met)), names)
    return _svg(figure)


def _axes(width: float, height: float, title: str) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(width, height), layout="constrained")
    axes: Any = figure.subplots()
    axes.set_title(title, fontsize=10)
    axes.tick_params(labelsize=7)
    return figure, axes


def _svg(figure: Any) -> str:
    import matplotlib

    matplotlib.rcParams["svg.hashsalt"] = "paiyan"  # the same figures give the same page
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def write_hands_report(out: Path, result: HandFigures, *, reader: HandReader, root: Path) -> Path:
    """Write the report into a folder; return the page. The photos shown are read once more. Raises
    OSError."""
    _write_figures(out, result, result.rows)
    wrong = sorted((r for r in result.rows if r.stage), key=lambda r: (-r.taps, r.photo))[:WORST]
    return write_page(
        out,
        summary=of_hands(result),
        plots=[],
        pictures=[_picture(out, row, number, reader, root) for number, row in enumerate(wrong)],
        legend="The reading as drawn by paiyan read; yellow: in doubt.",
    )


def _picture(out: Path, row: HandResult, number: int, reader: HandReader, root: Path) -> dict[str, str]:
    file = Path("worst") / f"{number:02d}.jpg"
    (out / "worst").mkdir(exist_ok=True)
    photo = photo_path(root, row.photo)
    save(draw(load(photo), reader.read(photo)), out / file)
    says = f"{row.stage}: read {row.read or 'nothing'}, truth {row.truth}"
    return {"file": file.as_posix(), "name": row.photo, "says": says}
