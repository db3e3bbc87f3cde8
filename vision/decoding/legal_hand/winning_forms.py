"""The winning forms 和牌型 as plans for the search: which sets, pairs and single tiles make a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from paiyan.scorer.arranging.arrangements import KNITTED_SETS
from paiyan.scorer.tiles.blocks import APART, LOOSE, Form
from paiyan.scorer.tiles.kind_sets import ORPHAN_KINDS
from paiyan.scorer.tiles.tile import KINDS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS
from paiyan.vision.decoding.game_rules import TRIPLETS, Kinds
from paiyan.vision.decoding.legal_hand.supply import Option, Supply, Unit, best_choices
from paiyan.vision.decoding.legal_hand.winning_parts import KindCosts, PartedHand, Plan, best_parted_hands

_KNITTED = tuple(
    tuple(sorted(tuple(sorted(k for k in nine if k // 9 == suit)) for suit in range(3)))
    for nine in KNITTED_SETS
)
_HONOURS = range(27, KINDS)


def winning_hands(
    form: Form, kind_costs: KindCosts, melds: Sequence[Unit], supply: Supply, *, most: int, limit: float
) -> list[PartedHand]:
    """The likeliest hands of one form; `kind_costs` (n, 34) is what each kind costs the held tiles."""
    found: list[PartedHand] = []
    for plan in _plans(form, len(kind_costs), len(melds)):
        found += best_parted_hands(kind_costs, plan, melds, supply, most=most, limit=limit)
    if form in LOOSE or (not melds and len(kind_costs) == 14):
        found += _hands_of_single_tiles(form, kind_costs, melds, supply, most=most, limit=limit)
    return found


def _plans(form: Form, size: int, melds: int) -> list[Plan]:
    """What so many held tiles are parted into."""
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
    """The likeliest hands in which each kind is held no more often than the form has it."""
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
    """How often each kind may be held in the forms of tiles that stand alone, for each of their ways."""
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
