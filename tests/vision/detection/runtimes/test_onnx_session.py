"""Threads of ONNX Runtime spin where nobody else wants the cores, and never after a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.service import recognition
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from paiyan.vision.detection.runtimes import onnx_session
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The options of every session that is opened from now on, on ONNX Runtime alone."""
    runtime = onnx_session.import_runtime("onnxruntime", "onnxruntime")
    given = list[Any]()
    session = runtime.InferenceSession

    def noted(path: str, options: Any, **more: Any) -> Any:
        given.append(options)
        return session(path, options, **more)

    def onnx_runtime(_: Path) -> str:
        return "onnxruntime"

    monkeypatch.setattr(runtime, "InferenceSession", noted)
    monkeypatch.setattr("paiyan.models.opening.choose_backend", onnx_runtime)
    return given


def told(opened: list[Any], name: str) -> list[str]:
    return [options.get_session_config_entry(f"session.{name}") for options in opened]


def test_threads_of_a_program_spin_within_a_run_and_those_of_a_service_sleep(
    opened: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition, "_detectors", {})
    monkeypatch.setattr(onnx_session, "_cores", lambda: 2)
    load_detector(threads=2)
    assert told(opened, "intra_op.allow_spinning") == ["1", "0"], "the namer's share no run"
    opened.clear()
    recognition.detector(create_app(Settings(database="")).state.service.reading_settings)
    assert told(opened, "intra_op.allow_spinning") == ["0", "0"]


def test_threads_that_have_no_core_each_sleep(opened: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both stages on one core by two threads take 55 ms a photo where these sleep, 102 where they spin."""
    monkeypatch.setattr(onnx_session, "_cores", lambda: 1)
    load_detector(threads=2)
    assert told(opened, "intra_op.allow_spinning") == ["0", "0"]


def test_no_thread_spins_after_a_run(opened: list[Any]) -> None:
    """What comes next would find no core free."""
    load_detector()
    assert told(opened, "force_spinning_stop") == ["1", "1"]


def test_only_the_detector_keeps_its_memory(opened: list[Any]) -> None:
    load_detector()
    assert [options.enable_cpu_mem_arena for options in opened] == [True, False]


def test_the_memory_of_several_pictures_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = onnx_session.import_runtime("onnxruntime", "onnxruntime").InferenceSession
    run, runs = session.run, list[tuple[int, bool]]()

    def noted(self: Any, names: Any, given: Any, options: Any = None) -> Any:
        runs.append((len(next(iter(given.values()))), options is not None))
        return run(self, names, given, options)

    monkeypatch.setattr(session, "run", noted)
    detector = OnnxDetector(registry.default().onnx)
    picture = np.zeros((480, 640, 3), np.uint8)
    assert not len(detector.detect(picture))
    assert [len(found) for found in detector.detect_many([picture, picture])] == [0, 0]
    assert runs == [(1, False), (2, True)]
