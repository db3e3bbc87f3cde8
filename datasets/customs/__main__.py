"""``python -m paiyan.datasets.customs``: list the catalogue, look at scenes, measure a network by custom."""

from __future__ import annotations

import json
from pathlib import Path

import click

from paiyan.datasets.customs.bench import bench as measure
from paiyan.datasets.customs.catalogue import CATALOGUE, find
from paiyan.datasets.customs.hand_parts import ReadParts, likeliest_parts, read_parts
from paiyan.datasets.customs.picture import picture
from paiyan.datasets.customs.scene import draw_scene


@click.group(help=__doc__)
def customs() -> None:
    pass


@customs.command("list")
def list_() -> None:
    """The customs of the catalogue with how often each is drawn."""
    total = sum(custom.share for custom in CATALOGUE)
    for custom in CATALOGUE:
        print(f"{custom.share / total:6.1%}  {custom.name}  {custom.chinese}")


@customs.command()
@click.argument("out", type=Path)
@click.option("--custom", default="", help="Only this custom.")
@click.option("--count", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True)
def show(*, out: Path, custom: str, count: int, seed: int) -> None:
    """Draw the boxes of some scenes as pictures into the folder OUT."""
    import cv2

    out.mkdir(parents=True, exist_ok=True)
    chosen = find(custom) if custom else None
    for index in range(count):
        path = out / f"{seed}-{index}.png"
        cv2.imwrite(str(path), picture(draw_scene(seed, index, custom=chosen)))
        print(str(path))


@customs.command()
@click.option("--network", type=Path, help="Another ONNX file, by itself, without a decoder.")
@click.option("--alone", is_flag=True, help="The network by itself, without a decoder.")
@click.option("--each", default=40, show_default=True, help="Scenes of every custom.")
@click.option("--found", is_flag=True, help="On a detector's boxes, not on true ones.")
def bench(*, network: Path | None, alone: bool, each: int, found: bool) -> None:
    """Share of scenes of each custom that are read right, as JSON."""
    from paiyan.vision.structure.network import StructureNetwork, structure_network

    reader = StructureNetwork(network) if network else structure_network()
    by_itself: ReadParts = lambda scene: likeliest_parts(reader.score(scene))  # noqa: E731
    read = by_itself if alone or network else read_parts
    print(json.dumps(measure(read, each=each, exact=not found), indent=1))


if __name__ == "__main__":
    customs()
