"""Find the most probable winning tiles 和牌: the held ones divided by a plan of the form, cheapest first.

Only parts below a bound of cost are combined. The bound is raised until a whole hand lies below it, so that
nothing cheaper can have been missed.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, count, islice, permutations, product
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import KNITTED_SETS
from paiyan.scorer.tiles.blocks import APART, LOOSE, Form
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS
from paiyan.vision.decoding.costs import COST_BOUNDS, MOST_NODES, MOST_STATES, RIVAL_LIMIT
from paiyan.vision.decoding.game_rules import RUNS, TRIPLETS, Kinds

_KNITTED = tuple(
    tuple(sorted(tuple(sorted(k for k in nine if k // 9 == suit)) for suit in range(3)))
    for nine in KNITTED_SETS
)
_HONOURS = range(27, KINDS)


def winning_hands(
    form: Form, kind_costs: KindCosts, melds: Sequence[Unit], supply: Supply, *, most: int, limit: float
) -> list[PartedHand]:
    """Return the likeliest hands of one form; `kind_costs` (n, 34) are the costs of each kind for the held
    tiles."""
    found: list[PartedHand] = []
    for plan in _plans(form, len(kind_costs), len(melds)):
        found += best_parted_hands(kind_costs, plan, melds, supply, most=most, limit=limit)
    if form in LOOSE or (not melds and len(kind_costs) == 14):
        found += _hands_of_single_tiles(form, kind_costs, melds, supply, most=most, limit=limit)
    return found


def _plans(form: Form, size: int, melds: int) -> list[Plan]:
    """Return the plans for dividing `size` held tiles."""
    if form is Form.STANDARD:
        return [Plan(size // 3, 1)]
    if form in SET_FORMS:
        parts = SET_FORMS[form]
        trios = tuple(tuple(p.start + k for k in some) for p in parts for some in p.sets)
        return [Plan(size // 3, 1, trios=trios, twos=tuple(p.start + k for p in parts for k in p.pairs))]
    if form is Form.KNITTED_STRAIGHT and size >= 11:
        return [Plan(size // 3 - 3, 1, special=triples) for triples in _KNITTED]
    if melds:
        return []
    alone = {
        (Form.SEVEN_PAIRS, 14): Plan(0, 7),
        (Form.DISTINCT_PAIRS, 14): Plan(0, 7, distinct="distinct"),
        (Form.PAIRS_AND_TRIPLET, 17): Plan(1, 7, trios=TRIPLETS),
        (Form.EIGHT_PAIRS, 17): Plan(0, 8, alone=1),
    }
    return [alone[form, size]] if (form, size) in alone else []


def _hands_of_single_tiles(
    form: Form, kind_costs: KindCosts, melds: Sequence[Unit], supply: Supply, *, most: int, limit: float
) -> list[PartedHand]:
    """Return the likeliest hands in which each kind is held at most as often as the form has it."""
    ranked = [sorted((cost, kind) for kind, cost in enumerate(row)) for row in kind_costs]
    least = [
        (sum(next(cost for cost, kind in row if kind in caps) for row in ranked), at)
        for at, caps in enumerate(_single_caps(form))
    ]
    found: list[PartedHand] = []
    for cost, at in sorted(least):
        if cost > limit:
            break
        caps = _single_caps(form)[at]
        tolls = {kind: supply[kind][: cap + 1] for kind, cap in caps.items()}
        units = [sorted(Option(row[k], (k,), ((k, 1),)) for k in sorted(caps)) for row in kind_costs]
        for choice in islice(best_choices([*units, *melds], tolls, limit=limit), most):
            faces = tuple(option.codes[0] for option in choice.options[: len(units)])
            found.append(PartedHand(choice.cost, faces, choice.options[len(units) :]))
        if len(found) >= most:
            limit = sorted(one.cost for one in found)[most - 1]
    return found


@lru_cache(maxsize=8)
def _single_caps(form: Form) -> tuple[Mapping[int, int], ...]:
    """Return how often each kind may be held in the forms of single tiles, for each of their variants."""
    return tuple(Counter(way) for way in _single_ways(form))


def _single_ways(form: Form) -> list[Kinds]:
    if form is Form.THIRTEEN_ORPHANS:
        return [(*ORPHAN_KINDS, twice) for twice in ORPHAN_KINDS]
    if form is Form.KNITTED_HONOURS:
        return [(*nine, *_HONOURS) for nine in KNITTED_SETS]
    if form is Form.SCATTERED:
        widest = [some for some in APART if not any(set(some) < set(more) for more in APART)]
        suits = [[tuple(9 * suit + rank for rank in some) for some in widest] for suit in range(3)]
        return [(*a, *b, *c, *_HONOURS) for a, b, c in product(*suits)]
    if form in LOOSE:
        return [tuple(k for k in range(KINDS) if LOOSE[form] >> k & 1) * 4]
    return []


KindCosts = Sequence[Sequence[float]]
"""(n, 34): the cost of each kind for each tile, relative to its likeliest kind."""


class Plan(NamedTuple):
    """The parts of a winning hand: `sets` sets, each one of `trios`, `pairs` pairs, each of one of the kinds
    `twos`, each triple of `special` once, and `alone` single tiles. ``distinct`` pairs must differ.
    """

    sets: int
    pairs: int
    special: tuple[Kinds, ...] = ()
    trios: tuple[Kinds, ...] = RUNS + TRIPLETS
    twos: Kinds = tuple(range(KINDS))
    alone: int = 0
    distinct: str = "any"

    @property
    def size(self) -> int:
        """The number of all tiles."""
        return 3 * (self.sets + len(self.special)) + 2 * self.pairs + self.alone


class PartedHand(NamedTuple):
    """Held tiles as a winning hand: the kind of each, the options of the melds, and the cost."""

    cost: float
    kinds: tuple[int, ...]
    melds: tuple[Option, ...]


class _Part(NamedTuple):
    """Some of the held tiles as one part; `what` is set, pair, alone, or the index of a triple in
    `special`."""

    cost: float
    mask: int
    kinds: tuple[tuple[int, int], ...]  # (tile, kind)
    what: int | str


class _State(NamedTuple):
    """The parts taken so far."""

    mask: int
    meld: int
    sets: int
    pairs: int
    special: int
    alone: int
    counts: tuple[int, ...]


def best_parted_hands(
    kind_costs: KindCosts,
    plan: Plan,
    melds: Sequence[Sequence[Option]],
    supply: Supply,
    *,
    most: int,
    limit: float,
) -> list[PartedHand]:
    """Return the cheapest `most` ways to divide held tiles with these costs by kind, next to melds with one
    of their options each; none costs more than `limit`, including the costs of the `supply`."""
    if len(kind_costs) != plan.size:
        return []
    found: list[PartedHand] = []
    reached = 0.0
    for bound in (*(b for b in COST_BOUNDS if b < limit), min(limit, COST_BOUNDS[-1])):
        bound = min(bound, found[0].cost + RIVAL_LIMIT) if found else bound
        if bound <= reached or len(found) == most:
            break
        found = list(_search(_parts(kind_costs, plan, bound), plan, melds, supply, most=most, limit=bound))
        reached = bound
    return found


def _parts(kind_costs: KindCosts, plan: Plan, bound: float) -> list[list[_Part]]:
    """Return the parts that cost at most `bound`, by the lowest tile in them, the cheapest first."""
    found: list[list[_Part]] = [[] for _ in kind_costs]
    near = [{kind: cost for kind, cost in enumerate(row) if cost <= bound} for row in kind_costs]
    if plan.alone:
        _collect(found, near, 1, tuple((kind,) for kind in range(KINDS)), "alone", bound)
    if plan.pairs:
        _collect(found, near, 2, tuple((kind, kind) for kind in plan.twos), "pair", bound)
    if plan.sets:
        _collect(found, near, 3, plan.trios, "set", bound)
    for number, triple in enumerate(plan.special):
        _collect(found, near, 3, (triple,), number, bound)
    return [sorted(parts, key=lambda part: part.cost) for parts in found]


@lru_cache(maxsize=64)
def _onward(faces: tuple[Kinds, ...]) -> dict[Kinds, tuple[int, ...]]:
    """Return for each beginning of one of these faces, in any order, the kinds that may follow."""
    found: dict[Kinds, dict[int, None]] = {}
    for kinds in faces:
        for order in permutations(kinds):
            for at, kind in enumerate(order):
                found.setdefault(order[:at], {})[kind] = None
    return {begun: tuple(following) for begun, following in found.items()}


def _collect(
    parts: list[list[_Part]],
    near: Sequence[Mapping[int, float]],
    size: int,
    faces: tuple[Kinds, ...],
    kind_of_part: int | str,
    bound: float,
) -> None:
    """Add the groups of `size` tiles that may be one of these faces, in any order."""
    onward = _onward(faces)
    for tiles in combinations(range(len(near)), size):
        ways: list[tuple[float, Kinds]] = [(0.0, ())]
        for tile in tiles:
            costs = near[tile]
            ways = [
                (total, (*begun, kind))
                for cost, begun in ways
                for kind in onward.get(begun, ())
                if kind in costs and (total := cost + costs[kind]) <= bound
            ]
            if not ways:
                break
        mask = sum(1 << t for t in tiles)
        for cost, kinds in ways:
            parts[tiles[0]].append(_Part(cost, mask, tuple(zip(tiles, kinds, strict=True)), kind_of_part))


def _search(
    parts: Sequence[Sequence[_Part]],
    plan: Plan,
    melds: Sequence[Sequence[Option]],
    supply: Supply,
    *,
    most: int,
    limit: float,
) -> Iterator[PartedHand]:
    """Yield whole hands, the cheapest first; each different reading of the tiles once."""
    order = count()
    start = _State(0, 0, 0, 0, 0, 0, (0,) * KINDS)
    heap: list[tuple[float, int, int, _State, tuple[tuple[int, int], ...], tuple[Option, ...]]]
    heap = [(0.0, 0, next(order), start, (), ())]
    visits: dict[_State, int] = {}
    given: set[Kinds] = set()
    whole, pops = (1 << plan.size) - 1, 0
    while heap and len(given) < most and pops < MOST_STATES:
        cost, _, _, state, laid, options = heapq.heappop(heap)
        pops += 1
        if state.mask == whole and state.meld == len(melds):
            kinds = tuple(kind for _, kind in sorted(laid))
            key = (*kinds, *(c for option in options for c in option.codes))
            if key not in given:
                given.add(key)
                yield PartedHand(cost, kinds, options)
            continue
        visits[state] = visits.get(state, 0) + 1
        if visits[state] > most:
            continue
        if state.meld < len(melds):
            for option in melds[state.meld]:
                taken = _taken(state.counts, [(k, n) for k, n in option.takes if k < KINDS], supply)
                if taken is None or (more := cost + option.cost + taken[1]) > limit:
                    continue
                after = state._replace(meld=state.meld + 1, counts=taken[0])
                heapq.heappush(heap, (more, -after.meld, next(order), after, laid, (*options, option)))
            continue
        lowest = (~state.mask & (state.mask + 1)).bit_length() - 1
        for part in parts[lowest]:
            if cost + part.cost > limit:
                break
            if part.mask & state.mask or (after := _with_part(state, part, plan)) is None:
                continue
            taken = _taken(state.counts, [(kind, 1) for _, kind in part.kinds], supply)
            if taken is None or (more := cost + part.cost + taken[1]) > limit:
                continue
            after = after._replace(counts=taken[0])
            entry = (more, -after.mask.bit_count(), next(order), after, laid + part.kinds, options)
            heapq.heappush(heap, entry)


def _taken(
    counts: Kinds, takes: Sequence[tuple[int, int]], supply: Supply
) -> tuple[tuple[int, ...], float] | None:
    """Return the counts of each kind with these taken too, and the cost; None if the supply does not have
    them."""
    after, cost = list(counts), 0.0
    for kind, n in takes:
        tolls = supply[kind]
        if after[kind] + n >= len(tolls):
            return None
        cost += tolls[after[kind] + n] - tolls[after[kind]]
        after[kind] += n
    return tuple(after), cost


def _with_part(state: _State, part: _Part, plan: Plan) -> _State | None:
    """Return the state with one more part, except for the counts; None if the plan has no such part left."""
    sets, pairs, special, alone = state.sets, state.pairs, state.special, state.alone
    if part.what == "set":
        sets += 1
    elif part.what == "pair":
        pairs += 1
    elif part.what == "alone":
        alone += 1
    elif special >> int(part.what) & 1:
        return None
    else:
        special |= 1 << int(part.what)
    if sets > plan.sets or pairs > plan.pairs or alone > plan.alone:
        return None
    if part.what == "pair" and plan.distinct == "distinct" and state.counts[part.kinds[0][1]]:
        return None
    mask = state.mask | part.mask
    return _State(mask, state.meld, sets, pairs, special, alone, state.counts)


class Option(NamedTuple):
    """One option of a unit: the `codes` of its tiles, the `cost` relative to its likeliest option in natural
    logarithms, and what it `takes` from the supply, as pairs of a resource and a number."""

    cost: float
    codes: tuple[int, ...]
    takes: tuple[tuple[int, int], ...]

    def amount(self, resource: int) -> int:
        """Return how many of a resource it takes."""
        return next((n for t, n in self.takes if t == resource), 0)


Unit = Sequence[Option]
"""Options, the cheapest first."""
Supply = Mapping[int, Sequence[float]]
"""For each resource the cost of taking none, one, two … of it, never falling; no more can be taken."""


class Choice(NamedTuple):
    """One option of each unit, and their cost."""

    cost: float
    options: tuple[Option, ...]


class _Node(NamedTuple):
    """The options still allowed for each unit, as indices of its list; the first ones are the choice."""

    allowed: tuple[tuple[int, ...], ...]


def best_choices(
    units: Sequence[Unit],
    supply: Supply,
    *,
    limit: float = math.inf,
    nodes: int = MOST_NODES,
    against: Callable[[Sequence[Option]], float] = lambda _: 0.0,
) -> Iterator[Choice]:
    """Yield every choice within the supply, the cheapest first, up to a cost of `limit`.

    `against` returns a penalty, 0 or more, for a choice as a whole; it is called once for each.

    If a resource is taken too often, at least one unit must take less of it: the search branches on the first
    unit that does. For a choice within the supply, it branches on the first unit with another option; the
    choice itself goes back into the queue with its whole cost.
    """
    if not all(units):
        return
    order = count()
    start = _Node(tuple(tuple(range(len(unit))) for unit in units))
    heap: list[tuple[float, int, _Node | Choice]] = [
        (sum(unit[0].cost for unit in units), next(order), start)
    ]
    while heap:
        cost, number, node = heapq.heappop(heap)
        if cost > limit or number > nodes:
            return
        if isinstance(node, Choice):
            yield node
            continue
        chosen = tuple(unit[allowed[0]] for unit, allowed in zip(units, node.allowed, strict=True))
        taken = _taken_by(chosen)
        resource = next((t for t, n in taken.items() if n >= len(supply.get(t, (0.0,)))), None)
        if resource is None:
            whole = cost + sum(supply[t][n] for t, n in taken.items()) + against(chosen)
            if whole < math.inf:
                heapq.heappush(heap, (whole, next(order), Choice(whole, chosen)))
            children = _branch_on_difference(units, node)
        else:
            children = _branch_on_shortage(units, node, chosen, resource)
        for more, child in children:
            if cost + more <= limit:
                heapq.heappush(heap, (cost + more, next(order), child))


def _taken_by(chosen: Sequence[Option]) -> Counter[int]:
    """Count how many of each resource are taken."""
    taken: Counter[int] = Counter()
    for option in chosen:
        for resource, n in option.takes:
            taken[resource] += n
    return taken


def _branch_on_shortage(
    units: Sequence[Unit], node: _Node, chosen: Sequence[Option], resource: int
) -> Iterator[tuple[float, _Node]]:
    """Split a node by the first unit that takes less of a scarce resource; yield the additional costs too."""
    allowed = list(node.allowed)
    for at, option in enumerate(chosen):
        taken = option.amount(resource)
        if not taken:
            continue
        less = tuple(i for i in allowed[at] if units[at][i].amount(resource) < taken)
        if less:
            yield units[at][less[0]].cost - option.cost, _Node((*allowed[:at], less, *allowed[at + 1 :]))
        allowed[at] = tuple(i for i in allowed[at] if units[at][i].amount(resource) >= taken)


def _branch_on_difference(units: Sequence[Unit], node: _Node) -> Iterator[tuple[float, _Node]]:
    """Split a node without its choice by the first unit that differs."""
    allowed = list(node.allowed)
    for at, (first, *rest) in enumerate(node.allowed):
        if rest:
            more = units[at][rest[0]].cost - units[at][first].cost
            yield more, _Node((*allowed[:at], tuple(rest), *allowed[at + 1 :]))
        allowed[at] = (first,)
