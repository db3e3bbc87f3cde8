"""The benches by their names, what can be set of each, and what one measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from inspect import signature
from typing import Any

from paiyan.models.pages.speed import Line, Unit


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


@dataclass
class Measured:
    """The lines of a bench; by name what was left out and why; what a page of its own shows; what is wrong.

    What is left out is named as lines name it: by `Line.other`, by `Line.how` or one of its parts between
    commas. What is wrong (an answer that was lost, memory that grows) is a sentence each, and makes the run
    fail after all figures are told.
    """

    lines: list[Line] = field(default_factory=list[Line])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    wrong: list[str] = field(default_factory=list[str])

    def add(
        self,
        what: str,
        ours: float,
        unit: Unit,
        *,
        how: str = "",
        beside: tuple[str, float] | None = None,
        accuracy: str = "",
        headline: bool = False,
    ) -> None:
        """One line; `beside` is what it is compared with and its figure, of the same run.

        A `headline` stands in the short table at the top too.
        """
        other, theirs = beside or ("", None)
        self.lines.append(Line(what, ours, unit, how, other, theirs, accuracy, headline))
