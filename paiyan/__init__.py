"""Paiyan 牌眼: read a mahjong hand from a photo, score it and settle it.

>>> import paiyan
>>> reading = paiyan.read("service/samples/hand.jpg")
>>> result = paiyan.score(reading, rules="guobiao", by="self_draw")
>>> result.total, result.balances
(19, {E: 81, S: -27, W: -27, N: -27})

The functions are loaded when they are first used, so that ``import paiyan`` costs nothing: `read` from
`paiyan.photo`, which needs no scorer, the others from `paiyan.api`, which needs no OpenCV.

The five packages below `paiyan` stand at the top of the repository (`scorer`, `vision`, `models`, `datasets`,
`service`); `setup.py` maps them here when the program is installed. The links in this folder do the same in a
checkout for what looks for modules as files and runs no import hook: pyright, the import linter, and Python
itself where nothing is installed. A checkout without links (Windows) runs from its editable install.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paiyan.api import (
        Advice,
        Deal,
        DoesNotWin,
        Hand,
        PaiyanError,
        Reading,
        RuleSet,
        Score,
        Seat,
        Settlement,
        Tile,
        Wait,
        advise,
        hand,
        read,
        rules,
        score,
        settle,
        waits,
    )

__all__ = [
    "Advice", "Deal", "DoesNotWin", "Hand", "PaiyanError", "Reading", "RuleSet", "Score", "Seat",
    "Settlement", "Tile", "Wait", "advise", "hand", "read", "rules", "score", "settle", "waits",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a name of `__all__` on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module("paiyan.photo" if name == "read" else "paiyan.api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
