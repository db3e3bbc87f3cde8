"""What a reading asks: structure and names, in three languages, with answers that `paiyan correct` takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.service.corrections.objects import parse_corrections
from paiyan.vision.reading import Reading, interpret
from paiyan.vision.structure.scores import CODES, ROLES, Box, Role, SceneBoxes, StructureScores
from tests.service.corrections.readings import corrected
from tests.vision.certain_scores import certain
from tests.vision.told import told


def scene(text: str, *, gap: Sequence[int] = ()) -> SceneBoxes:
    """Tiles in a row, a gap of a tile before some of them."""
    boxes: list[Box] = []
    x = 0.0
    for at, tile in enumerate(parse(text)):
        x += 40.0 * (at in gap)
        codes = tuple(0.99 if code == tile.code else 0.01 / (CODES - 1) for code in range(CODES))
        boxes.append(Box(x, 100.0, x + 38.0, 152.0, 0.99, codes))
        x += 40.0
    return SceneBoxes((1000, 400), tuple(boxes))


def scores(text: str, roles: Sequence[Role], groups: Sequence[int]) -> StructureScores:
    return certain(roles, groups, [t.code for t in parse(text)], by=12.0)


def doubtful(said: StructureScores, tiles: Sequence[int], **shares: float) -> StructureScores:
    """The same where these tiles may have several roles."""
    rows = [list(row) for row in said.roles]
    for tile in tiles:
        rows[tile] = [math.log(shares.get(role, 1e-5)) for role in ROLES]
    return StructureScores(**{**vars(said), "roles": rows})


def read_with_meld_in_doubt() -> tuple[SceneBoxes, Reading]:
    text = "123m456p78911s234m777z"
    names: list[Role] = ["held"] * 14 + ["meld"] * 3
    said = doubtful(scores(text, names, [0] * 14 + [1] * 3), [14, 15, 16], meld=0.7, other=0.3)
    seen = scene(text, gap=[14])
    return seen, interpret(seen, said)


def test_whose_a_group_is_is_one_question() -> None:
    _, read = read_with_meld_in_doubt()
    (question,) = [q for q in read.questions if q.about == "structure"]
    out = told(question, "en")
    assert out["tiles"] == [14, 15, 16]
    assert out["ask"] == "Are these 3 tiles the player's?"
    assert [choice["says"] for choice in out["choices"]] == ["a pung", "not the player's"]
    fields = {"says", "effect", "share", "corrections", "parts"}
    assert all(set(choice) == fields for choice in out["choices"])
    shares = [choice["share"] for choice in out["choices"]]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_no_question_names_a_tile_by_its_number(lang: str) -> None:
    _, read = read_with_meld_in_doubt()
    for question in read.questions:
        out = told(question, lang)
        texts = [out["ask"], *(choice["says"] for choice in out["choices"])]
        assert all(texts)
        assert not any(number in text for text in texts for number in ("14", "15", "16"))


def as_json(read: Reading) -> dict[str, Any]:
    return told(read)


def after(read: Reading, corrections: list[dict[str, Any]]) -> dict[str, Any]:
    return corrected(as_json(read), parse_corrections(corrections))["hand"]


def test_each_answer_gives_the_hand_that_it_says() -> None:
    _, read = read_with_meld_in_doubt()
    (question,) = [q for q in read.questions if q.about == "structure"]
    mine, other = (after(read, choice["corrections"]) for choice in told(question)["choices"])
    assert mine == told(read.hand)
    assert (other["concealed"], other["winning"], other["melds"]) == ("123m456p78911s23m", "4m", [])


def test_a_winning_tile_apart_is_asked_for() -> None:
    text = "123m456p7891s234m1s"
    names: list[Role] = ["held"] * 13 + ["winning"]
    said = doubtful(scores(text, names, [0] * 14), [13], winning=0.5, other=0.45, held=0.05)
    read = interpret(scene(text, gap=[13]), said)
    (question,) = [q for q in read.questions if q.about == "structure"]
    out = told(question)
    assert (out["tiles"], out["ask"]) == ([13], "Is this the winning tile?")
    hands = {c["says"]: after(read, c["corrections"]) for c in out["choices"]}
    assert hands["the winning tile"]["winning"] == "1s"
    assert hands["not the player's"]["winning"] is None
    assert {len(parse(hand["concealed"])) for hand in hands.values()} == {13}


@pytest.mark.parametrize(("other", "says"), [(0.2, ["held in the hand", "not the player's"]), (1e-5, [])])
def test_two_answers_that_make_the_same_hand_are_one(other: float, says: list[str]) -> None:
    names: list[Role] = ["held"] * 13 + ["winning"]
    said = doubtful(scores("123m456p78911s231s", names, [0] * 14), [13], held=0.55, winning=0.25, other=other)
    read = interpret(scene("123m456p78911s231s"), said)
    found = [told(q, "en") for q in read.questions if q.about == "structure"]
    assert [c["says"] for q in found for c in q["choices"]] == says
    if found:
        made = [c["corrections"] for c in found[0]["choices"]]
        assert made[0] == [{"do": "winning", "tile": 13}], "the last of a hand wins, apart from it or not"
        assert found[0]["choices"][0]["share"] > 0.7, "both their shares"


def test_an_unclear_flower_is_asked_for_by_name() -> None:
    text = "123m456p78911s777z1f"
    names: list[Role] = ["held"] * 14 + ["flower"]
    said = scores(text, names, [0] * 14 + [1])
    rows = [list(row) for row in said.codes]
    rows[14] = [math.log(1e-4)] * CODES
    rows[14][34], rows[14][35] = math.log(0.5), math.log(0.45)
    read = interpret(scene(text), StructureScores(**{**vars(said), "codes": rows}))
    (question,) = [q for q in read.questions if q.about == "name"]
    out = told(question, "en")
    assert out["ask"] == "A flower: which one?"
    assert [choice["says"] for choice in out["choices"]][:2] == ["plum", "orchid"]
    assert after(read, out["choices"][1]["corrections"])["flowers"] == "2f"


def test_a_sure_hand_asks_nothing() -> None:
    text = "123m456p78911s777z"
    read = interpret(scene(text), scores(text, ["held"] * 14, [0] * 14))
    assert read.questions == ()
