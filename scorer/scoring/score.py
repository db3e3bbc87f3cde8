"""Score hands: the best way to count a won hand, and what a waiting hand waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from paiyan.scorer.arranging.arrangements import Counts, counted
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.caching import Remembered
from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted, Match, Value, summed
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.open_tiles import unseen
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.ways import Awaited, missing, not_shown, ways_to_count
from paiyan.scorer.tiles.tile import FACES, FLOWER, KINDS, TILES, Tile

_NO_FLOWERS = Words("花牌不足以和牌", "these flowers do not win by themselves", "花牌では和了できません")
_NOT_DISCARDED = Words("花牌不会打出", "nobody discards a flower", "花牌は捨てられません")
_NO_SHAPE = Words("牌型不成和", "the tiles do not make a winning hand", "和了形になっていません")

Ways = Callable[[], Iterable[Arranged]]  # returns the arrangements of a hand, from the first on


class _Way:
    """An arrangement of a hand, the fans that count in it, their worth, and what counts for the minimum."""

    def __init__(self, arranged: Arranged, counted: Counted, value: Value, inside: int) -> None:
        self.arranged = arranged
        self.counted = counted
        self.value = value
        self.inside = inside


def score(rules: RuleSet, hand: Hand) -> Score | NotAWin:
    """Score a hand under these rules, counted the way that is worth most.

    Raises `HandError` if the rule set's tiles cannot make the hand, or if it has no win.
    """
    return score_checked(rules, check_hand(rules, hand))


def score_checked(rules: RuleSet, hand: Hand) -> Score | NotAWin:
    """Score a checked hand as `score` does. Raises `HandError` if it has no win."""
    if hand.win is None:
        raise HandError(refusal.NO_WINNING_TILE)
    return _score(rules, hand, partial(ways_to_count, rules, hand, hand.win, Awaited(rules, hand)))


class Completed:
    """A waiting hand with the tile that completes it, drawn or discarded.

    Its arrangements are searched once, and no reason is worked out for hands that do not win.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._drawn: list[Arranged] = []
        self._of: Win | None = None

    def score(self, hand: Hand) -> Score | None:
        """Return the score of a checked hand that won on that tile; None if it may not be declared."""
        rules, win = self._rules, hand.win
        if win is None:
            raise HandError(refusal.NO_WINNING_TILE)
        if rules.won_by.required and not hand.on_flower and missing(rules, hand):
            return None
        if hand.on_flower and not _wins_by_flowers(rules, lambda: self._ways(hand, win)):
            return None
        least = rules.won_by.minimum_for(rules, hand)
        best = _best(rules, self._ways(hand, win), least)
        if best is None or best.inside < least:
            return None
        return Score(rules, hand, best.arranged.arrangement, best.counted, best.value, None)

    def _ways(self, hand: Hand, win: Win) -> list[Arranged]:
        if self._of is None or (win.self_drawn and win is not self._of):
            self._of = win if win.self_drawn else Win(win.tile, By.SELF_DRAW)
            drawn = hand.won_on(self._of)
            self._drawn = [*ways_to_count(self._rules, drawn, self._of, Awaited(self._rules, drawn))]
        return self._drawn if win.self_drawn else [way.on_discard(hand, win) for way in self._drawn]


def _score(rules: RuleSet, hand: Hand, ways: Ways) -> Score | NotAWin:
    """Score a checked hand with a win, given its arrangements."""
    if rules.won_by.required and not hand.on_flower and (lacking := missing(rules, hand)):
        shaped = any(True for _ in ways())
        if shaped and not rules.won_by.allowed_kinds:
            return NotAWin(rules, hand, lacking, None)
        return _not_a_win(rules, hand, lacking if shaped else _NO_SHAPE)
    if hand.on_flower and not _wins_by_flowers(rules, ways):
        return NotAWin(rules, hand, _NO_FLOWERS, None)
    least = rules.won_by.minimum_for(rules, hand)
    best = _best(rules, ways(), least)
    if best is None:
        first = next(iter(ways()), None) if rules.won_by.visible_requirement else None
        if first and (lacking := not_shown(rules, first)):
            return NotAWin(rules, hand, lacking, None)
        return _not_a_win(rules, hand, _NO_SHAPE)
    short = None if best.inside >= least else _below(best.inside, least, rules)
    return Score(rules, hand, best.arranged.arrangement, best.counted, best.value, short)


def _wins_by_flowers(rules: RuleSet, ways: Ways) -> bool:
    """True if a flower makes a win by itself 花胡, which needs no form and has only one arrangement."""
    return any(m.priced.id in rules.won_by.instant for a in ways() for m in rules.counted_by.matches_in(a))


def _counted(rules: RuleSet, arranged: Arranged) -> list[_Way]:
    """Return every way to count this arrangement; none if it does not show what a win must show."""
    if rules.won_by.visible_requirement and not_shown(rules, arranged):
        return []
    counted_by, chosen = rules.counted_by, rules.agreed_on.selected
    matches = counted_by.matches_in(arranged)
    if arranged.hand.on_flower:  # no form is needed, so only what lies on no block counts
        matches = [m for m in matches if not m.blocks]
    ways: list[_Way] = []
    for way in counted_by.counting(matches):
        way = _or_fallback(rules, way, arranged)
        ways.append(_Way(arranged, way, counted_by.value(way, arranged, chosen), _inside(rules, way)))
    return ways


def _best(rules: RuleSet, arrangements: Iterable[Arranged], least: int) -> _Way | None:
    """Return the way that is worth most; of equal ones the one that is shown."""
    best: _Way | None = None
    rank = None
    for arranged in arrangements:
        for way in _counted(rules, arranged):
            if best is None:
                best = way
                continue
            rank = rank or _rank(best, least)  # most hands have only one way, which needs no rank
            own = _rank(way, least)
            if own > rank or (own == rank and _named_before(rules, way, best)):
                best, rank = way, own
    return best


def _rank(way: _Way, least: int) -> tuple[bool, int, int, int]:
    """Return the rank that decides between ways to count a hand."""
    return way.inside >= least, way.value.points, way.value.total, way.value.fu or 0


def _named_before(rules: RuleSet, first: _Way, other: _Way) -> bool:
    """True if, of two ways worth the same, the first is shown.

    Its fans have higher prices, or come first in the rule book's list, or more of its wild tiles are what
    they show.
    """
    way, than = first.counted, other.counted
    if way.sum != than.sum:
        return way.sum > than.sum
    at = rules.counted_by.places
    own_places, other_places = ([at.get(m.priced.id, -1) for m in w.matches] for w in (way, than))
    if own_places != other_places or rules.played_with.wild is None:
        return own_places < other_places
    kinds = rules.played_with.wild.kinds(first.arranged.hand)
    return _as_shown(first.arranged, kinds) > _as_shown(other.arranged, kinds)


def _as_shown(arranged: Arranged, kinds: frozenset[int]) -> int:
    """Count the tiles of the arrangement that have the face of a wild tile."""
    return sum([arranged.counts[k] for k in kinds if k < KINDS])


def _or_fallback(rules: RuleSet, way: Counted, arranged: Arranged) -> Counted:
    """Return what counts; if nothing counts for the minimum, with the fan of such a hand 无番和."""
    if rules.counted_by.fallback is None:
        return way
    outside = rules.won_by.outside_minimum
    for match in way.matches:
        if match.priced.id not in outside:
            return way
    return summed((Match(rules.counted_by.fallback, arranged.all), *way.matches), way.dropped)


def _inside(rules: RuleSet, way: Counted) -> int:
    """Return the fans that count for the minimum 起和."""
    inside, outside = way.sum, rules.won_by.outside_minimum
    for match in way.matches if outside else ():
        if match.priced.id in outside:
            inside -= match.priced.value
    return inside


def _below(worth: int, least: int, rules: RuleSet) -> Words:
    """Return why a win below the minimum may not be declared."""
    if not worth and rules.won_by.nothing:
        return rules.won_by.nothing
    return too_little(worth, least, rules.counted_by.unit)


def too_little(worth: int, least: int, unit: str) -> Words:
    """State that a win is worth less than is needed to declare it."""
    return _TOO_LITTLE[worth, least, unit]


def _too_little(minimum: tuple[int, int, str]) -> Words:
    worth, least, unit = minimum
    return Words(
        f"只有 {worth} 番，{least} 番起和",
        f"{worth} {unit} where at least {least} are needed to win",
        f"{worth} 翻しかなく、{least} 翻が必要です",
    )


_TOO_LITTLE: Final = Remembered(_too_little, most=1 << 10)


def _not_a_win(rules: RuleSet, hand: Hand, reason: Words) -> NotAWin:
    """Return why the hand does not win, with its distance, the last tile put back among the others."""
    won = hand.win.tile if hand.win else None
    size = len(hand.concealed) + (won is not None)
    if rules.played_with.wild and rules.played_with.wild.plays(hand, won):
        size += rules.played_with.wild.imagined_kind is not None
        ways = [h.all for h in rules.played_with.wild.held(hand, won)]
    else:
        ways = [counted([t.kind for t in hand.concealed] + ([won.kind] if won else []))]
    away = min(
        (n for counts in ways for n in _distances(rules, hand, counts, size - sum(counts))), default=None
    )
    waits = (
        t
        for k in Awaited(rules, hand).by_shape()
        if rules.played_with.has(k)
        for t in rules.played_with.faces(hand, k)
    )
    return NotAWin(rules, hand, reason, away, tuple(t for t in waits if _may_win(rules, hand, t)))


def _distances(rules: RuleSet, hand: Hand, counts: Counts, wilds: int) -> Iterator[int]:
    """Yield the shanten number of these tiles, for each choice of the kinds that a win is made of."""
    melds, sets = len(hand.melds), rules.played_with.hand_size // 3
    for mask in rules.won_by.allowed_kinds(hand) if rules.won_by.allowed_kinds else (ANY,):
        some = tuple(n if mask >> k & 1 else 0 for k, n in enumerate(counts)) if mask != ANY else counts
        yield distance(some, rules.won_by.forms, melds=melds, sets=sets, wilds=wilds)


def _may_win(rules: RuleSet, hand: Hand, tile: Tile) -> bool:
    """True if the hand would meet the conditions of every win with this tile as its last."""
    with_it = hand.won_on(Win(tile, By.SELF_DRAW))
    return missing(rules, with_it) is None


def waits(rules: RuleSet, hand: Hand) -> tuple[Wait, ...]:
    """Return the tiles that complete a waiting hand, each with its score by discard and by self-draw.

    Tiles of which the player holds all four are left out; one of which all lie open is there with none left.
    Raises `HandError` as `score` does.
    """
    if hand.win is not None:
        raise HandError(refusal.WAITS_FOR_NOTHING)
    hand = check_hand(rules, hand)
    held, left_of = [t.kind for t in hand.held], unseen(rules, hand)
    waiting: list[Wait] = []
    awaited = Awaited(rules, hand)
    for kind in awaited.by_shape():
        left = left_of[kind]
        if held.count(kind) >= rules.played_with.tiles.copies(kind) or not rules.played_with.has(kind):
            continue
        for face in rules.played_with.faces(hand, kind):
            if face.kind == kind:
                both = _by_both(rules, hand, TILES[kind], awaited)
            else:  # a flower for a tile of that kind
                left, whole = 1, replace(hand, stood=(*hand.stood, face))
                both = _by_both(rules, whole, TILES[kind], Awaited(rules, whole))
            if any(isinstance(s, Score) for s in both):
                waiting.append(Wait(face, left, *both))
    return (*waiting, *_flower_waits(rules, hand))


def _by_both(
    rules: RuleSet, hand: Hand, tile: Tile, awaited: Awaited
) -> tuple[Score | NotAWin, Score | NotAWin]:
    """Return the scores of a waiting hand with this tile, by discard and drawn, of the same arrangements."""
    win, discard = Win(tile, By.SELF_DRAW), Win(tile, By.DISCARD)
    drawn, taken = hand.won_on(win), hand.won_on(discard)
    ways = list(ways_to_count(rules, drawn, win, awaited))

    def on_discard() -> Iterator[Arranged]:
        for arranged in ways:
            yield arranged.on_discard(taken, discard)

    return _score(rules, taken, on_discard), _score(rules, drawn, lambda: ways)


def _flower_waits(rules: RuleSet, hand: Hand) -> Iterator[Wait]:
    """Return the flowers that win by themselves 花胡, drawn or, if allowed, robbed; nobody discards one."""
    if not rules.won_by.instant:
        return
    held = Counter(t.kind for t in hand.flowers)
    for kind in sorted(rules.played_with.tiles.flowers):
        left, tile = rules.played_with.tiles.copies(kind) - held[kind], FACES[kind]
        if kind < FLOWER or left <= 0 or tile in hand.wild:
            continue
        drawn, robbed = hand.won_on(Win(tile, By.SELF_DRAW)), hand.won_on(Win(tile, By.ROBBED_FLOWER))
        if not all(condition.holds(drawn) for condition in rules.won_by.valid_hand):
            continue
        by_draw = score_checked(rules, drawn)
        by_other = (
            score_checked(rules, robbed)
            if rules.won_by.robs_flowers
            else NotAWin(rules, robbed, _NOT_DISCARDED, None)
        )
        if isinstance(by_draw, Score):
            yield Wait(tile, left, by_other, by_draw)
