"""Weigh the discards of a hand: what the hand left can expect, less what a deal-in would cost.

Discards that leave the hand nearest to a win are searched, for that win and for the goals that promise most.
The others are worth a share of the best of these: for one of the same distance by its helpful tiles, for one
that steps back by the time that it takes to come as near again. After a riichi a hand that stands badly may
give up: then it is worth what others' wins cost a player who feeds none of them. In rule sets without riichi
danger is not weighed: players who did so fed fewer wins and won as many fewer themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from paiyan.scorer.advice.goals import ANY_WIN, goals
from paiyan.scorer.advice.position import Position
from paiyan.scorer.advice.safety import Table
from paiyan.scorer.advice.search import Expectation, Search, difference_error
from paiyan.scorer.advice.ways import Held

CLOSE = 0.75
"""A goal comes first only if it is won this often compared with the nearest win: goals were not tried in
play, and those that were won less often lost points in self-play."""
EXACT = 1  # up to this distance a hand is searched exactly
_FAR = 3  # from this distance on a hand that may win as it comes aims at nothing else
RANKED = 6  # goals of which the likeliest way is followed
_LONG = 9  # tiles of one suit: the tables of such suits take longer to make
_PRICED, _PRICED_WILD = 1000, 120
"""Wins priced for one answer, after which nothing more is searched: one with wild tiles takes ten times as
long. Counted, so that the same question gets the same answer on any machine."""


class Effort(NamedTuple):
    """The effort of a search: goals, discards on the way to each, and ways drawn for each of these."""

    goals: int
    discards: int
    samples: int


_EFFORT = {0: Effort(3, 3, 8), 1: Effort(2, 3, 8), 2: Effort(2, 3, 8), 3: Effort(2, 2, 6)}
_FAR_AWAY = Effort(1, 2, 6)
"""By distance, so that an answer takes about a tenth of a second. Further away the error is larger, and the
discard matters less."""


def effort_for(position: Position, samples: int | None = None) -> Effort:
    """Return the effort for a hand."""
    found = _EFFORT.get(max(position.distance(position.held), 0), _FAR_AWAY)
    if samples is not None:
        return found._replace(samples=samples)
    if position.held.wilds and position.distance(position.held) > EXACT:
        return found._replace(discards=1, samples=2)  # each way ends in ten times as many wins to price
    if _wild(position) or _longest_suit(position) >= _LONG:
        return found._replace(discards=2, samples=found.samples // 2)
    return found


class Budget:
    """The wins that one answer may price."""

    def __init__(self, position: Position) -> None:
        self._paying = position.paying
        self._most = len(position.paying) + (_PRICED_WILD if _wild(position) else _PRICED)

    @property
    def spent(self) -> bool:
        """True if no further discard or goal is to be searched."""
        return len(self._paying) >= self._most


@dataclass(frozen=True)
class Discard:
    """A kind to discard, the hand that it leaves, and what that is worth.

    `expects` is None for a discard that was not searched; `hoped` are points then too. `dealt_in` is the
    chance that somebody wins on it.
    """

    kind: int
    left: Held
    search: Search
    expects: Expectation | None = None
    hoped: float = 0.0
    dealt_in: float = 0.0

    def worth(self, fold: float) -> float:
        """Return the points to expect with this discard; `fold`: those of a hand that gives up."""
        follows = self.search.position.follows
        if follows is None:
            return self.hoped
        return (1.0 - self.dealt_in) * max(self.hoped, fold) - self.dealt_in * follows.dealt


def weighed(position: Position, table: Table, effort: Effort, seed: int) -> list[Discard]:
    """Return every discard, the best first; those of equal worth by distance and helpful tiles."""
    plain = Search(position)
    held = position.held
    kinds = {held.plus(kind, -1): kind for kind in held.kinds}
    found = {left: Discard(kind, left, plain) for left, kind in kinds.items()}
    budget = Budget(position)
    nearest = [left for left in plain.throws(held) if left in found]
    for left in nearest[: effort.discards]:
        if found[nearest[0]].expects and budget.spent:
            break
        found[left] = Discard(kinds[left], left, plain, expected(plain, left, effort.samples, seed))
    base = found[nearest[0]].expects if nearest else None
    for search in worth_searching(position, plain, budget)[: effort.goals] if effort.goals > 1 else ():
        for left in search.throws(held)[: effort.discards] if search is not plain else ():
            if budget.spent:
                break
            expects = expected(search, left, effort.samples, seed)
            before = found.get(left)
            if before is None or (base is not None and expects.win < CLOSE * base.win):
                continue
            if before.expects is None or expects.points > before.expects.points:
                found[left] = Discard(kinds[left], left, search, expects)
    some = [_hoping(discard, nearest, found, table) for discard in found.values()]
    order = {left: at for at, left in enumerate(nearest)}
    some.sort(key=lambda d: order.get(d.left, len(order)))
    fold = plain.folded(position.follows.aside) if position.follows else -inf
    return sorted(some, key=lambda d: -round(d.worth(fold), 9))


def _longest_suit(position: Position) -> int:
    """Return how many tiles of one suit are held."""
    held = position.held
    return max(sum(held.count(kind) for kind in range(start, start + 9)) for start in (0, 9, 18))


def _wild(position: Position) -> bool:
    """True if tiles may be wild: a win takes longer to price then, and more tiles complete one."""
    return bool(position.wild_kinds) or not position.exact_wilds


def _hoping(discard: Discard, nearest: list[Held], by_hand: dict[Held, Discard], table: Table) -> Discard:
    """Return a discard with the points to hope for, as far as these are sure, and its danger.

    Sampled points are compared along the same ways with those of the discard that leaves the hand nearest,
    with most tiles that help: only what they differ by more than two standard errors counts.
    """
    expects = discard.expects
    base = by_hand[nearest[0]].expects if nearest else None
    if expects is None:
        weighs = base is not None and table.position.follows is not None
        points = _estimated(discard, nearest, base) if base is not None and weighs else -inf
    elif base is None:
        points = expects.points
    else:
        gain, error = expects.points - base.points, 2 * difference_error(expects, base)
        points = base.points + (max(gain - error, 0.0) if gain > 0 else min(gain + error, 0.0))
    return replace(discard, hoped=points, dealt_in=table.dealt_in(discard.kind))


def _estimated(discard: Discard, nearest: list[Held], base: Expectation) -> float:
    """Return the points to hope for with a discard that was not searched: a share of those of the best."""
    search, best = discard.search, nearest[0]
    nothing = search.nothing[1][-1]
    if discard.left in nearest:
        share = search.chance(discard.left) / (search.chance(best) or 1.0)
    else:
        curve = search.likeliest(best)
        share = (search.after(discard.left, curve) - nothing) / max(curve[1][-1] - nothing, 1e-9)
    return nothing + min(share, 1.0) * max(base.points - nothing, 0.0)


def expected(search: Search, left: Held, samples: int, seed: int) -> Expectation:
    """Return what a hand can expect: exactly if it is near, from samples if any are drawn."""
    if search.distance(left) <= EXACT:
        return search.exact(left)
    return search.sampled(left, samples, seed) if samples else search.likely(left)


def worth_searching(position: Position, plain: Search, budget: Budget) -> list[Search]:
    """Return the goals that promise most, by the likeliest way to each."""
    here = plain.distance(position.held)
    searches = [plain, *(Search(position, g, plain) for g in goals(position) if g is not ANY_WIN)]
    near = sorted((s.distance(position.held), place) for place, s in enumerate(searches))
    chosen = [searches[place] for away, place in near if away <= max(here, 0) + 2][:RANKED]
    if plain not in chosen:
        chosen.append(plain)

    def promised(search: Search) -> Expectation:
        reachable = search.distance(position.held) >= 0 and not budget.spent
        throws = search.throws(position.held) if reachable else ()
        return search.likely(throws[0]) if throws else Expectation(0.0, 0.0)

    likely = {id(s): promised(s) for s in chosen}
    if here >= _FAR and likely[id(plain)].win > 0:
        return [plain]  # so far away the goals differ by less than the error, and none is worth a step back
    best = sorted(chosen, key=lambda s: -likely[id(s)].points)
    return [s for s in best if likely[id(s)].win > 0] or [plain]
