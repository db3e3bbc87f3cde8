"""What only 南京麻将 counts: waits, kongs and winds as soft flowers 软花, and its own big hands 大胡."""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import triplets, waits
from paiyan.scorer.fans.fan import Find
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import WINDS

TEXT = texts("east/nanjing/nanjing")


def _base(_: Arranged) -> tuple[int, ...]:
    return (0,)


def _pairs_with(fours: int) -> Find:
    """Seven pairs of which so many are two and two of a kind."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if a.form is Form.SEVEN_PAIRS and a.counts.count(4) == fours else ()

    return find


def _four_melds(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if len(a.hand.melds) == 4 else ()


def _last_open(a: Arranged) -> tuple[int, ...]:
    """The one tile that the hand waited for, in a run, when the other three lay open."""
    lone = [*waits.EDGE_WAIT.find(a), *waits.CLOSED_WAIT.find(a)]
    return tuple(lone[:1]) if Flag.LAST_OF_KIND in a.win.flags else ()


def _replaced(*, large: bool) -> Find:
    """Won on a tile drawn for a kong: one whose tiles lie open, or one that is concealed, or a flower."""

    def find(a: Arranged) -> tuple[int, ...]:
        if not a.win.self_drawn:
            return ()
        if Flag.FLOWER_REPLACEMENT in a.win.flags:
            return () if large else (0,)
        last = a.hand.last_kong
        hidden = last is not None and last.type is MeldType.CONCEALED_KONG
        return (0,) if Flag.KONG_REPLACEMENT in a.win.flags and hidden is not large else ()

    return find


def _no_hard_flowers(a: Arranged) -> tuple[int, ...]:
    """Where an open small hand has none it does not win at all."""
    return () if a.hand.flowers else (0,)


def _ready(a: Arranged) -> tuple[int, ...]:
    return (0,) if Flag.DECLARED_READY in a.win.flags and not a.claimed else ()


def _wind_sets(a: Arranged) -> Iterable[int]:
    return (1 << i for i, k in a.triplets if WINDS >> k & 1)


def _wind_pair(a: Arranged) -> Iterable[int]:
    return (1 << i for i, k in a.pairs if a.form is Form.STANDARD and WINDS >> k & 1)


def _kongs(*, hidden: bool) -> Find:
    return lambda a: (1 << i for i, b in enumerate(a.blocks) if b.shape == Shape.KONG and b.exposed != hidden)


def _standard(find: Find) -> Find:
    """As `find`, in sets and a pair."""
    return lambda a: find(a) if a.form is Form.STANDARD else ()


BASE = TEXT.fan("win", _base)
PAIRS = tuple(TEXT.fan(f"seven_pairs_{n}", _pairs_with(n), needs=facts.ODD_FORM) for n in range(4))
FOUR_MELDS = TEXT.fan("four_melds", _four_melds)
LAST_OPEN = TEXT.fan("last_open", _last_open, flags=(Flag.LAST_OF_KIND,))
NO_HARD_FLOWERS = TEXT.fan("no_hard_flowers", _no_hard_flowers)
LARGE_REPLACEMENT = TEXT.fan(
    "large_replacement", _replaced(large=True), needs=facts.SELF_DRAWN, flags=(Flag.KONG_REPLACEMENT,)
)
SMALL_REPLACEMENT = TEXT.fan(
    "small_replacement",
    _replaced(large=False),
    needs=facts.SELF_DRAWN,
    flags=(
        Flag.KONG_REPLACEMENT,
        Flag.FLOWER_REPLACEMENT,
    ),
)
READY_FROM_THE_DEAL = TEXT.fan("ready_from_the_deal", _ready, flags=(Flag.DECLARED_READY,))
WIND_SET = TEXT.fan("wind_set", _wind_sets, needs=facts.WIND_TRIPLETS[1])
WIND_PAIR = TEXT.fan("wind_pair", _wind_pair)
MELDED_KONG = TEXT.fan("melded_kong", _kongs(hidden=False), needs=triplets.MELDED_KONG.needs)
CONCEALED_KONG = TEXT.fan("concealed_kong", _kongs(hidden=True), needs=triplets.CONCEALED_KONG.needs)
EDGE = TEXT.fan("edge_wait", _standard(waits.EDGE_WAIT.find))
HOLLOW = TEXT.fan("closed_wait", _standard(waits.CLOSED_WAIT.find))
SINGLE = TEXT.fan("single_wait", _standard(waits.SINGLE_WAIT.find))
