"""What people type in other words than the interface's comes to the same answer."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.scorer import rulesets
from paiyan.scorer.errors import HandError, RulesError
from paiyan.scorer.hand import json_fields as synonyms
from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import ALIASES, IDS, rule_set
from paiyan.scorer.tiles.notation import notation, parse

HAND: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p11z77s",
    "melds": [{"type": "pung", "tiles": "555z", "from": "left"}],
    "win": {"tile": "7s", "by": "discard", "from": "W", "flags": ["last_tile"]},
    "seat": "S",
}


@pytest.mark.parametrize(
    ("typed", "tiles"),
    [
        ("１２３ｍ４４ｚ", "123m44z"),
        ("123M 44Z 5F", "123m44z5f"),
        ("123万456筒789条", "123m456p789s"),
        ("一二三万東東", "123m11z"),
        ("123萬456饼789索", "123m456p789s"),
        ("1二3餅", "123p"),
        ("伍万0筒红五条", "5m0p0s"),
        ("567字", "567z"),
        ("东南西北中发白", "1234765z"),
        ("123m,456p；7s|8s、9s", "123m456p789s"),
    ],
)
def test_tiles_are_read_as_people_write_them(typed: str, tiles: str) -> None:
    assert notation(parse(typed)) == tiles


def changed(**fields: Any) -> dict[str, Any]:
    return {**HAND, **fields}


def won(**fields: Any) -> dict[str, Any]:
    return {**HAND, "win": {**HAND["win"], **fields}}


def melded(**fields: Any) -> dict[str, Any]:
    return {**HAND, "melds": [{**HAND["melds"][0], **fields}]}


SAME = [
    *(changed(rules=name) for name in ("国标", "gb", "MCR", "国标麻将", "ＧＢ", "Guobiao")),
    *(changed(seat=seat) for seat in ("南", "south", "南家", "s", "Ｓ")),
    *(won(by=by) for by in ("点炮", "ron", "RON", "荣和", "放铳", "ロン")),
    *(
        {**won(), "win": {**HAND["win"], "from": giver}}
        for giver in ("西", "west", "下家", "right", "shimocha")
    ),
    *(won(flags=[flag]) for flag in ("海底捞月", "haitei", "Last-Tile")),
    *(won(tile=tile) for tile in ("7S", "七条", "７ｓ")),
    *(melded(type=kind) for kind in ("pon", "碰", "PUNG", "ポン")),
    *({**melded(), "melds": [{**HAND["melds"][0], "from": side}]} for side in ("上家", "kamicha", "E", "东")),
    changed(concealed="[555z<] 123m456p11z77s", melds=[]),
    changed(
        concealed="１２３ｍ456P[555z<]11z77s +7s",
        melds=[],
        win={k: v for k, v in HAND["win"].items() if k != "tile"},
    ),
    {**melded(), "melds": [{"tiles": "[555z<]"}]},
]


@pytest.mark.parametrize("typed", SAME, ids=str)
def test_other_words_come_to_the_same_answer(typed: dict[str, Any]) -> None:
    for lang in ("en", "zh"):
        assert answer(typed, lang=lang) == answer(HAND, lang=lang)


def test_a_deal_is_read_in_the_same_words() -> None:
    plain = {"hands": [{"seat": "S", "concealed": "123m456m789m234p5p", "win": {"tile": "5p", "from": "E"}}]}
    typed = {
        "hands": [
            {"seat": "南", "concealed": "123M456M789M234筒5p+5p", "win": {"from": "上家", "by": "点炮"}}
        ]
    }
    assert answer({"rules": "四川", **typed}) == answer({"rules": "sichuan", **plain})


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (synonyms.SEATS, set(Seat.__members__)),
        (synonyms.SIDES, {side.value for side in Side}),
        (synonyms.MELDS, {kind.value for kind in MeldType}),
        (synonyms.WAYS, {way.value for way in By}),
        (synonyms.FLAGS, {flag.value for flag in Flag}),
    ],
)
def test_every_value_of_the_interface_is_a_word_for_itself(words: dict[str, str], values: set[str]) -> None:
    assert set(words.values()) == values
    assert {synonyms.canonical(value, words) for value in values} == values
    assert all(synonyms.plain(word) == word for word in words), "as it is looked up"


def test_no_word_means_two_things_where_both_may_stand() -> None:
    assert not synonyms.SEATS.keys() & synonyms.SIDES.keys()
    assert not synonyms.MELDS.keys() & (synonyms.SEATS.keys() | synonyms.SIDES.keys()) - {"上"}


def test_rule_sets_are_found_by_the_names_that_people_have_for_them() -> None:
    for name, id_ in ALIASES.items():
        assert rule_set(name).id == rule_set(f"{name}麻将").id == id_
    for id_ in IDS:
        rules = rule_set(id_)
        assert rule_set(id_.upper()) is rules
        assert set(chain(ALIASES.values())) >= {id_}


@pytest.mark.parametrize(
    ("name", "near"), [("国表", "guobiao"), ("sichuna", "sichuan"), ("hongkon", "hongkong")]
)
def test_a_name_that_is_none_gets_the_nearest(name: str, near: str) -> None:
    with pytest.raises(RulesError, match=f"did you mean {near}"):
        rule_set(name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("湖北", "the rules from there are wuhan$"),
        ("浙江麻将", "the rules from there are hangzhou, taizhou, wenzhou$"),
        ("Hunan", "the rules from there are changsha$"),
        ("福建省", "there are none from there yet; there are: guobiao, "),
    ],
)
def test_a_province_without_rules_is_told_what_is_from_there(name: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        rule_set(name)


def test_no_name_of_a_province_means_a_rule_set_besides() -> None:
    for name, ids in rulesets._OF_PROVINCES.items():  # pyright: ignore[reportPrivateUsage]
        assert rulesets.named(name, IDS) is None
        assert set(ids) <= set(IDS)


CHARACTERS = sorted({c for name in ALIASES for c in name if not c.isascii()})


@given(st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=4))
def test_a_chinese_name_is_told_no_other_with_none_of_its_characters(name: str) -> None:
    names = {id_: [known for known, meant in ALIASES.items() if meant == id_] for id_ in IDS}
    for id_ in rulesets.nearest(name, IDS):
        assert any(set(name) & set(known) for known in names[id_])


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (won(by="tsuma"), "did you mean self_draw"),
        (melded(type="pang"), "did you mean"),
        (changed(concealed="[55z] 123m456p11z77s"), "55z"),
        (changed(concealed="[5a5z] 123m"), r"\[5a5z\] is not a meld"),
        (changed(concealed="123m456p11z77s +7s +8s"), "more than one winning tile"),
        (changed(concealed="123m456p11z77t"), "'t', character 14"),
        (changed(concealed="1234m56p11z77s7s", win=None), "which of them won"),
    ],
)
def test_what_is_none_of_them_is_told_the_nearest_or_the_place(typed: dict[str, Any], says: str) -> None:
    with pytest.raises(HandError, match=says):
        answer(typed)


@pytest.mark.parametrize(("begun", "n"), [("广东", 4), ("guangdong", 3)])
def test_a_name_that_several_begin_with_names_them_all(begun: str, n: int) -> None:
    with pytest.raises(RulesError) as refused:
        rule_set(begun)
    named = {id_ for id_ in IDS if id_ in str(refused.value)}
    assert len(named) == n
    assert {"guangdong-jipinghu", "guangdong-minjian", "guangdong-tuidaohu"} <= named
