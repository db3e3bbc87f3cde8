"""Patterns of the whole hand: its form, whether it is concealed, its composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from paiyan.scorer.arranging.suits import joined
from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue.suits import FULL_FLUSH, HALF_FLUSH
from paiyan.scorer.fans.catalogue.triplets import ALL_PUNGS
from paiyan.scorer.fans.fan import (
    Fan,
    Find,
    Observes,
    catalogue_fact,
    catalogue_fan,
    in_catalogue,
    observation_of,
)
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import CHARACTERS, CIRCLES, HONOURS


def in_form(*forms: Form) -> Find:
    """Match a hand in one of these forms."""
    return Observes(observations.NOTHING, lambda a: (a.all,) if a.form in forms else ())


def both(a: Fan, b: Fan, *, id_: str) -> Fan:
    """Return the fan, without names, of a hand that shows both fans, on the blocks of the first."""

    def find(x: Arranged) -> Iterable[int]:
        return a.find(x) if any(True for _ in b.find(x)) else ()

    one, other = observation_of(a.find), observation_of(b.find)
    seeing = Observes(joined(one, other), find) if one and other else find
    return Fan(id_, "", "", seeing, needs=a.needs | b.needs)


def _seven_shifted_pairs(a: Arranged) -> tuple[int, ...]:
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    kinds = [k for _, k in a.pairs]
    shifted = kinds == list(range(kinds[0], kinds[0] + 7)) and kinds[0] // 9 == kinds[6] // 9 < 3
    return (a.all,) if shifted else ()


def _nine_gates(a: Arranged) -> tuple[int, ...]:
    """Match 1112345678999 of one suit in the concealed hand, then any tile of that suit."""
    if a.form is not Form.STANDARD or any(b.exposed or b.shape == Shape.KONG for b in a.blocks):
        return ()
    if a.faces not in (CHARACTERS, CIRCLES, CHARACTERS << 18):
        return ()
    base = a.kind // 9 * 9
    before = [n - (base + i == a.kind) for i, n in enumerate(a.counts[base : base + 9])]
    return (a.all,) if before == [3, 1, 1, 1, 1, 1, 1, 1, 3] else ()


def knitted_straight_in_singles(a: Arranged) -> tuple[int, ...]:
    """Match the nine tiles of a knitted straight 组合龙 among the singles of 全不靠."""
    if a.form is not Form.KNITTED_HONOURS:
        return ()
    nine = a.bits(*(i for i, b in enumerate(a.blocks) if b.kind < 27))
    return (nine,) if nine.bit_count() == 9 else ()


def _melded_hand(a: Arranged) -> tuple[int, ...]:
    """Match a hand with everything claimed: four claimed sets, and the pair by a win on a discard."""
    claimed = sum(b.exposed for b in a.blocks)
    return (a.all,) if claimed == len(a.blocks) - 1 and not a.win.self_drawn else ()


def _all_claimed(a: Arranged) -> tuple[int, ...]:
    """Match every set claimed from others, and one tile in hand."""
    claimed = sum(b.exposed for b in a.blocks)
    return (a.all,) if claimed == len(a.blocks) - 1 and a.form is Form.STANDARD else ()


def _all_chows(a: Arranged) -> tuple[int, ...]:
    """Match only runs and a pair of suited tiles; knitted runs are runs."""
    fits = not a.triplets and len(a.pairs) == 1 and a.pairs[0][1] < 27
    return (a.all,) if fits and a.form in (Form.STANDARD, Form.KNITTED_STRAIGHT) else ()


def _four_in_pairs(a: Arranged) -> tuple[int, ...]:
    """Match once for four equal printed tiles in seven pairs, four wild tiles too."""
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    return (a.all,) * sum(n == 4 for n in Counter(t.kind for t in a.hand.held).values())


def pairs_with_fours(fours: int) -> Find:
    """Match seven pairs that hold four equal tiles exactly `fours` times."""
    return lambda a: (a.all,) if a.form is Form.SEVEN_PAIRS and a.counts.count(4) == fours else ()


def pair_of(kinds: int, *forms: Form) -> Find:
    """Match the pair if it is of these kinds (bit mask), in sets and a pair or in one of the other forms."""
    in_one = (Form.STANDARD, *forms)
    return lambda a: tuple(1 << i for i, k in a.pairs if kinds >> k & 1) if a.form in in_one else ()


THIRTEEN_ORPHANS = catalogue_fan("thirteen_orphans", in_form(Form.THIRTEEN_ORPHANS), needs=facts.ODD_FORM)
SEVEN_PAIRS = catalogue_fan(
    "seven_pairs", in_form(Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS), needs=facts.ODD_FORM
)
SEVEN_SHIFTED_PAIRS = catalogue_fan(
    "seven_shifted_pairs", Observes(observations.NOTHING, _seven_shifted_pairs), needs=facts.ODD_FORM
)
FOUR_IN_PAIRS = catalogue_fan(
    "four_in_pairs", Observes(observations.NOTHING, _four_in_pairs), needs=facts.ODD_FORM
)
NINE_GATES = catalogue_fan(
    "nine_gates",
    Observes(joined(observations.BLOCKS, observations.WON), _nine_gates),
    needs=facts.ONE_SUIT | facts.NO_HONOURS,
)
GREATER_KNITTED = catalogue_fan(
    "greater_honours_and_knitted_tiles",
    Observes(
        observations.NOTHING,
        lambda a: (a.all,) if a.form is Form.KNITTED_HONOURS and a.faces & HONOURS == HONOURS else (),
    ),
    needs=facts.ODD_FORM,
)
LESSER_KNITTED = catalogue_fan(
    "lesser_honours_and_knitted_tiles", in_form(Form.KNITTED_HONOURS), needs=facts.ODD_FORM
)
SCATTERED = catalogue_fan("scattered_tiles", in_form(Form.SCATTERED), needs=facts.ODD_FORM)
CONCEALED_HAND = catalogue_fact("concealed_hand", facts.UNCLAIMED | facts.NOT_DRAWN)
FULLY_CONCEALED = catalogue_fact("fully_concealed_hand", facts.UNCLAIMED | facts.SELF_DRAWN)
MELDED_HAND = catalogue_fan(
    "melded_hand", Observes(observations.NOTHING, _melded_hand), needs=facts.NOT_DRAWN | facts.ALL_LAID
)
ALL_CHOWS = catalogue_fan(
    "all_chows", Observes(joined(observations.SHAPES, observations.PAIR), _all_chows), needs=facts.NO_TRIPLETS
)
ALL_CLAIMED = catalogue_fan("all_claimed", Observes(observations.NOTHING, _all_claimed), needs=facts.ALL_LAID)
CONCEALED = catalogue_fan(
    "no_claims",
    Observes(observations.NOTHING, lambda a: (a.all,) if not a.claimed and a.form is not Form.NONE else ()),
    needs=facts.UNCLAIMED,
)
CHOWS_AND_PAIR = catalogue_fan(
    "chows_and_pair",
    Observes(
        observations.SHAPES,
        lambda a: (a.all,) if a.form is Form.STANDARD and not a.triplets and len(a.pairs) == 1 else (),
    ),
    needs=facts.NO_TRIPLETS,
)
HALF_FLUSH_PUNGS = in_catalogue(both(HALF_FLUSH, ALL_PUNGS, id_="half_flush_pungs"))
FULL_FLUSH_PUNGS = in_catalogue(both(FULL_FLUSH, ALL_PUNGS, id_="full_flush_pungs"))
CHICKEN = catalogue_fan("chicken_hand", Observes(observations.NOTHING, lambda a: (a.all,)))

WildKinds = Callable[[Hand], frozenset[int]]


def none_held(kinds: WildKinds) -> Find:
    """Match a hand without tiles of these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if kinds(a.hand).isdisjoint(a.hand.kinds) else ()

    return Observes(observations.NOTHING, find)


def as_printed(a: Arranged) -> tuple[int, ...]:
    """Match no wild tile in the hand, or each of them as its own face."""
    faces = sorted(k for b in a.blocks for k in b.tiles)
    return (a.all,) if faces == sorted(t.kind for t in a.hand.held) else ()
