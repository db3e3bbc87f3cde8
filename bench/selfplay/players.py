"""Players: one that only comes nearer to a win, and those that follow the advice."""

from __future__ import annotations

from dataclasses import replace

from paiyan.scorer.advice.advise import advise
from paiyan.scorer.advice.discards import EXACT, Effort, weighed
from paiyan.scorer.advice.held import Held
from paiyan.scorer.advice.others import Others
from paiyan.scorer.advice.position import Paying, Position, unseen_tiles
from paiyan.scorer.advice.safety import Table
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.tile import TILES, Tile


def search_of(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Search:
    """Return the search for the nearest win of a hand, its drawn tile among the others."""
    hand = check_hand(rules, hand)
    assert hand.win is not None
    whole = replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)
    return Search(Position(rules, whole, unseen_tiles(rules, hand, table.lying()), turns))


def difference(held: Held, left: Held) -> Tile:
    """Return the tile that was thrown."""
    return TILES[next(k for k in held.kinds if held.plus(k, -1) == left)]


def nearest(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
    """Throw what leaves the hand nearest to a win, with most tiles that help."""
    search = search_of(rules, hand, table, turns)
    held = search.position.held
    return difference(held, search.throws(held)[0])


def advised(rules: RuleSet, hand: Hand, table: Others, turns: int) -> Tile:
    """Throw what the advice puts first."""
    thrown = advise(rules, hand, others=table, turns=turns).choices[0].discard
    assert thrown is not None
    return TILES[thrown.kind]


class Quick:
    """Throws what the advice puts first with little effort: about 5 ms in place of 50.

    It weighs discards as the advice does, but aims at no goal besides the nearest win, and of hands two steps
    and more from waiting it follows the likeliest way. While nobody declared riichi these only come nearer.
    """

    EFFORT = Effort(goals=1, discards=3, samples=0)

    def __init__(self) -> None:
        self._paying: Paying = {}  # wins of one deal and seat are priced once

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
