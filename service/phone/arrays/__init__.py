# pyright: basic
# numpy's own types are far stricter than what is promised here, so these are loose.
"""The part of numpy that a reading uses, in plain Python: no numpy for browsers is small enough.

Arrays hold a flat list of Python's own numbers in C order. Every index copies: writing goes through
``array[...] = ``. Numbers of 32 bits are kept in 64. Nothing here is for pixels, which stay in JavaScript;
a picture has some hundred boxes. On a phone this package has the name `numpy`, so it imports itself by dots.
"""

from . import linalg
from .array import absolute as abs
from .array import (
    array,
    asarray,
    ceil,
    cos,
    deg2rad,
    exp,
    hypot,
    isfinite,
    log,
    logical_not,
    maximum,
    minimum,
    ndarray,
    sin,
    sqrt,
    where,
)
from .kinds import (
    bool_,
    float32,
    float64,
    floating,
    inf,
    int32,
    int64,
    intp,
    nan,
    newaxis,
    pi,
    uint8,
    uint32,
)
from .linalg import tensordot
from .making import (
    arange,
    ascontiguousarray,
    column_stack,
    concatenate,
    empty,
    empty_like,
    eye,
    fill_diagonal,
    full,
    moveaxis,
    ones,
    repeat,
    reshape,
    stack,
    tile,
    zeros,
)
from .searching import (
    all,
    argsort,
    argwhere,
    array_equal,
    count_nonzero,
    diff,
    flatnonzero,
    interp,
    isin,
    median,
    nonzero,
    setdiff1d,
    sort,
    take_along_axis,
    unique,
    unravel_index,
)
