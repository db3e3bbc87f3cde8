"""Find the weights and check that they are the ones that were measured. Standard library only.

`weights/index.json` names each detector with its two files and their sha256, the namer that names its tiles,
and the network that reads the layout; `default`, `namer` and `structure` return the ones to use.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

WEIGHTS = Path(__file__).parent / "weights"


class RegistryError(ValueError):
    """Raised if weights are missing, changed or unknown; the message says how to fix it."""


@dataclass(frozen=True)
class Model:
    """A detector's weights: the ONNX file that runs by default, and ultralytics' own.

    `size` is the side in pixels that it was trained and measured at. `int8` is OpenVINO's 8-bit form, an .xml
    with its numbers in a .bin next to it, if there is one.
    """

    name: str
    size: int
    onnx: Path
    onnx_sha256: str
    pt: Path
    pt_sha256: str
    int8: Path | None = None


@dataclass(frozen=True)
class NamerModel:
    """The weights of the second stage and its parameters.

    They are the `blend` with the detector's names, the model that distinguishes blank tiles
    (`paiyan.vision.detection.context.blank_tiles`), and the weight of the rest of the picture
    (`paiyan.vision.detection.context.rescoring`). `int8` is the same network in 8 bits, if it was made.
    """

    onnx: Path
    sha256: str
    blend: Mapping[str, float]
    blanks: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, Mapping[str, float]])
    context: Mapping[str, float] = field(default_factory=dict[str, float])
    int8: Path | None = None

    @property
    def runs(self) -> Path:
        """The file to run: the one in 8 bits, if there is one."""
        return self.int8 or self.onnx


@dataclass(frozen=True)
class StructureModel:
    """The weights of the network that assigns tiles to parts of the layout
    (`paiyan.vision.structure.network`)."""

    onnx: Path
    sha256: str


def default(weights: Path = WEIGHTS) -> Model:
    """Return the model to use, its files checked as in `load`. Raises `RegistryError`."""
    return load(_index(weights)["default"], weights=weights)


def load(name: str, *, weights: Path = WEIGHTS) -> Model:
    """Return the model of that name, its files checked against their sha256. Raises `RegistryError`.

    Installations that only read pictures, like the container, may lack ultralytics' file and OpenVINO's.
    """
    models = _index(weights)["models"]
    if name not in models:
        raise RegistryError(f"There is no model {name!r}: choose one of {', '.join(sorted(models))}.")
    entry = models[name]
    model = Model(
        name=name,
        size=entry["size"],
        onnx=weights / entry["onnx"]["file"],
        onnx_sha256=entry["onnx"]["sha256"],
        pt=weights / entry["pt"]["file"],
        pt_sha256=entry["pt"]["sha256"],
        int8=_int8(entry, weights),
    )
    check(model.onnx, sha256=model.onnx_sha256)
    if model.pt.exists():
        check(model.pt, sha256=model.pt_sha256)
    return model


def _int8(entry: Mapping[str, Any], weights: Path) -> Path | None:
    """Return the 8-bit form of some weights, checked, if it is there; of OpenVINO's two files the .xml."""
    form = entry.get("int8")
    if form is None or not (weights / form["file"]).exists():
        return None
    file = weights / form["file"]
    check(file, sha256=form["sha256"])
    if "bin_sha256" in form:
        check(file.with_suffix(".bin"), sha256=form["bin_sha256"])
    return file


def namer(weights: Path = WEIGHTS) -> NamerModel | None:
    """Return the second stage of the default model, its file checked; None if there is none."""
    entry = _index(weights).get("namer")
    if entry is None:
        return None
    more = {key: entry.get(key, {}) for key in ("blanks", "context")}
    model = NamerModel(
        weights / entry["file"], entry["sha256"], entry["blend"], **more, int8=_int8(entry, weights)
    )
    check(model.onnx, sha256=model.sha256)
    return model


def second_stage(weights: Path = WEIGHTS) -> NamerModel:
    """Return the shipped namer. Raises `RegistryError` if the index has none."""
    second = namer(weights)
    if second is None:
        raise RegistryError("The index of weights names no namer: run make train.")
    return second


def structure(weights: Path = WEIGHTS) -> StructureModel:
    """Return the network that reads layouts, its file checked. Raises `RegistryError`."""
    entry = _index(weights).get("structure")
    if entry is None:
        raise RegistryError(f"The index of weights in {weights} has no network that reads layouts.")
    check(weights / entry["file"], sha256=entry["sha256"])
    return StructureModel(weights / entry["file"], entry["sha256"])


def check(path: Path, *, sha256: str) -> None:
    """Raise `RegistryError` unless a file exists and has that sha256."""
    if not path.is_file():
        raise RegistryError(
            f"The weights {path.name} are missing from {path.parent}: put them there, or name their folder."
        )
    if file_sha256(path) != sha256:
        raise RegistryError(
            f"The weights {path.name} are not the ones of the index: check the file out again."
        )


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file's content, in hex, reading it in parts: reading all at once takes half as
    long again."""
    digest, part = hashlib.sha256(), memoryview(bytearray(2**18))
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(part):
            digest.update(part[:count])
    return digest.hexdigest()


def write(model: Model, *, weights: Path = WEIGHTS) -> None:
    """Enter a model into the index, as the default."""
    index: dict[str, Any] = _index(weights) if (weights / "index.json").exists() else {"models": {}}
    index["default"] = model.name
    index["models"][model.name] = {
        "size": model.size,
        "onnx": {"file": model.onnx.name, "sha256": model.onnx_sha256},
        "pt": {"file": model.pt.name, "sha256": model.pt_sha256},
    }
    _write(index, weights)


def write_int8(name: str, xml: Path, *, weights: Path = WEIGHTS) -> None:
    """Enter OpenVINO's form of a model, whose two files are among the weights."""
    index = _index(weights)
    sums = {"sha256": file_sha256(xml), "bin_sha256": file_sha256(xml.with_suffix(".bin"))}
    index["models"][name]["int8"] = {"file": xml.name, **sums}
    _write(index, weights)


def write_namer(model: NamerModel, *, weights: Path = WEIGHTS) -> None:
    """Enter the second stage of the default model."""
    entry: dict[str, Any] = {"file": model.onnx.name, "sha256": model.sha256, "blend": dict(model.blend)}
    if model.blanks:
        entry["blanks"] = {outcome: dict(weights) for outcome, weights in model.blanks.items()}
    if model.context:
        entry["context"] = dict(model.context)
    _write({**_index(weights), "namer": entry}, weights)


def write_int8_namer(file: Path, *, weights: Path = WEIGHTS) -> None:
    """Enter the second stage in 8 bits, whose file is among the weights."""
    index = _index(weights)
    index["namer"]["int8"] = {"file": file.name, "sha256": file_sha256(file)}
    _write(index, weights)


def write_structure(onnx: Path, *, weights: Path = WEIGHTS) -> None:
    """Enter the network that reads layouts, whose file is among the weights."""
    _write({**_index(weights), "structure": {"file": onnx.name, "sha256": file_sha256(onnx)}}, weights)


def _write(index: dict[str, Any], weights: Path) -> None:
    ordered = {key: index[key] for key in ("default", "models", "namer", "structure") if key in index}
    (weights / "index.json").write_text(json.dumps(ordered, indent=1) + "\n")


def _index(weights: Path) -> dict[str, Any]:
    path = weights / "index.json"
    try:
        index = cast("dict[str, Any]", json.loads(path.read_text()))
    except (OSError, json.JSONDecodeError) as error:
        raise RegistryError(
            f"The index of weights {path} cannot be read ({error}): check it out again."
        ) from error
    if not {"default", "models"} <= index.keys():
        raise RegistryError(f"{path} is not an index of weights: check it out again.")
    return index
