"""``python -m paiyan.datasets.layout_styles``: list the catalogue, view scenes, measure a network."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.layout_styles.catalogue import CATALOGUE, find
from paiyan.datasets.layout_styles.hand_parts import ReadParts, likeliest_parts, read_parts
from paiyan.datasets.layout_styles.hand_parts import bench as measure
from paiyan.datasets.layout_styles.scene import DrawnScene, draw_scene
from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.structure.scores import ROLES, Role


@click.group(help=__doc__)
def layout_styles() -> None:
    pass


@layout_styles.command("list")
def list_() -> None:
    """List the layout styles of the catalogue and how often each is drawn."""
    total = sum(layout_style.share for layout_style in CATALOGUE)
    for layout_style in CATALOGUE:
        print(f"{layout_style.share / total:6.1%}  {layout_style.name}  {layout_style.chinese}")


@layout_styles.command()
@click.argument("out", type=Path)
@click.option("--style", "layout_style", default="", help="Only this layout style.")
@click.option("--count", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True)
def show(*, out: Path, layout_style: str, count: int, seed: int) -> None:
    """Draw the boxes of some scenes as pictures into the folder OUT."""
    import cv2

    try:
        chosen = find(layout_style) if layout_style else None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--style") from None
    out.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        path = out / f"{seed}-{index}.png"
        cv2.imwrite(str(path), picture(draw_scene(seed, index, layout_style=chosen)))
        print(str(path))


@layout_styles.command()
@click.option("--network", type=Path, help="Another ONNX file, by itself, without a decoder.")
@click.option("--alone", is_flag=True, help="The network by itself, without a decoder.")
@click.option("--each", default=40, show_default=True, help="Scenes of every layout style.")
@click.option("--found", "detected", is_flag=True, help="On a detector's boxes, not on true ones.")
def bench(*, network: Path | None, alone: bool, each: int, detected: bool) -> None:
    """Print for each layout style the share of scenes that are read right, as JSON."""
    from paiyan.vision.structure.network import StructureNetwork

    reader = StructureNetwork(network) if network else layout_network()
    by_itself: ReadParts = lambda scene: likeliest_parts(reader.score(scene))  # noqa: E731
    read = by_itself if alone or network else read_parts
    print(json.dumps(measure(read, each=each, exact=not detected), indent=1))


_COLOURS: dict[Role, tuple[int, int, int]] = {
    "held": (255, 255, 255), "winning": (60, 60, 255), "meld": (80, 255, 80), "flower": (255, 80, 255),
    "indicator": (0, 255, 255), "discard": (190, 190, 0), "wall": (130, 130, 130), "other": (80, 140, 220),
    "nothing": (0, 0, 150),
}  # fmt: skip


def picture(scene: DrawnScene) -> NDArray[np.uint8]:
    """Draw a scene as a BGR picture (h, 640, 3)."""
    import cv2

    width = 640
    scale = width / scene.size[0]
    out = np.full((round(scene.size[1] * scale) + 16, width, 3), 36, np.uint8)
    for at in np.argsort(scene.boxes[:, 3], kind="stable").tolist():
        x1, y1, x2, y2 = (round(float(v) * scale) for v in scene.boxes[at])
        role = ROLES[int(scene.roles[at])]
        colour = _COLOURS[role]
        cv2.rectangle(out, (x1, y1), (x2, y2), colour, 1)
        name = TILES[int(scene.codes[at].argmax())].notation
        cv2.putText(out, name, (x1 + 1, (y1 + y2) // 2 + 4), 0, 0.36, colour, 1)
        if role == "meld":
            cv2.putText(out, str(scene.groups[at]), (x1 + 1, y2 - 2), 0, 0.3, (0, 200, 255), 1)
    cv2.putText(out, scene.layout_style, (4, len(out) - 4), 0, 0.4, (0, 200, 255), 1)
    return out


if __name__ == "__main__":
    layout_styles()
