"""Patterns of the wait 听; named waits hold only if the hand waited for only one kind of tile."""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Find, Observes, catalogue_fan, observes_like
from paiyan.scorer.tiles.blocks import Block, Form, Shape

FIVE = 4  # 五万


def on_middle(a: Arranged) -> tuple[int, ...]:
    """Match a win on the middle of a run 夹, also if the hand waited for other tiles."""
    return (1 << a.won_at,) if a.won and a.won.shape == Shape.RUN and a.kind == a.won.kind + 1 else ()


def on_edge(a: Arranged) -> tuple[int, ...]:
    """Match a win on the 3 of 123 or the 7 of 789 边."""
    if a.won is None or a.won.shape != Shape.RUN:
        return ()
    low = a.won.kind
    edge = (low % 9 == 0 and a.kind == low + 2) or (low % 9 == 6 and a.kind == low)
    return (1 << a.won_at,) if edge else ()


def on_pair(a: Arranged) -> tuple[int, ...]:
    """Match a win on a pair 单吊."""
    return (1 << a.won_at,) if a.won and a.won.shape == Shape.PAIR else ()


def on_side(a: Arranged) -> bool:
    """True if it was won on an end of a run that waited at both its ends 两面."""
    if a.won is None or a.won.shape != Shape.RUN:
        return False
    low = a.won.kind
    return (a.kind == low and low % 9 < 6) or (a.kind == low + 2 and low % 9 > 0)


def last_in_pair(find: Find) -> Find:
    """Match as `find`, only if the winning tile completed the pair."""
    return lambda a: tuple(find(a)) if on_pair(a) else ()


def _two_pairs(a: Arranged) -> tuple[int, ...]:
    """Match a win on a triplet that was a pair, in a hand that waited for exactly two pairs 对倒."""
    on_triplet = a.won and a.won.shape == Shape.TRIPLET and a.form is Form.STANDARD
    return (1 << a.won_at,) if on_triplet and len(a.waits) == 2 else ()


def alone(find: Find) -> Find:
    """Match as `find`, only if the hand waited for no other kind."""

    def sole(a: Arranged) -> Iterable[int]:
        matches = tuple(find(a))  # first, since the waits cost more to find
        return matches if matches and len(a.waits) == 1 else ()

    return observes_like(find, sole)


def on_great_single(a: Arranged) -> tuple[int, ...]:
    """Match four melds on the table and one tile in hand."""
    return (1 << a.won_at,) if len(a.hand.melds) == 4 and a.won else ()


def catches_five(block: Block, place: int) -> bool:
    """True if a tile at this place of a block is the middle of 四五六万."""
    return block.shape == Shape.RUN and place == 1 and block.kind + 1 == FIVE


_OBSERVES_FIVE = observations.of_won(lambda block, _wild, place: catches_five(block, place))
_MIDDLE = Observes(observations.WON, on_middle)
_EDGE = Observes(observations.WON, on_edge)
EDGE_WAIT = catalogue_fan("edge_wait", alone(_EDGE), needs=facts.ON_EDGE)
CLOSED_WAIT = catalogue_fan("closed_wait", alone(_MIDDLE), needs=facts.ON_MIDDLE)
SINGLE_WAIT = catalogue_fan(
    "single_wait", alone(Observes(observations.WON_SHAPE, on_pair)), needs=facts.ON_PAIR
)
DUAL_PUNG_WAIT = catalogue_fan(
    "dual_pung_wait", Observes(observations.WON_SHAPE, _two_pairs), needs=facts.TRIPLETS[1]
)
GREAT_SINGLE = catalogue_fan("great_single_wait", Observes(observations.WON_SHAPE, on_great_single))
CATCH_FIVE = catalogue_fan(
    "catch_five",
    Observes(
        _OBSERVES_FIVE,
        lambda a: (1 << a.won_at,) if a.won and catches_five(a.won, a.kind - a.won.kind) else (),
    ),
    needs=facts.ON_MIDDLE,
)
MIDDLE_WIN = catalogue_fan("middle_win", _MIDDLE, needs=facts.ON_MIDDLE)
EDGE_WIN = catalogue_fan("edge_win", _EDGE, needs=facts.ON_EDGE)
PAIR_WIN = catalogue_fan(
    "pair_win",
    Observes(observations.WON_SHAPE, lambda a: on_pair(a) if a.form is Form.STANDARD else ()),
    needs=facts.ON_PAIR,
)
