"""The plots of a report, as SVG text. The only file that lets matplotlib in, and without a window."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import TILES

_NAMES = [*(t.notation for t in TILES), "−"]


def bars(values: Mapping[str, float], title: str) -> str:
    """A bar for each named value of 0 to 1."""
    figure, axes = _axes(11, 2.6, title)
    axes.bar(list(values), list(values.values()), color="#3a7d44")
    axes.set_ylim(0, 1)
    axes.tick_params(axis="x", rotation=90)
    axes.margins(x=0.01)
    return _svg(figure)


def reliability(calibration: Mapping[str, Any], title: str) -> str:
    """Share right against confidence, bin by bin, with the diagonal of a calibrated detector."""
    figure, axes = _axes(4, 4, title)
    there = [n for n, boxes in enumerate(calibration["boxes"]) if boxes]
    axes.plot([0, 1], [0, 1], color="#999", linewidth=1)
    axes.plot(
        [calibration["confidence"][n] for n in there],
        [calibration["right"][n] for n in there],
        "o-",
        color="#3a7d44",
    )
    axes.set_xlabel("confidence")
    axes.set_ylabel("share right")
    return _svg(figure)


def heat(table: NDArray[np.int64], title: str) -> str:
    """A confusion matrix (47, 47) by rows of their sum, the diagonal left light, classes not met left out."""
    met = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
    some = table[np.ix_(met, met)].astype(np.float64)
    some /= np.maximum(some.sum(axis=1, keepdims=True), 1)
    np.fill_diagonal(some, 0)
    figure, axes = _axes(8, 8, title)
    axes.imshow(some, cmap="Reds", vmin=0, vmax=max(float(some.max()), 0.1))
    names: Sequence[str] = [_NAMES[code] for code in met]
    axes.set_xticks(range(len(met)), names, rotation=90)
    axes.set_yticks(range(len(met)), names)
    return _svg(figure)


def _axes(width: float, height: float, title: str) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(width, height), layout="constrained")
    axes: Any = figure.subplots()
    axes.set_title(title, fontsize=10)
    axes.tick_params(labelsize=7)
    return figure, axes


def _svg(figure: Any) -> str:
    import matplotlib

    matplotlib.rcParams["svg.hashsalt"] = "paiyan"  # the same figures give the same page
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
