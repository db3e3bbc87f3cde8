"""What opening a detector starts beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiyan.models import registry
from paiyan.service import recognition
from paiyan.service.errors import NoModel
from paiyan.service.recognition import DEFAULT_READING


@pytest.mark.parametrize(("told", "holds"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_no_threads_are_started_for_large_matrices(told: dict[str, str], holds: str) -> None:
    """It is said before numpy is there, which reads it once; a user's own word stands."""
    code = (
        "import os, sys; from paiyan.service import recognition; early = 'numpy' in sys.modules;"
        "recognition.detector(); print(early, os.environ['OPENBLAS_NUM_THREADS'])"
    )
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"} | told
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", holds]


def test_the_first_photo_after_warming_up_loads_nothing() -> None:
    """Importing holds the interpreter, and with it everybody who asks meanwhile."""
    code = (
        "import sys; from pathlib import Path; from paiyan.service import recognition;"
        "recognition.warm_up(recognition.DEFAULT_READING._replace(bytes=1000, pixels=1000));"
        "known = set(sys.modules);"
        "read = recognition.read_picture(Path(sys.argv[1]).read_bytes()); print(len(read.tiles) > 13);"
        "print(sorted(set(sys.modules) - known))"
    )
    photo = Path(__file__).parents[3] / "docs" / "images" / "hand-read.jpg"
    command = [sys.executable, "-c", code, str(photo)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["True", "[]"]


def test_a_detector_of_ones_own_is_tried_before_it_reads(tmp_path: Path) -> None:
    model = registry.default()
    own = recognition.detector(DEFAULT_READING._replace(model=str(model.onnx)))
    assert own.name
    second = registry.second_stage().onnx  # weights, and none of a detector
    for file in (second, tmp_path / "none.onnx"):
        with pytest.raises(NoModel):
            recognition.detector(DEFAULT_READING._replace(model=str(file)))
