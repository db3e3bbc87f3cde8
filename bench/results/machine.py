"""On what a run is measured, in words: no name of the machine, no path."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PROGRAMS = (
    "numpy",
    "opencv-python",
    "onnxruntime",
    "openvino",
    "ultralytics",
    "torch",
    "mahjong",
    "PyMahjongGB",
)


def processor() -> str:
    """The kind of processor: figures of one kind never take the place of another's."""
    return f"{platform.machine()}{_vectors()}"


def machine(besides: str = "") -> str:
    """Cores, the system and its load; `besides` says what else the machine does."""
    cores = f"{os.cpu_count()} cores"
    load = besides or f"load {os.getloadavg()[0]:.1f} when it began"
    return f"{cores}, {platform.system()}, {load}"


def versions() -> dict[str, str]:
    """Of Python and of each program that counts and is installed."""
    told = {"Python": platform.python_version()}
    for name in PROGRAMS:
        try:
            told[name] = version(name)
        except PackageNotFoundError:
            continue
    return told


def _vectors() -> str:
    """The widest vectors of an x86, by which 8 bits are fast or not, where the system tells them."""
    told = Path("/proc/cpuinfo")
    flags = told.read_text(encoding="utf-8") if told.exists() else ""
    known = (("avx512_vnni", " with AVX-512 VNNI"), ("avx512f", " with AVX-512"), ("avx2", " with AVX2"))
    return next((words for flag, words in known if flag in flags), "")
