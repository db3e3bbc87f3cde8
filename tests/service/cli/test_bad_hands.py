"""Hands and options that cannot be: one line on standard error that says what is wrong, and status 2."""

from __future__ import annotations

import json

import pytest

from paiyan.service.cli.program import run

WON = ["--hand", "123m456p789s11z77s", "--win", "7s"]
MELDED = ["--hand", "123m456p11z77s", "--win", "7s", "--meld", "789s:left"]

BAD = [
    (["--hand", "55555m123p456s11z", "--win", "1z"], "5m appears 5 times"),
    (["--hand", "123m456p789s11z7s", "--win", "7s"], "12 concealed tiles"),
    (["--hand", "123m456p789s11z677s", "--win", "7s"], "14 concealed tiles"),
    (["--hand", "123m456p789s11z7w"], "is not a tile"),
    (["--hand", "123m456p789s11z78z"], "there is no tile 8z"),
    (["--hand", ""], "--hand is empty"),
    (["--hand", "{"], "not JSON"),
    (["--hand", '{"concealed": 7}'], "is a text of tiles"),
    (["--hand", '{"hidden": "1m"}'], "no field 'hidden'"),
    ([*WON, "--rules", "guobia"], "did you mean guobiao"),
    ([*WON, "--rules", "chess"], "no rule set 'chess'"),
    ([*WON, "--by", "luck"], "discard, self_draw, robbed_kong"),
    (["--hand", "123m456p789s11z77s", "--by", "self_draw"], "does not say on which tile"),
    (["--hand", '{"hands": ["123m"]}'], '"hands" is a list of json objects'),
    ([*WON, "--from", "E"], "own discard"),
    ([*WON, "--by", "self_draw", "--from", "S"], "comes from nobody"),
    ([*WON, "--by", "discard", "--flag", "flower_replacement"], "self_draw"),
    ([*WON, "--by", "self_draw", "--flag", "kong_replacement"], "needs a kong"),
    ([*MELDED, "--by", "self_draw", "--flag", "first_turn"], "no claimed melds"),
    ([*WON, "--by", "self_draw", "--flag", "sunny"], "sunny"),
    ([*WON, "--seat", "X"], "is a seat"),
    ([*WON, "--flowers", "1f1f"], "appears 2 times"),
    ([*WON, "--flowers", "1m"], "no flower"),
    (["--hand", "123m456p789s11z77s", "--win", "xx"], "nobody wins on xx"),
    ([*WON, "--option", "flowers=perhaps"], "true or false"),
    ([*WON, "--option", "colour=1"], "no option 'colour'"),
    ([*WON, "--table", "honba"], "name=value"),
    ([*MELDED, "--meld", "7899s"], "which kong"),
    ([*WON, "--lang", "xx"], "zh, en, ja"),
    ([*WON, "--jsonl", "hands.jsonl"], "cannot go together"),
    ([*WON, "a.jpg"], "cannot go together"),
    ([*WON, "--draw", "boxes.jpg"], "--draw is for a photo"),
    ([*WON, "--tiles", "my-tiles.json"], "--tiles is for a photo"),
    ([*WON, "--as-read"], "--as-read is for a photo"),
    (["--jsonl", "no such file"], "no such file"),
    (["--jsonl", "."], "folder"),
    (["--nonsense"], "--nonsense"),
    ([], "nothing to score"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_bad_hands(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", *arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("paiyan: ")
    assert err.count("\n") == 1
    assert says.lower() in err.lower()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["unknown"], "no such command 'unknown' (see paiyan --help)"),
        (["scroe"], "no such command 'scroe'. did you mean 'score'"),
        (["rules", "sichuna"], "did you mean sichuan"),
        (["waits", *WON], "waits for nothing"),
        (["waits", *WON, "--tiles", "my-tiles.json"], "--tiles is for a photo"),
        (["score", "--hand", '{"photo": "no.jpg"}', "--as-read"], "no file 'no.jpg'"),
        (["waits", "--hand", "123m"], "3 concealed tiles"),
        (["serve", "--port", "99999"], "--port"),
        (["evaluate", "no such folder"], "no such folder"),
        (["evaluate", ".", "--backend", "abacus"], "abacus"),
        (["evaluate", ".", "--regions", "nowhere.json"], "nowhere.json"),
        (["train"], "--photos"),
        (["synth"], "missing out"),
        (["synth", "x", "--count", "0"], "count"),
    ],
)
def test_bad_commands(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert says.lower() in err.lower()


@pytest.mark.parametrize("depth", [40, 600, 3000])
def test_a_deep_object_is_refused(depth: int, capsys: pytest.CaptureFixture[str]) -> None:
    for hand in ('{"table": ' + '{"a": ' * depth + "1" + "}" * (depth + 1), _listed(depth)):
        assert run(["score", "--hand", hand]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert "nested too deeply" in err


def _listed(depth: int) -> str:
    return '{"concealed": "123m456p789s11z77s", "win": {"by": ' + "[" * depth + "]" * depth + "}}"


@pytest.mark.parametrize("digits", [13, 4299, 5000])
def test_a_number_too_long_to_be_meant_is_refused(digits: int, capsys: pytest.CaptureFixture[str]) -> None:
    honba = "9" * digits
    hand = '{"concealed": "123m456p789s11z77s", "win": {"tile": "7s"}, "table": {"honba": ' + honba + "}}"
    for told in (["--hand", hand], [*WON, "--table", f"honba={honba}"]):
        assert run(["score", *told, "--rules", "riichi"]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.count("\n") == 1
        assert "mistake in Paiyan" not in err


def test_wrong_types_everywhere_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    good = {
        "rules": "guobiao",
        "options": {},
        "concealed": "123m456p789s11z77s",
        "flowers": "",
        "melds": [],
        "win": {"tile": "7s", "by": "discard", "from": "S", "flags": []},
        "seat": "E",
        "round": "E",
        "dealer": "E",
        "table": {},
    }
    assert run(["score", "--hand", json.dumps(good), "--json"]) == 0
    capsys.readouterr()
    for field in good:
        for wrong in (7, 0, 1.5, True, False, "?", ["?"], {"?": "?"}):
            status = run(["score", "--hand", json.dumps({**good, field: wrong}), "--json"])
            out, err = capsys.readouterr()
            assert status == 2, f"{field}: {wrong!r} gave {status} {out}"
            assert err.count("\n") == 1
            assert "mistake in Paiyan" not in err, f"{field}: {wrong!r}: {err}"
