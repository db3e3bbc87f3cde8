"""What a user writes becomes the JSON object of a hand, or one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.tiles.notation import parse, tile
from paiyan.service.answers.situation import merged, with_reading
from paiyan.service.cli.batch import line_object
from paiyan.service.cli.parsing import hand_text, json_object, meld, pairs
from paiyan.service.errors import WrongUse
from paiyan.vision.decoding.hand import Hand


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("789s:chow:left", {"type": "chow", "tiles": "789s", "from": "left"}),
        ("789s", {"type": "chow", "tiles": "789s"}),
        ("111z:right", {"type": "pung", "tiles": "111z", "from": "right"}),
        ("1111z:concealed_kong", {"type": "concealed_kong", "tiles": "1111z"}),
        ("789s:left:claimed=7s", {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}),
        ("东东东", {"type": "pung", "tiles": "东东东"}),
    ],
)
def test_melds(text: str, expected: dict[str, str]) -> None:
    assert meld(text) == expected


@pytest.mark.parametrize(
    ("text", "says"), [("1111z", "which kong"), ("789s:below", "below"), ("7w", "not a tile")]
)
def test_melds_that_are_none(text: str, says: str) -> None:
    with pytest.raises(WrongUse, match=says):
        meld(text)


def test_pairs_read_json_values() -> None:
    assert pairs(["honba=2", "flowers=false", "riichi=double"], option="--table") == {
        "honba": 2,
        "flowers": False,
        "riichi": "double",
    }
    with pytest.raises(WrongUse, match="--table takes name=value"):
        pairs(["honba"], option="--table")


def test_merging_goes_into_win_and_table() -> None:
    under = {"rules": "guobiao", "win": {"tile": "7s", "by": "discard"}, "table": {"honba": 1}}
    over = {"win": {"by": "self_draw"}, "table": {"sticks": 1}}
    assert merged(under, over) == {
        "rules": "guobiao",
        "win": {"tile": "7s", "by": "self_draw"},
        "table": {"honba": 1, "sticks": 1},
    }


READ = Hand(concealed=parse("123m456p11z77s"), winning=tile("7s"), flowers=parse("1f"))
NONE_APART = replace(READ, winning=None)


@pytest.mark.parametrize(
    ("read", "told", "concealed", "winning"),
    [
        (READ, {}, "123m456p11z77s", "7s"),
        (READ, {"win": {"tile": "4p"}}, "123m56p11z777s", "4p"),
        (NONE_APART, {"win": {"tile": "7s"}}, "123m456p11z7s", "7s"),
        (NONE_APART, {}, "123m456p11z77s", None),
        (replace(READ, concealed=parse("123m056p11z77s")), {"win": {"tile": "5p"}}, "123m06p11z777s", "5p"),
        (replace(READ, concealed=parse("123m406p11z77s")), {"win": {"tile": "5p"}}, "123m46p11z777s", "5p"),
    ],
)
def test_the_winning_tile_of_a_photo(
    read: Hand, told: dict[str, Any], concealed: str, winning: str | None
) -> None:
    hand = with_reading(read, told)
    assert hand["concealed"] == concealed
    assert hand.get("win", {}).get("tile") == winning


def test_a_told_winning_tile_must_be_in_the_photo() -> None:
    with pytest.raises(WrongUse, match="shows no 9p"):
        with_reading(READ, {"win": {"tile": "9p"}})


@pytest.mark.parametrize("text", ["{", "{'a': 1}", "[1]", "7", "{" * 5000, '{"a":' * 5000])
def test_json_that_is_no_hand(text: str) -> None:
    with pytest.raises(WrongUse) as wrong:
        json_object(text)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "text", ['{"seat": "E", "seat": "S"}', '{"win": {"tile": "7s", "seat": "E", "tile": "8s"}, "seat": "E"}']
)
def test_a_name_stands_once_in_an_object(text: str) -> None:
    with pytest.raises(WrongUse, match=r'^"(seat|tile)" stands twice'):
        json_object(text)


@pytest.mark.parametrize(
    "line", ["[]", "null", "[", "7", "true", "]", "},", '"seat": "E",', '[{"seat": "E"}]']
)
def test_a_line_that_is_json_and_no_object(line: str) -> None:
    with pytest.raises(WrongUse, match="a line is one JSON object"):
        line_object(line)


def test_a_photo_may_be_called_as_json_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("[1]").touch()
    assert line_object("[1]") == {"photo": "[1]"}
    assert line_object('"[2]"') == {"photo": "[2]"}


def test_hand_text_takes_notation_or_json() -> None:
    assert hand_text("123m") == {"concealed": "123m"}
    assert hand_text(' {"concealed": "1m"}') == {"concealed": "1m"}
