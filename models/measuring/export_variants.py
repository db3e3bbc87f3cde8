"""Export the shipped detector in other forms, to compare: 960 pixels, 8 bits for ONNX Runtime, both.

``python -m paiyan.models.measuring.export_variants ../shared/photos`` writes
``out/export_variants/960.onnx``, ``int8.onnx``, ``960-int8.onnx`` and, in OpenVINO's own form,
``960-int8.xml``, which `make bench` times and measures with the shipped files. Files made from other weights
are made again. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from paiyan.models import registry
from paiyan.models.training import ultralytics_runs
from paiyan.models.training.quantise import quantise, training_pictures

LARGE = 960


def make_variants(photos: Path, out: Path) -> list[Path]:
    """Write the files that are missing, or were made from other weights; return all files."""
    model = registry.default()
    out.mkdir(parents=True, exist_ok=True)
    made_of = out / "made-of.txt"
    known = made_of.read_text() if made_of.exists() else ""
    large = out / f"{LARGE}.onnx"
    small = [
        (model.onnx, model.size, out / "int8.onnx"),
        *((large, LARGE, out / f"{LARGE}-int8{end}") for end in (".onnx", ".xml")),
    ]
    files = [large, *(file for _, _, file in small)]
    if known != model.onnx_sha256:
        for file in files:
            file.unlink(missing_ok=True)
    if not large.exists():
        ultralytics_runs.export(model.pt, large, size=LARGE)
        large.with_suffix(".pt").unlink()
    pictures = training_pictures(photos)
    for onnx, size, file in small:
        if not file.exists():
            quantise(onnx, file, pictures=pictures, size=size)
    made_of.write_text(model.onnx_sha256)
    return files


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=Path("out/export_variants"))
    args = parser.parse_args()
    for file in make_variants(args.photos, args.out):
        print(file)


if __name__ == "__main__":
    main()
