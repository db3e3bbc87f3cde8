"""What the training photos show and do not box, found by weights that never saw the photos of ``unseen.txt``.

``python -m models.unboxed ../shared/photos TWIN.onnx`` writes ``unboxed.json``, which recipes name: the
photos train with those tiles boxed (`datasets.unboxed`). The weights are those of the first three stages of
``disjoint.yaml``, with the shipped namer and the blend that ``disjoint.json`` tells.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from datasets.prepare import usable
from datasets.unboxed import DOUBTFUL, Unboxed, find_unboxed, write_unboxed
from models import card
from models.measure import second_stage
from vision.detector import FIRST, Backend, NamedDetector, load_detector
from vision.namer import Blend, Namer
from vision.network import THRESHOLDS

HERE = Path(__file__).parent
OUT = HERE / "unboxed.json"
PARTS = {"zh_train": "", "hk_kw2": "", "riichi_kw1": "unmirrored.txt"}
"""The sets of photos that train, and the list of those that count of each."""


def twin(onnx: Path, *, backend: Backend, threads: int) -> NamedDetector:
    """Both stages, with boxes from `DOUBTFUL` up."""
    first = THRESHOLDS._replace(confidence=FIRST)
    detector = load_detector(onnx, backend=backend, threads=threads, thresholds=first, stages="one")
    blend = Blend(**json.loads(card.DISJOINT.read_text())["blend"])
    return NamedDetector(detector, Namer(second_stage().onnx, threads=threads), blend, confidence=DOUBTFUL)


def main() -> None:
    """Look through every photo that may train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("twin", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--backend", choices=("onnxruntime", "openvino"), default="onnxruntime")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    detector = twin(args.twin, backend=args.backend, threads=args.threads)
    found: dict[str, Unboxed] = {}
    for part in args.parts:
        listed = str(HERE / PARTS[part]) if PARTS[part] else ""
        for item in usable(args.photos, part=part, held_out="zh_clean", listed=listed):
            found[item.image.name] = find_unboxed(detector, item)
            print(f"\r{part} {len(found)}", end="", flush=True)
        print()
    write_unboxed(args.out, found)


if __name__ == "__main__":
    main()
