"""What `advise` refuses, word for word in three languages: each sentence says how to mend it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.report.advising import advise_on

HONG_KONG: dict[str, Any] = {"rules": "hongkong", "concealed": "123m456p11s678s23p5z"}
SICHUAN: dict[str, Any] = {"rules": "sichuan", "concealed": "123m456p11s678s23p5p"}
CHOW = {"type": "chow", "tiles": "789m", "from": "left", "claimed": "8m"}


class Row(NamedTuple):
    """A hand that is refused, and the sentence."""

    hand: dict[str, Any]
    zh: str
    en: str
    ja: str


TABLE = {
    "a tile short": Row(
        HONG_KONG | {"concealed": "123m456p11s678s2p"},
        "手里有 12 张牌：按港式麻将（戏谷），要打牌是 14 张（刚摸的一张在内），等牌是 13 张：请增减手牌",
        "12 concealed tiles: Hong Kong (hall rules) takes 14 to choose a discard (the drawn tile among them),"
        " 13 to wait: add or take away tiles",
        "手の内が 12 枚です：香港麻雀 では、打牌なら 14 枚（ツモ牌を含む）、待ちなら 13 枚です："
        "牌を足すか減らしてください",
    ),
    "a hand of fourteen where there are seventeen": Row(
        HONG_KONG | {"rules": "taiwan"},
        "手里有 14 张牌：按台湾十六张，要打牌是 17 张（刚摸的一张在内），等牌是 16 张：请增减手牌",
        "14 concealed tiles: Taiwanese sixteen tiles takes 17 to choose a discard (the drawn tile among"
        " them), 16 to wait: add or take away tiles",
        "手の内が 14 枚です：台湾麻雀 では、打牌なら 17 枚（ツモ牌を含む）、待ちなら 16 枚です："
        "牌を足すか減らしてください",
    ),
    "a meld, and the hand as without it": Row(
        HONG_KONG | {"melds": [CHOW]},
        "一组副露之外，手里有 14 张牌：按港式麻将（戏谷），要打牌是 11 张（刚摸的一张在内），等牌是 10 张："
        "请增减手牌",
        "14 concealed tiles and one meld: Hong Kong (hall rules) takes 11 concealed to choose a discard (the"
        " drawn tile among them), 10 to wait: add or take away tiles",
        "副露一組のほかに手の内が 14 枚です：香港麻雀 では、打牌なら 11 枚（ツモ牌を含む）、待ちなら"
        " 10 枚です：牌を足すか減らしてください",
    ),
    "no tiles": Row(
        HONG_KONG | {"concealed": ""},
        "手里有 0 张牌：按港式麻将（戏谷），要打牌是 14 张（刚摸的一张在内），等牌是 13 张：请增减手牌",
        "0 concealed tiles: Hong Kong (hall rules) takes 14 to choose a discard (the drawn tile among them),"
        " 13 to wait: add or take away tiles",
        "手の内が 0 枚です：香港麻雀 では、打牌なら 14 枚（ツモ牌を含む）、待ちなら 13 枚です："
        "牌を足すか減らしてください",
    ),
    "a tile seen more than four times": Row(
        HONG_KONG | {"seen": "1s", "discards": {"S": "11s"}},
        "1s 在手牌和桌面上共有 5 张：每种牌只有四张，请去掉多写的",
        "1s appears 5 times in the hand and on the table: there are four of each tile, so take the extra ones"
        " out",
        "1s が手牌と卓上に合わせて 5 枚あります：同じ牌は四枚です。余分を取り除いてください",
    ),
    "five of a tile in the hand": Row(
        HONG_KONG | {"concealed": "11111s456p678s23p5z"},
        "1s 出现了 5 次：每种牌只有四张，请去掉多写的",
        "1s appears 5 times: there are four of each tile, so take the extra ones out",
        "1s が 5 枚あります：同じ牌は四枚です。余分を取り除いてください",
    ),
    "an open tile that is not played with": Row(
        SICHUAN | {"seen": "1z"},
        "四川麻将不用 1z：请去掉这张",
        "Sichuan (Chengdu) is played without 1z: take it out",
        "四川麻雀 では 1z を使いません：取り除いてください",
    ),
    "a tile that is not played with": Row(
        SICHUAN | {"concealed": "123m456p11s678s23p5z"},
        "四川麻将不用 5z：请去掉这张",
        "Sichuan (Chengdu) is played without 5z: take it out",
        "四川麻雀 では 5z を使いません：取り除いてください",
    ),
    "a hand that is won": Row(
        HONG_KONG | {"win": {"tile": "5z"}},
        "打牌建议针对尚未和牌的手牌：请去掉 win",
        "advice is for a hand that is not won yet: leave out “win”",
        "助言は和了前の手牌に対するものです：win を除いてください",
    ),
    "a riichi where there is none": Row(
        HONG_KONG | {"riichi": ["S"]},
        "港式麻将（戏谷）没有立直：请去掉 riichi",
        "Hong Kong (hall rules) has no riichi: leave out “riichi”",
        "香港麻雀 に立直はありません：riichi を除いてください",
    ),
    "tiles that passed, where that bars nobody": Row(
        HONG_KONG | {"passed": {"S": "1m"}},
        "按港式麻将（戏谷），放过的牌仍可以和：请去掉 passed",
        "under Hong Kong (hall rules) a tile that passed may still be won on: leave out “passed”",
        "香港麻雀 では見逃した牌でも和了できます：passed を除いてください",
    ),
    "a suit given up, where none is": Row(
        HONG_KONG | {"void": {"S": "m"}},
        "港式麻将（戏谷）不定缺：请去掉 void",
        "Hong Kong (hall rules) has no suit to give up: leave out “void”",
        "香港麻雀 に欠け色の決まりはありません：void を除いてください",
    ),
    "no suit": Row(
        SICHUAN | {"void": {"S": "z"}},
        "void 的值应为 m、p 或 s，而不是 'z'",
        "void names a suit m, p or s, not 'z'",
        "void は m・p・s のいずれかです（'z' ではありません）",
    ),
    "too many turns": Row(
        HONG_KONG | {"turns": 99},
        "turns 应为 0 到 40 的整数，而不是 99",
        "turns is a whole number from 0 to 40, not 99",
        "turns は 0 から 40 までの整数です（99 ではありません）",
    ),
    "too few samples": Row(
        HONG_KONG | {"samples": 0},
        "samples 应为 2 到 2000 的整数，而不是 0",
        "samples is a whole number from 2 to 2000, not 0",
        "samples は 2 から 2000 までの整数です（0 ではありません）",
    ),
    "a seat that there is not": Row(
        HONG_KONG | {"discards": {"Q": "1m"}},
        "“discards”是座位 E、S、W 或 N（东南西北），不能是 'Q'",
        "\"discards\" is a seat E, S, W or N, not 'Q'",
        "「discards」は席 E・S・W・N（東南西北）です：'Q' は使えません",
    ),
    "no tiles in a text": Row(
        HONG_KONG | {"seen": "9x8"},
        "seen：'9x8' 最后的 8 没有花色：请在后面加 m（万）、p（筒）、s（条）或 z（字）",
        "seen: 8 at the end of '9x8' has no suit: add m (characters), p (circles), s (bamboo) or z (honours)",
        "seen：'9x8' の最後の 8 に種類がありません：m（萬子）・p（筒子）・s（索子）・z（字牌）を"
        "付けてください",
    ),
    "a meld of unknown size": Row(
        {"rules": "hongkong", "concealed": "456p11s678s23p5z", "melds": [CHOW | {"tiles": "78m"}]},
        "78m 不能吃：吃要同一花色的三张顺子；个别规则另有同花色相加十五的三张，或不同的三张风、中发白",
        "78m is not a chow: a chow is three in a row of one suit; or, in the few rule sets that have such,"
        " three of a suit that add up to fifteen, three different winds or the three dragons",
        "78m はチーになりません：同じ種類の続いた三枚です。一部のルールでは同色で和が十五の三枚、"
        "異なる風牌三枚、三元牌一枚ずつもあります",
    ),
    "a field that there is not": Row(
        HONG_KONG | {"open": "1m"},
        "手牌没有字段 'open'：它的字段是 rules、options、concealed、flowers、melds、seat、round、dealer、"
        "wild、indicator、table、house、seen、discards、passed、riichi、void、turns、samples",
        "a hand has no field 'open': its fields are rules, options, concealed, flowers, melds, seat, round,"
        " dealer, wild, indicator, table, house, seen, discards, passed, riichi, void, turns, samples",
        "手牌に項目 'open' はありません：項目は rules、options、concealed、flowers、melds、seat、round、"
        "dealer、wild、indicator、table、house、seen、discards、passed、riichi、void、turns、samples です",
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_refusal_is_one_sentence_in_three_languages(name: str) -> None:
    row = TABLE[name]
    with pytest.raises(TranslatedError) as refused:
        advise_on(row.hand)
    assert [refused.value.to(lang) for lang in ("zh", "en", "ja")] == [row.zh, row.en, row.ja]


def test_flowers_of_other_players_lie_open() -> None:
    hand = {"rules": "guobiao", "concealed": "123m456p11s678s23p5z", "seen": "1f2f", "flowers": "3f"}
    assert advise_on(hand).discards
