"""Patterns of the wait 听; named waits hold only if the hand waited for only one kind of tile."""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes, observes_like
from paiyan.scorer.messages.languages import Words
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


def _catch_five(a: Arranged) -> tuple[int, ...]:
    """Match the middle of 四五六万, natural or wild."""
    return (1 << a.won_at,) if a.won and catches_five(a.won, a.kind - a.won.kind) else ()


def _on_the_pair(a: Arranged) -> tuple[int, ...]:
    """Match the pair besides sets; of seven pairs none counts as the pair."""
    return on_pair(a) if a.form is Form.STANDARD else ()


def _five_caught(block: Block, wild: int, place: int) -> int:
    del wild
    return catches_five(block, place)


_OBSERVES_FIVE = observations.of_won(_five_caught)
_MIDDLE = Observes(observations.WON, on_middle)
_EDGE = Observes(observations.WON, on_edge)
EDGE_WAIT = Fan("edge_wait", "边张", "Edge Wait", alone(_EDGE), needs=facts.ON_EDGE, ja="辺張")
CLOSED_WAIT = Fan("closed_wait", "嵌张", "Closed Wait", alone(_MIDDLE), needs=facts.ON_MIDDLE, ja="嵌張")
SINGLE_WAIT = Fan(
    "single_wait",
    "单钓将",
    "Single Wait",
    alone(Observes(observations.WON_SHAPE, on_pair)),
    needs=facts.ON_PAIR,
    ja="単騎",
)
DUAL_PUNG_WAIT = Fan(
    "dual_pung_wait",
    "对倒",
    "Dual Pung Wait",
    Observes(observations.WON_SHAPE, _two_pairs),
    needs=facts.TRIPLETS[1],
    ja="双碰待ち",
    text=Words("只听两对之一成刻", "waited for either of two pairs, and no other", "二つの対子だけを待つ"),
)
GREAT_SINGLE = Fan(
    "great_single_wait",
    "大吊车",
    "Single Wait on Four Melds",
    Observes(observations.WON_SHAPE, on_great_single),
    ja="大吊車",
)
CATCH_FIVE = Fan(
    "catch_five",
    "捉五",
    "Catching the Five",
    Observes(_OBSERVES_FIVE, _catch_five),
    needs=facts.ON_MIDDLE,
    ja="捉五",
)
MIDDLE_WIN = Fan(
    "middle_win",
    "嵌张",
    "Won on a Middle",
    _MIDDLE,
    needs=facts.ON_MIDDLE,
    ja="間張和了",
    text=Words("和顺子中间的一张", "won on the middle of a run", "順子の真ん中で和了"),
)
EDGE_WIN = Fan(
    "edge_win",
    "边张",
    "Won on an Edge",
    _EDGE,
    needs=facts.ON_EDGE,
    ja="辺張和了",
    text=Words("一二和三，八九和七", "won on the 3 of 123 or the 7 of 789", "辺張の三・七で和了"),
)
PAIR_WIN = Fan(
    "pair_win",
    "单吊",
    "Won on the Pair",
    Observes(observations.WON_SHAPE, _on_the_pair),
    needs=facts.ON_PAIR,
    ja="単騎和了",
    text=Words("和将牌", "won on the pair beside sets", "雀頭で和了"),
)
