"""ONNX Runtime on the CPU: the only place where a model file is opened with it."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from paiyan.vision.detection.runtimes.messages import NO_WEIGHTS, NOT_INSTALLED, NOT_RUNNABLE
from paiyan.vision.errors import BackendMissing, ModelMismatch, ModelNotFound


def open_session(path: Path, *, threads: int, spin: bool = False, as_written: bool = False) -> Any:
    """A session of ONNX Runtime, whose threads `spin` while they wait for each other within a run, or sleep.

    Spinning threads are quicker on cores that nobody else wants, and much slower on others; they sleep too
    where there are fewer cores than threads. A network that is run `as_written`, without rewriting it for
    speed, is opened in a fraction of the time. Raises one of `ModelError`'s kinds.
    """
    require_file(path)
    ort = import_runtime("onnxruntime", "onnxruntime")
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    if as_written:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    # Neither a plan of the memory for each shape of input nor an arena is faster, and both keep what the
    # largest picture took: 26 MiB and, after a photo of a whole table, 70.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    # Both stages take 30 ms a photo with threads that spin, 33 with threads that sleep; where another program
    # takes one of two cores 74 and 47. After a run they must not: what comes next would find no core free.
    options.add_session_config_entry(
        "session.intra_op.allow_spinning", str(int(spin and threads <= _cores()))
    )
    options.add_session_config_entry("session.force_spinning_stop", "1")
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own exception types are not public
        raise not_runnable(path) from error


def _cores() -> int:
    """The cores on which this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def require_file(path: Path) -> None:
    """Raise `ModelNotFound` unless a file is there."""
    if not path.is_file():
        raise ModelNotFound(NO_WEIGHTS, path=str(path))


def not_runnable(path: Path) -> ModelMismatch:
    """The error for a file that no runtime here can open."""
    return ModelMismatch(NOT_RUNNABLE, name=path.name)


def import_runtime(module: str, package: str) -> Any:
    """Import a runtime that ships no types, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BackendMissing(NOT_INSTALLED, module=module, package=package) from error
