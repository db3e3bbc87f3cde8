"""The north-eastern family 东北麻将: what a win must hold, and its fans.

Shared by the rule sets of Jilin, Heilongjiang, Liaoning and eastern Inner Mongolia; each names what it takes.
"""

from __future__ import annotations

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import waits
from paiyan.scorer.fans.fan import Find
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.kind_sets import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, ORPHANS, mask_of
from paiyan.scorer.tiles.unusual_sets import CHICK, group_of

TEXT = texts("northeast/shared")

SUITS = (CHARACTERS, CIRCLES, BAMBOO)


# --- what a win must hold


def _faces(meld: Meld) -> int:
    """The kinds of a meld, without a one of bamboo that stands in for another 幺鸡代牌."""
    own = mask_of(t.kind for t in meld.tiles)
    group = group_of([t.kind for t in meld.tiles]) if meld.type is MeldType.MIXED_KONG else None
    return own & group.kinds if group and own >> CHICK & 1 else own


def faces(hand: Hand) -> int:
    """The kinds of the hand, its winning tile among them, as bits."""
    loose = [*hand.concealed, *([hand.win.tile] if hand.win else [])]
    found = mask_of(t.kind for t in loose)
    for meld in hand.melds:
        found |= _faces(meld)
    return found


def suits_of(hand: Hand) -> int:
    """How many suits it holds."""
    return sum(bool(faces(hand) & suit) for suit in SUITS)


def is_open(hand: Hand) -> bool:
    """开门: it took a tile from another player, or laid a kong of unequal tiles."""
    return any(m.type is not MeldType.CONCEALED_KONG for m in hand.melds)


def _three_suits(hand: Hand) -> bool:
    return suits_of(hand) == 3


def _has_terminal(hand: Hand) -> bool:
    return bool(faces(hand) & ORPHANS)


def _one_of_each(hand: Hand) -> bool:
    groups = [group_of(m.block.tiles) for m in hand.melds if m.type is MeldType.MIXED_KONG]
    return len(set(groups)) == len(groups)


def _has_triplet(a: Arranged) -> bool:
    """A triplet or a kong of any sort, or dragons for the pair; pairs alone need none."""
    kongs_too = a.triplets or any(b.shape == Shape.MIXED for b in a.blocks)
    return bool(kongs_too) or a.form is not Form.STANDARD or bool(DRAGONS >> a.pairs[0][1] & 1)


THREE_SUITS = TEXT.condition("three_suits", _three_suits)
TERMINALS = TEXT.condition("has_terminal", _has_terminal)
ONE_OF_EACH = TEXT.condition("one_of_each", _one_of_each)
OPENED = TEXT.condition("is_open", is_open)
TRIPLET = TEXT.shown("has_triplet", _has_triplet)


# --- fans


def _pinched(a: Arranged) -> tuple[int, ...]:
    """The middle of a run, its end at an end of the suit, the pair; or the one tile the hand waited for."""
    if a.form is not Form.STANDARD:
        return ()
    only = (1 << a.won_at,) if a.won and len(a.wins_on) == 1 else ()
    return waits.on_middle(a) or waits.on_edge(a) or waits.on_pair(a) or only


def _standing(a: Arranged) -> tuple[int, ...]:
    return () if is_open(a.hand) or a.form is not Form.STANDARD else (a.all,)


def _luxury(a: Arranged) -> tuple[int, ...]:
    pairs = a.form is Form.SEVEN_PAIRS and a.counts[a.kind] == 4
    return (a.all,) if pairs else ()


PINCHED = TEXT.fan("pinched_wait", _pinched)
STANDING = TEXT.fan("standing_win", _standing)
LUXURY_PAIRS = TEXT.fan("luxury_pairs_won", _luxury)


def field_is(field: str, value: str) -> Find:
    """The field of the table has this value."""
    return lambda a: (0,) if a.hand.table[field] == value else ()
