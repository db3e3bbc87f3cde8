"""The commands ``paiyan evaluate | benchmark``: measure a labelled set; get the benchmark's photos."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiyan.service.cli.commands.training import one_sentence
from paiyan.service.cli.options import Output, options, show
from paiyan.service.cli.views import layout
from paiyan.service.cli.views.layout import Line, View, headed, labelled, write
from paiyan.service.errors import WrongUse

if TYPE_CHECKING:
    from paiyan.datasets.evaluation.hand_lists import Answers
    from paiyan.datasets.evaluation.hands import HandReader
    from paiyan.datasets.evaluation.matching import MapItems
    from paiyan.datasets.evaluation.report import Summary, Table
    from paiyan.datasets.formats.class_map import ClassUse, LabelledSet
    from paiyan.vision.detection.detector import Detector
    from paiyan.vision.detection.loading import Backend
    from paiyan.vision.detection.thresholds import Thresholds


CLASS_NUMBERS = "0 is 1m, 9 is 1p, 18 is 1s, 27 is 1z, 34 is 1f, 42 is 0m, 45 a back"
BACKENDS = ("auto", "onnxruntime", "openvino", "ultralytics")


@click.command()
@click.argument("dataset")
@click.option(
    "--hands",
    default="",
    help="A list of photos below DATASET with their hands: count those read exactly.",
)
@click.option(
    "--rules", default="", help="With --hands: whether the score under this rule set is right, too."
)
@click.option(
    "--answers",
    default="",
    help="With --hands: what another program says of the photos, one JSON object a line.",
)
@click.option(
    "--regions", default="", help="Where tiles lie that DATASET does not box: they count neither way."
)
@click.option(
    "--classes",
    default="",
    help="A mapping of DATASET's class names to tiles; one that is not there is written.",
)
@click.option(
    "--report",
    default="",
    help="A folder for the report: a page with plots, a CSV row a photo, the worst.",
)
@click.option("--ray", is_flag=True, help="Spread the work by Ray (RAY_ADDRESS, or here).")
@click.option("--model", default="", help="Weights, .onnx or .pt; without it our own.")
@click.option("--backend", default="auto", show_default=True, help=f"One of {', '.join(BACKENDS)}.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=0,
    help="Measure only this many pictures, spread over the set.",
)
@options("output", Output)
def evaluate(
    *,
    dataset: str,
    hands: str,
    rules: str,
    answers: str,
    regions: str,
    classes: str,
    report: str,
    ray: bool,
    model: str,
    backend: Backend,
    limit: int,
    output: Output,
) -> int:
    """Measure the boxes of a labelled set, or the hands of photos.

    DATASET is a YOLO or VOC folder, a data.yaml, a COCO file, or a folder of sets. With --hands whole hands
    (and their scores) are measured on a list of photos.
    """
    if backend not in BACKENDS:
        raise WrongUse(f"--backend takes one of {', '.join(BACKENDS)}, not {backend!r}")
    if not Path(dataset).exists():
        raise WrongUse(f"there is no {dataset!r}: name a labelled set, or the folder that holds the photos")
    if regions and not Path(regions).is_file():
        raise WrongUse(f'there is no {regions!r}: name a file {{"a.jpg": [[x1, y1, x2, y2]]}} in 0..1')
    if classes and hands:
        raise WrongUse("--classes and --hands cannot go together: a list of hands has no classes")
    if answers and (not hands or report or model):
        raise WrongUse("--answers goes with --hands, and without --model and --report: no photo is read")
    if rules and not hands:
        raise WrongUse("--rules asks for the score of hands: give their list with --hands")
    with one_sentence("ray" if ray else "evaluate"):
        out = _path(report)
        if hands:
            reader = _answers(Path(answers), Path(hands)) if answers else _reader(model, backend, ray=ray)
            plain, summary = _hands(reader, Path(dataset), Path(hands), rules or None, out, ray=ray)
        else:
            found = _opened(Path(dataset), _path(regions), _path(classes))
            plain, summary = _boxes(found, model, backend, limit, out, ray=ray)
    if out:
        print(f"the report: {out / 'index.html'}", file=sys.stderr)
    if output.json:
        show(plain, "", output)
    else:
        write(view(summary))
    return 0


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _boxes(
    dataset: LabelledSet, model: str, backend: Backend, limit: int, report: Path | None, *, ray: bool
) -> tuple[dict[str, Any], Summary]:
    from paiyan.datasets.evaluation.boxes import LEAST, evaluate_pictures
    from paiyan.datasets.evaluation.report import of_boxes
    from paiyan.vision.detection.thresholds import Thresholds

    detector = _detector(model, backend, Thresholds(confidence=LEAST), ray=ray)
    with progress_bar("pictures") as progress:
        result = evaluate_pictures(
            detector, dataset.items, limit=limit or None, each=_each(ray=ray), progress=progress
        )
    if report:
        from paiyan.datasets.evaluation.report import write_report

        write_report(report, result)
    return {**result.to_json(), "classes": {one.name: one.shown for one in dataset.classes}}, of_boxes(result)


def _opened(dataset: Path, regions: Path | None, classes: Path | None) -> LabelledSet:
    """The set, and on standard error what its classes were taken for.

    Where some are no tile that we know, a mapping file to fill in is written; `WrongUse` says its name.
    """
    from paiyan.datasets.formats.class_map import (
        ClassUse,
        UnknownClassError,
        not_there,
        read_class_map,
        write_class_map,
    )
    from paiyan.datasets.formats.open_set import open_set, set_name

    names = read_class_map(classes) if classes and classes.exists() else None
    try:
        found = open_set(dataset, regions=regions, classes=names)
    except UnknownClassError as wrong:
        uses = [ClassUse(name, what, wrong.used[name]) for name, what in wrong.taken.items()]
        show_classes(uses)
        if names is not None:
            others = not_there(names, wrong.taken)
            also = f"; it names {', '.join(map(repr, others))}, which the set has not" if others else ""
            raise WrongUse(f"{wrong}: say in {classes} what they are{also}") from wrong
        file = classes or Path(f"{wrong.set_name}-classes.toml")
        write_class_map(file, wrong.set_name, wrong.taken, wrong.unknown)
        raise WrongUse(f"{wrong}: fill in {file} and give it with --classes {file}") from wrong
    if classes and names is None:
        write_class_map(classes, set_name(dataset), {one.name: one.taken for one in found.classes}, ())
    if names and (others := not_there(names, (one.name for one in found.classes))):
        print(f"{classes} names what is no class of the set: {', '.join(map(repr, others))}", file=sys.stderr)
    if found.numbered:
        print(
            f"the set has no list of classes: the numbers of its labels are taken as {CLASS_NUMBERS}",
            file=sys.stderr,
        )
    show_classes(found.classes)
    return found


def _reader(model: str, backend: Backend, *, ray: bool) -> HandReader:
    load = partial(_load_reader, model, backend, spin=not ray)
    if not ray:
        return load()
    from paiyan.datasets.evaluation.on_ray import lazy

    return lazy(load)


def _load_reader(model: str, backend: Backend, *, spin: bool) -> HandReader:
    from paiyan.models.opening import load_detector, open_reader

    return open_reader(load_detector(model or None, backend=backend, spin=spin))


def _answers(answers: Path, hands: Path) -> Answers:
    """Another program's answers; on standard error, for how many of the photos there are none."""
    from paiyan.datasets.evaluation.hand_lists import Answers, read_hand_list

    photos = [truth.photo for truth in read_hand_list(hands)]
    parsed = Answers(answers, photos)
    if missing := len(photos) - len(parsed):
        print(f"{answers} answers {len(parsed)} of {len(photos)} photos: {missing} count as nothing read",
              file=sys.stderr)  # fmt: skip
    return parsed


def _hands(
    reader: HandReader,
    dataset: Path,
    hands: Path,
    rules: str | None,
    report: Path | None,
    *,
    ray: bool,
) -> tuple[dict[str, Any], Summary]:
    from paiyan.datasets.evaluation.hands import evaluate_hands
    from paiyan.datasets.evaluation.report import of_hands

    with progress_bar("photos") as progress:
        figures = evaluate_hands(
            reader, hands, root=dataset, rules=rules, each=_each(ray=ray), progress=progress
        )
    if report:
        from paiyan.datasets.evaluation.report import write_hands_report

        write_hands_report(report, figures, reader=reader, root=dataset)
    return figures.to_json(), of_hands(figures)


def _detector(model: str, backend: Backend, thresholds: Thresholds, *, ray: bool) -> Detector:
    from paiyan.models.opening import load_detector

    load = partial(load_detector, model or None, backend=backend, spin=not ray, thresholds=thresholds)
    if not ray:
        return load()
    from paiyan.datasets.evaluation.on_ray import lazy

    return lazy(load)


def _each(*, ray: bool) -> MapItems:
    if not ray:
        return map
    from paiyan.datasets.evaluation.on_ray import each

    return each


@click.command()
@click.argument("folder")
@click.option(
    "--address",
    default="",
    show_default="GitHub's own",
    help="GitHub's interface, or one that answers like it.",
)
@options("output", Output)
def benchmark(*, folder: str, address: str, output: Output) -> int:
    """Fetch the benchmark's photos, each checked by its git hash. No other command asks a network.

    They go to FOLDER, where one that was broken off goes on.
    """
    with one_sentence("evaluate"):
        from paiyan.datasets.benchmark import GITHUB, HANDS, MORE_HANDS, fetch, photos_of

        count = 0
        for listed in (HANDS, MORE_HANDS):
            with progress_bar("photos") as progress:
                count += fetch(
                    Path(folder),
                    list_file=listed,
                    address=address or GITHUB,
                    token=os.environ.get("GITHUB_TOKEN", ""),
                    progress=progress,
                )
            print(f"to measure: paiyan evaluate {folder} --hands {listed}", file=sys.stderr)
        photos = len(photos_of(HANDS)) + len(photos_of(MORE_HANDS))
    figures = {"folder": folder, "photos": photos, "fetched": count, "list": str(HANDS)}
    show(figures, "layout.listed", output)
    return 0


def view(summary: Summary) -> View:
    """Lay out the figures of a summary, a line each, then those of its tables that have rows."""
    rows = labelled()
    rows.columns[1].right = True
    for name, value in summary.figures:
        rows.add_row(name, value)
    parts: View = [Line(summary.title, style="bold"), Line(summary.subtitle, style="dim")]
    parts += [Line(), rows]
    for table in summary.tables:
        if table.rows:
            parts += [Line(), Line(table.title, style="bold"), _table(table)]
    return parts


def _table(table: Table) -> layout.Table:
    shown = headed(*table.heads)
    for column, head in zip(shown.columns[1:], table.heads[1:], strict=True):
        if head not in table.text:
            column.right, column.wraps = True, False
    for row in table.rows:
        shown.add_row(*map(str, row))
    return shown


def show_classes(classes: Sequence[ClassUse]) -> None:
    """Print on standard error what each class of a set is taken for; nothing where all are called as here."""
    if all(one.name == one.shown for one in classes):
        return
    table = headed("class", "taken for", "boxes")
    table.columns[2].right = True
    for one in classes:
        table.add_row(one.name, one.shown, str(one.boxes), style="" if one.taken is not None else "yellow")
    write([table], to=sys.stderr)


@contextmanager
def progress_bar(label: str) -> Generator[Callable[[int, int], None]]:
    """Yield a callback (done, count) that draws a bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, count: bar.update(task, completed=done, total=count)
