"""Compare the expectations of the advice with a long simulation of its model, which uses no fitted curves.

Hands one step from waiting and nearer are searched exactly, hands further away are sampled as in an answer;
both are played out tile by tile, some thousand times, with a seed. ``models/results/expectations.json`` keeps
each hand with both figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import sqrt
from random import Random

from bench.advise import hands
from paiyan.models.pages import figures as pages
from paiyan.scorer.advice.discards import EXACT, effort_for, expected
from paiyan.scorer.advice.position import Position, unseen_tiles
from paiyan.scorer.advice.search import Search, errors_apart, mean_with_error
from paiyan.scorer.advice.ways import Held
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import notation

RULES = ("riichi", "guobiao", "hongkong", "sichuan", "taiwan", "hangzhou")
_TURNS = 18


@dataclass(frozen=True)
class Compared:
    """One hand: the expectations of the advice after its discard, and the results, with both errors."""

    rules: str
    hand: str
    turns: int
    distance: int
    exact: bool
    win: float
    win_error: float
    points: float
    points_error: float
    plays: int
    won: float
    won_error: float
    gained: float
    gained_error: float

    @property
    def off(self) -> tuple[float, float]:
        """The difference of the chances to win and of the points, in standard errors."""
        win = errors_apart((self.win, self.win_error), (self.won, self.won_error))
        return win, errors_apart((self.points, self.points_error), (self.gained, self.gained_error))


def played(search: Search, held: Held, random: Random) -> tuple[float, bool]:
    """Return the points of one deal, and if it was won: three discards, then a draw, turn by turn.

    Up to one step from waiting the best discard is made, further away the one that most tiles help.
    """
    position = search.position
    for left in range(position.turns, -1, -1):
        for _ in range(3):
            points = _on_discard(search, held, _any_tile(position, random))
            if points is not None:
                return points, True
        if not left:
            break
        if random.random() < position.ends[left - 1]:
            return -position.cost, False
        kind = _drawn(search, held, random)
        after = None if kind is None else position.draw(held, kind)
        if kind is None or after is None or search.distance(after) >= search.distance(held):
            continue
        if search.distance(after) < 0:
            gained = position.win(held, kind)[0]
            if gained is not None:
                return gained, True
            continue
        throws = search.throws(after)
        near = search.distance(throws[0]) <= EXACT
        held = max(throws, key=lambda h: search.value(h)[1][left - 1]) if near else throws[0]
    return 0.0, False


def _any_tile(position: Position, random: Random) -> int:
    kinds, chances = zip(*position.drawn, strict=True)
    return random.choices(kinds, chances)[0]


def _on_discard(search: Search, held: Held, kind: int) -> float | None:
    """Return the payment for a win on another player's discard; None if it does not win."""
    if search.distance(held) == 0 and search.distance(search.position.draw(held, kind)) < 0:
        return search.position.win(held, kind)[1]
    return None


def _drawn(search: Search, held: Held, random: Random) -> int | None:
    """Return the tile drawn; None for one that does not help a hand that does not wait yet."""
    if search.distance(held) == 0:
        return _any_tile(search.position, random)
    helpful = search.helpful(held)
    if random.random() >= min(1.0, search.improves * sum(p for _, p in helpful)):
        return None
    return random.choices([k for k, _ in helpful], [p for _, p in helpful])[0]


def simulated(search: Search, held: Held, plays: int, random: Random) -> tuple[float, float, float, float]:
    """Return the chance to win and the points of many deals, each with its standard error."""
    results = [played(search, held, random) for _ in range(plays)]
    won = sum(w for _, w in results) / plays
    likely = (won * plays + 1) / (plays + 2)  # so that a win in every play is not taken for certain
    return won, sqrt(likely * (1.0 - likely) / plays), *mean_with_error([p for p, _ in results])


def compared(rules: RuleSet, hand: Hand, turns: int, plays: int, random: Random) -> Compared | None:
    """Compare a hand with a tile to spare, after its first discard, with `plays` plays."""
    position = _position(rules, hand, turns)
    search = Search(position)
    throws = search.throws(position.held)
    if not throws or search.distance(throws[0]) < 0:
        return None
    left, away = throws[0], search.distance(throws[0])
    expects = expected(search, left, effort_for(position).samples, 0)
    if not expects.win:
        return None  # nothing to compare: no win of the nearest form may be declared
    fewer = plays if away <= EXACT else plays // 4  # hands further away take longer
    won, won_error, gained, gained_error = simulated(search, left, fewer, random)
    return Compared(
        rules.id,
        notation(position.tiles(left)),
        turns,
        away,
        expects.samples == 0,
        round(expects.win, 4),
        round(expects.win_error, 4),
        round(expects.points, 3),
        round(expects.points_error, 3),
        fewer,
        round(won, 4),
        round(won_error, 4),
        round(gained, 3),
        round(gained_error, 3),
    )


def _position(rules: RuleSet, hand: Hand, turns: int) -> Position:
    """Return the position of a hand with its winning tile as one to spare, and `turns` draws to come."""
    checked = check_hand(rules, hand)
    assert checked.win is not None
    whole = replace(checked, concealed=(*checked.concealed, checked.win.tile), win=None)
    return Position(rules, whole, unseen_tiles(rules, checked), turns, gone=_TURNS - turns)


def compare_hands(names: tuple[str, ...], each: int, plays: int, seed: int) -> Iterator[Compared]:
    """Yield `each` hands of each rule set, half of them one step from waiting or nearer."""
    for name in names:
        rules, random = rule_set(name).with_options({}), Random(f"{seed} {name}")
        wanted = {True: (each + 1) // 2, False: each // 2}  # by whether they are searched exactly
        for _ in range(60 * each):
            for hand in hands(rules, random):
                found = None
                if sum(wanted.values()) and _wanted(rules, hand, wanted):
                    found = compared(rules, hand, random.randrange(5, 15), plays, random)
                if found is not None and wanted[found.distance <= EXACT]:
                    wanted[found.distance <= EXACT] -= 1
                    yield found
            if not sum(wanted.values()):
                break


def _wanted(rules: RuleSet, hand: Hand, wanted: dict[bool, int]) -> bool:
    """Return True if a hand of its distance is still needed; at most three steps from waiting."""
    position = _position(rules, hand, 1)
    distance = position.distance(position.held)
    return 0 <= distance <= 3 and wanted[distance <= EXACT] > 0


def summary(rows: list[Compared]) -> Iterator[str]:
    """Yield how many of the hands are within two standard errors, and the largest differences."""
    for exact, name in ((True, "exact"), (False, "sampled")):
        some = [row.off for row in rows if row.exact is exact]
        if some:
            wins, points = (sum(off[at] <= 2 for off in some) for at in (0, 1))
            most = max(max(off) for off in some)
            yield (
                f"{name}: {len(some)} hands; within two standard errors {wins} chances to win and {points}"
                f" expected points; the largest difference is {most:.1f} of them"
            )


def keep(rows: list[Compared], seed: int) -> None:
    """Write the committed file."""
    lines = ",\n".join("  " + json.dumps(asdict(row), ensure_ascii=False) for row in rows)
    pages.EXPECTATIONS.write_text(f'{{\n "seed": {seed},\n "hands": [\n{lines}\n ]\n}}\n', "utf-8")
