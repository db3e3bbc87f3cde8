"""The benches: each has its settings and says what it lacks; one that stops does not stop the others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bench import __main__ as program
from bench import detect, score
from bench.benches import Measured, chosen, measure_of, settings
from bench.hands import Mahjong, deal, hand_json
from paiyan.models.pages import figures as pages
from paiyan.models.pages.speed import SECTIONS, Unit, from_json
from paiyan.scorer.rulesets import rule_set


@pytest.mark.parametrize("name", SECTIONS)
def test_each_bench_is_there_with_a_default_for_every_setting(name: str) -> None:
    assert measure_of(name).__doc__
    assert all(isinstance(value, (int, float, str)) for value in settings(name).values())


def test_a_setting_is_of_the_kind_of_its_default() -> None:
    assert chosen("serve", ["seconds=2", "requests=10"]) == {"seconds": 2.0, "requests": 10}


@pytest.mark.parametrize(("option", "says"), [
    ("tiles=3", "has no setting 'tiles'"),
    ("hands=few", "hands of score is a whole number, as 1000, not 'few'"),
    ("hands", "hands of score is a whole number, as 1000, not ''"),
])  # fmt: skip
def test_a_setting_that_does_not_fit_is_refused(option: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        chosen("score", [option])


def test_a_program_that_is_not_installed_is_left_out_with_a_word() -> None:
    class Missing(Mahjong):
        name = "mahjong"

        def __init__(self) -> None:
            raise ImportError

    told = Measured()
    score.against_program(told, Missing, "riichi", rule_set("riichi"), [], [])
    assert told.left_out == {"mahjong": "it is not installed"}
    assert told.lines == []


FIGURES = {"ms": 10.0, "first": 12.0, "shapes": 15.0, "busy": 20.0, "batch": 50.0, "mib": 200.0, "lost": 0.0}


def test_ways_that_cannot_run_are_left_out_and_the_others_stand_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without ultralytics nothing is compared, and nothing is said of accuracy beside it."""

    def raced(some: Any, *_: object, **__: object) -> dict[str, dict[str, float]]:
        return {way.name: {**FIGURES, "map50_95": 0.7} for way in some}

    monkeypatch.setattr(detect.importlib.util, "find_spec", lambda name: name == "onnxruntime" or None)
    monkeypatch.setattr(detect, "race", raced)
    told = Measured()
    detect.measure(told)
    assert told.left_out[detect.PREDICT] == "ultralytics is not installed"
    assert "OpenVINO, int8" in told.left_out
    assert {line.how for line in told.lines} >= {"ONNX Runtime", "ONNX Runtime, both stages"}
    assert all(line.ratio is None and not line.accuracy for line in told.lines)


def test_beside_predict_a_way_says_what_it_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {detect.PREDICT: FIGURES, "ONNX Runtime": {**FIGURES, "ms": 5.0, "lost": -1.23}}
    monkeypatch.setattr(detect, "race", lambda *_, **__: figures)
    told = Measured()
    detect.measure(told)
    first = told.lines[0]
    assert (first.how, first.other, first.ratio) == ("ONNX Runtime", detect.PREDICT, 2.0)
    assert first.accuracy == "mAP50-95 +1.2"


def test_a_picture_is_cut_to_proportions_that_all_differ() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    shapes = [cut.shape[:2] for cut in detect.cuts(picture)]
    assert len(set(shapes)) == len(shapes) == 2 * len(detect.CUTS) - 1
    assert {(480, 640), (480, 240), (180, 640)} <= set(shapes)


def test_each_way_takes_its_turn_at_each_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second takes twice the time; a pass that another program slowed counts for nothing."""
    asked = list[tuple[str, str]]()

    class Played(detect.Worker):
        def __init__(self, way: detect.Way, _: Sequence[str]) -> None:
            self.name, self.pace = way.name, 2 if way.name == "slow" else 1
            self.process = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)

        def ask(self, word: str) -> dict[str, float]:
            asked.append((self.name, word))
            spent = {"first": 0.015, "one": 0.010, "many": 0.005, "shapes": 0.020}[word]
            disturbed = 10 if len(asked) < 7 else 1
            return {"seconds": self.pace * spent * disturbed, "mib": 100.0 * self.pace}

    monkeypatch.setattr(detect, "Worker", Played)
    some = [detect.Way(name, "onnxruntime", "", "one") for name in ("fast", "slow")]
    told = detect.race(some, [], rounds=3, scored=False)
    fast = {"first": 15.0, "ms": 10.0, "batch": 200.0, "shapes": 20.0, "busy": 10.0, "mib": 100.0}
    assert told["fast"] == pytest.approx(fast)
    assert told["slow"] == pytest.approx({k: v / 2 if k == "batch" else 2 * v for k, v in fast.items()})
    rounds = [(name, word) for name in ("fast", "slow") for word in ("first", "one", "many")] * 3
    assert asked == [*rounds, ("fast", "shapes"), ("slow", "shapes"), ("fast", "one"), ("slow", "one")]


def test_hands_are_scored_for_real() -> None:
    told = Measured()
    score.measure(told, hands=4)
    ways = {(line.what, line.how) for line in told.lines}
    assert ("one hand under all 39 rule sets", score.FORM) in ways
    assert ("Tianjin: the slowest hand, all waits", f"7 wild tiles, {score.FORM}") in ways
    assert len(ways) == len(told.lines), "each line is known by what it measures and how"
    assert all(line.value > 0 for line in told.lines)


def test_a_dealt_hand_is_told_as_a_request_takes_it() -> None:
    told = hand_json(deal(Random(0)))
    assert told["rules"] == "guobiao"
    assert set(told) == {"rules", "concealed", "melds", "win", "seat"}


def _measured(name: str, options: dict[str, Any]) -> Measured:
    if name == "photo":
        raise OSError("no room")
    told = Measured()
    told.add(f"what {name} does", 2.0, Unit.MS)
    return told


@pytest.fixture
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of results of its own, to which the program writes what `_measured` gives."""
    monkeypatch.setattr(pages, "SPEED", tmp_path / "bench.json")
    monkeypatch.setattr(pages, "main", lambda: None)
    monkeypatch.setattr(program, "in_new_process", lambda _, *given: _measured(*given))
    return tmp_path / "bench.json"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    return program.main()


def test_figures_are_written_only_where_that_is_asked(
    committed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "score", "read") == 0
    assert not committed.exists()
    assert "what score does" in capsys.readouterr().out
    assert run(monkeypatch, "score", "--write", "--on", "which rests") == 0
    told = from_json(json.loads(committed.read_text(encoding="utf-8")))
    assert [line.what for line, _ in told.of("score")] == ["what score does"]
    assert told.runs[0].machine.endswith("which rests")


def test_a_bench_that_stops_is_told_and_the_others_go_on(
    committed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--write") == 1
    out = capsys.readouterr().out
    assert "photo: stopped, its older figures stay: OSError: no room" in out
    assert "what load does" in out
    assert "photo" not in from_json(json.loads(committed.read_text(encoding="utf-8"))).runs[0].lines


@pytest.mark.parametrize(("arguments", "says"), [
    (["skore"], "no bench skore"), (["score", "-o", "hands=3", "--write"], "without --write"),
    (["score", "read", "-o", "hands=3"], "with one bench"), (["score", "-o", "hand=3"], "no setting 'hand'"),
])  # fmt: skip
def test_wrong_use_is_one_sentence(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(monkeypatch, *arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_the_benches_are_listed_with_their_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--list") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in SECTIONS)
    assert "hands=1000" in out
