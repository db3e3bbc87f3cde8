"""Reading a picture tells nobody and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"
READ = f"from paiyan.models.opening import load_detector, open_reader; \
print(len(open_reader(load_detector(backend='onnxruntime')).read({str(SAMPLE)!r}).tiles))"


def test_the_runtime_keeps_no_session_for_its_reports(tmp_path: Path) -> None:
    """Where ONNX Runtime reports, it first writes a file of its session into the temporary folder."""
    quiet = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "ORT_RUNNING_UNIT_TESTS", "ORT_DISABLE_TELEMETRY")
    told = {name: value for name, value in os.environ.items() if name not in quiet}
    home = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", READ], env={**told, **home}, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) > 10
    assert [file.name for file in tmp_path.rglob("*")] == []
