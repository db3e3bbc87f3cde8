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
from importlib import metadata
from pathlib import Path

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.messages.languages import LANGUAGES
from paiyan.scorer.report.rule_set_json import summary
from paiyan.scorer.rulesets import every_rule_set
from paiyan.service.browser_engine import build, size_of

WEB = Path(__file__).parent / "web"
_WORKER = Path(__file__).parent / "phone" / "worker.js"
_LICENCE = Path(__file__).resolve().parents[1] / "LICENSE"  # the site is made from a checkout
_MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
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
    for language in LANGUAGES:  # for the list of rule sets before Python is up
        listed = [to_json(summary(rules), language) for rules in every_rule_set()]
        (out / f"rules.{language}.json").write_text(json.dumps(listed, ensure_ascii=False), encoding="utf-8")
    write_worker(out)
    (out / "LICENCES.txt").write_text(_licences(pyodide, ort), encoding="utf-8")
    (out / "LICENSE.txt").write_text(_LICENCE.read_text(encoding="utf-8"), encoding="utf-8")
    return out


def _licences(pyodide: Path, ort: Path) -> str:
    """Return the terms of each part of the site, with what they ask to be repeated."""
    versions = {
        folder: json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
        for folder in (pyodide, ort)
    }
    segno = metadata.distribution("segno")
    (terms,) = (
        file.read_text(encoding="utf-8") for file in segno.files or () if file.name.startswith("LICENSE")
    )
    parts = {
        "Paiyan (all other files)": "GNU Affero General Public License, version 3: LICENSE.txt",
        f"Pyodide {versions[pyodide]} (engine/*/pyodide*, python_stdlib.zip.packed)": (
            "Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/\n"
            "Its source: https://github.com/pyodide/pyodide"
        ),
        "Python (in Pyodide and python_stdlib.zip.packed)": (
            "Copyright (c) 2001 Python Software Foundation. All Rights Reserved.\n"
            "Python Software Foundation License: https://docs.python.org/3/license.html"
        ),
        f"ONNX Runtime Web {versions[ort]} (engine/*/ort*)": (
            f"MIT License\n\nCopyright (c) Microsoft Corporation. All rights reserved.\n\n{_MIT}"
        ),
        f"Segno {segno.version} (in scorer.zip.packed)": f"BSD 3-Clause License\n\n{terms.strip()}",
    }
    return "\n\n\n".join(f"{name}\n{'-' * len(name)}\n{text}" for name, text in parts.items()) + "\n"


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
