"""Advice for one hand: what to throw, or what to wait for and what to claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from paiyan.scorer.advice.goals import ANY_WIN, Goal, goals
from paiyan.scorer.advice.others import NOBODY, Others
from paiyan.scorer.advice.position import Held, Position, unseen_tiles
from paiyan.scorer.advice.reasons import Reason, reasons
from paiyan.scorer.advice.search import Expectation, Search
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.tile import FACES, KINDS, TILES, Tile

SEED = 1  # the same question gets the same answer
_EXACT = 1  # up to this distance a hand is searched exactly
_FAR = 3  # from this distance on a hand that may win as it comes aims at nothing else
_RANKED = 6  # goals of which the likeliest way is followed


class _Effort(NamedTuple):
    """How much is searched: goals, discards on the way to each, and ways drawn for each of these."""

    goals: int
    discards: int
    samples: int


_EFFORT = {0: _Effort(3, 3, 8), 1: _Effort(3, 3, 8), 2: _Effort(2, 3, 8), 3: _Effort(2, 2, 6)}
_FAR_AWAY = _Effort(1, 2, 6)
"""By distance, so that an answer takes about a tenth of a second. Further away the error is larger, and the
discard matters less."""


@dataclass(frozen=True)
class Wanted:
    """A tile that helps, and how many of it nobody has seen; for a waiting hand, what a win with it pays."""

    tile: Tile
    left: int
    drawn: int | None = None
    claimed: float | None = None


@dataclass(frozen=True)
class Choice:
    """What is left after a discard (or a claim and a discard): how far it is, what helps, what to expect.

    `expects` is None for choices that were ranked by distance and helpful tiles only.
    """

    discard: Tile | None
    distance: int
    wanted: tuple[Wanted, ...]
    goal: Goal
    expects: Expectation | None
    meld: Meld | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def left(self) -> int:
        """How many unseen tiles help."""
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
    seen: Iterable[Tile] = (),
    others: Others = NOBODY,
    turns: int | None = None,
    samples: int | None = None,
    seed: int = SEED,
) -> Advice:
    """Return what to throw from a hand with a tile to spare, or what a waiting one may claim.

    A hand with a tile to spare is given as won by self-draw on its last tile. `seen` are tiles that lie open
    besides the hand's own and those of `others`; `turns` is how many tiles the player will still draw (by
    default what the wall leaves); `samples` how many ways are drawn for each discard that is far from a win:
    more of them make the standard errors smaller. Raises `HandError` if the tiles cannot be a hand of the
    rule set.
    """
    hand = check_hand(rules, hand)
    lying = (*seen, *others.lying())
    _check_four(hand, lying)
    unseen = unseen_tiles(rules, hand, lying)
    left = _turns_left(rules, hand, lying) if turns is None else turns
    if hand.win is None:
        return _waiting(Position(rules, hand, unseen, left), samples, seed)
    whole = replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)
    position = Position(rules, whole, unseen, left)
    before = Position(rules, replace(hand, win=None), unseen, left)
    found = _discards(position, samples, seed)
    wins = before.paid(before.held, hand.win.tile.kind) if hand.win.tile.kind < KINDS else None
    return Advice(
        rules, position, found[0].distance if found else position.distance(position.held), found, wins=wins
    )


def _check_four(hand: Hand, seen: tuple[Tile, ...]) -> None:
    """Refuse a fifth tile of a kind among the hand and what lies open."""
    counts: dict[int, int] = {}
    for tile in (*hand.held, *seen):
        counts[tile.kind] = counts.get(tile.kind, 0) + 1
        if tile.kind < KINDS and counts[tile.kind] > 4:
            raise HandError(refusal.FIVE_EQUAL, tile=tile, n=counts[tile.kind])


def _turns_left(rules: RuleSet, hand: Hand, seen: tuple[Tile, ...]) -> int:
    """Return how many tiles the player will still draw: those in the wall, by four. What is not told to lie
    open is taken for the wall's, so that a table of which nothing is told is at its beginning."""
    played = rules.played_with
    dealt = played.seats * played.hand_size + len(hand.flowers)
    wall = played.tiles.size - dealt - len(seen)
    return max(1, min(wall // played.seats, 18))


def _effort(distance: int, samples: int | None) -> _Effort:
    found = _EFFORT.get(max(distance, 0), _FAR_AWAY)
    return found if samples is None else found._replace(samples=samples)


def _discards(position: Position, samples: int | None, seed: int) -> tuple[Choice, ...]:
    """Return every discard, those searched first, by the points that they can expect."""
    plain = Search(position, ANY_WIN)
    found: dict[int, Choice] = {}
    for kind in position.held.kinds:
        left = position.held.plus(kind, -1)
        found[kind] = _choice(plain, left, None, discard=_thrown(position, kind))
    effort = _effort(plain.distance(position.held), samples)
    for search in _worth_searching(position, plain)[: effort.goals]:
        for left in search.throws(position.held)[: effort.discards]:
            expects = _expected(search, left, effort.samples, seed)
            kind = next(k for k in position.held.kinds if position.held.plus(k, -1) == left)
            known = found[kind].expects
            if known is None or expects.points > known.points:
                found[kind] = replace(
                    _choice(search, left, expects, discard=found[kind].discard), distance=found[kind].distance
                )
    return tuple(sorted(found.values(), key=_rank))


def _rank(choice: Choice) -> tuple[float, int, int, int]:
    points = choice.expects.points if choice.expects else 0.0
    discard = choice.discard.code if choice.discard else 0
    outside = 0 if discard >= 27 else -min(discard % 9, 8 - discard % 9)
    return (-points, choice.distance, -choice.left, -outside)


def _thrown(position: Position, kind: int) -> Tile:
    """Return the tile to throw of a kind: not the red five if there is another."""
    own = [t for t in position.hand.concealed if t.kind == kind]
    return min(own, key=lambda t: t.code)


def _worth_searching(position: Position, plain: Search) -> list[Search]:
    """Return the goals that promise most, by the likeliest way to each."""
    here = plain.distance(position.held)
    searches = [plain, *(Search(position, g) for g in goals(position) if g is not ANY_WIN)]
    near = sorted((s.distance(position.held), place) for place, s in enumerate(searches))
    chosen = [searches[place] for away, place in near if away <= max(here, 0) + 2][:_RANKED]
    if plain not in chosen:
        chosen.append(plain)

    def promised(search: Search) -> float:
        throws = search.throws(position.held) if search.distance(position.held) >= 0 else ()
        return search.likely(throws[0]).points if throws else 0.0

    worth = {id(s): promised(s) for s in chosen}
    if here >= _FAR and worth[id(plain)] > 0:
        return [plain]  # so far away the goals differ by less than the error, and none is worth a step back
    best = sorted(chosen, key=lambda s: -worth[id(s)])
    return [s for s in best if worth[id(s)] > 0] or [plain]


def _expected(search: Search, left: Held, samples: int, seed: int) -> Expectation:
    if search.distance(left) <= _EXACT:
        return search.exact(left)
    return search.sampled(left, Random(seed), samples)


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
    return Choice(discard, position.distance(left), tuple(wanted), search.goal, expects, meld, why)


def _waiting(position: Position, told: int | None, seed: int) -> Advice:
    """Return what a hand without a tile to spare is worth as it is, and the claims that are worth more."""
    held = position.held
    searches = [Search(position, ANY_WIN)]
    here = searches[0].distance(held)
    others = [Search(position, g) for g in goals(position) if g is not ANY_WIN]
    near = sorted((s.distance(held), place) for place, s in enumerate(others))
    searches += [others[place] for away, place in near if away <= here + 1][: _RANKED - 1]
    samples = _effort(here, told).samples
    best = max(searches, key=lambda s: s.likely(held).points)
    keeps = _choice(best, held, _expected(best, held, samples, seed))
    claims = [c for meld in _claims(position) if (c := _claimed(position, meld, samples, seed)) is not None]
    worth = keeps.expects.points if keeps.expects else 0.0
    better = [c for c in claims if c.expects is not None and c.expects.points > worth]
    return Advice(position.rules, position, here, tuple(sorted(better, key=_rank)), keeps=keeps)


def _claims(position: Position) -> Iterator[Meld]:
    """Yield the pungs and chows that another player's discard may make."""
    held, melds = position.held, position.rules.played_with.melds
    for kind, _ in position.drawn:
        tile = TILES[kind]
        if MeldType.PUNG in melds and held.count(kind) >= 2:
            yield Meld(MeldType.PUNG, (tile,) * 3, Side.ACROSS, tile)
        if MeldType.CHOW in melds and kind < 27:
            for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
                run = (low, low + 1, low + 2)
                if all(k == kind or held.count(k) for k in run):
                    yield Meld(MeldType.CHOW, tuple(TILES[k] for k in run), Side.LEFT, tile)


def _claimed(position: Position, meld: Meld, samples: int, seed: int) -> Choice | None:
    """Return the best discard after a claim, if the claim brings the hand nearer."""
    rest = list(position.hand.concealed)
    own = [t.kind for t in meld.tiles]
    own.remove(meld.tiles[0].kind if meld.claimed is None else meld.claimed.kind)
    for kind in own:
        rest.remove(next(t for t in rest if t.kind == kind))
    hand = replace(position.hand, concealed=tuple(rest), melds=(*position.hand.melds, meld))
    after = Position(position.rules, hand, position.unseen, position.turns)
    plain = Search(after, ANY_WIN)
    if plain.distance(after.held) >= position.distance(position.held):
        return None
    found: list[Choice] = []
    for search in _worth_searching(after, plain)[:2]:
        for left in search.throws(after.held)[:1]:
            kind = next(k for k in after.held.kinds if after.held.plus(k, -1) == left)
            expects = _expected(search, left, samples, seed)
            found.append(_choice(search, left, expects, discard=_thrown(after, kind), meld=meld))
    return min(found, key=_rank) if found else None
