"""Random hands that win under the national rules, rich in patterns: few kinds, many melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from paiyan.scorer.arranging.arrangements import KNITTED_SETS
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.tile import FLOWER, ORPHAN_KINDS, TILES

Sets = list[tuple[int, ...]]
# Where the sets of a hand are taken from: everything, one suit, ends, honours, the middle, or few ranks.
POOLS: tuple[tuple[int, ...], ...] = (
    tuple(range(34)),
    *(tuple(range(9 * s, 9 * s + 9)) for s in range(3)),
    ORPHAN_KINDS,
    tuple(range(27, 34)),
    *(tuple(9 * s + r for s in range(3) for r in range(low, low + 4)) for low in range(6)),
    tuple(9 * s + r for s in range(3) for r in (0, 1, 2, 6, 7, 8)),
    (19, 20, 21, 23, 25, 32),
)


def random_win(random: Random) -> Hand:
    """A won hand; draws again until no tile is there five times."""
    while True:
        sets, rest, melds = random.choice((_standard, _standard, _standard, _special))(random)
        hand = _hand(random, sets, rest, melds)
        if hand is not None:
            return hand


def _standard(random: Random) -> tuple[Sets, Sets, int]:
    pool = random.choice(POOLS)
    sets = [_set(random, pool, random.choice((0.2, 0.5, 0.9))) for _ in range(4)]
    return sets, [(random.choice(pool),) * 2], random.choice((0, 0, 1, 2, 3, 4))


def _special(random: Random) -> tuple[Sets, Sets, int]:
    nine = sorted(random.choice(KNITTED_SETS))
    form = random.randrange(4)
    if form == 0:
        pool = random.choice(POOLS)
        if random.random() < 0.1:
            low = random.randrange(3) + 9 * random.randrange(3)
            return [], [(low + i,) * 2 for i in range(7)], 0
        return [], [(random.choice(pool),) * 2 for _ in range(7)], 0
    if form == 1:
        return [], [(*ORPHAN_KINDS, random.choice(ORPHAN_KINDS))], 0
    if form == 2:
        return [], [tuple(random.sample([*nine, *range(27, 34)], 14))], 0
    pool = random.choice(POOLS)
    return [_set(random, pool, 0.5)], [tuple(nine), (random.choice(pool),) * 2], random.randrange(2)


def _set(random: Random, pool: Sequence[int], runs: float) -> tuple[int, ...]:
    kind = random.choice(pool)
    if random.random() < runs and kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} <= set(pool):
        return (kind, kind + 1, kind + 2)
    return (kind,) * 3


def _hand(random: Random, sets: Sets, rest: Sets, melds: int) -> Hand | None:
    laid = [_meld(random, s) for s in sets[:melds]]
    inside = [k for s in (*sets[melds:], *rest) for k in s]
    kinds = Counter([*inside, *(t.kind for m in laid for t in m.tiles)])
    if max(kinds.values()) > 4:
        return None
    won = random.choice(inside)
    inside.remove(won)
    random.shuffle(inside)
    win = _win(random, won, alone=kinds[won] == 1, kong=any(len(m.tiles) == 4 for m in laid))
    return Hand(
        concealed=tuple(TILES[k] for k in inside),
        melds=tuple(laid),
        flowers=tuple(TILES[FLOWER + i] for i in range(random.choice((0, 0, 0, 2)))),
        win=win,
        seat=Seat(random.randrange(4)),
        round=Seat(random.randrange(4)),
    )


def _meld(random: Random, kinds: tuple[int, ...]) -> Meld:
    if kinds[0] != kinds[1]:
        return Meld(MeldType.CHOW, tuple(TILES[k] for k in kinds))
    kongs = (MeldType.KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG)
    type_ = random.choice((MeldType.PUNG, *kongs))
    return Meld(type_, (TILES[kinds[0]],) * (4 if type_ in kongs else 3))


def _win(random: Random, won: int, *, alone: bool, kong: bool) -> Win:
    by = random.choice((By.DISCARD, By.SELF_DRAW, By.SELF_DRAW, By.ROBBED_KONG))
    if by is By.ROBBED_KONG and not alone:
        by = By.DISCARD
    flags: set[Flag] = set()
    if by is not By.ROBBED_KONG and random.random() < 0.1:
        flags.add(Flag.LAST_TILE)
    if by is By.SELF_DRAW and kong and random.random() < 0.2:
        flags.add(Flag.KONG_REPLACEMENT)
    if alone and random.random() < 0.2:
        flags.add(Flag.LAST_OF_KIND)
    return Win(TILES[won], by, flags=frozenset(flags))
