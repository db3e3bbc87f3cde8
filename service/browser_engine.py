"""Build the engine of the page with ``python -m paiyan.service.browser_engine PYODIDE [ORT]``.

PYODIDE is the folder of the npm package `pyodide`, which `make page-engine` installs. The page then scores
hands that are typed or corrected without a network, by the same Python as the service. With ORT, the folder
of `onnxruntime-web`, it reads photos too. Needs Node: the Python is compiled by the one that runs it.

All but scripts is packed with gzip (``*.packed``) and unpacked by the page, so that it is small on every
host, also on those that compress nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import segno

import paiyan
from paiyan import scorer, service, vision
from paiyan.scorer.tiles.tile import TILES

OUT = Path(__file__).parent / "web" / "engine"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
RUNTIME = ("ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm")
GRAPHICS = (
    "ort.webgpu.min.mjs",
    "ort-wasm-simd-threaded.asyncify.mjs",
    "ort-wasm-simd-threaded.asyncify.wasm",
)
"""The runtime for networks on a graphics chip, which is fetched only if a player chooses that."""
_Packed = Sequence[tuple[ModuleType, Sequence[str]]]
_SCORER: _Packed = (
    (paiyan, ("__init__.py",)),
    (scorer, ("**/*.py", "rulesets/**/*.toml")),
    (service, ("__init__.py", "errors.py", "messages/*.py", "ledger/__init__.py", "ledger/session/*.py")),
    (service, ("phone/__init__.py", "phone/tables.py")),
    (segno, ("[!_c]*.py", "__init__.py", "consts.py")),  # not its command line
)
"""Files by the package whose folder they are in: a checkout without links has none of them below `paiyan`."""
_READING: _Packed = (
    (vision, ("**/*.py", "*.json")),
    (
        service,
        (
            "answers/*.py",
            "corrections/*.py",
            "recognition.py",
            "game_rules.py",
            "phone/reading.py",
        ),
    ),
)
_NOT_READ = (
    "vision/pixels.py", "vision/drawing.py", "vision/video.py", "vision/laid_out_set.py",
    "vision/detection/runtimes/yolo.py",
)  # fmt: skip
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def build(pyodide: Path, out: Path = OUT, *, ort: Path | None = None, compiled: bool = True) -> Path:
    """Write Pyodide's core and the scorer into a folder of their version's name, which ``engine.json`` tells;
    with `ort`, what reads photos too.

    Raises `FileNotFoundError` if `pyodide` or `ort` is not the folder of that package, or if Python is to be
    `compiled` and there is no Node.
    """
    sources = [pyodide / name for name in CORE]
    if ort is not None:
        sources += [ort / "dist" / name for name in (*RUNTIME, *GRAPHICS)]
    for file in sources:
        if not file.is_file():
            raise FileNotFoundError(f"{file.parent} holds no {file.name}: install the npm packages first")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for file in sources:
        shutil.copyfile(file, out / file.name)
    _pack(out / "scorer.zip")
    reading = {"networks": None} if ort is None else _add_reading(out)
    if compiled:
        _compile(pyodide, out)
    for file in sorted(out.iterdir()):
        if file.suffix not in (".js", ".mjs"):
            file.with_name(f"{file.name}.packed").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
            file.unlink()
    digest = hashlib.sha256()
    files = sorted(out.iterdir())
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    version = digest.hexdigest()[:16]
    (out / version).mkdir()  # a page of an older version never gets a file of this one
    for file in files:
        file.rename(out / version / file.name)
    (out / "engine.json").write_text(json.dumps({"version": version, **reading}) + "\n")
    return out


def _compile(pyodide: Path, out: Path) -> None:
    """Put compiled modules in place of sources in all archives of a folder."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("there is no Node, which compiles the Python of the page: install it first")
    script = Path(__file__).parent / "phone" / "compile.mjs"
    subprocess.run([node, str(script), str(pyodide), str(out)], check=True)


def _files(packed: _Packed) -> dict[str, bytes]:
    """Return files by their names in an archive."""
    return {
        f"{package.__name__.replace('.', '/')}/{file.relative_to(root).as_posix()}": file.read_bytes()
        for package, patterns in packed
        for root in [Path(package.__path__[0])]
        for pattern in patterns
        for file in sorted(root.glob(pattern))
    }


def _add_reading(out: Path) -> Mapping[str, Any]:
    """Add the networks, and vision with what stands in for numpy and OpenCV.

    Return the files of the networks, and what names tiles at a glance while Python starts.
    """
    from paiyan.models import registry
    from paiyan.service.phone.weights import shortened, without_casts
    from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
    from paiyan.vision.detection.thresholds import BOTH_STAGES
    from paiyan.vision.pixels import print_models

    first, second, layouts = registry.default(), registry.second_stage(), registry.structure()
    constants = {
        "name": first.name,
        "sha256": first.onnx_sha256,
        "blend": second.blend,
        "blanks": second.blanks,
        "context": second.context,
    }
    own = Path(__file__).parent / "phone"
    files = {name: text for name, text in _files(_READING).items() if not name.endswith(_NOT_READ)}
    files["paiyan/vision/pixels.py"] = (own / "pixels.py").read_bytes()
    files["paiyan/service/phone/weights.json"] = json.dumps(constants).encode()
    files |= {f"numpy/{file.name}": file.read_bytes() for file in sorted((own / "arrays").glob("*.py"))}
    files["numpy/typing.py"] = b"from numpy import ndarray as NDArray\n"
    _zip(out / "reading.zip", files)
    (out / "prints.bin").write_bytes(print_models().astype("<f4").tobytes())
    weights = {"detector": first.onnx, "namer": second.runs, "layouts": layouts.onnx}
    for name, file in weights.items():
        (out / f"{name}.short").write_bytes(shortened(without_casts(file.read_bytes())))
    return {
        "networks": {name: {"file": f"{name}.short", "plain": name == "layouts"} for name in weights},
        "glimpse": {"size": INPUT_SIZE, "thresholds": BOTH_STAGES, "codes": [str(tile) for tile in TILES]},
    }


def _pack(path: Path) -> None:
    """The scorer's own Python files, and those of the ledger that know of no database: they need the standard
    library alone."""
    _zip(path, _files(_SCORER))


def _zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Write an archive whose files are not packed: `build` packs it whole, and the page takes views of it."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content)


def size_of(files: Iterable[Path]) -> float:
    """Return the megabytes that files take; folders among them count nothing."""
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def main() -> None:
    """Build it and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyodide", type=Path)
    parser.add_argument("ort", type=Path, nargs="?")
    args = parser.parse_args()
    out = build(args.pyodide, ort=args.ort)
    print(f"{out.name}: {size_of(out.rglob('*')):.1f} MB")


if __name__ == "__main__":
    main()
