"""``python -m paiyan.models.training.structure WORK``: train the structure network, export it, enter it.

It is trained by the courses of ``recipe.yaml``, each from the end of the one before; checkpoints are in the
folder WORK, from which an interrupted run continues.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import Any, cast

import yaml

from paiyan.models import registry

RECIPE = Path(__file__).with_name("recipe.yaml")
ONNX = "paiyan-structure.onnx"


def main(arguments: list[str] | None = None) -> int:
    """Run the training; return exit status 0."""
    from paiyan.datasets.customs.scene import BatchSize, endless
    from paiyan.models.training.structure.learning import (
        Schedule,
        export_reader,
        load_reader,
        train_reader,
        weights_of,
    )

    parser = argparse.ArgumentParser(prog="python -m paiyan.models.training.structure", description=__doc__)
    parser.add_argument("work", type=Path, help="folder of the checkpoint")
    parser.add_argument(
        "--weights", type=Path, default=registry.WEIGHTS, help="folder of the index of weights"
    )
    parser.add_argument("--start", type=Path, help="an exported network: what comes `next`, from there")
    parser.add_argument("--device", default="cpu", help="where torch computes, such as cuda")
    parser.add_argument("--processes", type=int, default=1, help="how many draw scenes for the training")
    parser.add_argument("--minutes", type=float, help="how long each course may take (docs/accuracy.md)")
    parser.add_argument("--only-export", action="store_true", help="export the checkpoint as it is")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    recipe = cast("dict[str, list[dict[str, Any]]]", yaml.safe_load(RECIPE.read_text(encoding="utf-8")))
    courses = recipe["next" if args.start else "courses"]
    start = weights_of(args.start) if args.start else None
    checkpoint, onnx = args.work / f"reader-{courses[-1]['name']}.pt", args.weights / ONNX
    for course in [] if args.only_export else courses:
        reached = args.work / f"reader-{course['name']}.pt"
        with endless(
            course["seed"], first=course["first_shard"], again=course["again"],
            size=BatchSize(**course.get("batch", {})), processes=args.processes,
        ) as batches:  # fmt: skip
            train_reader(
                batches, reached, schedule=Schedule(**course["schedule"]), start=start, device=args.device,
                minutes=args.minutes,
            )  # fmt: skip
        start = load_reader(reached).state_dict()
    export_reader(checkpoint, onnx)
    registry.write_structure(onnx, weights=args.weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
