"""Hold the first discard of the advice against the largest number of helpful tiles 进张, by another library.

The library is ``mahjong`` (MIT), of which only the shanten number is used: it gives no discards. The rule
that makes discards of it is the one of every table of tile efficiency: lowest shanten, then most unseen
tiles that lower it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bench.advise import hands
from paiyan.scorer.advice.advise import advise
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.tile import KINDS


def efficient(hand: Hand) -> tuple[int, set[int]]:
    """Return the shanten number after the best discard, and the kinds that most tiles help once thrown."""
    from mahjong.shanten import Shanten  # not in the default install

    library = Shanten()
    assert hand.win is not None
    counts = [0] * KINDS
    for tile in (*hand.concealed, hand.win.tile):
        counts[tile.kind] += 1
    unseen = [4 - n for n in counts]
    found: dict[int, tuple[int, int]] = {}
    for kind in [k for k in range(KINDS) if counts[k]]:
        counts[kind] -= 1
        away, helps = library.calculate_shanten(counts), 0
        for more in [k for k in range(KINDS) if unseen[k]]:
            counts[more] += 1
            helps += unseen[more] * (library.calculate_shanten(counts) < away)
            counts[more] -= 1
        found[kind] = (away, -helps)
        counts[kind] += 1
    best = min(found.values())
    return best[0], {kind for kind, key in found.items() if key == best}


def agreement(walls: int, seed: int) -> Iterator[str]:
    """Yield by distance how often the first discard of the advice is one that most tiles help."""
    rules, random = rule_set("riichi").with_options({}), Random(seed)
    rows: dict[int, list[bool]] = {}
    for _ in range(walls):
        for hand in hands(rules, random):
            away, best = efficient(hand)
            thrown = advise(rules, hand).choices[0].discard
            rows.setdefault(away, []).append(thrown is not None and thrown.kind in best)
    for away, row in sorted(rows.items()):
        yield f"distance {away}: {sum(row)} of {len(row)} hands"
    every = [same for row in rows.values() for same in row]
    yield f"all: {sum(every)} of {len(every)} hands ({sum(every) / len(every):.0%})"
