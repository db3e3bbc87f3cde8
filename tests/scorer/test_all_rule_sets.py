"""What must hold in every rule set, on made-up hands and deals; a rule set is covered by being listed.

Hands are drawn from each rule set's own tiles, claims, forms and settings. What a rule set is left out of,
or which of its fans, stands beside the test with the rule that makes it so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from scorer.answer import answer, deal_json, explained, rules_json, score_json, waits_json
from scorer.arranged import Arranged
from scorer.deal import parse_deal
from scorer.fans import found
from scorer.payment import Party
from scorer.ruleset import RuleSet
from scorer.rulesets import rule_set, rule_sets
from scorer.score import NotAWin, Score, _or_fallback, score, waits
from scorer.set_shapes import SET_FORMS, set_of
from scorer.setting import Setting
from scorer.settlement import Settlement, settle
from scorer.shapes import Arrangement, Block, Form, Shape
from scorer.situation import By, Hand, Seat, Win, parse_hand
from scorer.tiles import KINDS, TILES, notation, parse
from tests.scorer.made_up import Json, Wall, alone, deals, likely

EVERY = pytest.mark.parametrize("rules", rule_sets(), ids=lambda r: r.id)
WILD = pytest.mark.parametrize("rules", [r for r in rule_sets() if r.wild], ids=lambda r: r.id)
LANGS = ("zh", "en", "ja")

# --- hands, scored


class Case(NamedTuple):
    """A hand that its rule set accepts, with what it scores."""

    given: Json
    rules: RuleSet
    hand: Hand
    got: Score | NotAWin


def scored(rules: RuleSet, given: Json) -> Score | NotAWin | None:
    """None where the hand is refused."""
    try:
        return score(rules, parse_hand(given))
    except ValueError:
        return None


def cases(rules: RuleSet) -> tuple[Case, ...]:
    """The hands of `deals` that are accepted."""
    return _cases(rules.id)


@cache
def _cases(id_: str) -> tuple[Case, ...]:
    rules, made = rule_set(id_), list[Case]()
    for deal in deals(rules):
        given = alone(deal)
        chosen = rules.with_options(given["options"])
        got = scored(chosen, given)
        if got is not None:
            made.append(Case(given, chosen, parse_hand(given), got))
    return tuple(made)


def worth(got: Score | NotAWin | None) -> Any:
    """All of a score that does not hang on the names of tiles and seats."""
    if got is None or isinstance(got, NotAWin):
        return got and (got.reason, got.distance)
    fans = sorted(m.priced.id for m in got.counted.matches)
    return got.legal, got.value[:4], fans, paid(got)


def paid(got: Score, turn: Callable[[Seat], Seat] = lambda seat: seat) -> list[tuple[str, str, int]] | None:
    def name(who: Party) -> str:
        return turn(who).name if isinstance(who, Seat) else who.name

    if got.transfers is None:
        return None
    return sorted((name(t.payer), name(t.payee), t.points) for t in got.transfers)


def tried(do: Callable[..., Any], *what: Any, **how: Any) -> Any:
    """What it gives, or None where it refuses; a refusal is one sentence and no other error comes."""
    try:
        return do(*what, **how)
    except ValueError as no:
        said = str(no)
        assert said
        assert "\n" not in said
        assert len(said) < 300, said
        assert not said.endswith("."), said
        return None


def settled(rules: RuleSet, deal: Json) -> Settlement:
    return settle(rules, parse_deal(deal))


# --- answers and payments


@EVERY
def test_the_made_up_hands_are_worth_asking(rules: RuleSet) -> None:
    some = [c.got for c in cases(rules)]
    wins = [s for s in some if isinstance(s, Score)]
    assert len(wins) > 25
    assert sum(s.legal for s in wins) > 8
    assert len(some) - len(wins) > 3
    assert len({m.priced.id for s in wins for m in s.counted.matches}) > 8 or len(rules.fans) < 9


@EVERY
def test_every_answer_comes_or_is_refused_in_one_sentence(rules: RuleSet) -> None:
    answers = 0
    for i, deal in enumerate(deals(rules)):
        given, lang = alone(deal), LANGS[i % 3]
        got = tried(answer, given, lang=lang, explain=True)
        answers += got is not None
        waiting = {k: v for k, v in given.items() if k != "win"}
        if i % 4 == 0:
            tried(answer, waiting, lang=lang)
            tried(answer, deal, lang=lang)
    assert answers > 50


@EVERY
def test_settled_deals_are_told_in_every_language_and_sum_to_zero(rules: RuleSet) -> None:
    n = 0
    for i in range(120):
        deal = likely(f"settled {rules.id} {i}", rules, share=0.1, draw=i % 3 == 0)
        chosen = rules.with_options(deal["options"])
        made = tried(settled, chosen, deal)
        if made is None:
            continue
        n += 1
        net: Counter[Party] = Counter()
        for t in made.transfers:
            assert t.points >= 0
            assert t.payer is not t.payee
            assert all(t.reason.to(lang) for lang in LANGS)
            net[t.payer] -= t.points
            net[t.payee] += t.points
        assert sum(net.values()) == 0
        assert {seat: net[seat] for seat in Seat} == made.balances
        assert sum(made.balances.values()) == -sum(n for who, n in net.items() if not isinstance(who, Seat))
        assert all(deal_json(made, lang=lang)["payments"] for lang in LANGS)
    assert n > 10


@EVERY
def test_a_rule_set_and_each_of_its_scores_are_told_in_every_language(rules: RuleSet) -> None:
    for lang in LANGS:
        assert rules_json(rules, lang=lang)["id"] == rules.id
    for case in cases(rules)[:30]:
        for lang in LANGS:
            told = score_json(case.got, lang=lang)
            assert told["win"] is isinstance(case.got, Score)
            if isinstance(case.got, Score):
                assert len(explained(case.got, lang=lang)["fans"]) == len(told["fans"])
        if isinstance(case.got, Score) and case.got.transfers is not None:
            assert sum(t.points < 0 for t in case.got.transfers) == 0


# --- what changes nothing


@EVERY
def test_the_order_of_tiles_changes_nothing(rules: RuleSet) -> None:
    rng = Random(1)
    for case in cases(rules):
        concealed = rng.sample(case.hand.concealed, len(case.hand.concealed))
        flowers = rng.sample(case.hand.flowers, len(case.hand.flowers))
        other = replace(case.hand, concealed=tuple(concealed), flowers=tuple(flowers))
        got = score(case.rules, other)
        assert score_json(got) | {"wild_as": 0} == score_json(case.got) | {"wild_as": 0}, case.given


SAME_WINDS = {f"{n}z": f"{n}z" for n in range(1, 8)}  # a horse falls by its number, whoever is east


def renamed(given: Any, tiles: Mapping[str, str], seats: Mapping[str, str], suits: str = "mps") -> Any:
    """The JSON object with its tiles, seats and suits renamed, fields named for a seat among them."""
    if isinstance(given, list):
        return [renamed(g, tiles, seats, suits) for g in given]
    if isinstance(given, dict):
        return {
            "_".join([*k.split("_")[:-1], seats.get(k.split("_")[-1], k.split("_")[-1])]): (
                v  # where the winds stay, that of the round does
                if k == "round" and tiles["2z"] == "2z"
                else renamed(v, {**tiles, **SAME_WINDS} if k.startswith("horses") else tiles, seats, suits)
            )
            for k, v in given.items()
        }
    if not isinstance(given, str):
        return given
    if given in seats:
        return seats[given]
    if given in ("m", "p", "s"):
        return suits["mps".index(given)]
    try:
        return notation(parse(tiles[t.notation])[0] for t in parse(given))
    except ValueError:
        return given


EAST_DEALS = "riichi"  # east is its dealer by rule, so the seats are not turned as a whole


# Rule sets in which the winds do not turn with the seats, and why.
WINDS_STAY = {
    "anqing": "三张风 of south, west and north",
    "wuhan": "东南西北发白",
    "jiangnan": "东南西北中发白",
    "hainan": "winds and flowers are counted from the dealer, whatever the seat is called",
}

SAME_SEATS = {seat: seat for seat in "ESWN"}


def turning(rules: RuleSet) -> tuple[dict[str, str], dict[str, str]]:
    """A turn of the seats and of what belongs to seats: winds and flowers."""
    order = "SWN" if rules.id == EAST_DEALS else "ESWN"
    seats = {s: order[(i + 1) % len(order)] for i, s in enumerate(order)} | (
        {"E": "E"} if len(order) == 3 else {}
    )
    tiles = {t.notation: t.notation for t in TILES}
    for old, new in seats.items() if rules.id not in WINDS_STAY else ():
        i, j = "ESWN".index(old), "ESWN".index(new)
        tiles |= {f"{i + 1}z": f"{j + 1}z", f"{i + 1}f": f"{j + 1}f", f"{i + 5}f": f"{j + 5}f"}
    return tiles, seats


@EVERY
def test_seats_turn_with_all_that_belongs_to_them(rules: RuleSet) -> None:
    """Seats, dealer, round, discarder, fields named for a seat, winds and flowers are all turned by one."""
    tiles, seats = turning(rules)
    turned = 0
    for case in cases(rules):
        given = dict(case.given)
        if rules.id == EAST_DEALS:  # who sits on the left, and which wind follows which, is another then
            given["melds"] = [{k: v for k, v in m.items() if k != "from"} for m in given["melds"]]
            given["table"] = {k: v for k, v in given["table"].items() if "indicators" not in k}
            given["options"] = {k: v for k, v in given["options"].items() if k != "three_players"}
            given["table"].pop("norths", None)
        chosen = rules.with_options(given["options"])
        one, other = scored(chosen, given), scored(chosen, renamed(given, tiles, seats))
        if isinstance(one, Score):
            assert isinstance(other, Score), given
            turned += 1
            assert (one.legal, one.value[:4]) == (other.legal, other.value[:4]), given
            assert paid(one, lambda s: Seat[seats[s.name]]) == paid(other), given
        else:
            assert worth(one) == worth(other), given
    assert turned > 20


@pytest.mark.parametrize("rules", [r for r in rule_sets() if r.id != EAST_DEALS], ids=lambda r: r.id)
def test_the_payments_of_a_deal_turn_with_the_seats(rules: RuleSet) -> None:
    tiles, seats = turning(rules)
    turned = 0
    for i in range(60):
        deal = likely(f"turned {rules.id} {i}", rules, share=0.1, draw=i % 3 == 0)
        chosen = rules.with_options(deal["options"])
        one = tried(settled, chosen, deal)
        other = tried(settled, chosen, renamed(deal, tiles, seats))
        assert (one is None) == (other is None), deal
        if one is not None and other is not None:
            assert {Seat[seats[s.name]]: n for s, n in one.balances.items()} == other.balances, deal
            assert one.next_dealer is None or seats[one.next_dealer.name] == other.next_dealer.name, deal
            turned += 1
    assert turned > 10


# Fans that name suits, and why; without them no rule set tells one suit from another.
NAMES_A_SUIT = {
    "all_green": "2 3 4 6 8 of bamboo and the green dragon",
    "ryuuiisou": "as all_green",
    "reversible_tiles": "only some circles and bamboo look the same upside down",
    "catch_five": "the five of characters",
}


@EVERY
def test_renaming_suits_changes_nothing_where_no_fan_names_one(rules: RuleSet) -> None:
    rng = Random(2)
    for case in cases(rules):
        if case.rules.tiles != rules.tiles:
            continue  # some tables have more red fives in one suit; three players leave 2m to 8m out
        there = [s for i, s in enumerate("mps") if 9 * i in rules.tiles.kinds]
        swapped = dict(zip(there, rng.sample(there, len(there)), strict=True))
        suits = "".join(swapped.get(s, s) for s in "mps")
        tiles = {t.notation: t.notation.translate(str.maketrans("mps", suits)) for t in TILES}
        chosen = case.rules.without(*(p.id for p in case.rules.fans if p.id in NAMES_A_SUIT))
        one, other = scored(chosen, case.given), scored(chosen, renamed(case.given, tiles, SAME_SEATS, suits))
        assert worth(one) == worth(other), (case.given, suits)


# --- waits


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
        for kind in filter(rules.has, range(KINDS)):
            for by in (By.DISCARD, By.SELF_DRAW):
                try:
                    got = score(case.rules, hand.won_on(Win(TILES[kind], by)))
                except ValueError:
                    gone.add(kind)  # held, or seen as an indicator, four times: waited for all the same
                    continue
                if isinstance(got, Score):
                    wins.add(kind)
        assert {w.tile.kind for w in told} - gone == wins, case.given
        gone_by = (*hand.held, *([hand.indicator] if hand.indicator else []))
        assert all(w.left == 4 - sum(t.kind == w.tile.kind for t in gone_by) for w in told)
        assert all(waits_json(case.rules, told, lang=lang) for lang in LANGS)
        waiting += bool(told)
    assert waiting > 10


# --- wild tiles

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
    assert rules.wild
    lost, rng, compared = LOST_TO_A_WILD.get(rules.id, {}), Random(3), 0
    for case in cases(rules):
        if not isinstance(case.got, Score) or not case.rules.wild or not case.rules.wild.kinds(case.hand):
            continue
        chosen = case.rules.without(*(p.id for p in case.rules.fans if p.id in lost))
        chosen = chosen.but(must=(), must_show=()) if rules.id in FEW_WILDS else chosen
        wild = rng.choice(sorted(case.rules.wild.kinds(case.hand)))
        held = [t.kind for t in case.hand.concealed]
        wilds = case.rules.wild.kinds(case.hand)
        others = [i for i, k in enumerate(held) if k not in wilds and rules.wild.may_be >> k & 1]
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


# --- options


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
    told = rules.with_options({s.id: s.default for s in rules.options})
    assert rules_json(told) == rules_json(rules.with_options({})) == rules_json(rules.with_options())
    for case in cases(rules):
        given = {k: v for k, v in case.given.items() if k != "options"}
        one = worth(scored(rules.with_options({}), given))
        assert one == worth(scored(told, given)) == worth(scored(rules, given)), given


@EVERY
def test_every_value_of_every_option_gives_answers(rules: RuleSet) -> None:
    for setting in rules.options:
        for value in values(setting):
            made = rules.with_options({setting.id: value})
            assert made.chosen[setting.id] == value
            again = rules.with_options(made.chosen)
            assert again.chosen == made.chosen
            assert rules_json(again) == rules_json(made)
            for case in cases(rules)[:6]:
                tried(score, made, case.hand)


# --- the best of all arrangements


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
    found: list[tuple[Block, ...]] = []
    for tiles in sets_of(form)[kinds[0]]:
        rest, two = list(kinds), len(tiles) == 2
        if two > pairs or any(tiles.count(k) > kinds.count(k) for k in tiles):
            continue
        for k in tiles:
            rest.remove(k)
        block = Block(Shape.PAIR, tiles[0]) if two else set_of(tiles)
        found += [(block, *more) for more in partitions(tuple(rest), form, pairs=pairs - two)]
    return tuple(found)


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
    best, least = (False, -1), rules.least(rules, hand)
    held, form = Counter(t.kind for t in hand.concealed), rules.forms[0]
    waits = [k for k in range(34) if any(True for _ in laid_out(hand, form, Win(TILES[k], win.by)))]

    def shown(a: Arrangement, of: Win, wins_on: Sequence[int]) -> Arranged | None:
        arranged = Arranged(a, hand.won_on(of), of, lambda: waits, lambda: wins_on)
        return arranged if all(s.holds(arranged) for s in rules.must_show) else None

    could_win = [
        k
        for k in waits
        if held[k] < 4
        and rules.has(k)
        and any(shown(a, w, ()) for w in [Win(TILES[k], win.by)] for a in laid_out(hand, form, w))
    ]
    for arrangement in laid_out(hand, form, win):
        if a := shown(arrangement, win, could_win):
            for way in rules.counting(found(rules.fans_with(a.facts, claimed=hand.claimed), a)):
                whole = _or_fallback(rules, way, a)
                inside = sum(
                    m.priced.value for m in whole.matches if m.priced.id not in rules.outside_minimum
                )
                best = max(best, (inside >= least, rules.value(whole, a, rules.chosen).points))
    return best


@pytest.mark.parametrize(
    "rules", [r for r in rule_sets() if not (r.wild and r.wild.thought)], ids=lambda r: r.id
)  # the partitions know no tile that is only thought of
def test_the_best_arrangement_is_the_best_of_all(rules: RuleSet) -> None:
    form = next((f for f in rules.forms if f in SET_FORMS), Form.STANDARD)
    plain = rules.with_options({}).but(forms=(form,), must=())  # what is asked of all ways alike
    rng, compared = Random(f"best {rules.id}"), 0
    sets = rules.hand_size // 3
    for _ in range(200 if rules.must_show else 40):
        wall = Wall(rng, rules)
        low = [k for k in wall.liked if k % 9 < 4]  # of every suit, where the blocks must show something
        wall.liked = low if rules.must_show else wall.liked[:9]
        kinds = [k for _ in range(sets) for k in wall.block(3)] + wall.block(2)
        rng.shuffle(kinds)
        win = Win(TILES[kinds[-1]], rng.choice((By.DISCARD, By.SELF_DRAW)), None)
        hand = Hand(tuple(TILES[k] for k in kinds[:-1]), win=win)
        if plain.wild and plain.wild.plays(hand, win.tile):
            continue  # the partitions know no wild tiles
        try:
            got = score(plain, hand)
        except ValueError:
            continue
        if isinstance(got, Score):
            compared += 1
            checked = plain.check(hand)
            assert (got.legal, got.value.points) == tried_out(plain, checked, win), hand
    assert compared > 8
