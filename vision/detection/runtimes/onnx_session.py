"""ONNX Runtime on the CPU: the only place that opens a model file with it."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from paiyan.vision.errors import BackendMissing, ModelMismatch, ModelNotFound
from paiyan.vision.messages import NO_WEIGHTS, NOT_INSTALLED, NOT_RUNNABLE


def open_session(
    path: Path, *, threads: int, spin: bool = False, as_written: bool = False, arena: bool = False
) -> Any:
    """Open a session of ONNX Runtime, whose threads `spin` or sleep while they wait for each other.

    Spinning threads are quicker on idle cores, and much slower on shared ones; with fewer cores than threads
    they always sleep. A network that runs `as_written`, not rewritten for speed, opens in a fraction of the
    time. An `arena` keeps the memory of a run for the next one, except after a run with `shrinking`: it saves
    the detector a sixth of its time for 17 MiB, and the namer none for 60. Raises a kind of `ModelError`.
    """
    require_file(path)
    ort = import_runtime("onnxruntime", "onnxruntime")
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    if as_written:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.enable_mem_pattern = False  # a plan for each shape of input is no faster, and keeps 26 MiB
    options.enable_cpu_mem_arena = arena
    # Both stages take 30 ms a photo with spinning threads, 33 with sleeping ones; if another program takes
    # one of two cores, 74 and 47. After a run they must not spin: the next step would find no free core.
    options.add_session_config_entry(
        "session.intra_op.allow_spinning", str(int(spin and threads <= _cores()))
    )
    options.add_session_config_entry("session.force_spinning_stop", "1")
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own exception types are not public
        raise not_runnable(path) from error


def shrinking() -> Any:
    """Return options of a run after which the session's arena gives back what it had to grow by."""
    options = import_runtime("onnxruntime", "onnxruntime").RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def _cores() -> int:
    """Return the number of cores on which this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def require_file(path: Path) -> None:
    """Raise `ModelNotFound` unless the file exists."""
    if not path.is_file():
        raise ModelNotFound(NO_WEIGHTS, path=str(path))


def not_runnable(path: Path) -> ModelMismatch:
    """Return the error for a file that no runtime here can open."""
    return ModelMismatch(NOT_RUNNABLE, name=path.name)


def import_runtime(module: str, package: str) -> Any:
    """Import a runtime that ships no types, or raise how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BackendMissing(NOT_INSTALLED, module=module, package=package) from error
