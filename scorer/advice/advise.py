"""Advice for one hand: what to throw, or what to wait for and what to claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from paiyan.scorer.advice.discards import (
    RANKED,
    Budget,
    Discard,
    effort_for,
    expected,
    weighed,
    worth_searching,
)
from paiyan.scorer.advice.goals import ANY_WIN, Goal, goals
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.reasons import Reason, reasons, row_reasons
from paiyan.scorer.advice.safety import NOBODY, Others, Safety, Table
from paiyan.scorer.advice.search import Expectation, Search
from paiyan.scorer.advice.ways import Held
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.messages import advice as words
from paiyan.scorer.rules import conditions
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.sources import HOUSE
from paiyan.scorer.tiles.tile import FACES, KINDS, TILES, Tile

SEED = 0  # the same question gets the same answer
_PASSED = frozenset({conditions.NOT_PASSED, conditions.NONE_PASSED})
_MOST_TURNS = 18  # of a wall that nobody has touched, no deal lasts longer


@dataclass(frozen=True)
class Wanted:
    """A tile that helps, and how many of it nobody has seen; for a waiting hand, what a win with it pays."""

    tile: Tile
    left: int
    drawn: int | None = None
    claimed: float | None = None


@dataclass(frozen=True)
class Choice:
    """A hand after a discard (or a claim and a discard): its distance, what helps, what to expect.

    `expects` is None for choices that were ranked by distance and helpful tiles only.
    """

    discard: Tile | None
    distance: int
    wanted: tuple[Wanted, ...]
    goal: Goal
    expects: Expectation | None
    meld: Meld | None = None
    reasons: tuple[Reason, ...] = ()
    safety: tuple[Safety, ...] = ()
    risk: float = 0.0  # points that a deal-in is expected to cost; 0 if nobody declared riichi

    @property
    def left(self) -> int:
        """The number of unseen tiles that help."""
        return sum(w.left for w in self.wanted)


@dataclass(frozen=True)
class Advice:
    """The choices for a hand, the best first.

    With a tile to throw these are discards, and `wins` is what declaring the hand as it is pays (None: it is
    no win). Without, `keeps` is the hand as it waits, and `choices` are the claims that are worth more.
    """

    rules: RuleSet
    position: Position
    distance: int
    choices: tuple[Choice, ...]
    keeps: Choice | None = None
    wins: int | None = None


def advise(
    rules: RuleSet,
    hand: Hand,
    *,
    open_tiles: Iterable[Tile] = (),
    others: Others = NOBODY,
    turns: int | None = None,
    samples: int | None = None,
    seed: int = SEED,
) -> Advice:
    """Return what to throw from a hand with a tile to spare, or what a waiting one may claim.

    A hand with a tile to spare is given as won by self-draw on its last tile. `open_tiles` are tiles that lie
    open besides the hand's own and those of `others`; `turns` is how many tiles the player will still draw
    (by default what the wall leaves); `samples` how many ways are drawn for each discard that is far from a
    win: more of them make the standard errors smaller. Raises `HandError` if the tiles cannot be a hand of
    the rule set.
    """
    _check_others(rules, others)
    own, hand = hand, check_hand(rules, hand)
    all_open = (*open_tiles, *others.tiles())
    _check_four(hand, all_open)
    unseen = unseen_tiles(rules, hand, all_open)
    left, gone = _turns(rules, hand, all_open, turns)
    riichi = len(others.riichi - {hand.seat})
    if hand.win is None:
        return _waiting(Position(rules, hand, unseen, left, gone, riichi=riichi), own, samples, seed)
    whole = replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)
    position = Position(rules, whole, unseen, left, gone, riichi=riichi)
    before = Position(rules, replace(hand, win=None), unseen, left, gone)
    table = Table(position, others)
    effort = effort_for(position, samples)
    choices = tuple(_choice_of(discard, table) for discard in weighed(position, table, effort, seed))
    wins = before.paid(before.held, hand.win.tile.kind) if hand.win.tile.kind < KINDS else None
    return Advice(
        rules,
        position,
        choices[0].distance if choices else position.distance(position.held),
        choices,
        wins=wins,
    )


def _check_others(rules: RuleSet, others: Others) -> None:
    """Check that the rule set has riichi, passed tiles and void suits if the others show any.

    Raises `HandError`.
    """
    bars = rules.won_by.furiten or not _PASSED.isdisjoint(rules.won_by.required)
    for field, refused, there in (
        (others.riichi, words.NO_RIICHI, rules.won_by.furiten),
        (others.passed, words.NO_PASSED, bars),
        (others.void, words.NO_VOID, rules.won_by.allowed_kinds is not None),
    ):
        if field and not there:
            raise HandError(refused, rules=rules.words)


def _check_four(hand: Hand, open_tiles: tuple[Tile, ...]) -> None:
    """Refuse a fifth tile of a kind among the hand and what lies open."""
    counts: dict[int, int] = {}
    for tile in (*hand.held, *open_tiles):
        counts[tile.kind] = counts.get(tile.kind, 0) + 1
    for tile in open_tiles:
        if tile.kind < KINDS and counts[tile.kind] > 4:
            raise HandError(words.FIVE_SEEN, tile=FACES[tile.kind], n=counts[tile.kind])


def _turns(rules: RuleSet, hand: Hand, open_tiles: tuple[Tile, ...], turns: int | None) -> tuple[int, int]:
    """Return how many tiles the player will still draw, and how many turns are gone.

    Tiles not known to lie open count as part of the wall, so without open tiles the deal is at its start.
    """
    played = rules.played_with
    wall = played.tiles.size - played.seats * played.hand_size - len(hand.flowers)
    whole, left = wall // played.seats, max(1, (wall - len(open_tiles)) // played.seats)
    if turns is None:
        return min(left, _MOST_TURNS), max(0, whole - left)
    return turns, max(0, whole - turns)


def _choice_of(discard: Discard, table: Table) -> Choice:
    """Return a discard as a choice: its tile, why, how safe it is, and what a deal-in is expected to cost."""
    position, kind = table.position, discard.kind
    found = _choice(discard.search, discard.left, discard.expects, discard=_thrown(position, kind))
    risk = discard.dealt_in * (position.follows.dealt if position.follows else 0.0)
    weighed_too = (Reason("weighed", words.WEIGHED, HOUSE, {"points": round(risk)}),) if risk else ()
    why = (*found.reasons, *weighed_too, *row_reasons(table, kind))
    return replace(found, safety=tuple(table.safety(kind)), risk=risk, reasons=why)


def _thrown(position: Position, kind: int) -> Tile:
    """Return the tile to throw of a kind: not the red five if there is another."""
    own = [t for t in position.hand.concealed if t.kind == kind]
    return min(own, key=lambda t: t.code)


def _choice(
    search: Search,
    left: Held,
    expects: Expectation | None,
    *,
    discard: Tile | None = None,
    meld: Meld | None = None,
) -> Choice:
    """Return a choice with the tiles that help it on the way to the search's goal."""
    position, unseen = search.position, search.position.unseen
    away = search.distance(left)
    if away == 0 and expects is not None:
        wanted = [Wanted(FACES[k], unseen[k], drawn, claimed) for k, _, drawn, claimed in search.wins(left)]
    else:
        wanted = [Wanted(FACES[k], unseen[k]) for k, _ in search.helpful(left)]
    kinds = tuple(w.tile.kind for w in wanted)
    why = () if discard is None else tuple(reasons(position, left, discard.kind, kinds))
    if away == 0 and expects is not None and position.rules.won_by.declares and not position.hand.claimed:
        why = (*why, Reason("declare", words.DECLARE, HOUSE))
    return Choice(discard, position.distance(left), tuple(wanted), search.goal, expects, meld, why)


def _waiting(position: Position, own: Hand, samples: int | None, seed: int) -> Advice:
    """Return what a hand without a tile to spare is worth as it is, and the claims that are worth more."""
    held = position.held
    plain = Search(position)
    here = plain.distance(held)
    others = [Search(position, g, plain) for g in goals(position) if g is not ANY_WIN]
    near = sorted((s.distance(held), place) for place, s in enumerate(others))
    searches = [plain, *(others[place] for away, place in near if away <= here + 1)][:RANKED]
    ways = effort_for(position, samples).samples
    best = max(searches, key=lambda s: s.likely(held).points)
    keeps = _choice(best, held, expected(best, held, ways, seed))
    claims = (_claimed(position, own, meld, ways, seed) for meld in _claims(position))
    worth = keeps.expects.points if keeps.expects else -inf
    better = [c for c in claims if c is not None and c.expects is not None and c.expects.points > worth]
    return Advice(position.rules, position, here, tuple(sorted(better, key=_by_points)), keeps=keeps)


def _by_points(choice: Choice) -> float:
    return -choice.expects.points if choice.expects else inf


def _claims(position: Position) -> Iterator[Meld]:
    """Yield the pungs and chows that another player's discard may make."""
    held, melds = position.held, position.rules.played_with.melds
    for kind, _ in position.drawn:
        tile = TILES[kind]
        if MeldType.PUNG in melds and held.count(kind) >= 2:
            yield Meld(MeldType.PUNG, (tile,) * 3, Side.ACROSS, tile)
        if MeldType.CHOW in melds:
            for chow in _chows(position.rules, kind):
                own = [*chow]
                own.remove(kind)
                if all(held.count(k) >= own.count(k) for k in own):
                    yield Meld(MeldType.CHOW, tuple(TILES[k] for k in chow), Side.LEFT, tile)


def _chows(rules: RuleSet, kind: int) -> Iterator[tuple[int, ...]]:
    """Yield the claims of three unequal tiles that a kind is part of."""
    if rules.won_by.chows is not None:
        yield from sorted(chow for chow in rules.won_by.chows if kind in chow)
    elif kind < 27:
        for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
            yield low, low + 1, low + 2


def _claimed(position: Position, hand: Hand, meld: Meld, samples: int, seed: int) -> Choice | None:
    """Return the best discard after a claim, if the claim brings the hand nearer."""
    rest = list(hand.concealed)
    own = [t.kind for t in meld.tiles]
    own.remove(meld.tiles[0].kind if meld.claimed is None else meld.claimed.kind)
    for kind in own:
        rest.remove(next(t for t in rest if t.kind == kind))
    # The hand as it was given, checked again without the tile to spare: its table may change with a claim.
    melds = (*hand.melds, meld)
    try:
        checked = check_hand(position.rules, replace(hand, concealed=tuple(rest[1:]), melds=melds))
    except HandError:  # a claim that the rule set does not have
        return None
    whole = replace(checked, concealed=tuple(rest))
    given = replace(hand, concealed=tuple(rest), melds=melds)
    after = Position(position.rules, whole, position.unseen, position.turns, position.gone, given)
    plain = Search(after, ANY_WIN)
    if plain.distance(after.held) >= position.distance(position.held):
        return None
    found: list[Choice] = []
    for search in worth_searching(after, plain, Budget(after))[:2]:
        for left in search.throws(after.held)[:1]:
            kind = next(k for k in after.held.kinds if after.held.plus(k, -1) == left)
            expects = expected(search, left, samples, seed)
            found.append(_choice(search, left, expects, discard=_thrown(after, kind), meld=meld))
    return min(found, key=_by_points, default=None)
