"""Play deals, and compare players that follow the advice with players who only come nearer to a win.

A deal is a wall and four players, without claims except to win; the first win ends it. A hand that may be
declared ready is. If the declaration is public 立直 the hand stays as it is from then on, and no win is taken
on a discard in furiten. Each wall is dealt twice: once with the advice on east and west, once on south and
north, so that luck is the same for both. A seed deals `WALLS` walls twice; the committed file keeps the gains
of each, so a long run can be continued.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple, TypedDict

from paiyan.models.pages import figures as pages
from paiyan.scorer.advice.advise import advise
from paiyan.scorer.advice.discards import EXACT, Effort, weighed
from paiyan.scorer.advice.position import Paying, Position, unseen_tiles
from paiyan.scorer.advice.safety import Others, Table
from paiyan.scorer.advice.search import Search, mean_with_error
from paiyan.scorer.advice.ways import Held
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.settling.settlement import Settlement, settle_hand
from paiyan.scorer.tiles.tile import KINDS, TILES, Tile

Player = Callable[[RuleSet, Hand, Others, int], Tile]
"""Choose a discard for a hand won on its draw, from the rows of all four seats and the turns left."""


class Deal(NamedTuple):
    """The result of a deal: the balance of each seat, the winner (None in a draw) and the discarder, the
    number of tiles each seat drew, after which of its discards it waited, and when it declared riichi."""

    balances: dict[Seat, int]
    winner: Seat | None
    discarder: Seat | None
    drawn: dict[Seat, int]
    waits: dict[Seat, list[bool]]  # after each discard, whether the seat waited
    riichi: dict[Seat, int]  # the turn of each seat that declared riichi


def shuffled(rules: RuleSet, random: Random) -> list[int]:
    """Return a wall of the rule set's tiles without its flowers."""
    kinds = [k for k in sorted(rules.played_with.tiles.kinds) if k < KINDS]
    wall = [k for k in kinds for _ in range(4)]
    random.shuffle(wall)
    return wall


def play(rules: RuleSet, players: Sequence[Player], wall: list[int]) -> Deal:
    """Play one deal from a wall of kinds, the last tile first."""
    return _Playing(rules, wall).to_the_end(players)


@dataclass
class _Playing:
    """A deal in progress."""

    rules: RuleSet
    wall: list[int]
    hands: dict[Seat, list[Tile]] = field(init=False)
    winning: dict[Seat, frozenset[int]] = field(init=False)  # the kinds that complete each hand
    rows: dict[Seat, list[Tile]] = field(init=False)
    riichi: dict[Seat, list[Tile]] = field(default_factory=dict[Seat, list[Tile]])  # with what passed since
    waits: dict[Seat, list[bool]] = field(init=False)
    declared: dict[Seat, int] = field(default_factory=dict[Seat, int])

    def __post_init__(self) -> None:
        size = self.rules.played_with.hand_size
        self.hands = {s: [TILES[self.wall.pop()] for _ in range(size)] for s in Seat}
        self.winning = {s: self._completing(s) for s in Seat}
        self.rows = {s: [] for s in Seat}
        self.waits = {s: [] for s in Seat}

    def to_the_end(self, players: Sequence[Player]) -> Deal:
        """Play until somebody wins or the wall is empty."""
        drawn, seat = dict.fromkeys(Seat, 0), Seat.E
        while self.wall:
            tile = TILES[self.wall.pop()]
            drawn[seat] += 1
            if tile.kind in self.winning[seat] and (paid := self._paid(seat, Win(tile, By.SELF_DRAW))):
                return Deal(paid, seat, None, drawn, self.waits, self.declared)
            thrown = self._thrown(players[seat], seat, tile)
            for step in (1, 2, 3):
                other = Seat((seat + step) % 4)
                if paid := self._claimed(other, seat, thrown):
                    return Deal(paid, other, seat, drawn, self.waits, self.declared)
            seat = Seat((seat + 1) % 4)
        return Deal(dict.fromkeys(Seat, 0), None, None, drawn, self.waits, self.declared)

    def _thrown(self, player: Player, seat: Seat, drawn: Tile) -> Tile:
        """Return the discard of a seat, and update the seat's state."""
        if seat in self.riichi:
            thrown = drawn
        else:
            hand = Hand(tuple(self.hands[seat]), win=Win(drawn, By.SELF_DRAW), seat=seat)
            thrown = player(self.rules, hand, self._shown(), len(self.wall) // 4)
            self.hands[seat].append(drawn)
            self.hands[seat].remove(thrown)
            self.winning[seat] = self._completing(seat)
        for passed in self.riichi.values():
            passed.append(thrown)
        self.rows[seat].append(thrown)
        self.waits[seat].append(bool(self.winning[seat]))
        if self.winning[seat] and _declares_to_all(self.rules):
            self.riichi.setdefault(seat, [])
            self.declared.setdefault(seat, len(self.rows[seat]) - 1)
        return thrown

    def _shown(self) -> Others:
        return Others(
            {s: tuple(row) for s, row in self.rows.items()},
            {s: tuple(row) for s, row in self.riichi.items()},
            frozenset(self.riichi),
        )

    def _completing(self, seat: Seat) -> frozenset[int]:
        hand = check_hand(self.rules, Hand(tuple(self.hands[seat]), seat=seat))
        position = Position(self.rules, hand, unseen_tiles(self.rules, hand), 1)
        held = position.held
        if position.distance(held):
            return frozenset()
        kinds = [k for k in self.rules.played_with.tiles.kinds if k < KINDS]
        return frozenset(k for k in kinds if position.distance(position.draw(held, k)) < 0)

    def _claimed(self, seat: Seat, discarder: Seat, thrown: Tile) -> dict[Seat, int] | None:
        """Return the payments if a seat wins on a discard."""
        if thrown.kind not in self.winning[seat] or self._in_furiten(seat):
            return None
        return self._paid(seat, Win(thrown, By.DISCARD, discarder))

    def _in_furiten(self, seat: Seat) -> bool:
        own = {tile.kind for tile in self.rows[seat]}
        return self.rules.won_by.furiten and not own.isdisjoint(self.winning[seat])

    def _paid(self, seat: Seat, win: Win) -> dict[Seat, int] | None:
        """Return the payments if this is a win that may be declared."""
        declared = seat in self.riichi if _declares_to_all(self.rules) else self.rules.won_by.declares
        flags = frozenset({Flag.DECLARED_READY}) if declared else frozenset[Flag]()
        settled = settle_hand(
            self.rules, Hand(tuple(self.hands[seat]), win=replace(win, flags=flags), seat=seat)
        )
        return settled.balances if isinstance(settled, Settlement) and settled.unsettled is None else None


def _declares_to_all(rules: RuleSet) -> bool:
    return rules.won_by.declares and rules.won_by.furiten


def search_of(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Search:
    """Return the search for the nearest win of a hand, its drawn tile among the others."""
    hand = check_hand(rules, hand)
    assert hand.win is not None
    whole = replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)
    return Search(Position(rules, whole, unseen_tiles(rules, hand, table.tiles()), turns))


def difference(held: Held, left: Held) -> Tile:
    """Return the discarded tile."""
    return TILES[next(k for k in held.kinds if held.plus(k, -1) == left)]


def nearest(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
    """Discard the tile that leaves the hand nearest to a win, with most tiles that help."""
    search = search_of(rules, hand, table, turns)
    held = search.position.held
    return difference(held, search.throws(held)[0])


def advised(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
    """Discard the first choice of the advice."""
    thrown = advise(rules, hand, others=table, turns=turns).choices[0].discard
    assert thrown is not None
    return TILES[thrown.kind]


class Quick:
    """Discard the first choice of the advice with little effort: about 5 ms instead of 50.

    It weighs discards as the advice does, but has no goal besides the nearest win, and with hands two steps
    and more from waiting it follows the likeliest way. While nobody declared riichi such hands only come
    nearer.
    """

    EFFORT = Effort(goals=1, discards=3, samples=0)

    def __init__(self) -> None:
        self._paying: Paying = {}  # caches the wins of one deal and seat

    def __call__(self, rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
        gone = len(table.discards[hand.seat])
        near = search_of(rules, hand, table, turns)
        position = replace(
            near.position, gone=gone, riichi=len(table.riichi - {hand.seat}), paying=self._paying
        )
        known = Table(position, table)
        if near.distance(position.held) > EXACT and position.follows is None:
            return difference(position.held, near.throws(position.held)[0])
        return TILES[weighed(position, known, self.EFFORT, 0)[0].kind]


WALLS = 10  # of a seed, each dealt twice


class Row(TypedDict):
    """The gains of a rule set, by pairs of deals; who won, and who fed a win; the seeds that were dealt."""

    seeds: list[int]
    wins: list[int]  # of players with the advice, and of the others
    fed: list[int]
    gains: list[float]


@dataclass(frozen=True)
class Gain:
    """The mean gain of a player with the advice in a deal, and half of its 95% interval."""

    mean: float
    half: float
    deals: int

    @classmethod
    def of(cls, gains: list[float]) -> Gain:
        """Return the gain of pairs of deals."""
        mean, error = mean_with_error(gains)
        return cls(mean, 1.96 * error, 2 * len(gains))


def compare(rules: RuleSet, seed: int, *, whole: bool = False, walls: int = WALLS) -> Row:
    """Play the walls of a seed; `whole`: with all the effort of the advice, which takes ten times as long."""
    random = Random(f"{rules.id} {seed}")
    row = Row(seeds=[seed], wins=[0, 0], fed=[0, 0], gains=[])
    for _ in range(walls):
        wall, gained = shuffled(rules, random), 0.0
        for own in ((Seat.E, Seat.W), (Seat.S, Seat.N)):
            players: list[Player] = [(advised if whole else Quick()) if s in own else nearest for s in Seat]
            deal = play(rules, players, wall.copy())
            gained += sum(deal.balances.get(s, 0) for s in own) / 4
            if deal.winner is not None:
                row["wins"][deal.winner not in own] += 1
            if deal.discarder is not None:
                row["fed"][deal.discarder not in own] += 1
        row["gains"].append(round(gained, 3))
    return row


def known() -> dict[str, Row]:
    """Return the committed gains."""
    return pages.read_rows(pages.SELF_PLAY)


def keep(name: str, row: Row) -> None:
    """Add the gains of one seed to the committed file."""
    before = known().get(name, Row(seeds=[], wins=[0, 0], fed=[0, 0], gains=[]))
    both = Row(
        seeds=before["seeds"] + row["seeds"],
        wins=[a + b for a, b in zip(before["wins"], row["wins"], strict=True)],
        fed=[a + b for a, b in zip(before["fed"], row["fed"], strict=True)],
        gains=before["gains"] + row["gains"],
    )
    pages.enter_rows(pages.SELF_PLAY, {name: both})
