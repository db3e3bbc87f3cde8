"""The patterns of 日本麻将 that are called 役, under the names that they have there.

A pattern that the catalogue knows keeps its id; the others stay here until a second rule set needs them.
"""

from __future__ import annotations

from dataclasses import replace

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import Find
from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import CHARACTERS, DRAGONS, HONOURS, ORPHANS, TERMINALS

TEXT = texts("riichi")

NORTH = 30


def riichi(a: Arranged) -> str:
    """Return ``none``, ``riichi`` or ``double``; a hand declared ready 报听 has declared riichi."""
    declared = a.hand.table["riichi"]
    return "riichi" if declared == "none" and Flag.DECLARED_READY in a.win.flags else declared


def _sanshoku(a: Arranged) -> tuple[int, ...]:
    """The same run in the three suits, once."""
    at = {kind: i for i, kind in a.runs}
    found = (k for k in at if k < 9 and k + 9 in at and k + 18 in at)
    return tuple(a.bits(at[k], at[k + 9], at[k + 18]) for k in found)


def _ittsu(a: Arranged) -> tuple[int, ...]:
    """123, 456 and 789 of one suit, once."""
    at = {kind: i for i, kind in a.runs}
    found = (k for k in at if k % 9 == 0 and k + 3 in at and k + 6 in at)
    return tuple(a.bits(at[k], at[k + 3], at[k + 6]) for k in found)


def _declared(way: str) -> Find:
    return lambda a: (0,) if riichi(a) == way else ()


def value_pair(a: Arranged, kind: int) -> bool:
    """True if a pair of this kind is worth fu 役牌: a dragon, the round's or one's own wind."""
    return bool(DRAGONS >> kind & 1) or kind in (a.hand.seat.wind, a.hand.round.wind)


def _pinfu(a: Arranged) -> tuple[int, ...]:
    """Four runs, a worthless pair, and a wait on both ends of a run."""
    pinfu = len(a.runs) == 4 and waits.on_side(a) and not value_pair(a, a.pairs[0][1])
    return (a.all,) if pinfu else ()


def _twins(a: Arranged) -> list[int]:
    """Pairs of equal runs, no run in two of them, as matches."""
    found: list[int] = []
    single: dict[int, int] = {}
    for i, kind in a.runs:
        if kind in single:
            found.append(1 << i | 1 << single.pop(kind))
        else:
            single[kind] = i
    return found


def _ryanpeikou(a: Arranged) -> tuple[int, ...]:
    if len(a.runs) < 4:
        return ()
    both = _twins(a)
    return (both[0] | both[1],) if len(both) == 2 else ()


def _ends(a: Arranged, kinds: int) -> bool:
    """A hand with runs in which every block holds one of these ends."""
    if a.form is not Form.STANDARD or not a.runs:
        return False
    return all((k % 9 in (0, 6)) if s == Shape.RUN else kinds >> k & 1 for s, k, _, _, _ in a.blocks)


def _wind(wind: Seat, *, round: bool) -> Find:
    """A triplet of this wind, where it is the round's or else one's own."""

    def find(a: Arranged) -> tuple[int, ...]:
        is_it = (a.hand.round if round else a.hand.seat) is wind
        return tuple([1 << i for i, k in a.triplets if is_it and k == wind.wind])

    return find


def _nine_gates(a: Arranged) -> tuple[int, ...]:
    """1112345678999 of one suit and any tile of it, all concealed, whatever came last."""
    if a.kongs or a.claimed or a.form is not Form.STANDARD or a.kind >= 27:
        return ()
    base = a.kind // 9 * 9
    if a.faces != CHARACTERS << base:
        return ()
    there = a.counts[base : base + 9]
    return (a.all,) if there[0] >= 3 and there[8] >= 3 else ()


def _blessed(*, dealer: bool, by: By) -> Find:
    """Won in the first uninterrupted turn."""

    def find(a: Arranged) -> tuple[int, ...]:
        first = Flag.FIRST_TURN in a.win.flags and a.win.by is by
        return (0,) if first and (a.hand.seat is Seat.E) is dealer else ()

    return find


def shown_by(indicator: int, *, three: bool) -> int:
    """Return the kind that an indicator makes dora: the next of its suit, winds and dragons apart, in turn.

    With three players there is no 2m to 8m, and 1m shows 9m.
    """
    if three and indicator == 0:
        return 8
    start, size = (indicator // 9 * 9, 9) if indicator < 27 else (27, 4) if indicator <= NORTH else (31, 3)
    return start + (indicator - start + 1) % size


def dora(field: str, *, three: bool, hidden: bool = False) -> Find:
    """Once for each tile and each indicator that shows it; `hidden` ones only after riichi."""

    def find(a: Arranged) -> list[int]:
        found: list[int] = []
        if hidden and riichi(a) == "none":
            return found
        for indicator in a.hand.table[field]:
            kind = shown_by(indicator.kind, three=three)
            found += [0] * (a.hand.table["norths"] if kind == NORTH else 0)
            if a.faces >> kind & 1:
                for i, block in enumerate(a.blocks):
                    found += [1 << i] * block.tiles.count(kind)
        return found

    return find


RIICHI = TEXT.fan("riichi", _declared("riichi"), flags=(Flag.DECLARED_READY,))
DOUBLE_RIICHI = TEXT.fan("double_riichi", _declared("double"))
IPPATSU = TEXT.fan("ippatsu", lambda a: (0,) if a.hand.table["ippatsu"] and riichi(a) != "none" else ())
TSUMO = TEXT.fan("menzen_tsumo", circumstances.SELF_DRAWN.find, needs=facts.SELF_DRAWN)
TANYAO = TEXT.named(suits.ALL_SIMPLES)
PINFU = TEXT.fan("pinfu", _pinfu, needs=facts.RUNS[4] | facts.ON_SIDE)
IIPEIKOU = TEXT.fan(
    "iipeikou", lambda a: tuple(_twins(a)[:1]) if len(a.runs) > 1 else (), needs=facts.EQUAL_RUNS
)
RYANPEIKOU = TEXT.fan("ryanpeikou", _ryanpeikou, needs=facts.RUNS[4] | facts.EQUAL_RUNS)
RINSHAN = TEXT.named(circumstances.AFTER_KONG)
CHANKAN = TEXT.named(circumstances.ROBBED_KONG)
HAITEI = TEXT.named(circumstances.LAST_TILE_DRAW)
HOUTEI = TEXT.named(circumstances.LAST_TILE_CLAIM)
CHANTA = TEXT.fan(
    "chanta",
    lambda a: (a.all,) if a.faces & HONOURS and _ends(a, ORPHANS) else (),
    needs=facts.NO_MIDDLES | facts.HONOURS,
)
JUNCHAN = TEXT.fan(
    "junchan",
    lambda a: (a.all,) if not a.faces & HONOURS and _ends(a, TERMINALS) else (),
    needs=facts.NO_MIDDLES | facts.NO_HONOURS,
)
SANSHOKU = TEXT.named(replace(runs.MIXED_TRIPLE_CHOW, find=_sanshoku))
ITTSU = TEXT.named(replace(runs.PURE_STRAIGHT, find=_ittsu))
TOITOI = TEXT.named(triplets.ALL_PUNGS)
SAN_ANKOU = TEXT.named(triplets.THREE_CONCEALED_PUNGS)
DOUKOU = TEXT.named(triplets.TRIPLE_PUNG)
SAN_KANTSU = TEXT.named(triplets.THREE_KONGS)
HONROUTOU = TEXT.named(suits.MIXED_TERMINALS)
SHOUSANGEN = TEXT.named(triplets.LITTLE_THREE_DRAGONS)
CHIITOITSU = TEXT.named(whole_hand.SEVEN_PAIRS)
HONITSU = TEXT.named(suits.HALF_FLUSH)
CHINITSU = TEXT.named(suits.FULL_FLUSH)
ROUND_WINDS, SEAT_WINDS = (
    tuple(
        TEXT.fan(f"{of}_wind_{s.name}", _wind(s, round=of == "round"), needs=facts.TRIPLET_OF[s.wind])
        for s in Seat
    )
    for of in ("round", "seat")
)
DRAGON_PUNGS = tuple(
    TEXT.fan(f"{colour}_dragon", triplets.each_triplet(1 << kind), needs=facts.TRIPLET_OF[kind])
    for colour, kind in (("white", 31), ("green", 32), ("red", 33))
)

TENHOU = TEXT.fan(
    "tenhou", _blessed(dealer=True, by=By.SELF_DRAW), needs=facts.FLAGGED, flags=(Flag.FIRST_TURN,)
)
CHIIHOU = TEXT.fan(
    "chiihou", _blessed(dealer=False, by=By.SELF_DRAW), needs=facts.FLAGGED, flags=(Flag.FIRST_TURN,)
)
RENHOU = TEXT.fan(
    "renhou", _blessed(dealer=False, by=By.DISCARD), needs=facts.FLAGGED, flags=(Flag.FIRST_TURN,)
)
DAISANGEN = TEXT.named(triplets.BIG_THREE_DRAGONS)
SUU_ANKOU = TEXT.named(triplets.FOUR_CONCEALED_PUNGS)
SUU_ANKOU_TANKI = TEXT.fan(
    "four_concealed_pungs_single_wait",
    waits.last_in_pair(triplets.FOUR_CONCEALED_PUNGS.find),
    needs=facts.CONCEALED_TRIPLETS[4] | facts.ON_PAIR,
)
TSUUIISOU = TEXT.named(suits.ALL_HONOURS)
RYUUIISOU = TEXT.named(suits.ALL_GREEN)
CHINROUTOU = TEXT.named(suits.ALL_TERMINALS)
SHOUSUUSHII = TEXT.named(triplets.LITTLE_FOUR_WINDS)
DAISUUSHII = TEXT.named(triplets.BIG_FOUR_WINDS)
SUU_KANTSU = TEXT.named(triplets.FOUR_KONGS)
KOKUSHI = TEXT.named(whole_hand.THIRTEEN_ORPHANS)
KOKUSHI_13 = TEXT.fan(
    "thirteen_orphans_thirteen_waits",
    waits.last_in_pair(whole_hand.THIRTEEN_ORPHANS.find),
    needs=facts.ENDS_ONLY,
)
CHUUREN = TEXT.fan("chuuren_poutou", _nine_gates, needs=facts.ONE_SUIT | facts.NO_HONOURS)
JUNSEI_CHUUREN = TEXT.named(whole_hand.NINE_GATES)
RED_FIVE = TEXT.fan("red_five", lambda a: [0] * len(a.hand.reds))
NUKI_DORA = TEXT.fan("north_dora", lambda a: (0,) * a.hand.table["norths"])
