"""What the two stages reach on tiles that neither has seen: a twin of the detector, trained without them.

The shipped detector saw the photos of ``models/sets/unseen.txt`` in its last stages.
``models/recipes/without_unseen.yaml`` ends before them; ``python -m models.measuring.without_unseen
../shared/photos TWIN.onnx --check out/train/sets/check`` measures what it gives with the shipped namer and
writes ``models/results/without_unseen.json``, of which card and README tell. The numbers that weigh the
stages are fitted anew for it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from models import registry
from models.measuring.measure import ALL_BOXES, measured_boxes, measured_hands
from models.pages import figures as pages
from models.sets.development import development_sets
from models.training.fusion.blend import fit_blend, join_outputs, stage_outputs
from vision.detection.loading import load_detector
from vision.detection.naming.namer import Namer
from vision.detection.thresholds import FIRST_STAGE
from vision.detection.two_stage import NamedDetector
from vision.pipeline import Reader


def measure_twin(twin: Path, photos: Path, *, check: Path, work: Path) -> dict[str, Any]:
    """The figures of `models/results/shipped.json` for a twin of the detector, an ONNX file, on the photos.

    `check` holds the synthetic tables that the blend is fitted on beside ``zh_clean``.
    """
    folders = development_sets(photos, work)
    namer = Namer(registry.second_stage().onnx)
    first = load_detector(twin, backend="onnxruntime", thresholds=FIRST_STAGE, stages="one")
    looks = [stage_outputs(first, namer, folder, weight=1000.0) for folder in (folders["zh_clean"], check)]
    blend = fit_blend(join_outputs(looks))
    least = FIRST_STAGE._replace(confidence=ALL_BOXES.confidence)
    low = load_detector(twin, backend="onnxruntime", thresholds=least, stages="one")
    blank_model = registry.second_stage().blanks
    every = NamedDetector(low, namer, blend, thresholds=ALL_BOXES, blank_model=blank_model)
    return {
        "blend": blend._asdict(),
        "sets": {name: measured_boxes(every, folders[name])[0] for name in ("unseen", "zh_clean")},
        "hands": measured_hands(Reader(NamedDetector(first, namer, blend, blank_model=blank_model)), photos),
    }


def main() -> None:
    """Measure, write without_unseen.json and renew the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("twin", type=Path)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("out/measure"))
    args = parser.parse_args()
    told = measure_twin(args.twin, args.photos, check=args.check, work=args.work)
    pages.WITHOUT_UNSEEN.write_text(json.dumps(told, indent=1) + "\n")
    pages.main()


if __name__ == "__main__":
    main()
