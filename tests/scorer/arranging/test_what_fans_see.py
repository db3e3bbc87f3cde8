"""Of the ways to see a hand with wild tiles that no fan tells apart one is made: nothing is lost by it,
whatever a house file adds. The oracle is a fan that is never there and does not say what it sees: beside it
every way is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from paiyan.scorer.arranging.suits import Observation
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import WildEquivalence
from paiyan.scorer.fans import observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue.runs import MIXED_STRAIGHT, PURE_DOUBLE_CHOW, PURE_STRAIGHT
from paiyan.scorer.fans.catalogue.triplets import each_triplet
from paiyan.scorer.fans.catalogue.waits import CATCH_FIVE, EDGE_WIN
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import Fan, Observes, Priced, observation_of
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.house.fans import catalogue
from paiyan.scorer.house.load import load
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Shown
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.rulesets.guobiao import GUOBIAO
from paiyan.scorer.rulesets.tianjin import TIANJIN
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.scoring.ways import ways_to_see
from paiyan.scorer.tiles.blocks import Shape, coded
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import KINDS, TILES
from tests.scorer.arranging.wild_hands import Answer, waiting, whole, won_by_both

ALL_KINDS = tuple(range(KINDS))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, KINDS))
POOLS = (ALL_KINDS, ALL_KINDS, tuple(range(9)), tuple(range(18)), ORPHANS)
OWN_HANDS = (
    'sets = ["123a", "456b", "789c"]',
    'sets = ["123a", "123a", "22z"]',
    'sets = ["555a", "555b"]',
    'only = "2468m2468p2468s"',
    'holds = "22m55p88s"',
    'holds = "777a"\nruns = 2',
    "triplets = 3\nhonours = true",
    "suits = 2\nplain_pair = true",
    "concealed_triplets = 2",
    "discard_waits = 2\nruns = 3",
)
SIMPLE_HANDS = (
    'sets = ["123a"]',
    'sets = ["44z"]',
    'only = "123456789m1234567z"',
    'holds = "33m"',
    "runs = 2",
    "triplets = 2",
    "honours = true",
    "suits = 1",
    "plain_pair = true",
    "concealed_triplets = 2",
)


def unseen(observed: Observation | None) -> Priced:
    """A fan that is never there, and for all that is known may see so much."""

    def find(a: Arranged) -> tuple[int, ...]:
        del a
        return ()

    return Fan("unseen", "无", "Unseen", find if observed is None else Observes(observed, find)).at(1)


def told(got: Answer) -> tuple[Any, ...]:
    """What is paid for a hand, and for what."""
    if not isinstance(got, Score):
        return (got.reason, got.distance)
    return got.value, got.short, Counter(m.priced.id for m in got.counted.matches)


def house_file(rng: Random, base: str) -> str:
    """A file that adds fans of the catalogue, changes prices, and has a hand of its own."""
    known = {p.id for p in rule_set(base).counted_by.every}
    ids = rng.sample(sorted(catalogue().keys() - known), rng.randint(0, 3))
    prices = {id_: rng.randint(1, 9) for id_ in (*ids, rng.choice(sorted(known)))}
    lines = ['id = "drawn"', 'name = "Drawn"', f'base = "{base}"', "[fans]"]
    lines += [f"{id_} = {price}" for id_, price in prices.items()]
    own = rng.sample(OWN_HANDS, rng.randint(0, 2))
    return "\n".join([*lines, *hands_of_its_own(own, alone=rng.random() < 0.5)])


def hands_of_its_own(looks: Sequence[str], *, alone: bool) -> Iterator[str]:
    """The lines of a house file for hands that look like these, the dearest first."""
    for i, shown in enumerate(looks):
        yield from ("[[hand]]", f'id = "own_{i}"', f'name = "Own {i}"', f"value = {9 - i}", shown)
        yield f"alone = {str(alone).lower()}"


@pytest.mark.parametrize("base", ["tianjin", "hangzhou", "wenzhou", "jiangnan"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_house_file_adds_each_hand_is_worth_what_the_best_of_all_ways_is(
    base: str, seed: int
) -> None:
    rng, won_hands = Random(f"{base} {seed}"), 0
    for _ in range(12):
        text = house_file(rng, base)
        chosen = load(text).rules.with_options({})
        every = chosen.but(fans=(unseen(None),))
        assert chosen.played_with.wild
        assert chosen.played_with.wild.observes is not None, text
        assert every.played_with.wild
        assert every.played_with.wild.observes is None
        hand = waiting(rng, chosen, pool=rng.choice(POOLS))
        for won, got, than in won_by_both(rng, hand, chosen, every, tiles=2):
            assert told(got) == told(than), (text, won)
            won_hands += isinstance(got, Score)
            if (
                isinstance(got, Score)
                and isinstance(than, Score)
                and not chosen.played_with.wild.group_search
            ):
                assert got.arrangement == than.arrangement, (text, won)
    assert won_hands > 3


@pytest.mark.parametrize("fan", [PURE_DOUBLE_CHOW, MIXED_STRAIGHT, EDGE_WIN], ids=lambda fan: fan.id)
def test_with_seven_wild_tiles_a_fan_that_is_added_is_found_too(fan: Fan) -> None:
    chosen = TIANJIN.with_options({}).but(fans=(fan.at(9),))
    every = chosen.but(fans=(unseen(None),))
    rng, found = Random(f"seven {fan.id}"), Counter[str]()
    for _ in range(8):
        kinds = rng.sample(whole(rng, pool=(0, 6, 12, 18, 20, 24)), 6)
        hand = Hand((*parse("111z2222z"), *[TILES[k] for k in kinds]), indicator=TILES[27])
        for won, got, than in won_by_both(rng, hand, chosen, every, tiles=3):
            assert told(got) == told(than), won
            if isinstance(got, Score):
                found.update(m.priced.id for m in got.counted.matches)
    assert found[fan.id] > 1


def test_the_waits_of_a_hand_are_worth_what_the_best_of_all_ways_is_too() -> None:
    """By a discard the block that won is not concealed: that is seen too."""
    fan = catalogue()["four_concealed_pungs"].at(4)
    chosen = rule_set("hangzhou").with_options({}).but(required=(), fans=(fan,))
    every = chosen.but(fans=(unseen(None),))
    hand = Hand(parse("111m222p3377s8p55z"))
    got, than = waits(chosen, hand), waits(every, hand)
    assert [(w.tile, told(w.discard), told(w.self_draw)) for w in got] == [
        (w.tile, told(w.discard), told(w.self_draw)) for w in than
    ]
    assert any(fan.id in told(w.self_draw)[2] and fan.id not in told(w.discard)[2] for w in got)


@pytest.mark.parametrize("stacking", ["sum", "product"])
def test_of_ways_that_are_worth_the_same_the_one_is_named_that_is_named_of_all_blocks_that_may_have_won(
    stacking: str,
) -> None:
    chosen = TIANJIN.with_options({"stacking": stacking})
    apart = chosen.but(fans=(unseen(observations.WON),))
    rng, ways = Random(f"asked {stacking}"), 0
    for _ in range(25):
        for won, got, than in won_by_both(rng, waiting(rng, chosen), chosen, apart):
            if isinstance(got, Score) and isinstance(than, Score):
                named = [(s.arrangement, s.counted, s.value, s.short) for s in (got, than)]
                assert named[0] == named[1], won
                ways += 1
            else:
                assert type(got) is type(than), won
    assert ways > 30


@cache
def _blind_to(observed: Observation) -> WildEquivalence:
    return WildEquivalence(observed, frozenset())


def _appearance(observed: Observation, a: Arranged) -> object:
    """All that a fan may see of the blocks of an arrangement, by what it says."""
    faces = {(b.shape, b.kind) for b in a.blocks}
    groups = [all(face in faces for face in group) for group in observed.groups]
    plain = replace(observed, groups=())
    assert a.won
    place = a.kind - a.won.kind if a.won.shape == Shape.RUN else 0
    own = a.blocks[len(a.hand.melds) :]
    won = [ask(a.won, a.wild[a.won_at], place) for ask in observed.of_won]
    return (*groups, _blind_to(plain).of[coded(own)], *won)


def _won_hands(rng: Random) -> Iterator[Hand]:
    """Hands with wild tiles, some with kongs, by draw and by discard."""
    while True:
        kinds = whole(rng, pool=rng.choice(POOLS))
        melds = ()
        if rng.random() < 0.3 and (k := next((k for k in kinds if kinds.count(k) == 3), None)) is not None:
            kind = rng.choice((MeldType.KONG, MeldType.CONCEALED_KONG))
            melds = (Meld(kind, (TILES[k],) * 4),)
            kinds = [other for other in kinds if other != k]
        wild = rng.choice(
            [k for k in range(KINDS) if k not in kinds and not any(TILES[k] in m.tiles for m in melds)]
        )
        for i in rng.sample(range(len(kinds)), rng.randint(1, 3)):
            kinds[i] = wild
        win = Win(TILES[kinds[-1]], rng.choice((By.SELF_DRAW, By.DISCARD)))
        seats = rng.choice([*Seat]), rng.choice([*Seat])
        yield Hand(
            tuple([TILES[k] for k in kinds[:-1]]),
            melds,
            wild=(TILES[wild],),
            win=win,
            seat=seats[0],
            round=seats[1],
        )


def test_no_fan_sees_more_than_it_says() -> None:
    """Where what it says is the same, it finds as much; so do the hands of a house file."""
    lines = [
        'id = "own-hands"',
        'name = "Own"',
        'base = "guobiao"',
        *hands_of_its_own(SIMPLE_HANDS, alone=False),
    ]
    own = [p.fan for p in load("\n".join(lines)).rules.counted_by.fans if p.id.startswith("own_")]
    rules = GUOBIAO.with_options({"flowers": False}).but(wild=Wild(), minimum=0, fans=(unseen(None),))
    all_fans = (*catalogue().values(), *own)
    fans = [(fan, observed) for fan in all_fans if (observed := observation_of(fan.find)) is not None]
    assert len(fans) == len(catalogue()) + len(SIMPLE_HANDS), "each says what it sees"
    found = Counter[str]()
    for hand in islice(_won_hands(Random("says")), 60):
        assert hand.win
        known: dict[tuple[str, object], int] = {}
        for a in islice(ways_to_see(rules, hand, hand.win), 250):
            for fan, observed in fans if a.won and a.form.value == "standard" else ():
                n = len([*fan.find(a)])
                assert known.setdefault((fan.id, _appearance(observed, a)), n) == n, (fan.id, a.arrangement)
                found[fan.id] += n
    assert sum(1 for n in found.values() if n) > 45
    assert all(found[fan.id] for fan in own)


def test_wild_tiles_are_laid_where_a_fan_asks_which_of_the_block_that_won_are_wild() -> None:
    """Tianjin's 混吊, in a rule set that has none: the five goes into the run, the pair is wild."""
    text = 'id = "wait"\nname = "Wait"\nbase = "hangzhou"\n[fans.wild_wait]\nvalue = 3\nfrom = "tianjin"'
    hand = Hand(parse("345m111p222s999s5z"), win=Win(TILES[4], By.SELF_DRAW))
    got = score(load(text).rules.with_options({}), hand)
    assert isinstance(got, Score)
    assert "wild_wait" in {m.priced.id for m in got.counted.matches}


def test_which_of_two_blocks_won_is_told_apart_where_one_keeps_a_fan_out() -> None:
    """Green dragons keep out that the hand was won on them, and not that it was won on red ones."""
    on_triplet = Fan(
        "on_triplet",
        "刻",
        "On a Triplet",
        Observes(
            observations.WON_SHAPE,
            lambda a: (1 << a.won_at,) if a.won and a.won.shape == Shape.TRIPLET else (),
        ),
    )
    green, red = (Fan(id_, id_, id_, each_triplet(1 << kind)) for id_, kind in (("green", 32), ("red", 33)))
    added = (on_triplet.at(3), green.at(4, covers=(on_triplet,)), red.at(9))
    chosen = rule_set("hangzhou").with_options({}).but(fans=added)
    assert _observed(chosen) is not None
    got = score(chosen, Hand(parse("66z77z5z123m456m99p"), win=Win(TILES[31], By.SELF_DRAW)))
    assert isinstance(got, Score)
    assert {"on_triplet", "green", "red"} <= {m.priced.id for m in got.counted.matches}


def _observed(rules: RuleSet) -> Observation | None:
    assert rules.played_with.wild
    return rules.played_with.wild.observes


def test_what_is_seen_follows_from_the_fans_however_a_rule_set_is_changed() -> None:
    """Whoever does not say what a fan, a value or a condition sees loses time and nothing else."""
    observed = _observed(TIANJIN)
    assert observed is not None
    assert not observed.of_block
    assert len(observed.groups) == 3
    assert observed.placed
    priced = TIANJIN.counted_by.fans
    assert _observed(TIANJIN.changed(fans=(*priced, PURE_DOUBLE_CHOW.at(5)))) == replace(
        observed, of_block=observations.RUNS.of_block
    )
    other = Fan("other", "其他", "Other", lambda a: (a.all,))
    assert _observed(TIANJIN.changed(fans=(*priced, other.at(5)))) is None
    assert _observed(TIANJIN.but(fans=(replace(CATCH_FIVE, find=other.find).at(3),))) is None
    assert _observed(TIANJIN.but(fans=(replace(PURE_STRAIGHT, id="twice").at(3),))) == observed
    tied = PURE_STRAIGHT.at(4, covers=(CATCH_FIVE,))
    assert _observed(TIANJIN.but(fans=(tied,))) == replace(observed, of_block=observations.SHAPES.of_block)
    shown = Shown(lambda a: bool(a.runs), Words("无", "none", "なし"))
    assert _observed(TIANJIN.changed(visible_requirement=(shown,))) is None
    wild = replace(Wild(), observes=Observation())
    assert _observed(TIANJIN.changed(wild=wild)) == observed
    assert _observed(TIANJIN.changed(fallback=other.at(1))) is None


def test_another_value_may_ask_anything_of_the_blocks() -> None:
    def of_runs(counted: Any, a: Arranged, options: Any) -> Value:
        del counted, options
        return Value(len(a.runs), len(a.runs))

    assert _observed(TIANJIN.changed(value=of_runs)) is None
    assert _observed(TIANJIN.changed(value=of_runs, by_fans=True)) == _observed(TIANJIN)
    text = 'id = "valued"\nname = "v"\nbase = "tianjin"\n[fans]\nno_wild_tiles = { times = 2 }'
    assert _observed(load(text).rules) is not None
