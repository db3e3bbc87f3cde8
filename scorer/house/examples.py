"""Test a house file with its own examples.

Each change of the file is removed in turn to see whether the answer of any example changes; changes that no
example shows are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.house.draft import all_names, without
from paiyan.scorer.house.errors import HouseError, KeyPath
from paiyan.scorer.house.load import House, Known, build
from paiyan.scorer.house.parsing import Written
from paiyan.scorer.messages.languages import Joined, Message, Text, Words
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.settling.settlement import Settlement, settle_hand

_SILENT = ("id", "base", "name", "source", "currency", "notes", "hands", "example", "next_dealer", "winners")

_WRONG = Words(
    "{what}是 {is_}，例子写的是 {said}",
    "{what} is {is_}, and the example says {said}",
    "{what} は {is_} で、例では {said} です",
)
_WINS, _LEGAL, _WORTH, _POINTS, _FANS, _PAYS = (
    Words("和牌", "wins", "和了"),
    Words("可和", "may be declared", "宣言可"),
    Words("值", "worth", "値"),
    Words("分", "points", "点"),
    Words("番种", "fans", "役"),
    Words("收付", "pays", "収支"),
)


@dataclass(frozen=True)
class _Answer:
    """The scorer's answer to an example: the score of a win and its payments, or why there is none.

    Answers are equal if their `figures` are.
    """

    figures: tuple[object, ...]
    won: Score | None = field(default=None, compare=False)
    paid: Mapping[Seat, int] = field(default_factory=dict[Seat, int], compare=False)
    reason: Text = field(default="", compare=False)


@dataclass(frozen=True)
class Failed:
    """An example with another answer than it states: its line and hand, and the differences."""

    line: int | None
    hand: str
    why: tuple[Message, ...]


@dataclass(frozen=True)
class Proof:
    """The result: the examples that do not hold, and the lines of changes that none shows."""

    examples: int
    failed: tuple[Failed, ...]
    unshown: tuple[tuple[int | None, KeyPath], ...]

    @property
    def holds(self) -> bool:
        """True if no example failed, though changes may be `unshown`."""
        return not self.failed


def prove(house: House, *, find_base: Known = rule_set) -> Proof:
    """Run the examples of a house file, and find the changes that none of them shows."""
    examples: list[Mapping[str, Any]] = house.values.get("example", [])
    answers = [_answer(house.rules, example["hand"]) for example in examples]
    failed = tuple(
        Failed(house.written.line(("example", i)), one["hand"], why)
        for i, (one, found) in enumerate(zip(examples, answers, strict=True))
        if (why := tuple(_other(one, found)))
    )
    unshown = tuple(
        (house.written.line(path), path)
        for path in _changes(house.values)
        if not _shown(house, path, answers, find_base)
    )
    return Proof(len(examples), failed, unshown)


def _answer(rules: RuleSet, line: str) -> _Answer:
    """Return the worth and payments of a hand, or why it is refused."""
    hand = hand_from_text(rules, line)
    try:
        chosen = rules.with_options(hand.pop("options"))
        found = settle_hand(chosen, parse_hand(hand))
    except HandError as wrong:
        return _Answer(("refused", str(wrong)), reason=wrong)
    if isinstance(found, NotAWin):
        return _Answer(("no win", found.reason.en), reason=found.reason)
    paid = {seat: n for seat, n in found.balances.items() if n} if isinstance(found, Settlement) else {}
    won = found.scores[0] if isinstance(found, Settlement) else found
    fans = _fans(won)
    prices = {m.priced.id: m.priced.value for m in won.counted.matches}
    return _Answer((won.legal, won.value.total, won.value.points, fans, paid, prices), won, paid)


def _other(example: Mapping[str, Any], answer: _Answer) -> Iterator[Message]:
    """Yield the differences between the answer and the example."""

    def other(field: Words, is_: Any, expected: Any) -> Message:
        return Message(_WRONG, {"what": field, "is_": is_, "said": expected})

    won, wins = answer.won, answer.won is not None
    if wins is not example.get("wins", True):
        yield other(_WINS, wins if wins else Joined(("false (", answer.reason, ")"), ""), not wins)
    if won is None or not example.get("wins", True):
        return
    if won.legal is not example.get("legal", True):
        yield other(_LEGAL, won.legal, not won.legal)
    if "worth" in example and example["worth"] != won.value.total:
        yield other(_WORTH, Joined((won.value.total, " (", _named(won), ")"), ""), example["worth"])
    if "points" in example and example["points"] != won.value.points:
        yield other(_POINTS, won.value.points, example["points"])
    if "fans" in example and _by_id(won, example["fans"]) != _fans(won):
        yield other(_FANS, _named(won), ", ".join(example["fans"]))
    if "pays" in example and {Seat[s]: n for s, n in example["pays"].items() if n} != answer.paid:
        yield other(_PAYS, _seats(answer.paid), _seats({Seat[s]: n for s, n in example["pays"].items()}))


def _fans(won: Score) -> Counter[str]:
    """Return the fans that are counted, and how often each is."""
    return Counter(m.priced.id for m in won.counted.matches)


def _by_id(won: Score, names: list[str]) -> Counter[str]:
    """Return the ids of fans given by any of their names."""
    every: list[Priced] = [m.priced for m in won.counted.matches]
    ids = {name: p.id for p in every for name in all_names(p)}
    return Counter(ids.get(name, name) for name in names)


def _named(won: Score) -> Joined:
    return Joined(tuple(m.priced.words for m in won.counted.matches))


def _seats(paid: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat.name}{n:+}" for seat, n in paid.items()) or "0"


def _changes(values: Mapping[str, Any]) -> Iterator[KeyPath]:
    """Yield the path of each change of the file that a hand can show."""
    for name, value in values.items():
        if name in _SILENT:
            continue
        if name in ("hand", "tile"):
            yield from ((name, i) for i in range(len(value)))
        elif isinstance(value, dict):
            yield from ((name, inner) for inner in cast("dict[str, Any]", value))
        else:
            yield (name,)


def _shown(house: House, path: KeyPath, answers: list[_Answer], find_base: Known) -> bool:
    """True if an example would be answered otherwise without this path."""
    examples: list[Mapping[str, Any]] = house.values.get("example", [])
    values = without(house.values, [path])
    values = {name: value for name, value in values.items() if value not in ({}, [])}
    try:
        rest = build(Written(values, house.written.lines), house.text, find_base).rules
    except HouseError:  # the rest of the file needs it, so that it is shown where any of the rest is
        return True
    return any(_answer(rest, one["hand"]) != was for one, was in zip(examples, answers, strict=True))
