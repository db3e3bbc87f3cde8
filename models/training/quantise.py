# pyright: basic, reportMissingImports=false
"""The detector in whole numbers of 8 bits: a quarter of the file, and less time.

``python -m models.training.quantise ../shared/photos`` writes OpenVINO's own form of the default detector
beside it and enters it into the index: where OpenVINO is installed, that one runs. ``--out FILE`` puts it
elsewhere: an .xml (its numbers in a .bin beside it), or an .onnx for ONNX Runtime. What is small must not be
rounded away: the head's last steps stay in floats, and for ONNX Runtime all of it. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from datasets.detector_training.prepare import usable_photos
from models import registry
from models.sets.development import SPLIT
from vision.detection.runtimes.network_io import letterbox, to_planes
from vision.detections import Floats
from vision.picture.image import load

HEAD = "/model.23/"
IN_FLOATS = (r"/model\.23/(?!cv).*", r"/model\.(0|1|2|10)/.*")
"""What OpenVINO computes in floats: the head's last steps, from its layers' values to boxes and
probabilities, the first layers and the attention. In 8 bits the head's cost six points of mAP50-95 (a side of
a box is the mean of sixteen probabilities), the others one on tiles that no training picture shows.
"""
PICTURES = 64


def quantise(onnx: Path, out: Path, *, pictures: Sequence[Path], size: int) -> Path:
    """Write a detector with 8-bit weights and activations, their ranges taken from training pictures.

    For OpenVINO where `out` ends in .xml, otherwise for ONNX Runtime.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    (_for_openvino if out.suffix == ".xml" else _for_onnx_runtime)(onnx, out, pictures, size)
    return out


def _shown(picture: Path, size: int) -> Floats:
    return to_planes(letterbox(load(picture), (size, size))[0])


def _for_openvino(onnx: Path, out: Path, pictures: Sequence[Path], size: int) -> None:
    import nncf
    import openvino

    plain = openvino.convert_model(str(onnx))  # one swish, where x * sigmoid(x) would be rounded three times
    small = nncf.quantize(
        plain,
        nncf.Dataset(list(pictures), lambda picture: _shown(picture, size)),
        subset_size=len(pictures),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=nncf.IgnoredScope(patterns=list(IN_FLOATS)),
    )
    openvino.save_model(small, str(out))


def _for_onnx_runtime(onnx: Path, out: Path, pictures: Sequence[Path], size: int) -> None:
    import onnx as format
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.calibrate import CalibrationDataReader
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Pictures(CalibrationDataReader):
        def __init__(self) -> None:
            self.left: Iterator[Path] = iter(pictures)

        def get_next(self) -> Any:
            path = next(self.left, None)
            return None if path is None else {"images": _shown(path, size)}

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        quant_pre_process(str(onnx), str(plain), skip_symbolic_shape=True)
        kept = [node.name for node in format.load(str(plain)).graph.node if node.name.startswith(HEAD)]
        quantize_static(
            str(plain), str(out), Pictures(), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=kept,
            calibrate_method=CalibrationMethod.MinMax,
        )  # fmt: skip


def training_pictures(photos: Path, *, count: int = PICTURES, seed: int = 1) -> list[Path]:
    """Some photos that the detector may see."""
    unseen = str(SPLIT)
    parts = [
        usable_photos(photos, part=part, held_out="zh_clean", unseen=unseen)
        for part in ("zh_train", "hk_kw2")
    ]
    return random.Random(seed).sample([item.image for part in parts for item in part], count)


def main() -> None:
    """Quantise the default detector."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    model = registry.default()
    out = args.out or model.onnx.with_name(f"{model.name}-int8.xml")
    quantise(model.onnx, out, pictures=training_pictures(args.photos), size=model.size)
    if not args.out:
        registry.write_int8(model.name, out)


if __name__ == "__main__":
    main()
