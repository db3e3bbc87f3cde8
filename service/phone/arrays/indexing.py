# pyright: basic, reportPrivateUsage=false
"""Indices: which numbers they pick, as numpy's do."""

from __future__ import annotations

import operator
from itertools import product
from math import prod
from typing import Any

from .flat import Flat, Numbers, Shape, common, flat, spread, steps_of

_ALL = slice(None)


def picked(array: Flat, key: Any) -> tuple[Numbers, Shape] | None:
    """Return the values at the usual indices, whole rows at a time; None for others: see `places`."""
    if isinstance(key, Flat):
        return _rows_picked(array, key)
    if isinstance(key, list):
        return _rows_picked(array, Flat(*flat(key)))
    if not isinstance(key, tuple):
        return None
    shape = array.shape
    if key[0] is Ellipsis:
        key = (_ALL,) * (len(shape) - len(key) + 1) + key[1:]
    axes = [k for k in key if k is not None]
    last = axes.pop() if len(axes) == len(shape) else _ALL
    if not all(isinstance(k, slice) and k == _ALL for k in axes):
        return None
    found = _last_axis_picked(array, last)
    if found is None or None not in key:
        return found
    data, shape = found
    lengths = iter(shape)
    parts = [1 if k is None else next(lengths) for k in key if k is None or isinstance(k, slice)]
    return data, (*parts, *lengths)


def _rows_picked(array: Flat, rows: Flat) -> tuple[Numbers, Shape] | None:
    """Return rows by a mask of them, or by indices from the front."""
    data, shape = array.data, array.shape
    if len(rows.shape) != 1 or not rows.data:
        return None
    if isinstance(rows.data[0], bool):
        if len(rows.data) != shape[0]:
            return None
        at = [n for n, wanted in enumerate(rows.data) if wanted]
    elif min(rows.data) < 0 or max(rows.data) >= shape[0]:
        return None
    else:
        at = rows.data
    step = prod(shape[1:])
    some = [data[n] for n in at] if step == 1 else [x for n in at for x in data[n * step : (n + 1) * step]]
    return some, (len(at), *shape[1:])


def _last_axis_picked(array: Flat, key: Any) -> tuple[Numbers, Shape] | None:
    """Return all of an array but of its last axis: one index, or those of a slice."""
    data, shape = array.data, array.shape
    wide = shape[-1]
    if isinstance(key, int) and -wide <= key < wide and len(shape) > 1:
        return data[key % wide :: wide], shape[:-1]
    if not isinstance(key, slice) or key.step is not None:
        return None
    low, high, _ = key.indices(wide)
    if high - low == wide:
        return list(data), shape
    some = [x for at in range(0, len(data), wide or 1) for x in data[at + low : at + high]]
    return some, (*shape[:-1], max(high - low, 0))


def places(shape: Shape, key: Any) -> tuple[Shape, list[int]]:
    """Return the shape of an index, and its places in the flat numbers."""
    steps, axis = steps_of(shape), 0
    dims: list = []  # (lengths, offsets) of each group of axes of the result, in order
    picks: list = []  # indices and steps of the axes that arrays index, which are one group
    first = None
    for k in _in_full(shape, key):
        if k is None:
            dims.append(((1,), [0]))
            continue
        if isinstance(k, slice):
            offsets = [at * steps[axis] for at in range(*k.indices(shape[axis]))]
            dims.append(((len(offsets),), offsets))
        elif isinstance(k, Flat):
            if first is None:
                first = len(dims)
                dims.append(None)
            for one in true_places(k) if _is_mask(k) else (k,):
                picks.append((_within(one, shape[axis]), steps[axis]))
                axis += 1
            continue
        else:
            at = _within(Flat([operator.index(k)], ()), shape[axis]).data[0]
            dims.append(((), [at * steps[axis]]))
        axis += 1
    if first is not None:
        dims[first] = _together(picks)
    found = [0]
    for _, offsets in dims:
        found = [at + far for at in found for far in offsets]
    return tuple(n for lengths, _ in dims for n in lengths), found


def true_places(array: Flat) -> tuple[Flat, ...]:
    """Return the places of what is not zero, as an index for each axis."""
    found = [at for at, x in zip(product(*map(range, array.shape)), array.data, strict=True) if x]
    return tuple(Flat([at[d] for at in found], (len(found),)) for d in range(len(array.shape)))


def _in_full(shape: Shape, key: Any) -> list:
    """Return the parts of an index, one for each axis, masks for several and None for a new one."""
    keys = [Flat(*flat(k)) if isinstance(k, list) else k for k in (key if isinstance(key, tuple) else (key,))]
    used = sum(len(k.shape) if _is_mask(k) else k is not None and k is not Ellipsis for k in keys)
    rest = [_ALL] * (len(shape) - used)
    at = next((n for n, k in enumerate(keys) if k is Ellipsis), None)
    return [*keys, *rest] if at is None else [*keys[:at], *rest, *keys[at + 1 :]]


def _within(indices: Flat, count: int) -> Flat:
    """Return places counted from the front. Raises IndexError where one is beyond."""
    if any(not -count <= n < count for n in indices.data):
        raise IndexError(f"an index is not below {count}")
    return Flat([n + count if n < 0 else n for n in indices.data], indices.shape)


def _together(picks: list) -> tuple[Shape, list[int]]:
    """Return the lengths and offsets of axes that arrays index together."""
    shape = common(*(one.shape for one, _ in picks))
    offsets = [0] * prod(shape)
    for one, step in picks:
        offsets = [far + at * step for far, at in zip(offsets, spread(one, shape), strict=True)]
    return shape, offsets


def _is_mask(key: Any) -> bool:
    return isinstance(key, Flat) and bool(key.data) and isinstance(key.data[0], bool)
