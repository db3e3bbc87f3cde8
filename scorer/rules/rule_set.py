"""Rule sets 规则: values that define the hands, their worth and who pays.

A rule set reads like its rule book, section by section: what is played with, how one wins, what counts, who
pays, how the game goes on, and what a table agrees on. It prices the patterns of the catalogue and names the
functions by which they are counted, valued and paid. Nothing in the core depends on a particular rule set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, final

from paiyan.scorer.arranging.suits import Observation, as_bits, joined
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import (
    Candidates,
    Counted,
    Match,
    OfWorth,
    Valuing,
    additive,
    plain_worth,
    resolve,
)
from paiyan.scorer.fans.fan import Priced, observation_of
from paiyan.scorer.fans.observations import SHAPES
from paiyan.scorer.hand.hand import Deal, Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.between_deals import NextTableState
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.payments import Dealt, Limiting, Paying, Siding
from paiyan.scorer.rules.settings import Setting, Settings
from paiyan.scorer.rules.sources import Divergence, Note, Source
from paiyan.scorer.rules.tile_set import ExtraTile, TileSet
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS, TILES, Tile, mask_of
from paiyan.scorer.tiles.unusual_sets import MixedKongs, chows

Counting = Callable[[Sequence[Match]], Iterable[Counted]]
MinimumFor = Callable[["RuleSet", Hand], int]


def fixed_minimum(rules: RuleSet, _hand: Hand) -> int:
    """Return the rule set's minimum, for any state of the table."""
    return rules.won_by.minimum


@final
@dataclass(frozen=True, eq=False, repr=False)
class PlayedWith(Record):
    """The tiles of the game, the size of a hand, the melds, and what is wild."""

    tiles: TileSet
    hand_size: int = 13
    melds: frozenset[MeldType] = frozenset(MeldType)
    mixed: MixedKongs | None = None  # kongs of unequal tiles 旋风杠, where there are such
    wild: Wild | None = None
    flowers_as: int | None = None  # the one kind as which flowers stand in hands, where they do 头牌
    extra_tiles: tuple[ExtraTile, ...] = ()  # beyond the usual ones, those of `tiles.extra` with their names
    seats: int = 4  # where three play, nobody sits north
    kinds: int = field(init=False, repr=False, compare=False)  # that a hand may have, by `suits.as_bits`

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", as_bits([k for k in range(KINDS) if self.has(k)]))
        mixed = {MeldType.MIXED_KONG}
        object.__setattr__(self, "melds", self.melds | mixed if self.mixed else self.melds - mixed)

    def has(self, kind: int) -> bool:
        """True if a tile of this kind may stand in a hand: flowers only where they may be wild 花混."""
        wild = self.wild is not None and kind in self.wild.flowers
        return wild or kind in self.tiles.kinds or kind == self.flowers_as

    def faces(self, hand: Hand, kind: int) -> tuple[Tile, ...]:
        """Return the tiles that this hand may get as one of this kind.

        Where flowers count as that kind 头牌 these are the flowers that it does not hold, else the tile
        itself.
        """
        if kind != self.flowers_as:
            return (TILES[kind],)
        return tuple(TILES[k] for k in sorted(self.tiles.flowers) if TILES[k] not in hand.stood)


@final
@dataclass(frozen=True, eq=False, repr=False)
class WonBy(Record):
    """The conditions of a win: its forms, what it must hold, its minimum, and who may rob a kong."""

    forms: tuple[Form, ...] = (Form.STANDARD,)
    instant: frozenset[str] = frozenset()  # fans that win by themselves, with any tiles 花胡
    required: tuple[Condition, ...] = ()
    visible_requirement: tuple[Shown, ...] = ()
    # The kinds that a win may be made of: one bit mask or more of which it fits one.
    allowed_kinds: Callable[[Hand], Iterable[int]] | None = field(default=None, repr=False)
    valid_hand: tuple[Condition, ...] = ()  # a hand that does not hold them contradicts itself here
    indicators: str = ""  # the field of the table with one indicator from the start and one for each kong
    minimum: int = 0
    minimum_for: MinimumFor = field(default=fixed_minimum, repr=False)
    outside_minimum: frozenset[str] = frozenset()
    nothing: Words | None = None  # the message for a win with no fan for the minimum at all 无役
    flags: frozenset[Flag] = frozenset()  # of a win, that conditions or payments ask for besides the fans
    declares: bool = False  # a hand without claims may declare that it waits, for a fan 立直 报听
    furiten: bool = False  # a player who waits on one of their own discards wins on no discard 振听
    robs_flowers: bool = False  # a player with seven flowers may rob the eighth 七抢一
    robs_laid: frozenset[int] = frozenset()  # kinds that lie aside and may be won on, as a north 拔北
    # True for a hand that set a tile aside 拔北, for which it drew another as for a kong.
    set_aside: Callable[[Hand], bool] | None = field(default=None, repr=False)
    # Whether this hand, won on a robbed kong, may have robbed a concealed one 抢暗杠.
    robs_concealed: Callable[[Hand], bool] | None = field(default=None, repr=False)
    most_winners: int = 1  # on one discard 一炮多响; where it is 1, the next to play comes first 截胡
    # Of several on one discard only the hand that is most by this wins 截胡; of equals the next to play.
    goes_first: Callable[[Counted], int] | None = field(default=None, repr=False)
    # The claims of three unequal tiles; None: runs of a suit.
    chows: frozenset[tuple[int, ...]] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "chows", chows(self.forms))


@final
@dataclass(frozen=True, eq=False, repr=False)
class CountedBy(Record):
    """The fans with their prices, how matches are counted, and what they are worth."""

    fans: tuple[Priced, ...]
    fallback: Priced | None = None
    unit: str = "fan"
    counting: Counting = field(default=resolve, repr=False)
    value: Valuing = field(default=additive, repr=False)
    # The value of a win of which only the worth is stated; None if payments depend on its fans.
    of_worth: OfWorth | None = field(default=plain_worth, repr=False)
    by_fans: bool = False  # `value` depends only on the fans that count, not on the blocks
    claimed_fans: tuple[Priced, ...] = field(init=False, repr=False)  # their prices after a claim
    places: Mapping[str, int] = field(init=False, repr=False, compare=False)  # in the rule book's list
    # The fans to look for, by whether a tile was claimed before the win: made on first use.
    candidates: Remembered[bool, Candidates] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Highest first 就高不就低: whatever counts is chosen before what it excludes.
        fans = tuple(sorted(self.fans, key=lambda p: -p.value))
        prices = (p if p.claimed is None else p.but(value=p.claimed) for p in fans if p.claimed != 0)
        claimed = tuple(sorted(prices, key=lambda p: -p.value))
        object.__setattr__(self, "by_fans", self.by_fans or self.value is additive)
        object.__setattr__(self, "fans", fans)
        object.__setattr__(self, "claimed_fans", claimed)
        object.__setattr__(self, "places", {p.id: i for i, p in enumerate(fans)})
        candidates = Remembered[bool, Candidates](lambda late: Candidates(claimed if late else fans), most=2)
        object.__setattr__(self, "candidates", candidates)

    @property
    def every(self) -> tuple[Priced, ...]:
        """Return the fans, and the one that counts if no other does."""
        return self.fans + ((self.fallback,) if self.fallback else ())

    @property
    def observes(self) -> Observation | None:
        """Return what counting observes of the blocks; None if it may be anything."""
        if not self.by_fans:
            return None
        # If matches keep others out by the blocks that they lie on, every block makes a difference.
        some: list[Observation] = [SHAPES] if any(p.covers or p.joins for p in self.fans) else []
        for priced in self.every:
            observed = observation_of(priced.fan.find)
            if observed is None:
                return None
            some.append(observed)
        return joined(*some)

    def matches_in(self, arranged: Arranged) -> list[Match]:
        """Return every match of every fan in an arrangement, the most valuable first."""
        return self.candidates[arranged.claimed].matches_in(arranged)


@final
@dataclass(frozen=True, eq=False, repr=False)
class PaidBy(Record):
    """Payments: for a win (`pay`), besides the wins (`side`), and how much can be paid (`limit`)."""

    pay: Paying = field(repr=False)
    side: Siding | None = field(default=None, repr=False)  # payments outside the wins
    limit: Limiting | None = field(default=None, repr=False)  # how much of all payments can be paid 进园子
    by_melds: bool = False  # `pay` looks at the melds, as for liability 包牌
    currency: str = ""  # what a point is paid in, if a table says it


@final
@dataclass(frozen=True, eq=False, repr=False)
class CarriedOn(Record):
    """The course of the game: after a win, after a deal, and from one deal to the next."""

    next_dealer: Callable[[Dealt], Seat] | None = field(default=None, repr=False)
    # The fields of a deal's table that follow from the game.
    next_table_state: NextTableState | None = field(default=None, repr=False)
    goes_on: bool = False  # play goes on among the others after a win 血战到底
    # True for a deal, with its table, that counts in no streak 不计连庄序, as one that a fault ended.
    excluded_from_streak: Callable[[Deal, Mapping[str, Any]], bool] | None = field(default=None, repr=False)
    # The deal after an abortive draw 途中流局 if too much happened, else unchanged.
    aborts: Callable[[Deal], Deal] | None = field(default=None, repr=False)


@final
@dataclass(frozen=True, eq=False, repr=False)
class AgreedOn(Record):
    """The agreements of a table (`options`), the facts of a deal (`table`), and the choices made.

    `apply_options` makes the rule set of the chosen options; without it each option `sets` the fields that it
    names.
    """

    options: tuple[Setting, ...] = ()
    table: tuple[Setting, ...] = ()
    apply_options: Callable[[RuleSet, Mapping[str, Any]], RuleSet] | None = field(default=None, repr=False)
    selected: Mapping[str, Any] = field(default_factory=dict[str, Any])

    of_table: Settings = field(init=False, repr=False, compare=False)  # to be filled in
    showing: tuple[Setting, ...] = field(init=False, repr=False, compare=False)  # of `table`: open tiles
    declaring: tuple[Setting, ...] = field(init=False, repr=False, compare=False)  # who declared ready

    def __post_init__(self) -> None:
        object.__setattr__(self, "showing", tuple([s for s in self.table if s.lies is not None]))
        object.__setattr__(self, "declaring", tuple([s for s in self.table if s.declares]))
        selected = {s.id: self.selected.get(s.id, s.default) for s in self.options}
        object.__setattr__(self, "selected", selected)
        object.__setattr__(self, "of_table", Settings(self.table))
        if self.apply_options is None and any(s.sets for s in self.options):
            object.__setattr__(self, "apply_options", apply_choices)


@final
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuleSet(Record):
    """One way to play. Derive a sibling with `but`; both are checked when they are built."""

    id: str
    words: Words
    sources: tuple[Source, ...]
    played_with: PlayedWith
    won_by: WonBy = field(default_factory=WonBy)
    counted_by: CountedBy
    paid_by: PaidBy
    carried_on: CarriedOn = field(default_factory=CarriedOn)
    agreed_on: AgreedOn = field(default_factory=AgreedOn)
    notes: tuple[Note, ...] = ()
    divergences: tuple[Divergence, ...] = field(default=(), repr=False)
    base: RuleSet | None = field(default=None, repr=False)  # what a house file starts from
    without_options: RuleSet | None = field(default=None, repr=False)  # on which options were chosen

    def __post_init__(self) -> None:
        priced, fallback = self.counted_by.fans, self.counted_by.fallback
        ids = [p.id for p in priced]
        if lost := sorted(self.won_by.instant - set(ids)):
            raise ValueError(f"{self.id}: {lost[0]} is to win by itself and has no price")
        wild = self.played_with.wild
        if wild and wild.may_be & ~mask_of(self.played_with.tiles.kinds):
            raise ValueError(f"{self.id}: its wild tiles stand for kinds that are not among its tiles")
        if twice := sorted(i for i, n in Counter(ids).items() if n > 1):
            raise ValueError(f"{self.id}: fan {twice[0]} is priced twice")
        if wild:
            wild = wild.for_fans(None if self.won_by.visible_requirement else self.counted_by.observes)
            object.__setattr__(self, "played_with", replace(self.played_with, wild=wild))
        known = {*ids, *([fallback.id] if fallback else [])}
        for p in priced:
            if lost := sorted(p.drops - known):
                raise ValueError(f"{self.id}: {p.id} keeps out {lost[0]}, which has no price here")

    def but(self, **changes: Any) -> RuleSet:
        """Return a rule set as `changed` does, but `fans` replace only those of the same id."""
        if "fans" in changes:
            new: dict[str, Priced] = {p.id: p for p in changes["fans"]}
            changes["fans"] = tuple(new.pop(p.id, p) for p in self.counted_by.fans) + tuple(new.values())
        return self.changed(**changes)

    def changed(self, **changes: Any) -> RuleSet:
        """Return a rule set that differs from this one in the given fields, of any section.

        Another `value` may observe anything of the blocks unless `by_fans` is given too, and has no stated
        worth unless `of_worth` is. Options that are chosen later apply to the result. Raises `TypeError` for
        a field that no section has.
        """
        if "value" in changes:
            changes = {"by_fans": False, "of_worth": None} | changes
        own = {name: value for name, value in changes.items() if name not in SECTION_OF}
        own.setdefault("without_options", None)
        for section in dict.fromkeys(SECTION_OF[name] for name in changes if name in SECTION_OF):
            some = {name: value for name, value in changes.items() if SECTION_OF.get(name) == section}
            own[section] = replace(own.get(section, getattr(self, section)), **some)
        return replace(self, **own)

    def without(self, *ids: str) -> RuleSet:
        """Return the rule set without these fans. Raises `ValueError` for one it does not price."""
        if lost := sorted(set(ids) - {p.id for p in self.counted_by.fans}):
            raise ValueError(f"{self.id} has no fan {lost[0]}")
        kept = tuple(
            p.but(excludes=p.excludes - set(ids), covers=p.covers - set(ids), implies=p.implies - set(ids))
            for p in self.counted_by.fans
            if p.id not in ids
        )
        return self.changed(fans=kept)

    def with_options(self, choices: Mapping[str, Any] | None = None) -> RuleSet:
        """Return the rule set with the table's choices applied; earlier choices no longer count.

        Raises `HandError` for an unknown or unfit one.
        """
        plain = self.without_options or self  # earlier choices may have removed what these need
        agreed = plain.agreed_on
        selected = Settings(agreed.options).filled(choices or {}, refusal.OPTION, self.words)
        made = agreed.apply_options(plain, selected) if agreed.apply_options else plain
        return made.changed(selected=selected, without_options=plain)

    def parted_table(self, table: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Split the fields into those that concern all players and those about one player's hand."""
        of_hand = {s.id for s in self.agreed_on.table if s.of_hand}
        shared = {name: value for name, value in table.items() if name not in of_hand}
        return shared, {name: value for name, value in table.items() if name in of_hand}

    def filled_table(self, table: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the state of the table with its defaults. Raises `HandError` for impossible values."""
        return self.agreed_on.of_table.filled(table, refusal.TABLE_FIELD, self.words)


def apply_choices(rules: RuleSet, selected: Mapping[str, Any]) -> RuleSet:
    """Return the rule set with the fields that its options set for the choices made."""
    for option in rules.agreed_on.options:
        if changes := option.sets.get(selected[option.id]):
            rules = rules.but(**changes)
    return rules


SECTIONS = {
    "played_with": PlayedWith,
    "won_by": WonBy,
    "counted_by": CountedBy,
    "paid_by": PaidBy,
    "carried_on": CarriedOn,
    "agreed_on": AgreedOn,
}
SECTION_OF = {f.name: name for name, section in SECTIONS.items() for f in fields(section) if f.init}
"""The section of each field."""
