"""The index of weights: what is shipped is what was measured."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from paiyan.models import registry
from paiyan.models.registry import Model, RegistryError


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    for name, content in [("m.onnx", b"onnx"), ("m.pt", b"pt")]:
        (tmp_path / name).write_bytes(content)
    one = Model("m", 640, tmp_path / "m.onnx", _sha(b"onnx"), tmp_path / "m.pt", _sha(b"pt"))
    registry.write(one, weights=tmp_path)
    return tmp_path


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_what_is_entered_is_found_again(weights: Path) -> None:
    model = registry.default(weights)
    assert (model.name, model.size, model.onnx.read_bytes()) == ("m", 640, b"onnx")
    assert registry.load("m", weights=weights) == model


def test_the_sha256_of_a_file_of_several_parts(tmp_path: Path) -> None:
    content = bytes(range(256)) * 2500  # no whole number of parts
    (tmp_path / "large").write_bytes(content)
    assert registry.file_sha256(tmp_path / "large") == _sha(content)


def test_the_last_one_entered_is_the_default(weights: Path) -> None:
    (weights / "n.pt").write_bytes(b"pt")
    first = registry.default(weights)
    second = Model("n", 320, first.onnx, first.onnx_sha256, weights / "n.pt", _sha(b"pt"))
    registry.write(second, weights=weights)
    assert registry.default(weights).name == "n"
    assert registry.load("m", weights=weights) == first


def test_openvinos_form_is_entered_and_checked_with_the_file_beside_it(weights: Path) -> None:
    xml, numbers = weights / "m-int8.xml", weights / "m-int8.bin"
    xml.write_text("<net/>")
    numbers.write_bytes(b"8")
    registry.write_int8("m", xml, weights=weights)
    assert registry.default(weights).int8 == xml
    numbers.write_bytes(b"9")
    with pytest.raises(RegistryError, match=r"m-int8\.bin are not the ones"):
        registry.default(weights)
    xml.unlink()
    assert registry.default(weights).int8 is None, "what does without OpenVINO may leave it out"


def test_the_namer_in_eight_bits_runs_where_it_was_made(weights: Path) -> None:
    whole, small = weights / "namer.onnx", weights / "namer-int8.onnx"
    whole.write_bytes(b"32")
    small.write_bytes(b"8")
    registry.write_namer(registry.NamerModel(whole, _sha(b"32"), {}), weights=weights)
    assert registry.second_stage(weights).runs == whole
    registry.write_int8_namer(small, weights=weights)
    assert registry.second_stage(weights).runs == small
    small.write_bytes(b"9")
    with pytest.raises(RegistryError, match=r"namer-int8\.onnx are not the ones"):
        registry.namer(weights)


def test_a_changed_file_is_refused(weights: Path) -> None:
    (weights / "m.pt").write_bytes(b"other")
    with pytest.raises(RegistryError, match=r"m\.pt are not the ones"):
        registry.default(weights)


def test_a_missing_file_is_named(weights: Path) -> None:
    (weights / "m.onnx").unlink()
    with pytest.raises(RegistryError, match=r"m\.onnx are missing"):
        registry.default(weights)


def test_an_unknown_name_is_answered_with_those_there_are(weights: Path) -> None:
    with pytest.raises(RegistryError, match="choose one of m"):
        registry.load("x", weights=weights)


@pytest.mark.parametrize("text", ["", "{", "{}"])
def test_a_broken_index_is_said(weights: Path, text: str) -> None:
    (weights / "index.json").write_text(text)
    with pytest.raises(RegistryError, match=r"index\.json"):
        registry.default(weights)


def test_the_shipped_weights_are_whole_small_and_tell_nothing_of_where_they_were_made() -> None:
    model, second = registry.default(), registry.second_stage()
    assert model.int8 is not None
    assert second.int8 is not None
    of_the_detector = (model.onnx, model.pt, model.int8, model.int8.with_suffix(".bin"))
    for path in (*of_the_detector, second.onnx, second.int8):
        content = path.read_bytes()
        assert len(content) < 15_000_000
        for trace in (b"/tmp/", b"/root/", b"/home/", b"/work/"):
            assert trace not in content


def test_the_shipped_index_is_plain() -> None:
    index = json.loads((registry.WEIGHTS / "index.json").read_text())
    assert set(index["models"][index["default"]]) == {"size", "onnx", "pt", "int8"}
