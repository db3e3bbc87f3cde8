"""Points and payments at a table, as a house file sets them.

Points 计分: caps, steps of a payment table, doubling, multiples. Payments 收付: for a win, kongs and bonus
tiles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted, OfWorth, Value, Valuing
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.house.draft import Change, Draft
from paiyan.scorer.house.keys import MOST_CAP, MOST_POINTS
from paiyan.scorer.house.value_types import names
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Limiting, Settling, Siding, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets.common.win_payments import by_sum
from paiyan.scorer.settling import kongs, liability
from paiyan.scorer.tiles.tile import DRAGONS, EXTRA, FLOWER, WINDS

_SUMS = """
changchun guangdong-minjian guangdong-tuidaohu guangxi guizhou guobiao harbin hefei hongkong jiangnan jilin
lianzhong luoshu nanchang nanjing neimenggu qingyuan sichuan taiwan wenzhou yingkou
"""
SUMS = frozenset(_SUMS.split())
"""Rule sets where a cap of fans limits the worth of a hand, which depends only on their sum."""

_BY_POINTS = """
anqing beijing guangdong-jipinghu guangdong-minjian guangdong-tuidaohu guangzhou guigang guizhou guobiao
hangzhou hebei hefei hongkong jiangnan lianzhong qingyuan shanghai shenzhen sichuan taiyuan tianjin wenzhou
"""
BY_POINTS = frozenset(_BY_POINTS.split())
"""Rule sets where the payments of a win depend only on the points of the hand."""


def root(rules: RuleSet) -> RuleSet:
    """Return the rule set, not a house file, that a rule set is derived from."""
    while rules.base:
        rules = rules.base
    return rules


_WAYS = ("each", "doubling", "steps")


def worth_changes(draft: Draft) -> Change:
    """Return the change that the file's `points` and multiples make to the value of hands."""
    points = draft.table("points")
    times = _times(draft)
    ways = [name for name in _WAYS if name in points]
    if len(ways) > 1:
        draft.add_error(("points", ways[1]), refusal.ONE_WAY, names=ways)
    if "doubling" in points and points.get("cap", MOST_CAP + 1) > MOST_CAP:
        draft.add_error(("points", "doubling"), refusal.NEEDS_CAP, most=MOST_CAP)
    if "cap" in points and not ways and root(draft.base).id not in SUMS:
        draft.add_error(("points", "cap"), refusal.NO_CAP, rules=draft.base.words)
    if (ways or times or "most" in points) and not (
        root(draft.base).id in BY_POINTS or "payment" in draft.values
    ):
        draft.add_error(("points",), refusal.NEEDS_PAYMENT, rules=draft.base.words)
    _check_steps(draft, points.get("steps", ()))
    of_fans = _of_fans(points)
    priced = draft.values.keys() & {"fans", "hand", "tile"}
    if not (points.keys() - {"multiple"} or priced):
        return lambda rules: rules
    cap, most = points.get("cap"), points.get("most", MOST_POINTS)

    def change(rules: RuleSet) -> RuleSet:
        by_base = (rules.counted_by.value, rules.counted_by.of_worth)
        counted, stated = by_sum(of_fans) if of_fans else by_base
        value = _limited(_capped(counted, cap), times, most)
        description = _describe_worth(points, times, None if of_fans else rules.counted_by.value.__doc__)
        value.__doc__ = (
            description if points.keys() - {"multiple"} or times else rules.counted_by.value.__doc__
        )
        of_worth = _of_stated(stated, cap, most) if stated and not times else None
        by_fans = rules.counted_by.by_fans or of_fans is not None
        return rules.but(value=value, by_fans=by_fans, of_worth=of_worth)

    return change


def _times(draft: Draft) -> dict[str, int]:
    """Return the fans that multiply the points, by every name that a line gives them."""
    given: dict[str, Any] = draft.table("fans")
    return {
        name: entry["times"] for name, entry in given.items() if isinstance(entry, dict) and "times" in entry
    }


def _check_steps(draft: Draft, steps: list[list[int]]) -> None:
    short = next((i for i, step in enumerate(steps) if len(step) < 2), None)
    if short is not None:
        draft.add_error(("points", "steps"), refusal.NOT_A_STEP, value=str(steps[short]))
        return
    for (first, *_), (second, *_) in pairwise(steps):
        if second <= first:
            draft.add_error(("points", "steps"), refusal.NOT_RISING, first=first, second=second)
            return


def _of_fans(points: Mapping[str, Any]) -> Callable[[int, Hand, Mapping[str, Any]], Value] | None:
    """Return the value of a number of fans, if the file has one."""
    if "each" in points:
        each: int = points["each"]
        return lambda fans, _hand, _options: Value(fans, fans * each)
    if "doubling" in points:
        base: int = points["doubling"]
        return lambda fans, _hand, _options: Value(fans, base << min(fans, MOST_CAP))
    if steps := points.get("steps"):
        starts = [step[0] for step in steps]

        def of_steps(fans: int, hand: Hand, _options: Mapping[str, Any]) -> Value:
            assert hand.win is not None
            at = bisect_right(starts, fans) - 1
            step = steps[at] if at >= 0 else (0, 0)
            return Value(fans, step[2 if hand.win.self_drawn and len(step) > 2 else 1])

        return of_steps
    return None


def _of_stated(base: OfWorth, cap: int | None, most: int) -> OfWorth:
    def value(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
        if cap is None or worth.total <= cap:
            found = base(worth, hand, options)
        else:
            found = replace(base(replace(worth, total=cap), hand, options), limit=refusal.CAPPED)
        return _at_most(most, found)

    return value


def _at_most(most: int, value: Value) -> Value:
    return value if value.points <= most else replace(value, points=most, limit=refusal.REACHED)


def _capped(base: Valuing, cap: int | None) -> Valuing:
    if cap is None:
        return base

    def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
        if counted.sum <= cap:
            return base(counted, arranged, options)
        found = base(replace(counted, sum=cap), arranged, options)
        return found if found.limit else replace(found, limit=refusal.CAPPED)

    return value


def _limited(plain: Valuing, times: Mapping[str, int], most: int) -> Valuing:
    def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
        found = plain(counted, arranged, options)
        if times:
            factor = prod(times.get(m.priced.id, 1) for m in counted.matches)
            found = replace(found, points=found.points * factor)
        return _at_most(most, found)

    return value


def _describe_worth(points: Mapping[str, Any], times: Mapping[str, int], base: str | None) -> str:
    """Describe in one sentence how the table counts points."""
    parts = [f"{name} {points[name]}" for name in (*_WAYS, "cap", "most") if name in points]
    parts += [f"{fan} multiplies by {n}" for fan, n in times.items()]
    first = f"{base.partition(chr(10) * 2)[0].rstrip('.')}; " if base else ""
    return f"{first}at this table {', '.join(parts)}."


_DEALERS: Mapping[str, Callable[[Dealt], Seat]] = {
    "stays": between_deals.stays,
    "stays_by_winning": between_deals.stays_by_winning,
    "winner": between_deals.winner,
    "passes": between_deals.passes,
}
_LIABLE: Mapping[str, tuple[Callable[[Hand, Win], liability.Liable], Words]] = {
    "robbed_kong": (
        lambda _, win: liability.of_robbed_kong(win),
        Words("抢杠包三家", "pays for all: their kong was robbed", "槍槓の責任払い"),
    ),
    "kong": (liability.of_kong, Words("杠开包三家", "pays for all: fed the kong", "大明槓の責任払い")),
    "fourth_meld": (
        lambda hand, _: liability.of_twelve(hand),
        Words("十二张落地包三家", "pays for all: fed the fourth meld", "四副露の責任払い"),
    ),
    "three_dragons": (
        lambda hand, _: liability.of_set(hand, DRAGONS, 3),
        Words("大三元包三家", "pays for all: fed the third dragon", "大三元の責任払い"),
    ),
    "four_winds": (
        lambda hand, _: liability.of_set(hand, WINDS, 4),
        Words("大四喜包三家", "pays for all: fed the fourth wind", "大四喜の責任払い"),
    ),
}
_DISCARD = Words("点炮", "discard", "ロン")
_DRAWN = Words("自摸", "self-draw", "ツモ")
_EACH = Words("花牌、动物牌", "bonus tiles", "花・特別牌")
_PAIR = Words("一对动物牌", "a pair of bonus tiles", "特別牌の対")
_SET = Words("一套花", "a set of four flowers", "花の一組")


def changes(draft: Draft) -> Change:
    """Return the change that the file makes to payments, seats and the next dealer."""
    values = draft.values
    side_of = _side(draft)

    def change(rules: RuleSet) -> RuleSet:
        some: dict[str, Any] = {}
        if "payment" in values:
            some["pay"] = _paying(values["payment"], values.get("seats", 4))
        if side_of:
            some["side"] = side_of(rules.paid_by.side)
        after = _DEALERS.get(values.get("next_dealer", ""), rules.carried_on.next_dealer)
        if "next_dealer" in values:
            some["next_dealer"] = after
        if values.get("seats") == 3:
            some |= _three(rules, after, names(values.get("name", values["id"])))
        if (times := draft.table("points").get("multiple", 1)) > 1:
            some["limit"] = _multiplied(some.get("limit", rules.paid_by.limit), times)
        return rules.but(**some) if some else rules

    return change


def _paying(values: Mapping[str, Any], seats: int) -> Callable[[Settling], Iterable[Transfer] | Sentence]:
    discard: Mapping[str, int] = {"discarder": 1, "others": 0, **values.get("discard", {})}
    drawn: int = values.get("self_draw", {}).get("others", 1)
    plus, dealer = values.get("plus", 0), values.get("dealer", 1)
    cases = [_LIABLE[name] for name in values.get("liable", ())]

    def pay(s: Settling) -> Iterable[Transfer] | Sentence:
        winner, self_drawn = s.hand.seat, s.win.self_drawn

        def owed(seat: Seat, times: int) -> int:
            return (s.value.points * times + plus) * (dealer if s.hand.dealer in (seat, winner) else 1)

        losers = [seat for seat in winner.others if seats == 4 or seat is not Seat.N]
        if s.win.by is not By.DISCARD:
            liable, because = liability.first(*((of(s.hand, s.win), words) for of, words in cases))
            if isinstance(liable, Meld):
                return liability.unknown_feeder(liable)
            if liable is not None:
                return [Transfer(liable, winner, sum(owed(seat, drawn) for seat in losers), because)]
        share = {seat: discard["discarder" if seat is s.win.discarder else "others"] for seat in losers}
        shares = ((seat, owed(seat, drawn if self_drawn else share[seat])) for seat in losers)
        return [Transfer(seat, winner, n, _DRAWN if self_drawn else _DISCARD) for seat, n in shares if n]

    pay.__doc__ = _describe(discard, drawn, values)
    return pay


def _describe(discard: Mapping[str, int], drawn: int, values: Mapping[str, Any]) -> str:
    """Describe the payment of a win in one sentence."""
    parts = [
        f"Of a discard the discarder pays the points {discard['discarder']} times and each other"
        f" {discard['others']} times, of a self-draw each pays them {drawn} times"
    ]
    if plus := values.get("plus"):
        parts.append(f"each of the three pays {plus} more")
    if (dealer := values.get("dealer", 1)) > 1:
        parts.append(f"{dealer} times as much where the dealer wins or pays")
    if liable := values.get("liable"):
        parts.append(f"one pays for all after {', '.join(liable)}")
    return "; ".join(parts) + "."


def _side(draft: Draft) -> Callable[[Siding | None], Siding] | None:
    """Return the side payments, given those of the base."""
    of_kongs, of_bonus = draft.table("kongs"), draft.table("bonus")
    if not of_kongs and not of_bonus:
        return None
    instead = of_kongs.get("instead", False)
    if of_kongs and draft.base.paid_by.side and not instead:
        draft.add_error(("kongs",), refusal.OWN_SIDE, rules=draft.base.words)
    prices = kongs.by_type(of_kongs.get("claimed", 0), of_kongs.get("added", 0), of_kongs.get("concealed", 0))
    claimed = kongs.Claimed(of_kongs.get("claimed_by", "giver"))
    mates = {int(t["tile"][0]): int(t["mate"][0]) for t in draft.values.get("tile", ()) if "mate" in t}

    def side_of(base: Siding | None) -> Siding:
        def side(d: Dealt) -> Iterator[Transfer | Sentence]:
            if base and not instead:
                yield from base(d)
            if of_kongs:
                yield from kongs.payments(d.deal, prices, claimed=claimed)
            for hand in d.deal.hands if of_bonus else ():
                yield from _bonus(hand, of_bonus, mates)

        side.__doc__ = _describe_side(of_kongs, of_bonus)
        return side

    return side_of


def _describe_side(of_kongs: Mapping[str, Any], of_bonus: Mapping[str, int]) -> str:
    """Describe the side payments in one sentence."""
    sections = {"kongs": of_kongs, "bonus tiles": of_bonus}
    parts = (
        f"{what}: {', '.join(f'{k} {v}' for k, v in prices.items())}"
        for what, prices in sections.items()
        if prices
    )
    return f"Besides the win {'; '.join(parts)}."


def _bonus(hand: Hand, prices: Mapping[str, int], mates: Mapping[int, int]) -> Iterator[Transfer]:
    """Yield what each of the others pays for the flowers and bonus tiles of a hand."""
    held = {t.code for t in hand.all_flowers}
    extra = {code - EXTRA + 1 for code in held if code >= EXTRA}
    pairs = sum(mate in extra for tile, mate in mates.items() if tile in extra)
    both = sum(mate in extra and mates.get(mate) == tile for tile, mate in mates.items() if tile in extra)
    owed = (
        (_EACH, prices.get("each", 0) * len(held)),
        (_PAIR, prices.get("pair", 0) * (pairs - both // 2)),
        (_SET, prices.get("set", 0) * sum({FLOWER + s + i for i in range(4)} <= held for s in (0, 4))),
    )
    for why, points in owed:
        if points:
            yield from (Transfer(seat, hand.seat, points, why) for seat in hand.seat.others)


def _three(rules: RuleSet, after: Callable[[Dealt], Seat] | None, name: Words) -> dict[str, Any]:
    """Return the fields of a table of three: nobody sits north, pays or deals."""
    words = Message(refusal.NO_SEAT, {"rules": name})
    name = Words(words.to("zh"), words.to("en"), words.to("ja"))

    def next_dealer(d: Dealt) -> Seat:
        seat = after(d) if after else Seat.E
        return Seat.E if seat is Seat.N else seat

    base = rules.paid_by.limit

    def limit(transfers: Iterable[Transfer], table: Mapping[str, Any]) -> Iterator[Transfer]:
        kept = [t for t in transfers if Seat.N not in (t.payer, t.payee)]
        yield from base(kept, table) if base else kept

    def sits(hand: Hand) -> bool:
        seats = (hand.seat, hand.dealer, hand.win.discarder if hand.win else None)
        return Seat.N not in seats

    return {
        "limit": limit,
        "next_dealer": next_dealer if after else None,
        "valid_hand": (*rules.won_by.valid_hand, Condition(sits, name)),
    }


def _multiplied(base: Limiting | None, times: int) -> Limiting:
    def limit(transfers: Iterable[Transfer], table: Mapping[str, Any]) -> Iterator[Transfer]:
        for t in base(transfers, table) if base else transfers:
            yield t._replace(points=t.points * times)

    return limit
