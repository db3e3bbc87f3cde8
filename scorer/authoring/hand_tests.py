"""Check hands in one line of text and whole deals, with their answers, against a rule set.

A line is ``hand situation => answer``; `paiyan.scorer.rules.hand_text` describes its left side. ``#`` begins
a comment.

**Answer**:

================================  =============================================================
``12``                            it wins and may, with this total
``3(8)``, ``3/40(7700)``          total (or han/fu) and the points that payments start from
``12 碰碰和 幺九刻×2``              the same, with exactly these fans
``… 不计 一般高 无字``              these were found too and do not count
``… | E+36 S-12 W-12 N-12``       what the four seats gain and lose; without a sign 0
``short 6 …``                     it wins, but is worth too little to be declared
``no win``, ``no win: 缺一门``      it does not win; the reason, zh or en, holds this text
``waits 3p6p``, ``waits none``    the tiles a waiting hand waits for
``waits 3p6p left 2 4``           the same, with how many of each are unseen
``error: five``                   the hand is refused; the message holds this text
================================  =============================================================

**A deal** is a JSON object, of which these are the fields:

===============  ============================================================================
``about``        what the deal shows, in one line
``deal``         the deal as the interface takes it, without ``rules``
``balances``     what the seats, and who bets outside, gain and lose; who gains or loses nothing is left out
``transfers``    every payment in its order: from, to, points, reason in Chinese (optional)
``next_dealer``  who deals next (optional)
``warned``       words of a warning, in Chinese, that the answer gives (optional)
``refused``      instead of balances: words of the sentence by which the deal is refused
===============  ============================================================================
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.report.answer import answer as answer_to
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.settlement import settle_score
from paiyan.scorer.tiles.notation import notation, parse

TOTAL = re.compile(r"(?:(\d+)/(\d+)|(\d+))(?:\((\d+)\))?$")


class Expected(NamedTuple):
    """The answer that a line expects of a winning hand; None for parts that it leaves open."""

    short: bool
    total: int | None
    fans: Counter[str] | None
    not_counted: tuple[str, ...]
    payments: dict[str, int] | None
    points: int | None = None
    han: int | None = None
    fu: int | None = None


def lines_of(path: Path) -> list[tuple[int, str]]:
    """Return the hands of a file with their line numbers, without comments and blank lines."""
    texts = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    return [(n, text) for n, text in enumerate(texts, 1) if text]


def check(rules: RuleSet, text: str) -> list[str]:
    """Return the differences between the scorer's answer and the line.

    Raises `ValueError` for a text that is not such a line.
    """
    right = text.partition("=>")[2].strip()
    verb, _, words = right.partition(":")
    for known in ("no win", "error"):
        if verb.startswith(f"{known} "):
            raise ValueError(f"{verb!r} lacks its colon: write {known}: {verb.removeprefix(known).strip()}")
    try:
        got = answer(*read(rules, text))
    except HandError as refused:
        if verb == "error" and words.strip() in str(refused):
            return []
        return [f"the error is: {refused}" if verb == "error" else f"it is refused: {refused}"]
    if verb == "error":
        return ["it is not refused"]
    if isinstance(got, NotAWin):
        same = verb == "no win" and words.strip() in "\n".join(got.reason)
        return [] if same else [f"no win: {got.reason.zh} ({got.distance} away)"]
    if isinstance(got, Score):
        if verb == "no win":
            return [f"it wins {got.value.total}: {fans_of(got)}"]
        return compare(expected(right), got)
    tiles = [w.tile for w in got]
    if not verb.startswith("waits"):
        return [f"it has no winning tile: write one (+5p), or => waits {notation(tiles) or 'none'}"]
    waits, _, left = verb.removeprefix("waits").partition("left")
    wanted = parse(waits.replace("none", ""))
    unseen = {w.tile: w.left for w in got}
    if set(tiles) != set(wanted):
        return [f"it waits for {notation(tiles) or 'none'}"]
    if left and [unseen[t] for t in wanted] != [int(n) for n in left.split()]:
        return [f"unseen are {', '.join(f'{n} {t}' for t, n in unseen.items())}"]
    return []


def read(rules: RuleSet, text: str) -> tuple[RuleSet, dict[str, Any]]:
    """Return the rule set with the options of the line, and the JSON object of its hand."""
    left, arrow, _ = text.partition("=>")
    if not arrow:
        raise ValueError("it has no =>")
    json_ = hand_from_text(rules, left)
    return rules.with_options(json_.pop("options")), json_


def counted(rules: RuleSet, text: str) -> frozenset[str]:
    """Return the ids of the fans that count in the hand of a line; none if it does not win."""
    if text.partition("=>")[2].split()[:1] in (["error:"], ["waits"], ["no"]):
        return frozenset()
    got = answer(*read(rules, text))
    return frozenset(m.priced.id for m in got.counted.matches) if isinstance(got, Score) else frozenset()


def answer(rules: RuleSet, json_: dict[str, Any]) -> Score | NotAWin | tuple[Wait, ...]:
    """Return the score of the hand, or its waits if it has no winning tile."""
    hand = parse_hand(json_)
    return score(rules, hand) if hand.win else waits(rules, hand)


def expected(text: str) -> Expected:
    """Parse the right side of a line with a winning hand."""
    text, _, paid = text.partition("|")
    words, _, dropped = text.partition("不计")
    first, *rest = words.split() or [""]
    short = first == "short"
    if short:
        first, *rest = rest
    total = TOTAL.match(first)
    if not total:
        raise ValueError(f"{first} is not a total: write 12, 3(8) or 3/40(7700)")
    han, fu, sum_, points = (int(n) if n else None for n in total.groups())
    payments = {w[0]: int(w[1:] or 0) for w in paid.split()} if paid else None
    fans = Counter[str]()
    for word in rest:
        name, _, times = word.partition("×")
        fans[name] += int(times or 1)
    return Expected(short, sum_, fans or None, tuple(dropped.split()), payments, points, han, fu)


def compare(want: Expected, got: Score) -> list[str]:
    """Return the differences, one text each."""
    value = got.value
    fans = Counter(m.priced.zh for m in got.counted.matches)
    dropped = {d.match.priced.zh for d in got.counted.dropped}
    wrong = [
        f"{name} is {is_}, not {should}"
        for name, is_, should in (
            ("total", value.total, want.total),
            ("points", value.points, want.points),
            ("han", value.han, want.han),
            ("fu", value.fu, want.fu),
        )
        if should is not None and is_ != should
    ]
    if want.fans is not None and fans != want.fans:
        missing, extra = (" ".join(f) or "none" for f in (want.fans - fans, fans - want.fans))
        wrong.append(f"the fans are {fans_of(got)}; missing: {missing}, unexpected: {extra}")
    if lost := [f for f in want.not_counted if f not in dropped]:
        wrong.append(
            f"{' '.join(lost)} was not found and left out; left out are: {' '.join(sorted(dropped))}"
        )
    if want.short == got.legal:
        wrong.append(
            "it is worth less than the minimum of the rule set: write short before the total"
            if got.short
            else "it reaches the minimum of the rule set: leave short out"
        )
    if want.payments is not None:
        made = settle_score(got)
        if made.unsettled:
            return [*wrong, f"it is not settled: {made.unsettled.to('en')}"]
        paid = {seat.name: n for seat, n in made.balances.items()}
        if paid != {**dict.fromkeys(Seat.__members__, 0), **want.payments}:
            wrong.append(f"the payments are {paid}")
    return wrong


def fans_of(got: Score) -> str:
    """Return the fans that count, as a line writes them."""
    fans = Counter(m.priced.zh for m in got.counted.matches)
    return " ".join(f"{name}×{n}" if n > 1 else name for name, n in fans.items())


Json = dict[str, Any]
FIELDS = {"about", "deal", "balances", "transfers", "next_dealer", "warned", "refused"}


def deals_of(path: Path) -> list[Json]:
    """Return the deals of a file. Raises `ValueError` if it is not a list of them."""
    try:
        content: Any = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as odd:
        raise ValueError(f"it is not JSON: {odd}") from None
    if not isinstance(content, list) or not all(
        isinstance(one, dict) for one in cast("list[object]", content)
    ):
        raise ValueError("it is a list of deals, each an object")
    deals = cast("list[Json]", content)
    for one in deals:
        if odd := sorted({"about", "deal"} - set(one)):
            raise ValueError(f"a deal without {odd[0]}")
        if not one.keys() & {"balances", "refused"}:
            raise ValueError("a deal without balances, and not refused")
        if odd := sorted(set(one) - FIELDS):
            raise ValueError(f"{odd[0]} is no field of a deal: there are {', '.join(sorted(FIELDS))}")
    return deals


def check_deal(rules: str, test: Json) -> list[str]:
    """Return the differences between the rule set's settlement and the deal's expectations."""
    deal = {"rules": rules, **test["deal"]}
    try:
        got = answer_to(deal, lang="zh")
    except HandError as no:
        same = "refused" in test and test["refused"] in str(no)
        return [] if same else [f"it is refused: {no}"]
    if "refused" in test:
        return ["it is not refused"]
    paid = {seat: n for seat, n in got["payments"].items() if n}
    paid |= {who: n for who, n in got.get("outside", {}).items() if n}
    payments = [[t["from"], t["to"], t["points"], t["reason"]] for t in got["transfers"]]
    found = [
        ("balances", paid, {seat: n for seat, n in test.get("balances", {}).items() if n}),
        ("payments", got["payments"], got["balances"]),
        ("transfers", payments, test.get("transfers", payments)),
        ("next_dealer", got["next_dealer"], test.get("next_dealer", got["next_dealer"])),
    ]
    wrong = [f"{name}: {is_}, not {expected}" for name, is_, expected in found if is_ != expected]
    if test.get("warned", "") not in (warned := " ".join(got["warnings"])):
        wrong.append(f"it warns: {warned or 'nothing'}")
    return wrong
