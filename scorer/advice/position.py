"""The tiles in a hand and those still unseen, what a win with them pays, and the pace of the others.

The pace is measured in self-play: how soon others win, and what that costs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from paiyan.scorer.advice.paces import DECLARED, PACES, STEPS
from paiyan.scorer.advice.ways import Held, OfForm, OfSets, Way
from paiyan.scorer.arranging.suits import of_counts
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.open_tiles import unseen
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.settling.settlement import Completion
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import FACES, KINDS, TILES, Tile
from paiyan.scorer.tiles.unusual_sets import SET_FORMS

_FEW = 0.2  # share of deals won; below it players who claim nothing hardly win, and the pace says little


class Pace(NamedTuple):
    """The chance that others end the deal in one turn, by turns gone (`STEPS`), and what that costs."""

    ends: tuple[float, ...]
    cost: float

    def end(self, gone: int) -> float:
        """Return the chance that others end the deal in a turn, by the turns before it."""
        return self.ends[bisect_right(STEPS, max(gone, 0)) - 1]


class Declared(NamedTuple):
    """The time after a riichi: the chance that others end the deal in a turn, and what a deal-in costs."""

    ends: float
    danger: float  # deal-ins, as a multiple of those that `safety` expects of unseen tiles
    dealt: float  # the cost of a win on one's own discard
    aside: float  # the cost of any other win

    def ended(self, riichi: int) -> float:
        """Return the chance that others end the deal in a turn if `riichi` of them declared."""
        return 1.0 - (1.0 - self.ends) ** riichi


def declared_in(rules: RuleSet) -> Declared | None:
    """Return what follows a riichi in a rule set; None if waiting hands are not declared."""
    return Declared(*DECLARED[rules.id]) if rules.id in DECLARED else None


def pace_of(rules: RuleSet) -> Pace:
    """Return the pace of a rule set.

    If none was measured (a house file), or players who claim nothing hardly ever win, it is the median pace
    at no cost.
    """
    measured = PACES.get(rules.id)
    if measured is None or measured[2] < _FEW:
        return _MEDIAN
    return Pace(measured[0], measured[1])


def _median() -> tuple[float, ...]:
    rows = [ends for ends, _, won, _ in PACES.values() if won >= _FEW]
    return tuple(sorted(column)[len(column) // 2] for column in zip(*rows, strict=True))


_MEDIAN = Pace(_median(), 0.0)

Paying = dict[tuple[Held, int, Seat | None], "int | None"]
"""What wins pay, by the tiles held, the winning tile and its discarder; the same all deal long."""


@dataclass(frozen=True, eq=False)
class Position:
    """A hand under a rule set, and the tiles that nobody has seen.

    `hand` has no win; its `concealed` tiles are those of a waiting hand or one more. `unseen` maps each kind
    to how many tiles of it are left, `turns` is how many tiles the player will still draw, `gone` how many
    turns were played before.
    """

    rules: RuleSet
    hand: Hand
    unseen: Mapping[int, int]
    turns: int
    gone: int = 0
    given: Hand | None = None  # the hand with the table that it was given, if `hand` has more
    riichi: int = 0  # how many of the others declared riichi
    paying: Paying = field(default_factory=dict[tuple[Held, int, Seat | None], int | None], repr=False)

    @cached_property
    def wild_kinds(self) -> frozenset[int]:
        """Return the kinds that are wild in this hand; none if the rule set has no wild tiles."""
        wild = self.rules.played_with.wild
        return wild.kinds(self.hand) if wild else frozenset()

    @cached_property
    def wild_tiles(self) -> tuple[Tile, ...]:
        """Return the concealed tiles of wild kinds, of which `held` has only the number."""
        return tuple(t for t in self.hand.concealed if t.kind in self.wild_kinds)

    @cached_property
    def held(self) -> Held:
        """The concealed tiles."""
        counts = [0] * KINDS
        for tile in self.hand.concealed:
            if tile.kind not in self.wild_kinds and tile.kind < KINDS:
                counts[tile.kind] += 1
        return Held(of_counts(tuple(counts)), len(self.wild_tiles))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The kinds a win may be made of, as a mask for each choice of suits 缺一门."""
        within = self.rules.won_by.allowed_kinds
        return tuple(within(self.hand)) if within else (ANY,)

    @cached_property
    def drawn(self) -> tuple[tuple[int, float], ...]:
        """The kinds that may come, each with its chance in one draw."""
        left = {k: n for k, n in self.unseen.items() if n > 0 and k < KINDS}
        total = sum(left.values()) or 1
        return tuple((k, n / total) for k, n in sorted(left.items()))

    @cached_property
    def natural(self) -> tuple[int, ...]:
        """The kinds that may come and are not wild."""
        return tuple(k for k, _ in self.drawn if k not in self.wild_kinds)

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """By draws left after it, the chance that others end the deal in a turn."""
        pace, least = pace_of(self.rules), self.follows.ended(self.riichi) if self.follows else 0.0
        return tuple(max(least, pace.end(self.gone + self.turns - left - 1)) for left in range(self.turns))

    @cached_property
    def cost(self) -> float:
        """The average cost of another player's win."""
        return pace_of(self.rules).cost

    @cached_property
    def follows(self) -> Declared | None:
        """The pace after a riichi; None if nobody declared one."""
        return declared_in(self.rules) if self.riichi else None

    @cached_property
    def exact_wilds(self) -> bool:
        """True if wild tiles are counted; False if a tile may be one of several, so that each is tried."""
        wild = self.rules.played_with.wild
        return wild is None or (wild.imagined_kind is None and (wild.stand_in is None or not self.wild_kinds))

    def order(self, kind: int) -> int:
        """Return the rank of a kind among equally useful ones: the lowest is thrown first.

        Winds of others go first, then one's own, dragons, and numbers from the outside.
        Source: 口袋麻将全集 §玩牌技巧 舍牌的技巧, 阶段舍牌的策略.
        """
        if kind >= 31:
            return 2
        if kind >= 27:
            return int(kind - 27 in (self.hand.round.value, self.hand.seat.value))
        return 3 + min(kind % 9, 8 - kind % 9)

    def sets(self) -> int:
        """Return how many sets a whole hand has, melds among them."""
        return self.rules.played_with.hand_size // 3

    def draw(self, held: Held, kind: int) -> Held:
        """Return the tiles with one more."""
        return held._replace(wilds=held.wilds + 1) if kind in self.wild_kinds else held.plus(kind)

    def tiles(self, held: Held) -> tuple[Tile, ...]:
        """Return the tiles themselves: red fives of the hand are kept as long as a five is."""
        reds = {t.kind: t for t in self.hand.concealed if t.code >= KINDS and t.kind < KINDS}
        found: list[Tile] = []
        for kind in held.kinds:
            some = [TILES[kind]] * held.count(kind)
            if kind in reds:
                some[0] = reds[kind]
            found += some
        wild = self.wild_tiles + tuple(FACES[k] for k in sorted(self.wild_kinds)) * held.wilds
        return (*found, *wild[: held.wilds])

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The ways to a whole hand in any form of the rule set.

        Three wild tiles that win by themselves are no way until two are held: whatever is thrown, they are as
        far away.
        """
        melds, sets, found = len(self.hand.melds), self.sets(), list[Way]()
        for mask in self.masks:
            for form in self.rules.won_by.forms:
                if form is Form.THREE_WILDS and self.held.wilds < 2:
                    continue
                if form is Form.STANDARD:
                    found.append(OfSets(mask, sets - melds))
                elif form in SET_FORMS:
                    found.append(OfSets(mask, sets - melds, form=form, sets=sets))
                else:
                    found.append(OfForm(form, mask, melds, sets))
        return tuple(found)

    def distance(self, held: Held) -> int:
        """Return the shanten number of these tiles in any form of the rule set: 0 waiting, -1 whole."""
        if not self.exact_wilds:
            return min(self.lacking(one) - one.wilds - 1 for one in self.readings_of(held))
        return self.lacking(held) - held.wilds - 1

    def lacking(self, held: Held) -> int:
        """Return how many tiles lack for a whole hand in any form, wild ones not counted."""
        return min(way.lacking(held) for way in self.ways)

    def readings_of(self, held: Held) -> tuple[Held, ...]:
        """Return each reading of these tiles: a tile may be wild or not, or show one of two faces."""
        wild = self.rules.played_with.wild
        assert wild is not None
        hand = replace(self.hand, concealed=self.tiles(held))
        return tuple([Held(of_counts(one.counts), one.wilds) for one in wild.held(hand)])

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The kinds that may come and are what they show: neither wild nor standing in for a wild tile."""
        wild = self.rules.played_with.wild
        return tuple(k for k in self.natural if wild is None or k != wild.stand_in)

    def paid(self, held: Held, kind: int, discarder: Seat | None = None) -> int | None:
        """Return what the player gains by winning on a tile, drawn or from `discarder`.

        None if the tile does not complete a win that may be declared.
        """
        return self._paid(held, kind, discarder, None)

    def _paid(
        self, held: Held, kind: int, discarder: Seat | None, completion: Completion | None
    ) -> int | None:
        key = (held, kind, discarder)
        if key not in self.paying:
            self.paying[key] = self._pay(completion or self._completion(held), kind, discarder)
        return self.paying[key]

    def _completion(self, held: Held) -> Completion:
        """Return a hand to settle, of one of the winning tiles at a time."""
        hand = self._hands.get(held)
        if hand is None:
            hand = self._hands[held] = replace(self.given or self.hand, concealed=self.tiles(held))
        return Completion(self.rules, hand)

    @cached_property
    def _hands(self) -> dict[Held, Hand]:
        return {}

    def _pay(self, completion: Completion, kind: int, discarder: Seat | None) -> int | None:
        by = By.SELF_DRAW if discarder is None else By.DISCARD
        if self.rules.won_by.declares and not self.hand.claimed:  # readiness never makes a win worth less
            declared = Win(FACES[kind], by, discarder, frozenset({Flag.DECLARED_READY}))
            if (paid := self._settled(completion, declared)) is not None:
                return paid
        return self._settled(completion, Win(FACES[kind], by, discarder))

    def _settled(self, completion: Completion, win: Win) -> int | None:
        try:
            settled = completion.settled(win)
        except HandError:  # more wild tiles than there are: the search draws as if none were gone
            return None
        if settled is None or settled.unsettled is not None:
            return None
        return settled.balances.get(self.hand.seat, 0)

    @cached_property
    def _discarders(self) -> tuple[list[Seat], list[Seat]]:
        """The others, the dealer apart: their discards may be worth more."""
        others = [s for s in Seat if s is not self.hand.seat and s.value < self.rules.played_with.seats]
        dealer = [s for s in others if s is self.hand.dealer]
        return dealer, [s for s in others if s is not self.hand.dealer]

    def win(self, held: Held, kind: int) -> tuple[int | None, float | None]:
        """Return what a win on a tile pays: drawn, and from a discard (the mean of the three seats)."""
        completion = self._completion(held)
        drawn = self._paid(held, kind, None, completion)
        dealer, rest = self._discarders
        of_rest = self._paid(held, kind, rest[0], completion)
        if of_rest is None:
            return drawn, None
        of_dealer = self._paid(held, kind, dealer[0], completion) if dealer else of_rest
        others = len(rest) + len(dealer)
        return drawn, (of_rest * len(rest) + (of_dealer or 0) * len(dealer)) / others


def unseen_tiles(rules: RuleSet, hand: Hand, open_tiles: Iterable[Tile] = ()) -> dict[int, int]:
    """Return how many tiles of each kind nobody has seen, given the hand and the other `open_tiles`.

    The hand must have been checked, so that its table is filled in.
    """
    left = unseen(rules, hand)
    left.subtract(tile.kind for tile in open_tiles)
    return {kind: max(0, left[kind]) for kind in rules.played_with.tiles.kinds}
