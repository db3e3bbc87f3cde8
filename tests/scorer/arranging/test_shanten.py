"""The distance from winning, by what it must be: 0 when waiting, and one less with the right tile."""

from __future__ import annotations

from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import Counts, counted
from paiyan.scorer.arranging.awaited_kinds import winning_kinds
from paiyan.scorer.arranging.shanten import _lacking, distance, suit_tables
from paiyan.scorer.arranging.suits import of_counts
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import RANK_BITS, kinds
from tests.oracles.random_hands import random_win

FORMS = rule_set("guobiao").won_by.forms


def away(counts: Counts, *, melds: int = 0, forms: tuple[Form, ...] = FORMS) -> int:
    return distance(counts, forms, melds=melds)


def hands(seed: int, n: int) -> list[tuple[Counts, int]]:
    """Waiting hands spoilt by up to four tiles, and hands of no design."""
    random = Random(seed)
    found: list[tuple[Counts, int]] = []
    while len(found) < n:
        hand = random_win(random)
        held = [t.kind for t in hand.concealed]
        for _ in range(random.randrange(5)):
            held[random.randrange(len(held))] = random.randrange(34)
        if random.random() < 0.2:
            held = random.sample([k for k in range(34) for _ in range(4)], len(held))
        lying = [t.kind for m in hand.melds for t in m.tiles]
        if max(counted([*held, *lying])) <= 4:
            found.append((counted(held), len(hand.melds)))
    return found


def with_one_more(counts: Counts) -> list[Counts]:
    """The hand with each tile of which it holds fewer than four."""
    return [tuple(n + (i == k) for i, n in enumerate(counts)) for k in range(34) if counts[k] < 4]


def test_nought_is_waiting() -> None:
    for counts, melds in hands(1, 250):
        waits = [k for k in winning_kinds(of_counts(counts), FORMS, melds=melds) if counts[k] < 4]
        assert (away(counts, melds=melds) == 0) == bool(waits)


def test_the_best_tile_brings_it_one_nearer_and_no_tile_two() -> None:
    """With the test above this makes every distance exact, by induction."""
    for counts, melds in hands(2, 40):
        here = away(counts, melds=melds)
        after = [away(more, melds=melds) for more in with_one_more(counts)]
        assert min(after) == here - 1
        assert max(after) <= here


@pytest.mark.parametrize(
    ("tiles", "form", "steps"),
    [
        ("123m456p789s1122z", Form.STANDARD, 0),
        ("123m456p789s11122z", Form.STANDARD, -1),
        ("147m258p369s1234z", Form.STANDARD, 8),
        ("1133m5577p2299s3z", Form.SEVEN_PAIRS, 0),
        ("1111m5577p2299s3z", Form.SEVEN_PAIRS, 0),
        ("123456789m1234z", Form.SEVEN_PAIRS, 6),
        ("19m19p19s1234567z", Form.THIRTEEN_ORPHANS, 0),
        ("119m19p19s1234567z", Form.THIRTEEN_ORPHANS, -1),
        ("2345678m2345678p", Form.THIRTEEN_ORPHANS, 13),
        ("147m258p36s13456z", Form.KNITTED_HONOURS, 0),
        ("159m28p147s123456z", Form.SCATTERED, -1),
        ("159m28p147s12345z", Form.SCATTERED, 0),
        ("37m28p147s123456z", Form.SCATTERED, 0),
        ("123m456p789s1234z", Form.SCATTERED, 6),
        ("147m258p369s1122z", Form.KNITTED_STRAIGHT, 0),
        ("147m258p36s11122z", Form.KNITTED_STRAIGHT, 0),
    ],
)
def test_one_form(tiles: str, form: Form, steps: int) -> None:
    assert away(counted(kinds(parse(tiles))), forms=(form,)) == steps


PAIRS = {
    Form.SEVEN_PAIRS: (14, lambda counts: sum(n // 2 for n in counts) == 7),
    Form.DISTINCT_PAIRS: (14, lambda counts: sum(n == 2 for n in counts) == 7),
    Form.PAIRS_AND_TRIPLET: (
        17,
        lambda counts: sum(n // 2 for n in counts) == 8 and any(n == 3 for n in counts),
    ),
    Form.EIGHT_PAIRS: (17, lambda counts: sum(n // 2 for n in counts) == 8),
}
"""The forms of pairs: how many tiles are a whole hand, and whether these are one."""


@pytest.mark.parametrize("form", PAIRS, ids=lambda form: form.value)
def test_pairs_are_as_far_as_the_nearest_tile_and_one(form: Form) -> None:
    size, whole = PAIRS[form]
    random = Random(form.value)
    for _ in range(120):
        few = random.sample(range(34), random.randrange(6, 17))
        deck = [kind for kind in few for _ in range(4)]
        counts = counted(random.sample(deck, random.randrange(size - 8, size)))
        here = away(counts, forms=(form,))
        after = [away(more, forms=(form,)) for more in with_one_more(counts)]
        assert here >= 0
        assert (min(after), max(after) <= here) == (here - 1, True), counts
        for more, then in zip(with_one_more(counts), after, strict=True):
            assert sum(more) < size or (then < 0) == whole(more), more


@pytest.mark.parametrize("most", [4, 7])
def test_a_suit_lacks_what_its_parts_lack_together(most: int) -> None:
    """Parts that no run connects are joined; looked at as one, the suit lacks the same."""
    random, tables = Random(most), suit_tables(most)
    for _ in range(300):
        held = [0] * 9
        for rank in random.choices(range(9), k=random.randrange(15)):
            held[rank] = min(4, held[rank] + 1)
        for rank in random.sample(range(9), random.randrange(5)):
            held[rank] = 0
        own = sum(n << RANK_BITS * rank for rank, n in enumerate(held))
        assert tables.suit[own] == _lacking(tuple(held), True, most)
        seven = own & (1 << 7 * RANK_BITS) - 1
        assert tables.honours[seven] == _lacking(tuple(held[:7]), False, most)
