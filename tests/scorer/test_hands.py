"""Every ``tests/hands/<rule set>.txt``, one hand a line, against the scorer.

A line is ``hand situation => answer``; ``#`` begins a comment, blank lines are nothing.

What stands on the left is told in `scorer.lines`.

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
``error: five``                   the hand is refused; the message holds this text
================================  =============================================================
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorer.lines import given
from scorer.ruleset import RuleSet
from scorer.rulesets import rule_set, rule_sets
from scorer.score import NotAWin, Score, Wait, score, waits
from scorer.settlement import settle_score
from scorer.situation import HandError, Seat, parse_hand
from scorer.tiles import notation, parse

HANDS = Path(__file__).parent.parent / "hands"
TOTAL = re.compile(r"(?:(\d+)/(\d+)|(\d+))(?:\((\d+)\))?$")


class Line(NamedTuple):
    """One hand of a file."""

    rules: str
    number: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.rules}.txt:{self.number}"


class Expected(NamedTuple):
    """What a line says of a hand that wins; None for what it does not say."""

    short: bool
    total: int | None
    fans: Counter[str] | None
    not_counted: tuple[str, ...]
    payments: dict[str, int] | None
    points: int | None = None
    han: int | None = None
    fu: int | None = None


def lines_of(path: Path) -> list[Line]:
    """The hands of a file, comments and blank lines left out."""
    texts = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    return [Line(path.stem, n, text) for n, text in enumerate(texts, 1) if text]


def expected(text: str) -> Expected:
    """The right side of a line that wins."""
    text, _, paid = text.partition("|")
    words, _, dropped = text.partition("不计")
    first, *rest = words.split()
    short = first == "short"
    if short:
        first, *rest = rest
    total = TOTAL.match(first)
    assert total, f"{first} is not a total: write 12, 3(8) or 3/40(7700)"
    han, fu, sum_, points = (int(n) if n else None for n in total.groups())
    payments = {w[0]: int(w[1:] or 0) for w in paid.split()} if paid else None
    fans = Counter[str]()
    for word in rest:
        name, _, times = word.partition("×")
        fans[name] += int(times or 1)
    return Expected(short, sum_, fans or None, tuple(dropped.split()), payments, points, han, fu)


def compare(want: Expected, got: Score) -> list[str]:
    """What differs, a text each."""
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
        wrong.append("it is short" if got.short else "it is not short")
    if want.payments is not None:
        made = settle_score(got)
        assert not made.unsettled, made.unsettled.to("en")
        paid = {seat.name: n for seat, n in made.balances.items()}
        if paid != {**dict.fromkeys(Seat.__members__, 0), **want.payments}:
            wrong.append(f"the payments are {paid}")
    return wrong


def fans_of(got: Score) -> str:
    """The fans that count, as a line writes them."""
    fans = Counter(m.priced.zh for m in got.counted.matches)
    return " ".join(f"{name}×{n}" if n > 1 else name for name, n in fans.items())


@cache
def read(line: Line) -> tuple[RuleSet, dict[str, Any]]:
    """The rule set with the options of the line, and the JSON object of its hand."""
    left, arrow, _ = line.text.partition("=>")
    assert arrow, f"{line.where} has no =>: {line.text}"
    json_ = given(rule_set(line.rules), left)
    return rule_set(line.rules).with_options(json_.pop("options")), json_


def wins(line: Line) -> Score | None:
    """The score of a line that says it wins."""
    right = line.text.partition("=>")[2].strip()
    if right.startswith(("no win", "waits", "error")):
        return None
    rules, json_ = read(line)
    got = score(rules, parse_hand(json_))
    return got if isinstance(got, Score) else None


def answer(rules: RuleSet, json_: dict[str, Any]) -> Score | NotAWin | tuple[Wait, ...]:
    hand = parse_hand(json_)
    return score(rules, hand) if hand.win else waits(rules, hand)


def check(line: Line) -> list[str]:
    """What the scorer answers otherwise than the line."""
    right = line.text.partition("=>")[2].strip()
    verb, _, text = right.partition(":")
    if verb == "error":
        with pytest.raises(HandError) as refused:
            answer(*read(line))
        message = str(refused.value)
        return [] if text.strip() in message else [f"the error is: {message}"]
    got = answer(*read(line))
    if isinstance(got, tuple):
        tiles = [w.tile for w in got]
        same = verb.startswith("waits") and set(tiles) == set(parse(verb[5:].replace("none", "")))
        return [] if same else [f"it waits for {notation(tiles) or 'none'}"]
    if isinstance(got, NotAWin):
        same = verb == "no win" and text.strip() in "\n".join(got.reason)
        return [] if same else [f"no win: {got.reason.zh} ({got.distance} away)"]
    if verb == "no win":
        return [f"it wins {got.value.total}: {fans_of(got)}"]
    return compare(expected(right), got)


FILES = sorted(HANDS.glob("*.txt"))
LINES = [line for path in FILES for line in lines_of(path)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_hand(line: Line) -> None:
    try:
        wrong = check(line)
    except HandError as refused:
        wrong = [f"it is refused: {refused}"]
    assert not wrong, "\n  ".join([f"{line.where}: {line.text}", *wrong])


def test_every_file_is_of_a_rule_set_and_every_rule_set_has_a_file() -> None:
    assert {path.stem for path in FILES} == {rules.id for rules in rule_sets()}


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_every_fan_counts_in_some_line(rules: RuleSet) -> None:
    seen = {m.priced.id for line in LINES if line.rules == rules.id for m in counted(line)}
    priced = [*rules.fans, *([rules.fallback] if rules.fallback else [])]
    assert [p.zh for p in priced if p.id not in seen] == []


def counted(line: Line) -> tuple[Any, ...]:
    won = wins(line)
    return won.counted.matches if won else ()
