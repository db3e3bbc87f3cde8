"""Several pictures of one hand 多张照片: the concealed part in one, melds and flowers in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from scorer.tiles.tile import FLOWER, RED
from vision.detections import Detections
from vision.structure.layout import Layout
from vision.structure.rules.hand_assembly import SECOND, unfit
from vision.structure.rules.layouts import parts_of


def join(found: Sequence[Detections]) -> tuple[Detections, Layout]:
    """All tiles of the pictures, the first picture's first, and the one hand that they make together.

    Each picture is seen as a part of a hand, in the way that makes the whole hand's size right.
    """
    both = Detections.joined(found)
    ways = [parts_of(one) for one in found]

    def fitness(chosen: tuple[tuple[float, Layout], ...]) -> float:
        size = sum(layout.size for _, layout in chosen)
        won = sum(layout.winning is not None for _, layout in chosen)
        held = sum(bool(layout.concealed) or layout.winning is not None for _, layout in chosen)
        return sum(score for score, _ in chosen) - unfit(size, won) - SECOND * max(held - 1, 0)

    best, *rest = sorted(product(*ways), key=fitness, reverse=True)
    rival = next((other for other in rest if _hands(other) != _hands(best)), None)
    margin = fitness(best) - fitness(rival) if rival else 20.0
    return both, _right_end(_joined(found, [layout for _, layout in best], margin))


def _hands(chosen: tuple[tuple[float, Layout], ...]) -> list[tuple[object, ...]]:
    """What each picture's tiles are read as."""
    return [(part.concealed, part.winning, part.melds, part.flowers) for _, part in chosen]


def _joined(found: Sequence[Detections], layouts: Sequence[Layout], margin: float) -> Layout:
    """One layout of several, each of one picture."""
    whole = Layout(margin=margin)
    start = group = 0
    for one, layout in zip(found, layouts, strict=True):
        part = _moved(_with_flowers(one, layout), tiles=start, groups=group)
        whole = replace(
            whole,
            roles=whole.roles + part.roles,
            groups=whole.groups + part.groups,
            sideways=whole.sideways + part.sideways,
            concealed=whole.concealed + part.concealed,
            winning=part.winning if whole.winning is None else whole.winning,
            winning_place=whole.winning_place or part.winning_place,
            melds=whole.melds + part.melds,
            flowers=whole.flowers + part.flowers,
            rows=max(whole.rows, part.rows),
        )
        start += len(one)
        group = max(whole.groups, default=-1) + 1
    return whole


def _with_flowers(found: Detections, layout: Layout) -> Layout:
    """All flowers of a picture that shows nothing but a hand are the hand's."""
    more = [t for t, code in enumerate(found.classes) if FLOWER <= code < RED and t not in layout.flowers]
    if not more:
        return layout
    group = max(layout.groups, default=-1) + 1
    return replace(
        layout,
        flowers=(*layout.flowers, *more),
        roles=tuple("flower" if t in more else role for t, role in enumerate(layout.roles)),
        groups=tuple(group if t in more else g for t, g in enumerate(layout.groups)),
    )


def _right_end(whole: Layout) -> Layout:
    """Without a winning tile apart, it is the last one held of a hand that is complete."""
    if whole.winning is not None or whole.size % 3 != 2 or not whole.concealed:
        return whole
    *rest, last = whole.concealed
    roles = tuple("winning" if t == last else role for t, role in enumerate(whole.roles))
    return replace(whole, concealed=tuple(rest), winning=last, winning_place="right_end", roles=roles)


def _moved(part: Layout, *, tiles: int, groups: int) -> Layout:
    """A layout whose tiles and groups are counted from others."""
    return replace(
        part,
        groups=tuple(g if g < 0 else g + groups for g in part.groups),
        concealed=tuple(t + tiles for t in part.concealed),
        winning=None if part.winning is None else part.winning + tiles,
        melds=tuple(meld._replace(tiles=tuple(t + tiles for t in meld.tiles)) for meld in part.melds),
        flowers=tuple(t + tiles for t in part.flowers),
    )
