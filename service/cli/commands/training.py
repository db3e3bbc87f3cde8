"""The commands that train or fit: ``paiyan train | synth | tiles``."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import click

from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.system import CANNOT_READ, reason
from paiyan.service.cli.options import Output, options, show
from paiyan.service.errors import BadPicture, NoModel, WrongUse
from paiyan.service.messages.command_line import CANNOT_BE_USED, NO_NAMER, PROFILE_WRITTEN


@click.command()
@click.option("--photos", required=True, help="The folder of the labelled photo sets that the recipe names.")
@click.option("--start", required=True, help="The folder with the weights that the recipe starts from.")
@click.option("--art", default="", help="A folder with further tile faces and table surfaces.")
@click.option("--recipe", default="", help="The recipe; without it models/recipes/paiyan-n.yaml.")
@click.option("--work", default="out/train", show_default=True, help="Where prepared sets and runs go.")
@click.option(
    "--weights",
    default="",
    help="Where the trained weights go; without it models/weights, which all use.",
)
@click.option(
    "--only",
    type=click.Choice(["crops", "namer"]),
    help="Only cut the crops that the namer learns from, or only train the namer on them.",
)
@click.option("--device", default="cpu", show_default=True, help="Where the namer is trained, such as cuda.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    help="How many draw crops for the namer; without it all processors but one.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="How long the namer's training may take: its learning rate falls in that time.",
)
@options("output", Output)
def train(
    *, photos: str, start: str, art: str, recipe: str, work: str, weights: str, only: str | None, device: str,
    processes: int | None, minutes: float | None, output: Output,
) -> int:  # fmt: skip
    """Train the detector by its recipe and make it the default. It can be stopped and goes on."""
    import logging

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with one_sentence("train"):
        from paiyan.models.registry import WEIGHTS
        from paiyan.models.training import train as training
        from paiyan.models.training.recipe import RECIPE

        chosen = Path(recipe) if recipe else RECIPE
        taken, drawn, folder = Path(photos), Path(art) if art else None, Path(work)
        pace = training.Pace(device, processes, minutes)
        if only == "crops":
            made = training.prepare_crops(chosen, photos=taken, art=drawn, work=folder)
        elif only == "namer":
            made = training.train_namer_alone(chosen, photos=taken, art=drawn, work=folder, pace=pace)
        else:
            made = training.train(
                chosen, photos=taken, start=Path(start), art=drawn, work=folder,
                weights=Path(weights) if weights else WEIGHTS, pace=pace,
            )  # fmt: skip
    if isinstance(made, Path):
        show({str(only): str(made)}, "layout.listed", output)
        return 0
    model = made
    files = {"onnx": str(model.onnx), "onnx_sha256": model.onnx_sha256}
    show(
        {"name": model.name, **files, "pt": str(model.pt), "pt_sha256": model.pt_sha256},
        "layout.listed",
        output,
    )
    return 0


@click.command()
@click.argument("out")
@click.option(
    "--count", type=click.IntRange(min=1), default=100, show_default=True, help="How many pictures."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="The same seed makes the same pictures.",
)
@click.option("--side", type=int, default=640, show_default=True, help="Width and height in pixels.")
@click.option("--art", default="", help="A folder with further tile faces, table surfaces and light maps.")
@click.option("--traced", is_flag=True, help="Ray-trace them: real light and focus, some seconds a picture.")
@click.option(
    "--samples",
    type=click.IntRange(1, 4096),
    default=16,
    show_default=True,
    help="Light paths a pixel of a ray-traced picture.",
)
@options("output", Output)
def synth(
    *, out: str, count: int, seed: int, side: int, art: str, traced: bool, samples: int, output: Output
) -> int:
    """Draw labelled pictures of tables with our own tiles.

    They are for training and for tests, and are written to the folder OUT; one that was broken off goes on.
    """
    with one_sentence("raytrace"):
        from paiyan.datasets.synth.scene_sets import synthesise
        from paiyan.datasets.synth.scenes.random_scenes import find_resources

        made = synthesise(
            Path(out),
            count,
            seed=seed,
            size=(side, side),
            resources=find_resources(Path(art) if art else None),
            samples=samples if traced else None,
            progress=progress,
        )
    arguments = {"out": str(made), "count": count, "seed": seed, "size": [side, side]}
    show({**arguments, "samples": samples} if traced else arguments, "layout.listed", output)
    return 0


def progress(done: int, count: int) -> None:
    """Write ``done/count`` over the last one, on standard error, if that is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done}/{count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


@contextmanager
def one_sentence(extra: str) -> Generator[None]:
    """Turn errors of the packages below, and of an extra not installed, into `WrongUse`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise WrongUse(f"{missing.name} is not installed: run pip install 'paiyan[{extra}]'") from missing
    except OSError as wrong:
        if wrong.filename is None:
            raise WrongUse(str(wrong)) from wrong
        raise WrongUse(CANNOT_BE_USED, file=wrong.filename, why=reason(wrong)) from wrong
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from wrong


ORDER = "1-9m / 1-9p / 1-9s / 1-7z"


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option(
    "--order",
    default=ORDER,
    show_default=True,
    help="The tiles as they lie, row by row from the top, each from the left.",
)
@click.option("--save", default="my-tiles.json", show_default=True, help="Where the profile goes.")
@options("output", Output)
def tiles(
    *,
    photos: tuple[str, ...],
    order: str,
    save: str,
    output: Output,
) -> int:
    """Learn how your own tiles look, for `--tiles`. Lay one of each out in rows and photograph them.

    PHOTO is a picture file that shows all the rows; with a second one the profile is surer.
    """
    from paiyan.models import registry
    from paiyan.models.opening import load_detector
    from paiyan.vision.detection.coarse_to_fine import full_detector
    from paiyan.vision.detection.naming.namer import Namer
    from paiyan.vision.errors import ImageError, ProfileError
    from paiyan.vision.laid_out_set import make_profile, parse_order
    from paiyan.vision.picture.image import load

    known = registry.namer()
    if known is None:
        raise NoModel(NO_NAMER)
    try:
        rows = parse_order(order)
        detector = full_detector(load_detector())
        pictures = [(picture, detector.detect(picture)) for picture in map(load, photos)]
        profile = make_profile(Namer(known.runs), pictures, rows, weights=known.sha256)
        profile.save(Path(save))
    except ImageError as wrong:
        raise BadPicture(wrong) from wrong
    except ProfileError as wrong:
        raise WrongUse(wrong) from wrong
    except OSError as wrong:
        raise WrongUse(CANNOT_READ, file=wrong.filename, why=reason(wrong)) from wrong
    print(Message(PROFILE_WRITTEN, {"file": save}).to(output.language), file=sys.stderr)
    show({"profile": save, "tiles": len(profile.looks), "photos": len(photos)}, "layout.figures", output)
    return 0
