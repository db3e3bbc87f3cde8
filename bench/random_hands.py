"""Deal random winning hands for the benches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import RED, TILES


def deal(random: Random, *, kinds: Sequence[int] = range(34), melds: int = 3) -> Hand:
    """Deal a winning hand: four sets and a pair of these kinds, with at most `melds` of the sets claimed."""
    while True:
        sets = [_set(random, kinds) for _ in range(4)]
        pair = (random.choice(kinds),) * 2
        if max(Counter(k for s in (*sets, pair) for k in s).values()) <= 4:
            break
    claimed = random.randint(0, melds)
    laid = tuple(_meld(s) for s in sets[:claimed])
    concealed = [k for s in (*sets[claimed:], pair) for k in s]
    won = concealed.pop(random.randrange(len(concealed)))
    seat = Seat(random.randrange(4))
    drawn = random.random() < 0.5
    win = Win(TILES[won], By.SELF_DRAW if drawn else By.DISCARD, None if drawn else seat.others[1])
    tiles = tuple(TILES[k] for k in sorted(concealed))
    return Hand(tiles, laid, win=win, seat=seat, round=Seat(random.randrange(2)))


def hand_json(hand: Hand) -> dict[str, Any]:
    """Return a hand in the form of a request, under the national rules."""
    assert hand.win
    win = {"tile": hand.win.tile.notation, "by": hand.win.by.value}
    melds = [{"type": m.type.value, "tiles": notation(m.tiles)} for m in hand.melds]
    fields = {"concealed": notation(hand.concealed), "melds": melds, "win": win, "seat": hand.seat.name}
    return {"rules": "guobiao", **fields}


def _set(random: Random, kinds: Sequence[int]) -> tuple[int, ...]:
    kind = random.choice(kinds)
    run = (kind, kind + 1, kind + 2)
    if kind < 27 and kind % 9 < 7 and set(run) <= set(kinds) and random.random() < 0.7:
        return run
    return (kind,) * 3


def _meld(kinds: tuple[int, ...]) -> Meld:
    type_ = MeldType.PUNG if kinds[0] == kinds[1] else MeldType.CHOW
    return Meld(type_, tuple(TILES[k] for k in kinds))


def declared(hands: Iterable[Hand]) -> list[Hand]:
    """Adapt hands to riichi: one five of each suit is red, and a hand that claims nothing has declared
    riichi, so that it has a yaku."""
    return [replace(with_reds(h), table={"riichi": "none" if h.melds else "riichi"}) for h in hands]


def with_reds(hand: Hand) -> Hand:
    """Make the first five of each suit red, melds before concealed tiles."""
    left = {4: TILES[RED], 13: TILES[RED + 1], 22: TILES[RED + 2]}
    melds = tuple(replace(m, tiles=tuple(left.pop(t.kind, t) for t in m.tiles)) for m in hand.melds)
    concealed = tuple(left.pop(t.kind, t) for t in hand.concealed)
    assert hand.win
    win = replace(hand.win, tile=left.pop(hand.win.tile.kind, hand.win.tile))
    return replace(hand, melds=melds, concealed=concealed, win=win)


def with_wilds(random: Random, wilds: int) -> Hand:
    """Deal a winning Tianjin hand with `wilds` wild tiles: 5p is turned, so 5p and 6p are wild."""
    five, six = 13, 14
    hand = deal(random, kinds=[k for k in range(34) if k not in (five, six)], melds=0)
    assert hand.win
    rest = random.sample(hand.concealed, 13 - wilds)
    jokers = [TILES[five]] * min(3, wilds) + [TILES[six]] * max(0, wilds - 3)
    win = Win(hand.win.tile, By.SELF_DRAW)
    return replace(hand, concealed=(*rest, *jokers), indicator=TILES[five], win=win)
