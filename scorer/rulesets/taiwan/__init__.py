"""台湾十六张, Taiwanese mahjong: sixteen tiles and one to win, 台 added up, dealer and streak paid apart.

The document's rule of counting: everything in its list adds up, except that of two patterns which are
always there together only the higher counts. The fans that exclude others here exclude just those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, flowers, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import Fan, Find, PriceList
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FLOWER_SET
from paiyan.scorer.rulesets.taiwan import payments
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import HONOURS

TEXT = texts("taiwan")

SEED = POCKET_MAHJONG.section("台湾麻将 台数类型")
PLAY = POCKET_MAHJONG.section("台湾麻将 行牌禁制")

READY = ("none", "declared", "shown", "earthly", "heavenly")

_CHOW_OPTIONS = (
    TEXT.setting("chows_concealed", True),
    TEXT.setting("chows_self_drawn", True),
    TEXT.setting("chows_with_honours", True),
    TEXT.setting("chows_wait", "any", choices=("any", "several", "two_ended")),
)
_CHOWS = TEXT.named(whole_hand.CHOWS_AND_PAIR)


def _chows_fan(options: Mapping[str, Any]) -> Fan:
    """平胡 as the table wants it: the document asks for runs and a pair alone."""

    def find(a: Arranged) -> tuple[int, ...]:
        chows = tuple(whole_hand.CHOWS_AND_PAIR.find(a))
        kept = (
            (options["chows_concealed"] or a.claimed)
            and (options["chows_self_drawn"] or not a.win.self_drawn)
            and (options["chows_with_honours"] or not (a.faces & HONOURS or a.hand.all_flowers))
        )
        return chows if chows and kept and _waited(a, options["chows_wait"]) else ()

    return replace(_CHOWS, find=find)


def _waited(a: Arranged, wanted: str) -> bool:
    """True if a run was waited for as wanted: in any way, with another tile too, or at both its ends."""
    if wanted == "any" or a.won is None:
        return True
    if wanted == "several":
        return a.won.shape == Shape.RUN and len(a.waits) > 1
    return waits.on_side(a)


def _ready(*values: str) -> Find:
    """Ready was declared in one of these ways."""
    return lambda a: (0,) if a.hand.table["ready"] in values else ()


_SINGLE_WAITS = (waits.EDGE_WAIT, waits.CLOSED_WAIT, waits.SINGLE_WAIT)


def _half_melded(a: Arranged) -> tuple[int, ...]:
    """All but the pair claimed, and the last tile drawn."""
    claimed = sum(b.exposed for b in a.blocks)
    return (a.all,) if a.win.self_drawn and claimed == len(a.blocks) - 1 else ()


def _first_draw(*, dealer: bool) -> Find:
    turn = circumstances.first_turn(dealer=dealer)
    return lambda a: turn(a) if a.win.self_drawn else ()


def _eighth(a: Arranged) -> Iterable[int]:
    """The eighth flower wins by itself, but no hand that may not win."""
    return flowers.flower_count(8)(a) if a.hand.on_flower and a.hand.table["barred"] == "none" else ()


DECLARED_READY = TEXT.fan("declared_ready", _ready("declared", "shown"))
SHOWN_READY = TEXT.fan("shown_ready", _ready("shown"))
# Ready from the tiles dealt 天听, which a dealer cannot be: they discard before they declare.
HEAVENLY_READY = TEXT.fan("heavenly_ready", lambda a: () if a.hand.place == 0 else _ready("heavenly")(a))
# Ready from the first discard 地听; so is a dealer who was ready from the tiles dealt.
EARTHLY_READY = TEXT.fan(
    "earthly_ready", lambda a: _ready("earthly", *(["heavenly"] if a.hand.place == 0 else []))(a)
)
# One kind of tile alone wins: an edge, the middle of a run, or the pair.
SINGLE_WAIT = TEXT.fan(
    "waiting_for_one", lambda a: next((m for m in (tuple(w.find(a)) for w in _SINGLE_WAITS) if m), ())
)
HALF_MELDED = TEXT.fan("half_melded_hand", _half_melded)
HEAVENLY = TEXT.fan("heavenly_hand", _first_draw(dealer=True), flags=(Flag.FIRST_TURN,))
EARTHLY = TEXT.fan("earthly_hand", _first_draw(dealer=False), flags=(Flag.FIRST_TURN,))
HUMANLY = TEXT.fan(
    "human_hand",
    lambda a: (0,) if Flag.FIRST_TURN in a.win.flags and a.win.by is By.DISCARD else (),
    flags=(Flag.FIRST_TURN,),
)
EIGHT_FLOWERS = TEXT.fan("eight_flowers", lambda a: () if a.win.by is By.ROBBED_FLOWER else _eighth(a))
SEVEN_ROBS_ONE = TEXT.fan("seven_robs_one", lambda a: _eighth(a) if a.win.by is By.ROBBED_FLOWER else ())
FIVE_CONCEALED_PUNGS = TEXT.fan("five_concealed_pungs", triplets.concealed(5))
EIGHT_AND_A_HALF = TEXT.fan("eight_and_a_half_pairs", whole_hand.in_form(Form.PAIRS_AND_TRIPLET))
_CONCEALED = (whole_hand.CONCEALED, whole_hand.FULLY_CONCEALED)

_at = PriceList(SEED)

FANS = (
    _at(circumstances.SELF_DRAWN, 1),
    _at(whole_hand.CONCEALED, 1, name="门清"),
    _at(whole_hand.FULLY_CONCEALED, 1, name="门清自摸"),
    _at(SINGLE_WAIT, 1),
    _at(HALF_MELDED, 1),
    _at(circumstances.AFTER_KONG_OR_FLOWER, 1),
    _at(circumstances.LAST_TILE_DRAW, 1, name="海底摸月"),
    _at(circumstances.LAST_TILE_CLAIM, 1, name="海底捞鱼"),
    _at(circumstances.ROBBED_KONG, 1, name="抢杠胡"),
    _at(flowers.OWN_FLOWER, 1, name="花牌"),
    _at(flowers.WHOLE_SET, 1, name="花杠"),
    _at(triplets.DRAGON_PUNG, 1, name="三元台"),
    _at(triplets.PREVALENT_WIND, 1, name="圈风台"),
    _at(triplets.SEAT_WIND, 1, name="门风台"),
    _at(DECLARED_READY, 1),
    _at(SHOWN_READY, 1),
    _at(whole_hand.CHOWS_AND_PAIR, 2, name="平胡"),
    _at(whole_hand.MELDED_HAND, 2, excludes=(SINGLE_WAIT,)),
    _at(triplets.THREE_CONCEALED_PUNGS, 2),
    _at(suits.HALF_FLUSH, 4),
    _at(triplets.ALL_PUNGS, 4, name="对对胡"),
    _at(triplets.LITTLE_THREE_DRAGONS, 4, excludes=(triplets.DRAGON_PUNG,)),
    _at(triplets.FOUR_CONCEALED_PUNGS, 5),
    _at(EARTHLY_READY, 6, excludes=(whole_hand.CONCEALED,)),
    _at(triplets.BIG_THREE_DRAGONS, 8, excludes=(triplets.DRAGON_PUNG,)),
    _at(triplets.LITTLE_FOUR_WINDS, 8),
    _at(HUMANLY, 8, excludes=(whole_hand.CONCEALED,)),
    _at(HEAVENLY_READY, 8, excludes=(whole_hand.CONCEALED,)),
    _at(EIGHT_FLOWERS, 8, excludes=(flowers.OWN_FLOWER, flowers.WHOLE_SET, circumstances.SELF_DRAWN)),
    _at(SEVEN_ROBS_ONE, 8, excludes=(flowers.OWN_FLOWER, flowers.WHOLE_SET)),
    _at(EIGHT_AND_A_HALF, 8, excludes=(whole_hand.CONCEALED,)),
    _at(FIVE_CONCEALED_PUNGS, 12, excludes=(triplets.ALL_PUNGS, whole_hand.CONCEALED)),
    _at(suits.FULL_FLUSH, 12),
    _at(suits.ALL_HONOURS, 16, excludes=(triplets.ALL_PUNGS,)),
    _at(triplets.BIG_FOUR_WINDS, 16, excludes=(triplets.PREVALENT_WIND, triplets.SEAT_WIND)),
    _at(HEAVENLY, 16, excludes=(circumstances.SELF_DRAWN, *_CONCEALED)),
    _at(EARTHLY, 16, excludes=(circumstances.SELF_DRAWN, *_CONCEALED)),
)


def _may_win_on_it(hand: Hand) -> bool:
    """The tile drawn for a kong that claimed a discard may not win 碰杠之补牌不得自摸.

    Where a kong was added to a pung, it may be untold which came last.
    """
    win = hand.win
    if win is None or not win.self_drawn or Flag.KONG_REPLACEMENT not in win.flags:
        return True
    if hand.last_kong is None and any(m.type is MeldType.ADDED_KONG for m in hand.melds):
        return True
    return hand.last_kong is None or hand.last_kong.type is not MeldType.KONG


def _pay(s: Settling) -> Iterator[Transfer]:
    """Each loser pays the base and the 台; between the dealer and another the dealer's 台 come on top."""
    for loser in losers(s.hand, s.win):
        due = payments.due(s, loser)
        payers = payments.instead(s.table) or (loser,)
        paid = list(payments.shared(due, payers))
        yield from paid
        yield from payments.bets(paid, s.table)
        yield from payments.shared(payments.raises(s.table, s.options, due.payer, due.payee), payers)


_ALWAYS_TOGETHER = {
    FIVE_CONCEALED_PUNGS.id: (triplets.ALL_PUNGS, whole_hand.CONCEALED),
    suits.ALL_HONOURS.id: (triplets.ALL_PUNGS,),
    EIGHT_AND_A_HALF.id: (whole_hand.CONCEALED,),
    HEAVENLY.id: (circumstances.SELF_DRAWN,),
    EARTHLY.id: (circumstances.SELF_DRAWN,),
}


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    chows = _chows_fan(options).at(2, source=str(SEED))
    fans = [p.but(fan=chows.fan) if p.id == chows.id else p for p in rules.counted_by.fans]
    if options["implied"]:
        together = {i: frozenset(f.id for f in some) for i, some in _ALWAYS_TOGETHER.items()}
        fans = [p.but(excludes=p.excludes - together.get(p.id, frozenset())) for p in fans]
    made = rules.but(fans=tuple(fans), minimum=options["minimum"])
    return (
        made if options["eight_and_a_half"] else made.without(EIGHT_AND_A_HALF.id).but(forms=(Form.STANDARD,))
    )


OPTIONS = (
    *payments.OPTIONS,
    TEXT.setting("eight_and_a_half", True),
    TEXT.setting("implied", False),
    *_CHOW_OPTIONS,
)

TAIWAN = RuleSet(
    **TEXT.about("taiwan"),
    sources=(SEED, POCKET_MAHJONG.section("台湾麻将"), PLAY),
    played_with=PlayedWith(tiles=FLOWER_SET, hand_size=16),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.PAIRS_AND_TRIPLET),
        declares=True,
        instant=frozenset({EIGHT_FLOWERS.id, SEVEN_ROBS_ONE.id}),
        required=(
            TEXT.condition("may_win_on_it", _may_win_on_it),
            *payments.REQUIRED,
        ),
        valid_hand=(
            # Ready from the deal or the first discard means that nothing was claimed.
            TEXT.condition(
                "declared_concealed",
                lambda hand: hand.table["ready"] not in ("earthly", "heavenly") or not hand.claimed,
            ),
            *payments.VALID_HAND,
        ),
        robs_flowers=True,
    ),
    counted_by=CountedBy(fans=FANS, unit="tai", value=payments.value, of_worth=payments.of_worth),
    paid_by=PaidBy(pay=_pay, side=payments.side),
    carried_on=CarriedOn(
        next_dealer=payments.next_dealer,
        next_table_state=between_deals.repeats("streak"),
        excluded_from_streak=payments.by_a_fault,
    ),
    agreed_on=AgreedOn(
        options=OPTIONS,
        table=(
            TEXT.setting("ready", "none", choices=READY, of_hand=True, declares=frozenset(READY) - {"none"}),
            *payments.TABLE,
            *payments.FAULTS,
        ),
        apply_options=_apply_options,
    ),
)
