"""Rule sets 规则: a value that says what a hand is, what it is worth and who pays.

A rule set prices the patterns of the catalogue and names the strategies by which they are counted,
valued and paid. Nothing in the core asks which rule set it works for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from scorer.arranging.arrangements import counted
from scorer.arranging.wild_tiles import Wild
from scorer.arranging.wild_tiles import named as wild_as_named
from scorer.caching import once
from scorer.errors import HandError
from scorer.fans.counting import Counted, Match, resolve
from scorer.fans.fan import Priced
from scorer.fans.value import Valuing, additive
from scorer.hand.deal import Deal
from scorer.hand.hand import Hand
from scorer.hand.melds import Meld, MeldType
from scorer.hand.seats import Seat
from scorer.hand.win import By, Win
from scorer.messages import rules as refusal
from scorer.messages.game_terms import named
from scorer.messages.hand import FLOWER_DISCARDED, FLOWER_HELD
from scorer.messages.languages import Words
from scorer.rules.between_deals import Keeping
from scorer.rules.conditions import Condition, Shown
from scorer.rules.divergence import Divergence
from scorer.rules.payments import Dealt, Limiting, Paying, Siding
from scorer.rules.settings import Setting, Settings
from scorer.rules.sources import Note, Source
from scorer.rules.tile_set import ExtraTile, TileSet
from scorer.tiles.blocks import Shape
from scorer.tiles.forms import Form
from scorer.tiles.kind_sets import mask_of
from scorer.tiles.mixed_kongs import MixedKongs, group_of
from scorer.tiles.tile import EXTRA, FACES, FLOWER, KINDS, RED, TILES, Tile
from scorer.tiles.unusual_sets import chows

Counting = Callable[[Sequence[Match]], Iterable[Counted]]
Least = Callable[["RuleSet", Hand], int]


def fixed_minimum(rules: RuleSet, hand: Hand) -> int:
    """The rule set's minimum, whatever the state of the table."""
    del hand
    return rules.minimum


@dataclass(frozen=True)
class RuleSet:
    """One way to play. Derive a sibling with `but`; both are checked when they are built."""

    id: str
    words: Words
    sources: tuple[Source, ...]
    tiles: TileSet
    fans: tuple[Priced, ...]
    pay: Paying = field(repr=False)
    forms: tuple[Form, ...] = (Form.STANDARD,)
    flowers_as: int | None = None  # the one kind as which flowers stand in hands, where they do 头牌
    hand_size: int = 13
    melds: frozenset[MeldType] = frozenset(MeldType)
    mixed: MixedKongs | None = None  # kongs of unequal tiles 旋风杠, where there are such
    wild: Wild | None = None
    must: tuple[Condition, ...] = ()
    must_show: tuple[Shown, ...] = ()  # with wild tiles only where their `looks` is None
    within: Callable[[Hand], Iterable[int]] | None = field(default=None, repr=False)  # kinds a win is made of
    possible: tuple[Condition, ...] = ()  # a hand that does not hold them contradicts itself here
    fallback: Priced | None = None
    instant: frozenset[str] = frozenset()  # fans that win by themselves, whatever the tiles are 花胡
    unit: str = "fan"
    minimum: int = 0
    least: Least = field(default=fixed_minimum, repr=False)
    outside_minimum: frozenset[str] = frozenset()
    nothing: Words | None = None  # what to say of a win with no fan for the minimum at all 无役
    counting: Counting = field(default=resolve, repr=False)
    value: Valuing = field(default=additive, repr=False)
    side: Siding | None = field(default=None, repr=False)  # payments outside the wins
    limit: Limiting | None = field(default=None, repr=False)  # what of all payments can be paid 进园子
    next_dealer: Callable[[Dealt], Seat] | None = field(default=None, repr=False)
    keeps: Keeping | None = field(default=None, repr=False)  # what an evening tells of a deal's table
    robs_flowers: bool = False  # who holds seven flowers may rob the eighth 七抢一
    robs_concealed: bool = False  # a concealed kong may be robbed 抢暗杠, by hands that `must` names
    most_winners: int = 1  # on one discard 一炮多响; where it is 1, the next to play comes first 截胡
    # Of several on one discard the hand that is most by this wins alone 截胡; of equals the next to play.
    goes_first: Callable[[Counted], int] | None = field(default=None, repr=False)
    # Whether a deal with this table counts in no row of deals 不计连庄序, as one that a fault ended.
    uncounted: Callable[[Mapping[str, Any]], bool] | None = field(default=None, repr=False)
    # The deal as it stands where so much happened that it is broken off 途中流局, else unchanged.
    broken_off: Callable[[Deal], Deal] | None = field(default=None, repr=False)
    goes_on: bool = False  # play goes on among the others after a win 血战到底
    notes: tuple[Note, ...] = ()
    divergences: tuple[Divergence, ...] = field(default=(), repr=False)
    options: tuple[Setting, ...] = ()
    table: tuple[Setting, ...] = ()
    adapt: Callable[[RuleSet, Mapping[str, Any]], RuleSet] | None = field(default=None, repr=False)
    chosen: Mapping[str, Any] = field(default_factory=dict[str, Any])
    base: RuleSet | None = field(default=None, repr=False)  # what a house file starts from
    seats: int = 4  # where three play, nobody sits north
    currency: str = ""  # what a point is paid in, where a table says it
    extra_tiles: tuple[ExtraTile, ...] = ()  # beyond the usual ones, those of `tiles.extra` with their names
    claimed_fans: tuple[Priced, ...] = field(init=False, repr=False)  # their prices after a claim
    _looks: dict[tuple[bool, int], tuple[Priced, ...]] = field(
        init=False, repr=False, compare=False, default_factory=dict[tuple[bool, int], tuple[Priced, ...]]
    )

    def __post_init__(self) -> None:
        ids = [p.id for p in self.fans]
        if lost := sorted(self.instant - set(ids)):
            raise ValueError(f"{self.id}: {lost[0]} is to win by itself and has no price")
        if self.wild and self.wild.may_be & ~mask_of(self.tiles.kinds):
            raise ValueError(f"{self.id}: its wild tiles stand for kinds that are not among its tiles")
        if twice := sorted(i for i, n in Counter(ids).items() if n > 1):
            raise ValueError(f"{self.id}: fan {twice[0]} is priced twice")
        mixed = {MeldType.MIXED_KONG}
        object.__setattr__(self, "melds", self.melds | mixed if self.mixed else self.melds - mixed)
        known = {*ids, *([self.fallback.id] if self.fallback else [])}
        for p in self.fans:
            if lost := sorted((p.excludes | p.covers | p.implies) - known):
                raise ValueError(f"{self.id}: {p.id} keeps out {lost[0]}, which has no price here")
        chosen = {s.id: self.chosen.get(s.id, s.default) for s in self.options}
        object.__setattr__(self, "chosen", chosen)
        # Highest first 就高不就低: whatever counts is chosen before what it excludes.
        object.__setattr__(self, "fans", tuple(sorted(self.fans, key=lambda p: -p.value)))
        prices = (p if p.claimed is None else p.but(value=p.claimed) for p in self.fans if p.claimed != 0)
        object.__setattr__(self, "claimed_fans", tuple(sorted(prices, key=lambda p: -p.value)))

    @once
    def chows(self) -> frozenset[tuple[int, ...]] | None:
        """The claims of three unequal tiles; None: runs of a suit."""
        return chows(self.forms)

    @once
    def places(self) -> Mapping[str, int]:
        """The place of each fan in the rule book's list."""
        return {p.id: i for i, p in enumerate(self.fans)}

    def has(self, kind: int) -> bool:
        """Whether a tile of this kind may stand in a hand: flowers only where they may be wild 花混."""
        wild = self.wild is not None and kind in self.wild.flowers
        return wild or kind in self.tiles.kinds or kind == self.flowers_as

    def faces(self, hand: Hand, kind: int) -> tuple[Tile, ...]:
        """The tiles that this hand may be given as one of this kind: each flower that it does not hold where
        flowers stand as that kind 头牌, else the tile itself."""
        if kind != self.flowers_as:
            return (TILES[kind],)
        return tuple(TILES[k] for k in sorted(self.tiles.flowers) if TILES[k] not in hand.stood)

    def fans_with(self, facts: int, *, claimed: bool) -> tuple[Priced, ...]:
        """The fans that an arrangement of these facts may show, at their prices with or without a claim."""
        key = (claimed, facts)
        if key not in self._looks:
            fans = self.claimed_fans if claimed else self.fans
            self._looks[key] = tuple(p for p in fans if not p.fan.needs & ~facts)
        return self._looks[key]

    def but(self, **changes: Any) -> RuleSet:
        """A rule set that differs from this one in the given fields; `fans` replace those of the same id."""
        if "fans" in changes:
            new: dict[str, Priced] = {p.id: p for p in changes["fans"]}
            changes["fans"] = tuple(new.pop(p.id, p) for p in self.fans) + tuple(new.values())
        return replace(self, **changes)

    def without(self, *ids: str) -> RuleSet:
        """The rule set without these fans. Raises `ValueError` for one it does not price."""
        if lost := sorted(set(ids) - {p.id for p in self.fans}):
            raise ValueError(f"{self.id} has no fan {lost[0]}")
        kept = tuple(
            p.but(excludes=p.excludes - set(ids), covers=p.covers - set(ids), implies=p.implies - set(ids))
            for p in self.fans
            if p.id not in ids
        )
        return replace(self, fans=kept)

    def with_options(self, given: Mapping[str, Any] | None = None) -> RuleSet:
        """The rule set with the table's choices made. Raises `HandError` for an unknown or unfit one."""
        chosen = Settings(self.options).filled(given or {}, refusal.OPTION, self.words)
        made = self.adapt(self, chosen) if self.adapt else self
        return replace(made, chosen=chosen)

    def check(self, hand: Hand) -> Hand:
        """The hand with what its table does not say filled in.

        Raises `HandError` for a hand that this rule set's tiles and claims cannot make.
        """
        hand = self.check_open(hand)
        if len(hand.melds) > self.hand_size // 3:
            sets = self.hand_size // 3
            raise HandError(refusal.MANY_MELDS, n=len(hand.melds), rules=self.words, sets=sets)
        wanted = self.hand_size - 3 * len(hand.melds)
        if len(hand.concealed) != wanted:
            words = refusal.WRONG_SIZE_BESIDE if hand.melds else refusal.WRONG_SIZE
            n, melds = len(hand.concealed), len(hand.melds)
            raise HandError(words, n=n, melds=melds, rules=self.words, wanted=wanted)
        return hand

    @once
    def _table(self) -> Settings:
        return Settings(self.table)

    def filled_table(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The state of the table, what was not told filled in. Raises `HandError` for what cannot be."""
        return self._table.filled(given, refusal.TABLE_FIELD, self.words)

    def check_open(self, hand: Hand) -> Hand:
        """As `check`, for a hand of which only what lies open may be known."""
        hand = hand.at_table(self.filled_table(hand.table))
        if self.wild and self.wild.extra:
            hand = _with_extra_wild(self.wild.extra, hand)
        hand = _with_flowers(self, hand)
        _check_tiles(self, hand)
        _check_wild(self, hand)
        _check_robbed(self, hand)
        for meld in hand.melds:
            if meld.type not in self.melds:
                tiles = "".join(map(str, meld.tiles))
                raise HandError(refusal.NO_SUCH_MELD, rules=self.words, type=named(meld.type), tiles=tiles)
            if meld.type is MeldType.CHOW and not _is_chow(self, meld):
                sets = refusal.ITS_SETS if self.chows else refusal.A_RUN
                raise HandError(refusal.NOT_ITS_CHOW, tiles=meld.block, rules=self.words, sets=sets)
            if self.mixed and meld.type is MeldType.MIXED_KONG and not self.mixed.allows(meld.block.tiles):
                takes = self.mixed.words()
                raise HandError(refusal.NOT_ITS_KONG, tiles=meld.block, rules=self.words, takes=takes)
        for condition in self.possible:
            if not condition.holds(hand):
                raise HandError(condition.words)
        return hand


def _is_chow(rules: RuleSet, meld: Meld) -> bool:
    block = meld.block
    return block.shape is Shape.RUN if rules.chows is None else block.tiles in rules.chows


def _with_extra_wild(extra: frozenset[int], hand: Hand) -> Hand:
    """The hand, which names those of its tiles that are wild in every deal and beyond the usual ones 飞."""
    won = (hand.win.tile,) if hand.win else ()
    held = {t: None for t in (*hand.concealed, *won) if t.code in extra and t not in hand.wild}
    return replace(hand, wild=(*hand.wild, *held)) if held else hand


def _with_flowers(rules: RuleSet, hand: Hand) -> Hand:
    """The hand with its flowers as tiles of the kind as which they stand 头牌, where they stand in hands;
    elsewhere nobody claims one or wins on a discarded one."""
    laid = [t for m in hand.melds if m.is_of_flowers for t in m.tiles]
    if rules.flowers_as is None:
        if laid and laid[0] not in hand.wild:
            raise HandError(FLOWER_HELD, tile=laid[0])
        if hand.on_flower and cast(Win, hand.win).by is By.DISCARD:
            raise HandError(FLOWER_DISCARDED)
        return hand
    if hand.stood:
        return hand
    if bad := next((t for t in hand.held if t.kind == rules.flowers_as), None):
        raise HandError(refusal.PLAYED_WITHOUT, rules=rules.words, tile=bad)
    _check_flowers(rules, (*laid, *hand.all_flowers))
    return hand.with_flowers_as(TILES[rules.flowers_as])


def _check_tiles(rules: RuleSet, hand: Hand) -> None:
    kinds = [t.kind for t in hand.held]
    if hand.wild:  # flowers among them are held against the wild tiles
        kinds = [k for k in kinds if k < KINDS]
    if hand.reds:
        _check_reds(rules, hand.reds)
    if not rules.tiles.kinds.issuperset(kinds) and not all(map(rules.has, kinds)):
        odd = next(k for k in kinds if not rules.has(k))
        raise HandError(refusal.PLAYED_WITHOUT, rules=rules.words, tile=FACES[odd])
    counts = counted(kinds)
    if (n := max(counts)) > 4:
        raise HandError(refusal.FIVE_EQUAL, tile=TILES[counts.index(n)], n=n)
    if flowers := hand.all_flowers:
        _check_flowers(rules, flowers)


def _check_reds(rules: RuleSet, reds: Sequence[Tile]) -> None:
    for code in {t.code for t in reds}:
        n, there = [t.code for t in reds].count(code), rules.tiles.reds[code - RED]
        if n > there:
            plain = TILES[TILES[code].kind]
            raise HandError(
                refusal.MANY_REDS, tile=TILES[code], n=n, rules=rules.words, there=there, plain=plain
            )


def _check_wild(rules: RuleSet, hand: Hand) -> None:
    named = hand.wild if hand.indicator is None else (*hand.wild, hand.indicator)
    if not named:
        return
    if rules.wild is None:
        raise HandError(refusal.NO_WILD_TILES, rules=rules.words, tile=named[0])
    if hand.indicator is not None and rules.wild.kinds is wild_as_named:
        raise HandError(refusal.NO_INDICATOR, rules=rules.words, tile=hand.indicator)
    if odd := next((t for t in named if not rules.has(t.kind)), None):
        raise HandError(refusal.CANNOT_BE_WILD, rules=rules.words, tile=odd)
    flowers = Counter(t for t in hand.held if t.kind >= FLOWER)
    if twice := next(
        (t for t, n in flowers.items() if n > (1 if t.code < EXTRA else rules.tiles.copies(t.code))), None
    ):
        raise HandError(refusal.FLOWER_TWICE, tile=twice, n=flowers[twice])


def _check_robbed(rules: RuleSet, hand: Hand) -> None:
    """The fourth tile is robbed, so that nobody else holds one; to a mixed kong one alone may be laid."""
    win = hand.win
    if win is None or win.by is not By.ROBBED_KONG:
        return
    if not (rules.mixed or rules.robs_concealed or MeldType.ADDED_KONG in rules.melds):
        raise HandError(refusal.NO_KONG_TO_ROB, rules=rules.words)
    alone = rules.mixed and group_of([win.tile.kind]) in rules.mixed.groups
    if not alone and sum(t.kind == win.tile.kind for t in hand.held) > 1:
        raise HandError(refusal.ROBBED_HELD, tile=win.tile)


def _check_flowers(rules: RuleSet, flowers: Sequence[Tile]) -> None:
    for flower, n in Counter(flowers).items():
        if flower.code not in rules.tiles.flowers:
            raise HandError(refusal.WITHOUT_FLOWER, rules=rules.words, tile=flower)
        if n > (there := rules.tiles.copies(flower.code)):
            words = refusal.FLOWER_TWICE if there == 1 else refusal.FLOWER_FIVE_TIMES
            raise HandError(words, tile=flower, n=n)
