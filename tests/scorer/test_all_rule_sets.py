"""What must hold in every rule set, on made-up hands and deals; a rule set is covered by being listed.

Hands are drawn from each rule set's own tiles, claims, forms and settings. What a rule set is left out of,
or which of its fans, stands beside the test with the rule that makes it so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from scorer.answer import answer, deal_json, explained, rules_json, score_json, waits_json
from scorer.arranged import Arranged
from scorer.deal import parse_deal
from scorer.fans import found
from scorer.payment import Pool
from scorer.ruleset import RuleSet
from scorer.rulesets import ALL, rule_set
from scorer.score import NotAWin, Score, _or_fallback, score, waits
from scorer.setting import Setting
from scorer.settlement import Settlement, settle
from scorer.shapes import ORPHANS, Arrangement, Block, Form, Shape
from scorer.situation import By, Flag, Hand, Seat, Win, parse_hand
from scorer.tiles import TILES, notation, parse

Json = dict[str, Any]
EVERY = pytest.mark.parametrize("rules", ALL, ids=lambda r: r.id)
WILD = pytest.mark.parametrize("rules", [r for r in ALL if r.wild], ids=lambda r: r.id)
LANGS = ("zh", "en", "ja")
SIDES = ("left", "across", "right")

# --- made-up hands and deals


class Wall:
    """The tiles that are not dealt yet."""

    def __init__(self, rng: Random, rules: RuleSet) -> None:
        self.rng = rng
        self.left = Counter(dict.fromkeys(rules.tiles.kinds, 4))
        suits = [*range(rng.choice((0, 9, 18)), 34)] if rng.random() < 0.5 else [*range(34)]
        few = rng.choice((9, 18, 27, 34))
        self.liked = [k for k in suits if k in rules.tiles.kinds][:few]

    def take(self, kinds: list[int]) -> bool:
        """Takes them all, or none where one is lacking."""
        want = Counter(kinds)
        enough = all(self.left[k] >= n for k, n in want.items())
        if enough:
            self.left -= want
        return enough

    def block(self, size: int) -> list[int]:
        """A run (three), a pair, a triplet or a kong."""
        for _ in range(500):
            k = self.rng.choice(self.liked)
            run = size == 3 and k < 27 and k % 9 < 7 and self.rng.random() < 0.6
            kinds = [k, k + 1, k + 2] if run else [k] * size
            if self.take(kinds):
                return kinds
        return self.some(size)

    def some(self, n: int) -> list[int]:
        kinds = self.rng.sample(sorted(self.left.elements()), n)
        self.left -= Counter(kinds)
        return kinds


def odd_form(rng: Random, rules: RuleSet, wall: Wall) -> list[int] | None:
    """All the tiles of a won hand in one of the other forms, where the rule set has some."""
    forms = [f for f in rules.forms if f is not Form.STANDARD]
    if not forms or rng.random() < 0.7:
        return None
    form, size = rng.choice(forms), rules.hand_size + 1
    if form is Form.THIRTEEN_ORPHANS:
        ends = [k for k in range(34) if ORPHANS >> k & 1]
        kinds = [*ends, rng.choice(ends)]
    elif form in (Form.KNITTED_HONOURS, Form.KNITTED_STRAIGHT):
        three = rng.sample(range(3), 3)
        knit = [9 * suit + low + 3 * i for low, suit in enumerate(three) for i in range(3)]
        kinds = rng.sample([*knit, *range(27, 34)], 14)
        if form is Form.KNITTED_STRAIGHT:
            kinds = knit + wall.block(3) + wall.block(2)
    elif form is Form.LOOSE_HONOURS:
        kinds = [27 + rng.randrange(7) for _ in range(size)]
    else:
        kinds = [k for _ in range(size // 2) for k in wall.block(2)] + wall.block(1) * (size % 2)
    return kinds if max(Counter(kinds).values()) <= 4 else None


def meld(rng: Random, rules: RuleSet, kinds: list[int]) -> Json | None:
    """A meld of these tiles, with or without who gave it."""
    if kinds[0] != kinds[1]:
        types = ["chow"]
    else:
        types = ["pung"] if len(kinds) == 3 else ["kong", "added_kong", "concealed_kong"]
    known = [t for t in types if t in {m.value for m in rules.melds}]
    if not known:
        return None
    made: Json = {"type": rng.choice(known), "tiles": notation(kinds)}
    if made["type"] != "concealed_kong" and rng.random() < 0.7:
        made["from"] = "left" if made["type"] == "chow" else rng.choice(SIDES)
    return made


def drawn(rng: Random, setting: Setting) -> Any:
    """A value that the setting's schema accepts."""
    if isinstance(setting.default, bool):
        return rng.random() < 0.5
    if isinstance(setting.default, int):
        return setting.least + rng.choice((0, 0, 1, 1, 2, 3, 7, 40))
    if isinstance(setting.default, tuple):
        return notation(rng.choice(range(34)) for _ in range(rng.randint(0, 3)))
    return rng.choice(setting.choices)


def some(rng: Random, settings: tuple[Setting, ...], share: float) -> Json:
    return {s.id: drawn(rng, s) for s in settings if rng.random() < share}


def seat_hand(rng: Random, rules: RuleSet, wall: Wall, *, wins: bool, share: float) -> Json:
    """One player's hand; its win, if any, is by no means always one."""
    sets, melds, rest = rules.hand_size // 3, list[Json](), list[int]()
    odd = odd_form(rng, rules, wall) if wins else None
    for _ in range(0 if odd else sets):
        laid = rng.random() < 0.3
        kinds = wall.block(4 if laid and rng.random() < 0.4 else 3) if wins or laid else wall.some(3)
        made = meld(rng, rules, kinds) if laid and kinds[0] in (kinds[1], kinds[1] - 1) else None
        if made and len(kinds) == (3 if made["type"] in ("chow", "pung") else 4):
            melds.append(made)
        else:
            wall.left += Counter(kinds[3:])
            rest += kinds[:3]
    rest = odd or rest + (wall.block(2) if wins else wall.some(1))
    rng.shuffle(rest)
    if wins and rng.random() < 0.2:
        rest[0] = rng.choice(sorted(rules.tiles.kinds))
    won = rest.pop() if wins else None
    made = {"concealed": notation(rest), "melds": melds}
    if won is not None:
        how = rng.choice(("discard", "self_draw", "self_draw", "discard", "robbed_kong"))
        made["win"] = {"tile": TILES[won].notation, "by": how}
        flags = [f.value for f in Flag if rng.random() < share / 3]
        made["win"] |= {"flags": flags} if flags else {}
    return made


def with_flowers(rng: Random, rules: RuleSet, hands: list[Json]) -> None:
    free = sorted(rules.tiles.flowers)
    rng.shuffle(free)
    for hand in hands:
        n = rng.choice((0, 0, 1, 2, 7, 8))
        hand["flowers"] = notation(free[:n])
        del free[:n]
        if rules.instant and free and "win" in hand and rng.random() < 0.1:
            by = rng.choice(("self_draw", "robbed_flower"))
            hand["win"] = {"tile": TILES[free.pop()].notation, "by": by}


def with_wilds(rng: Random, rules: RuleSet, hands: list[Json]) -> Json:
    """Names the wild tiles; and puts some into the first hand."""
    if not rules.wild or rng.random() < 0.1:
        return {}
    turned = rng.choice(sorted(rules.tiles.kinds))
    named = {rng.choice(("wild", "indicator")): TILES[turned].notation}
    kinds = sorted(rules.wild.kinds(parse_hand(named)))
    tiles = [t.kind for t in parse(hands[0]["concealed"])]
    for i in rng.sample(range(len(tiles)), min(len(tiles), rng.choice((0, 0, 1, 1, 2)))):
        tiles[i] = rng.choice(kinds or [turned])
    hands[0]["concealed"] = notation(tiles)
    return named


def second_winner(rng: Random, rules: RuleSet, wall: Wall, hands: list[Json]) -> None:
    """Lets another hand win on the same tile, of which it holds one."""
    won = parse(hands[0]["win"]["tile"])[0]
    if not wall.take([won.kind]):
        return
    kinds = [k for _ in range(rules.hand_size // 3) for k in wall.block(3)]
    hands[2] |= {"concealed": notation([*kinds, won.kind]), "melds": [], "win": dict(hands[0]["win"])}


def dealt(rng: Random, rules: RuleSet, *, share: float = 0.2, draw: bool = False) -> Json:
    """A deal of four seats with all that a rule set may ask of it."""
    wall = Wall(rng, rules)
    seats = rng.sample("ESWN", 4)
    wins = [rng.random() < 0.5 for _ in range(4)] if draw else [True, False, False, False]  # some are ready
    hands = [seat_hand(rng, rules, wall, wins=w, share=share) for w in wins]
    with_flowers(rng, rules, hands)
    made = with_wilds(rng, rules, hands)
    for hand, seat in zip(hands, seats, strict=True):
        hand["seat"] = seat
    if "win" in hands[0] and hands[0]["win"]["by"] != "self_draw" and rng.random() < 0.9:
        hands[0]["win"]["from"] = seats[1]
    if draw:
        hands = [{k: v for k, v in hand.items() if k != "win"} for hand in hands]
    elif rules.most_winners > 1 and "from" in hands[0]["win"] and rng.random() < 0.4:
        second_winner(rng, rules, wall, hands)
    table, options = some(rng, rules.table, share / 2), some(rng, rules.options, share)
    dealer = "E" if rng.random() < 0.7 else rng.choice("ESWN")
    made |= {"rules": rules.id, "hands": hands, "dealer": dealer, "round": rng.choice("ESWN")}
    return made | {"table": table, "options": options}


def alone(deal: Json) -> Json:
    """The first hand of the deal as a hand by itself."""
    return {k: v for k, v in deal.items() if k != "hands"} | deal["hands"][0]


def deals(rules: RuleSet) -> list[Json]:
    return [dealt(Random(f"{rules.id} {i}"), rules) for i in range(150)]


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
    def name(who: Seat | Pool) -> str:
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
    assert len(some) - len(wins) > 5
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
        rng = Random(f"settled {rules.id} {i}")
        deal = dealt(rng, rules, share=0.1, draw=i % 3 == 0)
        chosen = rules.with_options(deal["options"])
        made = tried(settled, chosen, deal)
        if made is None:
            continue
        n += 1
        net: Counter[Seat | Pool] = Counter()
        for t in made.transfers:
            assert t.points >= 0
            assert t.payer is not t.payee
            assert all(t.reason.to(lang) for lang in LANGS)
            net[t.payer] -= t.points
            net[t.payee] += t.points
        assert sum(net.values()) == 0
        assert {seat: net[seat] for seat in Seat} == made.balances
        assert sum(made.balances.values()) == -net[Pool.TABLE]
        assert all(deal_json(made, lang=lang)["payments"] for lang in LANGS)
    assert n > 20


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


def renamed(given: Any, tiles: Mapping[str, str], seats: Mapping[str, str], suits: str = "mps") -> Any:
    """The JSON object with its tiles, seats and suits renamed, fields named for a seat among them."""
    if isinstance(given, list):
        return [renamed(g, tiles, seats, suits) for g in given]
    if isinstance(given, dict):
        return {
            "_".join([*k.split("_")[:-1], seats.get(k.split("_")[-1], k.split("_")[-1])]): renamed(
                v, tiles, seats, suits
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


SAME_SEATS = {seat: seat for seat in "ESWN"}


def turning(rules: RuleSet) -> tuple[dict[str, str], dict[str, str]]:
    """A turn of the seats and of what belongs to seats: winds and flowers."""
    order = "SWN" if rules.id == EAST_DEALS else "ESWN"
    seats = {s: order[(i + 1) % len(order)] for i, s in enumerate(order)} | (
        {"E": "E"} if len(order) == 3 else {}
    )
    tiles = {t.notation: t.notation for t in TILES}
    for old, new in seats.items():
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


@pytest.mark.parametrize("rules", [r for r in ALL if r.id != EAST_DEALS], ids=lambda r: r.id)
def test_the_payments_of_a_deal_turn_with_the_seats(rules: RuleSet) -> None:
    tiles, seats = turning(rules)
    turned = 0
    for i in range(60):
        deal = dealt(Random(f"turned {rules.id} {i}"), rules, share=0.1, draw=i % 3 == 0)
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
    named = [p.id for p in rules.fans if p.id in NAMES_A_SUIT]
    for case in cases(rules):
        if case.rules.tiles != rules.tiles:
            continue  # some tables have more red fives in one suit; three players leave 2m to 8m out
        suits = "".join(rng.sample("mps", 3))
        tiles = {t.notation: t.notation.translate(str.maketrans("mps", suits)) for t in TILES}
        chosen = case.rules.without(*named)
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
        for kind in rules.tiles.kinds:
            for by in (By.DISCARD, By.SELF_DRAW):
                try:
                    got = score(case.rules, hand.won_on(Win(TILES[kind], by)))
                except ValueError:
                    gone.add(kind)  # held, or seen as an indicator, four times: waited for all the same
                    continue
                if isinstance(got, Score):
                    wins.add(kind)
        assert {w.tile.kind for w in told} - gone == wins, case.given
        assert all(w.left == 4 - sum(t.kind == w.tile.kind for t in hand.held) for w in told)
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
}


@WILD
def test_a_wild_tile_in_place_of_another_never_lowers_the_best_score(rules: RuleSet) -> None:
    assert rules.wild
    lost, rng, compared = LOST_TO_A_WILD.get(rules.id, {}), Random(3), 0
    for case in cases(rules):
        if not isinstance(case.got, Score) or not rules.wild.kinds(case.hand):
            continue
        chosen = case.rules.without(*lost)
        wild = rng.choice(sorted(rules.wild.kinds(case.hand)))
        held = [t.kind for t in case.hand.concealed]
        others = [i for i, k in enumerate(held) if k not in rules.wild.kinds(case.hand)]
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
        yield from {setting.least, setting.least + 1, setting.default, setting.default + 1, 100}
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


def partitions(kinds: tuple[int, ...], *, pairs: int) -> Iterator[tuple[Block, ...]]:
    """Every way to lay these kinds, sorted, as runs, triplets and so many pairs."""
    if not kinds:
        yield ()
        return
    k = kinds[0]
    ways = [(Shape.TRIPLET, (k,) * 3), (Shape.RUN, (k, k + 1, k + 2) if k < 27 and k % 9 < 7 else ())]
    for shape, tiles in [*ways, *([(Shape.PAIR, (k, k))] if pairs else [])]:
        rest = Counter(kinds)
        rest.subtract(tiles)
        if tiles and min(rest.values()) >= 0:
            left = tuple(sorted(rest.elements()))
            for more in partitions(left, pairs=pairs - (shape is Shape.PAIR)):
                yield (Block(shape, k), *more)


def tried_out(rules: RuleSet, hand: Hand, win: Win) -> tuple[bool, int]:
    """The best over every partition, the winning tile in each of its blocks that may have it."""
    best, least = (False, -1), rules.least(rules, hand)
    laid = tuple(m.block for m in hand.melds)
    kinds = tuple(sorted([t.kind for t in hand.concealed] + [win.tile.kind]))
    before = Counter(t.kind for t in hand.concealed)
    waits = tuple(
        k for k in range(34) if any(True for _ in partitions(tuple(sorted([*before.elements(), k])), pairs=1))
    )
    for blocks in partitions(kinds, pairs=1):
        for i, block in enumerate(blocks):
            if win.tile.kind not in block.tiles:
                continue
            closed = block if win.self_drawn else block._replace(concealed=False)
            order = sorted((*blocks[:i], *blocks[i + 1 :]), key=lambda b: b.kind)
            at = sum(b.kind < closed.kind for b in order)
            order.insert(at, closed)
            a = Arranged(
                Arrangement(Form.STANDARD, laid + tuple(order), len(laid) + at), hand, win, lambda: waits
            )
            for way in rules.counting(found(rules.fans_with(a.facts, claimed=hand.claimed), a)):
                whole = _or_fallback(rules, way, a)
                inside = sum(
                    m.priced.value for m in whole.matches if m.priced.id not in rules.outside_minimum
                )
                best = max(best, (inside >= least, rules.value(whole, a, rules.chosen).points))
    return best


@EVERY
def test_the_best_arrangement_is_the_best_of_all(rules: RuleSet) -> None:
    plain, rng, compared = rules.with_options({}).but(forms=(Form.STANDARD,)), Random(f"best {rules.id}"), 0
    sets = rules.hand_size // 3
    for _ in range(40):
        wall = Wall(rng, rules)
        wall.liked = wall.liked[:9]
        kinds = [k for _ in range(sets) for k in wall.block(3)] + wall.block(2)
        rng.shuffle(kinds)
        win = Win(TILES[kinds[-1]], rng.choice((By.DISCARD, By.SELF_DRAW)), None)
        hand = Hand(tuple(TILES[k] for k in kinds[:-1]), win=win)
        try:
            got = score(plain, hand)
        except ValueError:
            continue
        if isinstance(got, Score):
            compared += 1
            checked = plain.check(hand)
            assert (got.legal, got.value.points) == tried_out(plain, checked, win), hand
    assert compared > 8
