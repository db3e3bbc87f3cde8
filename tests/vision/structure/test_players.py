"""Several players' hands in one picture: each is read as its own player sees it, and named by its seat."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.notation import notation
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.detection.main_row import players_rows
from paiyan.vision.detections import Detections
from paiyan.vision.hands import seated_of
from paiyan.vision.reading import interpret
from paiyan.vision.requests import run
from paiyan.vision.structure.scene import nearest, scene_of, seated
from paiyan.vision.structure.scores import Role, SceneBoxes, StructureScores
from tests.vision.certain_scores import certain
from tests.vision.synthetic_detections import HIGH, SIZE, Piece, read, row, seen

NEAR = "123m45p11z 6p 777z 789s"
RIGHT = "234567m888p22z33s 2z"
ACROSS = "19m19p19s1234567z"
LEFT = "345678p2345s 1111m"
_TURNS = {"E": 0, "S": 1, "W": 2, "N": 3}


def at(seat: str, text: str, *, away: float = 13.0) -> list[Piece]:
    """A player's tiles in a row before that player, the table's middle at (0, 0)."""
    pieces = row(text)
    middle = (pieces[0].x + pieces[-1].x) / 2
    return [_turned(p._replace(x=p.x - middle, y=p.y + away), _TURNS[seat]) for p in pieces]


def _turned(piece: Piece, quarters: int) -> Piece:
    """Counter-clockwise about the table, as turns go; y grows towards the picture's lower edge."""
    x, y, across = piece.x, piece.y, piece.across
    for _ in range(quarters):
        x, y, across = y, -x, not across
    return Piece(piece.code, x, y, across)


def hands(found: Detections) -> dict[str, Hand]:
    players = seated_of(scene_of(found, (SIZE, SIZE)), layout_network())
    return {seat: interpret(scene, scores).hand for seat, scene, scores in players}


def text(hand: Hand) -> str:
    """Concealed tiles, winning tile, melds, in that order."""
    won = [str(hand.winning)] if hand.winning else []
    return " ".join([notation(hand.concealed), *won, *(notation(m.tiles) for m in hand.melds)])


ALL = {"E": NEAR, "S": RIGHT, "W": ACROSS, "N": LEFT}


@pytest.mark.parametrize("roll", [-20, 0, 20])
@pytest.mark.parametrize("seats", ["ESWN", "ES", "EW", "SW", "SN", "EN", "WN"])
def test_each_player_hand_is_read_from_its_own_side(roll: float, seats: str) -> None:
    pieces = [piece for seat in seats for piece in at(seat, ALL[seat])]
    laid = hands(seen(pieces, roll=roll, scale=12))
    assert {seat: text(hand) for seat, hand in laid.items()} == {seat: ALL[seat] for seat in seats}


def test_seats_follow_the_order_of_turns() -> None:
    found = seen([p for seat, hand in ALL.items() for p in at(seat, hand)], scale=12)
    assert list(hands(found)) == ["E", "S", "W", "N"]
    assert sorted(tuple(round(v) for v in row.direction) for row in players_rows(found)) == [
        (-1, 0), (0, -1), (0, 1), (1, 0),
    ]  # fmt: skip


def test_discards_in_the_middle_are_nobody_hand() -> None:
    discards = [p for y in range(3) for p in row("258m147p", -3, (y - 1) * HIGH)]
    found = seen([*at("E", NEAR), *at("W", ACROSS), *discards], scale=12)
    assert {seat: text(hand) for seat, hand in hands(found).items()} == {"E": NEAR, "W": ACROSS}


def test_a_flower_is_the_nearest_hand_own() -> None:
    flower = row("5f", 8.2, 13)
    found = seen([*at("E", RIGHT), *flower, *at("S", ACROSS)], scale=12)
    assert {seat: notation(hand.flowers) for seat, hand in hands(found).items()} == {"E": "5f", "S": ""}


@pytest.mark.parametrize("count", [0, 1, 9])
def test_too_few_tiles_are_no_hand(count: int) -> None:
    assert not hands(seen(row("123456789m")[:count]) if count else Detections.none())


def test_one_hand_alone_is_the_one_at_its_edge() -> None:
    assert list(hands(seen(row("123m456p11z77234s7z")))) == ["E"]


@pytest.mark.parametrize(
    ("side", "odds", "seat"), [(1, 1.6, "E"), (1, 1.8, "S"), (2, 1.6, "E"), (2, 1.8, "W")]
)
def test_one_hand_that_several_sides_may_have_lies_before_the_lower_edge(
    side: int, odds: float, seat: str
) -> None:
    """Seen from one side it is so much surer, in log-odds, than from the others."""
    whole = scene_of(seen(row("1m" * 14), scale=12), (SIZE, SIZE))
    looks: list[SceneBoxes] = []

    def network(scene: SceneBoxes) -> StructureScores:
        said = certain(["held"] * 14, [0] * 14, [0] * 14, by=9.0)
        looks.append(scene)
        return replace(said, sure=1 / (1 + math.exp(-odds)) if len(looks) == side + 1 else 0.5)

    assert [hand.seat for hand in run(seated(whole), lambda asked: network(asked.scene))] == [seat]


@pytest.mark.parametrize("roll", [0.0, 20.0, 90.0, 180.0, 270.0])
def test_a_hand_is_read_as_its_player_sees_it_whichever_way_up_the_picture_is(roll: float) -> None:
    discards = [p for y in range(2) for p in row("258m147p", 4, -6 - y * HIGH)]
    found = seen([*row("123m456p789s1122z"), *discards], roll=roll, tilt=0.03, scale=25)
    assert notation(read(found).hand.concealed) == "123m456p789s1122z"


@pytest.mark.parametrize(("tiles", "odds", "views", "chosen"), [
    (22, 9.0, 1, 0),  # no more than one hand: its own picture's lower edge is the player's
    (23, 9.0, 5, 2),  # and, since it is not who sits at the lower edge, the near part by itself
    (23, 1.8, 5, 2),
    (23, 1.6, 5, 0),  # hardly surer than the hand at the lower edge, which has more tiles than a hand
])  # fmt: skip
def test_a_table_is_looked_at_from_every_side_and_the_surest_hand_is_taken(
    tiles: int, odds: float, views: int, chosen: int
) -> None:
    """Seen from its third side the hand is so much surer, in log-odds."""
    whole = scene_of(seen(row("1m" * tiles), scale=12), (SIZE, SIZE))
    looks: list[SceneBoxes] = []

    def network(scene: SceneBoxes) -> StructureScores:
        said = certain(["held"] * tiles, [0] * tiles, [0] * tiles, by=9.0)
        looks.append(scene)
        return replace(said, sure=1 / (1 + math.exp(-odds)) if len(looks) == 3 else 0.5)

    scene, _ = run(nearest([whole]), lambda asked: network(asked.scene))
    assert len(looks) == views
    assert scene is looks[chosen]


@pytest.mark.parametrize(("sure", "views"), [(0.4, 5), (0.6, 4)])
def test_the_near_part_is_looked_at_if_the_nearest_hand_is_doubtful(sure: float, views: int) -> None:
    """It has no more tiles than a hand, and no other side a surer one."""
    whole = scene_of(seen(row("1m" * 24), scale=12), (SIZE, SIZE))
    looks: list[SceneBoxes] = []

    def network(scene: SceneBoxes) -> StructureScores:
        count = len(scene.boxes)
        roles: list[Role] = ["held" if at < 13 else "other" for at in range(count)]
        looks.append(scene)
        said = certain(roles, [0] * count, [0] * count, by=9.0)
        return replace(said, sure=sure if len(looks) == 1 else 0.1)

    scene, _ = run(nearest([whole]), lambda asked: network(asked.scene))
    assert len(looks) == views
    assert scene is whole
