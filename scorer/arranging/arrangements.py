"""Find every arrangement of a hand into blocks.

The three suits and the honours are split one by one and cached, since the same suit comes back in thousands
of hands; an arrangement is then a choice of one split for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Final, final

from paiyan.scorer.arranging.suits import RANK, Counts, Suits, as_bits, counts_of, kinds_of, of_counts
from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.tiles import unusual_sets
from paiyan.scorer.tiles.blocks import APART, FACES_OF, LOOSE, Block, Form, Shape
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS, RANK_BITS
from paiyan.scorer.tiles.unusual_sets import SET_FORMS

Part = tuple[tuple[Block, ...], int]  # blocks, and how many of them are pairs (0 or 1)

_STANDARD: Final = Form.STANDARD
_KNITTED_STRAIGHT: Final = Form.KNITTED_STRAIGHT
_THREE_WILDS: Final = Form.THREE_WILDS
_PAIRS: Final = tuple((Block(Shape.PAIR, k),) for k in range(KINDS))
_RUNS: Final = tuple((Block(Shape.RUN, k),) for k in range(KINDS))
_TRIPLETS: Final = tuple((Block(Shape.TRIPLET, k),) for k in range(KINDS))
_DONE: Final[tuple[Part, ...]] = (((), 0),)
TWO_RANKS: Final = 1 | 1 << RANK_BITS  # a tile of each
HONOURS: Final = 3  # the suit that has no runs
_KNITTED: Final = tuple(
    tuple(9 * suit + start for suit, start in enumerate(order)) for order in permutations((0, 1, 2))
)  # the six ways to lay 147, 258, 369 over three suits; each entry is three lowest kinds
KNITTED_SETS: Final = tuple(frozenset(k + 3 * i for k in lows for i in range(3)) for lows in _KNITTED)
_KNITTED_BITS: Final = tuple(as_bits(nine) for nine in KNITTED_SETS)


def counted(kinds: Sequence[int]) -> Counts:
    """Count the tiles of each of the 34 kinds."""
    counts = [0] * 34
    for k in kinds:
        counts[k] += 1
    return tuple(counts)


def _beginnings(n: int) -> tuple[tuple[int, int, int], ...]:
    """Return each choice of triplets, pairs and runs that may begin with `n` equal tiles."""
    return tuple(
        (triplet, pair, n - 3 * triplet - 2 * pair)
        for triplet in ((1, 0) if n >= 3 else (0,))
        for pair in ((0, 1) if n - 3 * triplet >= 2 else (0,))
    )


_BEGINNINGS: Final = Remembered(_beginnings, most=1 << 6)


def _split(suit: int, tiles: int) -> tuple[Part, ...]:
    """Return every way to split the tiles of a suit into sets and at most one pair, each once.

    Honours have no runs. The lowest tile is in a triplet, in the pair, or in runs: choosing how many of each,
    in that order, meets every way exactly once.
    """
    if not tiles:
        return _DONE
    at, rest = 0, tiles
    while not rest & RANK:
        at += 1
        rest >>= RANK_BITS
    held, after, kind = rest & RANK, rest >> RANK_BITS, 9 * suit + at
    follow = min(after & RANK, after >> RANK_BITS & RANK) if suit != HONOURS else 0  # runs that have room
    found: list[Part] = []
    for triplet, pair, runs in _BEGINNINGS[held]:
        if runs <= follow:
            left = after - runs * TWO_RANKS << RANK_BITS * (at + 1)
            head = _TRIPLETS[kind] * triplet + _PAIRS[kind] * pair + _RUNS[kind] * runs
            found += [(head + blocks, pair + p) for blocks, p in SPLITS[suit][left] if pair + p < 2]
    return tuple(found)


SPLITS: Final = tuple(Remembered(partial(_split, suit), most=1 << 15) for suit in range(4))
"""The cached `_split` of each suit, the honours last."""


def sets_and_pair(suits: Suits) -> list[tuple[Block, ...]]:
    """Return every way to split these tiles into sets and exactly one pair, each once."""
    if not (
        (characters := SPLITS[0][suits[0]])
        and (circles := SPLITS[1][suits[1]])
        and (bamboo := SPLITS[2][suits[2]])
        and (honours := SPLITS[3][suits[3]])
    ):
        return []
    # All ways of a suit have the same number of pairs, which follows from the number of its tiles.
    if characters[0][1] + circles[0][1] + bamboo[0][1] + honours[0][1] != 1:
        return []
    return [a + b + c + d for a, _ in characters for b, _ in circles for c, _ in bamboo for d, _ in honours]


def _seven_pairs(counts: Counts) -> Iterator[tuple[Block, ...]]:
    if 1 not in counts and sum(counts) == 14 and all(n % 2 == 0 for n in counts):
        yield tuple(Block(Shape.PAIR, k) for k, n in enumerate(counts) for _ in range(n // 2))


def _distinct_pairs(counts: Counts) -> Iterator[tuple[Block, ...]]:
    return _seven_pairs(counts) if 1 not in counts and max(counts) == 2 else iter(())


def _pairs_and_triplet(counts: Counts) -> Iterator[tuple[Block, ...]]:
    """Yield seven pairs and one triplet; four equal tiles are two pairs."""
    odd = [k for k, n in enumerate(counts) if n % 2]
    if sum(counts) == 17 and len(odd) == 1 and counts[odd[0]] == 3:
        pairs = tuple(
            Block(Shape.PAIR, k) for k, n in enumerate(counts) if k != odd[0] for _ in range(n // 2)
        )
        yield (Block(Shape.TRIPLET, odd[0]), *pairs)


def _eight_pairs(counts: Counts) -> Iterator[tuple[Block, ...]]:
    """Yield eight pairs and a single tile; four equal tiles are two pairs."""
    if sum(counts) == 17 and sum(n % 2 for n in counts) == 1:
        sizes = [(k, n - 2 * i) for k, n in enumerate(counts) for i in range((n + 1) // 2)]
        yield tuple(Block(Shape.PAIR if left > 1 else Shape.SINGLE, k) for k, left in sizes)


def _thirteen_orphans(counts: Counts) -> Iterator[tuple[Block, ...]]:
    if counts.count(1) != 12:
        return
    ends = [counts[k] for k in ORPHAN_KINDS]
    if sum(counts) == sum(ends) == 14 and all(ends):
        yield tuple(Block(Shape.PAIR if counts[k] == 2 else Shape.SINGLE, k) for k in ORPHAN_KINDS)


def _knitted_straight(counts: Counts) -> Iterator[tuple[Block, ...]]:
    """Yield nine knitted tiles with each split of the rest into sets and a pair."""
    for lows, nine in zip(_KNITTED, KNITTED_SETS, strict=True):
        a, b, c = lows
        if counts[a] and counts[b] and counts[c] and all(counts[k] for k in nine):
            rest = tuple(n - (k in nine) for k, n in enumerate(counts))
            knitted = tuple(Block(Shape.KNITTED, k) for k in lows)
            for blocks in sets_and_pair(of_counts(rest)):
                yield knitted + blocks


def _knitted_honours(counts: Counts) -> Iterator[tuple[Block, ...]]:
    if sum(counts) != 14 or max(counts) > 1:
        return
    held = {k for k, n in enumerate(counts) if n and k < 27}
    if any(held <= nine for nine in KNITTED_SETS):
        yield tuple(Block(Shape.SINGLE, k) for k, n in enumerate(counts) if n)


def _scattered(counts: Counts) -> Iterator[tuple[Block, ...]]:
    if sum(counts) != 14 or max(counts) > 1:
        return
    if all(tuple(r for r in range(9) if counts[base + r]) in APART for base in (0, 9, 18)):
        yield tuple(Block(Shape.SINGLE, k) for k, n in enumerate(counts) if n)


def _loose(counts: Counts, form: Form) -> Iterator[tuple[Block, ...]]:
    """Yield the tiles as singles if all are of the form's kinds."""
    if not any(n for k, n in enumerate(counts) if not LOOSE[form] >> k & 1):
        yield tuple(Block(Shape.SINGLE, k) for k, n in enumerate(counts) for _ in range(n))


CONCEALED_ONLY: Final = {
    Form.SEVEN_PAIRS: _seven_pairs,
    Form.DISTINCT_PAIRS: _distinct_pairs,
    Form.PAIRS_AND_TRIPLET: _pairs_and_triplet,
    Form.EIGHT_PAIRS: _eight_pairs,
    Form.THIRTEEN_ORPHANS: _thirteen_orphans,
    Form.KNITTED_HONOURS: _knitted_honours,
    Form.SCATTERED: _scattered,
}


def splits(counts: Counts, form: Form, *, melds: int) -> Iterator[tuple[Block, ...]]:
    """Yield every way to arrange the concealed tiles as `form`, with `melds` melds on the table.

    The winning tile is among the tiles.
    """
    if form is _STANDARD:
        return iter(sets_and_pair(of_counts(counts)))
    if form is _KNITTED_STRAIGHT:
        return _knitted_straight(counts)
    if form is _THREE_WILDS:
        return iter(())
    if form in LOOSE:
        return _loose(counts, form)
    if form in SET_FORMS:
        return unusual_sets.splits(counts, form)
    return CONCEALED_ONLY[form](counts) if not melds else iter(())


def may_be_in(form: Form, held: int, different: int, *, melds: int, waiting: bool = False) -> bool:
    """True if tiles may be in a form or, if `waiting`, wait for it.

    `held` are their kinds as bits (`suits.as_bits`), `different` is the number of kinds, and `melds` the
    number of melds on the table.
    """
    fewest, most = KINDS_IN[form]
    if not fewest - waiting <= different <= most or (melds and form in CONCEALED_ONLY):
        return False
    if form is not _KNITTED_STRAIGHT:
        return form is not _THREE_WILDS
    for nine in _KNITTED_BITS:
        lacking = nine & ~held
        if waiting:
            lacking &= lacking - 1  # one may lack
        if not lacking:
            return True
    return False


def arrangements(
    suits: Suits, forms: Sequence[Form], *, melds: tuple[Block, ...], won: int, self_drawn: bool
) -> list[Arrangement]:
    """Return every arrangement of a complete hand.

    `suits` are the concealed tiles with the winning tile of kind `won` among them. The winning tile may have
    completed any block that holds its kind; each such choice is a separate arrangement, because it decides
    the wait and whether a triplet is concealed.
    """
    held, bit = kinds_of(suits), 1 << won
    different = held.bit_count()
    found: list[Arrangement] = []
    for form in forms:
        ways: Iterable[tuple[Block, ...]]
        if form is _STANDARD:
            ways = sets_and_pair(suits)
        elif may_be_in(form, held, different, melds=len(melds)):
            ways = splits(counts_of(suits), form, melds=len(melds))
        else:
            continue
        for blocks in ways:
            before = None
            for i, block in enumerate(blocks):
                shape, kind, _, _, mixed = block
                holds = won in mixed if mixed else FACES_OF[shape][kind] & bit
                if holds and block != before:  # equal blocks stand side by side
                    before = block
                    done = blocks if self_drawn else (*blocks[:i], block.taken(), *blocks[i + 1 :])
                    found.append(Arrangement(form, melds + done, len(melds) + i))
    return found


# How many different kinds the concealed tiles of a form have, at least and at most.
KINDS_IN: Final = dict.fromkeys(Form, (1, KINDS)) | {
    Form.KNITTED_STRAIGHT: (9, 13),
    Form.SEVEN_PAIRS: (4, 7),
    Form.DISTINCT_PAIRS: (7, 7),
    Form.PAIRS_AND_TRIPLET: (5, 8),
    Form.EIGHT_PAIRS: (5, 9),
    Form.THIRTEEN_ORPHANS: (13, 13),
    Form.KNITTED_HONOURS: (14, 14),
    Form.SCATTERED: (14, 14),
    Form.LOOSE_HONOURS: (1, 7),
    Form.LOOSE_258: (1, 9),
}


@final
@dataclass(init=False, eq=False, repr=False)
class Arrangement(Record):
    """One way to arrange a hand in blocks; melds come first, in the order they were made.

    `won` is the index of the block that the winning tile completed, -1 if there is no form. In a hand with
    wild tiles `wild` holds a mask of the wild tiles of each block (bit i for its tile i), and `stands` is
    the kind that a wild winning tile stands for.
    """

    form: Final[Form]
    blocks: Final[tuple[Block, ...]]
    won: Final[int]
    wild: Final[tuple[int, ...]]
    stands: Final[int]

    def __init__(
        self,
        form: Form,
        blocks: tuple[Block, ...],
        won: int,
        wild: tuple[int, ...] = (),
        stands: int = -1,
    ) -> None:
        self.form = form
        self.blocks = blocks
        self.won = won
        self.wild = wild
        self.stands = stands

    def texts(self) -> tuple[str, ...]:
        """Return the blocks as notation; single tiles are joined into one text."""
        singles = [b.kind for b in self.blocks if b.shape == Shape.SINGLE]
        texts = [str(b) for b in self.blocks if b.shape != Shape.SINGLE]
        return tuple(texts + ([notation(sorted(singles))] if singles else []))
