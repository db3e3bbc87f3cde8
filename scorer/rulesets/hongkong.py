"""港式麻将（戏谷）, Hong Kong rules of one hall: fans up to a cap, a printed table of payments, 包牌.

The seed lists its fans as "so many more", so whatever is there is added up; a fan that says all that
another says of the same tiles keeps it out (a hand of terminals alone is not a mixed one as well).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer import dealers, liability
from scorer.arranged import Arranged
from scorer.catalogue import flowers, luck, suits, triplets, whole
from scorer.fans import Counted, Fan, Priced
from scorer.payment import Transfer
from scorer.ruleset import FLOWER_SET, Note, RuleSet, Settling, Value
from scorer.setting import HOUSE_DEFAULT, Setting, Source
from scorer.shapes import DRAGONS, Form
from scorer.situation import By, Hand, Seat, Win
from scorer.words import Words

SEED = Source("003_e2fa2abce1f55ed0.txt", "番數與麻將金幣列表")
CAP = 18
# One row per fan: what the discarder pays, and what the three others pay together after a self-draw.
TABLE = (
    *((40, 60), (60, 90), (80, 120), (120, 180), (160, 240), (240, 360), (320, 480), (480, 720), (640, 960)),
    *((960, 1440), (1280, 1920), (1920, 2880), (2560, 3840), (3840, 5760), (5120, 7680), (7680, 11520)),
    *((10240, 15360), (15460, 23190)),
)


def _all_concealed_self_drawn(a: Arranged) -> tuple[int, ...]:
    """Four concealed triplets or concealed kongs, and the last tile drawn 刻刻胡."""
    four = len(a.triplets) == 4 and all(a.blocks[i].concealed for i, _ in a.triplets)
    return (a.all,) if four and a.win.self_drawn else ()


def _second_kong(a: Arranged) -> tuple[int, ...]:
    """The tile drawn for a kong made a second kong, and its replacement wins 槓上槓."""
    return (0,) if a.hand.table.get("kong_on_kong") and luck.AFTER_KONG.find(a) else ()


SELF_CONCEALED_PUNGS = Fan(
    "self_drawn_concealed_pungs",
    "刻刻胡",
    "Self-Drawn Concealed Pungs",
    _all_concealed_self_drawn,
    ja="四暗刻自摸",
)
KONG_ON_KONG = Fan(
    "kong_on_kong", "杠上杠自摸", "Replacement of a Second Kong", _second_kong, ja="槓上槓自摸"
)


def _at(fan: Fan, value: int, *excludes: Fan, name: str = "") -> Priced:
    return fan.at(value, name=name, source=str(SEED), excludes=excludes)


FANS = (
    _at(luck.SELF_DRAWN, 1),
    _at(flowers.NO_FLOWERS, 1),
    _at(flowers.OWN_FLOWER, 1),
    _at(luck.AFTER_KONG, 1, name="杠上自摸"),
    _at(whole.CONCEALED, 1, name="门前清"),
    _at(whole.CHOWS_AND_PAIR, 1, name="平糊"),
    _at(triplets.SEAT_WIND, 1),
    _at(triplets.PREVALENT_WIND, 1),
    _at(triplets.DRAGON_PUNG, 1, name="三元牌"),
    _at(suits.MIXED_TERMINALS, 1, name="花么九"),
    _at(luck.ROBBED_KONG, 1, name="抢杠胡"),
    _at(flowers.WHOLE_SET, 2),
    _at(flowers.SEVEN_FLOWERS, 3),
    _at(triplets.ALL_PUNGS, 3, name="对对胡"),
    _at(suits.HALF_FLUSH, 3),
    _at(triplets.LITTLE_THREE_DRAGONS, 3),
    _at(suits.FULL_FLUSH, 7),
    _at(triplets.BIG_THREE_DRAGONS, 7),
    _at(triplets.LITTLE_FOUR_WINDS, 10),
    _at(suits.ALL_HONOURS, 10),
    _at(whole.THIRTEEN_ORPHANS, 13, whole.CONCEALED, name="十三么"),
    _at(flowers.EIGHT_FLOWERS, CAP),
    _at(triplets.BIG_FOUR_WINDS, CAP),
    _at(suits.ALL_TERMINALS, CAP, name="全么九"),
    _at(SELF_CONCEALED_PUNGS, CAP),
    _at(KONG_ON_KONG, CAP, luck.AFTER_KONG),
    _at(triplets.FOUR_KONGS, CAP, name="十八罗汉"),
    _at(luck.EARTHLY_HAND, CAP),
    _at(luck.HEAVENLY_HAND, CAP),
)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Fans up to the cap, and the table's sum: one payer's for a discard, three's for a self-draw."""
    total = min(counted.sum, CAP)
    column = 1 if arranged.win.by in (By.SELF_DRAW, By.ROBBED_KONG) else 0
    return Value(total, TABLE[total - 1][column] * options["multiplier"] if total else 0)


def _liable(hand: Hand, win: Win) -> tuple[Seat | None, Words]:
    """The first of the seed's four cases that makes one player pay the whole self-draw 包牌."""
    cases = (
        (
            liability.of_robbed_kong(win),
            Words("抢杠包牌", "pays for all: their kong was robbed", "槍槓の責任払い"),
        ),
        (
            liability.of_kong(hand, win),
            Words("杠上自摸包牌", "pays for all: fed the kong", "大明槓の責任払い"),
        ),
        (
            liability.of_set(hand, DRAGONS, 3),
            Words("大三元包牌", "pays for all: fed the third dragon", "大三元の責任払い"),
        ),
        (
            liability.of_twelve(hand),
            Words("十二张落地包牌", "pays for all: fed the fourth meld", "四副露の責任払い"),
        ),
    )
    return liability.first(*cases)


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays the sum; a self-draw is shared by three, or paid by the one who is liable."""
    total = s.value.total
    liable, why = _liable(s.hand, s.win)
    if liable is not None and s.win.by is not By.DISCARD:
        yield Transfer(liable, s.hand.seat, s.value.points, why)
    elif s.win.self_drawn:
        for loser in s.hand.seat.others:
            words = Words(
                f"自摸 {total} 番，三家分摊",
                f"self-draw {total} fan, shared by three",
                f"ツモ {total} 翻、三家で分担",
            )
            yield Transfer(loser, s.hand.seat, s.value.points // 3, words)
    elif s.win.discarder is not None:
        words = Words(f"出铳 {total} 番", f"discard {total} fan", f"ロン {total} 翻")
        yield Transfer(s.win.discarder, s.hand.seat, s.value.points, words)


HONGKONG = RuleSet(
    id="hongkong",
    words=Words("港式麻将（戏谷）", "Hong Kong (hall rules)", "香港麻雀"),
    sources=(SEED,),
    tiles=FLOWER_SET,
    forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS),
    fans=FANS,
    instant=frozenset({flowers.SEVEN_FLOWERS.id}),
    minimum=1,
    value=_value,
    pay=_pay,
    next_dealer=dealers.stays,
    notes=(
        Note(
            Words(
                "庄家和牌或流局连庄，否则下家坐庄",
                "the dealer deals again after a win of their own or a draw, else the next player",
                "親の和了または流局で連荘、ほかは下家が親",
            ),
            HOUSE_DEFAULT,
        ),
    ),
    options=(
        Setting("multiplier", Words("大厅倍数", "the hall's multiplier", "卓の倍率"), 1, str(SEED), least=1),
    ),
    table=(
        Setting(
            "kong_on_kong",
            Words("杠上杠", "the replacement tile made a second kong", "嶺上牌で再び槓をした"),
            False,
            str(SEED),
        ),
    ),
)
