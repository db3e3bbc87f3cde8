"""The most probable tiles that win 和牌: held tiles parted into sets and a pair, exactly, cheapest first.

Parts are tried in the order of what they cost beyond each tile's own likeliest kind, with a bound that is
raised until a whole hand lies below it; so nothing cheaper can have been passed over.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import combinations, count, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.arrange import KNITTED_SETS
from scorer.tiles import KINDS
from vision.choose import Option
from vision.likelihood import Logs

_BOUNDS = (3.0, 6.0, 9.0, 12.0)
"""What a hand may cost beyond its likeliest tiles, tried in turn; beyond the last none is offered."""
_MOST_POPS = 4_000
_RUNS = tuple(k for k in range(27) if k % 9 < 7)
_ORDERS = tuple(permutations(range(3)))


class Plan(NamedTuple):
    """What held tiles are parted into: so many sets, pairs, and each of these triples of kinds once.

    `runs` may be sets; `distinct` pairs must differ.
    """

    sets: int
    pairs: int
    special: tuple[tuple[int, ...], ...] = ()
    runs: str = "allowed"
    distinct: str = "any"


KNITTED = tuple(
    tuple(sorted(tuple(sorted(k for k in nine if k // 9 == suit)) for suit in range(3)))
    for nine in KNITTED_SETS
)


class Parted(NamedTuple):
    """A way to see held tiles as a winning hand: the kind of each, and its cost; then the melds' options."""

    cost: float
    kinds: tuple[int, ...]
    melds: tuple[Option, ...]


class _Part(NamedTuple):
    """Some of the held tiles as one part: `what` is set, pair, or the place of a special triple."""

    cost: float
    mask: int
    kinds: tuple[tuple[int, int], ...]  # (tile, kind)
    what: int | str


class _State(NamedTuple):
    """What is parted so far."""

    mask: int
    meld: int
    sets: int
    pairs: int
    special: int
    counts: tuple[int, ...]


def best_parted(
    kinds: Logs,
    plan: Plan,
    melds: Sequence[Sequence[Option]],
    caps: Sequence[int],
    *,
    most: int,
    limit: float,
) -> list[Parted]:
    """The cheapest `most` ways for held tiles with these logarithms by kind (n, 34), beside melds that are
    one of their options each; none takes more of a kind than `caps` has, nor costs more than `limit`."""
    size = 3 * (plan.sets + len(plan.special)) + 2 * plan.pairs
    if len(kinds) != size:
        return []
    excess = kinds.max(axis=1, keepdims=True) - kinds
    for bound in (*(b for b in _BOUNDS if b < limit), min(limit, _BOUNDS[-1])):
        parts = _parts(excess, plan, bound)
        found = list(_search(size, parts, plan, melds, caps, most=most, limit=bound))
        if found:
            return found
    return []


def _parts(excess: Logs, plan: Plan, bound: float) -> list[list[_Part]]:
    """The parts that cost no more than `bound`, by the lowest tile in them, the cheapest first."""
    found: list[list[_Part]] = [[] for _ in excess]
    twos = np.array(list(combinations(range(len(excess)), 2)), np.intp)
    threes = np.array(list(combinations(range(len(excess)), 3)), np.intp).reshape(-1, 3)
    if plan.pairs:
        _collect(found, excess, twos, [(kind, kind) for kind in range(KINDS)], "pair", bound)
    if plan.sets:
        _collect(found, excess, threes, [(kind,) * 3 for kind in range(KINDS)], "set", bound)
        runs = _RUNS if plan.runs == "allowed" else ()
        for order in _ORDERS:
            _collect(found, excess, threes, [tuple(k + at for at in order) for k in runs], "set", bound)
    for number, triple in enumerate(plan.special):
        _collect(found, excess, threes, list(permutations(triple)), number, bound)
    return [sorted(parts, key=lambda part: part.cost) for parts in found]


def _collect(
    found: list[list[_Part]],
    excess: Logs,
    groups: NDArray[np.intp],
    faces: Sequence[tuple[int, ...]],
    what: int | str,
    bound: float,
) -> None:
    """Put in the groups of tiles (g, 2 or 3) that may be one of these faces, each in this order."""
    if not len(groups) or not faces:
        return
    wanted = np.array(faces, np.intp)
    costs = np.zeros((len(groups), len(wanted)))
    for at in range(groups.shape[1]):
        costs += excess[groups[:, at][:, None], wanted[:, at][None]]
    for group, face in np.argwhere(costs <= bound).tolist():
        tiles: list[int] = groups[group].tolist()
        mask = sum(1 << t for t in tiles)
        kinds = tuple(zip(tiles, faces[face], strict=True))
        found[tiles[0]].append(_Part(float(costs[group, face]), mask, kinds, what))


def _search(
    size: int,
    parts: Sequence[Sequence[_Part]],
    plan: Plan,
    melds: Sequence[Sequence[Option]],
    caps: Sequence[int],
    *,
    most: int,
    limit: float,
) -> Iterator[Parted]:
    """Whole hands, the cheapest first; each different reading of the tiles once."""
    order = count()
    start = _State(0, 0, 0, 0, 0, (0,) * KINDS)
    heap: list[tuple[float, int, int, _State, tuple[tuple[int, int], ...], tuple[Option, ...]]]
    heap = [(0.0, 0, next(order), start, (), ())]
    visits: dict[_State, int] = {}
    given: set[tuple[int, ...]] = set()
    whole, pops = (1 << size) - 1, 0
    while heap and len(given) < most and pops < _MOST_POPS:
        cost, _, _, state, laid, options = heapq.heappop(heap)
        pops += 1
        if state.mask == whole and state.meld == len(melds):
            kinds = tuple(kind for _, kind in sorted(laid))
            key = (*kinds, *(c for option in options for c in option.codes))
            if key not in given:
                given.add(key)
                yield Parted(cost, kinds, options)
            continue
        visits[state] = visits.get(state, 0) + 1
        if visits[state] > most:
            continue
        if state.meld < len(melds):
            for option in melds[state.meld]:
                after = _with_meld(state, option, caps)
                if after is not None and cost + option.cost <= limit:
                    entry = (cost + option.cost, -after.meld, next(order), after, laid, (*options, option))
                    heapq.heappush(heap, entry)
            continue
        lowest = (~state.mask & (state.mask + 1)).bit_length() - 1
        for part in parts[lowest]:
            if cost + part.cost > limit:
                break
            if part.mask & state.mask:
                continue
            after = _with_part(state, part, plan, caps)
            if after is not None:
                entry = (
                    cost + part.cost,
                    -after.mask.bit_count(),
                    next(order),
                    after,
                    laid + part.kinds,
                    options,
                )
                heapq.heappush(heap, entry)


def _with_meld(state: _State, option: Option, caps: Sequence[int]) -> _State | None:
    counts = list(state.counts)
    for thing, n in option.takes:
        if thing < KINDS:
            counts[thing] += n
            if counts[thing] > caps[thing]:
                return None
    return state._replace(meld=state.meld + 1, counts=tuple(counts))


def _with_part(state: _State, part: _Part, plan: Plan, caps: Sequence[int]) -> _State | None:
    sets, pairs, special = state.sets, state.pairs, state.special
    if part.what == "set":
        sets += 1
    elif part.what == "pair":
        pairs += 1
    elif special >> int(part.what) & 1:
        return None
    else:
        special |= 1 << int(part.what)
    if sets > plan.sets or pairs > plan.pairs:
        return None
    counts = list(state.counts)
    if part.what == "pair" and plan.distinct == "distinct" and counts[part.kinds[0][1]]:
        return None
    for _, kind in part.kinds:
        counts[kind] += 1
        if counts[kind] > caps[kind]:
            return None
    return _State(state.mask | part.mask, state.meld, sets, pairs, special, tuple(counts))
