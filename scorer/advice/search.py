"""Search what a hand can expect: the chance to win and the points, over the draws that are left.

The model: each turn the other three discard one tile each, then the player draws one; each of these tiles is
any unseen tile with equal chance. The player wins on the first tile that completes a
win which may be declared, keeps each drawn tile that brings the hand nearer to its goal, and throws every
other. Each turn others end the deal with a chance that grows with the turns gone, and that costs what such
an end costs on average (`pace`, measured in self-play); nobody claims, or answers to what is thrown. So it
leaves out what others take, and what later claims would add.

`Search.value` is exact for this model (expectimax, equal hands computed once). `Search.sampled` follows some
ways to a hand one step from waiting, spread evenly over what may be drawn, and is exact from there on and in
time; hands that are compared are sent the same ways, so that their difference is surer than each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

from paiyan.scorer.advice.goals import ANY_WIN, Goal
from paiyan.scorer.advice.position import Position
from paiyan.scorer.advice.ways import Held

Curve = tuple[tuple[float, ...], tuple[float, ...]]  # by draws left: chance to win, points expected
_OTHERS = 3  # discards between two draws
_GOLDEN = (sqrt(5) - 1) / 2  # its multiples spread evenly over the unit, however many there are
_FAR = 99
IMPROVES = 1.1
"""How much likelier the next step is than by the tiles that help now, since others make more of them help:
1.1 times in self-play, 1.02 to 1.25 by rule set (`bench.selfplay --calibrate`)."""


@dataclass(frozen=True)
class Expectation:
    """The chance to win and the points to expect, with their standard errors (0 if computed exactly).

    `ways` are the points along each way that was sampled.
    """

    win: float
    points: float
    win_error: float = 0.0
    points_error: float = 0.0
    samples: int = 0  # 0: exact
    ways: tuple[float, ...] = ()


class Search:
    """The worth of hands on the way to one goal; `plain` is the search for any win of the same position."""

    def __init__(self, position: Position, goal: Goal = ANY_WIN, plain: Search | None = None) -> None:
        self.position = position
        self.goal = goal
        self.plain = plain or self
        by_trying = goal is ANY_WIN and not position.exact_wilds
        self._ways = () if by_trying else goal.ways(position)
        self._by_trying = by_trying
        self.improves = (
            IMPROVES if goal.runs else 1.0
        )  # pairs wait for two tiles each, whatever other tiles come
        self._lacking: dict[Held, tuple[int, ...]] = {}
        self._distances: dict[Held, int] = {}
        self._helpful: dict[Held, tuple[tuple[int, float], ...]] = {}
        self._throws: dict[Held, tuple[Held, ...]] = {}
        self._values: dict[Held, Curve] = {}
        self._likeliest: dict[Held, Curve] = {}
        self._chances = dict(position.drawn)

    def distance(self, held: Held) -> int:
        """Return the distance to the goal: 0 waiting, -1 whole."""
        if self._by_trying:
            found = self._distances.get(held)
            if found is None:
                found = self._distances[held] = self.position.distance(held)
            return found
        return min(self._lacks(held), default=_FAR) - held.wilds - 1

    def _lacks(self, held: Held) -> tuple[int, ...]:
        """Return how many tiles lack on each way."""
        found = self._lacking.get(held)
        if found is None:
            found = self._lacking[held] = tuple([way.lacking(held) for way in self._ways])
        return found

    def helpful(self, held: Held) -> tuple[tuple[int, float], ...]:
        """Return the kinds that bring a hand nearer to its goal 进张, each with its chance in one draw."""
        found = self._helpful.get(held)
        if found is None:
            found = self._helpful[held] = tuple(self._nearer(held))
        return found

    def _nearer(self, held: Held) -> Iterator[tuple[int, float]]:
        position = self.position
        if self._by_trying:
            yield from self._nearer_by_trying(held)
            return
        lacks = self._lacks(held)
        least, kinds = min(lacks, default=_FAR), set(position.wild_kinds)
        for way, lacking in zip(self._ways, lacks, strict=True):
            if lacking == least:
                candidates = [k for k in position.natural if k not in kinds] if kinds else position.natural
                kinds.update(way.with_one_more(held, least - 1, candidates))
        yield from ((k, p) for k, p in position.drawn if k in kinds)

    def _nearer_by_trying(self, held: Held) -> Iterator[tuple[int, float]]:
        """Yield as `_nearer` does, by adding each tile to each reading of the others."""
        position, here, kinds = self.position, self.distance(held), set[int]()
        for one in position.readings_of(held):
            most = here + one.wilds
            for way in position.ways:
                if way.lacking(one) == most + 1:
                    kinds.update(way.with_one_more(one, most, [k for k in position.shown if k not in kinds]))
        shown = {*position.shown}
        for kind, chance in position.drawn:
            if kind in kinds or (kind not in shown and self.distance(position.draw(held, kind)) < here):
                yield kind, chance

    def throws(self, held: Held) -> tuple[Held, ...]:
        """Return the hands that the best discards leave, as near to the goal as possible.

        Hands that more tiles help come first, equal ones in the order of `Position.order`. A wild tile is
        thrown only if nothing else can be.
        """
        found = self._throws.get(held)
        if found is None:
            order, left = self.position.order, {held.plus(k, -1): k for k in self._spare(held, held.kinds)}
            if not left and held.wilds:
                left = {held._replace(wilds=held.wilds - 1): 0}
            nearest = [*left]
            if len(left) > 1:
                nearest.sort(key=lambda after: (self._spread(after), order(left[after])))
            found = self._throws[held] = tuple(nearest)
        return found

    def _spare(self, held: Held, kinds: list[int]) -> list[int]:
        """Return the kinds without one of which the hand is as near as can be."""
        if self._by_trying:
            away = {k: self.distance(held.plus(k, -1)) for k in kinds}
            nearest = min(away.values(), default=0)
            return [k for k in kinds if away[k] == nearest]
        lacks = self._lacks(held)
        least = min(lacks, default=_FAR)
        for limit in (least, least + 1):
            spare = set[int]()
            for way, lacking in zip(self._ways, lacks, strict=True):
                if lacking <= limit:
                    spare.update(way.with_one_less(held, limit, [k for k in kinds if k not in spare]))
            if spare:
                return [k for k in kinds if k in spare]
        return kinds

    def _spread(self, held: Held) -> float:
        """Return the chance that a draw does not help."""
        return round(1.0 - sum([p for _, p in self.helpful(held)]), 9)

    def value(self, held: Held) -> Curve:
        """Return what a hand is worth exactly, by draws left."""
        found = self._values.get(held)
        if found is None:
            if self.distance(held) <= 0:
                found = self._waiting(held) if self.plain is self else self.plain.waiting(held)
            else:
                away, position = self.distance(held), self.position
                steps = [(p, self._best(position.draw(held, k), away)) for k, p in self.helpful(held)]
                found = self._after(steps)
            self._values[held] = found
        return found

    def waiting(self, held: Held) -> Curve:
        """Return what a hand is worth that wins on any tile which completes it."""
        return self.value(held) if self.distance(held) <= 0 else self.nothing

    def _best(self, held: Held, away: int) -> Curve:
        """Return the worth of a hand with a tile too many: by draws left, of its best discard.

        It leaves the hand nearer than `away`: where a tile in mind changes with the hand 心皇, it may not.
        """
        curves = [self.value(left) for left in self.throws(held) if self.distance(left) < away]
        if len(curves) == 1:
            return curves[0]
        if not curves:
            return self.nothing
        best = [
            max(range(len(curves)), key=lambda i: curves[i][1][t]) for t in range(self.position.turns + 1)
        ]
        return (
            tuple([curves[i][0][t] for t, i in enumerate(best)]),
            tuple([curves[i][1][t] for t, i in enumerate(best)]),
        )

    @property
    def nothing(self) -> Curve:
        """The worth of a hand that cannot win: the cost of others' wins."""
        points = [0.0]
        for end in self.position.ends:
            points.append((1.0 - end) * points[-1] - end * self.position.cost)
        return (0.0,) * len(points), tuple(points)

    def _after(self, steps: Sequence[tuple[float, Curve]]) -> Curve:
        """Return the worth of a hand that turns into others, each with its chance in one draw."""
        chance = sum([p for p, _ in steps])
        faster, cost = min(self.improves, 1.0 / chance) if chance else 1.0, self.position.cost
        steps, stays = [(p * faster, curve) for p, curve in steps], 1.0 - chance * faster
        wins, points = [0.0], [0.0]
        for turn, end in enumerate(self.position.ends):
            won = stays * wins[-1] + sum([p * curve[0][turn] for p, curve in steps])
            paid = stays * points[-1] + sum([p * curve[1][turn] for p, curve in steps])
            wins.append((1.0 - end) * won)
            points.append((1.0 - end) * paid - end * cost)
        return tuple(wins), tuple(points)

    def wins(self, held: Held) -> Iterator[tuple[int, float, int | None, float | None]]:
        """Yield what a waiting hand wins on: kind, chance in one draw, points drawn and from a discard."""
        for kind, chance in self.plain.helpful(held):
            drawn, claimed = self.position.win(held, kind)
            if drawn is not None or claimed is not None:
                yield kind, chance, drawn, claimed

    def _waiting(self, held: Held) -> Curve:
        """Return the worth of a hand that waits: the others discard, then the player draws, and so on."""
        some = [*self.wins(held)]
        drawn = sum(p for _, p, points, _ in some if points is not None)
        drawn_points = sum(p * points for _, p, points, _ in some if points is not None)
        claimed = sum(p for _, p, _, points in some if points is not None)
        claimed_points = sum(p * points for _, p, _, points in some if points is not None)
        missed = (1.0 - claimed) ** _OTHERS
        share = (1.0 - missed) / claimed if claimed else 0.0
        wins, points, cost = [1.0 - missed], [share * claimed_points], self.position.cost
        for end in self.position.ends:
            goes_on = missed * (1.0 - end)
            wins.append(1.0 - missed + goes_on * (drawn + (1.0 - drawn) * wins[-1]))
            later = goes_on * (drawn_points + (1.0 - drawn) * points[-1]) - missed * end * cost
            points.append(share * claimed_points + later)
        return tuple(wins), tuple(points)

    def exact(self, held: Held) -> Expectation:
        """Return the exact expectation with all draws that are left."""
        wins, points = self.value(held)
        return Expectation(wins[-1], points[-1])

    def sampled(self, held: Held, samples: int, seed: int = 0) -> Expectation:
        """Return the expectation from some ways to a waiting hand, with its standard error.

        Each time the discard is thrown that leaves most tiles helpful.
        """
        ends = [self._along(held, _Spread((way + 0.5) / samples, way, seed)) for way in range(samples)]
        wins, points = [c[0][-1] for c in ends], [c[1][-1] for c in ends]
        (win, win_error), (mean, error) = mean_with_error(wins), mean_with_error(points)
        return Expectation(win, mean, win_error, error, samples, tuple(points))

    def _along(self, held: Held, choose: Callable[[Sequence[tuple[int, float]]], int]) -> Curve:
        """Return the worth of a hand if always the chosen helpful tile comes, its draws computed."""
        chances: list[float] = []
        away = self.distance(held)
        while away > 1:
            helpful = self.helpful(held)
            if not helpful:
                return self.nothing
            chances.append(sum([p for _, p in helpful]))
            held = self.throws(self.position.draw(held, choose(helpful)))[0]
            if self.distance(held) >= away:
                return self.nothing
            away = self.distance(held)
        curve = self.value(held)
        for chance in reversed(chances):
            curve = self._after([(chance, curve)])
        return curve

    def likely(self, held: Held) -> Expectation:
        """Return the expectation if always the likeliest helpful tile comes: a first guess, for ranking."""
        wins, points = self.likeliest(held)
        return Expectation(wins[-1], points[-1])

    def likeliest(self, held: Held) -> Curve:
        """Return the worth of a hand if always the likeliest helpful tile comes."""
        found = self._likeliest.get(held)
        if found is None:
            found = self._along(held, lambda chances: max(chances, key=lambda chance: chance[1])[0])
            self._likeliest[held] = found
        return found

    def chance(self, held: Held) -> float:
        """Return the chance that a draw helps."""
        return sum([p for _, p in self.helpful(held)])

    def after(self, held: Held, curve: Curve) -> float:
        """Return the points of a hand that any helpful tile turns into one of the worth `curve`."""
        return self._after([(self.chance(held), curve)])[1][-1]

    def folded(self, aside: float) -> float:
        """Return the points of a hand that gives up: each win of others costs it only `aside`."""
        points = 0.0
        for end in self.position.ends:
            points = (1.0 - end) * points - end * aside
        return points


class _Spread:
    """Chooses tiles so that several ways together spread evenly over what may come."""

    def __init__(self, first: float, way: int, seed: int) -> None:
        self.at = first
        self.step = _GOLDEN * (way + 1 + seed)

    def __call__(self, chances: Sequence[tuple[int, float]]) -> int:
        sums = [*accumulate(p for _, p in chances)]
        wanted = self.at * sums[-1]
        self.at = (self.at + self.step) % 1.0
        return next((k for (k, _), upto in zip(chances, sums, strict=True) if upto > wanted), chances[-1][0])


def mean_with_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some samples and its standard error, 0 for a single one."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((v - mean) ** 2 for v in values) / (n - 1) if n > 1 else 0.0
    return mean, sqrt(spread / n)


def errors_apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return by how many standard errors two figures differ, each given with its own."""
    return abs(first[0] - second[0]) / max(sqrt(first[1] ** 2 + second[1] ** 2), 1e-9)


def difference_error(first: Expectation, other: Expectation) -> float:
    """Return the standard error of the difference in points, along the same ways if both were sampled."""
    if first.ways and len(first.ways) == len(other.ways):
        return mean_with_error([a - b for a, b in zip(first.ways, other.ways, strict=True)])[1]
    return sqrt(first.points_error**2 + other.points_error**2)
