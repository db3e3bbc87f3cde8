"""Patterns of the wait 听. They hold only where the hand waited for one kind of tile alone."""

from __future__ import annotations

from scorer.arranged import Arranged
from scorer.fans import Fan
from scorer.shapes import Shape


def _alone(a: Arranged) -> tuple[int, ...]:
    return (1 << a.won_at,) if len(a.waits) == 1 else ()


def _edge(a: Arranged) -> tuple[int, ...]:
    """12 waiting for 3, or 89 for 7."""
    if a.won is None:
        return ()
    shape, low, _, _, _ = a.won
    edge = shape == Shape.RUN and ((low % 9 == 0 and a.kind == low + 2) or (low % 9 == 6 and a.kind == low))
    return _alone(a) if edge else ()


def _closed(a: Arranged) -> tuple[int, ...]:
    """The middle of a run."""
    return _alone(a) if a.won and a.won.shape == Shape.RUN and a.kind == a.won.kind + 1 else ()


def _single(a: Arranged) -> tuple[int, ...]:
    """The second tile of the pair."""
    return _alone(a) if a.won and a.won.shape == Shape.PAIR else ()


EDGE_WAIT = Fan("edge_wait", "边张", "Edge Wait", _edge, ja="辺張")
CLOSED_WAIT = Fan("closed_wait", "嵌张", "Closed Wait", _closed, ja="嵌張")
SINGLE_WAIT = Fan("single_wait", "单钓将", "Single Wait", _single, ja="単騎")
