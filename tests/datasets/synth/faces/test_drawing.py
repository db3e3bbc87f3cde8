"""Faces: every one drawn, none like another, the standard layouts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.synth import FaceStyle, draw_face, painted_face, sample_style
from paiyan.datasets.synth.faces.characters import glyphs_of, known, strokes
from paiyan.datasets.synth.faces.drawing import find_art, unicode_tile
from paiyan.datasets.synth.faces.style import BIG_PIPS, BIRDS, PIPS, STICKS
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, RED, TILES
from tests.beside import ART
from tests.fonts import FONTS, make_font

PLAIN = FaceStyle()
WHITES = ("double", "frame", "notched", "blank", "glyph", "letter")


def code(text: str) -> int:
    return parse(text)[0].code


def small(style: FaceStyle, tile: int) -> np.ndarray:
    """The face as a camera far away sees it: light grey levels on a coarse raster, per colour."""
    return cv2.resize(painted_face(style, tile, height=136), (20, 27), interpolation=cv2.INTER_AREA).astype(
        float
    )


def inked(style: FaceStyle, tile: int) -> np.ndarray:
    return draw_face(style, tile, height=272)[..., 3] > 127


def blobs(style: FaceStyle, tile: int) -> int:
    """How many separate marks the face has, the holes in them filled."""
    mask = inked(style, tile).astype(np.uint8)
    outer, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sum(cv2.contourArea(c) > 20 for c in outer)


@pytest.mark.parametrize("seed", [None, 1, 2, 3, 4, 5, 6, 7])
def test_every_face_differs_from_every_other_even_when_small(seed: int | None) -> None:
    style = PLAIN if seed is None else replace(sample_style(np.random.default_rng(seed)), wear=0.0)
    faces = [small(style, tile.code) for tile in TILES]
    for a in range(len(faces)):
        for b in range(a):
            assert np.abs(faces[a] - faces[b]).max() > 25, (TILES[a].notation, TILES[b].notation, style)


def test_a_face_has_the_size_asked_for_and_a_clear_ground() -> None:
    for height in (32, 108, 224):
        face = draw_face(PLAIN, code("5p"), height=height)
        assert face.shape == (height, round(height * 100 / 136), 4)
        assert face[0, -1, 3] == 0
        assert face[height // 2, face.shape[1] // 2, 3] > 150


def test_only_the_back_and_a_blank_white_dragon_have_no_ink() -> None:
    blank = replace(PLAIN, white="blank", numerals="none")
    empty = {tile.notation for tile in TILES if not inked(blank, tile.code).any()}
    assert empty == {"xx", "5z"}


@pytest.mark.parametrize("pip", PIPS)
def test_circles_show_as_many_pips_as_their_number(pip: str) -> None:
    style = replace(PLAIN, pip=pip, numerals="none", size=0.92)
    assert [blobs(style, code(f"{n}p")) for n in range(2, 10)] == list(range(2, 10))
    assert blobs(style, code("0p")) == 5


@pytest.mark.parametrize("stick", STICKS)
def test_bamboo_shows_as_many_sticks_as_its_number(stick: str) -> None:
    style = replace(PLAIN, stick=stick, numerals="none")
    parts = blobs(style, code("2s")) // 2  # some sticks are drawn as separate pieces
    assert parts >= 1
    assert [blobs(style, code(f"{n}s")) for n in (2, 3, 4, 5, 6, 7, 9)] == [
        n * parts for n in (2, 3, 4, 5, 6, 7, 9)
    ]


def test_eight_of_bamboo_is_upright_in_either_design_and_the_same_upside_down() -> None:
    over, under = (inked(replace(PLAIN, eight=e, numerals="none"), code("8s")) for e in ("MW", "WM"))
    middle = slice(over.shape[1] * 45 // 100, over.shape[1] * 55 // 100)
    rows = np.nonzero(over[:, middle].any(axis=1))[0], np.nonzero(under[:, middle].any(axis=1))[0]
    half = over.shape[0] / 2
    assert np.abs(rows[0] - half).mean() < np.abs(rows[1] - half).mean()
    for face in (over, under):
        assert (face == face[::-1, ::-1]).mean() > 0.97


@pytest.mark.parametrize(
    ("tile", "box", "ink"),
    [
        ("5m", (0.0, 0.55, 1.0, 1.0), "red"),  # 萬 is red under a dark numeral
        ("5m", (0.0, 0.0, 1.0, 0.45), "blue"),
        ("7p", (0.0, 0.5, 1.0, 1.0), "red"),
        ("7p", (0.0, 0.0, 1.0, 0.45), "green"),
        ("7s", (0.3, 0.0, 0.7, 0.35), "red"),
        ("5s", (0.35, 0.35, 0.65, 0.65), "red"),
        ("0s", (0.0, 0.0, 1.0, 1.0), "red"),
        ("9s", (0.4, 0.0, 0.6, 1.0), "red"),
        ("8p", (0.0, 0.0, 1.0, 1.0), "blue"),
        ("6z", (0.0, 0.0, 1.0, 1.0), "green"),
        ("7z", (0.0, 0.0, 1.0, 1.0), "red"),
    ],
)
def test_paints_are_where_players_know_them(tile: str, box: tuple[float, ...], ink: str) -> None:
    style = replace(PLAIN, numerals="none")
    face = draw_face(style, code(tile), height=272)
    h, w = face.shape[:2]
    part = face[int(box[1] * h) : int(box[3] * h), int(box[0] * w) : int(box[2] * w)]
    colours = part[part[..., 3] == 255][:, :3].astype(int)
    assert len(colours) > 50
    paint = np.array(getattr(style.inks, ink))
    assert (np.abs(colours - paint).max(axis=1) <= 2).mean() > 0.98


def test_three_of_circles_runs_down_to_the_right() -> None:
    ys, xs = np.nonzero(inked(replace(PLAIN, numerals="none"), code("3p")))
    assert np.corrcoef(xs, ys)[0, 1] > 0.85


@pytest.mark.parametrize(
    ("part", "values", "tile"),
    [("bird", BIRDS, "1s"), ("big_pip", BIG_PIPS, "1p"), ("white", WHITES, "5z"), ("wan", "萬万", "1m")],
)
def test_each_design_of_a_part_is_its_own(part: str, values: tuple[str, ...], tile: str) -> None:
    faces = [draw_face(replace(PLAIN, numerals="none", **{part: v}), code(tile)) for v in values]
    assert len({face.tobytes() for face in faces}) == len(values)


def test_the_same_style_draws_the_same_face_and_a_seed_the_same_style() -> None:
    one, two = (sample_style(np.random.default_rng(5)) for _ in range(2))
    assert one == two
    drawn = draw_face(one, code("3f")).copy()
    draw_face.cache_clear()
    assert np.array_equal(drawn, draw_face(two, code("3f")))


def test_worn_faces_lose_ink_and_keep_their_ground() -> None:
    fresh, worn = (
        painted_face(replace(PLAIN, wear=w, engraved=0.0), code("8p")).astype(int) for w in (0.0, 0.9)
    )
    assert worn.mean() > fresh.mean()
    assert np.array_equal(fresh[0, -1], worn[0, -1])


def test_the_back_is_of_its_own_colour() -> None:
    assert (painted_face(PLAIN, BACK) == np.array(PLAIN.back)).all()


@pytest.mark.parametrize("wrong", [-1, 46])
def test_codes_that_no_tile_has_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="codes are 0 to 45"):
        draw_face(PLAIN, wrong)


def test_the_stroke_table_stays_in_its_box_and_holds_what_faces_need() -> None:
    for character in "一二三四五伍六七八九萬万東东南西北白發发中梅蘭兰菊竹春夏秋冬123456789ESWNCFP":
        assert known(character)
        for stroke in strokes(character):
            assert len(stroke.points) >= 2
            assert all(0 <= v <= 100 for point in stroke.points for v in point), character


def test_fonts_of_this_machine_draw_characters_where_there_are_any() -> None:
    assert set("萬東發伍") <= glyphs_of(FONTS[0])
    drawn = draw_face(replace(PLAIN, font=FONTS[0]), code("6z"))
    assert not np.array_equal(drawn, draw_face(PLAIN, code("6z")))


def _font_of_tiles(path: Path) -> Path:
    """Return a font with the Unicode mahjong tiles: our own faces, each in a frame."""
    masks: dict[str, np.ndarray] = {}
    for kind in range(34):
        inside = draw_face(PLAIN, kind)[..., 3]
        masks[unicode_tile(kind)] = np.pad(np.pad(inside, 12), 4, constant_values=255)
    return make_font(path, masks)


def _takes_the_paints(font: Path) -> None:
    style = replace(PLAIN, art=font)
    for tile, ink, other in (
        ("7p", "red", "green"),
        ("5s", "red", "green"),
        ("3m", "red", "blue"),
        ("0p", "red", "red"),
    ):
        face = draw_face(style, code(tile))
        colours = {tuple(c) for c in face[face[..., 3] > 250][:, :3].tolist()}
        assert {getattr(style.inks, ink), getattr(style.inks, other)} <= colours


def test_a_font_of_tiles_takes_the_paints_of_the_set(tmp_path: Path) -> None:
    font = _font_of_tiles(tmp_path / "tiles.ttf")
    assert find_art(tmp_path) == (font,)
    _takes_the_paints(font)


@pytest.mark.skipif(not ART.exists(), reason="the art is not next to the repository")
def test_a_font_of_others_takes_the_paints_of_the_set() -> None:
    found = find_art(ART)
    assert found == tuple(dict.fromkeys(found))
    _takes_the_paints(next(path for path in found if path.is_file()))


def test_an_art_folder_mixes_in_and_may_lack_faces(tmp_path) -> None:
    family = tmp_path / "mine"
    family.mkdir()
    for tile in TILES[:34]:
        picture = np.full((40, 30, 4), (10, tile.code, 200, 255), np.uint8)
        cv2.imwrite(str(family / f"{tile.notation}.png"), picture)
    (tmp_path / "empty").mkdir()
    assert find_art(tmp_path) == (family,)
    style = replace(PLAIN, art=family)
    assert draw_face(style, 7)[112, 80].tolist() == [10, 7, 200, 255]
    assert np.array_equal(draw_face(style, RED), draw_face(PLAIN, RED))
    assert find_art(tmp_path / "nowhere") == ()
