"""Two photos of one hand: the concealed part in one, what lies open in the other."""

from __future__ import annotations

from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.notation import notation
from paiyan.vision.detections import Detections
from paiyan.vision.pipeline import read_scenes
from paiyan.vision.reading import Hand
from paiyan.vision.structure.scene import scene_of
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.told import told


def read(*pictures: Detections) -> Hand:
    return read_scenes([scene_of(found, (SIZE, SIZE)) for found in pictures], layout_network()).hand


def test_melds_and_flowers_come_from_the_second_photo() -> None:
    hand = read(seen(row("123m45p11z 6p")), seen(row("777z 789s 1f", across=[0])))
    assert (notation(hand.concealed), str(hand.winning)) == ("123m45p11z", "6p")
    assert [told(m)["tiles"] for m in hand.melds] == ["777z", "789s"]
    assert notation(hand.flowers) == "1f"


def test_a_waiting_hand_has_no_winning_tile() -> None:
    hand = read(seen(row("123m45p11z")), seen(row("777z 789s")))
    assert (notation(hand.concealed), hand.winning, len(hand.melds)) == ("123m45p11z", None, 2)


def test_the_last_tile_held_wins_where_none_lies_apart() -> None:
    hand = read(seen(row("123m456p11z")), seen(row("777z 789s")))
    assert (notation(hand.concealed), str(hand.winning)) == ("123m456p1z", "1z")


def test_one_photo_may_show_nothing() -> None:
    hand = read(seen(row("123m456p11z77234s")), Detections.none())
    assert notation(hand.concealed) == "123m456p11z77234s"
