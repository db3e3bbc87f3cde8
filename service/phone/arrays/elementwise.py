# pyright: basic, reportPrivateUsage=false
"""Functions of each number, or of two in the same place."""

from __future__ import annotations

import math
import operator

from .array import asarray, ndarray, paired
from .flat import common, spread
from .kinds import inf, nan


def single(function):
    """A function of one number as one of arrays."""

    def of_array(value):
        if isinstance(value, (list, tuple)):
            value = asarray(value)
        return (
            ndarray(list(map(function, value.data)), value.shape)
            if isinstance(value, ndarray)
            else function(value)
        )

    return of_array


def _log(x):
    return math.log(x) if x > 0 else -inf if x == 0 else nan


def _exp(x):
    return math.exp(x) if x < 709 else inf


log, exp, sqrt = single(_log), single(_exp), single(math.sqrt)
sin, cos, deg2rad = single(math.sin), single(math.cos), single(math.radians)
abs = single(abs)
ceil, isfinite = single(lambda x: float(math.ceil(x))), single(math.isfinite)
logical_not = single(operator.not_)
hypot = paired(math.hypot)


def where(condition, left, right):
    """One or the other, by a condition."""
    parts = [asarray(part) for part in (condition, left, right)]
    shape = common(*(part.shape for part in parts))
    yes, left_data, right_data = (spread(part, shape) for part in parts)
    data = [a if c else b for c, a, b in zip(yes, left_data, right_data, strict=True)]
    return ndarray(data, shape)
