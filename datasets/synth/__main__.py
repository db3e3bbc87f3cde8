"""`python -m paiyan.datasets.synth`: draw the repository's pictures, contact sheets of faces, scenes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.faces.drawing import contact_sheet
from paiyan.datasets.synth.faces.style import FaceStyle, sample_style
from paiyan.datasets.synth.faces.svg import sprite
from paiyan.datasets.synth.scene_sets import (
    SUBJECTS,
    synthesise,
    write_sample,
    write_test_scenes,
    write_traced,
)
from paiyan.datasets.synth.scenes.random_scenes import find_resources
from paiyan.datasets.synth.scenes.scene import SynthError

_ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return exit status 0, or 2 with one line on standard error."""
    args = _parser().parse_args(arguments)
    try:
        _run(args)
    except SynthError as error:
        print(error, file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        print(f"{missing.name} is not installed: run pip install 'paiyan[raytrace]'", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m paiyan.datasets.synth", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("samples", help="draw service/samples and tests/data/scenes again")
    commands.add_parser("traced", help="ray-trace the pictures of docs/images again")
    faces = commands.add_parser("faces", help="draw a contact sheet of the 46 faces of a set")
    faces.add_argument("picture", type=Path)
    faces.add_argument("--seed", type=int, help="a set at random; the plain one without")
    svg = commands.add_parser("svg", help="write the faces of the plain set as one SVG sprite")
    svg.add_argument("picture", type=Path)
    scenes = commands.add_parser("scenes", help="write a set of scenes with YOLO labels")
    scenes.add_argument("folder", type=Path)
    scenes.add_argument("--count", type=int, required=True)
    scenes.add_argument("--seed", type=int, required=True)
    scenes.add_argument("--art", type=Path, help="a folder of other faces and textures to mix in")
    scenes.add_argument("--subject", choices=SUBJECTS, default=SUBJECTS[0], help="what the pictures show")
    scenes.add_argument("--fonts", choices=("installed", "none"), default="installed")
    return parser


def _run(args: argparse.Namespace) -> None:
    match args.command:
        case "samples":
            write_sample(_ROOT / "service" / "samples")
            write_test_scenes(_ROOT / "tests" / "data" / "scenes")
        case "traced":
            write_traced(_ROOT / "docs" / "images")
        case "faces":
            style = FaceStyle() if args.seed is None else sample_style(np.random.default_rng(args.seed))
            if not cv2.imwrite(str(args.picture), contact_sheet(style)):
                raise SynthError(
                    f"{args.picture} cannot be written: name a .png or .jpg in a folder that is there"
                )
        case "svg":
            args.picture.write_text(sprite(FaceStyle()), encoding="utf-8")
        case _:
            synthesise(
                args.folder, args.count, seed=args.seed, subject=args.subject,
                resources=find_resources(args.art, fonts=args.fonts), progress=_show,
            )  # fmt: skip


def _show(done: int, count: int) -> None:
    if done % 50 == 0 or done == count:
        print(f"{done} of {count}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
