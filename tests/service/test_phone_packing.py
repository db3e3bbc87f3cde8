# pyright: basic
"""What a phone fetches is smaller than what it was made of, and the same."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

from paiyan.models import registry
from paiyan.models.rounding import large_tensors
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


NETWORKS = ["detector", "namer", "layouts"]


def network(name: str) -> bytes:
    """The network of the weights that are in use."""
    first, second, layouts = registry.default(), registry.second_stage(), registry.structure()
    return {"detector": first.onnx, "namer": second.runs, "layouts": layouts.onnx}[name].read_bytes()


def asked(name: str) -> dict[str, np.ndarray]:
    """Inputs of a network that are like those of a photo."""
    random = np.random.default_rng(1)
    tiles = 14
    if name == "detector":
        return {"images": random.random((1, 3, 352, 640), dtype=np.float32)}
    if name == "namer":
        return {"crops": random.integers(0, 256, (tiles, 64, 64, 3), dtype=np.uint8)}
    boxes = random.random((tiles, 4), dtype=np.float32).cumsum(axis=1)
    codes = random.random((tiles, 46), dtype=np.float32)
    others = {"there": random.random(tiles), "size": np.full(2, 4), "knowledge": random.random(5)}
    return {"boxes": boxes, "codes": codes} | {key: v.astype(np.float32) for key, v in others.items()}


def outputs(model: bytes, given: dict[str, np.ndarray]) -> Sequence[Any]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model, options).run(None, given)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_gives_the_same_bits_without_conversions(name: str) -> None:
    model, given = network(name), asked(name)
    made = weights.without_casts(model)
    assert "Cast" in {node.op_type for node in onnx.load_model_from_string(model).graph.node}
    assert "Cast" not in {node.op_type for node in onnx.load_model_from_string(made).graph.node}
    floats = {key: value.astype(np.float32) for key, value in given.items()}
    for one, other in zip(outputs(model, given), outputs(made, floats), strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_conversion_stays_where_its_numbers_are_not_known() -> None:
    inputs = [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [3])]
    results = [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.INT64, [3])]
    node = onnx.helper.make_node("Cast", ["x"], ["y"], to=onnx.TensorProto.INT64)
    graph = onnx.helper.make_graph([node], "whole", inputs, results)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    made = weights.without_casts(model.SerializeToString())
    (found,) = outputs(made, {"x": np.array([0.2, 1.0, 7.9], np.float32)})
    assert found.tolist() == [0, 1, 7]


@pytest.mark.parametrize("name", NETWORKS)
def test_the_page_has_the_same_weights_as_the_command_line(name: str, tmp_path: Path) -> None:
    model = network(name)
    short = weights.shortened(model)
    assert restored(short, tmp_path) == model
    assert len(model) - len(short) > 1.8 * sum(count for _, count in large_tensors(model))


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
