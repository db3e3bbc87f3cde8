"""What `reliable` never says, whichever way a reading comes: properties over tables of any tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models.opening import open_reader
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, KINDS, RED, TILES
from paiyan.service.corrections.objects import parse_corrections
from paiyan.service.game_rules import game_of
from paiyan.vision.decoding.game_rules import ANY_GAME, RED_OF, Game
from paiyan.vision.detections import Detections
from paiyan.vision.job import MOST_TILES, MOST_TOGETHER
from paiyan.vision.messages import _TEXTS, Problem
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading
from paiyan.vision.video import Steady
from tests.service.corrections.readings import corrected
from tests.vision.doubles import FixedDetector
from tests.vision.synthetic_detections import SIZE, Piece, row, seen
from tests.vision.told import told

PICTURE: Image = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3), np.uint8)
MISSING = {
    "nothing",
    "no_hand",
    "too_few",
    "odd_size",
    "rules_size",
    "edge",
    "more",
    "crowded",
    "cut",
    "unseen",
    "hidden",
}
"""The problems that say that a part of the hand is not seen."""
GAMES = [ANY_GAME, game_of(rule_set("riichi")), game_of(rule_set("taiwan"))]

tiles = st.lists(st.sampled_from([*range(KINDS), *range(RED, BACK)]), min_size=1, max_size=20)


def laid(codes: Sequence[int]) -> list[Piece]:
    return [Piece(code, float(at), 0.0) for at, code in enumerate(codes)]


def read(found: Detections, game: Game = ANY_GAME, picture: Image = PICTURE) -> Reading:
    return open_reader(FixedDetector(found), second_pass=False).read(picture, game=game)


class InTurn(FixedDetector):
    """Finds one thing in the first picture and another in the next, over and over."""

    def __init__(self, *found: Detections) -> None:
        super().__init__(found[0])
        self.turns = cycle(found)

    def detect(self, image: Image) -> Detections:
        return next(self.turns)


def watched(found: Detections) -> Reading:
    """The reading of a camera that sees the same boxes in each frame."""
    camera = Steady(open_reader(FixedDetector(found), second_pass=False))
    moments = [camera.see(PICTURE) for _ in range(6)]
    assert moments[-1].reading is not None
    return moments[-1].reading


@settings(max_examples=60, deadline=None)
@given(tiles, st.sampled_from(GAMES))
def test_a_number_of_tiles_that_no_hand_has_is_never_relied_on(codes: list[int], game: Game) -> None:
    found = seen(laid(codes), scale=900 / max(len(codes), 14))
    for reading, sizes in ((read(found, game), game.sizes), (watched(found), ANY_GAME.sizes)):
        assert not reading.reliable or reading.hand.size in sizes


@settings(max_examples=40, deadline=None)
@given(tiles, tiles, st.sampled_from(GAMES))
def test_neither_is_one_that_several_pictures_show(one: list[int], other: list[int], game: Game) -> None:
    pictures: list[Image] = [PICTURE, PICTURE.copy()]
    shown = [seen(laid(codes), scale=900 / max(len(codes), 14)) for codes in (one, other)]
    for first, second in (shown, shown[:1] * 2):
        reader = open_reader(InTurn(first, second), second_pass=False)
        for reading in (reader.read_burst(pictures, game=game), reader.read_several(pictures, game=game)):
            assert not reading.reliable or reading.hand.size in game.sizes


@settings(max_examples=40, deadline=None)
@given(tiles, st.data())
def test_neither_is_one_that_corrections_made(codes: list[int], data: st.DataObject) -> None:
    reading = told(read(seen(laid(codes), scale=900 / max(len(codes), 14))))
    gone = data.draw(st.sets(st.integers(0, len(codes) - 1), max_size=len(codes) - 1))
    said: list[dict[str, Any]] = [{"do": "remove", "tiles": sorted(gone)}] if gone else []
    after = corrected({**reading, "reliable": True}, parse_corrections(said))
    hand = after["hand"]
    size = len(parse(hand["concealed"])) + bool(hand["winning"]) + 3 * len(hand["melds"])
    assert not after["reliable"] or size in ANY_GAME.sizes


@pytest.mark.parametrize("count", [MOST_TILES, MOST_TILES + 1, 2 * MOST_TILES])
def test_of_more_tiles_than_tables_hold_the_surest_are_read(count: int) -> None:
    """A picture of thousands of tiles took minutes and gigabytes."""
    places = np.array([(32.0 * (at % 30), 36.0 * (at // 30)) for at in range(count)], np.float32)
    table = np.full((count, len(TILES)), 0.001, np.float32)
    table[np.arange(count), np.arange(count) % KINDS] = np.linspace(0.9, 0.5, count)[::-1]
    found = Detections(np.concatenate([places, places + np.array([28, 34], np.float32)], axis=1), table)
    reading = open_reader(FixedDetector(found), second_pass=False, trace=True).read(PICTURE)
    assert {tile.box for tile in reading.tiles} == {tuple(box) for box in found.boxes[-MOST_TILES:].tolist()}
    for one in (reading, watched(found)):
        assert len(one.tiles) == MOST_TILES
        assert ("crowded" in {problem.code for problem in one.problems}) == (count > MOST_TILES)
        assert not one.reliable
    assert reading.trace is not None
    dropped = [one for one in reading.trace.dropped if one.stage == "more than tables hold"]
    assert len(dropped) == count - MOST_TILES


@pytest.mark.parametrize("second_pass", [False, True])
def test_of_many_full_pictures_of_one_hand_the_surest_tiles_are_read(second_pass: bool) -> None:
    """A hundred of them would take minutes and gigabytes."""
    count = MOST_TILES
    tables = [np.full((count, len(TILES)), 0.001, np.float32) for _ in range(5)]
    places = np.array([(32.0 * (at % 30), 36.0 * (at // 30)) for at in range(count)], np.float32)
    boxes = np.concatenate([places, places + np.array([28, 34], np.float32)], axis=1)
    for table, sure in zip(tables, np.linspace(0.9, 0.5, len(tables)), strict=True):
        table[np.arange(count), np.arange(count) % KINDS] = sure
    reader = open_reader(InTurn(*(Detections(boxes, table) for table in tables)), second_pass=second_pass)
    reading = reader.read_several([PICTURE] * len(tables))
    assert len(reading.tiles) == MOST_TOGETHER
    if not second_pass:  # its closer looks find other tables in turn
        assert [picture.tiles for picture in reading.pictures] == [count] * 4 + [0]
    assert Problem("crowded", (MOST_TOGETHER,)) in reading.problems
    assert not reading.reliable


@pytest.mark.parametrize("kind", sorted(_TEXTS))
def test_whatever_says_that_something_is_missing_speaks_against_it(kind: str) -> None:
    problem = Problem(kind, (1, 2, 3))  # type: ignore[arg-type]
    assert problem.unreliable or kind not in MISSING
    assert all(problem.to(lang) for lang in ("en", "zh", "ja"))


@pytest.mark.parametrize("five", ["m", "p", "s"])
@pytest.mark.parametrize("share", [0.12, 0.2, 0.4])
def test_a_five_that_may_be_red_is_not_relied_on_where_there_are_red_fives(five: str, share: float) -> None:
    texts = {"m": "123456m11z77s234p", "p": "123m456p11z77234s", "s": "123m11z77p234567s"}
    found = seen(row(texts[five]))
    (at,) = [i for i, code in enumerate(found.classes) if TILES[code].kind in RED_OF]
    table = found.probabilities.copy()
    plain = int(found.classes[at])
    table[at] = 0
    table[at, plain], table[at, RED_OF[plain]] = 0.9 * (1 - share), 0.9 * share
    doubtful = Detections(found.boxes, table)
    assert read(found).reliable
    for game in (ANY_GAME, game_of(rule_set("riichi"))):
        reading = read(doubtful, game)
        assert not reading.reliable
        assert "red" in {p.code for p in reading.problems}
        assert any(q.tiles == (at,) and q.about == "name" for q in reading.questions)
    assert "red" not in {p.code for p in read(doubtful, game_of(rule_set("guobiao"))).problems}


@pytest.mark.parametrize("there", [0.02, 0.1, 0.3, 0.55])
def test_a_tile_that_is_hardly_there_is_no_part_of_a_hand_that_is_relied_on(there: float) -> None:
    found = seen(row("123m456p11z77234s"))
    for at in range(len(found)):
        table = found.probabilities.copy()
        table[at] *= there / table[at].sum()
        reading = read(Detections(found.boxes, table))
        mine = reading.tiles[at].role in ("hand", "winning", "meld", "flower")
        assert not (reading.reliable and mine)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["234s", "999s", "789m"]), st.floats(-1, 2), st.sampled_from([-1, 1]), st.booleans())
def test_held_tiles_of_which_some_may_be_a_meld_are_not_relied_on(
    apart: str, x: float, side: int, again: bool
) -> None:
    found = seen([*row("962m766s87p51z"), *row(apart, x, 1.5 * side)], roll=25)
    reading = open_reader(FixedDetector(found), second_pass=again).read(PICTURE)
    roles = {(tile.role, tile.group) for tile in reading.tiles[-len(parse(apart)) :]}
    others = {(tile.role, tile.group) for tile in reading.tiles[: -len(parse(apart))]}
    in_a_line = len(roles) == 1 and not roles & others and {role for role, _ in roles} == {"hand"}
    assert not (reading.reliable and in_a_line)


def test_every_rule_set_has_the_sizes_of_its_hands() -> None:
    for name in IDS:
        game = game_of(rule_set(name))
        assert set(game.sizes) <= set(ANY_GAME.sizes)
        size = rule_set(name).played_with.hand_size
        assert size not in ANY_GAME.sizes or game.sizes[0] == size
