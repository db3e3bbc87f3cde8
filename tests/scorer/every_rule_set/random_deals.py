"""Hands and deals made up for any rule set, from its tiles, claims, forms, wild tiles and settings."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.tiles.blocks import APART, LOOSE, Form
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import ORPHANS, TILES
from paiyan.scorer.tiles.unusual_sets import SET_FORMS

Json = dict[str, Any]
SIDES = ("left", "across", "right")


class Wall:
    """The tiles that are not dealt yet."""

    def __init__(self, rng: Random, rules: RuleSet) -> None:
        self.rng = rng
        own = () if rules.played_with.flowers_as is None else (rules.played_with.flowers_as,)
        self.left = Counter(dict.fromkeys((*rules.played_with.tiles.kinds, *own), 4))
        suits = [*range(rng.choice((0, 9, 18)), 34)] if rng.random() < 0.5 else [*range(34)]
        few = rng.choice((9, 18, 27, 34))
        every = sorted(
            rules.played_with.tiles.kinds
        )  # where much is asked of a win, few kinds would make none
        parts = [p for form in rules.won_by.forms for p in SET_FORMS.get(form, ())]
        self.own = {  # sets and pairs of the rule set's own, by their size
            3: [tuple(p.start + k for k in s) for p in parts for s in p.sets],
            2: [(p.start + k,) * 2 for p in parts for k in p.pairs],
        }
        self.liked = (
            every
            if rules.won_by.visible_requirement
            else [k for k in suits if k in rules.played_with.tiles.kinds][:few]
        )

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
            if own := self.own.get(size):
                kinds = list(self.rng.choice(own))
                if self.take(kinds):
                    return kinds
                continue
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
    forms = [f for f in rules.won_by.forms if f is not Form.STANDARD and f not in SET_FORMS]
    if not forms or rng.random() < 0.7:
        return None
    form, size = rng.choice(forms), rules.played_with.hand_size + 1
    if form is Form.THIRTEEN_ORPHANS:
        ends = [k for k in range(34) if ORPHANS >> k & 1]
        kinds = [*ends, rng.choice(ends)]
    elif form in (Form.KNITTED_HONOURS, Form.KNITTED_STRAIGHT):
        three = rng.sample(range(3), 3)
        knit = [9 * suit + low + 3 * i for low, suit in enumerate(three) for i in range(3)]
        kinds = rng.sample([*knit, *range(27, 34)], 14)
        if form is Form.KNITTED_STRAIGHT:
            kinds = knit + wall.block(3) + wall.block(2)
    elif form is Form.SCATTERED:
        three = [9 * suit + r for suit in range(3) for r in rng.choice([s for s in APART if len(s) == 3])]
        kinds = rng.sample([*three, *range(27, 34)], 14)
    elif form in LOOSE:
        own = sorted(k for k in rules.played_with.tiles.kinds if LOOSE[form] >> k & 1)
        kinds = [rng.choice(own) for _ in range(size)]
    else:
        kinds = [k for _ in range(size // 2) for k in wall.block(2)] + wall.block(1) * (size % 2)
    return kinds if max(Counter(kinds).values()) <= 4 else None


def meld(rng: Random, rules: RuleSet, kinds: list[int]) -> Json | None:
    """A meld of these tiles, with or without who gave it."""
    if kinds[0] != kinds[1]:
        types = ["chow"]
    else:
        types = ["pung"] if len(kinds) == 3 else ["kong", "added_kong", "concealed_kong"]
    known = [t for t in types if t in {m.value for m in rules.played_with.melds}]
    if not known:
        return None
    made: Json = {"type": rng.choice(known), "tiles": notation(kinds)}
    if made["type"] != "concealed_kong" and rng.random() < 0.7:
        made["from"] = "left" if made["type"] == "chow" else rng.choice(SIDES)
    return made


def mixed_kong(rng: Random, rules: RuleSet, wall: Wall) -> Json | None:
    """A kong of unequal tiles 旋风杠, where there are such; one or two tiles were added to some."""
    if not rules.played_with.mixed or rng.random() < 0.6:
        return None
    group, least = rng.choice([*rules.played_with.mixed.groups.items()])
    of = [k for k in range(34) if group.kinds >> k & 1]
    kinds = rng.sample(of, least) + [rng.choice(of) for _ in range(rng.choice((0, 0, 1, 2)))]
    return {"type": "mixed_kong", "tiles": notation(sorted(kinds))} if wall.take(kinds) else None


def drawn(rng: Random, setting: Setting) -> Any:
    """A value that the setting's schema accepts."""
    if isinstance(setting.default, bool):
        return rng.random() < 0.5
    if isinstance(setting.default, int):
        return min(setting.most, setting.least + rng.choice((0, 0, 1, 1, 2, 3, 7, 40)))
    if isinstance(setting.default, tuple):
        return notation(rng.choice(range(34)) for _ in range(rng.randint(0, 3)))
    return rng.choice(setting.choices)


def some(rng: Random, settings: tuple[Setting, ...], share: float) -> Json:
    return {s.id: drawn(rng, s) for s in settings if rng.random() < share}


def seat_hand(rng: Random, rules: RuleSet, wall: Wall, *, wins: bool, share: float) -> Json:
    """One player's hand; its win, if any, is by no means always one."""
    sets, melds, rest = rules.played_with.hand_size // 3, list[Json](), list[int]()
    odd = odd_form(rng, rules, wall) if wins else None
    if not odd and (made := mixed_kong(rng, rules, wall)):
        melds.append(made)
    for _ in range(0 if odd else sets - len(melds)):
        laid = rng.random() < 0.3
        kinds = wall.block(4 if laid and rng.random() < 0.4 else 3) if wins or laid else wall.some(3)
        fits = kinds[0] in (kinds[1], kinds[1] - 1) or tuple(kinds) in (rules.won_by.chows or ())
        made = meld(rng, rules, kinds) if laid and fits else None
        if made and len(kinds) == (3 if made["type"] in ("chow", "pung") else 4):
            melds.append(made)
        else:
            wall.left += Counter(kinds[3:])
            rest += kinds[:3]
    rest = odd or rest + (wall.block(2) if wins else wall.some(1))
    rng.shuffle(rest)
    if wins and rng.random() < 0.2:
        rest[0] = rng.choice(sorted(rules.played_with.tiles.kinds))
    won = rest.pop() if wins else None
    if rules.played_with.wild and rules.played_with.wild.imagined_kind:
        rest.pop()  # the tile in mind 心皇, which makes good for one
        if rng.random() < 0.5:
            rest[:1] = [rng.choice(sorted(rules.played_with.tiles.kinds))]
    hand: Json = {"concealed": notation(rest), "melds": melds}
    if won is not None:
        how = rng.choice(("discard", "self_draw", "self_draw", "discard", "robbed_kong"))
        hand["win"] = {"tile": TILES[won].notation, "by": how}
        flags = [f.value for f in Flag if rng.random() < share / 3]
        hand["win"] |= {"flags": flags} if flags else {}
    return hand


def as_flowers(rng: Random, rules: RuleSet, hands: list[Json]) -> None:
    """Writes the flowers that stand in the hands 头牌 as themselves: one each in the place of their kind."""
    free = sorted(rules.played_with.tiles.flowers)
    rng.shuffle(free)
    for hand in hands:
        held = parse(hand["concealed"])
        own = [t for t in held if t.kind == rules.played_with.flowers_as]
        hand["concealed"] = notation(t for t in held if t.kind != rules.played_with.flowers_as)
        hand["flowers"] = notation(free.pop() for _ in own)
        if parse(hand.get("win", {}).get("tile", ""))[:1] == (TILES[rules.played_with.flowers_as or 0],):
            hand["win"]["tile"] = TILES[free.pop()].notation
        for meld in hand["melds"]:
            if parse(meld["tiles"])[0].kind == rules.played_with.flowers_as:
                meld["tiles"] = notation(sorted(free.pop() for _ in parse(meld["tiles"])))


def with_flowers(rng: Random, rules: RuleSet, hands: list[Json]) -> None:
    if rules.played_with.flowers_as is not None:
        as_flowers(rng, rules, hands)
        return
    free = sorted(rules.played_with.tiles.flowers)
    rng.shuffle(free)
    for hand in hands:
        n = rng.choice((0, 0, 1, 2, 7, 8))
        hand["flowers"] = notation(free[:n])
        del free[:n]
        if rules.won_by.instant and free and "win" in hand and rng.random() < 0.1:
            by = rng.choice(("self_draw", "robbed_flower"))
            hand["win"] = {"tile": TILES[free.pop()].notation, "by": by}


def with_wilds(rng: Random, rules: RuleSet, hands: list[Json]) -> Json:
    """Names the wild tiles, where they are not the same in every deal; and puts some into the first hand."""
    if not rules.played_with.wild or rng.random() < 0.1:
        return {}
    fixed = rules.played_with.wild.kinds(Hand(()))
    turned = rng.choice(sorted(fixed or rules.played_with.tiles.kinds))
    named = {} if fixed else {rng.choice(("wild", "indicator")): TILES[turned].notation}
    kinds = sorted(rules.played_with.wild.kinds(parse_hand(named)))
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
    kinds = [k for _ in range(rules.played_with.hand_size // 3) for k in wall.block(3)]
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
    elif rules.won_by.most_winners > 1 and "from" in hands[0]["win"] and rng.random() < 0.4:
        second_winner(rng, rules, wall, hands)
    table, options = some(rng, rules.agreed_on.table, share / 2), some(rng, rules.agreed_on.options, share)
    table = {
        s.id: rng.randrange(6) for s in rules.agreed_on.table if s.id.startswith("stake_")
    } | table  # or it is asked for
    dealer = "E" if rng.random() < 0.7 else rng.choice("ESWN")
    made |= {"rules": rules.id, "hands": hands, "dealer": dealer, "round": rng.choice("ESWN")}
    table, own = rules.parted_table(table)
    hands[0] |= {"table": own} if own else {}
    return made | {"table": table, "options": options}


def alone(deal: Json) -> Json:
    """The first hand of the deal as a hand by itself."""
    hand: Json = deal["hands"][0]
    table = {"table": {**deal.get("table", {}), **hand.get("table", {})}}
    return {k: v for k, v in deal.items() if k != "hands"} | hand | table


def likely(seed: str, rules: RuleSet, *, share: float = 0.2, draw: bool = False) -> Json:
    """A deal; where much is asked of a win, one whose first hand wins, if one soon comes."""
    made = dealt(Random(seed), rules, share=share, draw=draw)
    if not draw and (
        rules.won_by.required or rules.won_by.visible_requirement or Form.FIFTEENS in rules.won_by.forms
    ):
        for n in range(8):
            if _wins(rules, made):
                break
            made = dealt(Random(f"{seed} {n}"), rules, share=share)
    return made


def _wins(rules: RuleSet, deal: Json) -> bool:
    given = alone(deal)
    try:
        return isinstance(score(rules.with_options(given["options"]), parse_hand(given)), Score)
    except ValueError:
        return False


def deals(rules: RuleSet) -> list[Json]:
    some = (f"{rules.id} {i}" for i in range(150))
    return [likely(s, rules) if i % 3 else dealt(Random(s), rules) for i, s in enumerate(some)]
