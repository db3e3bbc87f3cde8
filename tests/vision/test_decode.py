"""The decoder against brute force: the same best hands, in the same order, from all assignments tried."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.arrange import counted, splits
from scorer.shapes import Form
from scorer.tiles import RED, TILES, notation, parse
from vision.choose import Option, best_choices
from vision.decode import Decoded, decode
from vision.game import ANY_GAME, Game
from vision.layout import LaidMeld, Layout
from vision.likelihood import Logs

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
])  # fmt: skip
def test_each_form_finds_its_hand(form: Form, read: str, right: str) -> None:
    tiles, truth = parse(read), parse(right)
    assert len(tiles) == len(truth)
    wrong = [i for i, (a, b) in enumerate(zip(tiles, truth, strict=True)) if a != b]
    shares = {i: {tiles[i].notation: 0.6, truth[i].notation: 0.3} for i in wrong}
    logs = certain(read, *shares.items())
    best = decode(logs, row_of(14, winning=True), Game(forms=(form,)), won="won")[0]
    assert text_of(best) == right
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


def test_what_no_supply_allows_is_not_chosen() -> None:
    unit = [Option(0.0, (0,), ((0, 3),)), Option(1.0, (1,), ((0, 1),))]
    choices = list(best_choices([unit, unit], {0: 4}))
    assert [c.cost for c in choices] == [1.0, 1.0, 2.0]
    assert list(best_choices([unit, unit], {0: 1})) == []
