"""What one bench measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paiyan.models.pages.speed import Line, Unit


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
