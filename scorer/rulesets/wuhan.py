"""武汉红中赖子杠, Wuhan: one wild kind 赖子, red dragons 红中 laid as kongs; none wins without a claim.

The document says which hands win, how many wild tiles they may hold and which of them are big; what they are
worth is from a public rule text: a big win starts from ten, a small one from one, and everything doubles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Find, Priced
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, liability
from paiyan.scorer.tiles.blocks import LOOSE, Form
from paiyan.scorer.tiles.tile import ranks

TEXT = texts("wuhan")

SEED = str(POCKET_MAHJONG.section("武汉麻将"))
PUBLIC = "parmesanC/PettingZooMahjongRLEnv wuhan_mahjong_rules.md"
SITE = "游戏规则, a public page of a 武汉麻将 site (introduce.html)"
RED = 33  # 红中
# The next tile; the red dragon, which is laid as a kong, is never wild.
NEXT = {**tile_set.following(*tile_set.SUITS, (*tile_set.WINDS, 32, 31)), RED: 32}
wild_kinds = tile_set.after(NEXT)
FLUSH, MELDED = "full_flush", "melded_hand"
BIG = frozenset(
    (
        *("all_pungs", "all_258", "all_honours", FLUSH, MELDED),
        *("out_with_replacement_tile", "last_tile_draw", "robbing_the_kong"),
    )
)

OPTIONS = (
    TEXT.setting("opening", "each", choices=("each", "once")),
    TEXT.setting("big_wilds", 2, most=4),
    TEXT.setting("small_discard", "all", choices=("all", "discarder")),
    TEXT.setting("cap", 300),
    TEXT.setting("gold_cap", 500),
    TEXT.setting("draw_check", True),
)

UNKNOWN = -1

TABLE = (
    *TEXT.for_seats(
        "red_kongs",
        0,
        most=4,
        lies=Lies.APART,
        shows=lambda _, n: (RED,) * n,
    ),
    *TEXT.for_seats(
        "wild_kongs",
        0,
        most=4,
        lies=Lies.APART,
        shows=tile_set.tiles_of_count(wild_kinds),
    ),
    *TEXT.for_seats("doubles", UNKNOWN, least=UNKNOWN, most=12),
    TEXT.setting("after_single_kong", False, of_hand=True),
    TEXT.setting(
        "discarder_ready", True, when=inferred_fields.ON_DISCARD, shown=inferred_fields.discarder_ready
    ),
)


def claims(hand: Hand) -> int:
    """Return how often the hand was opened 开口."""
    return sum(m.type is not MeldType.CONCEALED_KONG for m in hand.melds)


def _doubles(hand: Hand, *, opening: str) -> int:
    """Return the doubles of a hand's claims and of its kongs of four."""
    opened = claims(hand) if opening == "each" else min(1, claims(hand))
    kongs = {MeldType.KONG: 1, MeldType.ADDED_KONG: 1, MeldType.CONCEALED_KONG: 2}
    return opened + sum(kongs.get(m.type, 0) for m in hand.melds)


def _single(table: Mapping[str, Any], seat: Seat) -> int:
    """Return the doubles of kongs of one tile."""
    return table[f"red_kongs_{seat.name}"] + 2 * table[f"wild_kongs_{seat.name}"]


def _loser(s: Settling, seat: Seat) -> int:
    """Return how often a payer's share doubles, as far as it is known.

    Claims and kongs double, also the robbed one, and the pung it was added to, which is a claim 别人碰的一句.
    """
    hand = s.deal.hand(seat)
    robbed = s.win.by is By.ROBBED_KONG and seat is s.win.discarder
    if hand:
        own = _doubles(hand, opening=s.options["opening"])
    else:
        own = max(int(robbed), s.table[f"doubles_{seat.name}"])
    return own + _single(s.table, seat) + robbed


def _uncapped(s: Settling, *, small: bool) -> dict[Seat, int]:
    """Return what each of the three owes before the cap."""
    owed: dict[Seat, int] = {}
    for seat in s.hand.seat.others:
        points = s.value.points << _loser(s, seat)
        if seat is s.win.discarder:
            points = 2 * points if small else 3 * points // 2
        if small and s.hand.dealer in (seat, s.hand.seat):
            points *= 2
        owed[seat] = points
    return owed


def _all_pass_the_cap(s: Settling, owed: dict[Seat, int]) -> bool:
    """True if each of the three owes more than the cap 金顶."""
    return 0 < s.options["cap"] < min(owed.values())


def _capped(s: Settling, owed: dict[Seat, int]) -> dict[Seat, int]:
    if _all_pass_the_cap(s, owed):
        gold: int = s.options["gold_cap"]
        return dict.fromkeys(owed, gold)
    cap: int = s.options["cap"]
    return {seat: min(points, cap or points) for seat, points in owed.items()}


def _liable(s: Settling, ids: frozenset[str]) -> liability.Case:
    """Return who pays for all 包: robbed, or fed a last tile unready, or a flush its third claim."""
    unready = s.win.discarder if MELDED in ids and not s.table["discarder_ready"] else None
    claimed = [m for m in s.hand.melds if m.type is not MeldType.CONCEALED_KONG]
    third = liability.fed(s.hand, claimed[2]) if FLUSH in ids and len(claimed) > 2 else None
    return liability.first(
        (
            liability.of_robbed_kong(s.win),
            win_payments.ROBBED_FOR_THREE,
        ),
        (unready, Words("未听点全求人，包三家", "fed a melded hand while not ready", "不聴で全求人に放銃")),
        (third, Words("清一色第三口，包三家", "fed a flush its third claim", "清一色に三回目を鳴かせた")),
    )


def pay(s: Settling) -> Iterable[Transfer | Sentence] | Sentence:
    """All three pay, each by their own doubles; one alone where one is liable."""
    ids = frozenset(m.priced.id for m in s.counted.matches)
    liable, why = _liable(s, ids)
    if isinstance(liable, Meld):
        return liability.unknown_feeder(liable)
    return _paid(s, liable, why, small=not ids & BIG)


def _paid(s: Settling, liable: Seat | None, why: Words, *, small: bool) -> Iterator[Transfer | Sentence]:
    winner, feeder = s.hand.seat, s.win.discarder
    uncapped = _uncapped(s, small=small)
    owed = _capped(s, uncapped)
    alone = small and s.options["small_discard"] == "discarder"
    shares = {feeder: owed[feeder]} if alone and feeder is not None else owed
    if not _all_pass_the_cap(s, uncapped):
        yield from inferred_fields.side_payments_unknown(s.deal, _CLAIMS, _unknown_seats(s, shares))
    if liable is not None:
        yield Transfer(liable, winner, sum(shares.values()), why)
        return
    name = Words("屁胡", "small win", "屁胡") if small else Words("大胡", "big win", "大胡")
    for seat, points in shares.items():
        yield Transfer(seat, winner, points, name)


_CLAIMS = Words("吃碰杠", "claims and kongs", "鳴きと槓")


def _unknown_seats(s: Settling, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose claims are unknown."""
    return [x for x in Seat if x in seats and not s.deal.hand(x) and s.table[f"doubles_{x.name}"] == UNKNOWN]


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """查大叫: after a draw a player not ready pays each ready one, twice without a claim."""
    if d.values or not d.options["draw_check"]:
        return
    hidden = inferred_fields.hidden(d.deal)
    yield from inferred_fields.of_draw(hidden)
    hands = {hand.seat: hand for hand in d.deal.hands if hand.seat not in hidden}
    ready = [seat for seat in hands if d.ready(seat)]
    for payer in hands:
        for seat in ready if payer not in ready else ():
            doubles = _doubles(hands[seat], opening=d.options["opening"]) + _single(d.table, seat)
            points = 1 << doubles + (not claims(hands[payer]))
            points = min(points, d.options["cap"] or points)
            yield Transfer(payer, seat, points, Words("查大叫", "was not ready", "不聴"))


EYES = ranks(2, 5, 8)  # 将


def held_wilds(hand: Hand) -> int:
    """Return how many wild tiles a won hand holds, the winning one too."""
    kinds = wild_kinds(hand)
    return sum(t.kind in kinds for t in hand.held)


def _of_seat(name: str) -> Find:
    return lambda a: (0,) * a.hand.table[f"{name}_{a.hand.seat.name}"]


def _after_kong(a: Arranged) -> tuple[int, ...]:
    """Drawn for a kong, of four tiles or of a single red dragon or wild tile."""
    single = a.hand.table["after_single_kong"] and a.win.self_drawn
    return (0,) if single or circumstances.AFTER_KONG.find(a) else ()


OPENED = TEXT.fan("claim", lambda a: tuple(1 << i for i, b in enumerate(a.blocks) if b.exposed))
OPENED_ONCE = replace(
    TEXT.fan("claim", lambda a: (0,) if claims(a.hand) else ()), text=TEXT.words("fans.claim.once")
)
RED_KONG = TEXT.fan("red_kong", _of_seat("red_kongs"))
WILD_KONG = TEXT.fan("kong_of_wild_tile", _of_seat("wild_kongs"))
HARD = TEXT.fan("hard_win", whole_hand.as_printed)
ALL_258 = TEXT.fan("all_258", suits.only(EYES))
AFTER_KONG = TEXT.fan("out_with_replacement_tile", _after_kong, flags=(Flag.KONG_REPLACEMENT,))
_PATTERNS = (triplets.ALL_PUNGS, ALL_258, suits.FULL_FLUSH, suits.ALL_HONOURS)
_LUCK = (whole_hand.MELDED_HAND, AFTER_KONG, circumstances.LAST_TILE_DRAW, circumstances.ROBBED_KONG)
_NAMES = {
    triplets.ALL_PUNGS.id: "碰碰胡",
    suits.ALL_HONOURS.id: "风一色",
    whole_hand.MELDED_HAND.id: "全求人",
    circumstances.LAST_TILE_DRAW.id: "海底捞",
    circumstances.ROBBED_KONG.id: "抢杠",
}


def priced(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Return the fans under the selected options."""
    bigs = tuple(
        fan.at(10, name=_NAMES.get(fan.id, ""), source=f"{SEED}; 10: {PUBLIC}, {SITE}")
        for fan in (*_PATTERNS, *_LUCK)
    )
    opened = OPENED if options["opening"] == "each" else OPENED_ONCE
    doubles = (
        *((triplets.CONCEALED_KONG, 2), (WILD_KONG, 2), (triplets.MELDED_KONG, 1), (RED_KONG, 1)),
        *((opened, 1), (HARD, 1), (circumstances.SELF_DRAWN, 1)),
    )
    return (*bigs, *(fan.at(n, source=PUBLIC) for fan, n in doubles))


def value(counted: Counted, _arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """Ten for each big win, one for a small one, doubled by every other fan; 自摸 is half as much more, not
    double, where one of 碰碰胡 将一色 清一色 风一色 counts, and nothing for the other big wins."""
    ids = [m.priced.id for m in counted.matches]
    base = sum(m.priced.value for m in counted.matches if m.priced.id in BIG) or 1
    apart = BIG | {circumstances.SELF_DRAWN.id, whole_hand.CHICKEN.id}
    points = base << sum(m.priced.value for m in counted.matches if m.priced.id not in apart)
    if circumstances.SELF_DRAWN.id in ids:
        pattern = any(fan.id in ids for fan in _PATTERNS)
        points = 2 * points if not BIG & set(ids) else 3 * points // 2 if pattern else points
    return Value(points, points)


def is_big(a: Arranged) -> bool:
    """True if it is a big win 大胡."""
    return any(True for fan in (*_PATTERNS, *_LUCK) for _ in fan.find(a))


SMALL_WILDS = 1  # 两个癞子胡屁胡不能胡


def _eyes_or_any(a: Arranged) -> bool:
    """A pair of 2, 5 or 8, but any in 碰碰胡 and 清一色, and no sets where the tiles are all of one sort."""
    if a.form is not Form.STANDARD:
        return not a.faces & ~LOOSE[a.form]
    any_pair = any(True for fan in (triplets.ALL_PUNGS, suits.FULL_FLUSH) for _ in fan.find(a))
    loose = not a.faces & ~EYES or not a.faces & ~LOOSE[Form.LOOSE_HONOURS]
    return any_pair or loose or bool(EYES >> a.pairs[0][1] & 1)


def _required(options: Mapping[str, Any]) -> tuple[Condition, ...]:
    most: int = options["big_wilds"]

    def few(hand: Hand) -> bool:
        return held_wilds(hand) <= most

    return (
        TEXT.condition("opened", lambda hand: claims(hand) > 0),
        TEXT.condition("no_red", lambda hand: not any(t.kind == RED for t in hand.held)),
        Condition(
            few,
            Words(f"赖子多于 {most} 个", f"more than {most} wild tiles in hand", f"ワイルド牌が {most} 枚超"),
        ),
    )


_VISIBLE_REQUIREMENT = (
    TEXT.shown("eyes_or_any", _eyes_or_any),
    TEXT.shown("few_wilds", lambda a: held_wilds(a.hand) <= SMALL_WILDS or is_big(a)),
)


def _kong_before(hand: Hand) -> bool:
    single = sum(hand.table[f"{name}_{hand.seat.name}"] for name in ("red_kongs", "wild_kongs"))
    drawn = hand.win is not None and hand.win.self_drawn
    return not hand.table["after_single_kong"] or not drawn or single > 0


_VALID_HAND = (
    *tile_set.valid_wild_tile(wild_kinds),
    TEXT.condition("red_not_wild", lambda hand: RED not in wild_kinds(hand)),
    TEXT.condition("unclaimed", tile_set.none_melded(lambda hand: wild_kinds(hand) | {RED})),
    TEXT.condition("kong_before", _kong_before),
)


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(fans=priced(options), required=_required(options))


_DEFAULTS = {s.id: s.default for s in OPTIONS}

WUHAN = RuleSet(
    **TEXT.about("wuhan"),
    sources=(POCKET_MAHJONG.section("武汉麻将"),),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds, may_be=ANY & ~(1 << RED))),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.LOOSE_258, Form.LOOSE_HONOURS),
        required=_required(_DEFAULTS),
        visible_requirement=_VISIBLE_REQUIREMENT,
        valid_hand=_VALID_HAND,
        outside_minimum=frozenset(p.id for p in priced(_DEFAULTS) if p.id not in BIG),
    ),
    counted_by=CountedBy(
        fans=priced(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="屁胡", source=f"{SEED}; 1: {PUBLIC}, {SITE}"),
        unit="points",
        value=value,
        of_worth=None,
    ),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(options=OPTIONS, table=TABLE, apply_options=_apply_options),
)
