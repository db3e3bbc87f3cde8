"""台州麻将, Taizhou: 胡 for every set, doubled by 台, and counted for all four players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.fan import Fan, Find, PriceList
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules import passed_wins
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import TAIZHOU_NOTES
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.zhejiang.taizhou import payments
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.blocks import Block, Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import DRAGONS, ORPHANS

TEXT = texts("zhejiang/taizhou/taizhou")

HU = TAIZHOU_NOTES.section("胡数")
TAI = TAIZHOU_NOTES.section("台数")
WILD = TAIZHOU_NOTES.section("得牌")
WHITE = 31  # 白板, which may show the face of the wild tile
BASE, CAP = 10, 100


def wild_kinds(hand: Hand) -> frozenset[int]:
    """The turned tile is wild 得牌; or the one that the hand names."""
    named = (hand.indicator,) if hand.indicator else hand.wild
    return frozenset(t.kind for t in named)


def _sets(shape: Shape, *, concealed: bool, orphans: bool) -> Find:
    """Every triplet, or kong, of this sort."""

    def fits(block: Block) -> bool:
        right = block.shape == shape and block.concealed == concealed
        return right and bool(ORPHANS >> block.kind & 1) == orphans

    return lambda a: tuple(1 << i for i, b in enumerate(a.blocks) if fits(b))


def _pair(kinds: Callable[[Arranged], int]) -> Find:
    """The pair is of these kinds (bit mask)."""
    return lambda a: tuple(1 << i for i, k in a.pairs if kinds(a) >> k & 1)


def _middle(a: Arranged) -> tuple[int, ...]:
    """The tile won on is the middle of a run, whatever else the hand waited for."""
    middle = a.won is not None and a.won.shape == Shape.RUN and a.kind == a.won.kind + 1
    return (1 << a.won_at,) if middle else ()


def _with_one_of_its_own(found: Find) -> Find:
    """Wild tiles may fill the triplet, but one tile of its own must be there."""

    def find(a: Arranged) -> Iterator[int]:
        own = {t.kind for t in a.hand.held}
        for match in found(a):
            if all(b.kind in own for i, b in enumerate(a.blocks) if match >> i & 1):
                yield match

    return find


def _no_wild(a: Arranged) -> tuple[int, ...]:
    """No wild tile, or all of them as their own face and no white dragon beside them."""
    kinds = wild_kinds(a.hand)
    printed = [t.kind for t in a.hand.held]
    if not kinds & set(printed):
        return (a.all,)
    faces = sorted(k for b in a.blocks for k in b.tiles)
    return (a.all,) if faces == sorted(printed) and WHITE not in printed else ()


def _set_fan(id_: str, shape: Shape, **sort: bool) -> Fan:
    return TEXT.fan(id_, _sets(shape, **sort))


SEAT_PAIR = TEXT.fan("seat_wind_pair", _pair(lambda a: 1 << a.hand.own_wind))
DRAGON_PAIR = TEXT.fan("dragon_pair", _pair(lambda _: DRAGONS))
MIDDLE = TEXT.fan("middle_tile", _middle)
SEAT_SET = TEXT.fan("seat_wind_tai", _with_one_of_its_own(triplets.SEAT_WIND.find))
DRAGON_SET = TEXT.fan("dragon_tai", _with_one_of_its_own(triplets.DRAGON_PUNG.find))
NO_WILD = TEXT.fan("no_wild_tiles", _no_wild)


_at = PriceList(HU)


_OPEN, _DARK = {"concealed": False}, {"concealed": True}
_PLAIN, _ENDS = {"orphans": False}, {"orphans": True}
FANS = (
    _at(circumstances.SELF_DRAWN, 2),
    _at(SEAT_PAIR, 2),
    _at(MIDDLE, 2),
    _at(DRAGON_PAIR, 2),
    _at(triplets.ALL_PUNGS, 4, name="对对胡"),
    _at(_set_fan("open_triplet", Shape.TRIPLET, **_OPEN, **_PLAIN), 2),
    _at(
        _set_fan(
            "open_end_triplet",
            Shape.TRIPLET,
            **_OPEN,
            **_ENDS,
        ),
        4,
    ),
    _at(_set_fan("dark_triplet", Shape.TRIPLET, **_DARK, **_PLAIN), 4),
    _at(
        _set_fan(
            "dark_end_triplet",
            Shape.TRIPLET,
            **_DARK,
            **_ENDS,
        ),
        8,
    ),
    _at(_set_fan("open_kong", Shape.KONG, **_OPEN, **_PLAIN), 8),
    _at(
        _set_fan("open_end_kong", Shape.KONG, **_OPEN, **_ENDS),
        16,
    ),
    _at(_set_fan("dark_kong", Shape.KONG, **_DARK, **_PLAIN), 16),
    _at(
        _set_fan(
            "dark_end_kong",
            Shape.KONG,
            **_DARK,
            **_ENDS,
        ),
        32,
    ),
    _at(suits.FULL_FLUSH, 3, source=TAI),
    _at(suits.HALF_FLUSH, 1, source=TAI),
    _at(SEAT_SET, 1, source=TAI),
    _at(DRAGON_SET, 1, source=TAI),
    _at(NO_WILD, 1, source=TAI),
)
_DOUBLING = frozenset(f.id for f in (suits.FULL_FLUSH, suits.HALF_FLUSH, SEAT_SET, DRAGON_SET, NO_WILD))


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """(胡 of the sets and 10 for the win) × 2 for each 台, no more than 100."""
    del arranged, options
    tai = sum(m.priced.value for m in counted.matches if m.priced.id in _DOUBLING)
    hu = BASE + sum(m.priced.value for m in counted.matches if m.priced.id not in _DOUBLING)
    total = min(hu << tai, CAP)
    return Value(total, total)


def _white_is_not_wild(hand: Hand) -> bool:
    return WHITE not in wild_kinds(hand)


def _one_wild(hand: Hand) -> bool:
    """Exactly one tile is turned to show the wild kind 得牌, whichever way it is told."""
    turned = (hand.indicator,) if hand.indicator else ()
    return len({t.kind for t in (*hand.wild, *turned)}) < 2


def _claims_no_wild(hand: Hand) -> bool:
    """A wild tile takes no part in a claim; the white dragon, which may show its face, may."""
    kinds = wild_kinds(hand)
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles)


TAIZHOU = RuleSet(
    id="taizhou",
    words=TEXT.name,
    sources=(HU, TAI, WILD, TAIZHOU_NOTES.section("胜负规则")),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds, stand_in=WHITE, turned=True)),
    won_by=WonBy(
        forms=(Form.STANDARD,),
        must=(passed_wins.NOT_PASSED,),
        possible=(
            TEXT.condition("one_wild", _one_wild),
            TEXT.condition("white_is_not_wild", _white_is_not_wild),
            TEXT.condition("claims_no_wild", _claims_no_wild),
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(0, name="底胡", source=str(HU)), unit="hu", value=_value
    ),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays_by_winning),
    agreed_on=AgreedOn(table=(*payments.TABLE, passed_wins.field(f"{TAIZHOU_NOTES} §胡牌: 不可弃先胡后"))),
    notes=TEXT.notes,
    divergences=TEXT.divergences("taizhou"),
)
