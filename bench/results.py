"""``models/results/bench.json``: on what a run was measured, and how it joins the runs before.

A new run takes the place of the older lines, but for what it left out: such a line keeps the day of its last
measuring. The machine is told in words, without a name or a path.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.benches import Measured
from paiyan.models.pages.speed import Bench, Line, Run

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


def with_run(known: Bench, run: Run, measured: Mapping[str, Measured]) -> Bench:
    """The committed figures with those of a new run, whose `lines` are filled from what was measured.

    A bench that did not run keeps its lines, and so does another kind of processor. Of one that did, an older
    line stays with its own day where its way or what it is compared with was left out; no new line, which
    would tell less, takes its place.
    """
    older = [replace(one, lines=_kept(one, measured)) for one in known.runs if one.processor == run.processor]
    elsewhere = [one for one in known.runs if one.processor != run.processor]
    stay = {(name, line.key) for one in older for name in one.lines for line in one.lines[name]}
    new = {
        name: lines
        for name, told in measured.items()
        if (lines := [line for line in told.lines if (name, line.key) not in stay])
    }
    runs = [one for one in (replace(run, lines=new), *older, *elsewhere) if one.lines]
    details = {name: d for told in measured.values() for name, d in told.details.items()}
    return Bench(runs, {**known.details, **details})


def _kept(run: Run, measured: Mapping[str, Measured]) -> dict[str, list[Line]]:
    """The lines of an older run that stay."""
    kept = {
        name: [line for line in lines if _stays(line, measured.get(name))]
        for name, lines in run.lines.items()
    }
    return {name: lines for name, lines in kept.items() if lines}


def _stays(line: Line, told: Measured | None) -> bool:
    names = {line.other, line.how, *line.how.split(", ")}
    return told is None or not names.isdisjoint(told.left_out)
