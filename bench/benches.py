"""Find the benches by name, with their settings, and collect their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from inspect import signature
from typing import Any

from paiyan.models.pages.speed import Line, Unit


def measure_of(name: str) -> Callable[..., None]:
    """Return the function of a bench by its name."""
    return import_module(f"bench.{name}").measure


def settings(name: str) -> dict[str, Any]:
    """Return the settings of a bench, with their defaults."""
    every = signature(measure_of(name)).parameters.values()
    return {one.name: one.default for one in every if one.kind is one.KEYWORD_ONLY}


def chosen(name: str, options: Sequence[str]) -> dict[str, Any]:
    """Parse settings like ``-o name=value``. Raises ValueError if one is unknown or of another type."""
    known, values = settings(name), dict[str, Any]()
    for option in options:
        key, _, value = option.partition("=")
        if key not in known:
            raise ValueError(f"{name} has no setting {key!r}: it has {', '.join(known) or 'none'}")
        default = known[key]
        try:
            values[key] = type(default)(value)
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise ValueError(f"{key} of {name} is {kind}, as {default}, not {value!r}") from None
    return values


def measured(name: str, options: dict[str, Any]) -> Measured:
    """Run a bench in this process."""
    record = Measured()
    measure_of(name)(record, **options)
    return record


@dataclass
class Measured:
    """The lines of a bench; what was left out and why, by name; the details for its own page; what is wrong.

    What is left out is named as in lines: by `Line.other`, by `Line.how` or one of its parts between commas.
    What is wrong (a lost answer, memory that grows) is a sentence each, and makes the run fail after all
    figures are shown.
    """

    lines: list[Line] = field(default_factory=list[Line])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    wrong: list[str] = field(default_factory=list[str])

    def add(
        self,
        figure: str,
        value: float,
        unit: Unit,
        *,
        method: str = "",
        baseline: tuple[str, float] | None = None,
        accuracy: str = "",
        headline: bool = False,
    ) -> None:
        """Add one line; `baseline` is the name and the figure of what it is compared with, of the same run.

        A `headline` is in the short table at the top too.
        """
        other, other_value = baseline or ("", None)
        self.lines.append(Line(figure, value, unit, method, other, other_value, accuracy, headline))
