"""One hand under several rule sets, and one score explained, on the command line."""

from __future__ import annotations

import json

import pytest

from paiyan.service.cli.program import run

Capture = pytest.CaptureFixture[str]

HAND = ["score", "--hand", "123m456p78p99s", "--meld", "222z:pung:left", "--win", "9p", "--from", "W"]
PAIRS = ["score", "--hand", "1122334455667m", "--win", "7m", "--from", "S"]


def test_a_column_for_each_rule_set_and_one_that_refuses(capsys: Capture) -> None:
    assert run([*HAND, "--round", "S", "--compare", "guobiao, riichi,sichuan", "--json"]) == 0
    official, riichi, sichuan = json.loads(capsys.readouterr().out)["compare"]
    assert (official["rules"], official["total"], official["legal"]) == ("guobiao", 3, False)
    assert (riichi["rules"], riichi["han"], riichi["payments"]["W"]) == ("riichi", 1, -1500)
    assert sichuan["error"] == "Sichuan (Chengdu) is played without 2z: take it out"


def test_the_table_shows_the_refusal_beside_the_others(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run([*HAND, "--round", "S", "--compare", "riichi,sichuan", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "1 han 30 fu" in out
    assert "take it out" in out
    assert "Sichuan (Chengdu)" in out.splitlines()[0]


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_no_text_is_cut_off_in_a_terminal_of_80_columns(
    lang: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*HAND, "--round", "S", "--compare", "all", "--lang", lang]) == 0
    assert run(["rules", "--diff", "hongkong", "guangzhou", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 80
    assert not [line for line in lines if "…" in line]


def test_a_deal_is_not_compared(capsys: Capture) -> None:
    assert run(["score", "--hand", '{"hands": []}', "--compare", "guobiao"]) == 2
    assert "give one hand to compare" in capsys.readouterr().err


def test_options_that_are_no_object(capsys: Capture) -> None:
    hand = '{"concealed": "1122334455667m", "win": {"tile": "7m"}, "options": ["minimum"]}'
    assert run(["score", "--hand", hand, "--compare", "guobiao"]) == 2
    assert '"options" is a JSON object' in capsys.readouterr().err


def test_nothing_but_refusals_is_nothing_to_answer(capsys: Capture) -> None:
    assert run([*HAND, "--compare", "sichuan", "--json"]) == 1
    assert "error" in json.loads(capsys.readouterr().out)["compare"][0]


def test_each_is_told_what_it_knows(capsys: Capture) -> None:
    told = ["--table", "riichi=riichi", "--option", "minimum=6"]
    assert run([*PAIRS, "--compare", "guobiao,riichi", *told, "--json"]) == 0
    riichi = json.loads(capsys.readouterr().out)["compare"][1]
    assert "riichi" in {f["id"] for f in riichi["fans"]}


def test_a_waiting_hand_is_compared_too(capsys: Capture) -> None:
    assert run(["score", "--hand", "1122334455667m", "--compare", "guobiao,riichi", "--json"]) == 0
    waits = [[w["tile"] for w in a["waits"]] for a in json.loads(capsys.readouterr().out)["compare"]]
    assert all("7m" in tiles for tiles in waits)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--compare", "guobiao,riich"], "did you mean riichi?"),
        (["--compare", "guobiao", "--rules", "riichi"], "--compare and --rules cannot go together"),
        (["--compare", "guobiao", "--explain"], "--compare and --explain cannot go together"),
        (["--compare", "guobiao", "--table", "honba=1"], "'honba' is known to none of these: guobiao"),
    ],
)
def test_wrong_use_is_one_sentence(more: list[str], says: str, capsys: Capture) -> None:
    assert run([*PAIRS, *more]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("zh", ("说明", "不计: 一杯口", "七对子", "一手牌只按一种牌型计")),
        ("en", ("explained", "not counted: Iipeikou", "counted in one arrangement")),
        ("ja", ("説明", "数えない: 一盃口", "七対子", "手牌は一通りにしか数えない")),
    ],
)
def test_a_score_explained(
    lang: str, says: tuple[str, ...], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run([*PAIRS, "--rules", "riichi", "--explain", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert [text for text in says if text not in out] == []
