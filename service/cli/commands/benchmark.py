"""The command ``paiyan benchmark``: the photos of the benchmark, fetched from where they are published."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from paiyan.service.cli.commands.training import one_sentence
from paiyan.service.cli.options import Output, options
from paiyan.service.cli.printing import show
from paiyan.service.cli.views.evaluation import progress_bar


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
        from paiyan.datasets.benchmark import HANDS, MORE_HANDS
        from paiyan.datasets.benchmark.fetch import GITHUB, fetch, photos_of

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
    show(figures, "evaluation.listed", output)
    return 0
