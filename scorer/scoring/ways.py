"""Arrange a won hand, and find what it waited for before its last tile came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from paiyan.scorer.arranging.arrangements import Arrangement, arrangements
from paiyan.scorer.arranging.awaited_kinds import winning_kinds
from paiyan.scorer.arranging.suits import by_suit, one_more
from paiyan.scorer.arranging.wild import hands as wild_hands
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import KINDS, TILES

Search = Callable[..., Iterable[Arrangement]]  # `wild_hands.arrangements`, or fewer of them


class Awaited:
    """The waits of a hand, computed on first use and shared by all its arrangements and winning tiles."""

    def __init__(self, rules: RuleSet, hand: Hand) -> None:
        self._rules = rules
        self._hand = hand
        self.melds = tuple([m.block for m in hand.melds])
        self.before = by_suit(hand.concealed)
        self._natural: tuple[int, ...] | None = None
        self._kinds: tuple[int, ...] | None = None
        self._winning: tuple[int, ...] | None = None

    def by_nature(self) -> tuple[int, ...]:
        """Return the kinds that complete it by its shape, each tile being what it shows."""
        if self._natural is None:
            melds = len(self.melds)
            self._natural = winning_kinds(self.before, self._rules.won_by.forms, melds=melds)
        return self._natural

    def by_shape(self) -> tuple[int, ...]:
        """Return the kinds that complete it by its shape, wild ones among them."""
        if self._kinds is None:
            wild = self._rules.played_with.wild
            if wild and (wild.imagined_kind or wild.kinds(self._hand)):
                self._kinds = wild_hands.winning_kinds(wild, self._hand, self._rules.won_by.forms)
            else:
                self._kinds = self.by_nature()
        return self._kinds

    def wins_on(self) -> tuple[int, ...]:
        """Return the kinds with which it could have won."""
        if self._winning is None:
            self._winning = self._find_winning()
        return self._winning

    def _find_winning(self) -> tuple[int, ...]:
        rules, hand = self._rules, self._hand
        held = Counter(t.kind for t in (*hand.concealed, *(t for m in hand.melds for t in m.tiles)))
        wins = ((k, hand.won_on(Win(TILES[k], By.SELF_DRAW))) for k in self.by_shape())
        return tuple(
            k
            for k, h in wins
            if held[k] < 4
            and rules.played_with.has(k)
            and missing(rules, h) is None
            and next(ways_to_see(rules, h, cast(Win, h.win)), None) is not None
        )


def ways_to_see(rules: RuleSet, hand: Hand, win: Win) -> Iterator[Arranged]:
    """Yield every arrangement of the won hand that meets the rule set's conditions of a win."""
    for arranged in every_way(rules, hand, win, Awaited(rules, hand)):
        if not_shown(rules, arranged) is None:
            yield arranged


def every_way(rules: RuleSet, hand: Hand, win: Win, awaited: Awaited) -> Iterable[Arranged]:
    """Return every arrangement of the won hand, without conditions."""
    wild = rules.played_with.wild
    if wild and not hand.on_flower and wild.plays(hand, win.tile):
        return _wild_ways(wild, hand, win, rules.won_by.forms, awaited, wild_hands.arrangements)
    return ways_to_count(rules, hand, win, awaited)


def ways_to_count(rules: RuleSet, hand: Hand, win: Win, awaited: Awaited) -> Iterable[Arranged]:
    """Return arrangements as `every_way` does, but only one of those that no fan tells apart."""
    melds = awaited.melds
    if hand.on_flower:
        usual = [t.kind for t in hand.concealed if t.kind < KINDS]  # wild ones beyond them show nothing
        tiles = tuple([Block(Shape.SINGLE, k) for k in usual])
        return (Arranged(Arrangement(Form.NONE, melds + tiles, -1), hand, win, tuple),)
    wild, forms = rules.played_with.wild, rules.won_by.forms
    if wild and wild.plays(hand, win.tile):
        return _wild_ways(wild, hand, win, forms, awaited, wild_hands.telling)
    won = win.tile.kind
    whole = one_more(awaited.before, win.tile)
    natural = arrangements(whole, forms, melds=melds, won=won, self_drawn=win.self_drawn)
    return [Arranged(a, hand, win, awaited.by_nature, awaited.wins_on) for a in natural]


def _wild_ways(
    wild: Wild, hand: Hand, win: Win, forms: tuple[Form, ...], awaited: Awaited, search: Search
) -> Iterator[Arranged]:
    melds, drawn, kinds = awaited.melds, win.self_drawn, wild.kinds(hand)
    for held in wild.held(hand, win.tile):
        for a in search(held, forms, melds=melds, self_drawn=drawn, rule=wild, kinds=kinds):
            yield Arranged(a, hand, win, awaited.by_shape, awaited.wins_on)


def missing(rules: RuleSet, hand: Hand) -> Words | None:
    """Return the message of the first condition of a win that this hand does not meet."""
    for condition in rules.won_by.required:
        if not condition.holds(hand):
            return condition.words
    return None


def not_shown(rules: RuleSet, arranged: Arranged) -> Words | None:
    """Return the message of the first condition on the blocks of a win that these do not meet."""
    for shown in rules.won_by.visible_requirement:
        if not shown.holds(arranged):
            return shown.words
    return None
