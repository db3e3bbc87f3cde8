"""Advice: which discard comes first, and what holds of all of it."""

from __future__ import annotations

from random import Random

import pytest

from paiyan.scorer.advice.advise import Advice, advise
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rulesets import IDS, rule_set
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import KINDS, TILES


def advice(rules: str, tiles: str, drawn: str = "", seen: str = "", **more: object) -> Advice:
    """Return the advice for concealed tiles and the one drawn."""
    win = {"win": {"tile": drawn, "by": "self_draw"}} if drawn else {}
    chosen = rule_set(rules).with_options({})
    return advise(chosen, parse_hand({"concealed": tiles, **win, **more}), open_tiles=parse(seen))


BEST = (
    # rules, tiles, drawn, the tiles of which one is best thrown, the distance after it
    ("riichi", "123m456p11s678s23p", "5z", "5z", 0),
    ("riichi", "123m45p115s678s23p", "5z", "5z", 1),
    ("hongkong", "123m456p11s678s23p", "9m", "9m", 0),
    ("sichuan", "123m456m11p678p23p", "9s", "9s", 0),
    ("taiwan", "123m456p11s678s23p123s", "7z", "7z", 0),
    ("guobiao", "123m456p11s789s25z", "4m", "4m2z5z", 1),
)


@pytest.mark.parametrize(("rules", "tiles", "drawn", "best", "distance"), BEST)
def test_the_best_discard(rules: str, tiles: str, drawn: str, best: str, distance: int) -> None:
    first = advice(rules, tiles, drawn).choices[0]
    assert first.discard in parse(best)
    assert first.distance == distance
    assert first.expects is not None
    assert first.expects.win > 0


def dealt(rules: str, random: Random, n: int) -> str:
    kinds = [k for k in sorted(rule_set(rules).played_with.tiles.kinds) if k < KINDS]
    return notation(tuple(TILES[k] for k in random.sample([k for k in kinds for _ in range(4)], n)))


@pytest.mark.parametrize("rules", IDS)
def test_every_rule_set_has_an_answer_for_any_hand(rules: str) -> None:
    random = Random(rules)
    size = rule_set(rules).played_with.hand_size
    for _ in range(2):
        tiles = parse(dealt(rules, random, size + 1))
        found = advice(rules, notation(tiles[:-1]), tiles[-1].notation)
        thrown = [c.discard for c in found.choices]
        assert len(set(thrown)) == len(thrown)
        assert {t.kind for t in thrown if t} <= {t.kind for t in tiles}
        for choice in found.choices:
            assert choice.distance >= found.position.distance(found.position.held)
            if choice.expects:
                assert 0 <= choice.expects.win <= 1
                assert (choice.expects.samples == 0) == (choice.expects.points_error == 0) or (
                    choice.expects.samples > 0
                )


def test_tiles_that_lie_open_help_no_more() -> None:
    before = advice("hongkong", "123m456p11s678s23p", "5z").choices[0]
    after = advice("hongkong", "123m456p11s678s23p", "5z", seen="1177p").choices[0]
    assert before.left == 11
    assert after.left == 7


def test_suits_are_alike() -> None:
    """With circles for characters the advice is the same, tile for tile."""
    swap = str.maketrans("mp", "pm")
    for tiles, drawn in (("123m45p115s678s23p", "5z"), ("135m246p11s35s46z5z", "7z")):
        one, other = (
            advice("riichi", tiles, drawn),
            advice("riichi", tiles.translate(swap), drawn.translate(swap)),
        )
        of_one = {str(c.discard).translate(swap): (c.distance, c.left) for c in one.choices if not c.expects}
        of_other = {str(c.discard): (c.distance, c.left) for c in other.choices}
        assert of_one.items() <= of_other.items()


def test_a_suit_given_up_is_thrown_first() -> None:
    found = advice("sichuan", "123m456m11p678p3s4s", "9s", table={"void_suit": "s"})
    assert {str(c.discard) for c in found.choices[:3]} == {"3s", "4s", "9s"}


def test_a_hand_below_the_minimum_aims_at_a_fan() -> None:
    """The nearest win has two fan where eight are needed: the search finds what reaches them."""
    first = advice("guobiao", "123m45p115s78s1z7p6p", "4z").choices[0]
    assert first.expects is not None
    assert first.expects.win > 0
    assert first.goal.id.startswith("mixed_straight")


def test_a_whole_hand_is_told_what_it_pays() -> None:
    assert advice("hongkong", "123m456p11s678s23p", "4p").wins == 180
    assert advice("hongkong", "123m456p11s678s23p", "5z").wins is None


def test_a_waiting_hand_is_told_its_waits_and_claims() -> None:
    found = advice("hongkong", "123m456p11s678s23p")
    assert found.keeps is not None
    assert [(str(w.tile), w.left, w.drawn) for w in found.keeps.wanted] == [
        ("1p", 4, 180),
        ("4p", 3, 180),
        ("7p", 4, 180),
    ]
    claims = advice("hongkong", "123m456p115s789s5z").choices
    assert all(c.meld is not None and c.distance == 0 for c in claims)


def test_the_same_question_gets_the_same_answer() -> None:
    one, other = (advice("guobiao", "135m246p11s35s46z5z", "7z") for _ in range(2))
    assert [(c.discard, c.expects) for c in one.choices] == [(c.discard, c.expects) for c in other.choices]


@pytest.mark.parametrize(
    ("tiles", "drawn", "seen", "said"),
    [
        ("123m456p11s678s23p", "5z", "1111s", "1s appears"),
        ("123m456p11s678s2p", "5z", "", "12 concealed tiles"),
        ("12345m456p11s678s23p", "5z", "", "15 concealed tiles"),
    ],
)
def test_an_impossible_hand_is_refused(tiles: str, drawn: str, seen: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        advice("hongkong", tiles, drawn, seen)


@pytest.mark.parametrize("rules", IDS)
def test_every_rule_set_has_an_answer_for_a_hand_without_a_tile_to_spare(rules: str) -> None:
    random = Random(rules)
    for _ in range(2):
        tiles = parse(dealt(rules, random, rule_set(rules).played_with.hand_size))
        found = advice(rules, notation(tiles))
        assert found.keeps is not None
        assert all(c.meld is not None and c.discard is not None for c in found.choices)


def test_a_hand_full_of_wild_tiles_has_an_answer() -> None:
    """The search draws as if no tile were gone, so it comes to hands with a fifth wild tile."""
    for tiles, drawn in (("123m456p78s5551z1m", "9s"), ("123m456p555z1124s", "9s")):
        assert advice("hangzhou", tiles, drawn).choices


def test_a_hand_that_may_be_declared_ready_is_told_so() -> None:
    codes = {r.code for r in advice("riichi", "123m456p11s678s23p", "5z").choices[0].reasons}
    assert "declare" in codes
    assert "declare" not in {
        r.code for r in advice("hongkong", "123m456p11s678s23p", "5z").choices[0].reasons
    }
