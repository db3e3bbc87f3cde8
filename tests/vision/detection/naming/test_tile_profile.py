"""One's own tiles: a profile from a set laid out in order, what it changes, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.naming.tile_profile import (
    Profile,
    ProfiledNamer,
    load_profile,
)
from paiyan.vision.detections import Floats
from paiyan.vision.errors import ProfileError
from paiyan.vision.laid_out_set import make_profile, parse_order
from paiyan.vision.picture.image import Image
from tests.vision.doubles import NoOpinion
from tests.vision.synthetic_detections import row, seen

CLASSES = len(TILES) + 1
BLANK = np.zeros((1000, 1000, 3), np.uint8)


def said(**shares: float) -> Floats:
    """What a namer says of one crop, by notation; the rest is shared out."""
    codes = {parse(name[::-1])[0].code: share for name, share in shares.items()}
    row = np.full(CLASSES, (1 - sum(codes.values())) / (CLASSES - len(codes)), np.float32)
    for code, share in codes.items():
        row[code] = share
    return row[None]


class Odd(NoOpinion):
    """A namer that takes this set's 8p for a 9p, by a hair, and knows the others; boxes in their order."""

    def __init__(self, faces: list[Floats]) -> None:
        self.faces = faces

    def name(self, image: Image, boxes: Floats) -> Floats:
        assert len(boxes) == len(self.faces)
        return np.concatenate(self.faces)


EIGHT, NINE, ONE = said(p8=0.40, p9=0.45), said(p9=0.9, p8=0.01), said(m1=0.95)


def profile() -> Profile:
    laid = seen(row("1m", y=0) + row("89p", y=4))
    return make_profile(Odd([ONE, EIGHT, NINE]), [(BLANK, laid)], parse_order("1m / 89p"), weights="w")


def test_a_face_that_the_namer_takes_for_another_is_known_from_the_set() -> None:
    adapted = profile().adapt(np.concatenate([EIGHT, NINE, ONE]))
    names = [TILES[int(c)].notation for c in adapted[:, :-1].argmax(axis=1)]
    assert names == ["8p", "9p", "1m"]
    assert np.allclose(adapted.sum(axis=1), 1, atol=1e-5)


def test_that_a_box_is_no_tile_stays_as_it_was_said() -> None:
    row = np.full((1, CLASSES), 0.001, np.float32)
    row[0, -1] = 1 - row[0, :-1].sum()
    assert profile().adapt(row)[0, -1] == row[0, -1]


def test_without_a_profile_nothing_changes() -> None:
    assert (Profile("w", {}).adapt(EIGHT) == EIGHT).all()
    assert ProfiledNamer(Odd([NINE]), profile()).name(BLANK, np.zeros((1, 4), np.float32)).shape == (
        1,
        CLASSES,
    )


def test_two_photos_are_evened_out() -> None:
    laid = seen(row("1m") + row("89p", y=4))
    once = make_profile(Odd([ONE, EIGHT, NINE]), [(BLANK, laid)], parse_order("1m / 89p"), weights="w")
    twice = make_profile(Odd([ONE, EIGHT, NINE]), [(BLANK, laid)] * 2, parse_order("1m / 89p"), weights="w")
    assert all(np.allclose(once.looks[c], twice.looks[c]) for c in once.looks)


def test_the_order_of_the_rows() -> None:
    rows = parse_order("1-9m / 1-3p5-7z / xx")
    assert [len(r) for r in rows] == [9, 6, 1]
    assert rows[1][:3] == [9, 10, 11]
    assert rows[2] == [BACK]
    for wrong in ("", "1-9m / ", "1-9q", "9-1m / "):
        with pytest.raises(ProfileError, match="the order"):
            parse_order(wrong)


@pytest.mark.parametrize("roll", [-12.0, 0.0, 12.0])
def test_rows_are_found_on_a_tilted_photo(roll: float) -> None:
    pieces = [p for n, text in enumerate(("1-9m", "1-9p", "1-7z")) for p in row(expand(text), y=2.5 * n)]
    found = seen(pieces, roll=roll, tilt=0.01)
    order = parse_order("1-9m / 1-9p / 1-7z")
    codes = [code for r in order for code in r]

    class Told(NoOpinion):
        def name(self, image: Image, boxes: Floats) -> Floats:
            at = [int(np.abs(found.boxes - box).sum(axis=1).argmin()) for box in boxes]
            return np.eye(CLASSES, dtype=np.float32)[found.classes[at]]

    learned = make_profile(Told(), [(BLANK, found)], order, weights="w")
    assert {code: int(look.argmax()) for code, look in learned.looks.items()} == {c: c for c in codes}


def expand(text: str) -> str:
    low, high, suit = text[0], text[2], text[3]
    return "".join(map(str, range(int(low), int(high) + 1))) + suit


def test_a_photo_that_shows_something_else_is_said() -> None:
    laid = seen(row("123m") + row("89p", y=4))
    with pytest.raises(ProfileError, match="row 1 shows 3 tiles where the order has 9"):
        make_profile(Odd([]), [(BLANK, laid)], parse_order("1-9m / 89p"), weights="w")
    with pytest.raises(ProfileError, match="2 rows of tiles where the order has 1"):
        make_profile(Odd([]), [(BLANK, laid)], parse_order("1-3m"), weights="w")


def test_a_profile_is_kept_and_fits_its_weights_alone(tmp_path: Path) -> None:
    path = tmp_path / "very" / "deep" / "mine.json"
    profile().save(path)
    again = load_profile(path, weights="w")
    assert all(np.allclose(again.looks[c], look, atol=1e-3) for c, look in profile().looks.items())
    with pytest.raises(ProfileError, match="made for another model"):
        load_profile(path, weights="other")
    for content in (
        "",
        "[]",
        '{"tiles": {"1m": [1, 2]}, "weights": "w"}',
        '{"tiles": {"cat": []}, "weights": "w"}',
    ):
        path.write_text(content)
        with pytest.raises(ProfileError, match="no profile of tiles"):
            load_profile(path, weights="w")
    with pytest.raises(ProfileError, match="no profile of tiles"):
        load_profile(tmp_path / "none.json", weights="w")
