"""Find the most probable legal structures 摆法, exactly and best first: held tiles and melds.

The network gives each box a probability for each role, and each pair of boxes one for belonging together
(`paiyan.vision.structure.scores`). A best-first search combines them so that every meld is legal, at most one
tile is the winning tile, and the hand has a possible size, unless that is far less likely.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from typing import NamedTuple

from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.vision.decoding.costs import (
    EACH_MORE,
    FOURTH_MISSED,
    KIND_LIMIT,
    MOST_PARTNERS,
    MOST_STEPS,
    MOST_TILES,
    ODD_SIZE,
    STEPS_OF_PARTING,
    STRUCTURE_LIMIT,
)
from paiyan.vision.decoding.game_rules import ANY_GAME, RED_OF, Game
from paiyan.vision.structure.scene import FULL
from paiyan.vision.structure.scores import ROLES, StructureScores


class TileCosts(NamedTuple):
    """The cost of a tile of a meld for each kind, and for lying face down, relative to its likeliest code."""

    kinds: dict[int, float]
    back: float


def tile_costs(codes: Sequence[float], game: Game) -> TileCosts:
    """Return the costs of a tile whose codes have these natural logarithms (46)."""
    best = max(codes)
    kinds = {kind: best - codes[kind] for kind in game.kinds if best - codes[kind] < KIND_LIMIT}
    for five, red in RED_OF.items():
        if game.caps[red] and best - codes[red] < kinds.get(five, KIND_LIMIT):
            kinds[five] = best - codes[red]
    return TileCosts(kinds, best - codes[BACK])


def meld_cost(tiles: Sequence[TileCosts], game: Game) -> float:
    """Return the cost of three or four tiles as the best meld; infinite if there is none.

    Three tiles, some face down, are a concealed kong whose fourth tile was not found.
    """
    if len(tiles) == 4:
        return _kong(tiles) if game.melds & {"kong", "added_kong", "concealed_kong"} else math.inf
    one, two, three = (tile.kinds for tile in tiles)
    found = math.inf
    runs = _runs(game.chows) if "chow" in game.melds else {}
    for kind, cost in one.items():
        if kind in two and kind in three:
            found = min(found, cost + two[kind] + three[kind])
        for a, b in runs.get(kind, ()):
            if a in two and b in three:
                found = min(found, cost + two[a] + three[b])
    if "concealed_kong" in game.melds and any(tile.back <= 0 for tile in tiles):
        found = min(found, _kong(tiles) + FOURTH_MISSED)
    return found


def _kong(tiles: Sequence[TileCosts]) -> float:
    """Return the cost of four equal tiles, of which some or all may lie face down."""
    hidden = sum(tile.back for tile in tiles)
    kinds = {kind for tile in tiles for kind in tile.kinds}
    return min(
        (sum(min(tile.kinds.get(kind, math.inf), tile.back) for tile in tiles) for kind in kinds),
        default=hidden,
    )


@lru_cache(maxsize=32)
def _runs(chows: frozenset[tuple[int, ...]]) -> dict[int, list[tuple[int, int]]]:
    """Return for each kind the two others, in both orders, with which it is a run."""
    found: dict[int, list[tuple[int, int]]] = {}
    for trio in sorted(chows):
        for at, kind in enumerate(trio):
            a, b = (k for i, k in enumerate(trio) if i != at)
            found.setdefault(kind, []).extend(((a, b), (b, a)))
    return found


_HELD, _WINNING, _FLOWER, _OUT = range(4)
_WON = 1_000  # tiles and winning tiles are counted in one number: this for a winning tile, 1 for each tile
_COUNTS = (1, 1 + _WON, 0, 0)  # what a box of each part adds to that number
_OUTSIDE = tuple(at for at, role in enumerate(ROLES) if role not in ("held", "winning", "meld", "flower"))


class Structure(NamedTuple):
    """The parts of the boxes, as indices in rising order.

    `cost` is the negative logarithm of its probability, up to a constant that is the same for all structures
    of one picture.
    """

    cost: float
    held: tuple[int, ...]
    winning: int | None
    melds: tuple[tuple[int, ...], ...]
    flowers: tuple[int, ...]

    @property
    def size(self) -> int:
        """Tiles of the hand, each meld counted as three, without flowers."""
        return len(self.held) + (self.winning is not None) + 3 * len(self.melds)


class _MeldCandidate(NamedTuple):
    """Boxes that may be one meld; `cost` is relative to the likeliest part of each box by itself."""

    cost: float
    tiles: tuple[int, ...]


class _Melds(NamedTuple):
    """A state of the search for melds: the next box to decide on, and the melds taken so far."""

    at: int
    groups: tuple[_MeldCandidate, ...]


class _Parts(NamedTuple):
    """A state of the search among the boxes besides the melds: how many are decided, the tiles counted so
    far, and the parts chosen."""

    rest: _Unmelded
    at: int
    counted: int
    parts: tuple[int, ...]


def structures(scores: StructureScores, game: Game = ANY_GAME) -> Iterator[Structure]:
    """Yield every legal structure, the most probable first, down to `STRUCTURE_LIMIT` below the likeliest."""
    costs = _BoxCosts(scores, game)
    order = count()
    heap: list[tuple[float, int, _Melds | _Parts]] = [(costs.least, next(order), _Melds(0, ()))]
    worst = math.inf
    work = 0
    while heap and heap[0][0] <= worst and work < MOST_STEPS:
        cost, _, node = heapq.heappop(heap)
        if isinstance(node, _Parts) and node.at == len(node.rest.open):
            worst = min(worst, cost + STRUCTURE_LIMIT)
            yield node.rest.structure(cost, node.parts)
            continue
        parting = isinstance(node, _Melds) and node.at == len(costs.doubtful)
        work += STEPS_OF_PARTING if parting else 1
        following = costs.after(node) if isinstance(node, _Melds) else node.rest.after(node)
        for more, child in following:
            if cost + more <= worst:
                heapq.heappush(heap, (cost + more, next(order), child))
    if math.isinf(worst):  # the search gave up: the likeliest structure without a meld
        rest = _Unmelded(costs, ())
        yield rest.likeliest(costs.least + rest.least_cost())


class _BoxCosts:
    """The scores of one picture as costs, 0 or more.

    By box: `parts` are the costs of all parts except a meld, `alone` the lowest of these, `meld` the cost of
    being in a meld, `lowest` the lowest of all. `candidates` are the possible melds, by their first box, and
    `doubtful` the boxes in any of them; `least` is a lower bound of any structure's cost.
    """

    def __init__(self, scores: StructureScores, game: Game) -> None:
        self.parts = [_costs(role, code) for role, code in zip(scores.roles, scores.codes, strict=True)]
        self.alone = [min(costs) for costs in self.parts]
        self.ways = [_likely_parts(costs) for costs in self.parts]
        self.meld = [-row[ROLES.index("meld")] for row in scores.roles]
        self.lowest = [min(pair) for pair in zip(self.alone, self.meld, strict=True)]
        self.together = scores.together
        self.candidates = self._candidates(scores, game)
        self.doubtful = sorted({t for some in self.candidates.values() for meld in some for t in meld.tiles})
        inside = set(self.doubtful)
        self.least = sum((self.lowest if t in inside else self.alone)[t] for t in range(len(self.alone)))

    def after(self, node: _Melds) -> Iterator[tuple[float, _Melds | _Parts]]:
        """Yield the states after the next box is decided on, and the additional cost of each."""
        if node.at == len(self.doubtful):
            rest = _Unmelded(self, node.groups)
            yield rest.least_cost(), _Parts(rest, 0, rest.counted, ())
            return
        box = self.doubtful[node.at]
        used = {tile for group in node.groups for tile in group.tiles}
        if box in used:
            yield 0.0, _Melds(node.at + 1, node.groups)
            return
        yield self.alone[box] - self.lowest[box], _Melds(node.at + 1, node.groups)
        for group in self.candidates.get(box, ()):
            if used.isdisjoint(group.tiles):
                yield (
                    group.cost + sum(self._apart(group, other) for other in node.groups),
                    _Melds(node.at + 1, (*node.groups, group)),
                )

    def _apart(self, first: _MeldCandidate, second: _MeldCandidate) -> float:
        """Return the cost of two melds not being one group."""
        return sum(softplus(self.together[a][b]) for a in first.tiles for b in second.tiles)

    def _candidates(self, scores: StructureScores, game: Game) -> dict[int, list[_MeldCandidate]]:
        """Return the groups of boxes that may be melds, by their first box, the likeliest first."""
        worst = STRUCTURE_LIMIT + ODD_SIZE
        more = [meld - lowest for meld, lowest in zip(self.meld, self.lowest, strict=True)]
        free = [i for i, cost in enumerate(more) if cost < worst]
        pairs = {
            (a, b): cost for a, b in combinations(free, 2) if (cost := softplus(-self.together[a][b])) < worst
        }
        after: dict[int, list[int]] = {a: [] for a in free}
        for a, b in sorted(pairs, key=pairs.__getitem__):
            if len(after[a]) < MOST_PARTNERS:
                after[a].append(b)
        faces = {t: tile_costs(scores.codes[t], game) for t in free}
        found: dict[int, list[_MeldCandidate]] = {}

        def grow(tiles: tuple[int, ...], last: int, cost: float) -> None:
            if len(tiles) >= 3 and (total := cost + meld_cost([faces[t] for t in tiles], game)) < worst:
                found.setdefault(tiles[0], []).append(_MeldCandidate(total, tiles))
            if len(tiles) == 4:
                return
            for b in sorted(after[last]):
                if all((a, b) in pairs for a in tiles):
                    total = cost + more[b] + sum(pairs[a, b] for a in tiles)
                    if total < worst:
                        grow((*tiles, b), b, total)

        for a in free:
            grow((a,), a, more[a])
        return {box: sorted(groups) for box, groups in found.items()}


def _costs(roles: Sequence[float], codes: Sequence[float]) -> tuple[float, ...]:
    """Return the costs of a box as held, the winning tile, a flower, or not the player's."""
    best = max(codes)
    flower = best - max(codes[FLOWER:RED])
    other = best - max(*codes[:FLOWER], *codes[RED:])
    held, winning, _, blossom = (-value for value in roles[:4])
    outside = max(roles[at] for at in _OUTSIDE)
    out = -outside - math.log(sum(math.exp(roles[at] - outside) for at in _OUTSIDE))
    return held + other, winning + other, blossom + flower, max(out, 0.0)


def _likely_parts(costs: Sequence[float]) -> list[tuple[float, int]]:
    """Return the possible parts of a box outside melds, the likeliest first. A box that most likely is the
    winning tile keeps all, since only one box may be it."""
    least = min(costs)
    ways = sorted((cost - least, part) for part, cost in enumerate(costs))
    return ways if ways[0][1] == _WINNING else [way for way in ways if way[0] < STRUCTURE_LIMIT + ODD_SIZE]


class _Unmelded:
    """The boxes outside some melds: each is held, a flower, the winning tile, or not the player's.

    Boxes with more than one possible part are `open`. `best` holds for each open box the lowest cost of it
    and those after it, by the tiles counted before: an exact bound, so that the search takes no detour.
    """

    def __init__(self, costs: _BoxCosts, groups: Sequence[_MeldCandidate]) -> None:
        self.groups = groups
        used = {tile for group in groups for tile in group.tiles}
        self.sure: dict[int, int] = {}
        self.open: list[tuple[int, Sequence[tuple[float, int]]]] = []
        self.counted = 3 * len(groups)
        for box, ways in enumerate(costs.ways):
            if box in used:
                continue
            if len(ways) > 1:
                self.open.append((box, ways))
            else:
                ((_, part),) = ways
                self.sure[box] = part
                self.counted += _COUNTS[part]
        self.best = self._to_go()

    def _to_go(self) -> list[dict[int, float]]:
        """Return for each open box, and after the last, the lowest cost still to come, by the tiles counted
        so far."""
        reached = [{self.counted}]
        for _, ways in self.open:
            steps = {_COUNTS[part] for _, part in ways}
            after = {so_far + step for so_far in reached[-1] for step in steps}
            most = max(self.counted % _WON, MOST_TILES)
            reached.append({n for n in after if n < 2 * _WON and n % _WON <= most})
        best = [{counted: size_cost(counted % _WON, counted // _WON) for counted in reached[-1]}]
        for (_, ways), before in zip(reversed(self.open), reversed(reached[:-1]), strict=True):
            then = best[-1]
            steps = [(cost, _COUNTS[part]) for cost, part in ways]
            best.append(
                {
                    counted: min(cost + then.get(counted + step, math.inf) for cost, step in steps)
                    for counted in before
                }
            )
        return best[::-1]

    def least_cost(self) -> float:
        """Return the cost of the best choice of parts, relative to the likeliest part of each box."""
        return self.best[0][self.counted]

    def likeliest(self, cost: float) -> Structure:
        """Return the structure whose open boxes have the cheapest parts together."""
        node = _Parts(self, 0, self.counted, ())
        while node.at < len(self.open):
            _, node = min(self.after(node), key=lambda step: step[0])
        return self.structure(cost, node.parts)

    def after(self, node: _Parts) -> Iterator[tuple[float, _Parts]]:
        """Yield the possible parts of the next open box, and the additional cost of each."""
        now, then = self.best[node.at][node.counted], self.best[node.at + 1]
        for cost, part in self.open[node.at][1]:
            counted = node.counted + _COUNTS[part]
            more = cost + then.get(counted, math.inf) - now
            if more < math.inf:
                yield more, _Parts(self, node.at + 1, counted, (*node.parts, part))

    def structure(self, cost: float, parts: Iterable[int]) -> Structure:
        """Return the structure in which the open boxes have these parts."""
        all_ = self.sure | {box: part for (box, _), part in zip(self.open, parts, strict=True)}
        held, won, flowers = (
            tuple(sorted(box for box, part in all_.items() if part == of))
            for of in (_HELD, _WINNING, _FLOWER)
        )
        melds = tuple(sorted(group.tiles for group in self.groups))
        return Structure(cost, held, won[0] if won else None, melds, flowers)


def size_cost(size: int, won: int) -> float:
    """Return the cost of a hand of this size, of which `won` tiles, none or one, are set apart as the winning
    tile."""
    if size in FULL and not (won and size % 3 != 2):
        return 0.0
    return ODD_SIZE + EACH_MORE * max(size - max(FULL), 0)


def softplus(x: float) -> float:
    """Return the negative logarithm of the probability whose log-odds are -x."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))
