"""Names of classes as public sets have them: whole lists, since a letter's suit shows in the list alone."""

from __future__ import annotations

import pytest

from paiyan.datasets.formats.class_names import codes_of
from paiyan.scorer.tiles.tile import TILES

SUITED = [tile.notation for tile in TILES[:27]]
HONOURS = [tile.notation for tile in TILES[27:34]]


def suits(m: str, p: str, s: str) -> list[str]:
    """The 27 names of a list whose suits are written so; ``#`` is the number."""
    return [form.replace("#", str(n)) for form in (m, p, s) for n in range(1, 10)]


def notations(names: list[str]) -> list[str | None]:
    codes = codes_of(names)
    return [None if (code := codes[name]) is None else TILES[code].notation for name in names]


@pytest.mark.parametrize("forms", [
    ("#m", "#p", "#s"), ("m#", "p#", "s#"), ("#C", "#D", "#B"), ("c#", "d#", "b#"), ("#w", "#b", "#t"),
    ("w#", "t#", "s#"), ("m#", "t#", "s#"), ("#man", "#pin", "#sou"), ("man#", "pin#", "sou#"),
    ("#_man", "#_pin", "#_sou"), ("character_#", "circle_#", "bamboo_#"),
    ("characters-#", "dots-#", "bamboo-#"),
    ("character #", "dot #", "bam #"), ("#-character", "#-dot", "#-bamboo"), ("wan#", "dot#", "tiao#"),
    ("#wan", "#bing", "#tiao"), ("Crak #", "Dot #", "Bam #"),
    ("# of characters", "# of circles", "# of bamboo"),
    ("Man_#", "Pin_#", "Sou_#"), ("tile_#m", "tile_#p", "tile_#s"),
    ("#万", "#筒", "#条"), ("#萬", "#餅", "#索"),
    ("Th#", "Ton#", "St#"), ("manzu#", "pinzu#", "souzu#"), ("CHARACTERS_#", "CIRCLES_#", "BAMBOOS_#"),
])  # fmt: skip
def test_suits(forms: tuple[str, str, str]) -> None:
    assert notations(suits(*forms)) == SUITED


def test_ranks_in_words_and_chinese() -> None:
    assert notations(["one_bamboo", "bamboo five", "NineCircles"]) == ["1s", "5s", "9p"]
    assert notations(["一萬", "三筒", "九条", "五索", "伍万"]) == ["1m", "3p", "9s", "5s", "5m"]


@pytest.mark.parametrize("names", [
    "east south west north white green red", "E S W N P F C", "ton nan shaa pei haku hatsu chun",
    "dong nan xi bei bai fa zhong", "EW SW WW NW WD GD RD", "we ws ww wn dw dg dr", "Ea So We No Wb Pha Mi",
    "honors-east honors-south honors-west honors-north honors-white honors-green honors-red",
    "east_wind south_wind west_wind north_wind white_dragon green_dragon red_dragon",
    "wind-east wind-south wind-west wind-north dragon-white dragon-green dragon-red",
    "EastWind SouthWind WestWind NorthWind WhiteDragon GreenDragon RedDragon",
    "eastwind southwind westwind northwind whitedragon greendragon reddragon",
    "東 南 西 北 白 發 中", "东风 南风 西风 北风 白板 发财 红中", "🀀 🀁 🀂 🀃 🀆 🀅 🀄", "1z 2z 3z 4z 5z 6z 7z",
])  # fmt: skip
def test_honours(names: str) -> None:
    assert notations(names.split()) == HONOURS


@pytest.mark.parametrize("names", [
    "plum orchid chrysanthemum zhu spring summer autumn winter",
    "plum orchid chrysanthemum bamboo spring summer autumn winter", "mei lan ju bamboo sp su au wi",
    "flower-plum flower-orchid flower-chrysanthemum flower-bamboo "
    "season-spring season-summer season-fall season-winter",
    "bonus-plum bonus-orchid bonus-chrysanthemum bonus-bamboo bonus-spring bonus-summer bonus-autumn "
    "bonus-winter",
    "PL1 OR2 CH3 BA4 SP1 SU2 AU3 WI4",
    "flower_1 flower_2 flower_3 flower_4 season_1 season_2 season_3 season_4",
    "梅 兰 菊 竹 春 夏 秋 冬", "梅花 蘭花 菊花 竹 春季 夏季 秋季 冬季", "1f 2f 3f 4f 5f 6f 7f 8f",
])  # fmt: skip
def test_flowers(names: str) -> None:
    assert notations(names.split()) == [tile.notation for tile in TILES[34:42]]


@pytest.mark.parametrize("bamboo", ["#B", "#s"])
def test_capital_letters_of_flowers_and_seasons(bamboo: str) -> None:
    names = [*suits("#C" if bamboo == "#B" else "#m", "#D" if bamboo == "#B" else "#p", bamboo)]
    flowers = ["1F", "2F", "3F", "4F", "1S", "2S", "3S", "4S"]
    assert notations([*names, *flowers]) == [*SUITED, *(tile.notation for tile in TILES[34:42])]


def test_flowers_and_seasons_behind_their_letters() -> None:
    names = [*suits("c#", "d#", "b#"), "f1", "f4", "s1", "s4"]
    assert notations(names)[27:] == ["1f", "4f", "5f", "8f"]


@pytest.mark.parametrize("name", [
    "0m", "5m_red", "red 5 man", "aka5m", "5mr", "red5m", "5_man_red", "赤五萬", "红5万",
])  # fmt: skip
def test_red_fives(name: str) -> None:
    assert notations([*suits("#m", "#p", "#s"), name])[-1] == "0m"


@pytest.mark.parametrize("name", ["back", "Back", "face-down", "facedown", "tile_back", "xx", "背", "牌背"])
def test_backs(name: str) -> None:
    assert notations([name]) == ["xx"]


@pytest.mark.parametrize("name", [
    "", "joker", "0", "19", "10m", "1m2m", "5", "bamboo", "dragon_1", "hand", "f1-s", "dice",
    "visit https---x", "1 2 man", "red five", "unknown", "face up", "- Resize to 640x640 -Stretch-",
])  # fmt: skip
def test_what_no_list_tells_is_left_open(name: str) -> None:
    assert notations([name]) == [None]


def test_numbers_that_are_about_in_two_orders_are_left_open() -> None:
    names = [*suits("m#", "t#", "s#"), "z1", "z4", "z5", "z7", "f1", "f8"]
    assert notations(names)[27:] == ["1z", "4z", None, None, None, None]
    assert notations([*suits("m#", "p#", "s#"), "z5", "z7"])[27:] == ["5z", "7z"]
