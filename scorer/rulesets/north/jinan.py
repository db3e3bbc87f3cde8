"""济南麻将, Jinan: a pair of 2, 5 or 8; kongs and flowers add fan; a declared hand is worth 4 or 8.

The document says what a plain, an openly drawn 明摸 and an openly played 明打 hand pay. ``types: program``
multiplies by types of hands as a public program of the game does; the document has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.catalogue.waits import on_great_single
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Find, Priced
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import By, Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import LOOSE, Form
from paiyan.scorer.tiles.kind_sets import ranks

SEED = POCKET_MAHJONG.section("济南麻将")
PROGRAM = "MJinanOneResult of a game server (majiang2, win_loose_result), whose list of prices heads the file"
EYES = ranks(2, 5, 8)


def _declared(*, played: bool) -> Find:
    """Declared ready, the hand drawn openly, or played openly from then on."""

    def find(a: Arranged) -> tuple[int, ...]:
        right = Flag.DECLARED_READY in a.win.flags and a.hand.table["played_open"] is played
        return (0,) if right else ()

    return find


def _fan(id_: str, zh: str, en: str, find: Find, text: Words) -> Fan:
    return Fan(id_, zh, en, find, ja=zh, text=text)


DRAWN_OPEN = _fan(
    "drawn_open",
    "明摸",
    "Drawn Openly",
    _declared(played=False),
    Words("报听后明摸，自摸而和", "declared ready and drawn openly", "聴牌を宣言し、公開してツモる"),
)
PLAYED_OPEN = _fan(
    "played_open",
    "明打",
    "Played Openly",
    _declared(played=True),
    Words("报听后明打而和", "declared ready and played openly", "聴牌を宣言し、手を公開して打つ"),
)
ALL_258 = _fan(
    "all_eyes_jinan",
    "全将",
    "All Twos, Fives and Eights",
    suits.only(EYES),
    Words(
        "全是二、五、八，不必成副", "twos, fives and eights alone, in sets or not", "二・五・八のみ、面子不要"
    ),
)
SINGLE = _fan(
    "single_on_four_melds",
    "大吊车",
    "Single Wait on Four Melds",
    on_great_single,
    Words("四副都已亮出，只剩一张", "four sets laid down and one tile in hand", "四副露の単騎"),
)

_BASES = (PLAYED_OPEN.at(8, source=f"{SEED} 5"), DRAWN_OPEN.at(4, source=f"{SEED} 4"))
_ADDED = (
    triplets.KONG.at(1, source=f"{SEED} 3"),
    circumstances.FLOWER.at(1, name="花子", source=f"{SEED} 6"),
)
_PLAIN = whole_hand.CHICKEN.at(1, name="平胡", source=f"{SEED} 2")
_FACTORS = (
    suits.FULL_FLUSH.at(4, source=PROGRAM),
    suits.HALF_FLUSH.at(2, source=PROGRAM),
    whole_hand.SEVEN_PAIRS.at(2, name="七小对", source=PROGRAM),
    whole_hand.FOUR_IN_PAIRS.at(2, name="豪华", source=PROGRAM),
    triplets.ALL_PUNGS.at(2, name="碰碰胡", source=PROGRAM),
    ALL_258.at(2, source=PROGRAM),
    whole_hand.LESSER_KNITTED.at(2, name="十三不靠", source=PROGRAM),
    SINGLE.at(2, source=PROGRAM),
    circumstances.LAST_TILE_DRAW.at(2, name="海底捞", source=PROGRAM),
    circumstances.AFTER_KONG.at(2, name="杠呲", source=PROGRAM),
)
_TIMES = frozenset(p.id for p in _FACTORS)
_BASE_IDS = frozenset(p.id for p in _BASES)


def _factor(counted: Counted) -> int:
    return prod(m.priced.value for m in counted.matches if m.priced.id in _TIMES)


def _base(counted: Counted) -> int:
    """What the win itself is worth, before kongs and flowers."""
    return max((m.priced.value for m in counted.matches if m.priced.id in _BASE_IDS), default=_PLAIN.value)


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """The win, 1, 4 or 8, and one for each kong and flower; types of hands multiply."""
    del arranged, options
    added = sum(m.priced.value for m in counted.matches if m.priced.id in {p.id for p in _ADDED})
    total = (_base(counted) + added) * _factor(counted)
    return Value(total, total)


def _pay(s: Settling) -> Iterator[Transfer]:
    """Everybody pays, by discard too 全部人1番; a declared win is double between the dealer and another."""
    winner, base = s.hand.seat, _base(s.counted)
    more = base * _factor(s.counted) if base > _PLAIN.value else 0
    why = {8: Words("明打", "played openly", "明打"), 4: Words("明摸", "drawn openly", "明摸")}.get(
        base, Words("推倒胡", "win", "和了")
    )
    owed = {seat: s.value.points + (more if s.hand.dealer in (seat, winner) else 0) for seat in winner.others}
    giver = s.win.discarder
    if giver is not None and s.win.by is By.ROBBED_KONG:
        robbed = win_payments.ROBBED_FOR_THREE
        yield Transfer(giver, winner, sum(owed.values()), robbed)
    elif giver is not None and s.options["discard"] == "discarder":
        yield Transfer(giver, winner, owed[giver], why)
    else:
        yield from (Transfer(seat, winner, points, why) for seat, points in owed.items())


def _eyes(a: Arranged) -> bool:
    if a.form in LOOSE:
        return not a.faces & ~LOOSE[a.form]
    return a.form is not Form.STANDARD or bool(EYES >> a.pairs[0][1] & 1) or not a.faces & ~EYES


def _open_is_drawn(hand: Hand) -> bool:
    win = hand.win
    return not win or win.self_drawn or Flag.DECLARED_READY not in win.flags or hand.table["played_open"]


def _open_is_declared(hand: Hand) -> bool:
    return not hand.table["played_open"] or not hand.win or Flag.DECLARED_READY in hand.win.flags


def _priced(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    return (*_BASES, *_ADDED, *(_FACTORS if options["types"] == "program" else ()))


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    more = (Form.SEVEN_PAIRS, Form.LOOSE_258, Form.KNITTED_HONOURS) if options["types"] == "program" else ()
    return rules.changed(fans=_priced(options), forms=(Form.STANDARD, *more))


JINAN = RuleSet(
    id="jinan",
    words=Words("济南麻将", "Jinan", "済南麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        must=(
            Condition(
                _open_is_drawn,
                Words(
                    "报听明摸，必须自摸",
                    "declared ready and drawn openly: a discard does not win",
                    "明摸はツモ和了のみ",
                ),
            ),
        ),
        must_show=(
            Shown(
                _eyes,
                Words("须二、五、八做将", "the pair must be of twos, fives or eights", "雀頭は二・五・八"),
            ),
        ),
        possible=(
            Condition(
                _open_is_declared,
                Words(
                    "明打须先报听",
                    "played_open asks for a declared hand: add the flag declared_ready, or drop the field",
                    "明打は聴牌宣言が必要",
                ),
            ),
        ),
        outside_minimum=frozenset(p.id for p in (*_ADDED, *_FACTORS)),
    ),
    counted_by=CountedBy(fans=_priced({"types": "none"}), fallback=_PLAIN, value=_value),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "discard",
                Words(
                    "点炮：三家付或点炮者独付",
                    "after a discard all three pay, or the discarder",
                    "ロンは三家払いか放銃者払い",
                ),
                "all",
                f"all: {SEED} 2; discarder: {PROGRAM}",
                choices=("all", "discarder"),
            ),
            Setting(
                "types",
                Words("牌型加倍", "types of hands multiply", "役による倍率"),
                "none",
                f"none: {SEED}; program: {PROGRAM}",
                choices=("none", "program"),
                names={"program": Words("按牌型加倍", "program", "役で倍")},
            ),
        ),
        table=(
            Setting(
                "played_open",
                Words("明打", "the declared hand was played openly 明打", "明打"),
                False,
                f"{SEED} 5",
                of_hand=True,
                declares=frozenset((True,)),
            ),
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "花子不能替牌；补花而和叫花砸，不算番",
                "flowers stand for no tile; winning by the tile drawn for one 花砸 adds nothing",
                "花牌は代用にならない；花の補充牌での和了（花砸）は加点なし",
            ),
            f"{SEED} 6",
        ),
    ),
    divergences=(
        Divergence(
            "jinan",
            Kind.MISPRINT,
            "放炮即1全部人1番",
            "Who pays after a discard is garbled: “放炮即1全部人1番”.",
            "All three pay one fan; the option `discard` = discarder lets the discarder pay alone.",
            f"{SEED} 2; {PROGRAM}",
        ),
        Divergence(
            "jinan",
            Kind.SILENCE,
            "明打 by discard, and what the dealer's double is of",
            "明摸 must be drawn, of 明打 nothing is said; the dealer pays 8 and 16 for 4 and 8.",
            "明打 may be won by discard; the double is of the win, kongs and flowers are added once.",
            f"{SEED} 4, 5; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "jinan",
            Kind.SILENCE,
            "types of hands, a robbed kong, who deals next",
            "The rest is as in 大众麻将, which the documents do not have.",
            "No type is dearer (`types` = program prices them); who is robbed pays for three; a dealer who"
            " wins, or sees a draw, stays.",
            f"{SEED} 6; {PROGRAM}; {HOUSE_DEFAULT}",
        ),
    ),
)
