"""A table of the ledger, as it was opened."""

from __future__ import annotations

from dataclasses import dataclass

from paiyan.service.ledger.evening.state import Json, rules_named


@dataclass(frozen=True)
class TableRow:
    """A table as it was opened, and what whoever asked for it may do."""

    id: str
    created: str
    name: str
    rules: str
    options: Json
    players: tuple[str, ...]
    may_write: bool
    house: str | None = None  # the text of its own house file, whose id is `rules`
    rewritten: int = 0  # how often names were deleted from it for good

    @property
    def by(self) -> Json:
        """Return the rules for a hand of this table."""
        return rules_named(self.rules, self.house)
