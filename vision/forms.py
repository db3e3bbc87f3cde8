"""The winning forms 和牌型 as a search needs them: what held tiles are parted into, which may stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from scorer.arrange import KNITTED_SETS
from scorer.set_shapes import SET_FORMS
from scorer.shapes import APART, LOOSE, ORPHAN_KINDS, Form
from scorer.tiles import KINDS
from vision.choose import Option, Supply, Unit, best_choices
from vision.likelihood import Logs
from vision.winning import TRIPLETS, Kinds, Parted, Plan, best_parted

_KNITTED = tuple(
    tuple(sorted(tuple(sorted(k for k in nine if k // 9 == suit)) for suit in range(3)))
    for nine in KNITTED_SETS
)
_HONOURS = range(27, KINDS)


def parted(
    form: Form, table: Logs, melds: Sequence[Unit], supply: Supply, *, most: int, limit: float
) -> list[Parted]:
    """The likeliest hands of one form; `table` (n, 34) are the logarithms of the held tiles."""
    found: list[Parted] = []
    for plan in _plans(form, len(table), len(melds)):
        found += best_parted(table, plan, melds, supply, most=most, limit=limit)
    if form in LOOSE or (not melds and len(table) == 14):
        found += _singles(form, table, melds, supply, most=most, limit=limit)
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


def _singles(
    form: Form, table: Logs, melds: Sequence[Unit], supply: Supply, *, most: int, limit: float
) -> list[Parted]:
    """The likeliest hands in which each kind is held no more often than the form has it."""
    caps = _single_caps(form)
    if not len(caps):
        return []
    excess = table.max(axis=1, keepdims=True) - table
    least = np.where(caps[:, None, :] > 0, excess[None], np.inf).min(axis=2).sum(axis=1)
    found: list[Parted] = []
    for at in np.argsort(least, kind="stable"):
        if least[at] > limit:
            break
        kinds = np.flatnonzero(caps[at]).tolist()
        tolls = {k: supply[k][: int(caps[at, k]) + 1] for k in kinds}
        units = [sorted(Option(float(row[k]), (k,), ((k, 1),)) for k in kinds) for row in excess]
        for choice in islice(best_choices([*units, *melds], tolls, limit=limit), most):
            faces = tuple(option.codes[0] for option in choice.options[: len(units)])
            found.append(Parted(choice.cost, faces, choice.options[len(units) :]))
        if len(found) >= most:
            limit = sorted(one.cost for one in found)[most - 1]
    return found


@lru_cache(maxsize=8)
def _single_caps(form: Form) -> NDArray[np.intp]:
    """How often each kind may be held in the forms of tiles that stand alone, (ways, 34)."""
    if form is Form.THIRTEEN_ORPHANS:
        return _caps((*ORPHAN_KINDS, twice) for twice in ORPHAN_KINDS)
    if form is Form.KNITTED_HONOURS:
        return _caps((*nine, *_HONOURS) for nine in KNITTED_SETS)
    if form is Form.SCATTERED:
        widest = [some for some in APART if not any(set(some) < set(more) for more in APART)]
        suits = [[tuple(9 * suit + rank for rank in some) for some in widest] for suit in range(3)]
        return _caps((*a, *b, *c, *_HONOURS) for a, b, c in product(*suits))
    if form in LOOSE:
        return _caps([tuple(k for k in range(KINDS) if LOOSE[form] >> k & 1) * 4])
    return _caps([])


def _caps(ways: Iterable[Kinds]) -> NDArray[np.intp]:
    rows = [np.bincount(way, minlength=KINDS) for way in ways]
    return np.array(rows, np.intp).reshape(-1, KINDS)
