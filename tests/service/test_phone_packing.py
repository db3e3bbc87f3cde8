"""What a phone fetches is smaller than what it was made of, and the same."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.service.phone import weights
from paiyan.service.phone.compiling import compiled, library
from tests.node import find_node

PAGE = Path(__file__).parents[2] / "service" / "web" / "js"
RESTORE = """
import {{ withFloats }} from {module};
import {{ readFileSync, writeFileSync }} from "node:fs";
writeFileSync({out}, withFloats(new Uint8Array(readFileSync({file}))));
"""


def restored(short: bytes, folder: Path) -> bytes:
    """What the page makes of a network that came short."""
    node = find_node()
    if node is None:
        pytest.skip("no Node on this machine")
    (folder / "short").write_bytes(short)
    names = {
        "module": (PAGE / "phone" / "packed.js").as_uri(),
        "out": str(folder / "out"),
        "file": str(folder / "short"),
    }
    script = RESTORE.format(**{name: json.dumps(text) for name, text in names.items()})
    subprocess.run([node, "--input-type=module", "-e", script], check=True)
    return (folder / "out").read_bytes()


@pytest.mark.parametrize("name", ["detector", "namer", "layouts"])
def test_the_page_has_the_same_network_with_weights_that_are_nearly_the_same(
    name: str, tmp_path: Path
) -> None:
    first, second, layouts = registry.default(), registry.second_stage(), registry.structure()
    model = {"detector": first.onnx, "namer": second.runs, "layouts": layouts.onnx}[name].read_bytes()
    short = weights.shortened(model)
    there = restored(short, tmp_path)
    assert len(there) == len(model)
    rest, changed = bytearray(model), bytearray(there)
    parts = [(at, count) for at, count in weights.float_tensors(model) if count >= 256]
    floats = sum(count for _, count in parts)
    for at, count in parts:
        here, phone = (np.frombuffer(file, "<f4", count, at) for file in (model, there))
        blocks = np.pad(np.abs(here), (0, -count % 64)).reshape(-1, 64).max(axis=1)
        allowed = np.repeat(blocks, 64)[:count] * (0.51 / (2**14 - 1))
        assert (np.abs(here - phone) <= allowed).all()
        rest[at : at + 4 * count] = changed[at : at + 4 * count] = bytes(4 * count)
    assert rest == changed
    assert len(model) - len(short) > 1.8 * floats


def zipped(files: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def names_of(archive: bytes) -> set[str]:
    return set(zipfile.ZipFile(io.BytesIO(archive)).namelist())


def test_compiled_modules_run_without_their_sources_and_files_stay(tmp_path: Path) -> None:
    main = '"""Say it."""\nfrom pack import data\nassert __doc__\nprint(data.NUMBER)'
    files = {"pack/__init__.py": "", "pack/data.py": "NUMBER = 7", "pack/words.txt": "one", "main.py": main}
    made = compiled(zipped(files))
    assert names_of(made) == {"pack/__init__.pyc", "pack/data.pyc", "pack/words.txt", "main.pyc"}
    assert made == compiled(zipped(dict(reversed(files.items()))))
    (tmp_path / "made.zip").write_bytes(made)
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'made.zip')!r}); import main"
    ran = subprocess.run([sys.executable, "-Ic", code], capture_output=True, text=True, check=False)
    assert ran.stdout == "7\n", ran.stderr


def test_of_the_library_come_all_modules_that_may_be_imported() -> None:
    standard = {
        "site.py": "import unused_never",
        "json.py": "def dump():\n    import late, xml.dom",
        "late.py": "from pkg.inner import thing",
        "pkg/__init__.py": "",
        "pkg/inner.py": "from .beside import what\nfrom . import third",
        "pkg/beside.py": "'A docstring.'",
        "pkg/third.py": "",
        "pkg/fourth.py": "",
        "other.py": "",
        "gzip.py": "import email\ndef debugged():\n    import pdb",
        "email.py": "",
        "pdb.py": "",
        "xml/dom.py": "",
    }
    user = {"main.py": "class A:\n    def f(self):\n        from json import dump\n        import gzip"}
    made = library(zipped(standard), [zipped(user)])
    wanted = {"site", "json", "late", "pkg/__init__", "pkg/inner", "pkg/beside", "pkg/third", "gzip", "email"}
    assert names_of(made) == {f"{name}.pyc" for name in wanted}
    assert b"A docstring" not in made
