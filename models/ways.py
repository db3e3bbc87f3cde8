"""The shipped detector in other forms, to compare: 960 pixels, 8 bits, both.

``python -m models.ways ../shared/photos`` writes ``out/ways/960.onnx``, ``int8.onnx`` and ``960-int8.onnx``,
which ``bench/detect.py`` times and measures beside the shipped file. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from models import registry
from models.quantise import quantise, training_pictures
from vision import yolo

LARGE = 960


def make(photos: Path, out: Path) -> list[Path]:
    """Write what is not there yet; gives the files."""
    model = registry.default()
    out.mkdir(parents=True, exist_ok=True)
    large = out / f"{LARGE}.onnx"
    if not large.exists():
        yolo.export(model.pt, large, size=LARGE)
        large.with_suffix(".pt").unlink()
    files = [large]
    for onnx, size, name in ((model.onnx, model.size, "int8"), (large, LARGE, f"{LARGE}-int8")):
        files.append(out / f"{name}.onnx")
        if not files[-1].exists():
            quantise(onnx, files[-1], pictures=training_pictures(photos), size=size)
    return files


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=Path("out/ways"))
    args = parser.parse_args()
    for file in make(args.photos, args.out):
        print(file)


if __name__ == "__main__":
    main()
