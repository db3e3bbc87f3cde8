"""Work done in a process of its own: its memory is its own, and what it imports is no other's."""

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
    """What a function of a module gives, called in a new process. Raises what it raises."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def peak() -> float:
    """The most memory that this process held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def without_openvino() -> None:
    """From here on this process has no OpenVINO, as the default install has none."""
    sys.modules["openvino"] = None  # type: ignore[assignment]
