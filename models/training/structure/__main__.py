"""``python -m paiyan.models.training.structure WORK``: train the structure network, export it, enter it.

It learns by ``recipe.yaml``; the checkpoint lies in the folder WORK; a run that was broken off goes on from
it.
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
    """Exit status 0."""
    from paiyan.datasets.customs.batches import endless
    from paiyan.models.training.structure.export import export_reader
    from paiyan.models.training.structure.learning import Schedule, train_reader

    parser = argparse.ArgumentParser(prog="python -m paiyan.models.training.structure", description=__doc__)
    parser.add_argument("work", type=Path, help="folder of the checkpoint")
    parser.add_argument(
        "--weights", type=Path, default=registry.WEIGHTS, help="folder of the index of weights"
    )
    parser.add_argument("--only-export", action="store_true", help="export the checkpoint as it is")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    told = cast("dict[str, Any]", yaml.safe_load(RECIPE.read_text(encoding="utf-8")))
    checkpoint, onnx = args.work / "reader.pt", args.weights / ONNX
    if not args.only_export:
        source = endless(told["seed"], first=told["first_shard"], again=told["again"])
        train_reader(source, checkpoint, schedule=Schedule(**told["schedule"]))
    export_reader(checkpoint, onnx)
    registry.write_structure(onnx, weights=args.weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
