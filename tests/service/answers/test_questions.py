"""What a reading asks, with what each answer makes of the hand."""

from __future__ import annotations

from typing import Any

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.tiles.notation import tile
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.situation import with_reading
from paiyan.service.corrections.objects import parse_corrections
from paiyan.vision.decoding.corrections import Rename
from tests.service.corrections.readings import corrected, reading_of

TILES = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "7s", "7s", "7s"]


def read(*questions: dict[str, Any]) -> dict[str, Any]:
    roles = ["hand"] * 13 + ["winning"]
    tiles = [
        {"tile": face, "role": role, "group": 0, "confidence": 1.0, "alternatives": [], "box": None}
        for face, role in zip(TILES, roles, strict=True)
    ]
    hand = {"concealed": "123m456p78911z77s".replace("78911z77s", "789s11z77s"), "winning": "7s"}
    return {
        "tiles": tiles,
        "hand": {**hand, "winning_place": "set_apart", "melds": [], "flowers": ""},
        "doubts": [],
        "questions": list(questions),
    }


def name_of(tile: int, *faces: str) -> dict[str, Any]:
    choices = [
        {"says": face, "effect": "", "share": 1 / len(faces), "corrections": [
            {"do": "rename", "tile": tile, "is": face},
        ]}
        for face in faces
    ]  # fmt: skip
    return {"about": "name", "tiles": [tile], "ask": "?", "choices": choices}


def whose(*tiles: int) -> dict[str, Any]:
    away = [{"do": "place", "tiles": list(tiles), "role": "other"}]
    choices = [
        {"says": "mine", "effect": "", "share": 0.6, "corrections": []},
        {"says": "another's", "effect": "", "share": 0.4, "corrections": away},
    ]
    return {"about": "structure", "tiles": list(tiles), "ask": "?", "choices": choices}


def asked(
    read: dict[str, Any], told: dict[str, Any], *, taken: dict[int, str] | None = None
) -> list[dict[str, Any]]:
    """The questions of a reading, weighed."""
    seen = reading_of(read)
    renames = [Rename(at, tile(face)) for at, face in (taken or {}).items()]
    whole = with_reading(seen.hand, told)
    report = reading_report(seen, rules="guobiao", situation=told, whole=whole, taken=renames)
    return to_json(report, "en")["questions"]


def test_each_answer_says_what_it_makes_of_the_hand() -> None:
    (question,) = asked(read(whose(13)), {"win": {"by": "self_draw"}})
    mine, other = (choice["effect"] for choice in question["choices"])
    assert mine.endswith("fan")
    assert other.startswith("waits for")


def test_what_moves_more_money_is_asked_first() -> None:
    same, matters = name_of(3, "4p", "4p"), name_of(9, "1z", "2z")
    told = {"win": {"by": "self_draw"}}
    first, second = asked(read(same, matters), told)
    assert first["tiles"] == [9]
    assert first["stake"] > second["stake"] == 0
    assert [choice["effect"] for choice in second["choices"]] == ["changes nothing"] * 2


def test_what_was_taken_for_another_tile_is_taken_before_the_answer() -> None:
    told = {"win": {"by": "self_draw"}}
    (as_read,) = asked(read(whose(13)), told)
    (taken,) = asked(read(whose(13)), told, taken={9: "2z"})
    assert as_read["choices"][0]["effect"] != taken["choices"][0]["effect"] == "no win"


def test_an_answered_question_is_gone_and_the_others_follow_their_tiles() -> None:
    seen = read(name_of(9, "1z", "2z"), whose(13))
    after = corrected(seen, parse_corrections([{"do": "remove", "tiles": [0]}]))
    assert [question["tiles"] for question in after["questions"]] == [[8], [12]]
    assert after["questions"][1]["choices"][1]["corrections"][0]["tiles"] == [12]
    named = corrected(seen, parse_corrections([{"do": "rename", "tile": 9, "is": "2z"}]))
    assert [question["tiles"] for question in named["questions"]] == [[13]]
    assert not named["reliable"]
