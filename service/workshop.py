"""The commands for those who train: ``paiyan evaluate | train | synth``."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service import batch
from service.errors import WrongUse
from service.options import Output, grouped

if TYPE_CHECKING:
    from vision.detector import Backend

BACKENDS = ("auto", "onnxruntime", "openvino", "ultralytics")


@grouped
def evaluate(
    *,
    dataset: Annotated[str, typer.Argument(help="A folder with images/ and labels/ in YOLO form.")],
    hands: Annotated[
        str, typer.Option(help="A list of photos below DATASET with their hands: count those read exactly.")
    ] = "",
    model: Annotated[str, typer.Option(help="Weights, .onnx or .pt; without it our own.")] = "",
    backend: Annotated[str, typer.Option(help=f"One of {', '.join(BACKENDS)}.")] = "auto",
    limit: Annotated[int, typer.Option(help="Only so many pictures, spread over the set.", min=0)] = 0,
    output: Output,
) -> int:
    """Measure the detector on a labelled set (mAP, recall, precision), or whole hands on a list of photos."""
    if backend not in BACKENDS:
        raise WrongUse(f"--backend takes one of {', '.join(BACKENDS)}, not {backend!r}")
    if not Path(dataset).is_dir():
        raise WrongUse(f"there is no folder {dataset!r}: name one that holds images/ and labels/")
    with _one_sentence("evaluate"):
        figures = _hands(dataset, hands, model, backend) if hands else _boxes(dataset, model, backend, limit)
    batch.show(figures, "figures", output)
    return 0


def _boxes(dataset: str, model: str, backend: Backend, limit: int) -> dict[str, Any]:
    from datasets.evaluate import LEAST, evaluate
    from vision.detector import load_detector
    from vision.network import Thresholds

    detector = load_detector(model or None, backend=backend, thresholds=Thresholds(confidence=LEAST))
    return evaluate(detector, Path(dataset), limit=limit or None).to_json()


def _hands(dataset: str, hands: str, model: str, backend: Backend) -> dict[str, Any]:
    from datasets.hands import evaluate_hands
    from vision.detector import load_detector
    from vision.pipeline import Reader

    reader = Reader(load_detector(model or None, backend=backend))
    return evaluate_hands(reader, Path(hands), root=Path(dataset)).to_json()


@grouped
def train(
    *,
    photos: Annotated[str, typer.Option(help="The folder of the labelled photo sets that the recipe names.")],
    start: Annotated[str, typer.Option(help="The folder with the weights that the recipe starts from.")],
    art: Annotated[str, typer.Option(help="A folder with further tile faces and table surfaces.")] = "",
    recipe: Annotated[str, typer.Option(help="The recipe; without it models/recipe.yaml.")] = "",
    work: Annotated[str, typer.Option(help="Where prepared sets and runs go.")] = "out/train",
    output: Output,
) -> int:
    """Train the detector by its recipe, export it and make it the default. It can be stopped and goes on."""
    import logging

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with _one_sentence("train"):
        from models.recipe import RECIPE
        from models.train import train as run

        model = run(
            Path(recipe) if recipe else RECIPE,
            photos=Path(photos),
            start=Path(start),
            art=Path(art) if art else None,
            work=Path(work),
        )
    files = {"onnx": str(model.onnx), "onnx_sha256": model.onnx_sha256}
    batch.show(
        {"name": model.name, **files, "pt": str(model.pt), "pt_sha256": model.pt_sha256}, "figures", output
    )
    return 0


@grouped
def synth(
    *,
    out: Annotated[str, typer.Argument(help="The folder to write to; one that was broken off goes on.")],
    count: Annotated[int, typer.Option(help="How many pictures.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed makes the same pictures.", min=0)] = 0,
    side: Annotated[int, typer.Option(help="Width and height in pixels.")] = 640,
    art: Annotated[str, typer.Option(help="A folder with further tile faces and table surfaces.")] = "",
    output: Output,
) -> int:
    """Draw labelled pictures of tables with our own tiles, for training and for tests."""
    with _one_sentence("synth"):
        from datasets.synth.sample import find_resources
        from datasets.synth.write import synthesise

        resources = find_resources(Path(art) if art else None)
        made = synthesise(
            Path(out), count, seed=seed, size=(side, side), resources=resources, progress=_progress
        )
    batch.show({"out": str(made), "count": count, "seed": seed, "size": [side, side]}, "figures", output)
    return 0


def _progress(done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


@contextmanager
def _one_sentence(extra: str) -> Generator[None]:
    """The errors of the packages below, and of an extra that is not installed, as `WrongUse`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise WrongUse(f"{missing.name} is not installed: run pip install 'paiyan[{extra}]'") from missing
    except (ValueError, OSError) as wrong:
        raise WrongUse(str(wrong)) from wrong
