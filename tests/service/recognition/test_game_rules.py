"""What the decoder of readings is told of a rule set, and that it then finds the hands that win there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import FLOWER, RED, TILES
from paiyan.service.errors import BadHand
from paiyan.service.game_rules import game_of
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.legal_hands import Decoded, decode
from paiyan.vision.structure.network import Logs
from paiyan.vision.structure.scene import LaidMeld, Layout
from tests.scorer.every_rule_set.cases import EVERY, WILD, Case, cases

EACH = 6
TOP, SECOND = math.log(0.6), math.log(0.3)


def won_hands(rules: RuleSet) -> list[Case]:
    """Some hands that win there, of tiles and melds that a picture can show: the forms in turn."""
    forms: dict[object, list[Case]] = {}
    for case in cases(rules):
        shown = all(m.type.value != "mixed_kong" for m in case.hand.melds) and not case.hand.on_flower
        if isinstance(case.got, Score) and shown and not any(t.kind >= FLOWER for t in case.hand.held):
            forms.setdefault(case.got.arrangement.form, []).append(case)
    turns = [of[at : at + 1] for at in range(EACH) for of in forms.values()]
    return [case for turn in turns for case in turn][: 2 * EACH]


def shown(hand: Hand) -> tuple[list[int], Layout]:
    """The codes of a hand's tiles as a picture shows them, and their layout."""
    assert hand.win
    codes = [t.code for t in (*hand.concealed, hand.win.tile)]
    held, melds = tuple(range(len(hand.concealed))), list[LaidMeld]()
    for meld in hand.melds:
        tiles = tuple(range(len(codes), len(codes) + len(meld.tiles)))
        melds.append(LaidMeld(tiles, meld.type.value, None))  # pyright: ignore[reportArgumentType]
        codes += [t.code for t in meld.tiles]
    flowers = [t.code for t in hand.flowers if FLOWER <= t.code < RED]
    laid = tuple(range(len(codes), len(codes) + len(flowers)))
    return codes + flowers, Layout(concealed=held, winning=len(held), melds=tuple(melds), flowers=laid)


def seen(codes: list[int], *, instead: dict[int, int] | None = None) -> Logs:
    """What a detector says that is sure of these codes, but takes some tiles for another, them second."""
    logs = np.full((len(codes), len(TILES)), -20.0)
    logs[np.arange(len(codes)), codes] = -0.01
    for tile, code in (instead or {}).items():
        logs[tile, codes[tile]], logs[tile, code] = SECOND, TOP
    return logs


def decoded(logs: Logs, layout: Layout, game: Game) -> list[Decoded]:
    return decode(logs, layout, game, won="won")


def wins(game: Game, held: list[int], melds: list[tuple[int, ...]], flowers: int) -> bool:
    """Whether these held codes, the winning one last, have a form of the game."""
    if game.against:
        return game.against(tuple(held), tuple(melds)) < math.inf
    own = [] if game.flowers_as is None else [game.flowers_as] * flowers
    counts = counted([*(TILES[code].kind for code in held), *own])
    return any(next(splits(counts, form, melds=len(melds)), None) is not None for form in game.forms)


@EVERY
def test_every_tile_of_the_game_may_be_read(rules: RuleSet) -> None:
    """In hands and among the flowers: also the dragons that lie there as hard flowers 硬花."""
    caps = game_of(rules).caps
    assert all(caps[kind] for kind in (*rules.played_with.tiles.kinds, *rules.played_with.tiles.flowers))


@EVERY
def test_a_hand_that_wins_is_decoded_as_itself(rules: RuleSet) -> None:
    hands = won_hands(rules)
    assert len(hands) >= 3
    for case in hands:
        codes, layout = shown(case.hand)
        best, *_ = decoded(seen(codes), layout, game_of(rules, case.given))
        assert best.cost == pytest.approx(0)
        assert [best.codes[t] for t in range(len(codes))] == codes


@EVERY
def test_with_a_tile_misread_a_hand_is_found_that_wins_and_is_no_less_likely(rules: RuleSet) -> None:
    rng = Random(rules.id)
    for case in won_hands(rules):
        codes, layout = shown(case.hand)
        game = game_of(rules, case.given)
        for tile, other in misread(rng, case.rules, codes, len(layout.concealed) + 1):
            best, *_ = decoded(seen(codes, instead={tile: other}), layout, game)
            assert best.cost <= TOP - SECOND + 1e-6
            held = [best.codes[t] for t in range(len(layout.concealed) + 1)]
            melds = [tuple(codes[t] for t in meld.tiles) for meld in layout.melds]
            assert wins(game, held, melds, len(layout.flowers))


@WILD
def test_a_hand_without_a_shape_is_none_that_won(rules: RuleSet) -> None:
    """Where the wild tiles are named, so that nothing is left open."""
    assert rules.played_with.wild
    tried = 0
    for case in cases(rules):
        named = case.hand.indicator or case.hand.wild or rules.played_with.wild.kinds(case.hand)
        if not named or case.hand.win is None or case.hand.on_flower:
            continue
        codes, layout = shown(case.hand)
        melds = [tuple(codes[t] for t in meld.tiles) for meld in layout.melds]
        if isinstance(case.got, NotAWin) and case.got.reason.en == "the tiles do not make a winning hand":
            assert not wins(game_of(rules, case.given), codes[: len(layout.concealed) + 1], melds, 0)
            tried += 1
    assert (
        tried or rules.played_with.wild.imagined_kind
    )  # with a tile in mind nearly every made-up hand has a shape


def test_what_is_told_of_wild_tiles_is_heeded() -> None:
    """Wild are the turned tile and the next one; of the unknown turned tile, six make 1p, 9s or 5z wild."""
    tianjin = rule_set("tianjin")
    held = tuple(t.code for t in parse("123m456m789m11p5z9s5z"))
    assert game_of(tianjin, {"indicator": "5z"}).against(held, ()) == 0
    assert game_of(tianjin, {"wild": "5z"}).against(held, ()) == 0
    assert game_of(tianjin, {"indicator": "3s"}).against(held, ()) == math.inf
    assert game_of(tianjin).against(held, ()) == pytest.approx(-math.log(6 / 34))


def test_a_telling_that_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadHand, match="indicator"):
        game_of(rule_set("tianjin"), {"indicator": "x9"})


def misread(rng: Random, rules: RuleSet, codes: list[int], held: int) -> Iterator[tuple[int, int]]:
    """Held tiles, and what each is taken for."""
    for tile in rng.sample(range(held), 2):
        other = rng.choice(sorted(rules.played_with.tiles.kinds - {TILES[codes[tile]].kind}))
        if codes.count(other) < 4:
            yield tile, other


@pytest.mark.parametrize(
    ("rules", "tiles", "chows"),
    [
        ("guobiao", 13, True),
        ("riichi", 13, True),
        ("taiwan", 16, True),
        ("sichuan", 13, False),
        ("jiangnan", None, True),
    ],
)
def test_what_the_network_of_layouts_is_told(rules: str, tiles: int | None, chows: bool) -> None:
    known = game_of(rule_set(rules)).known
    assert (known.tiles, known.chows, known.sideways, known.flowers) == (tiles, chows, None, None)
