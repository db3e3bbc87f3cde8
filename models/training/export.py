"""From a training checkpoint to the weights that are shipped: ONNX and stripped `.pt`, in the index."""

from __future__ import annotations

from pathlib import Path

from paiyan.models.registry import WEIGHTS, Model, RegistryError, file_sha256, write
from paiyan.models.training.likely_places import only_likely_places
from paiyan.models.training.pointwise_layers import split_pointwise_layers

LARGEST = 15_000_000


def export_model(checkpoint: Path, *, name: str, size: int, weights: Path = WEIGHTS) -> Model:
    """Export a checkpoint at an input of `size` pixels and make it the default model.

    Raises `RegistryError` when a file comes out larger than 15 MB.
    """
    from paiyan.vision.detection.runtimes import yolo  # torch and ultralytics: the extra `train`

    onnx, pt = yolo.export(checkpoint, weights / name, size=size)
    split_pointwise_layers(only_likely_places(onnx, onnx), onnx)
    for path in (onnx, pt):
        if path.stat().st_size > LARGEST:
            raise RegistryError(
                f"{path.name} has {path.stat().st_size / 1e6:.1f} MB, more than the 15 that are shipped."
            )
    model = Model(name, size, onnx, file_sha256(onnx), pt, file_sha256(pt))
    write(model, weights=weights)
    return model
