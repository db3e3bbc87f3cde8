"""The command ``paiyan advise``: a typed hand, a photo with what lies open, lines of a file, mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiyan.service.cli.program import run

SCENES = Path(__file__).parents[2] / "data" / "scenes"
HAND = ["--hand", "123m456p11s678s23p5z", "--rules", "hongkong"]
Capture = pytest.CaptureFixture[str]


def advised(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert run(["advise", *arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def helpful(answer: dict[str, Any]) -> dict[str, int]:
    """The tiles that help after the best discard, and how many of each are unseen."""
    return {h["tile"]: h["left"] for h in answer["discards"][0]["helpful"]}


def test_a_typed_hand_is_told_what_to_throw(capsys: Capture) -> None:
    answer = advised(capsys, *HAND)
    assert answer["discards"][0]["discard"] == "5z"
    assert helpful(answer) == {"1p": 4, "4p": 3, "7p": 4}


def test_what_is_told_of_the_table_counts_as_seen(capsys: Capture) -> None:
    told = ("--seen", "1p", "--discards-S", "1p7p", "--discards-E", "4p", "--turns", "6")
    answer = advised(capsys, *HAND, *told)
    assert helpful(answer) == {"1p": 2, "4p": 2, "7p": 3}
    assert answer["turns"] == 6


def test_discards_in_the_picture_count_as_seen(capsys: Capture) -> None:
    """The hand is nine gates, of which 5s is to spare: 7s lies open, in the picture and again in --seen."""
    answer = advised(capsys, str(SCENES / "table.jpg"), "--rules", "riichi", "--seen", "7s")
    shown = [t["tile"] for t in answer["read"]["tiles"] if t["role"] == "discard"]
    assert sorted(shown) == sorted(["7s", "3m", "9p", "9m", "8m", "6p", "3m", "7p", "4m"])
    seen = len(shown) + 14
    assert answer["unseen"] == 136 - seen
    assert answer["hand"]["seen"]
    assert answer["wins"] is not None, "the tile that lies apart was drawn, and wins"
    left = {h["tile"]: h["left"] for c in answer["discards"] for h in c["helpful"]}
    assert left["7s"] == 2


def test_thirteen_tiles_of_a_picture_are_told_what_they_wait_for(capsys: Capture) -> None:
    answer = advised(capsys, str(SCENES / "waiting.jpg"), "--rules", "guobiao")
    assert answer["keeps"]["distance"] == 0
    assert len(answer["keeps"]["helpful"]) == 13
    assert answer["claims"] == []


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_a_person_reads_the_same(lang: str, capsys: Capture) -> None:
    assert run(["advise", *HAND, "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if line[:1].isdigit())
    assert first.startswith("5z")
    assert "1p×4" in "".join(lines)
    assert any("口袋麻将全集 §玩牌技巧" in line for line in lines), "each reason with its source"


def test_small_points_are_shown_by_hundredths(capsys: Capture) -> None:
    """Under Sichuan's rules a win is worth a point or two: rounded to tenths, a chance is nothing."""
    hand = ["--hand", "123m456m789p2s3s5s7s9s", "--rules", "sichuan", "--lang", "en"]
    expects = advised(capsys, *hand)["discards"][0]["expects"]
    assert 0 < abs(expects["points"]) < 1
    assert run(["advise", *hand]) == 0
    out = capsys.readouterr().out
    assert f"{expects['points']:.2f} ± {expects['points_error']:.2f}" in out
    assert "-0.00" not in out


def test_lines_of_a_file_are_answered_in_their_order(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl"
    lines = [{"concealed": HAND[1], "seen": "1p"}, {"concealed": "123m"}, {"concealed": HAND[1]}]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert run(["advise", "--jsonl", str(file), "--rules", "hongkong", "--seen", "7p7p", "--json"]) == 0
    first, wrong, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert helpful(first) == {"1p": 3, "4p": 3, "7p": 4}
    assert "3 concealed tiles" in wrong["error"]
    assert helpful(last) == {"1p": 4, "4p": 3, "7p": 2}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--win", "5z"], "not won yet"),
        (["--seen", "1111s"], "1s appears 6 times"),
        (["--discards-S", "9q"], "discards"),
        (["--turns", "99"], "turns is a whole number from 0 to 40"),
        (["--turns", "many"], "'many'"),
        (["--riichi", "X"], "riichi"),
        (["--hand", '{"hands": []}'], "one hand"),
    ],
)
def test_a_mistake_is_one_sentence(more: list[str], said: str, capsys: Capture) -> None:
    assert run(["advise", *HAND, *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
