"""The scorer for the browser: ``python -m service.browser_engine PYODIDE`` puts it where the page looks.

PYODIDE is the folder of the npm package `pyodide`, which `make page-engine` installs. The page then scores
hands that are typed or corrected without a network, by the same Python as the service.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import paiyan

OUT = Path(__file__).parent / "web" / "engine"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
_PACKED = (
    "__init__.py",
    "scorer/**/*.py",
    *("service/__init__.py", "service/errors.py", "service/messages/*.py"),
    *("service/ledger/__init__.py", "service/ledger/evening/*.py"),
)
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def build(pyodide: Path, out: Path = OUT) -> Path:
    """Copy Pyodide's core, pack the scorer, and name the version of both in engine.json.

    Raises `FileNotFoundError` where `pyodide` is not the folder of that package.
    """
    for name in CORE:
        if not (pyodide / name).is_file():
            raise FileNotFoundError(f"{pyodide} holds no {name}: install the npm package pyodide first")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(pyodide / name, out / name)
    _pack(out / "scorer.zip")
    whole = hashlib.sha256(b"".join((out / name).read_bytes() for name in (*CORE, "scorer.zip")))
    (out / "engine.json").write_text(json.dumps({"version": whole.hexdigest()[:16]}) + "\n")
    return out


def _pack(path: Path) -> None:
    """The scorer's own Python files, and those of the ledger that know of no database: they need the standard
    library alone."""
    root = Path(paiyan.__file__).parent
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in (file for pattern in _PACKED for file in sorted(root.glob(pattern))):
            entry = zipfile.ZipInfo(f"paiyan/{file.relative_to(root).as_posix()}", _WHEN)
            packed.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Build it and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyodide", type=Path)
    out = build(parser.parse_args().pyodide)
    size = sum(file.stat().st_size for file in out.iterdir())
    print(f"{out.name}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
