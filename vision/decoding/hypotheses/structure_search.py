"""The most probable legal structures 摆法, exactly and best first: which tiles are held, which are melds.

The network gives each box a probability for each role, and each pair of boxes one for belonging together
(`paiyan.vision.structure.scores`). A best-first search puts them together so that every meld is a legal one,
at most one tile is the winning tile, and the hand has a size that hands have, unless that is far less likely.
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
from paiyan.vision.structure.layout import FULL
from paiyan.vision.structure.scores import ROLES, StructureScores


class TileCosts(NamedTuple):
    """What it costs that a tile of a meld is of each kind, and that it lies face down, against its likeliest
    code."""

    kinds: dict[int, float]
    back: float


def tile_costs(codes: Sequence[float], game: Game) -> TileCosts:
    """The costs of a tile whose codes have these natural logarithms (46)."""
    best = max(codes)
    kinds = {kind: best - codes[kind] for kind in game.kinds if best - codes[kind] < KIND_LIMIT}
    for five, red in RED_OF.items():
        if game.caps[red] and best - codes[red] < kinds.get(five, KIND_LIMIT):
            kinds[five] = best - codes[red]
    return TileCosts(kinds, best - codes[BACK])


def meld_cost(tiles: Sequence[TileCosts], game: Game) -> float:
    """What three or four tiles cost as the meld that suits them best; infinite where none does.

    Three of which some lie face down are a concealed kong whose fourth tile was not found.
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
    """Four alike, of which some may lie face down, or all."""
    hidden = sum(tile.back for tile in tiles)
    kinds = {kind for tile in tiles for kind in tile.kinds}
    return min(
        (sum(min(tile.kinds.get(kind, math.inf), tile.back) for tile in tiles) for kind in kinds),
        default=hidden,
    )


@lru_cache(maxsize=32)
def _runs(chows: frozenset[tuple[int, ...]]) -> dict[int, list[tuple[int, int]]]:
    """For each kind the two others, in both orders, with which it is a run."""
    found: dict[int, list[tuple[int, int]]] = {}
    for trio in sorted(chows):
        for at, kind in enumerate(trio):
            a, b = (k for i, k in enumerate(trio) if i != at)
            found.setdefault(kind, []).extend(((a, b), (b, a)))
    return found


_HELD, _WINNING, _FLOWER, _OUT = range(4)
_WON = 1_000  # tiles and winning tiles are counted in one number: so much for a winning tile, 1 for each tile
_COUNTS = (1, 1 + _WON, 0, 0)  # what a box of each part adds to that number
_OUTSIDE = tuple(at for at, role in enumerate(ROLES) if role not in ("held", "winning", "meld", "flower"))


class Structure(NamedTuple):
    """Which boxes are what, as indices in rising order.

    `cost` is the negative logarithm of its probability, up to a constant that is the same for all
    structures of one picture.
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
    """Boxes that may be one meld; `cost` is what it costs beyond the likeliest part of each box by itself."""

    cost: float
    tiles: tuple[int, ...]


class _Melds(NamedTuple):
    """A state of the search for melds: the next box to decide on, and the melds taken so far."""

    at: int
    groups: tuple[_MeldCandidate, ...]


class _Parts(NamedTuple):
    """A state of the search among the boxes beside the melds: how many are decided, the tiles counted so far,
    and the parts chosen."""

    rest: _Unmelded
    at: int
    counted: int
    parts: tuple[int, ...]


def structures(scores: StructureScores, game: Game = ANY_GAME) -> Iterator[Structure]:
    """Every legal structure, the most probable first, down to `STRUCTURE_LIMIT` below the likeliest one."""
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

    By box: `parts` what each part but that of a meld costs, `alone` the least of these, `meld` what being
    of a meld costs, `lowest` the least of all. `candidates` are the melds that may be, by their first box,
    and `doubtful` the boxes in any of them; `least` is what no structure can cost less than.
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
        """The states that follow once the next box is decided on, and what each costs more."""
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

    def _apart(self, one: _MeldCandidate, other: _MeldCandidate) -> float:
        """The cost of two melds not being one group."""
        return sum(softplus(self.together[a][b]) for a in one.tiles for b in other.tiles)

    def _candidates(self, scores: StructureScores, game: Game) -> dict[int, list[_MeldCandidate]]:
        """The groups of boxes that may be melds, by their first box, the likeliest first."""
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
    """What it costs that a box is held, the winning tile, a flower, or not the player's."""
    best = max(codes)
    flower = best - max(codes[FLOWER:RED])
    other = best - max(*codes[:FLOWER], *codes[RED:])
    held, winning, _, blossom = (-value for value in roles[:4])
    outside = max(roles[at] for at in _OUTSIDE)
    out = -outside - math.log(sum(math.exp(roles[at] - outside) for at in _OUTSIDE))
    return held + other, winning + other, blossom + flower, max(out, 0.0)


def _likely_parts(costs: Sequence[float]) -> list[tuple[float, int]]:
    """The parts that a box may well have outside melds, the likeliest first. A box that most likely is the
    winning tile keeps all, since only one box may be it."""
    least = min(costs)
    ways = sorted((cost - least, part) for part, cost in enumerate(costs))
    return ways if ways[0][1] == _WINNING else [way for way in ways if way[0] < STRUCTURE_LIMIT + ODD_SIZE]


class _Unmelded:
    """The boxes outside some melds: each is held, a flower, the winning tile, or not the player's.

    Boxes that may well have more than one part are `open`. `best` holds for each open box what it and
    those after it cost at least, by the tiles counted before: an exact bound, so that the search makes
    no detour.
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
        """For each open box, and after the last, the least cost that is left, by the tiles counted so far."""
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
        """What the best choice of parts costs beyond the likeliest part of each box."""
        return self.best[0][self.counted]

    def likeliest(self, cost: float) -> Structure:
        """The structure whose open boxes have the parts that cost least together."""
        node = _Parts(self, 0, self.counted, ())
        while node.at < len(self.open):
            _, node = min(self.after(node), key=lambda step: step[0])
        return self.structure(cost, node.parts)

    def after(self, node: _Parts) -> Iterator[tuple[float, _Parts]]:
        """The parts that the next open box may have, and what each costs more."""
        now, then = self.best[node.at][node.counted], self.best[node.at + 1]
        for cost, part in self.open[node.at][1]:
            counted = node.counted + _COUNTS[part]
            more = cost + then.get(counted, math.inf) - now
            if more < math.inf:
                yield more, _Parts(self, node.at + 1, counted, (*node.parts, part))

    def structure(self, cost: float, parts: Iterable[int]) -> Structure:
        """The structure in which the open boxes have these parts."""
        all_ = self.sure | {box: part for (box, _), part in zip(self.open, parts, strict=True)}
        held, won, flowers = (
            tuple(sorted(box for box, part in all_.items() if part == of))
            for of in (_HELD, _WINNING, _FLOWER)
        )
        melds = tuple(sorted(group.tiles for group in self.groups))
        return Structure(cost, held, won[0] if won else None, melds, flowers)


def size_cost(size: int, won: int) -> float:
    """The cost of a hand of this size, of which `won` tiles, none or one, are set apart as the winning
    tile."""
    if size in FULL and not (won and size % 3 != 2):
        return 0.0
    return ODD_SIZE + EACH_MORE * max(size - max(FULL), 0)


def softplus(x: float) -> float:
    """The negative logarithm of the probability whose log-odds are -x."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))
