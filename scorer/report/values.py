"""Reports on hands and deals as frozen values: the classes of the JSON objects of the interface.

Their sentences are in no language yet; `paiyan.scorer.messages.as_json` makes JSON of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paiyan.scorer.messages.as_json import coded, flat, named, optional
from paiyan.scorer.messages.languages import Text


@dataclass(frozen=True, kw_only=True)
class Named:
    """A fan by its id and its name."""

    id: str
    name: Text


@dataclass(frozen=True, kw_only=True)
class Fan:
    """A fan that counts, with the blocks that show it; `rule` and `keeps_out` if explained."""

    id: str
    name: Text
    value: int
    count: int
    blocks: tuple[str, ...]
    source: str
    rule: Text | None = optional()
    keeps_out: tuple[Named, ...] | None = optional()


@dataclass(frozen=True, kw_only=True)
class NotCounted:
    """A fan that is there and does not count."""

    id: str
    name: Text
    why: Text


@dataclass(frozen=True, kw_only=True)
class Missed:
    """A fan that is nearly there, at the value it would have."""

    id: str
    name: Text
    value: int
    why: Text


@dataclass(frozen=True, kw_only=True)
class FuPart:
    """A part of the fu 符."""

    reason: Text
    fu: int


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """Points that one seat pays another."""

    payer: str = named("from")
    payee: str = named("to")
    points: int
    reason: Text


@dataclass(frozen=True, kw_only=True)
class Paid:
    """The gain or loss of each seat, with the transfers; `outside` are players who bet without a seat."""

    payments: Mapping[str, int]
    outside: Mapping[str, int] | None = optional()
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, kw_only=True)
class Settled:
    """The result of a deal: `balances` equal `payments`; `on_table` is what it laid on the table or took."""

    paid: Paid = flat()
    balances: Mapping[str, int]
    on_table: int | None = optional()
    counted: bool | None = optional()
    next_dealer: str | None


@dataclass(frozen=True, kw_only=True)
class Won:
    """The worth of a winning hand."""

    rules: str
    win: bool
    reason: Text | None
    total: int
    unit: str
    han: int | None
    fu: int | None
    points: int
    limit: Text | None
    fu_parts: tuple[FuPart, ...]
    legal: bool
    fans: tuple[Fan, ...]
    not_counted: tuple[NotCounted, ...]
    arrangement: tuple[str, ...]
    wild_as: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class ScoreReport:
    """A winning hand: its worth and the payments of the deal; `missed` if explained."""

    won: Won = flat()
    settled: Settled | Paid = flat()
    warnings: tuple[Text, ...] = coded("warning_codes")
    missed: tuple[Missed, ...] | None = optional()

    @property
    def paid(self) -> Paid:
        """Return the payments, of the whole deal if it is settled."""
        return self.settled.paid if isinstance(self.settled, Settled) else self.settled


@dataclass(frozen=True, kw_only=True)
class NoWinReport:
    """A hand that does not win: why, its distance (shanten), and its winning tiles if it waits."""

    rules: str
    win: bool
    reason: Text
    distance: int | None
    waits: tuple[str, ...]
    warnings: tuple[Text, ...] = coded("warning_codes")


@dataclass(frozen=True, kw_only=True)
class WaitReport:
    """A winning tile of a waiting hand, how many are left, and what it would score."""

    tile: str
    left: int
    discard: ScoreReport | NoWinReport
    self_draw: ScoreReport | NoWinReport


@dataclass(frozen=True, kw_only=True)
class WaitsReport:
    """The winning tiles of a waiting hand."""

    rules: str
    waits: tuple[WaitReport, ...]
    warnings: tuple[Text, ...] = coded("warning_codes")


@dataclass(frozen=True, kw_only=True)
class Winner:
    """A winner of a deal; the payments are those of this win only."""

    seat: str
    won: Won = flat()
    paid: Paid = flat()
    warnings: tuple[Text, ...] = coded("warning_codes")


@dataclass(frozen=True, kw_only=True)
class DealReport:
    """A settled deal: each winner's score, and what each seat gains or loses in all."""

    rules: str
    drawn: bool
    settled: Settled = flat()
    winners: tuple[Winner, ...]
    ready: Mapping[str, tuple[str, ...]]
    warnings: tuple[Text, ...] = coded("warning_codes")


HandReport = ScoreReport | NoWinReport | WaitsReport
Report = HandReport | DealReport
