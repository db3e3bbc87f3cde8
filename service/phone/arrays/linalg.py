# pyright: basic, reportPrivateUsage=false
"""Linear algebra of small things."""

from __future__ import annotations

import math
import operator

from .array import asarray, matmul, ndarray, reduced


def tensordot(left, right, axes):
    """Sums of products along the last axis of one and the first of the other."""
    if axes != 1:
        raise ValueError("only along one axis")
    flat = right.reshape(right.shape[0], -1) if right.ndim != 1 else right
    return matmul(left, flat).reshape(*left.shape[:-1], *right.shape[1:])


def norm(value, axis=None):
    """The length of vectors."""
    return reduced(asarray(value), lambda row: math.sqrt(sum(x * x for x in row)), axis, False)


def inv(value):
    """The inverse of a matrix (2, 2)."""
    a, b, c, d = value.data
    by = a * d - b * c
    return ndarray([d / by, -b / by, -c / by, a / by], (2, 2))


def svd(points):
    """Decompose points (n, 2): None, singular values and right vectors (2, 2), the longest first."""
    xs, ys = points.data[0::2], points.data[1::2]
    xx, yy = sum(x * x for x in xs), sum(y * y for y in ys)
    xy = sum(map(operator.mul, xs, ys))
    angle = math.atan2(2 * xy, xx - yy) / 2
    c, s = math.cos(angle), math.sin(angle)
    spread = math.hypot((xx - yy) / 2, xy)
    values = [math.sqrt(max((xx + yy) / 2 + way * spread, 0)) for way in (1, -1)]
    return None, ndarray(values, (2,)), ndarray([c, s, -s, c], (2, 2))
