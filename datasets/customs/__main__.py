"""``python -m datasets.customs``: list the catalogue, look at scenes, measure a network by custom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from datasets.customs.bench import bench as measure
from datasets.customs.catalogue import CATALOGUE, find
from datasets.customs.hand_parts import ReadParts, likeliest_parts, read_parts
from datasets.customs.picture import picture
from datasets.customs.scene import draw_scene

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)


@app.command("list")
def list_() -> None:
    """The customs of the catalogue with how often each is drawn."""
    total = sum(custom.share for custom in CATALOGUE)
    for custom in CATALOGUE:
        typer.echo(f"{custom.share / total:6.1%}  {custom.name}  {custom.chinese}")


@app.command()
def show(
    out: Annotated[Path, typer.Argument(help="Folder for the pictures.")],
    custom: Annotated[str, typer.Option(help="Only this custom.")] = "",
    count: int = 12,
    seed: int = 1,
) -> None:
    """Draw the boxes of some scenes as pictures."""
    import cv2

    out.mkdir(parents=True, exist_ok=True)
    chosen = find(custom) if custom else None
    for index in range(count):
        path = out / f"{seed}-{index}.png"
        cv2.imwrite(str(path), picture(draw_scene(seed, index, custom=chosen)))
        typer.echo(str(path))


@app.command()
def bench(
    network: Annotated[
        Path | None, typer.Option(help="Another ONNX file, by itself, without a decoder.")
    ] = None,
    alone: Annotated[bool, typer.Option(help="The network by itself, without a decoder.")] = False,
    each: Annotated[int, typer.Option(help="Scenes of every custom.")] = 40,
    found: Annotated[bool, typer.Option(help="On a detector's boxes, not on true ones.")] = False,
) -> None:
    """Share of scenes of each custom that are read right, as JSON."""
    from vision.structure.network import StructureNetwork, structure_network

    reader = StructureNetwork(network) if network else structure_network()
    by_itself: ReadParts = lambda scene: likeliest_parts(reader.score(scene))  # noqa: E731
    read = by_itself if alone or network else read_parts
    typer.echo(json.dumps(measure(read, each=each, exact=not found), indent=1))


if __name__ == "__main__":
    app()
