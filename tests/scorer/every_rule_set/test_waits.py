"""In every rule set: waits are the tiles that win, wild tiles never cost, every option gives answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.build import waits_report
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rules.checks import check_open_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.tiles.tile import FACES, KINDS, TILES, Tile
from tests.scorer.every_rule_set.cases import EVERY, LANGS, WILD, cases, scored, tried, worth


@EVERY
def test_a_hand_waits_for_the_tiles_that_make_it_win(rules: RuleSet) -> None:
    waiting = 0
    for case in cases(rules)[:45]:
        hand = replace(case.hand, win=None)
        try:
            told = waits(case.rules, hand)
        except ValueError:
            continue
        wins, gone = set[int](), set[int]()
        stand = sorted(rules.played_with.tiles.flowers) if rules.played_with.flowers_as is not None else []
        for kind in (
            *(k for k in range(KINDS) if rules.played_with.has(k) and k != rules.played_with.flowers_as),
            *stand,
        ):
            for by in (By.DISCARD, By.SELF_DRAW):
                try:
                    got = score(case.rules, hand.won_on(Win(TILES[kind], by)))
                except ValueError:
                    gone.add(kind)  # held, or seen as an indicator, four times: waited for all the same
                    continue
                if isinstance(got, Score):
                    wins.add(kind)
        for kind in (
            rules.played_with.tiles.flowers - {t.kind for t in (*hand.flowers, *hand.wild)} - set(stand)
        ):
            drawn = Win(FACES[kind], By.SELF_DRAW)  # 花胡: whatever the other tiles are
            if (
                rules.won_by.instant
                and kind >= KINDS
                and isinstance(score(case.rules, hand.won_on(drawn)), Score)
            ):
                wins.add(kind)
        assert {w.tile.kind for w in told} - gone == wins, case.given
        for w in told:
            if w.tile.kind < KINDS:
                assert five(case.rules, hand, w.tile, w.left + 1), (w.tile, w.left, case.given)
                assert not five(case.rules, hand, w.tile, w.left), (w.tile, w.left, case.given)
        assert all(to_json(waits_report(case.rules, told), lang) for lang in LANGS)
        waiting += bool(told)
    assert waiting > 10


def five(rules: RuleSet, hand: Hand, tile: Tile, n: int) -> bool:
    """Whether the hand with so many more of this tile holds more than there are."""
    try:
        check_open_hand(rules, replace(hand, concealed=(*hand.concealed, *[tile] * n)))
    except HandError as refused:
        return "there are four of each tile" in str(refused)
    return False


# Fans that a wild tile may cost, by rule set, and why.
LOST_TO_A_WILD = {
    "tianjin": {"no_wild_tiles": "没混: no wild tile is held"},
    "taizhou": {
        "no_wild_tiles": "无得: no wild tile is held, or each as itself",
        "seat_wind_tai": "门风刻: one tile of the set must be its own",
        "dragon_tai": "字牌刻: one tile of the set must be its own",
    },
    "lianzhong": dict.fromkeys(
        ("edge_wait", "closed_wait", "single_wait"),
        "边张 坎张 单钓: with a wild tile the hand waits for more",
    ),
    "hangzhou": {
        "four_in_pairs": "豪华: four equal tiles as they are printed",
        "luxury_pairs": "豪华七对: four equal tiles as they are printed",
        "no_god": "无财神: no wild tile is held",
    },
    "yingkou": {"pinched_wait": "一口听: with a wild tile the hand waits for more"},
    "wenzhou": dict.fromkeys(
        ("hard_win_of_sets", "hard_win_of_pairs"), "硬和: no wild tile is held, or each as itself"
    ),
    "nanchang": dict.fromkeys(("german", "true_german"), "德国: no wild tile is held, or each as itself"),
    "jiangnan": {"no_wild_in_hand": "无百搭: no wild tile is held"},
    "wuhan": {"hard_win": "硬胡: no wild tile is held, or each as itself"},
}
# Rule sets that let only so many wild tiles win; what they ask of every win is left out of the comparison.
FEW_WILDS = {"wuhan": "两个癞子胡屁胡不能胡"}


@WILD
def test_a_wild_tile_in_place_of_another_never_lowers_the_best_score(rules: RuleSet) -> None:
    assert rules.played_with.wild
    lost, rng, compared = LOST_TO_A_WILD.get(rules.id, {}), Random(3), 0
    for case in cases(rules):
        if (
            not isinstance(case.got, Score)
            or not case.rules.played_with.wild
            or not case.rules.played_with.wild.kinds(case.hand)
        ):
            continue
        chosen = case.rules.without(*(p.id for p in case.rules.counted_by.fans if p.id in lost))
        chosen = chosen.but(required=(), visible_requirement=()) if rules.id in FEW_WILDS else chosen
        wild = rng.choice(sorted(case.rules.played_with.wild.kinds(case.hand)))
        held = [t.kind for t in case.hand.concealed]
        wilds = case.rules.played_with.wild.kinds(case.hand)
        others = [i for i, k in enumerate(held) if k not in wilds and rules.played_with.wild.may_be >> k & 1]
        if not others:
            continue
        held[rng.choice(others)] = wild
        more = replace(case.hand, concealed=tuple(TILES[k] for k in held))
        try:
            before, after = score(chosen, case.hand), score(chosen, more)
        except ValueError:
            continue  # a fifth tile
        assert isinstance(before, Score)
        assert isinstance(after, Score), case.given
        assert (after.legal, after.value.points) >= (before.legal, before.value.points), (case.given, more)
        compared += 1
    assert compared > 10


def values(setting: Setting) -> Iterator[Any]:
    if isinstance(setting.default, bool):
        yield from (False, True)
    elif isinstance(setting.default, int):
        some = {setting.least, setting.least + 1, setting.default, setting.default + 1, 100}
        yield from {min(n, setting.most) for n in some}
    else:
        yield from setting.choices


@EVERY
def test_the_defaults_told_are_the_defaults_untold(rules: RuleSet) -> None:
    told = rules.with_options({s.id: s.default for s in rules.agreed_on.options})
    assert (
        to_json(described(told), "en")
        == to_json(described(rules.with_options({})), "en")
        == to_json(described(rules.with_options()), "en")
    )
    for case in cases(rules):
        given = {k: v for k, v in case.given.items() if k != "options"}
        one = worth(scored(rules.with_options({}), given))
        assert one == worth(scored(told, given)) == worth(scored(rules, given)), given


@EVERY
def test_every_value_of_every_option_gives_answers(rules: RuleSet) -> None:
    for setting in rules.agreed_on.options:
        for value in values(setting):
            made = rules.with_options({setting.id: value})
            assert made.agreed_on.selected[setting.id] == value
            again = rules.with_options(made.agreed_on.selected)
            assert again.agreed_on.selected == made.agreed_on.selected
            assert to_json(described(again), "en") == to_json(described(made), "en")
            for case in cases(rules)[:6]:
                tried(score, made, case.hand)
