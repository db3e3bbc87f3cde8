"""Corrections of a reading: by object and by sentence, and what becomes of the hand."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.service.corrections.objects import parse_corrections, parse_sentence
from paiyan.service.errors import BadCorrection
from paiyan.vision.messages import Problem
from tests.service.corrections.readings import corrected, melds


def _tile(face: str, role: str = "hand", group: int = 0) -> dict[str, Any]:
    at = {"box": [0.0, 0.0, 10.0, 14.0], "confidence": 0.9, "alternatives": [["9m", 0.05]], "sideways": False}
    return {"tile": face, "role": role, "group": group, **at}


def _reading() -> dict[str, Any]:
    """123m456p11z77s 8p (apart) with 789s claimed and a flower; tile 3 is in doubt."""
    hand = ["1m", "2m", "3m", "4p", "5p", "6p", "1z", "1z", "7s", "7s"]
    tiles = [_tile(t) for t in hand] + [_tile(t, "meld", 1) for t in ("7s", "8s", "9s")]
    tiles += [_tile("7s", "winning", 2), _tile("1f", "flower", 3), _tile("9m", "discard", -1)]
    doubts = [{"tile": 3, "read": "4p", "instead": ["7p"], "why": "close", "shares": [], "effect": ""}]
    questions: list[dict[str, Any]] = []
    melds = [{"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}]
    read = {"concealed": "123m456p11z77s", "winning": "7s", "winning_place": "set_apart", "flowers": "1f"}
    return {
        "photo": "",
        "size": [1000, 800],
        "model": "m",
        "reliable": True,
        "tiles": tiles,
        "hand": {**read, "melds": melds},
        "doubts": doubts,
        "questions": questions,
        "problems": [],
        "timings_ms": {"detect": 3.0},
    }


def _after(*said: str | dict[str, Any]) -> dict[str, Any]:
    made = [parse_sentence(s) if isinstance(s, str) else parse_corrections([s])[0] for s in said]
    return corrected(_reading(), made)


def test_nothing_said_changes_nothing_but_the_times() -> None:
    after = _after()
    assert {name: after[name] for name in ("tiles", "doubts", "questions", "problems", "reliable")} == {
        name: _reading()[name] for name in ("tiles", "doubts", "questions", "problems", "reliable")
    }
    assert after["hand"].items() >= {**_reading()["hand"], "melds": after["hand"]["melds"]}.items()
    assert melds(after) == _reading()["hand"]["melds"]
    assert after["timings_ms"] == {}


def test_a_tile_is_another_and_its_doubt_is_gone() -> None:
    after = _after("tile 3 is 7p")
    assert after["hand"]["concealed"] == "123m756p11z77s"
    assert after["tiles"][3] == {**_tile("7p"), "confidence": 1.0, "alternatives": [], "corrected": True}
    assert after["doubts"] == []
    assert _after("tile 3 is 4p")["doubts"] == [], "saying that it was read right settles it too"
    assert _after("tile 0 is 1m")["doubts"], "the doubt about another tile stays"


def test_a_removed_tile_moves_the_doubts_and_the_size_is_said() -> None:
    after = _after("tiles 0 and 8 are not there")
    assert [d["tile"] for d in after["doubts"]] == [2]
    assert after["hand"]["concealed"] == "23m456p11z7s"
    assert after["reliable"] is False
    assert "12 tiles" in after["problems"][0]


def test_three_tiles_are_a_meld() -> None:
    after = _after("tiles 3-5 are a meld from the left")
    assert melds(after) == [
        {"type": "chow", "tiles": "456p", "from": "left"},
        {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"},
    ]
    assert after["hand"]["concealed"] == "123m11z77s"
    assert after["reliable"] is True


def test_unequal_honours_said_to_lie_together_are_a_mixed_kong() -> None:
    after = _after("tile 0 is 5z", "tile 1 is 6z", "tile 2 is 7z", "tiles 0-2 are a meld")
    assert {"type": "mixed_kong", "tiles": "567z"} in melds(after)


def test_a_meld_taken_apart_goes_back_to_the_hand() -> None:
    after = _after({"do": "place", "tiles": [10, 11, 12], "role": "hand"})
    assert after["hand"]["melds"] == []
    assert after["hand"]["concealed"] == "123m456p11z77789s"
    one = _after("tile 10 is in the hand")
    assert one["hand"]["concealed"] == after["hand"]["concealed"], "two tiles alone are no meld"


def test_a_tile_of_a_meld_is_another() -> None:
    after = _after("tile 10 is 8s", "tile 12 is 8s")
    assert melds(after) == [{"type": "pung", "tiles": "888s", "from": "left", "claimed": "8s"}]
    with pytest.raises(BadCorrection, match="is not a meld"):
        _after("tile 10 is 1z")


def test_another_winning_tile() -> None:
    by_face = _after("the winning tile is 1z")
    assert by_face["hand"]["winning"] == "1z"
    assert by_face["hand"]["concealed"] == "123m456p1z777s"
    assert by_face["hand"]["winning_place"] is None
    assert _after("tile 6 is the winning tile")["hand"]["winning"] == "1z"
    same = _after("the winning tile is 7s")
    assert same["hand"] == _after()["hand"], "the one that lies apart is meant"
    (last,) = (n for n, t in enumerate(by_face["tiles"]) if t["role"] == "winning")
    assert last == 7, "of the two the one further on"
    with pytest.raises(BadCorrection, match="shows no 9p"):
        _after("the winning tile is 9p")


def test_tiles_are_added_and_moved() -> None:
    after = _after("add 5z to the flowers", "add 5z", "tile 14 is a discard")
    assert after["hand"]["flowers"] == "5z"
    assert after["hand"]["concealed"].endswith("5z")
    assert after["tiles"][-1]["box"] is None
    assert after["tiles"][-1]["confidence"] == 1
    won = _after({"do": "add", "is": "4s", "role": "winning"})
    assert won["hand"]["winning"] == "4s"
    assert won["hand"]["concealed"] == "123m456p11z777s"


def test_a_concealed_kong_of_backs() -> None:
    after = _after("add xx", "add 3z", "add 3z", "add xx", "tiles 16 to 19 are a concealed kong")
    assert {"type": "concealed_kong", "tiles": "3333z"} in melds(after)


def test_too_many_of_a_tile_are_said() -> None:
    after = _after("tile 0 is 7s")
    assert after["reliable"] is False
    assert "7s is read 5 times" in after["problems"][0]


SENTENCES = {
    "tile 3 is 9p": {"do": "rename", "tile": 3, "is": "9p"},
    " Tile 3  is 一万. ": {"do": "rename", "tile": 3, "is": "1m"},
    "tiles 11-13 are a meld from the left": {"do": "meld", "tiles": [11, 12, 13], "from": "left"},
    "tiles 1, 2 and 4 are a pung from across, claimed 5p": {
        "do": "meld",
        "tiles": [1, 2, 4],
        "type": "pung",
        "from": "across",
        "claimed": "5p",
    },
    "the winning tile is 7s": {"do": "winning", "is": "7s"},
    "the winning tile is tile 7": {"do": "winning", "tile": 7},
    "tile 7 is the winning tile": {"do": "winning", "tile": 7},
    "tiles 2, 5 to 7 are discards": {"do": "place", "tiles": [2, 5, 6, 7], "role": "discard"},
    "tile 2 is in the river": {"do": "place", "tiles": [2], "role": "discard"},
    "tile 2 is a flower": {"do": "place", "tiles": [2], "role": "flower"},
    "tile 2 is the indicator": {"do": "place", "tiles": [2], "role": "indicator"},
    "tiles 2-3 are not there": {"do": "remove", "tiles": [2, 3]},
    "tile 2 is no tile": {"do": "remove", "tiles": [2]},
    "add 5p": {"do": "add", "is": "5p"},
    "add 1f to the flowers": {"do": "add", "is": "1f", "role": "flower"},
}


@pytest.mark.parametrize(("text", "means"), SENTENCES.items())
def test_sentences(text: str, means: dict[str, Any]) -> None:
    assert parse_sentence(text) == parse_corrections([means])[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write it like"),
        ("the hand is wrong", "write it like"),
        ("tile 3 is 9w", '^"tile 3 is 9w": .* is not a tile'),
        ("tiles 3-4 are 9p", "one tile at a time"),
        ("tile 99 is 9p", "there is no tile 99"),
        ("tiles 1-2 are a meld", "at least 3"),
        ("tiles 1-99999999 are discards", "at most 144"),
        ("tiles 1, 1, 2 are a meld", "each of its tiles once"),
        ("tiles 0, 3, 6 are a meld", "is not a meld"),
    ],
)
def test_what_is_no_correction_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadCorrection, match=says):
        _after(text)


@pytest.mark.parametrize(
    "given",
    [
        7,
        [7],
        [{}],
        [{"do": "nothing"}],
        [{"do": "rename", "tile": -1, "is": "1m"}],
        [{"do": "remove", "tiles": []}],
    ],
)
def test_objects_that_are_no_corrections(given: Any) -> None:
    with pytest.raises(BadCorrection):
        parse_corrections(given)


EDGE, STRUCTURE, GREY = (Problem("edge"), Problem("structure"), Problem("grey"))
BLOCK, UNSURE = Problem("block", (3,)), Problem("unsure", (71,))
ALL_NAMED = tuple(f"tile {i} is {t['tile']}" for i, t in enumerate(_reading()["tiles"][:15]))


ALL_PLACED = (
    "tiles 0-9 are in the hand",
    "tiles 10-12 are a chow",
    "tile 13 is the winning tile",
    "tile 14 is a flower",
)


def _doubtful(*problems: Problem, lang: str = "en", **more: Any) -> dict[str, Any]:
    said = {
        "problems": [problem.to(lang) for problem in problems],
        "problem_codes": [{"code": problem.code, "values": dict(problem.values)} for problem in problems],
    }
    return {**_reading(), "doubts": [], "reliable": False, **said, **more}


def _said_of(read: dict[str, Any], *said: str | dict[str, Any]) -> tuple[bool, list[str]]:
    made = [parse_sentence(s) if isinstance(s, str) else parse_corrections([s])[0] for s in said]
    after = corrected(read, made)
    return after["reliable"], after["problems"]


@pytest.mark.parametrize("problems", [(EDGE, STRUCTURE), (UNSURE,), (GREY, BLOCK), ()])
def test_nothing_said_makes_no_reading_reliable(problems: tuple[Problem, ...]) -> None:
    after = corrected(_doubtful(*problems, lang="ja"), [], lang="zh")
    assert after["reliable"] is False
    assert after["problems"] == [problem.to("zh") for problem in problems]


@pytest.mark.parametrize(
    ("problem", "not_by", "by"),
    [
        (EDGE, ALL_NAMED, ("add 8m",)),
        (Problem("more"), ("add 8m to the discards",), ("add 8m",)),
        (GREY, ALL_NAMED[:-1], ALL_NAMED),
        (Problem("cut", (2,)), ("tile 0 is in the hand",), ALL_NAMED),
        (UNSURE, ("tile 0 is 1m",), ALL_NAMED),
        (STRUCTURE, ALL_NAMED, ALL_PLACED),
        (Problem("meld", ("789s",)), ("tile 0 is 1m",), ("tiles 10-12 are a chow",)),
    ],
)  # fmt: skip
def test_a_problem_is_told_until_corrections_settle_it(
    problem: Problem, not_by: tuple[str, ...], by: tuple[str, ...]
) -> None:
    read = _doubtful(problem, lang="zh")
    assert _said_of(read, *not_by) == (False, [problem.to("en")]), "in the language that is asked for"
    assert problem.to("en") not in _said_of(read, *by)[1]


def test_answers_to_all_that_was_asked_settle_it() -> None:
    read = _doubtful(UNSURE, doubts=_reading()["doubts"])
    assert _said_of(read, "tile 3 is 4p") == (True, [])
    placed = [{"do": "place", "tiles": [14], "role": "flower"}]
    choice = {"share": 1, "corrections": placed}
    question = {"about": "structure", "tiles": [14], "ask": "?", "choices": [choice]}
    read = _doubtful(STRUCTURE, BLOCK, questions=[question])
    assert _said_of(read, *placed) == (True, [BLOCK.to("en")])
    assert _said_of(read, "tile 14 is 1f") == (False, [STRUCTURE.to("en"), BLOCK.to("en")]), (
        "not where it belongs"
    )


def test_a_sentence_that_is_not_known_stays_as_it_is() -> None:
    foggy = {**_reading(), "doubts": [], "problems": ["Fog."]}  # as before codes were told
    assert _said_of({**foggy, "reliable": False}, "tile 0 is 1m") == (False, ["Fog."])
    assert _said_of({**foggy, "reliable": True}, "tile 0 is 1m") == (
        True,
        ["Fog."],
    )


def test_a_harmless_problem_keeps_no_corrected_reading_unreliable() -> None:
    read = _doubtful(BLOCK, reliable=True)
    assert _said_of(read, "tile 0 is 1m")[0] is True, "it was read so"
    assert _said_of(read, "tiles 0-2 are not there")[0] is False


def test_too_few_tiles_keep_every_corrected_reading_unreliable() -> None:
    fewer = {**_after("tiles 0-4 are not there"), "doubts": [], "reliable": True}
    assert _said_of(fewer, "tile 0 is 4p")[0] is False, "whatever the reading said"
    assert _said_of(fewer)[0] is False


@pytest.mark.parametrize(
    "problem",
    [Problem("doubts", (3, 14)), Problem("table", ("5m", 6, 4)), Problem("seat", ("E", "S W")), EDGE],
)
def test_a_problem_is_found_again_from_its_code(problem: Problem) -> None:
    assert Problem.of(problem.code, problem.values) == problem
    assert Problem.of("fog", {}) is None
    assert (problem.values.keys() and Problem.of(problem.code, {}) is None) or problem is EDGE
