"""Tiles: what is read, what is printed, and what is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.scorer.errors import TileError
from paiyan.scorer.tiles.notation import notation, parse, tile
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile, kinds

TILE_LISTS = st.lists(st.sampled_from(TILES), max_size=20)


def test_codes_are_places() -> None:
    assert [t.code for t in TILES] == list(range(46))
    assert (TILES[FLOWER].notation, TILES[RED].notation, TILES[BACK].notation) == ("1f", "0m", "xx")


@given(TILE_LISTS)
def test_notation_is_read_back(tiles: list[Tile]) -> None:
    assert list(parse(notation(tiles))) == tiles


@given(TILE_LISTS)
def test_a_stretch_of_a_suit_has_one_letter(tiles: list[Tile]) -> None:
    assert not re.search(r"([mpszf])[0-9]+\1", notation(tiles))


@given(TILE_LISTS)
def test_chinese_names_are_read_back(tiles: list[Tile]) -> None:
    named = [t for t in tiles if t.code != BACK]
    assert list(parse(" ".join(t.name("zh") for t in named))) == named


@given(TILE_LISTS)
def test_red_fives_play_as_fives(tiles: list[Tile]) -> None:
    plain = [tile("5" + t.notation[1]) if RED <= t.code < BACK else t for t in tiles]
    assert kinds(tiles) == sorted(t.code for t in plain)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("123m 44z,5f", "123m44z5f"),
        ("🀇🀈🀉", "123m"),
        ("🀙🀚🀡🀐🀘", "129p19s"),
        ("🀀🀁🀂🀃🀄🀅🀆", "1234765z"),
        ("🀄︎", "7z"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩🀫", "12435678fxx"),
        ("一万 三条 东 发 春", "1m3s16z5f"),
        ("九萬六筒六餅二索伍條", "9m66p25s"),
        ("東風西风發財白板红中", "13657z"),
        ("红五万赤5筒", "0m0p"),
        ("ESWN", "1234z"),
        ("1s S 2s", "1s2z2s"),
        ("背", "xx"),
        ("", ""),
    ],
)
def test_other_ways_to_write(text: str, same: str) -> None:
    assert notation(parse(text)) == same


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8z", "there is no tile 8z"),
        ("0z", "there is no tile 0z"),
        ("19f", "there is no tile 9f"),
        ("12", "12 at the end of '12' has no suit"),
        ("12m3", "3 at the end of '12m3' has no suit"),
        ("5y", "is not a tile: write tiles like 123m44z5f"),
        ("11 2m", "11, from character 1 of '11 2m', has no suit"),
        ("1m２３，5s", "２３, from character 3 of '1m２３，5s', has no suit"),
        ("五", "五 at the end of '五' has no suit"),
        ("1m hello", "'h', character 4 of '1m hello', is not a tile"),
    ],
)
def test_what_is_no_tile_is_named(text: str, message: str) -> None:
    with pytest.raises(TileError) as wrong:
        parse(text)
    assert message in str(wrong.value)


@pytest.mark.parametrize("text", ["", "12m", "1m2p"])
def test_one_tile_is_one(text: str) -> None:
    with pytest.raises(ValueError, match="tiles where one is wanted"):
        tile(text)


def test_names() -> None:
    assert [t.name("en") for t in parse("5m0p7z1fxx")] == [
        "5 of characters", "red 5 of circles", "red dragon", "plum", "face-down tile",
    ]  # fmt: skip
    assert [t.name("ja") for t in parse("5s0m6z")] == ["五索", "赤五萬", "發"]
    with pytest.raises(ValueError, match="use zh, en or ja"):
        TILES[0].name("fr")
