"""Self-play of the adviser against players who only come nearer to a win.

``python -m bench.selfplay --rules riichi,guobiao --deals 200 --seed 1`` deals each wall twice: once with the
adviser on east and west, once on south and north, so that luck counts for both. Nobody claims a discard but
to win, a deal ends with its first win, and a hand that may be declared ready is. Printed is what the adviser
gains a deal and a player, with its 95% interval.

``python -m bench.selfplay --pace --deals 200`` plays deals of four players who only come nearer, and writes
how soon a deal ends and what that costs: `scorer/advice/paces.py`, which the advice assumes. ``--calibrate``
holds the chances to win that the advice expects against what came of the hands; ``--write`` adds the gains of
a run to ``models/results/selfplay.json``.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from paiyan.scorer.advice.advise import advise
from paiyan.scorer.advice.held import Held
from paiyan.scorer.advice.paces import PACES, STEPS
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.search import Search
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.settling.settlement import Settlement, settle_hand
from paiyan.scorer.tiles.tile import KINDS, TILES, Tile

Measured = tuple[tuple[float, ...], float, float, int]  # a row of `PACES`
Player = Callable[[RuleSet, Hand, Sequence[Tile], int], Tile]  # hand (won on what it drew), seen, turns


RESULTS = Path(__file__).parents[1] / "models" / "results" / "selfplay.json"
WRITTEN = Path(__file__).parents[1] / "scorer" / "advice" / "paces.py"


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
    hand = check_hand(rules, hand)
    position = Position(rules, _whole(hand), unseen_tiles(rules, hand, seen), turns)
    search = Search(position)
    return _difference(position.held, search.throws(position.held)[0])


def _difference(held: Held, left: Held) -> Tile:
    return TILES[next(k for k in held.kinds if held.plus(k, -1) == left)]


def advised(rules: RuleSet, hand: Hand, seen: Sequence[Tile], turns: int) -> Tile:
    """Throw what the advice puts first."""
    thrown = advise(rules, hand, seen=seen, turns=turns).choices[0].discard
    assert thrown is not None
    return TILES[thrown.kind]


def _whole(hand: Hand) -> Hand:
    assert hand.win is not None
    return replace(hand, concealed=(*hand.concealed, hand.win.tile), win=None)


class Deal(NamedTuple):
    """What each seat gains, who won (nobody in a draw), and how many tiles each seat drew."""

    balances: dict[Seat, int]
    winner: Seat | None
    drawn: dict[Seat, int]


def play(rules: RuleSet, players: Sequence[Player], wall: list[int]) -> Deal:
    """Play one deal from a wall of kinds, the last tile first."""
    size = rules.played_with.hand_size
    hands = {s: [TILES[wall.pop()] for _ in range(size)] for s in Seat}
    seen: list[Tile] = []
    turns = dict.fromkeys(Seat, 0)
    seat = Seat.E
    while wall:
        drawn = TILES[wall.pop()]
        turns[seat] += 1
        if paid := _paid(rules, hands[seat], seat, Win(drawn, By.SELF_DRAW)):
            return Deal(paid, seat, turns)
        hand = Hand(tuple(hands[seat]), win=Win(drawn, By.SELF_DRAW), seat=seat)
        thrown = players[seat](rules, hand, tuple(seen), len(wall) // 4)
        hands[seat].append(drawn)
        hands[seat].remove(thrown)
        for step in (1, 2, 3):
            other = Seat((seat + step) % 4)
            if paid := _paid(rules, hands[other], other, Win(thrown, By.DISCARD, seat)):
                return Deal(paid, other, turns)
        seen.append(thrown)
        seat = Seat((seat + 1) % 4)
    return Deal(dict.fromkeys(Seat, 0), None, turns)


def _paid(rules: RuleSet, tiles: Sequence[Tile], seat: Seat, win: Win) -> dict[Seat, int] | None:
    """Return what is paid if this is a win that may be declared; readiness is, where it may be."""
    flags = frozenset({Flag.DECLARED_READY}) if rules.won_by.declares else frozenset[Flag]()
    won = Win(win.tile, win.by, win.discarder, flags)
    settled = settle_hand(rules, Hand(tuple(tiles), win=won, seat=seat))
    return settled.balances if isinstance(settled, Settlement) and settled.unsettled is None else None


def shuffled(rules: RuleSet, random: Random) -> list[int]:
    """Return a wall of the rule set's tiles without its flowers."""
    kinds = [k for k in sorted(rules.played_with.tiles.kinds) if k < KINDS]
    wall = [k for k in kinds for _ in range(4)]
    random.shuffle(wall)
    return wall


def pace(rules: RuleSet, deals: int, seed: int) -> Measured:
    """Return the chance that others end the deal in one turn, by turns gone, and what such an end costs.

    Counted over the four players of deals in which all of them only come nearer to a win: of the turns in
    which a player did not win, those in which another did.
    """
    random, turns, ended = Random(seed), [0] * len(STEPS), [0] * len(STEPS)
    costs, won = list[int](), 0
    for _ in range(deals):
        deal = play(rules, [nearest] * 4, shuffled(rules, random))
        for seat in Seat:
            last = deal.drawn[seat]
            for turn in range(last):
                step = max(i for i, first in enumerate(STEPS) if turn >= first)
                lost = turn == last - 1 and deal.winner not in (None, seat)
                turns[step] += not (turn == last - 1 and deal.winner is seat)
                ended[step] += lost
        if deal.winner is not None:
            won += 1
            costs += [-deal.balances.get(s, 0) for s in Seat if s is not deal.winner]
    # One end and one turn more, so that a step of which no deal tells is not taken for safe.
    ends = tuple(round((e + 0.5) / (t + 1), 4) for e, t in zip(ended, turns, strict=True))
    cost = round(sum(costs) / max(len(costs), 1), 2)
    return ends, cost, round(won / deals, 3), deals


def paces(known: Mapping[str, Measured]) -> str:
    """Return the module that holds what was measured."""
    rows = [f'    "{name}": {known[name]},' for name in IDS if name in known]
    return "\n".join(
        (
            '"""The paces of rule sets: written by ``python -m bench.selfplay --pace``, which tells how."""',
            "",
            "from __future__ import annotations",
            "",
            f"STEPS = {STEPS}  # turns gone at which another chance begins",
            "PACES: dict[str, tuple[tuple[float, ...], float, float, int]] = {",
            *rows,
            "}",
            '"""Chances by turns gone, the cost of such an end, the share of deals won, deals played."""',
            "",
        )
    )


def calibration(rules: RuleSet, deals: int, seed: int) -> Iterator[str]:
    """Yield by distance how often players who come nearer were expected to win, and did.

    The chances are those that the advice gives for their own discards, three of ten of which are looked at.
    """
    random, rows = Random(seed), dict[int, list[tuple[float, bool]]]()
    whole = (rules.played_with.tiles.size - 4 * rules.played_with.hand_size) // 4
    predicted: list[tuple[Seat, int, float]] = []

    def player(rules: RuleSet, hand: Hand, seen: Sequence[Tile], turns: int) -> Tile:
        checked = check_hand(rules, hand)
        unseen = unseen_tiles(rules, checked, seen)
        search = Search(Position(rules, _whole(checked), unseen, turns, max(0, whole - turns)))
        left = search.throws(search.position.held)[0]
        if random.random() < 0.3:
            away = search.distance(left)
            expects = search.exact(left) if away <= 1 else search.sampled(left, 6)
            predicted.append((hand.seat, away, expects.win))
        return _difference(search.position.held, left)

    for _ in range(deals):
        predicted.clear()
        deal = play(rules, [player] * 4, shuffled(rules, random))
        for seat, away, win in predicted:
            rows.setdefault(away, []).append((win, deal.winner is seat))
    for away, row in sorted(rows.items()):
        n, played = len(row), sum(won for _, won in row) / len(row)
        error = sqrt(played * (1 - played) / n)
        expected = sum(win for win, _ in row) / n
        yield f"distance {away}: expected {expected:.3f}, played {played:.3f} ± {error:.3f} ({n} hands)"


def compare(rules: RuleSet, deals: int, seed: int) -> Result:
    """Play pairs of deals of the same wall, with the seats changed over."""
    random = Random(seed)
    gains: list[float] = []
    wins = others = 0
    for _ in range(deals // 2):
        wall = shuffled(rules, random)
        gained = 0.0
        for own in ((Seat.E, Seat.W), (Seat.S, Seat.N)):
            players = [advised if s in own else nearest for s in Seat]
            deal = play(rules, players, wall.copy())
            gained += sum(deal.balances.get(s, 0) for s in own) / 4
            if deal.winner is not None:
                wins, others = wins + (deal.winner in own), others + (deal.winner not in own)
        gains.append(gained)
    return Result(tuple(gains), wins, others)


def main() -> None:
    """Print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="riichi,guobiao,hongkong,sichuan,taiwan")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"add the gains to {RESULTS.name}")
    parser.add_argument("--calibrate", action="store_true", help="hold predicted wins against those played")
    parser.add_argument("--pace", action="store_true", help="measure how soon deals end, for the advice")
    args = parser.parse_args()
    names = IDS if args.rules == "all" else args.rules.split(",")
    if args.pace:
        known = dict(PACES)
        for name in names:
            known[name] = pace(rule_set(name).with_options({}), args.deals, args.seed)
            print(name, known[name], flush=True)
            WRITTEN.write_text(paces(known), "utf-8")
        return
    if args.calibrate:
        for name in names:
            for line in calibration(rule_set(name).with_options({}), args.deals, args.seed):
                print(f"{name}: {line}", flush=True)
        return
    for name in names:
        began = time.monotonic()
        result = compare(rule_set(name).with_options({}), args.deals, args.seed)
        mean, half = result.interval
        print(
            f"{name}: {args.deals} deals, seed {args.seed}: {mean:+.2f} ± {half:.2f} points a deal; "
            f"wins {result.wins} to {result.others}; {time.monotonic() - began:.0f} s",
            flush=True,
        )
        if args.write:
            keep(name, result, args.seed)


def keep(name: str, result: Result, seed: int) -> None:
    """Add a result to those of other seeds in the committed file. Raises `ValueError` for a seed twice."""
    known: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    row = known.setdefault(name, {"seeds": [], "wins": 0, "others": 0, "gains": []})
    if seed in row["seeds"]:
        raise ValueError(f"{name} was played with seed {seed} already")
    row["seeds"].append(seed)
    row["wins"] += result.wins
    row["others"] += result.others
    row["gains"] += [round(gain, 3) for gain in result.gains]
    lines = ",\n".join(f' "{one}": {json.dumps(known[one])}' for one in sorted(known))
    RESULTS.write_text("{\n" + lines + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
