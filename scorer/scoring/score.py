"""Scoring: the best way to count a won hand, and what a waiting hand waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import cast

from scorer.arranging import wild_tiles
from scorer.arranging.arrangements import Arrangement, Counts, arrangements, counted, one_less, winning_kinds
from scorer.arranging.shanten import distance
from scorer.arranging.wild_sets import ANY
from scorer.arranging.wild_tiles import Wild
from scorer.errors import HandError
from scorer.fans.arranged_hand import Arranged
from scorer.fans.counting import Counted, Match, found
from scorer.fans.value import Value
from scorer.hand.hand import Hand
from scorer.hand.win import By, Win
from scorer.messages import rules as refusal
from scorer.messages.languages import Words
from scorer.rules.checks import check_hand
from scorer.rules.rule_set import RuleSet
from scorer.scoring.results import NotAWin, Score, Wait
from scorer.tiles.blocks import Block, Shape
from scorer.tiles.forms import Form
from scorer.tiles.tile import FACES, FLOWER, KINDS, TILES, Tile

_Way = tuple[Arranged, Counted]  # how a hand is seen, and the fans that count in it
_Rank = tuple[bool, int, int, int]  # what decides between ways to count a hand
_NO_FLOWERS = Words("花牌不足以和牌", "these flowers do not win by themselves", "花牌では和了できません")
_NOT_DISCARDED = Words("花牌不会打出", "nobody discards a flower", "花牌は捨てられません")
_NO_SHAPE = Words("牌型不成和", "the tiles do not make a winning hand", "和了形になっていません")


def score(rules: RuleSet, hand: Hand) -> Score | NotAWin:
    """The hand under these rules, counted the way that is worth most.

    Raises `HandError` where the rule set's tiles cannot make the hand, or where nothing was won on.
    """
    if hand.win is None:
        raise HandError(refusal.NO_WINNING_TILE)
    hand = check_hand(rules, hand)
    return _score(rules, hand, cast(Win, hand.win))


def _score(rules: RuleSet, hand: Hand, win: Win) -> Score | NotAWin:
    best: tuple[_Rank, Arranged, Counted, Value] | None = None
    won_by, counted_by, chosen = rules.won_by, rules.counted_by, rules.agreed_on.chosen
    if won_by.must and not hand.on_flower and (missing := _missing(rules, hand)):
        shaped = next(_every_way(rules, hand, win), None) is not None
        if shaped and not won_by.within:
            return NotAWin(rules, hand, missing, None)
        return _not_a_win(rules, hand, missing if shaped else _NO_SHAPE)
    claimed = hand.claimed
    least = won_by.least(rules, hand)
    for arranged in ways_to_see(rules, hand, win):
        matches = found(counted_by.fans_with(arranged.facts, claimed=claimed), arranged)
        if hand.on_flower:  # no form is needed, so only what lies on no block counts
            if not any(m.priced.id in won_by.instant for m in matches):
                return NotAWin(rules, hand, _NO_FLOWERS, None)
            matches = [m for m in matches if not m.blocks]
        for way in counted_by.counting(matches):
            way = _or_fallback(rules, way, arranged)
            value = counted_by.value(way, arranged, chosen)
            rank = (_inside(rules, way) >= least, value.points, value.total, value.fu or 0)
            same = best is not None and rank == best[0]
            if best is None or rank > best[0] or (same and _named_before(rules, (arranged, way), best[1:3])):
                best = (rank, arranged, way, value)
    if best is None:
        shaped = next(_every_way(rules, hand, win), None) if won_by.must_show else None
        if shaped and (lacking := _not_shown(rules, shaped)):
            return NotAWin(rules, hand, lacking, None)
        return _not_a_win(rules, hand, _NO_SHAPE)
    (legal, *_), arranged, way, value = best
    short = None if legal else _below(least, rules, way)
    return Score(rules, hand, arranged.arrangement, way, value, short)


def _missing(rules: RuleSet, hand: Hand) -> Words | None:
    """What the rule set asks of every win and this hand does not hold."""
    return next((c.words for c in rules.won_by.must if not c.holds(hand)), None)


def _named_before(rules: RuleSet, one: _Way, other: _Way) -> bool:
    """Whether, of two ways worth the same, this one is named: its fans are of higher prices, or come first in
    the rule book's list, or more of its wild tiles are what they show."""
    (arranged, way), (beside, than) = one, other
    if way.sum != than.sum:
        return way.sum > than.sum
    at = rules.counted_by.places
    mine, theirs = ([at.get(m.priced.id, -1) for m in w.matches] for w in (way, than))
    if mine != theirs or rules.played_with.wild is None:
        return mine < theirs
    kinds = rules.played_with.wild.kinds(arranged.hand)
    return _as_shown(arranged, kinds) > _as_shown(beside, kinds)


def _as_shown(arranged: Arranged, kinds: frozenset[int]) -> int:
    """How many tiles of the arrangement have the face of a wild tile."""
    return sum(k in kinds for block in arranged.blocks for k in block.tiles) if kinds else 0


def ways_to_see(rules: RuleSet, hand: Hand, win: Win) -> Iterator[Arranged]:
    """Every arrangement of the won hand that shows what the rule set asks of a win."""
    ways = _every_way(rules, hand, win)
    return (a for a in ways if _not_shown(rules, a) is None) if rules.won_by.must_show else ways


def _not_shown(rules: RuleSet, arranged: Arranged) -> Words | None:
    """What the rule set asks of the blocks of a win, and these do not show."""
    return next((s.words for s in rules.won_by.must_show if not s.holds(arranged)), None)


def _every_way(rules: RuleSet, hand: Hand, win: Win) -> Iterator[Arranged]:
    melds = tuple([m.block for m in hand.melds])
    if rules.played_with.wild and rules.played_with.wild.plays(hand, win.tile):
        yield from _with_wilds(rules, rules.played_with.wild, hand, win)
        return
    if hand.on_flower:
        tiles = tuple(Block(Shape.SINGLE, t.kind) for t in hand.concealed)
        yield Arranged(Arrangement(Form.NONE, melds + tiles, -1), hand, win, tuple)
        return
    won = win.tile.kind
    whole = counted([*[t.kind for t in hand.concealed], won])
    for a in arrangements(whole, rules.won_by.forms, melds=melds, won=won, self_drawn=win.self_drawn):
        yield Arranged(
            a,
            hand,
            win,
            lambda: waiting(one_less(whole, won), rules.won_by.forms, melds=len(melds)),
            lambda: _wins_on(rules, hand),
        )


def _with_wilds(rules: RuleSet, rule: Wild, hand: Hand, win: Win) -> Iterator[Arranged]:
    melds = tuple(m.block for m in hand.melds)
    there = cache(lambda: _waiting(rules, hand))
    for held in rule.held(hand, win.tile):
        for a in wild_tiles.arrangements(
            held, rules.won_by.forms, melds=melds, self_drawn=win.self_drawn, rule=rule
        ):
            yield Arranged(a, hand, win, there, lambda: _wins_on(rules, hand))


def _waiting(rules: RuleSet, hand: Hand) -> tuple[int, ...]:
    """The kinds the hand waits for by its shape alone, wild ones among them."""
    if rules.played_with.wild and (rules.played_with.wild.thought or rules.played_with.wild.kinds(hand)):
        return wild_tiles.winning_kinds(rules.played_with.wild, hand, rules.won_by.forms)
    return waiting(counted([t.kind for t in hand.concealed]), rules.won_by.forms, melds=len(hand.melds))


def _wins_on(rules: RuleSet, hand: Hand) -> tuple[int, ...]:
    """The kinds with which the hand, before its last tile came, could have won."""
    held = Counter(t.kind for t in hand.held)
    held[cast(Win, hand.win).tile.kind] -= 1
    wins = ((k, hand.won_on(Win(TILES[k], By.SELF_DRAW))) for k in _waiting(rules, hand))
    return tuple(
        k
        for k, h in wins
        if held[k] < 4
        and rules.played_with.has(k)
        and _missing(rules, h) is None
        and next(ways_to_see(rules, h, cast(Win, h.win)), None) is not None
    )


@lru_cache(maxsize=1 << 12)
def waiting(before: Counts, forms: tuple[Form, ...], *, melds: int) -> tuple[int, ...]:
    """The kinds a hand waits for by its shape alone; a kind of which it holds all four is among them."""
    return winning_kinds(before, forms, melds=melds)


def _or_fallback(rules: RuleSet, way: Counted, arranged: Arranged) -> Counted:
    if rules.counted_by.fallback is None:
        return way
    outside = rules.won_by.outside_minimum
    for match in way.matches:
        if match.priced.id not in outside:
            return way
    return Counted((Match(rules.counted_by.fallback, arranged.all), *way.matches), way.dropped)


def _inside(rules: RuleSet, way: Counted) -> int:
    """The fans that count for the minimum 起和."""
    outside = rules.won_by.outside_minimum
    return sum([m.priced.value for m in way.matches if m.priced.id not in outside]) if outside else way.sum


def _below(least: int, rules: RuleSet, way: Counted) -> Words:
    """Why a win below the minimum may not be declared."""
    worth = _inside(rules, way)
    if not worth and rules.won_by.nothing:
        return rules.won_by.nothing
    return Words(
        f"只有 {worth} 番，{least} 番起和",
        f"{worth} {rules.counted_by.unit} where at least {least} are needed to win",
        f"{worth} 翻しかなく、{least} 翻が必要です",
    )


def _not_a_win(rules: RuleSet, hand: Hand, reason: Words) -> NotAWin:
    """How far the hand is from winning, its last tile put back among the others."""
    won = hand.win.tile if hand.win else None
    size = len(hand.concealed) + (won is not None)
    if rules.played_with.wild and rules.played_with.wild.plays(hand, won):
        size += rules.played_with.wild.thought is not None
        ways = [h.all for h in rules.played_with.wild.held(hand, won)]
    else:
        ways = [counted([t.kind for t in hand.concealed] + ([won.kind] if won else []))]
    away = min(
        (n for counts in ways for n in _distances(rules, hand, counts, size - sum(counts))), default=None
    )
    waits = (
        t for k in _waiting(rules, hand) if rules.played_with.has(k) for t in rules.played_with.faces(hand, k)
    )
    return NotAWin(rules, hand, reason, away, tuple(t for t in waits if _may_win(rules, hand, t)))


def _distances(rules: RuleSet, hand: Hand, counts: Counts, wilds: int) -> Iterator[int]:
    """How far these tiles are from winning, for each choice of the kinds that a win is made of."""
    melds, sets = len(hand.melds), rules.played_with.hand_size // 3
    for mask in rules.won_by.within(hand) if rules.won_by.within else (ANY,):
        some = tuple(n if mask >> k & 1 else 0 for k, n in enumerate(counts)) if mask != ANY else counts
        yield distance(some, rules.won_by.forms, melds=melds, sets=sets, wilds=wilds)


def _may_win(rules: RuleSet, hand: Hand, tile: Tile) -> bool:
    """Whether the hand would hold what the rule set asks of every win, with this tile as its last."""
    with_it = hand.won_on(Win(tile, By.SELF_DRAW))
    return _missing(rules, with_it) is None


def waits(rules: RuleSet, hand: Hand) -> tuple[Wait, ...]:
    """The tiles that complete a waiting hand, each with its score by discard and by self-draw.

    Tiles of which the player holds all four are left out. Raises `HandError` as `score` does.
    """
    if hand.win is not None:
        raise HandError(refusal.WAITS_FOR_NOTHING)
    hand = check_hand(rules, hand)
    gone = hand.held if hand.indicator is None else (*hand.held, hand.indicator)  # it lies turned
    held = Counter(t.kind for t in gone)
    found_: list[Wait] = []
    for kind in _waiting(rules, hand):
        left = (4 if kind < KINDS else 1) - held[kind]
        if left <= 0 or not rules.played_with.has(kind):
            continue
        for face in rules.played_with.faces(hand, kind):
            stands = face.kind != kind  # a flower for a tile of that kind
            whole = replace(hand, stood=(*hand.stood, face)) if stands else hand
            wins = (Win(TILES[kind], By.DISCARD), Win(TILES[kind], By.SELF_DRAW))
            both = [_score(rules, whole.won_on(win), win) for win in wins]
            if any(isinstance(s, Score) for s in both):
                found_.append(Wait(face, 1 if stands else left, *both))
    return (*found_, *_flower_waits(rules, hand))


def _flower_waits(rules: RuleSet, hand: Hand) -> Iterator[Wait]:
    """The flowers that win by themselves 花胡, drawn, or robbed where one may be; nobody discards one."""
    held = Counter(t.kind for t in hand.flowers)
    for kind in sorted(rules.played_with.tiles.flowers) if rules.won_by.instant else ():
        left, tile = rules.played_with.tiles.copies(kind) - held[kind], FACES[kind]
        if kind < FLOWER or left <= 0 or tile in hand.wild:
            continue
        drawn, robbed = Win(tile, By.SELF_DRAW), Win(tile, By.ROBBED_FLOWER)
        by_draw = _score(rules, hand.won_on(drawn), drawn)
        by_other = (
            _score(rules, hand.won_on(robbed), robbed)
            if rules.won_by.robs_flowers
            else NotAWin(rules, hand.won_on(robbed), _NOT_DISCARDED, None)
        )
        if isinstance(by_draw, Score):
            yield Wait(tile, left, by_other, by_draw)
