"""Crops that lie there, crops that processes draw for ever, and how those end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, CropSource, Stream, draw_for_ever
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.scorer.tiles.tile import BACK

PLAN = CropPlan(
    seed=5,
    parts={
        "dice": CropPart(share=0.5, dice=6),
        "backs": CropPart(share=0.3, backs=4, stream=Stream(8, 0.7)),
        "rows": CropPart(share=0.2, rows=1, drawn=1.0, stream=Stream(50, 0.3)),
    },
)


def source(folder: Path, plan: CropPlan = PLAN) -> CropSource:
    return CropSource(plan=plan, photos=folder, scenes=folder, kept=folder / "kept", processes=2)


def test_fixed_crops_are_cut_once(tmp_path: Path) -> None:
    ((name, first),) = source(tmp_path).fixed()
    file = tmp_path / "kept" / "dice.npz"
    cut_at = file.stat().st_mtime_ns
    nothing = tmp_path / "none"
    elsewhere = CropSource(plan=PLAN, photos=nothing, scenes=nothing, kept=tmp_path / "kept")
    ((_, again),) = elsewhere.fixed()
    assert (name, len(first.classes), file.stat().st_mtime_ns) == ("dice", 6, cut_at)
    np.testing.assert_array_equal(first.patches, again.patches)


def test_each_stream_has_its_share_of_the_time(tmp_path: Path) -> None:
    drawn = draw_for_ever(PLAN, tmp_path, Resources(), 0)
    spent, begun = dict.fromkeys(PLAN.streams, 0.0), time.process_time()
    for _ in range(120):
        spent[next(drawn).part] += (now := time.process_time()) - begun
        begun = now
    assert 0.5 < spent["backs"] / sum(spent.values()) < 0.9


def test_processes_draw_different_crops_of_every_stream(tmp_path: Path) -> None:
    seen = dict[str, list[np.ndarray]]()
    with source(tmp_path).stream() as stream:
        for part, crops in stream:
            seen.setdefault(part, []).append(crops.patches)
            assert part == "rows" or (crops.classes == BACK).all()
            assert crops.classes.max() <= NOTHING
            if len(seen) == 2 and len(seen["backs"]) > 5:
                break
    assert len({patches.tobytes() for patches in seen["backs"]}) == len(seen["backs"])


def test_a_plan_without_streams_starts_nothing(tmp_path: Path) -> None:
    with source(tmp_path, CropPlan(seed=1, parts={"dice": PLAN.parts["dice"]})).stream() as stream:
        assert stream.take() is None


def numbers(number: int) -> Iterator[tuple[int, int]]:
    for at in count():
        yield os.getpid(), number + at


def failing(number: int) -> Iterator[int]:
    yield number
    raise ValueError("no more paint")


def test_processes_wait_where_nobody_takes_and_end_with_the_block() -> None:
    with DrawingProcesses(numbers, 2, ahead=3) as drawing:
        taken = [next(iter(drawing)) for _ in range(20)]
        pids = {pid for pid, _ in taken}
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    first = [at for pid, at in taken if pid == taken[0][0]]
    assert first == list(range(first[0], first[0] + len(first)))


def test_a_failure_is_raised_where_the_drawings_are_used() -> None:
    with DrawingProcesses(failing, 1) as drawing, pytest.raises(DatasetError, match="no more paint"):
        list(drawing)


def test_processes_end_where_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "begin.py"
    program.write_text(
        "import os, sys\n"
        "from paiyan.datasets.drawing_processes import DrawingProcesses\n"
        "from tests.datasets.namer_training.test_crop_source import numbers\n"
        "if __name__ == '__main__':\n"
        "    with DrawingProcesses(numbers, 1, ahead=2) as drawing:\n"
        "        print(next(iter(drawing))[0], flush=True)\n"
        "        sys.stdin.read()\n"
    )
    here = str(Path(__file__).parents[3])
    begun = subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": here}, cwd=tmp_path,
    )  # fmt: skip
    assert begun.stdout is not None
    drawer = int(begun.stdout.readline())
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and _runs(drawer):
        time.sleep(0.1)
    assert not _runs(drawer)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
