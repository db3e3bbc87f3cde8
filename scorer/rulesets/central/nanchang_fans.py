"""What 南昌麻将 counts: its wild tiles 正精 副精, and the hands and luck that double a win."""

from __future__ import annotations

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, wild_tiles
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import HONOURS

TEXT = texts("central/nanchang")

SEED = POCKET_MAHJONG.section("南昌麻将")
PUBLIC = "r73inc/nanchang-mahjong docs/final-nanchang-mahjong-rules.md"
SETS = Form.HONOUR_RUNS


def spirits(hand: Hand) -> tuple[int, ...]:
    """正精, 副精: the turned tile and the one after it; or those that the hand names, in that order."""
    if hand.indicator is None:
        return tuple(t.kind for t in hand.wild)
    return (hand.indicator.kind, wild_indicator.AFTER[hand.indicator.kind])


def wild_kinds(hand: Hand) -> frozenset[int]:
    return frozenset(spirits(hand))


def _sets(a: Arranged) -> bool:
    return a.form is SETS


def _pungs(a: Arranged) -> tuple[int, ...]:
    """大七对: sets and a pair without any run."""
    return (a.all,) if _sets(a) and len(a.triplets) == len(a.blocks) - 1 else ()


def _scattered(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.form is Form.SCATTERED else ()


def _seven_stars(a: Arranged) -> tuple[int, ...]:
    return _scattered(a) if a.faces & HONOURS == HONOURS else ()


def _pairs(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.form is Form.SEVEN_PAIRS else ()


def _german(a: Arranged) -> tuple[int, ...]:
    return (0,) if wild_tiles.as_printed(a) else ()


def _true_german(a: Arranged) -> tuple[int, ...]:
    return _german(a) if a.hand.table["others_without"] else ()


def _fishing(a: Arranged) -> tuple[int, ...]:
    """精钓: drawn while any tile at all would have won."""
    pair = a.won is not None and a.won.shape == Shape.PAIR
    return (0,) if a.win.self_drawn and pair and len(a.waits) == 34 else ()


PUNGS = TEXT.fan("big_seven_pairs", _pungs)
MISFITS = TEXT.fan("thirteen_misfits", _scattered, needs=facts.ODD_FORM)
SEVEN_STARS = TEXT.fan("seven_star_misfits", _seven_stars, needs=facts.ODD_FORM)
PAIRS = TEXT.fan("small_seven_pairs", _pairs, needs=facts.ODD_FORM)
GERMAN = TEXT.fan("german", _german)
TRUE_GERMAN = TEXT.fan("true_german", _true_german)
FISHING = TEXT.fan("spirit_fishing", _fishing, needs=facts.SELF_DRAWN)
FANS = (
    circumstances.HEAVENLY_HAND.at(0, name="天胡", source=PUBLIC),
    circumstances.EARTHLY_HAND.at(0, name="地胡", source=PUBLIC),
    TRUE_GERMAN.at(2, source=PUBLIC, excludes=(GERMAN,)),
    SEVEN_STARS.at(2, source=PUBLIC, excludes=(MISFITS,)),
    MISFITS.at(1, source=f"{SEED}; {PUBLIC}"),
    GERMAN.at(1, source=PUBLIC),
    PAIRS.at(1, source=PUBLIC),
    PUNGS.at(1, source=PUBLIC),
    FISHING.at(1, source=PUBLIC),
    circumstances.AFTER_KONG.at(1, name="杠上开花", source=HOUSE_DEFAULT),
)
FLAT = {circumstances.HEAVENLY_HAND.id, circumstances.EARTHLY_HAND.id}
ADDED = {GERMAN.id, TRUE_GERMAN.id}
