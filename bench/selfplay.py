"""Self-play of the adviser against players who only come nearer to a win.

``python -m bench.selfplay --rules riichi,guobiao --deals 200 --seed 1`` deals each wall twice: once with the
adviser on east and west, once on south and north, so that luck counts for both. Nobody claims a discard but
to win. Printed is what the adviser gains a deal and a player, with its 95% interval.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from paiyan.scorer.advice.advise import advise
from paiyan.scorer.advice.goals import ANY_WIN
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By, Flag, Win
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.settling.settlement import Settlement, settle_hand
from paiyan.scorer.tiles.tile import KINDS, TILES, Tile

Player = Callable[[RuleSet, Hand, Sequence[Tile], int], Tile]  # hand (won on what it drew), seen, turns


@dataclass(frozen=True)
class Result:
    """What the adviser gained in deals, by pairs of deals of one wall."""

    gains: tuple[float, ...]
    wins: int
    others: int

    @property
    def interval(self) -> tuple[float, float]:
        """The mean gain a deal and half of its 95% interval."""
        n = len(self.gains)
        mean = sum(self.gains) / n
        return mean, 1.96 * sqrt(sum((g - mean) ** 2 for g in self.gains) / max(n - 1, 1) / n)


def nearest(rules: RuleSet, hand: Hand, seen: Sequence[Tile], turns: int) -> Tile:
    """Throw what leaves the hand nearest to a win, with most tiles that help."""
    position = Position(rules, _whole(hand), unseen_tiles(rules, hand, seen), turns)
    search = Search(position, ANY_WIN)
    left = search.throws(position.held)[0]
    return TILES[next(k for k in position.held.kinds if position.held.plus(k, -1) == left)]


def advised(rules: RuleSet, hand: Hand, seen: Sequence[Tile], turns: int) -> Tile:
    """Throw what the advice puts first."""
    thrown = advise(rules, hand, seen=seen, turns=turns, samples=4).choices[0].discard
    assert thrown is not None
    return TILES[thrown.kind]


def _whole(hand: Hand) -> Hand:
    assert hand.win is not None
    return replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)


def play(rules: RuleSet, players: Sequence[Player], wall: list[int]) -> dict[Seat, int]:
    """Play one deal from a wall of kinds, the last tile first, and return what each seat gains."""
    size = rules.played_with.hand_size
    hands = {s: [TILES[wall.pop()] for _ in range(size)] for s in Seat}
    seen: list[Tile] = []
    seat = Seat.E
    while wall:
        drawn = TILES[wall.pop()]
        if paid := _paid(rules, hands[seat], seat, Win(drawn, By.SELF_DRAW)):
            return paid
        hand = Hand(tuple(hands[seat]), win=Win(drawn, By.SELF_DRAW), seat=seat)
        thrown = players[seat](rules, hand, tuple(seen), len(wall) // 4)
        hands[seat].append(drawn)
        hands[seat].remove(thrown)
        for step in (1, 2, 3):
            other = Seat((seat + step) % 4)
            if paid := _paid(rules, hands[other], other, Win(thrown, By.DISCARD, seat)):
                return paid
        seen.append(thrown)
        seat = Seat((seat + 1) % 4)
    return dict.fromkeys(Seat, 0)


def _paid(rules: RuleSet, tiles: Sequence[Tile], seat: Seat, win: Win) -> dict[Seat, int] | None:
    """Return what is paid if this is a win that may be declared; readiness is, where it may be."""
    flags = frozenset({Flag.DECLARED_READY}) if rules.won_by.declares else frozenset[Flag]()
    won = Win(win.tile, win.by, win.discarder, flags)
    settled = settle_hand(rules, Hand(tuple(tiles), win=won, seat=seat))
    return settled.balances if isinstance(settled, Settlement) and settled.unsettled is None else None


def compare(rules: RuleSet, deals: int, seed: int) -> Result:
    """Play pairs of deals of the same wall, with the seats changed over."""
    random = Random(seed)
    kinds = [k for k in sorted(rules.played_with.tiles.kinds) if k < KINDS]
    gains: list[float] = []
    wins = others = 0
    for _ in range(deals // 2):
        wall = [k for k in kinds for _ in range(4)]
        random.shuffle(wall)
        gained = 0.0
        for own in ((Seat.E, Seat.W), (Seat.S, Seat.N)):
            players = [advised if s in own else nearest for s in Seat]
            balances = play(rules, players, wall.copy())
            gained += sum(balances.get(s, 0) for s in own) / 4
            winner = max(Seat, key=lambda s: balances.get(s, 0))
            if balances.get(winner, 0) > 0:
                wins, others = wins + (winner in own), others + (winner not in own)
        gains.append(gained)
    return Result(tuple(gains), wins, others)


def main() -> None:
    """Print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="riichi,guobiao,hongkong,sichuan,taiwan")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.rules.split(","):
        began = time.monotonic()
        result = compare(rule_set(name).with_options({}), args.deals, args.seed)
        mean, half = result.interval
        print(
            f"{name}: {args.deals} deals, seed {args.seed}: {mean:+.2f} ± {half:.2f} points a deal; "
            f"wins {result.wins} to {result.others}; {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
