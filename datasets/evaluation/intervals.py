"""Compute confidence intervals of shares, and round figures for a file."""

from __future__ import annotations

import math
from typing import Any


def wilson(hits: int, total: int, *, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a share, 95% by default: Wilson, JASA 22 (1927) 209."""
    if total == 0:
        return 0.0, 1.0
    share = hits / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)


def rounded(value: Any) -> Any:
    """Round floats to four places in nested values; tuples become lists."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType]
    return round(value, 4) if isinstance(value, float) else value
