"""Hands with wild tiles, drawn for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS, TILES

Answer = Score | NotAWin


def whole(
    rng: Random, *, form: Form = Form.STANDARD, sets: int = 4, pool: Sequence[int] = range(KINDS)
) -> list[int]:
    """The kinds of a complete hand that begins its blocks with these, in any order."""
    while True:
        kinds = [rng.choice(pool)] * 2
        for _ in range(6 if form is Form.SEVEN_PAIRS else sets):
            low = rng.choice(pool)
            if form is Form.SEVEN_PAIRS:
                kinds += [low] * 2
            else:
                run = low < 27 and low % 9 < 7 and rng.random() < 0.6
                kinds += [low, low + 1, low + 2] if run else [low] * 3
        if max(map(kinds.count, kinds)) <= 4:
            rng.shuffle(kinds)
            return kinds


def waiting(rng: Random, rules: RuleSet, *, pool: Sequence[int] = range(KINDS)) -> Hand:
    """A hand of one tile fewer than wins, up to all its wild tiles among them; it may wait for nothing."""
    assert rules.played_with.wild
    size, fixed = rules.played_with.hand_size, bool(rules.played_with.wild.kinds(Hand(())))
    while True:
        turned = rng.randrange(KINDS)
        empty = Hand(()) if fixed else Hand((), indicator=TILES[turned])
        wilds = sorted(rules.played_with.wild.kinds(empty))
        all_wild = [k for k in wilds for _ in range(3 if k == turned and not fixed else 4)]
        some = rng.sample(all_wild, rng.randint(1, len(all_wild)))
        kinds = [k for k in whole(rng, sets=size // 3, pool=pool) if k not in wilds][
            : size - len(some)
        ] + some
        if len(kinds) == size and (fixed or kinds.count(turned) < 4):
            return Hand(tuple([TILES[k] for k in kinds]), indicator=empty.indicator)


def won_by_both(
    rng: Random, hand: Hand, chosen: RuleSet, other: RuleSet, *, tiles: int = 4
) -> Iterator[tuple[Hand, Answer, Answer]]:
    """A hand won by some of the tiles, as either rule set has it; not by one of which all four are held."""
    for tile in rng.sample(TILES[:KINDS], tiles):
        won = hand.won_on(Win(tile, By.SELF_DRAW))
        with suppress(HandError):
            yield won, score(chosen, won), score(other, won)
