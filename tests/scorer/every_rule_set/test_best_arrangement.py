"""In every rule set: the score is that of the best of all arrangements, tried out one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import _or_fallback, score
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import KINDS, TILES
from paiyan.scorer.tiles.unusual_sets import SET_FORMS, set_of
from tests.scorer.every_rule_set.random_deals import Wall

Sets = dict[int, list[tuple[int, ...]]]  # sets and pairs by their lowest kind


@cache
def sets_of(form: Form) -> Sets:
    """Every set and every pair of a form of sets and a pair."""
    if form is Form.STANDARD:
        runs = [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]
        made = [*runs, *((k,) * n for k in range(KINDS) for n in (2, 3))]
    else:
        parts = SET_FORMS[form]
        made = [tuple(p.start + k for k in s) for p in parts for s in p.sets]
        made += [(p.start + k,) * 2 for p in parts for k in p.pairs]
    return {k: [tiles for tiles in made if tiles[0] == k] for k in range(KINDS)}


@lru_cache(maxsize=1 << 12)
def partitions(kinds: tuple[int, ...], form: Form, *, pairs: int) -> tuple[tuple[Block, ...], ...]:
    """Every way to lay these kinds, sorted, as sets of the form and so many pairs."""
    if not kinds:
        return ((),) if not pairs else ()
    ways: list[tuple[Block, ...]] = []
    for tiles in sets_of(form)[kinds[0]]:
        rest, two = list(kinds), len(tiles) == 2
        if two > pairs or any(tiles.count(k) > kinds.count(k) for k in tiles):
            continue
        for k in tiles:
            rest.remove(k)
        block = Block(Shape.PAIR, tiles[0]) if two else set_of(tiles)
        ways += [(block, *more) for more in partitions(tuple(rest), form, pairs=pairs - two)]
    return tuple(ways)


def laid_out(hand: Hand, form: Form, win: Win) -> Iterator[Arrangement]:
    """Every partition of a hand without melds, the winning tile in each block that may have it."""
    kinds = tuple(sorted([t.kind for t in hand.concealed] + [win.tile.kind]))
    for blocks in partitions(kinds, form, pairs=1):
        for i, block in enumerate(blocks):
            if win.tile.kind in block.tiles:
                closed = block if win.self_drawn else block._replace(concealed=False)
                order = sorted((*blocks[:i], *blocks[i + 1 :]), key=lambda b: b.kind)
                at = sum(b.kind < closed.kind for b in order)
                order.insert(at, closed)
                yield Arrangement(form, tuple(order), at)


def tried_out(rules: RuleSet, hand: Hand, win: Win) -> tuple[bool, int]:
    """The best over every way to see the hand."""
    best, least = (False, -1), rules.won_by.minimum_for(rules, hand)
    held, form = Counter(t.kind for t in hand.concealed), rules.won_by.forms[0]
    waits = [k for k in range(34) if any(True for _ in laid_out(hand, form, Win(TILES[k], win.by)))]

    def shown(a: Arrangement, of: Win, wins_on: Sequence[int]) -> Arranged | None:
        arranged = Arranged(a, hand.won_on(of), of, lambda: waits, lambda: wins_on)
        return arranged if all(s.holds(arranged) for s in rules.won_by.visible_requirement) else None

    could_win = [
        k
        for k in waits
        if held[k] < 4
        and rules.played_with.has(k)
        and any(shown(a, w, ()) for w in [Win(TILES[k], win.by)] for a in laid_out(hand, form, w))
    ]
    for arrangement in laid_out(hand, form, win):
        if a := shown(arrangement, win, could_win):
            for way in rules.counted_by.counting(rules.counted_by.matches_in(a)):
                whole = _or_fallback(rules, way, a)
                inside = sum(
                    m.priced.value for m in whole.matches if m.priced.id not in rules.won_by.outside_minimum
                )
                best = max(
                    best, (inside >= least, rules.counted_by.value(whole, a, rules.agreed_on.selected).points)
                )
    return best


@pytest.mark.parametrize(
    "rules",
    [r for r in rule_sets() if not (r.played_with.wild and r.played_with.wild.imagined_kind)],
    ids=lambda r: r.id,
)  # the partitions know no tile that is only thought of
def test_the_best_arrangement_is_the_best_of_all(rules: RuleSet) -> None:
    form = next((f for f in rules.won_by.forms if f in SET_FORMS), Form.STANDARD)
    plain = rules.with_options({}).but(forms=(form,), required=())  # what is asked of all ways alike
    rng, compared = Random(f"best {rules.id}"), 0
    sets = rules.played_with.hand_size // 3
    for _ in range(200 if rules.won_by.visible_requirement else 40):
        wall = Wall(rng, rules)
        low = [k for k in wall.liked if k % 9 < 4]  # of every suit, where the blocks must show something
        wall.liked = low if rules.won_by.visible_requirement else wall.liked[:9]
        kinds = [k for _ in range(sets) for k in wall.block(3)] + wall.block(2)
        rng.shuffle(kinds)
        win = Win(TILES[kinds[-1]], rng.choice((By.DISCARD, By.SELF_DRAW)), None)
        hand = Hand(tuple(TILES[k] for k in kinds[:-1]), win=win)
        if plain.played_with.wild and plain.played_with.wild.plays(hand, win.tile):
            continue  # the partitions know no wild tiles
        try:
            got = score(plain, hand)
        except ValueError:
            continue
        if isinstance(got, Score):
            compared += 1
            checked = check_hand(plain, hand)
            assert (got.legal, got.value.points) == tried_out(plain, checked, win), hand
    assert compared > 8
