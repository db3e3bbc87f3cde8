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
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Find
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.tiles.blocks import LOOSE, Form
from paiyan.scorer.tiles.tile import ranks

TEXT = texts("jinan")

SEED = POCKET_MAHJONG.section("济南麻将")
PROGRAM = "MJinanOneResult of a game server (majiang2, win_loose_result), whose list of prices heads the file"
EYES = ranks(2, 5, 8)


def _declared(*, played: bool) -> Find:
    """Declared ready, the hand drawn openly, or played openly from then on."""

    def find(a: Arranged) -> tuple[int, ...]:
        right = Flag.DECLARED_READY in a.win.flags and a.hand.table["played_open"] is played
        return (0,) if right else ()

    return find


DRAWN_OPEN = TEXT.fan("drawn_open", _declared(played=False), flags=(Flag.DECLARED_READY,))
PLAYED_OPEN = TEXT.fan("played_open", _declared(played=True), flags=(Flag.DECLARED_READY,))
ALL_258 = TEXT.fan("all_eyes_jinan", suits.only(EYES))
SINGLE = TEXT.fan("single_on_four_melds", on_great_single)

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
_PROGRAM_FORMS = (Form.STANDARD, Form.SEVEN_PAIRS, Form.LOOSE_258, Form.KNITTED_HONOURS)
_TIMES = frozenset(p.id for p in _FACTORS)
_BASE_IDS = frozenset(p.id for p in _BASES)


def _factor(counted: Counted) -> int:
    return prod(m.priced.value for m in counted.matches if m.priced.id in _TIMES)


def _base(counted: Counted) -> int:
    """Return the worth of the win itself, before kongs and flowers."""
    return max((m.priced.value for m in counted.matches if m.priced.id in _BASE_IDS), default=_PLAIN.value)


def _value(counted: Counted, _arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """The win, 1, 4 or 8, and one for each kong and flower; types of hands multiply."""
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


JINAN = RuleSet(
    **TEXT.about("jinan"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FLOWER_SET),
    won_by=WonBy(
        required=(TEXT.condition("open_is_drawn", _open_is_drawn),),
        visible_requirement=(TEXT.shown("eyes", _eyes),),
        valid_hand=(
            TEXT.condition(
                "open_is_declared",
                lambda hand: (
                    not hand.table["played_open"] or not hand.win or Flag.DECLARED_READY in hand.win.flags
                ),
            ),
        ),
        outside_minimum=frozenset(p.id for p in (*_ADDED, *_FACTORS)),
    ),
    counted_by=CountedBy(fans=(*_BASES, *_ADDED), fallback=_PLAIN, value=_value, of_worth=None),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("discard", "all", choices=("all", "discarder")),
            TEXT.setting(
                "types",
                "none",
                choices=("none", "program"),
                sets={"program": {"fans": _FACTORS, "forms": _PROGRAM_FORMS}},
            ),
        ),
        table=(TEXT.setting("played_open", False, of_hand=True, declares=frozenset((True,))),),
    ),
)
