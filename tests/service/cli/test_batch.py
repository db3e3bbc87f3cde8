"""Files of hands and photos: each line is answered in its place, by one process or several."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer import rulesets
from paiyan.scorer.report.values import WaitsReport
from paiyan.service.answers import scoring
from paiyan.service.answers.report import HandAnswer
from paiyan.service.answers.situation import HandRequest
from paiyan.service.cli import batch
from paiyan.service.cli.batch import line_object, lines_of
from paiyan.service.cli.program import run
from paiyan.service.errors import PaiyanError, WrongUse

Capture = pytest.CaptureFixture[str]


def test_lines_are_hands_or_photos() -> None:
    assert line_object('{"concealed": "1m"}') == {"concealed": "1m"}
    assert line_object("a photo.jpg") == {"photo": "a photo.jpg"}
    assert line_object('"a photo.jpg"') == {"photo": "a photo.jpg"}


def test_lines_of_a_file_and_of_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text("\ufeffone\n\n  two \n", encoding="utf-8")
    assert list(lines_of(str(file))) == ["one", "two"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeffthree\n"))
    assert list(lines_of("-")) == ["three"]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, says in {tmp_path: "is a folder", tmp_path / "none": "no such file"}.items():
        with pytest.raises(WrongUse, match=says):
            list(lines_of(str(path)))


def test_a_batch_answers_each_line_in_its_place(tmp_path: Path, capsys: Capture) -> None:
    good = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
    lines = [json.dumps(good), "{", json.dumps({**good, "concealed": "1m"}), "no.jpg", json.dumps(good)]
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(lines) + "\n")
    assert run(["score", "--jsonl", str(file), "--seat", "S"]) == 0
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert not err
    assert ["error" in a for a in answers] == [False, True, True, True, False]
    assert answers[0] == answers[4]
    assert answers[0]["payments"]["S"] > 0, "options are what a line leaves out"


@pytest.mark.parametrize("more", [[], ["--compare", "all"], ["--explain", "--lang", "zh"]])
def test_several_processes_answer_a_batch_as_one_does(
    more: list[str], tmp_path: Path, capsys: Capture
) -> None:
    hands = ["123m456p789s11z77s", "111222333m44455z", "19m19p19s1234567z", "1m"]
    lines = [json.dumps({"concealed": hand, "win": {"by": "self_draw"}}) for hand in hands] + ["{", "no.jpg"]
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(lines * 30) + "\n")  # more than one part for each process
    told = []
    for jobs in ("1", "2"):
        status = run(["score", "--jsonl", str(file), "--win", "7s", "--jobs", jobs, *more])
        told.append((status, *capsys.readouterr()))
    assert told[0] == told[1]
    assert len(told[0][1].splitlines()) == 180
    assert told[0][2] == ""


def test_a_program_of_one_thread_answers_by_several_processes(tmp_path: Path) -> None:
    """As a shell starts it: on Linux its processes are forked, with what was printed so far."""
    file = tmp_path / "hands.jsonl"
    file.write_text('{"concealed": "123m456p789s11z77s"}\nno.jpg\n' * 60)
    told = "--win", "7s", "--by", "self_draw"
    one, two = (
        subprocess.run(
            [
                sys.executable,
                "-m",
                "paiyan.service.cli",
                "score",
                "--jsonl",
                str(file),
                *told,
                "--jobs",
                jobs,
            ],
            capture_output=True,
            check=True,
        )
        for jobs in "12"
    )
    assert len(one.stdout.splitlines()) == 120
    assert two.stdout == one.stdout
    assert two.stderr == b""


@pytest.fixture
def answering() -> Iterator[subprocess.Popen[bytes]]:
    """A program that answers by two processes, and waits for further lines."""
    # Programs that a script starts in the background do not hear ^C, nor do those that they start.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    main = f"{hears}; from paiyan.service.cli import main; main()"
    command = [sys.executable, "-c", main, "score", "--jsonl", "-", "--jobs", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(b'{"concealed": "123m456p789s11z77s"}\n' * 40)
        program.stdin.flush()
        assert program.stdout.readline()
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)


def test_a_terminals_interrupt_ends_all_processes_without_a_word(answering: subprocess.Popen[bytes]) -> None:
    os.killpg(answering.pid, signal.SIGINT)
    _, err = answering.communicate(timeout=60)
    assert answering.returncode == 130
    assert err.strip() == b""


def test_processes_end_when_the_program_has_ended(answering: subprocess.Popen[bytes]) -> None:
    answering.kill()
    answering.communicate(timeout=60)  # which waits for all who could write there


def test_processes_that_begin_anew_know_the_house_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(rulesets, "_ADDED", {})
    monkeypatch.setattr(batch, "_alone", lambda: False)
    house, hands = tmp_path / "club.toml", tmp_path / "hands.jsonl"
    house.write_text('id = "our-club"\nname = "Our club"\nbase = "guobiao"\nminimum = 1\n')
    hands.write_text('{"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}\n' * 2)
    assert run(["score", "--jsonl", str(hands), "--jobs", "2", "--rules", str(house)]) == 0
    assert [json.loads(line)["rules"] for line in capsys.readouterr().out.splitlines()] == ["our-club"] * 2


@pytest.mark.parametrize(("count", "begun"), [(0, 1), (3, 3), (40, 20)])
def test_no_more_processes_are_begun_than_there_are_lines(
    count: int, begun: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pool(jobs: int, **_: Any) -> ThreadPoolExecutor:
        assert jobs == begun
        return ThreadPoolExecutor(jobs)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", pool)
    lines = [f"{n}m" for n in range(count)]
    told = batch.map_ordered(lines, list, jobs=20)
    assert [line for part in told for line in part] == lines


class AtOnce:
    """A pool that has every answer as soon as it is asked."""

    def __init__(self, jobs: int, **_: object) -> None:
        assert jobs == 1

    def submit(self, work: Any, *about: Any) -> Future[Any]:
        done = Future[Any]()
        done.set_result(work(*about))
        return done

    def shutdown(self, **_: object) -> None:
        pass


def test_lines_that_come_slowly_are_answered_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", AtOnce)
    monkeypatch.setattr(batch, "perf_counter", lambda: next(seconds))
    monkeypatch.setattr(batch, "_PART", 3)  # as long as three lines take to come
    happened: list[str] = []

    def lines() -> Iterator[str]:
        for line in "abcdefghi":
            happened.append(line)
            yield line

    for part in batch.map_ordered(lines(), list, jobs=1):
        happened.append("".join(part).upper())
    assert happened == [*"aA", *"bcd", "BCD", *"efgh", "EFGH", *"iI"]


@pytest.mark.parametrize(("jobs", "spin"), [("1", True), ("2", False)])
def test_processes_side_by_side_leave_no_core_to_threads_that_spin(
    jobs: str, *, spin: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def answered(lines: Iterable[str], how: Any, **_: object) -> Iterator[tuple[set[int], str]]:
        return map(how, [lines])

    def told(asked: HandRequest) -> HandAnswer:
        warnings = (str(asked.reading_settings.spin),)
        return HandAnswer(report=WaitsReport(rules="", waits=(), warnings=warnings))

    monkeypatch.setattr(batch, "map_ordered", answered)
    monkeypatch.setattr(scoring, "waits", told)
    file = tmp_path / "hands.jsonl"
    file.write_text('{"concealed": "11m"}\n')
    run(["waits", "--jsonl", str(file), "--jobs", jobs])
    assert json.loads(capsys.readouterr().out)["warnings"] == [str(spin)]


def test_a_process_that_is_ended_from_outside_is_told_in_one_line() -> None:
    with pytest.raises(PaiyanError, match="fewer processes"):
        list(batch.map_ordered("123", _ended, jobs=2))


def _ended(_: Iterable[str]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_several_processes_are_for_a_batch(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text("\n")
    for wrong in (["--hand", "123m"], ["--jsonl", str(file), "--draw", str(tmp_path / "boxes.jpg")]):
        assert run(["score", *wrong, "--jobs", "2"]) == 2
        assert "--jobs is for the lines of --jsonl" in capsys.readouterr().err


def test_a_batch_without_an_answer_is_status_one(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{\n"))
    assert run(["score", "--jsonl", "-"]) == 1
    assert "error" in json.loads(capsys.readouterr().out)


def test_a_file_without_a_line_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n  \n"))
    assert run(["score", "--jsonl", "-"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "there is no line" in err
