# pyright: basic, reportMissingImports=false
"""Quantise both stages to 8 bits: a quarter of the file, and much less time.

``python -m paiyan.models.training.quantise ../shared/photos`` writes the 8-bit files next to the weights of
the index, and enters them: the detector for OpenVINO, the namer for ONNX Runtime. Run it again after every
training. Ranges are taken from training pictures. Small values must not be rounded away: the first layers,
the attention and the head's last steps stay in floats.

The namer made in this way has no layers for the edges of tiles: `paiyan.models.training.box_refinement` adds
them afterwards. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import logging
import random
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.detector_training.prepare import usable_photos
from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.models.rounding import round_weights
from paiyan.models.sets import SPLIT
from paiyan.models.training import ultralytics_runs
from paiyan.models.training.onnx_graphs import only_likely_places
from paiyan.vision.detection.runtimes.network_io import to_planes
from paiyan.vision.detection.thresholds import FIRST_STAGE
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import crops, letterbox

HEAD = r"/model\.23/(?!cv).*"
"""The head's last steps, from its layers' values to boxes and probabilities: in 8 bits they cost six points
of mAP50-95, since a side of a box is the mean of sixteen probabilities."""
FOR_OPENVINO = (HEAD, r"/likely/.*", r"/model\.23/cv3\..*", r"/model\.(0|1|2|10)/.*")
"""Layers that OpenVINO computes in floats: the head's last steps, the first layers and the attention, which
in 8 bits cost a point on tiles that no training picture shows, and the layers before the classes, which are
just as fast in floats."""
NAMER_IN_FLOATS = (r"/inner/inner\.[01]/.*", r"/inner/inner\.1[0-3]/.*", r"/Softmax")
"""Layers of the namer that stay in floats: the first one, whose three channels are too few to be fast in 8
bits, and all after the last convolution, where a small probability would become zero."""
PICTURES = 64
CROPS = 384
OUTLIERS = 99.99
"""Per cent of the values in the namer that its ranges include."""


def quantise(onnx: Path, out: Path, *, pictures: Sequence[Path], size: int) -> Path:
    """Write a detector for OpenVINO, an .xml, with 8-bit weights and activations, ranges from training
    pictures."""
    import nncf
    import openvino

    out.parent.mkdir(parents=True, exist_ok=True)
    plain = openvino.convert_model(str(onnx))  # one swish, where x * sigmoid(x) would be rounded three times
    small = nncf.quantize(
        plain,
        nncf.Dataset(list(pictures), lambda picture: to_planes(letterbox(load(picture), (size, size))[0])),
        subset_size=len(pictures),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=nncf.IgnoredScope(patterns=list(FOR_OPENVINO)),
    )
    openvino.save_model(small, str(out))
    return out


def quantise_namer(onnx: Path, out: Path, *, sample: np.ndarray) -> Path:
    """Write a namer for ONNX Runtime with 8-bit weights and activations.

    The ranges are taken from crops uint8 (n, 64, 64, 3). Weights have 7 bits: without VNNI, sums of two
    products of 8 bits overflow.
    """
    import onnx as format
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.calibrate import CalibrationDataReader
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Inputs(CalibrationDataReader):
        def __init__(self) -> None:
            self.left = iter(np.array_split(sample, max(len(sample) // 32, 1)))

        def get_next(self) -> Any:
            part = next(self.left, None)
            return None if part is None else {"crops": part}

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        quant_pre_process(str(onnx), str(plain), skip_symbolic_shape=True)
        names = [node.name for node in format.load(str(plain)).graph.node]
        kept = [name for name in names if any(re.fullmatch(one, name) for one in NAMER_IN_FLOATS)]
        quantize_static(
            str(plain), str(out), Inputs(), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=kept,
            calibrate_method=CalibrationMethod.Percentile, extra_options={"CalibPercentile": OUTLIERS},
        )  # fmt: skip
    return out


def training_pictures(photos: Path) -> list[Path]:
    """Draw some photos that the detector may be trained on."""
    every = [
        item.image
        for part in ("zh_train", "hk_kw2")
        for item in usable_photos(photos, part=part, held_out="zh_clean", unseen=str(SPLIT))
    ]
    return random.Random(1).sample(every, PICTURES)


def training_crops(onnx: Path, pictures: Sequence[Path]) -> np.ndarray:
    """Return crops of those pictures as the namer gets them: uint8 (n, 64, 64, 3)."""
    detector = load_detector(onnx, backend="onnxruntime", stages="one", thresholds=FIRST_STAGE)
    shown = [crops(picture, detector.detect(picture).boxes) for picture in map(load, pictures)]
    every = np.concatenate(shown)
    return every[np.random.default_rng(1).permutation(len(every))[:CROPS]]


def whole_layers(model: registry.Model, folder: Path) -> Path:
    """Export the detector with layers at all places, but boxes only at likely ones, into a folder.

    In 8 bits the layers are just as fast, and their output is nearer to that of floats.
    """
    onnx, _ = ultralytics_runs.export(model.pt, folder / model.name, size=model.size)
    return only_likely_places(onnx, onnx, layers=False)


def main() -> None:
    """Quantise both stages of the default weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    pictures = training_pictures(parser.parse_args().photos)
    logging.disable(logging.WARNING)
    model, second = registry.default(), registry.second_stage()
    file = model.onnx.with_name(f"{model.name}-int8.xml")
    with tempfile.TemporaryDirectory() as folder:
        quantise(whole_layers(model, Path(folder)), file, pictures=pictures, size=model.size)
    registry.write_int8(model.name, file)
    file = second.onnx.with_name(f"{second.onnx.stem}-int8.onnx")
    quantise_namer(second.onnx, file, sample=training_crops(model.onnx, pictures))
    round_weights(file)
    registry.write_int8_namer(file)


if __name__ == "__main__":
    main()
