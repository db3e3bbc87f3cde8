"""The benches by their names, and what can be set of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from typing import Any

from bench.results.measured import Measured


def measure_of(name: str) -> Callable[..., None]:
    """The bench of a name."""
    return import_module(f"bench.{name}").measure


def settings(name: str) -> dict[str, Any]:
    """What can be set of a bench, with its defaults."""
    every = signature(measure_of(name)).parameters.values()
    return {one.name: one.default for one in every if one.kind is one.KEYWORD_ONLY}


def chosen(name: str, options: Sequence[str]) -> dict[str, Any]:
    """The settings that ``-o name=value`` gave. Raises ValueError where one is unknown or of another kind."""
    known, told = settings(name), dict[str, Any]()
    for option in options:
        key, _, value = option.partition("=")
        if key not in known:
            raise ValueError(f"{name} has no setting {key!r}: it has {', '.join(known) or 'none'}")
        default = known[key]
        try:
            told[key] = type(default)(value)
        except ValueError:
            what = "a whole number" if isinstance(default, int) else "a number"
            raise ValueError(f"{key} of {name} is {what}, as {default}, not {value!r}") from None
    return told


def measured(name: str, options: dict[str, Any]) -> Measured:
    """What a bench measures here and now."""
    told = Measured()
    measure_of(name)(told, **options)
    return told
