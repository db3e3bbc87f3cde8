"""What a hand can expect: chance to win and points, over the draws that are left.

The model: each turn the other three discard one tile each, then the player draws one; each of these tiles is
any unseen tile with equal chance, whatever came before. The player wins on the first tile that completes a
win which may be declared, keeps each drawn tile that brings the hand nearer to its goal, and throws every
other. Each turn somebody else ends the deal with the chance `ENDS`; nobody claims, or answers to what is
thrown. So a figure is what the hand is worth by itself: it leaves out what others take, and what later claims
would add.

`Search.value` is exact for this model (expectimax, equal hands computed once); `Search.sampled` draws the way
to a waiting hand at random and is exact from there on and in time, so few samples suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from paiyan.scorer.advice.goals import Goal
from paiyan.scorer.advice.position import Held, Position

Curve = tuple[tuple[float, ...], tuple[float, ...]]  # by draws left: chance to win, points expected
_OTHERS = 3  # discards between two draws
ENDS = 0.05  # chance that a turn ends with another player's win: house default, about what self-play shows
GOES_ON = 1.0 - ENDS


@dataclass(frozen=True)
class Expectation:
    """The chance to win and the points to expect, with their standard errors (0 if computed exactly)."""

    win: float
    points: float
    win_error: float = 0.0
    points_error: float = 0.0
    samples: int = 0  # 0: exact


class Search:
    """The worth of hands on the way to one goal."""

    def __init__(self, position: Position, goal: Goal) -> None:
        self.position = position
        self.goal = goal
        self._distances: dict[Held, int] = {}
        self._helpful: dict[Held, tuple[tuple[int, float], ...]] = {}
        self._throws: dict[Held, tuple[Held, ...]] = {}
        self._values: dict[Held, Curve] = {}

    def distance(self, held: Held) -> int:
        """Return the distance to the goal: 0 waiting, -1 whole."""
        found = self._distances.get(held)
        if found is None:
            found = self._distances[held] = self.goal.distance(self.position, held)
        return found

    def helpful(self, held: Held) -> tuple[tuple[int, float], ...]:
        """Return the kinds that bring a hand nearer to its goal 进张, each with its chance in one draw."""
        found = self._helpful.get(held)
        if found is None:
            here, position = self.distance(held), self.position
            nearer = [(k, p) for k, p in position.drawn if self.distance(position.draw(held, k)) < here]
            found = self._helpful[held] = tuple(nearer)
        return found

    def throws(self, held: Held) -> tuple[Held, ...]:
        """Return what may be left of a hand with a tile too many, as near to the goal as can be, those that
        most tiles help first. A wild tile is thrown only if nothing else can be."""
        found = self._throws.get(held)
        if found is None:
            left = [held.plus(k, -1) for k in held.kinds]
            if not left and held.wilds:
                left = [held._replace(wilds=held.wilds - 1)]
            nearest = min(map(self.distance, left), default=0)
            left = [h for h in left if self.distance(h) == nearest]
            left.sort(key=lambda h: -sum(p for _, p in self.helpful(h)))
            found = self._throws[held] = tuple(left)
        return found

    def value(self, held: Held) -> Curve:
        """Return what a hand is worth exactly, by draws left."""
        found = self._values.get(held)
        if found is None:
            if self.distance(held) <= 0:
                found = self._waiting(held)
            else:
                self._values[held] = self._nothing()  # a way that comes back here leads nowhere
                steps = [(p, self._best(self.position.draw(held, k))) for k, p in self.helpful(held)]
                found = self._after(steps)
            self._values[held] = found
        return found

    def _best(self, held: Held) -> Curve:
        """Return the worth of a hand with a tile too many: by draws left, of its best discard."""
        curves = [self.value(left) for left in self.throws(held)]
        if not curves:
            return self._nothing()
        best = [
            max(range(len(curves)), key=lambda i: curves[i][1][t]) for t in range(self.position.turns + 1)
        ]
        return (
            tuple(curves[i][0][t] for t, i in enumerate(best)),
            tuple(curves[i][1][t] for t, i in enumerate(best)),
        )

    def _nothing(self) -> Curve:
        none = (0.0,) * (self.position.turns + 1)
        return none, none

    def _after(self, steps: Sequence[tuple[float, Curve]]) -> Curve:
        """Return the worth of a hand that turns into others, each with its chance in one draw."""
        stays = 1.0 - sum(p for p, _ in steps)
        wins, points = [0.0], [0.0]
        for turn in range(self.position.turns):
            wins.append(GOES_ON * (stays * wins[-1] + sum(p * curve[0][turn] for p, curve in steps)))
            points.append(GOES_ON * (stays * points[-1] + sum(p * curve[1][turn] for p, curve in steps)))
        return tuple(wins), tuple(points)

    def wins(self, held: Held) -> Iterator[tuple[int, float, int | None, float | None]]:
        """Yield what a waiting hand wins on: kind, chance in one draw, points drawn and from a discard."""
        for kind, chance in self.helpful(held):
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
        wins, points = [1.0 - missed], [share * claimed_points]
        for _ in range(self.position.turns):
            goes_on = missed * GOES_ON
            wins.append(1.0 - missed + goes_on * (drawn + (1.0 - drawn) * wins[-1]))
            points.append(share * claimed_points + goes_on * (drawn_points + (1.0 - drawn) * points[-1]))
        return tuple(wins), tuple(points)

    def exact(self, held: Held) -> Expectation:
        """Return the exact expectation with all draws that are left."""
        wins, points = self.value(held)
        return Expectation(wins[-1], points[-1])

    def sampled(self, held: Held, random: Random, samples: int) -> Expectation:
        """Return the expectation from ways to a waiting hand drawn at random, with its standard error.

        Each time the discard is thrown that leaves most tiles helpful.
        """
        ends = [self._one_way(held, random) for _ in range(samples)]
        wins, points = [c[0][-1] for c in ends], [c[1][-1] for c in ends]
        (win, win_error), (mean, error) = _mean(wins), _mean(points)
        return Expectation(win, mean, win_error, error, samples)

    def _one_way(self, held: Held, random: Random) -> Curve:
        """Return the worth of a hand along one way to a waiting one; the time that it takes is not drawn."""
        return self._along(held, lambda some: random.choices([k for k, _ in some], [p for _, p in some])[0])

    def _along(self, held: Held, choose: Callable[[Sequence[tuple[int, float]]], int]) -> Curve:
        """Return the worth of a hand if of the helpful tiles always the chosen one comes."""
        chances: list[float] = []
        away = self.distance(held)
        while away > 0:
            helpful = self.helpful(held)
            if not helpful:
                return self._nothing()
            chances.append(sum(p for _, p in helpful))
            held = self.throws(self.position.draw(held, choose(helpful)))[0]
            if self.distance(held) >= away:  # where a tile in mind changes with the hand 心皇
                return self._nothing()
            away = self.distance(held)
        curve = self.value(held)
        for chance in reversed(chances):
            curve = self._after([(chance, curve)])
        return curve

    def likely(self, held: Held) -> Expectation:
        """Return the expectation if always the likeliest helpful tile comes: a first guess, for ranking."""
        wins, points = self._along(held, lambda some: max(some, key=lambda one: one[1])[0])
        return Expectation(wins[-1], points[-1])


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some samples and its standard error."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((v - mean) ** 2 for v in values) / (n - 1) if n > 1 else 0.0
    return mean, sqrt(spread / n)
