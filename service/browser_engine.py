"""Build the scorer for the browser with ``python -m paiyan.service.browser_engine PYODIDE``.

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
from paiyan import scorer, service

OUT = Path(__file__).parent / "web" / "engine"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
_PACKED = (
    (paiyan, ("__init__.py",)),
    (scorer, ("**/*.py", "rulesets/**/*.toml")),
    (service, ("__init__.py", "errors.py", "messages/*.py", "ledger/__init__.py", "ledger/evening/*.py")),
)
"""Files by the package whose folder they are in: a checkout without links has none of them below `paiyan`."""
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
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for package, patterns in _PACKED:
            root = Path(package.__path__[0])
            for file in (file for pattern in patterns for file in sorted(root.glob(pattern))):
                name = f"{package.__name__.replace('.', '/')}/{file.relative_to(root).as_posix()}"
                packed.writestr(zipfile.ZipInfo(name, _WHEN), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Build it and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyodide", type=Path)
    out = build(parser.parse_args().pyodide)
    size = sum(file.stat().st_size for file in out.iterdir())
    print(f"{out.name}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
