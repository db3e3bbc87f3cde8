"""Two photos of one hand: the concealed part in one, what lies open in the other."""

from __future__ import annotations

from pathlib import Path

from paiyan.models.opening import layout_network, load_detector, open_reader
from paiyan.scorer.tiles.notation import notation
from paiyan.vision.detections import Detections
from paiyan.vision.hands import read_scenes
from paiyan.vision.reading import Hand
from paiyan.vision.structure.scene import scene_of
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.told import told

SAMPLES = Path(__file__).parents[2]


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


def test_each_photo_is_looked_at_again_for_its_own_tiles() -> None:
    """Closer views of the second photo use the indices of its own tiles, not of all photos' tiles."""
    photos = [SAMPLES / "service/samples/hand.jpg", SAMPLES / "tests/data/scenes/block.jpg"]
    reader = open_reader(load_detector(backend="onnxruntime", threads=1, spin=False))
    for pair in (photos, photos[::-1]):
        reading = reader.read_several(pair)
        assert sum(picture.tiles for picture in reading.pictures) == len(reading.tiles)
        begin = 0
        for picture in reading.pictures:
            wide, high = picture.size
            for tile in reading.tiles[begin : begin + picture.tiles]:
                x1, y1, x2, y2 = tile.box
                assert -1 <= x1 < x2 <= wide + 1
                assert -1 <= y1 < y2 <= high + 1
            begin += picture.tiles
