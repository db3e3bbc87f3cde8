"""The commands for those who train: ``paiyan train | synth``."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from service.cli.options import Output
from service.cli.printing import show
from service.errors import WrongUse


def train(
    *,
    photos: Annotated[str, typer.Option(help="The folder of the labelled photo sets that the recipe names.")],
    start: Annotated[str, typer.Option(help="The folder with the weights that the recipe starts from.")],
    art: Annotated[str, typer.Option(help="A folder with further tile faces and table surfaces.")] = "",
    recipe: Annotated[str, typer.Option(help="The recipe; without it models/recipes/paiyan-n.yaml.")] = "",
    work: Annotated[str, typer.Option(help="Where prepared sets and runs go.")] = "out/train",
    weights: Annotated[
        str, typer.Option(help="Where the trained weights go; without it models/weights, which all use.")
    ] = "",
    output: Output,
) -> int:
    """Train the detector by its recipe, export it and make it the default. It can be stopped and goes on."""
    import logging

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with one_sentence("train"):
        from models.registry import WEIGHTS
        from models.training.recipe import RECIPE
        from models.training.train import train as run

        model = run(
            Path(recipe) if recipe else RECIPE,
            photos=Path(photos),
            start=Path(start),
            art=Path(art) if art else None,
            work=Path(work),
            weights=Path(weights) if weights else WEIGHTS,
        )
    files = {"onnx": str(model.onnx), "onnx_sha256": model.onnx_sha256}
    show(
        {"name": model.name, **files, "pt": str(model.pt), "pt_sha256": model.pt_sha256},
        "figures.listed",
        output,
    )
    return 0


def synth(
    *,
    out: Annotated[str, typer.Argument(help="The folder to write to; one that was broken off goes on.")],
    count: Annotated[int, typer.Option(help="How many pictures.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed makes the same pictures.", min=0)] = 0,
    side: Annotated[int, typer.Option(help="Width and height in pixels.")] = 640,
    art: Annotated[
        str, typer.Option(help="A folder with further tile faces, table surfaces and light maps.")
    ] = "",
    traced: Annotated[
        bool, typer.Option("--traced", help="Ray-trace them: real light and focus, some seconds a picture.")
    ] = False,
    samples: Annotated[
        int, typer.Option(help="Light paths a pixel of a ray-traced picture.", min=1, max=4096)
    ] = 16,
    output: Output,
) -> int:
    """Draw labelled pictures of tables with our own tiles, for training and for tests."""
    with one_sentence("raytrace"):
        from datasets.synth.scene_sets import synthesise
        from datasets.synth.scenes.random_scenes import find_resources

        made = synthesise(
            Path(out),
            count,
            seed=seed,
            size=(side, side),
            resources=find_resources(Path(art) if art else None),
            samples=samples if traced else None,
            progress=progress,
        )
    told = {"out": str(made), "count": count, "seed": seed, "size": [side, side]}
    show({**told, "samples": samples} if traced else told, "figures.listed", output)
    return 0


def progress(done: int, count: int) -> None:
    """How far it is, on a terminal's standard error."""
    if sys.stderr.isatty():
        print(f"\r{done}/{count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


@contextmanager
def one_sentence(extra: str) -> Generator[None]:
    """The errors of the packages below, and of an extra that is not installed, as `WrongUse`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise WrongUse(f"{missing.name} is not installed: run pip install 'paiyan[{extra}]'") from missing
    except (ValueError, OSError) as wrong:
        raise WrongUse(str(wrong)) from wrong
