"""Hands with wild tiles: the fast search against trying every filling out, and what must always hold."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.arranging.wild.group_search import group_search_for
from paiyan.scorer.arranging.wild.hands import odd_fillings, stands_for
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY, SearchScope, can_fill, fillings, min_wilds
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.rulesets.guobiao import GUOBIAO
from paiyan.scorer.rulesets.tianjin import TIANJIN
from paiyan.scorer.scoring import score as scoring
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.settlement import settle
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import KINDS, ORPHANS, TILES
from tests.scorer.arranging.wild_hands import whole

# What the hand waited for is asked of the hand with its wild tiles, so a filled hand cannot answer it.
PLAIN = GUOBIAO.without("edge_wait", "closed_wait", "single_wait").with_options({"flowers": False})
Rank = tuple[bool, int]


def hand_of(kinds: list[int], wild: int, by: By) -> Hand:
    tiles = tuple(TILES[k] for k in kinds)
    return Hand(tiles[:-1], wild=(TILES[wild],), win=Win(tiles[-1], by))


def with_wilds(rng: Random, most: int) -> tuple[list[int], int, By]:
    """A complete hand, some of whose tiles are put away for a wild one."""
    while True:
        kinds = whole(rng, form=rng.choice((Form.STANDARD, Form.STANDARD, Form.SEVEN_PAIRS)))
        wild = rng.randrange(34)
        for i in rng.sample(range(14), rng.randint(1, most)):
            kinds[i] = wild
        if kinds.count(wild) <= most:
            return kinds, wild, rng.choice((By.DISCARD, By.SELF_DRAW))


def rank(got: Score | NotAWin) -> Rank:
    return (got.legal, got.value.points) if isinstance(got, Score) else (False, -1)


def tried_out(kinds: list[int], wild: int, by: By, *, rule: Wild) -> Rank:
    """The best score over every filling, each counted as a hand without wild tiles."""
    places = [i for i, k in enumerate(kinds) if k == wild]
    best: Rank = (False, -1)
    for faces in product(range(34), repeat=len(places)):
        if any(f != wild and not rule.may_be >> f & 1 for f in faces):
            continue
        filled = list(kinds)
        for i, face in zip(places, faces, strict=True):
            filled[i] = face
        if rule.supply and max(map(filled.count, filled)) > 4:
            continue
        hand = hand_of(filled, wild, by)
        assert hand.win
        best = max(best, rank(scoring.score_checked(PLAIN, hand)))
    return best


@pytest.mark.parametrize(
    "rule",
    [Wild(), Wild(supply=True), Wild(may_be=ANY & ~ORPHANS)],
    ids=["any", "no fifth tile", "no orphans"],
)
def test_the_best_score_is_that_of_the_best_filling(rule: Wild) -> None:
    rng, rules = Random(20), PLAIN.but(wild=rule)
    for most in (1, 1, 1, 1, 1, 1, 2, 2, 2):
        kinds, wild, by = with_wilds(rng, most)
        got = rank(score(rules, hand_of(kinds, wild, by)))
        assert got == tried_out(kinds, wild, by, rule=rule), hand_of(kinds, wild, by)


def test_a_hand_without_wild_tiles_is_scored_as_if_there_were_none() -> None:
    rng, rules = Random(21), PLAIN.but(wild=Wild())
    for _ in range(50):
        kinds = whole(rng)
        wild = next(k for k in range(34) if k not in kinds)
        got = score(rules, hand_of(kinds, wild, By.DISCARD))
        assert rank(got) == rank(
            score(PLAIN, Hand(hand_of(kinds, wild, By.DISCARD).concealed, win=got.hand.win))
        )


@pytest.mark.parametrize("rules", [PLAIN.but(wild=Wild()), TIANJIN.with_options({})], ids=lambda r: r.id)
def test_an_added_wild_tile_never_lowers_the_best_score(rules: scoring.RuleSet) -> None:
    rng = Random(22)
    for _ in range(40):
        kinds = whole(rng)
        wild = next(k for k in rng.sample(range(34), 34) if k not in kinds)
        kinds[rng.randrange(13)] = wild
        before = rank(score(rules, hand_of(kinds, wild, By.SELF_DRAW)))
        kinds[rng.choice([i for i in range(13) if kinds[i] != wild])] = wild
        after = rank(score(rules, hand_of(kinds, wild, By.SELF_DRAW)))
        assert after >= before, hand_of(kinds, wild, By.SELF_DRAW)


def test_free_blocks_take_the_wild_tiles_that_are_left() -> None:
    nothing = tuple([0] * 34)
    seen = list(
        fillings(nothing, 14, pairs=1, scope=SearchScope(ANY, group_search=group_search_for((), ANY)))
    )
    assert [sorted(len(b.tiles) for b in blocks) for blocks in seen] == [[2, 3, 3, 3, 3]]
    assert sum(1 for _ in fillings(nothing, 3, pairs=0, scope=SearchScope(ANY))) == 34 + 21
    assert sum(1 for _ in fillings(nothing, 5, pairs=1, scope=SearchScope(ANY))) == (34 + 21) * 34


def test_a_stand_in_shows_the_face_of_the_wild_tile() -> None:
    itself = Hand(parse("123m456p789s555z8m"), wild=(TILES[6],), win=Win(TILES[7], By.SELF_DRAW))
    beside = Hand(parse("123m45s789s111z5z9p"), wild=(TILES[3],), win=Win(TILES[9], By.SELF_DRAW))
    rules = PLAIN.but(wild=Wild(stand_in=31))
    assert isinstance(score(rules, itself), Score)
    assert isinstance(score(rules, beside), NotAWin)
    run = Hand(parse("12m5z456p789s1199p"), wild=(TILES[2],), win=Win(TILES[17], By.SELF_DRAW))
    got = score(rules, run)  # 3m is wild, so the white dragon is the three
    assert isinstance(got, Score)
    assert "123m" in got.arrangement.texts()
    assert rules.played_with.wild
    assert stands_for(rules.played_with.wild, run, got.arrangement) == {TILES[31]: (TILES[2],)}


def test_the_answer_says_what_wild_tiles_stand_for() -> None:
    given = {"rules": "tianjin", "concealed": "123m456m789m123p1z", "indicator": "1z"}
    told = answer({**given, "win": {"tile": "9s", "by": "self_draw"}})
    assert told["wild_as"] == {"1z": ["9s"]}
    assert told["warnings"] == ["the hands of S, W, N are untold: their kongs are not in the payments"]
    untold = answer({**given, "indicator": None, "win": {"tile": "1z", "by": "self_draw"}})
    assert untold["wild_as"] == {}
    assert ["no wild tiles" in text for text in untold["warnings"]] == [True, False]


def test_a_rule_set_without_wild_tiles_refuses_them() -> None:
    with pytest.raises(HandError, match="without wild tiles"):
        score(GUOBIAO, hand_of([0] * 3 + [4] * 3 + [9] * 3 + [20] * 3 + [30] * 2, 5, By.DISCARD))


def test_kongs_and_followed_discards_are_paid_beside_the_win() -> None:
    """The seed's example of 铲: the dealer staked, S did not pull, W did once, N twice: 2, 4 and 8."""
    table = {"dealer_stake": True, "pull_W": 1, "pull_N": 2, "followed": True}
    dealt = {"hands": [{"seat": "E", "concealed": ""}], "indicator": "1z", "table": table}
    net = settle(rule_set("tianjin").with_options({}), parse_deal(dealt)).balances
    assert {seat.name: n for seat, n in net.items()} == {"E": -14, "S": 2, "W": 4, "N": 8}


@pytest.mark.parametrize(
    ("meld", "each"),
    [
        ({"type": "kong", "tiles": "9999s", "from": "left"}, 1),
        ({"type": "added_kong", "tiles": "9999s"}, 1),
        ({"type": "concealed_kong", "tiles": "9999s"}, 2),
        ({"type": "concealed_kong", "tiles": "2222z"}, 4),
    ],
)
def test_each_other_player_pays_a_kong(meld: dict[str, str], each: int) -> None:
    hand = {"seat": "S", "concealed": "", "melds": [meld]}
    dealt = {"hands": [hand], "indicator": "1z", "table": {"dealer_stake": True}}
    made = settle(rule_set("tianjin").with_options({}), parse_deal(dealt))
    net = {seat.name: n for seat, n in made.balances.items()}
    assert net == {"E": -2 * each, "S": 4 * each, "W": -each, "N": -each}
    assert made.next_dealer is not None
    assert made.next_dealer.name == "E"


def test_seven_wild_tiles_wait_for_almost_anything() -> None:
    hand = Hand(parse("3334444p456m11z7z"), indicator=TILES[11])
    found = {w.tile.notation: w for w in waits(TIANJIN.with_options({}), hand)}
    assert len(found) == 33  # all but 4p, of which four are held
    assert [tile for tile, wait in found.items() if not wait.left] == [
        "3p"
    ]  # three are held, one lies turned
    five = found["5m"].self_draw
    assert isinstance(five, Score)
    assert {m.priced.id for m in five.counted.matches} >= {"catch_five"}
    assert all(isinstance(w.discard, NotAWin) for w in waits(TIANJIN.with_options({}), hand))


def test_a_kong_of_wild_tiles_stays_what_it_shows() -> None:
    kong = Meld(MeldType.CONCEALED_KONG, (TILES[28],) * 4)
    hand = Hand(parse("123m46m456p77s"), (kong,), indicator=TILES[27], win=Win(TILES[4], By.SELF_DRAW))
    got = score(TIANJIN.with_options({}), hand)
    assert isinstance(got, Score)
    assert got.arrangement.texts()[0] == "2222z"


def test_pulls_are_held_against_the_rule_where_no_hand_is_known_too() -> None:
    dealt = {"hands": [{"seat": "S", "concealed": ""}], "table": {"pull_S": 3, "followed": True}}
    with pytest.raises(HandError, match="pulls at most twice"):
        settle(rule_set("tianjin").with_options({}), parse_deal(dealt))


def test_the_turned_tile_is_out_of_play() -> None:
    """翻过来的九索不可用于牌局,另外的3张可用于牌局."""
    found = waits(rule_set("taizhou"), parse_hand({"concealed": "123m456m23p99s12s9m", "indicator": "9m"}))
    left = {w.tile.notation: w.left for w in found}
    assert left["9m"] == 2  # four, of which one lies turned and one is held
    assert left["1p"] == 4


def test_scattered_tiles_with_wild_ones_are_those_with_each_tile_in_their_place() -> None:
    """十三不靠: what wild tiles may stand for is what a tile tried in each place makes."""
    counts = counted([0, 4, 10, 16, 18, 21, 24, *range(27, 32)])  # twelve tiles, of which no two are near
    scope = SearchScope((1 << 34) - 1)
    found = {
        tuple(b.kind for b in way) for way in odd_fillings(Form.SCATTERED, counts, 2, melds=0, scope=scope)
    }
    tried = set[tuple[int, ...]]()
    for a in range(34):
        for b in range(a, 34):
            whole_ = counted([*(k for k, n in enumerate(counts) for _ in range(n)), a, b])
            tried |= {tuple(x.kind for x in way) for way in splits(whole_, Form.SCATTERED, melds=0)}
    assert found == tried
    assert len(found) > 5


def test_the_fewest_wild_tiles_are_those_of_the_first_filling() -> None:
    """The bound that spares the searches, beside the searches."""
    rng, scope = Random("fewest"), SearchScope(ANY, None, group_search_for((), ANY))
    for _ in range(400):
        pool = rng.choice((range(9), range(27), range(34), (*range(5), *range(27, 30))))
        drawn = Counter(rng.choices(pool, k=rng.randint(2, 13)))
        counts, pairs = tuple(min(4, drawn[k]) for k in range(KINDS)), rng.randrange(2)
        first = (2 * pairs - sum(counts)) % 3
        filled = (n for n in range(first, 40, 3) if any(fillings(counts, n, pairs=pairs, scope=scope)))
        assert min_wilds(counts, pairs=pairs) == next(filled), (counts, pairs)


def test_whether_wild_tiles_can_fill_is_whether_there_is_a_way() -> None:
    rng, seen = Random("can fill"), Counter[tuple[bool, bool]]()
    for _ in range(300):
        some = rng.sample(range(9), 4) if rng.random() < 0.7 else rng.sample(range(KINDS), 4)
        held = rng.sample([kind for kind in some for _ in range(4)], rng.choice((3, 6)))
        counts = counted(held)
        room = tuple(rng.choice((n, n, n + 1, 4)) for n in counts) if rng.random() < 0.6 else None
        scope = SearchScope(ANY if rng.random() < 0.7 else rng.getrandbits(KINDS), room)
        there = next(fillings(counts, 8 - len(held), pairs=1, scope=scope), None) is not None
        assert can_fill(counts, 8 - len(held), pairs=1, scope=scope) == there, (held, scope)
        seen[there, room is not None] += 1
    assert len(seen) == 4, "with a limit and without, some can and some cannot"
