"""`import paiyan`: quick, typed, and the same answers as the command line and the service."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import paiyan
from paiyan import api, photo
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report import answer as scored
from paiyan.service.answers import scoring
from paiyan.service.answers.situation import HandRequest, with_reading
from paiyan.service.errors import UnknownRules

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "service" / "samples" / "hand.jpg"
DEALS = sorted((ROOT / "tests" / "deals").glob("*.json"))
WON = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}


def in_new_process(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("module", [paiyan, api, photo], ids=lambda module: module.__name__)
def test_examples(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS, report=True)
    assert tried.attempted >= 2
    assert not tried.failed


def test_every_function_shows_an_example() -> None:
    functions = [getattr(paiyan, name) for name in paiyan.__all__ if name.islower()]
    assert len(functions) >= 5
    for function in functions:
        assert ">>> " in (inspect.getdoc(function) or ""), function.__name__


def test_all_names_are_there_and_are_listed() -> None:
    assert {name: getattr(paiyan, name) for name in paiyan.__all__}
    assert {*paiyan.__all__} <= {*dir(paiyan)}
    assert paiyan.Reading.__module__ == "paiyan.vision.reading"
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        _ = paiyan.scores  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def test_the_command_line_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "paiyan", "scor", "--lang", "en"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "paiyan: no such command 'scor'. Did you mean 'score'? (see paiyan --help)\n"


def test_importing_takes_less_than_20_ms() -> None:
    """Of the processor: other programs run next to the tests."""
    code = "import time; t = time.process_time(); import paiyan; print(time.process_time() - t)"
    assert min(float(in_new_process(code)) for _ in range(5)) < 0.02


def test_a_typed_hand_needs_neither_opencv_nor_numpy() -> None:
    used = (
        "paiyan.score('123m456p789s11z77s', win='7s', by='self_draw'); paiyan.waits('123m456p789s11z77s');"
        " paiyan.settle({'rules': 'riichi', 'hands': []}); paiyan.rules('riichi')"
    )
    code = f"import sys, paiyan; {used}; print({{'cv2', 'numpy', 'onnxruntime'}} & {{*sys.modules}})"
    assert in_new_process(code).strip() == "set()"


def test_a_photo_needs_at_most_125_modules() -> None:
    """No rule set, no advice, no payments: of the scorer only what a tile and a legal hand are."""
    code = "import sys, paiyan; paiyan.read('service/samples/hand.jpg'); print(*sys.modules)"
    loaded = [name for name in in_new_process(code).split() if name.partition(".")[0] == "paiyan"]
    assert len(loaded) <= 125
    assert not [
        name for name in loaded if re.match(r"paiyan\.(api|scorer\.(rulesets|advice|scoring|settling))", name)
    ]


def test_nothing_else_imports_it() -> None:
    """Everything below is complete without the front door."""
    functions = "|".join(name for name in paiyan.__all__ if name.islower())
    listed = subprocess.run(
        ["git", "grep", "-lE", rf"paiyan\.(api|photo)\b|from paiyan import \(?({functions})\>", "--", "*.py"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ).stdout.split()  # fmt: skip
    assert listed
    packages = ("scorer", "vision", "models", "datasets", "service", "bench")
    assert [name for name in listed if name.startswith(packages)] == []


def deals() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The first deals of each rule set's table."""
    for file in DEALS:
        for one in json.loads(file.read_text(encoding="utf-8"))[:5]:
            yield file.stem, {"options": one.get("options", {}), **one["deal"]}


@pytest.mark.parametrize(("rules", "deal"), list(deals()))
def test_a_deal_is_settled_as_the_command_line_settles_it(rules: str, deal: Mapping[str, Any]) -> None:
    given = {"rules": rules, **deal}
    try:
        expected = scored.answer(given)
    except HandError as refused:
        with pytest.raises(paiyan.PaiyanError, match=re.escape(str(refused))):
            paiyan.settle(given)
        return
    settled = paiyan.settle(given)
    assert {seat.name: n for seat, n in settled.balances.items()} == (expected["payments"] or ZEROS)
    assert [said.to("en") for said in settled.warnings] == [
        said for said in expected["warnings"] if not settled.unsettled or said != settled.unsettled.to("en")
    ]
    given = {name: value for name, value in given.items() if name not in ("rules", "options")}
    options = deal["options"]
    assert paiyan.settle(given, rules=paiyan.rules(rules), options=options).balances == settled.balances
    assert paiyan.settle(parse_deal(given), rules=rules, options=options).balances == settled.balances


ZEROS = dict.fromkeys("ESWN", 0)


def test_a_photo_is_scored_as_the_command_line_scores_it() -> None:
    told = {"win": {"by": "self_draw"}}
    expected = to_json(scoring.score(HandRequest(told, SAMPLE)), "en")
    reading = paiyan.read(SAMPLE, rules="guobiao", won=True)
    result = paiyan.score(reading, rules="guobiao", by="self_draw")
    assert (result.total, [fan.id for fan in result.fans]) == (
        expected["total"],
        [fan["id"] for fan in expected["fans"] for _ in range(fan["count"])],
    )
    assert {seat.name: n for seat, n in result.balances.items()} == expected["balances"]
    made = with_reading(reading.hand, told)
    for hand in (reading.hand, made, paiyan.hand(reading, by="self_draw"), json.dumps(made)):
        told_again = {} if isinstance(hand, paiyan.Hand) else {"by": "self_draw"}
        assert paiyan.score(hand, **told_again).balances == result.balances  # pyright: ignore[reportArgumentType]


def test_bytes_and_pixels_are_read_as_the_file_is() -> None:
    from paiyan.vision.picture.image import load

    expected = paiyan.read(str(SAMPLE)).hand
    assert paiyan.read(SAMPLE.read_bytes()).hand == expected
    assert paiyan.read(load(SAMPLE)).hand == expected


def test_arguments_win_over_what_the_object_names() -> None:
    riichi = {**WON, "rules": "riichi"}
    assert paiyan.score(riichi).rules.id == "riichi"
    assert paiyan.score(riichi, rules="guobiao").rules.id == "guobiao"
    assert paiyan.score(riichi, rules=paiyan.rules("hongkong")).rules.id == "hongkong"
    with pytest.raises(paiyan.PaiyanError, match="house"):
        paiyan.score({**WON, "house": "id = 'x'"}, rules="guobiao")


def test_a_house_file_is_a_rule_set() -> None:
    file = ROOT / "examples" / "hongkong-club.toml"
    club = paiyan.rules(file)
    assert club.base is paiyan.rules("hongkong")
    assert paiyan.score(WON, rules=str(file)).rules.id == paiyan.score(WON, rules=club).rules.id == club.id


def test_fields_without_effect_and_missing_ones_are_warned_of() -> None:
    told = paiyan.score(WON, flags=["declared_ready"], rules="hongkong")
    assert [said for said in told.warnings if "declared" in said.to("en")]
    assert not paiyan.score(WON, rules="hongkong").warnings
    unsettled = paiyan.score("123m456p789s11z77s", win="7s")
    assert unsettled.unsettled is not None
    assert "who discarded" in unsettled.unsettled.to("en")
    assert set(unsettled.balances.values()) == {0}


def test_a_hand_below_the_minimum_says_what_it_is_worth() -> None:
    with pytest.raises(paiyan.DoesNotWin, match="3 fan where at least 8 are needed") as wrong:
        paiyan.score("234m678p345s11z22z", win="2z", discarder="S")
    assert isinstance(wrong.value.result, paiyan.Score)
    assert wrong.value.result.total == 3


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: paiyan.score("hand.jpg"), "is the name of a picture"),
        (lambda: paiyan.score(SAMPLE), "is the name of a picture"),
        (lambda: paiyan.score(7), "not int"),
        (lambda: paiyan.score("123m456p789s11z77s"), "no winning tile"),
        (lambda: paiyan.score("123m4", win="4m"), "4"),
        (lambda: paiyan.score("123m456p789s11z77s", win="7s", rules="gobiao"), "did you mean guobiao"),
        (lambda: paiyan.score("123m456p789s11z77s", wins="7s"), "no argument 'wins'"),
        (lambda: paiyan.score(paiyan.hand("11z", win="1z"), by="self_draw"), "tells its situation itself"),
        (lambda: paiyan.score("123m456p789s11z77s", win="5s"), "does not win"),
        (lambda: paiyan.waits("123m456p789s11z77s", win="7s"), "waits for nothing"),
        (lambda: paiyan.waits({"rules": "sichuan", "hands": []}), "waits for nothing"),
        (lambda: paiyan.settle(WON), "paiyan.score takes one hand"),
        (lambda: paiyan.hand("123m", melds=["789s:left:foo"]), "is not known"),
        (lambda: paiyan.read("nowhere.jpg"), "nowhere.jpg"),
        (lambda: paiyan.read(b"not a picture"), "picture"),
        (lambda: paiyan.read(Pillow.open(SAMPLE)), "BGR pixels (h, w, 3) of uint8, not JpegImageFile"),
        (lambda: paiyan.read(None), "BGR pixels (h, w, 3) of uint8, not NoneType"),
        (lambda: paiyan.read(np.zeros((64, 64), np.uint8)), "not ndarray (64, 64) uint8"),
        (lambda: paiyan.read(np.zeros((64, 64, 3))), "not ndarray (64, 64, 3) float64"),
        (lambda: paiyan.read(np.zeros((0, 0, 3), np.uint8)), "not ndarray (0, 0, 3) uint8"),
        (lambda: paiyan.read(SAMPLE, seat="Q"), "seat is one of E, S, W, N, all, nearest, not 'Q'"),
        (lambda: paiyan.read(SAMPLE, rules="guobiao", options={"x": 1}), "no option 'x'"),
        (lambda: paiyan.score("123m456p11z77s", melds="789s", win="7s"), '"melds" is a list, not \'789s\''),
    ],
)  # fmt: skip
def test_errors_are_one_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(paiyan.PaiyanError) as wrong:
        call()
    text = str(wrong.value)
    assert sentence in text
    assert "\n" not in text
    assert len(text) < 250
    assert wrong.value.to("zh")


@pytest.mark.parametrize("call", [paiyan.rules, lambda name: paiyan.score(WON, rules=name)])
def test_an_error_keeps_its_kind(call: Any) -> None:
    with pytest.raises(UnknownRules):
        call("gobiao")
