"""Run work in its own process: with its own memory, and its own imports."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

PAIYAN = "import sys; sys.modules['openvino'] = None; from paiyan.service.cli import main; main()"
"""The command line as the default install has it, a program for ``python -c``."""
_Given = ParamSpec("_Given")
_Gives = TypeVar("_Gives")


def elsewhere(function: Callable[_Given, _Gives], *args: _Given.args, **kwargs: _Given.kwargs) -> _Gives:
    """Call a function of a module in a new process and return its result. Raises its exceptions."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def peak() -> float:
    """Return the peak memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def without_openvino() -> None:
    """Hide OpenVINO from this process, as in the default install."""
    sys.modules["openvino"] = None  # type: ignore[assignment]
