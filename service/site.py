"""Write the page as a folder of static files with ``python -m paiyan.service.site OUT PYODIDE ORT``.

Any host serves it, also one without a network: photos are read and hands scored on the phone itself, and
no request leaves it. PYODIDE and ORT are the folders of the npm packages `pyodide` and
`onnxruntime-web`, which `make site` installs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
from pathlib import Path

from paiyan.service.browser_engine import build, size_of

WEB = Path(__file__).parent / "web"
_WORKER = Path(__file__).parent / "phone" / "worker.js"
_LICENCE = Path(__file__).resolve().parents[1] / "LICENSE"  # the site is made from a checkout
_LICENCES = {
    "Paiyan": "GNU Affero General Public License, version 3: LICENSE.txt",
    "Pyodide (pyodide.*, python_stdlib.zip)": "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/",
    "Python (python_stdlib.zip)": "Python Software Foundation License, https://docs.python.org/3/license.html",
    "Segno (in scorer.zip)": "BSD 3-Clause License, https://opensource.org/license/bsd-3-clause",
    "ONNX Runtime Web (ort*)": "MIT License, https://opensource.org/license/mit",
}
_POLICY = (
    "default-src 'self' blob: data:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:;"
    " style-src 'self' 'unsafe-inline'"
)
_HEADERS = f"""\
# What a host should send, in the form that several take. Without the first two one thread reads, not several.
/*
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
  X-Content-Type-Options: nosniff
  Content-Security-Policy: {_POLICY}
/*.mjs
  Content-Type: text/javascript
/*.wasm
  Content-Type: application/wasm
/*.webmanifest
  Content-Type: application/manifest+json
/sw.js
  Cache-Control: no-cache
"""
_NOT_KEPT = {"sw.js", "_headers", ".nojekyll", "screen-desktop.jpg", "screen-phone.jpg"}
"""Files that the page does not ask for."""


def write(out: Path, pyodide: Path, ort: Path) -> Path:
    """Write the site into a folder, which is emptied first. Raises `FileNotFoundError` as `build` does."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(WEB, out, ignore=shutil.ignore_patterns("engine"))
    build(pyodide, out / "engine", ort=ort)
    page = (out / "index.html").read_text(encoding="utf-8")
    (out / "index.html").write_text(page.replace("<html ", "<html data-alone ", 1), encoding="utf-8")
    (out / "_headers").write_text(_HEADERS, encoding="utf-8")
    (out / ".nojekyll").touch()
    write_worker(out)
    licences = "\n".join(f"{name}: {text}" for name, text in _LICENCES.items())
    (out / "LICENCES.txt").write_text(licences + "\n", encoding="utf-8")
    (out / "LICENSE.txt").write_text(_LICENCE.read_text(encoding="utf-8"), encoding="utf-8")
    return out


def write_worker(out: Path) -> None:
    """Write the service worker of a site, which names each file of this version with its hash."""
    files = [file for file in sorted(out.rglob("*")) if file.is_file() and file.name not in _NOT_KEPT]
    names = {
        file.relative_to(out).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files
    }
    before, _, after = _WORKER.read_text(encoding="utf-8").partition("const FILES = {};")
    worker = f"{before}const FILES = {json.dumps(names)};{after}"
    (out / "sw.js").write_text(worker, encoding="utf-8")


def main() -> None:
    """Write it and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("pyodide", type=Path)
    parser.add_argument("ort", type=Path)
    args = parser.parse_args()
    files = [file for file in write(args.out, args.pyodide, args.ort).rglob("*") if file.is_file()]
    packed = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) / 1e6
    print(f"{args.out}: {len(files)} files, {size_of(files):.1f} MB, {packed:.1f} MB compressed")


if __name__ == "__main__":
    main()
