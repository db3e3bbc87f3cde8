"""Each kind of mistake in a house file, and what is said of it; all of a file at once."""

# ruff: noqa: E501 - a mistake and its message on one line each

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paiyan.scorer.house.errors import HouseError
from paiyan.scorer.house.keys import FILE
from paiyan.scorer.house.load import load, of_file, of_folder
from paiyan.scorer.house.value_types import (
    Either,
    LeftOut,
    Named,
    Several,
    Table,
    Takes,
    Text,
    Tiles,
    Value,
    Whole,
)
from paiyan.scorer.house.value_types import Flag as TrueOrFalse
from paiyan.scorer.house.value_types import OneOf as Choice

HEAD = 'id = "my-club"\nname = "我的会馆"\nbase = "hongkong"\n'

# What stands after the three lines of the head, and what is said, the first line being the fourth.
WRONG = (
    ("minimum = '3'", "line 4: minimum is a whole number from 0 to 1000, not '3'"),
    ("minimum = -1", "line 4: minimum is a whole number from 0 to 1000, not '-1'"),
    ("minimun = 3", "line 4: a house file has no minimun: did you mean minimum?"),
    ("seats = 2", "line 4: seats is a whole number from 3 to 4, not '2'"),
    ("currency = 5", "line 4: currency is a text of at most 20 characters in quotes, not '5'"),
    ('next_dealer = "stay"', "line 4: next_dealer cannot be 'stay': did you mean stays?"),
    ('forms = ["seven_pair"]', "line 4: forms cannot be 'seven_pair': did you mean seven_pairs?"),
    ('forms = "standard"', "line 4: forms is a list of at most 16, like […], not 'standard'"),
    ("[options]\nmultiplyer = 2", "line 5: Hong Kong (hall rules) has no option multiplyer: did you mean multiplier?"),
    ("[options]\nmultiplier = 0", "line 5: multiplier is a whole number from 1, not 0"),
    ("[options]\ndraw = 'leaves'", "line 5: draw is one of stays, passes, not 'leaves'"),
    ("[table]\nhonba = 1", "line 5: Hong Kong (hall rules) has no table field honba: there are kong_on_kong"),
    ("混一色 = 4", "line 4: a name that is not plain letters stands in quotes: write \"混一色\" = …"),
    ('[fans]\n"混一色二" = 4', "line 5: neither Hong Kong (hall rules) nor the catalogue has a fan 混一色二: did you mean 混一色?"),
    ('fans.half_flush = 4\nfans."混一色" = 9', "line 5: 混一色 is the fan that half_flush names above: say it once"),
    ('fans."清一色" = false\nfans.full_flush = 4', "line 5: full_flush is the fan that 清一色 names above: say it once"),
    ("[fans]\nmixed_pungs = false", "line 5: Hong Kong (hall rules) has no fan mixed_pungs: did you mean"),
    ("[fans]\nseven_pairs = true", "line 5: fans.seven_pairs is a whole number from 0 to 1000, not 'True'"),
    ("[fans.seven_pairs]\nname = '七对'", "line 4: seven_pairs is new to Hong Kong (hall rules): give its value"),
    ('[fans.dora]\nvalue = 1\nfrom = "richi"', "line 6: no rule set 'richi'; did you mean riichi?"),
    ('[fans.pinfuu]\nvalue = 1\nfrom = "riichi"', "line 4: Japanese (riichi) has no fan pinfuu: did you mean pinfu?"),
    ("[fans.half_flush]\nexcludes = ['all_pung']", "line 5: Hong Kong (hall rules) has no fan all_pung: did you mean all_pungs?"),
    ("[[hand]]\nname = 'x'\nvalue = 9", 'line 4: id is missing: write id = "jade_dragon"'),
    ("[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9", "line 4: x does not say what hand it is: give tiles, sets or another condition"),
    ("[[hand]]\nid = 'half_flush'\nname = 'x'\nvalue = 9\nruns = 4", "line 5: there is a fan half_flush already: choose another id"),
    ("[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9\ntiles = '123m'", "line 8: x has 3 tiles, and a whole hand 14"),
    ("[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9\ntiles = '13579m13579p1357s'", "line 8: the tiles of x make none of the forms"),
    ("[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9\nsets = ['124m']", "line 8: '124m' in hand.sets is no set: write 123m"),
    ("[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9\nonly = '5y'", "line 8: hand.only names tiles like 123m44z:"),
    ("[tiles]\nwithout = '8z'", "line 5: tiles.without names tiles like 123m44z:"),
    ("[[tile]]\ntile = '1a'\nname = 'cat'\nas = 'bonus'", "line 5: tile.tile cannot be '1a'"),
    ("[points]\neach = 2\ndoubling = 1\ncap = 9", "line 6: each, doubling cannot stand together: keep one of them"),
    ("[points]\ndoubling = 1", "line 5: doubling needs a cap of at most 30 fans"),
    ("[points]\nsteps = [[3, 8], [3, 16]]", "line 5: the fans of steps rise: 3 comes after 3"),
    ("[payment]\nliable = ['robbed']", "line 5: payment.liable cannot be 'robbed'"),
    ("[payment.discard]\ndiscarder = 1.5", "line 5: payment.discard.discarder is a whole number from 0 to 1000, not '1.5'"),
    ("[[example]]\nhand = '123m hello'", "line 5: the hand of this example cannot be read: hello is neither tiles nor a situation"),
    ("[[example]]\nhand = '123m'\npays = { X = 1 }", "line 6: [example.pays] has no X: there are E, S, W, N"),
    ("hands = ['spring.toml']", "line 4: hands names other files, which are not sent with this one"),
    ("hands = 'spring.toml'", "line 4: hands is a list of at most 8, like […], not 'spring.toml'"),
    ("[points]\nsteps = [[1]]", "line 5: each of steps is [fans, points] or [fans, points, points of a self-draw], not [1]"),
    ("minimum = ", "line 4: not TOML (no value follows the =): write name = value"),
    ("minimum", "line 4: not TOML (no = follows the name): write name = value"),
    ("minimum = 3\nminimum = 3", "line 5: not TOML (a name stands there twice): write name = value"),
    ("currency = 'x", "line 4: not TOML (a text is not closed by its quote): write name = value"),
    ("forms = ['standard'", "line 4: not TOML (a bracket is not closed): write name = value"),
    ("minimum = 3 4", "line 4: not TOML (more stands on the line): write name = value"),
)  # fmt: skip


def said(text: str) -> list[str]:
    """What is wrong with a file."""
    with pytest.raises(HouseError) as wrong:
        load(text)
    return [m.to("en") for m in wrong.value.mistakes]


@pytest.mark.parametrize(("lines", "expected"), WRONG, ids=lambda text: text.splitlines()[-1][:40])
def test_a_mistake_is_told_with_its_line_and_a_remedy(lines: str, expected: str) -> None:
    (told,) = said(HEAD + lines + "\n")
    assert told.startswith(expected)


def test_every_mistake_of_a_file_is_told_at_once() -> None:
    together = [lines for lines, _ in WRONG if lines.startswith("[fans]\n") and "=" in lines]
    names = "\n".join(lines.removeprefix("[fans]\n") for lines in together)
    told = said(HEAD + "seats = 2\n[fans]\n" + names + "\n[points]\nkap = 1\n")
    assert len(told) == len(together) + 2
    assert [int(one.split(":")[0].removeprefix("line ")) for one in told] == [4, 6, 7, 8, 10]


def test_mistakes_are_told_in_every_language() -> None:
    with pytest.raises(HouseError) as wrong:
        load(HEAD + "seats = 2\nminimun = 3\n")
    for mistake in wrong.value.mistakes:
        assert len({mistake.to(lang) for lang in ("zh", "en", "ja")}) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('id = "x-y"\n', 'base is missing: write base = "hongkong"'),
        ('id = "x-y"\nname = "x"\nbase = "honkong"\n', "line 3: no rule set 'honkong'; did you mean hongkong?"),
        ('id = "riichi"\nname = "x"\nbase = "hongkong"\n', "line 1: riichi is a rule set already"),
        ('id = "My Club"\nname = "x"\nbase = "hongkong"\n', "line 1: id is 2 to 40 small letters, digits and -, the first a letter"),
        ('id = "a"\nname = "x"\nbase = "hongkong"\n', "line 1: id is 2 to 40 small letters"),
        ('id = "x-y"\nname = "x"\nbase = "riichi"\n[points]\ncap = 5\n', "line 5: the worth of a hand in Japanese"),
        ('id = "x-y"\nname = "x"\nbase = "riichi"\n[points]\neach = 5\n', "line 4: Japanese (riichi) does not pay by points alone"),
        ('id = "x-y"\nname = "x"\nbase = "sichuan"\n[kongs]\nadded = 5\n', "line 4: Sichuan (Chengdu) has payments of its own"),
    ],
)  # fmt: skip
def test_what_a_base_does_not_allow(text: str, expected: str) -> None:
    assert any(one.startswith(expected) for one in said(text))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "club.toml").write_text(HEAD + "hands = ['spring.toml']\n", "utf-8")
    (tmp_path / "spring.toml").write_text(
        "[[hand]]\nid = 'spring'\nname = '春'\nvalue = 9\nsets = ['123a', '123b', '123c']\n", "utf-8"
    )
    (tmp_path / "branch.toml").write_text(
        'id = "branch"\nname = "分会"\nbase = "club"\nminimum = 2\n', "utf-8"
    )
    return tmp_path


def test_hands_of_the_season_are_a_file_and_a_base_may_be_one(folder: Path) -> None:
    branch = of_file(folder / "branch.toml").rules
    assert branch.won_by.minimum == 2
    assert "spring" in {p.id for p in branch.counted_by.fans}
    assert [house.rules.id for house in of_folder(folder)] == ["branch", "my-club"]


def test_a_base_that_goes_in_a_circle(folder: Path) -> None:
    (folder / "club.toml").write_text(HEAD.replace("hongkong", "branch.toml"), "utf-8")
    with pytest.raises(HouseError, match=r"is its own base \(branch.toml → club.toml → branch.toml\)"):
        of_file(folder / "branch.toml")


def test_a_file_of_hands_holds_nothing_else(folder: Path) -> None:
    (folder / "spring.toml").write_text("minimum = 3\n", "utf-8")
    with pytest.raises(
        HouseError, match=r"spring.toml may hold \[\[hand\]\] and \[\[example\]\] alone, not minimum"
    ):
        of_file(folder / "club.toml")


def test_a_mistake_in_another_file_is_told_with_the_name_of_that_file(folder: Path) -> None:
    def said() -> list[str]:
        with pytest.raises(HouseError) as wrong:
            of_file(folder / "branch.toml")
        return [m.to("en") for m in wrong.value.mistakes]

    (folder / "spring.toml").write_text(
        "[[hand]]\nid = 'x'\nname = 'x'\nvalue = 9\nsets = ['124m']\n", "utf-8"
    )
    assert [one[:34] for one in said()] == ["spring.toml: line 5: '124m' in han"]
    (folder / "spring.toml").write_text("[[hand]\n", "utf-8")
    assert said()[0].startswith("spring.toml: line 1: not TOML (a bracket is not closed)")
    (folder / "spring.toml").write_text("hand = 3\n", "utf-8")
    assert said() == ["spring.toml: line 1: hand is a list of at most 100, like […], not '3'"]
    (folder / "club.toml").write_text(HEAD + "seats = 2\n", "utf-8")
    assert said() == ["club.toml: line 4: seats is a whole number from 3 to 4, not '2'"]
    (folder / "branch.toml").write_text((folder / "branch.toml").read_text("utf-8") + "seats = 2\n", "utf-8")
    (folder / "club.toml").write_text(HEAD, "utf-8")
    assert said() == ["line 5: seats is a whole number from 3 to 4, not '2'"]


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_no_english_is_in_what_is_told_in_another_language(lang: str, folder: Path) -> None:
    for lines, _ in WRONG:
        with pytest.raises(HouseError) as wrong:
            load(HEAD + lines + "\n")
        for mistake in wrong.value.mistakes:
            told = mistake.to(lang).replace("Robbing the Kong", "").replace("All Terminals and Honours", "")
            assert not re.search("[a-z]{2,} [a-z]{2,} [a-z]{2,}", told), told
    (folder / "club.toml").write_text(HEAD + "seats = 2\n", "utf-8")
    with pytest.raises(HouseError) as wrong:
        of_folder(folder)
    assert all(not re.search("[a-z]{2,} [a-z]{2,}", m.to(lang)) for m in wrong.value.mistakes)


def kinds(takes: Takes) -> set[type]:
    """Every kind of thing that may stand in a file."""
    inner: list[Takes] = []
    if isinstance(takes, Table):
        inner = [key.takes for key in takes.keys.values()]
    elif isinstance(takes, Either):
        inner = list(takes.kinds)
    elif isinstance(takes, (Several, Named)):
        inner = [takes.of]
    return {type(takes)}.union(*map(kinds, inner)) if inner else {type(takes)}


def test_every_kind_refuses_what_it_cannot_be() -> None:
    odd = object()
    for kind in (
        Text(),
        Whole(),
        TrueOrFalse(),
        LeftOut(),
        Choice(("a",)),
        Tiles(),
        Several(Text()),
        Value(),
    ):
        assert list(kind.wrong(odd, ("x",))), kind
    assert kinds(FILE) == {
        Text,
        Whole,
        TrueOrFalse,
        LeftOut,
        Choice,
        Tiles,
        Several,
        Value,
        Either,
        Named,
        Table,
    }
