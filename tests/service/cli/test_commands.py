"""The command line on typed hands: answers, formats, languages and exit statuses."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from paiyan.service.cli import program
from paiyan.service.cli.program import run

Capture = pytest.CaptureFixture[str]

HAND = ["--hand", "123m456p11z77s", "--meld", "789s:left", "--win", "7s"]


def test_a_typed_hand_scored_as_json(capsys: Capture) -> None:
    assert run(["score", *HAND, "--by", "self_draw", "--flowers", "1f5f", "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert out.count("\n") == 1
    assert not err
    assert answer["rules"] == "guobiao"
    assert {f["id"]: f["count"] for f in answer["fans"]} == {
        "mixed_straight": 1,
        "tile_hog": 1,
        "self_drawn": 1,
        "flower_tile": 2,
    }
    assert answer["payments"] == {"E": 63, "S": -21, "W": -21, "N": -21}


def test_the_same_hand_as_a_json_object_with_an_option_over_it(capsys: Capture) -> None:
    meld = {"type": "chow", "tiles": "789s", "from": "left"}
    hand = {"concealed": "123m456p11z77s", "melds": [meld], "win": {"tile": "7s", "by": "self_draw"}}
    assert run(["score", "--hand", json.dumps(hand), "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert run(["score", "--hand", json.dumps(hand), "--by", "discard", "--from", "S", "--json"]) == 0
    discarded = json.loads(capsys.readouterr().out)
    assert drawn["total"] == 11
    assert discarded["total"] == 10
    assert discarded["payments"] == {"E": 34, "S": -18, "W": -8, "N": -8}


@pytest.mark.parametrize(
    ("lang", "says"), [("zh", ("花龙", "自摸", "东")), ("en", ("Mixed Straight", "east"))]
)
def test_tables_in_both_languages(lang: str, says: tuple[str, ...], capsys: Capture) -> None:
    assert run(["score", *HAND, "--by", "self_draw", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in (*says, "+57", "-19"))


@pytest.mark.parametrize(
    ("environment", "word"),
    [({"LC_ALL": "zh_CN.UTF-8"}, "花龙"), ({"LC_ALL": "C", "LANG": "zh_CN"}, "Mixed Straight")],
)
def test_the_language_is_the_locales(
    environment: dict[str, str], word: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(["score", *HAND, "--by", "self_draw", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fans"][0]["name"] == word


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["score", *HAND, "--rules", "guobia"], ("没有规则", "no rule set", "ルール 'guobia'")),
        (["rules", "guobia"], ("没有规则", "no rule set", "ルール 'guobia'")),
        (["score", *HAND, "--rules", "FOLDER/my-club.toml"], ("第 4 行：", "line 4: ", "4 行目：")),
        (
            ["correct", "FOLDER/reading.json", "tile 3 is sad"],
            ("不是牌", "is not a tile", "牌ではありません"),
        ),
        (["correct", "FOLDER/reading.json", "nonsense"], ("看不懂", "understand", "訂正として読めません")),
    ],
)
def test_what_is_wrong_is_said_in_the_language_that_is_asked_for(
    arguments: list[str],
    says: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    (tmp_path / "my-club.toml").write_text('id = "my-club"\nname = "Club"\nbase = "hongkong"\nminimun = 3\n')
    (tmp_path / "reading.json").write_text('{"tiles": [], "hand": {"concealed": ""}}')
    asked = [argument.replace("FOLDER", str(tmp_path)) for argument in arguments]
    for lang, words in zip(("zh", "en", "ja"), says, strict=True):
        assert run([*asked, "--lang", lang]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert run(asked) == 2
    assert says[2] in capsys.readouterr().err, "without it, the language of the locale"


def test_a_wait_that_is_worth_no_fan_ends_with_what_it_lacks(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    waiting = ["--hand", "123m456p11z77s", "--meld", "789s:chow:left", "--rules", "riichi", "--lang", "en"]
    assert run(["waits", *waiting]) == 0
    _, first, second = capsys.readouterr().out.splitlines()
    assert first.rstrip().endswith("0 han (below the minimum)")
    assert second.rstrip().endswith("2 han: Round Wind East, Seat Wind East")


def test_waits_with_the_worth_of_each(capsys: Capture) -> None:
    waiting = ["--hand", "123m456p11z77s", "--meld", "789s:left"]
    assert run(["waits", *waiting, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [w["tile"] for w in answer["waits"]] == ["7s", "1z"]
    assert all(w["discard"]["total"] <= w["self_draw"]["total"] for w in answer["waits"])
    assert run(["waits", *waiting]) == 0
    assert "Mixed Straight" in capsys.readouterr().out


def test_a_hand_without_a_winning_tile_is_waiting(capsys: Capture) -> None:
    assert run(["score", "--hand", "123m456p11z77s", "--meld", "789s:left", "--json"]) == 0
    assert "waits" in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--hand", "123m456p11z77s", "--meld", "789s:left", "--win", "9p", "--by", "self_draw"],
        ["waits", "--hand", "159m159p159s1234z"],
    ],
)
def test_nothing_to_answer_is_status_one(arguments: list[str], capsys: Capture) -> None:
    assert run([*arguments, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer.get("win")
    assert not answer.get("fans")
    assert run(arguments) == 1


def test_rules_listed_and_shown(capsys: Capture) -> None:
    assert run(["rules", "--json"]) == 0
    ids = [r["id"] for r in json.loads(capsys.readouterr().out)]
    assert {"guobiao", "sichuan"} <= set(ids)
    for id_ in ids:
        assert run(["rules", id_, "--json"]) == 0
        about = json.loads(capsys.readouterr().out)
        assert about["id"] == id_
        assert about["sources"]
        assert all(f["source"] for f in about["fans"])
        assert run(["rules", id_, "--lang", "zh"]) == 0
        assert id_ in capsys.readouterr().out


def test_help_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """No line of it ends where a line of the source did."""
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["score", "--help"]) == 0
    told = capsys.readouterr().out
    assert "with --meld and --table, one fact each: --table fouls_S=1." in told
    assert "A whole deal is the JSON of its hands, each with its seat: --hand" in told


@pytest.mark.parametrize("alone", [[], ["ledger"]])
def test_commands_are_listed_where_none_is_named(alone: list[str], capsys: Capture) -> None:
    assert run(alone) == 0
    out, err = capsys.readouterr()
    assert "Commands" in out
    assert err == ""


def test_help_and_version(capsys: Capture) -> None:
    assert run([]) == 0
    listed = capsys.readouterr().out
    assert run(["--help", "score"]) == 0
    assert capsys.readouterr().out == listed
    for command in (
        "read",
        "score",
        "waits",
        "advise",
        "rules",
        "serve",
        "evaluate",
        "benchmark",
        "train",
        "synth",
    ):
        assert f" {command} " in listed
        assert run([command, "--help"]) == 0
        assert "Usage:" in capsys.readouterr().out
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == version("paiyan")


def _paiyan(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paiyan.service.cli", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rules >/dev/full", "the answer cannot be written: no space left on device"),
        ("rules --json >/dev/full", "the answer cannot be written: no space left on device"),
        ("rules >&-", "standard output is closed: there is nowhere to put the answer"),
        ("score --jsonl - <&-", "standard input is closed: name a file in place of -"),
        ("correct - <&-", "standard input is closed: name a file in place of -"),
    ],
)
def test_streams_that_are_closed_or_full(line: str, says: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m paiyan.service.cli {line}",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, f"paiyan: {says}\n")


def test_the_program_exits_with_the_status_and_one_line() -> None:
    done = _paiyan("score", "--hand", "55555m")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("paiyan: 5m appears 5 times")
    assert done.stderr.count("\n") == 1


def test_json_survives_a_terminal_that_knows_no_chinese() -> None:
    done = _paiyan("score", *HAND, "--lang", "zh", "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert json.loads(done.stdout)["fans"][0]["name"] == "花龙"


def test_a_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("paiyan.service.answers.rule_catalogue.summaries", broken)
    monkeypatch.delenv("PAIYAN_DEBUG", raising=False)
    assert run(["rules"]) == 2
    err = capsys.readouterr().err
    assert "PAIYAN_DEBUG=1" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("PAIYAN_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(["rules"])


def test_who_interrupts_it_is_told_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paiyan.service.answers.rule_catalogue.summaries", interrupted)
    assert run(["rules"]) == 130
    assert capsys.readouterr().err.strip() == ""


def test_listing_rules_opens_nothing_heavy() -> None:
    code = (
        "import sys, paiyan.service.cli.program as c; c.run(['rules']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    heavy = {
        "numpy",
        "cv2",
        "PIL",
        "onnxruntime",
        "fastapi",
        "torch",
        "ultralytics",
        "pydantic",
        "paiyan.vision",
    }
    slow = {
        "importlib.metadata",
        "paiyan.scorer.settling.settlement",
        "paiyan.service.cli.batch",
        "paiyan.service.cli.commands.hands",
    }
    assert not (heavy | slow) & loaded


def test_what_is_loaded_is_left_out_of_garbage_collection() -> None:
    code = "import gc, sys, service.cli as c; c.main()"
    late = "import atexit, gc; atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 10_000))"
    done = subprocess.run(
        [sys.executable, "-c", f"{late}; {code}", "rules", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "True True"


def test_a_whole_deal(capsys: Capture) -> None:
    won = {"seat": "W", "concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
    deal = json.dumps({"rules": "guobiao", "dealer": "S", "hands": [won]})
    assert run(["score", "--hand", deal, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["winners"][0]["seat"] == "W"
    assert answer["payments"]["W"] == -3 * answer["payments"]["E"] > 0
    assert run(["score", "--hand", deal]) == 0
    assert "W west" in capsys.readouterr().out


def test_rules_in_figures(capsys: Capture) -> None:
    assert run(["rules", "--coverage", "--json"]) == 0
    told = {rule["id"]: rule for rule in json.loads(capsys.readouterr().out)}
    assert told["guobiao"]["fans"] > 80
    assert told["nanjing"]["sources"]["seed"] > 0
    assert run(["rules", "--coverage", "--lang", "zh"]) == 0
    assert "nanjing" in capsys.readouterr().out
    assert run(["rules", "guobiao", "--coverage"]) == 2


def test_every_view_that_a_command_names_is_there() -> None:
    package = importlib.import_module("paiyan.service.cli.views")
    views = {module.name for module in pkgutil.iter_modules(package.__path__)}
    named = set[str]()
    for file in Path(program.__file__).parent.rglob("*.py"):
        named |= set(re.findall(rf'"((?:{"|".join(views)})\.\w+)"', file.read_text(encoding="utf-8")))
    assert len(named) > 8
    for view in named:
        module, _, name = view.partition(".")
        assert callable(getattr(importlib.import_module(f"paiyan.service.cli.views.{module}"), name)), view
