"""What the facts rule out is not there: looking for those fans alone that a hand may show loses none."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.rules.checks import check_hand, check_open_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.ways import ways_to_see
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.tile import TILES
from tests.scorer.every_rule_set.cases import EVERY, cases
from tests.scorer.fans.test_counting import matches_in

_WAYS = 12  # of one hand: with wild tiles there may be thousands


def alike(rules: RuleSet, arranged: Arranged) -> None:
    """The fans are the same whether all are looked for or only those that may be there."""
    claimed = arranged.hand.claimed
    there = matches_in(rules.counted_by.claimed_fans if claimed else rules.counted_by.fans, arranged)
    assert rules.counted_by.matches_in(arranged) == there, arranged.arrangement


@EVERY
def test_no_fan_of_a_made_up_hand_is_ruled_out(rules: RuleSet) -> None:
    ways = 0
    for case in cases(rules):
        hand = check_hand(case.rules, case.hand)
        if hand.win is not None:
            for arranged in islice(ways_to_see(case.rules, hand, hand.win), _WAYS):
                alike(case.rules, arranged)
                ways += 1
    assert ways


@pytest.mark.parametrize("id_", ["guobiao", "lianzhong", "hongkong", "taiwan"])
def test_no_fan_of_any_four_sets_is_ruled_out(id_: str) -> None:
    """Sets as no dealt hand has them: every relation of four runs, four triplets and both comes up."""
    rules, rng, there = rule_set(id_), Random(f"facts {id_}"), set[str]()
    lows = [9 * suit + rank for suit in range(3) for rank in range(7)]
    shapes = (Shape.RUN, Shape.TRIPLET, Shape.KONG)
    for _ in range(1500):
        few, liked = rng.sample(lows, 3), rng.choices(shapes, (3, 2, 1), k=2)
        kinds = few if rng.random() < 0.5 else [*few, *rng.sample(range(27, 34), 4)]
        blocks: list[Block] = []
        for _ in range(4):
            kind, shape = rng.choice(kinds), rng.choice(liked)
            shape = Shape.TRIPLET if kind >= 27 and shape is Shape.RUN else shape
            laid = rng.random() < 0.2
            blocks.append(Block(shape, kind, concealed=not laid, exposed=laid))
        pair = Block(Shape.PAIR, rng.choice([*range(9), *kinds, *range(27, 34)]))
        blocks.sort(key=lambda b: not b.exposed)
        at = rng.randrange(sum(b.exposed for b in blocks), 5)
        won = [*blocks, pair][at]
        by, flags = (
            rng.choice((By.DISCARD, By.SELF_DRAW)),
            frozenset(rng.sample(list(Flag), rng.randrange(2))),
        )
        win = Win(TILES[rng.choice(won.tiles)], by, None, flags)
        hand = check_open_hand(rules.but(valid_hand=()), Hand((), win=win))
        arranged = Arranged(Arrangement(Form.STANDARD, (*blocks, pair), at), hand, win, lambda: (0,))
        alike(rules, arranged)
        there |= {m.priced.id for m in matches_in(rules.counted_by.fans, arranged)}
    assert len(there) > len(rules.counted_by.fans) / 4, "the sets show too few fans to tell"


def test_every_fact_is_of_one_group() -> None:
    """A group for each fact, so that what a fan needs is asked for, and once."""
    bits = {v for name, v in vars(facts).items() if name.isupper() and isinstance(v, int)}
    assert all(sum(bool(fact & group) for group in facts.GROUPS) == 1 for fact in bits)


def test_each_fact_is_a_bit_of_its_own() -> None:
    several = {"RUNS", "TRIPLETS", "CONCEALED_TRIPLETS", "WIND_TRIPLETS", "DRAGON_TRIPLETS"}
    several |= {"OF_RUNS", "OF_TRIPLETS", "OF_FACES", "OF_WIN"}
    told = {name: value for name, value in vars(facts).items() if name.isupper() and name not in several}
    bits = [value for value in told.values() if isinstance(value, int)] + list(facts.TRIPLET_OF.values())
    assert len(bits) > 40
    assert all(bit.bit_count() == 1 for bit in bits), told
    assert len(set(bits)) == len(bits)


def test_few_fans_are_looked_for() -> None:
    """What the facts are for: five of six patterns of a national hand are not even looked at."""
    rules = rule_set("guobiao")
    looked = [
        len(rules.counted_by.candidates[False].searches(arranged))
        for case in cases(rules)
        if (hand := check_hand(case.rules, case.hand)).win is not None
        for arranged in islice(ways_to_see(case.rules, hand, hand.win), _WAYS)
    ]
    assert sum(looked) / len(looked) < len(rules.counted_by.fans) / 6
