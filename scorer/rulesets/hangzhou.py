"""杭州麻将, Hangzhou: the white dragon is wild 财神, self-draw only; 爆头, 财飘 and 杠开 double.

The document lists what wins and who deals, and names 爆头, 财飘 and 杠开 without a price. They are priced
as on the platform whose answers are public: everything multiplies, and between the dealer and another
player all is paid 2, 4 or 8 times, by how often the dealer has dealt 老庄. ``prices: mil`` counts the fan
of the competition rules of the Mahjong International League instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Observes, Priced
from paiyan.scorer.fans.observations import NOTHING
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET, none_melded
from paiyan.scorer.rulesets.common import wall_end
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("hangzhou")

SEED = POCKET_MAHJONG.section("杭州麻将")
PLATFORM = (
    "answers of a game platform's scoring service, as EdGrass/hangzhou-mahjong-bot mahjong/fan.py has them"
)
MIL = (
    "《杭州麻将（推广）竞赛规则（试行2025版）》 VII–VIII, Mahjong International League,"
    " as xelnagamiao/open_mahjong_unity has it"
)
GOD = 31  # 白板, the wild tile 财神


def wild_kinds(_hand: Hand) -> frozenset[int]:
    """The white dragon, in every deal."""
    return frozenset((GOD,))


def printed(hand: Hand) -> Counter[int]:
    """Count the tiles of a hand by kind, melds and winning tile included, wild ones as printed."""
    return Counter(t.kind for t in hand.held)


def _gods_before(a: Arranged) -> int:
    """Return how many wild tiles lay in the hand before the last tile came."""
    return sum(t.kind == GOD for t in a.hand.concealed)


def _any_tile(a: Arranged) -> bool:
    """True if any tile at all would have completed the hand."""
    return _gods_before(a) > 0 and len(a.waits) == len(FULL_SET.kinds)


def _kongs_before(a: Arranged) -> int:
    """Kongs in a row just before the last tile came."""
    kongs: int = a.hand.table["kongs_before"]
    return max(kongs, int(Flag.KONG_REPLACEMENT in a.win.flags))


def _each_piao(a: Arranged) -> tuple[int, ...]:
    return (0,) * a.hand.table["piao"]


def _luxury(a: Arranged) -> tuple[int, ...]:
    """Four equal tiles in seven pairs; wild ones only where no other tile needs them."""
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    tiles = printed(a.hand)
    gods = tiles.pop(GOD, 0)
    fours = any(n == 4 for n in tiles.values())
    return (a.all,) if fours or (gods == 4 and all(n % 2 == 0 for n in tiles.values())) else ()


# Any tile would have won; not of a hand that holds all four wild tiles, which has its own price.
HEAD = TEXT.fan(
    "any_tile_wait", Observes(NOTHING, lambda a: (0,) if _gods_before(a) < 4 and _any_tile(a) else ())
)
HEAD_MIL = replace(HEAD, find=Observes(NOTHING, lambda a: (0,) if _any_tile(a) else ()))
PIAO = TEXT.fan("floating_god", Observes(NOTHING, _each_piao))
PIAO_MIL = replace(PIAO, find=Observes(NOTHING, lambda a: _each_piao(a) if _any_tile(a) else ()))
KONGS = TEXT.fan(
    "kongs_before", Observes(NOTHING, lambda a: (0,) * _kongs_before(a)), flags=(Flag.KONG_REPLACEMENT,)
)
KONG_MIL = replace(
    KONGS,
    find=Observes(NOTHING, lambda a: (0,) if _kongs_before(a) else ()),
    text=TEXT.words("fans.kongs_before.once"),
)
# All four wild tiles, those discarded as 财飘 counted.
FOUR_GODS = TEXT.fan(
    "four_gods", Observes(NOTHING, lambda a: (0,) if printed(a.hand)[GOD] + a.hand.table["piao"] == 4 else ())
)
LUXURY = TEXT.fan("luxury_pairs", Observes(NOTHING, _luxury))
NO_GOD = TEXT.fan("no_god", whole_hand.none_held(wild_kinds))
EXTRA_FANS = frozenset(f.id for f in (HEAD, PIAO, KONGS, FOUR_GODS, NO_GOD))


def priced(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Return the fans at the prices that the options choose."""
    if options["prices"] == "mil":
        pairs = whole_hand.SEVEN_PAIRS
        luxury = LUXURY.at(4, source=MIL, excludes=(pairs,))
        ones = (HEAD_MIL, PIAO_MIL, KONG_MIL, NO_GOD)
        return (luxury, pairs.at(2, name="七对子", source=MIL), *(f.at(1, source=MIL) for f in ones))
    return tuple(
        f.at(2, source=PLATFORM)
        for f in (whole_hand.SEVEN_PAIRS, whole_hand.FOUR_IN_PAIRS, PIAO, KONGS, HEAD, FOUR_GODS)
    )


CHOWS = 3  # this many chows from one player make that player liable 三吃承包


def _value(counted: Counted, _arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """All fans multiplied; with ``prices: mil`` each fan doubles. No more than the cap."""
    values = [m.priced.value for m in counted.matches]
    mil = options["prices"] == "mil"
    points = 2 ** sum(values) if mil else prod(values)
    points = min(points, options["cap"] or points)
    return Value(sum(values) if mil else points, points)


def _of_worth(worth: Worth, _hand: Hand, options: Mapping[str, Any]) -> Value:
    """Return the value of stated fans: their product, or with ``prices: mil`` their sum."""
    mil = options["prices"] == "mil"
    points = 2**worth.total if mil else worth.total
    points = min(points, options["cap"] or points)
    return Value(worth.total if mil else points, points)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    plain = whole_hand.CHICKEN.at(0 if options["prices"] == "mil" else 1, name="平胡", source=str(SEED))
    return rules.changed(fans=priced(options), fallback=plain)


def _chows(hand: Hand) -> int:
    return sum(m.type is MeldType.CHOW for m in hand.melds)


def _chows_of_next(e: Evidence) -> int | None:
    """Return how often the next player chowed, which is only from the winner."""
    next_hand = e.other(e.hand.seat.at(Side.RIGHT))
    return None if next_hand is None else _chows(next_hand)


def _pay(s: Settling) -> Iterable[Transfer]:
    """Each other player pays, between the dealer and another more; who fed three chows pays for all."""
    winner, times = s.hand.seat, 1 << s.table["dealer_streak"]
    owed = {
        seat: s.value.points * (times if s.hand.dealer in (seat, winner) else 1) for seat in winner.others
    }
    total = sum(owed.values())
    left, right = winner.at(Side.LEFT), winner.at(Side.RIGHT)
    bound: list[Transfer] = []
    if s.options["three_chows"]:
        if _chows(s.hand) >= CHOWS:
            why = Words("三吃承包", "fed three chows: pays for all", "三回チーさせた責任払い")
            bound.append(Transfer(left, winner, total, why))
        if s.table["chows_of_next"] >= CHOWS:
            why = Words("三吃反承包", "chowed three from the winner: pays double", "勝者から三回チー：倍払い")
            bound.append(Transfer(right, winner, 2 * total, why))
    why = Words(f"自摸 {s.value.total} 番", f"self-draw {s.value.total} fan", f"ツモ {s.value.total} 翻")
    return bound or [Transfer(seat, winner, points, why) for seat, points in owed.items()]


# The kongs before the win are the winner's, so that its melds show them.
KONGS_SHOWN = TEXT.condition(
    "kongs_are_shown",
    lambda hand: hand.win is None or hand.table["kongs_before"] <= sum(m.is_kong for m in hand.melds),
)

_DEFAULTS: Mapping[str, Any] = {"prices": "platform"}

HANGZHOU = RuleSet(
    **TEXT.about("hangzhou"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds)),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=(TEXT.condition("drawn", wall_end.drawn),),
        valid_hand=(
            TEXT.condition(
                "named_right", lambda hand: hand.indicator is None and all(t.kind == GOD for t in hand.wild)
            ),
            TEXT.condition("unclaimed", none_melded(wild_kinds)),
            KONGS_SHOWN,
        ),
        outside_minimum=EXTRA_FANS,
    ),
    counted_by=CountedBy(
        fans=priced(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=str(SEED)),
        value=_value,
        of_worth=_of_worth,
        by_fans=True,
    ),
    paid_by=PaidBy(pay=_pay, by_melds=True),
    carried_on=CarriedOn(
        next_dealer=between_deals.winner,
        next_table_state=between_deals.repeats("dealer_streak", first=1, most=3),
    ),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("prices", "platform", choices=("platform", "mil")),
            TEXT.setting("cap", 0),
            TEXT.setting("three_chows", True),
        ),
        table=(
            TEXT.setting("dealer_streak", 1, least=1, most=3),
            TEXT.setting("piao", 0, most=4, of_hand=True, lies=Lies.DISCARDED, shows=lambda _, n: (GOD,) * n),
            TEXT.setting("kongs_before", 0, most=4, of_hand=True),
            TEXT.setting("chows_of_next", 0, most=4, shown=_chows_of_next, of_hand=True),
        ),
        apply_options=_apply_options,
    ),
)
