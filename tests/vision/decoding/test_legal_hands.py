"""The decoder against brute force: the same best hands, in the same order, from all assignments tried."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import RED, TILES
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.legal_hands import Decoded, decode
from paiyan.vision.decoding.winning_parts import Option, best_choices
from paiyan.vision.structure.network import Logs
from paiyan.vision.structure.scene import LaidMeld, Layout

NEVER = -60.0


def certain(text: str, *others: tuple[int, dict[str, float]]) -> Logs:
    """Logarithms of tiles read as `text`; for some of them the probabilities of several tiles."""
    tiles = parse(text)
    logs = np.full((len(tiles), len(TILES)), NEVER)
    for i, t in enumerate(tiles):
        logs[i, t.code] = 0.0
    for i, shares in others:
        logs[i] = NEVER
        for name, p in shares.items():
            logs[i, parse(name)[0].code] = math.log(p)
    return logs


def text_of(found: Decoded) -> str:
    return notation([found.codes[i] for i in sorted(found.codes)])


def row_of(count: int, *, winning: bool = False) -> Layout:
    return Layout(concealed=tuple(range(count - winning)), winning=count - 1 if winning else None)


@st.composite
def doubtful(draw: st.DrawFn, *, count: int, each: int, codes: list[int]) -> Logs:
    """Tiles each of which may be one of a few codes."""
    logs = np.full((count, len(TILES)), NEVER)
    for i in range(count):
        few = draw(st.lists(st.sampled_from(codes), min_size=each, max_size=each, unique=True))
        for code in few:
            logs[i, code] = -draw(st.floats(0, 3))
    return logs


def assignments(logs: Logs) -> list[tuple[float, tuple[int, ...]]]:
    """Every choice of one possible code a tile, with its cost, the cheapest first."""
    most = logs.max(axis=1)
    options = [
        [(m - v, code) for code, v in enumerate(row) if v > NEVER] for row, m in zip(logs, most, strict=True)
    ]
    found = [(sum(c for c, _ in some), tuple(code for _, code in some)) for some in product(*options)]
    return sorted(found)


def within(codes: tuple[int, ...], game: Game) -> bool:
    taken = Counter(codes)
    kinds = Counter(TILES[c].kind for c in codes)
    return all(n <= game.caps[c] for c, n in kinds.items()) and all(
        n <= game.caps[c] for c, n in taken.items() if c >= RED
    )


def wins(codes: tuple[int, ...], game: Game, melds: int = 0) -> bool:
    counts = counted([TILES[c].kind for c in codes])
    return any(next(splits(counts, form, melds=melds), None) is not None for form in game.forms)


def costs(found: list[Decoded]) -> list[float]:
    return [round(f.cost, 6) for f in found]


@settings(max_examples=60, deadline=None)
@given(doubtful(count=7, each=3, codes=[0, 1, 13, 43, 31]))
def test_the_likeliest_within_the_supply_are_those_of_brute_force(logs: Logs) -> None:
    game = Game(reds=(1, 1, 1))
    truth = [round(c, 6) for c, codes in assignments(logs) if within(codes, game)]
    found = decode(logs, row_of(7), game)
    assert costs(found) == truth[: len(found)]
    assert len(found) == min(16, len(truth))
    assert sum(f.share for f in found) == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(doubtful(count=5, each=5, codes=[*range(0, 9), 27, 28, 4 + 38]))
def test_the_likeliest_winning_hand_of_one_set_and_a_pair_is_that_of_brute_force(logs: Logs) -> None:
    game = Game(reds=(1, 1, 1), forms=(Form.STANDARD,))
    meld = LaidMeld((5, 6, 7), "pung", None)
    whole = np.vstack([logs, certain("777z")])
    three = Layout(concealed=(0, 1, 2, 3), winning=4, melds=(meld,))
    truth = [c for c, codes in assignments(logs) if c <= 12 and wins(codes, game, 3) and within(codes, game)]
    found = decode(whole, three, game, won="won")
    assert bool(found) == bool(truth)
    if truth:
        assert found[0].cost == pytest.approx(truth[0], abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(doubtful(count=8, each=3, codes=[9, 10, 11, 12, 13, 14, 31, 32]))
def test_two_sets_and_a_pair_too(logs: Logs) -> None:
    game = Game(reds=(0, 0, 0), forms=(Form.STANDARD,))
    truth = [
        round(c, 6) for c, codes in assignments(logs) if c <= 12 and wins(codes, game) and within(codes, game)
    ]
    found = decode(logs, row_of(8, winning=True), game, won="won")
    assert costs(found)[:1] == truth[:1]


@pytest.mark.parametrize(("form", "read", "right"), [
    (Form.SEVEN_PAIRS, "1122334455667m8m", "11223344556677m"),
    (Form.DISTINCT_PAIRS, "1122334455667m8m", "11223344556677m"),
    (Form.THIRTEEN_ORPHANS, "19m19p19s12345672z", "19m19p19s12345672z"),
    (Form.THIRTEEN_ORPHANS, "19m19p18s12345671z", "19m19p19s12345671z"),
    (Form.KNITTED_HONOURS, "147m258p369s12345z", "147m258p369s12345z"),
    (Form.KNITTED_HONOURS, "147m258p368s12345z", "147m258p369s12345z"),
    (Form.KNITTED_STRAIGHT, "147m258p368s123m55z", "147m258p369s123m55z"),
    (Form.PAIRS_AND_TRIPLET, "11223344556677m89m1z", "11223344556677m888m"),
    (Form.EIGHT_PAIRS, "11223344556677m11z2z", "11223344556677m11z2z"),
    (Form.EIGHT_PAIRS, "11223344556677m13z2z", "11223344556677m11z2z"),
    (Form.SCATTERED, "147m258p369s12334z", "147m258p369s12345z"),
    (Form.SCATTERED, "159m258p34s123456z", "159m258p38s123456z"),
    (Form.LOOSE_258, "222555888m2258p9s", "222555888m2258p8s"),
    (Form.LOOSE_HONOURS, "1122334455667z7m", "11223344556677z"),
    (Form.HONOUR_RUNS, "123m456p123z124z66z", "123m456p123z124z66z"),
    (Form.HONOUR_RUNS, "123m456p567z124z65z", "123m456p567z124z66z"),
    (Form.FIFTEENS, "159m357p168s447s11z", "159m357p168s447s11z"),
    (Form.FIFTEENS, "159m357p168s447s12z", "159m357p168s447s11z"),
])  # fmt: skip
def test_each_form_finds_its_hand(form: Form, read: str, right: str) -> None:
    tiles, truth = parse(read), parse(right)
    assert len(tiles) == len(truth)
    wrong = [i for i, (a, b) in enumerate(zip(tiles, truth, strict=True)) if a != b]
    shares = {i: {tiles[i].notation: 0.6, truth[i].notation: 0.3} for i in wrong}
    logs = certain(read, *shares.items())
    best = decode(logs, row_of(len(tiles), winning=True), Game(forms=(form,)), won="won")[0]
    assert text_of(best) == notation(truth)
    assert best.cost == pytest.approx(len(wrong) * math.log(2))


def test_five_of_a_tile_give_way_where_it_costs_least() -> None:
    logs = certain("11111m234567p99s", (2, {"1m": 0.5, "7z": 0.3}), (4, {"1m": 0.6, "2m": 0.1}))
    best, *_ = decode(logs, row_of(13), ANY_GAME)
    assert text_of(best) == "11m7z11m234567p99s"
    assert best.cost == pytest.approx(math.log(0.5 / 0.3))


def test_a_meld_is_one_of_the_game() -> None:
    logs = certain("123m456p11z77s345s", (11, {"4s": 0.5, "3s": 0.4}), (12, {"5s": 0.4, "3s": 0.3}))
    layout = Layout(concealed=tuple(range(10)), melds=(LaidMeld((10, 11, 12), "chow", 0),))
    assert text_of(decode(logs, layout, ANY_GAME)[0]).endswith("345s")
    sichuan = Game(melds=frozenset(("pung", "kong")), kinds=frozenset(range(27)))
    assert decode(logs, layout, sichuan) == []  # honours are held where there are none
    suited = Layout(concealed=(0, 1, 2, 3, 4, 5, 8, 9), melds=layout.melds)
    assert text_of(decode(logs, suited, sichuan)[0]).endswith("333s")


def test_a_kong_counts_its_hidden_tiles() -> None:
    logs = certain("5z123m456p7s5zxxxxxx", (0, {"5z": 0.6, "6z": 0.3}))
    layout = Layout(concealed=tuple(range(8)), melds=(LaidMeld((8, 9, 10, 11), "concealed_kong", None),))
    assert text_of(decode(logs, layout, ANY_GAME)[0]).startswith("6z")


def test_flowers_are_one_each() -> None:
    logs = certain("1f1f", (0, {"1f": 0.6, "2f": 0.2}), (1, {"1f": 0.5, "5f": 0.3}))
    assert text_of(decode(logs, Layout(flowers=(0, 1)), ANY_GAME)[0]) == "15f"


def test_a_hand_with_a_tile_face_down_has_no_winning_reading() -> None:
    logs = certain("123m456p789sxx1z11z1z")
    assert decode(logs, row_of(14, winning=True), ANY_GAME, won="won") == []


def test_what_looks_like_a_back_may_be_a_face_where_the_hand_has_won() -> None:
    logs = certain("123m456p789sxx2z1z11z", (9, {"xx": 0.7, "2z": 0.1}))
    assert 9 not in decode(logs, row_of(14), ANY_GAME)[0].codes
    won = decode(logs, row_of(14, winning=True), ANY_GAME, won="won")
    assert text_of(won[0]) == notation(parse("123m456p789s22z111z"))


def test_tiles_elsewhere_are_not_in_the_hand_but_may_be_misread() -> None:
    """Three of 1z lie elsewhere; that they are what they seem speaks against two more in the hand."""
    logs = certain("1z23m1z", (3, {"1z": 0.6, "2z": 0.3}))
    found = decode(logs, row_of(4), ANY_GAME, elsewhere={27: (2.0, 3.0, 0.4)})
    assert [text_of(f) for f in found] == ["1z23m1z", "1z23m2z"]
    assert [f.cost for f in found] == pytest.approx([0.4, math.log(2)])
    found = decode(logs, row_of(4), ANY_GAME, elsewhere={27: (2.0, 3.0, 1.4)})
    assert [f.cost for f in found] == pytest.approx([math.log(2), 1.4])
    two_sets = decode(logs, row_of(4), ANY_GAME, elsewhere={27: (3.0,) * 5})
    assert two_sets[0].cost == 0


@settings(max_examples=40, deadline=None)
@given(
    doubtful(count=5, each=4, codes=[0, 1, 2, 27, 28]),
    st.lists(st.sampled_from([0.25, 0.5, 1.5]), max_size=4),
    st.lists(st.sampled_from([0.5, 1.0]), max_size=3),
)
def test_a_win_beside_tiles_elsewhere_is_that_of_brute_force(
    logs: Logs, ones: list[float], easts: list[float]
) -> None:
    game = Game(reds=(0, 0, 0), forms=(Form.STANDARD,))
    elsewhere = {0: ones, 27: easts}

    def toll(codes: tuple[int, ...]) -> float:
        over = {kind: codes.count(kind) + len(there) - 4 for kind, there in elsewhere.items()}
        return sum(sum(sorted(elsewhere[kind])[: max(n, 0)]) for kind, n in over.items())

    truth = sorted(
        c + toll(codes) for c, codes in assignments(logs) if wins(codes, game) and within(codes, game)
    )
    found = decode(logs, row_of(5, winning=True), game, won="won", elsewhere=elsewhere)
    assert bool(found) == bool(truth)
    assert costs(found)[:1] == [round(c, 6) for c in truth[:1]]
    near = [c for c in truth if c <= truth[0] + 4][:16]
    assert costs(found)[: len(near)] == [round(c, 6) for c in near]


@settings(max_examples=40, deadline=None)
@given(doubtful(count=5, each=3, codes=[0, 1, 2, 9, 28]))
def test_where_a_game_is_asked_what_wins_the_answer_is_that_of_brute_force(logs: Logs) -> None:
    def against(held: tuple[int, ...], melds: tuple[tuple[int, ...], ...]) -> float:
        assert not melds
        return math.inf if held[-1] == 9 else 0.25 * held.count(1)

    game = Game(reds=(0, 0, 0), against=against)
    every = ((c + against(codes, ()), codes) for c, codes in assignments(logs) if within(codes, game))
    truth = sorted(round(c, 6) for c, _ in every if c <= 12)
    found = decode(logs, row_of(5, winning=True), game, won="won")
    assert costs(found) == truth[:16]


def test_flowers_that_stand_in_the_hand_are_part_of_what_wins() -> None:
    """Under the rules of 洛书 two flowers are a pair, and are no 5z for it."""
    logs = certain("159m357p168s44s7s12f", (11, {"8s": 0.6, "7s": 0.3}))
    layout = Layout(concealed=tuple(range(11)), winning=11, flowers=(12, 13))
    game = Game(forms=(Form.FIFTEENS,), flowers_as=31)
    best = decode(logs, layout, game, won="won")[0]
    assert text_of(best) == notation(parse("159m357p168s447s12f"))
    assert decode(logs, layout, Game(forms=(Form.FIFTEENS,)), won="won") == []


def test_what_no_supply_allows_is_not_chosen() -> None:
    unit = [Option(0.0, (0,), ((0, 3),)), Option(1.0, (1,), ((0, 1),))]
    free = (0.0,) * 5
    choices = list(best_choices([unit, unit], {0: free, 1: free}))
    assert [c.cost for c in choices] == [1.0, 1.0, 2.0]
    assert list(best_choices([unit, unit], {0: free[:2], 1: free[:2]})) == []


@pytest.mark.parametrize("nodes", range(12))
def test_a_search_that_is_stopped_gives_the_beginning_of_what_it_finds(nodes: int) -> None:
    """One node is what the cheapest choice takes where the supply allows it."""
    unit = [Option(float(code), (code,), ((code, 1),)) for code in range(3)]
    supply = dict.fromkeys(range(3), (0.0,) * 5)
    every = [choice.cost for choice in best_choices([unit, unit], supply)]
    found = [choice.cost for choice in best_choices([unit, unit], supply, nodes=nodes)]
    assert found == every[: len(found)]
    assert bool(found) == (nodes >= 1)


def test_more_tiles_than_a_hand_that_wins_has_win_with_nothing() -> None:
    many = "123456789m123456789p123s" + "11z"
    assert decode(certain(many), row_of(len(parse(many)), winning=True), ANY_GAME, won="won") == []
