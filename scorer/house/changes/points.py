"""The worth of fans at a table 计分: caps, steps of a payment table, doubling, multiples."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted, OfWorth, Value, Valuing
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.house.changes.draft import Change, Draft
from paiyan.scorer.house.keys import MOST_CAP, MOST_POINTS
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.rules.rule_set import RuleSet

SUMS = frozenset(
    {
        *("changchun", "guangdong-minjian", "guangdong-tuidaohu", "guangxi", "guizhou", "guobiao", "harbin"),
        *(
            "hefei",
            "hongkong",
            "jiangnan",
            "jilin",
            "lianzhong",
            "luoshu",
            "nanchang",
            "nanjing",
            "neimenggu",
        ),
        *("qingyuan", "sichuan", "taiwan", "wenzhou", "yingkou"),
    }
)
"""Rule sets where the worth of a hand depends only on the sum of its fans, so that a cap of fans limits
it."""

BY_POINTS = frozenset(
    {
        *("anqing", "beijing", "guangdong-jipinghu", "guangdong-minjian", "guangdong-tuidaohu", "guangzhou"),
        *("guigang", "guizhou", "guobiao", "hangzhou", "hebei", "hefei", "hongkong", "jiangnan", "lianzhong"),
        *("qingyuan", "shanghai", "shenzhen", "sichuan", "taiyuan", "tianjin", "wenzhou"),
    }
)
"""Rule sets where the payments of a win depend only on the points of the hand."""


def root(rules: RuleSet) -> RuleSet:
    """Return the rule set, not a house file, that a rule set is derived from."""
    while rules.base:
        rules = rules.base
    return rules


_WAYS = ("each", "doubling", "steps")
_Points = Callable[[int, bool], int]  # from fans, and whether the win was self-drawn


def changes(draft: Draft) -> Change:
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
        plain = _plain(of_fans, cap) if of_fans else _as_base(rules.counted_by.value, cap)
        value = _limited(plain, times, most)
        description = _describe(points, times, None if of_fans else rules.counted_by.value.__doc__)
        value.__doc__ = (
            description if points.keys() - {"multiple"} or times else rules.counted_by.value.__doc__
        )
        of_worth = None if times else _of_worth(rules.counted_by.of_worth, of_fans, cap, most)
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
        draft.add_error(("points", "steps"), refusal.NOT_A_LIST, name="steps", most=3, value="[…]")
        return
    for (first, *_), (second, *_) in pairwise(steps):
        if second <= first:
            draft.add_error(("points", "steps"), refusal.NOT_RISING, first=first, second=second)
            return


def _of_fans(points: Mapping[str, Any]) -> _Points | None:
    """Return the function from fans to points, if the file has one."""
    if "each" in points:
        each: int = points["each"]
        return lambda fans, _: fans * each
    if "doubling" in points:
        base: int = points["doubling"]
        return lambda fans, _: base << min(fans, MOST_CAP)
    if steps := points.get("steps"):
        starts = [step[0] for step in steps]

        def of_steps(fans: int, drawn: bool) -> int:
            at = bisect_right(starts, fans) - 1
            return 0 if at < 0 else steps[at][2 if drawn and len(steps[at]) > 2 else 1]

        return of_steps
    return None


def _plain(of_fans: _Points, cap: int | None) -> Valuing:
    def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
        del options
        fans = counted.sum
        limit = refusal.CAPPED if cap is not None and fans > cap else None
        fans = fans if cap is None else min(fans, cap)
        return Value(fans, of_fans(fans, arranged.win.self_drawn), limit=limit)

    return value


def _of_worth(base: OfWorth | None, of_fans: _Points | None, cap: int | None, most: int) -> OfWorth | None:
    """Return the value of stated fans; None if the base has none."""
    if base is None and of_fans is None:
        return None

    def value(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
        assert hand.win is not None
        over = cap is not None and worth.total > cap
        capped = replace(worth, total=cap) if cap is not None and over else worth
        if of_fans is not None:
            found = Value(capped.total, of_fans(capped.total, hand.win.self_drawn))
        else:
            assert base is not None
            found = base(capped, hand, options)
        if over:
            found = replace(found, limit=refusal.CAPPED)
        return found if found.points <= most else replace(found, points=most, limit=refusal.REACHED)

    return value


def _as_base(base: Valuing, cap: int | None) -> Valuing:
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
        return found if found.points <= most else replace(found, points=most, limit=refusal.REACHED)

    return value


def _describe(points: Mapping[str, Any], times: Mapping[str, int], base: str | None) -> str:
    """Describe in one sentence how the table counts points."""
    parts = [f"{name} {points[name]}" for name in (*_WAYS, "cap", "most") if name in points]
    parts += [f"{fan} multiplies by {n}" for fan, n in times.items()]
    first = f"{base.partition(chr(10) * 2)[0].rstrip('.')}; " if base else ""
    return f"{first}at this table {', '.join(parts)}."
