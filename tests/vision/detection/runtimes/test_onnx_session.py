"""Threads of ONNX Runtime spin where nobody else wants the cores, and never after a run."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.models.opening import load_detector
from paiyan.service import recognition
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from paiyan.vision.detection.runtimes import onnx_session


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The options of every session that is opened from now on, on ONNX Runtime alone."""
    runtime = onnx_session.import_runtime("onnxruntime", "onnxruntime")
    given = list[Any]()
    session = runtime.InferenceSession

    def noted(path: str, options: Any, **more: Any) -> Any:
        given.append(options)
        return session(path, options, **more)

    monkeypatch.setattr(runtime, "InferenceSession", noted)
    monkeypatch.setattr("paiyan.models.opening.choose_backend", lambda _: "onnxruntime")
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
