"""Score a hand, under one rule set or several, or list its waits; typed, of a photo, or corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from paiyan.scorer.messages.hand import JSON_OBJECT
from paiyan.scorer.messages.languages import Joined, Message, Words
from paiyan.scorer.messages.rules import OPTION, TABLE_FIELD
from paiyan.scorer.report.answer import report_of
from paiyan.scorer.report.values import NoWinReport
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.service.answers.report import CompareAnswer, CorrectAnswer, HandAnswer, ReadingReport, RulesAnswer
from paiyan.service.answers.rule_catalogue import all_rules, known_rules, rules_of
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject, HandRequest, is_deal, with_reading
from paiyan.service.errors import BadCorrection, BadHand, NothingToAnswer, as_service_errors
from paiyan.service.messages.requests import COMPARED_DEAL, DEAL_WAITS, KNOWN_TO_NONE, NOT_TOGETHER, WON_WAITS
from paiyan.vision.errors import CorrectionError

if TYPE_CHECKING:
    from paiyan.vision.decoding.corrections import Correction
    from paiyan.vision.decoding.proposal import Change
    from paiyan.vision.reading import Reading


TAKEN = Words(
    "有的牌按最可能的牌计分，与读出来的不同（要按读出来的计分：--as-read）：{changes}",
    "scored with tiles other than as read, which make the likeliest hand that can be "
    "(--as-read scores what was read): {changes}",
    "読み取りと異なる、最も確からしい牌で計算しました（読み取りのまま計算：--as-read）：{changes}",
)
_CHANGE = Words("{tile}: {reason}", "{tile}: {reason}", "{tile}: {reason}")


@dataclass(frozen=True)
class Whole:
    """A whole hand, and the photo that showed it, if one did."""

    hand: HandObject
    used: str | None = None
    read: ReadingReport | None = None
    changes: tuple[Change, ...] = ()

    @property
    def shown(self) -> HandObject | None:
        """The hand, if a photo showed it."""
        return self.hand if self.read else None


def score(request: HandRequest, *, explain: bool = False, as_read: bool = False) -> HandAnswer:
    """Score a hand, or list its waits where it has no winning tile. Raises `PaiyanError`.

    With `explain`, the score says of each fan what it is and what it keeps out, and what was nearly there.
    Where the tiles as read make no hand, or none that wins, and a likelier one does, that one is scored:
    ``used`` is "proposal" then, and a warning says what was taken for what. Not so with `as_read`.
    """
    whole = whole_hand(replace(request, as_read=as_read))
    with as_service_errors():
        found = report_of(whole.hand, rules=DEFAULT_RULES, explain=explain)
    if whole.changes:
        found = replace(found, warnings=(*found.warnings, taken(whole.changes)))
    return HandAnswer(report=found, hand=whole.shown, used=whole.used, read=whole.read)


def waits(request: HandRequest) -> HandAnswer:
    """List the winning tiles of a waiting hand. Raises `PaiyanError`."""
    whole = whole_hand(request)
    with as_service_errors():
        if is_deal(whole.hand):
            raise BadHand(DEAL_WAITS)
        if whole.hand.get("win"):
            raise BadHand(WON_WAITS)
        found = report_of(whole.hand, rules=DEFAULT_RULES)
    return HandAnswer(report=found, hand=whole.shown, used=whole.used, read=whole.read)


def whole_hand(request: HandRequest) -> Whole:
    """Return the whole hand, and the reading it came from. Raises `PaiyanError`."""
    rules = rules_of(request.hand)
    if request.photo is None:
        return Whole(request.hand)
    from paiyan.service.answers.reading import look, reading_report  # only here: a typed hand needs no eyes
    from paiyan.vision.decoding.corrections import Rename

    seen = look(request, rules=rules, won="won")
    hand, changes = hand_of(seen, request.hand, as_read=request.as_read)
    renames = [Rename(c.tile, c.instead) for c in changes]
    read = reading_report(seen, rules=rules.id, situation=request.hand, whole=hand, taken=renames)
    return Whole(hand, "proposal" if changes else "reading", read, tuple(changes))


def hand_of(
    reading: Reading, situation: HandObject, *, as_read: bool = False
) -> tuple[HandObject, tuple[Change, ...]]:
    """Return the hand of a reading in a situation, and the tiles changed to make it a possible hand.

    Unless `as_read`, the most probable legal hand stands in for tiles as read that make none. Raises
    `NothingToAnswer` if no tile was read.
    """
    if not reading.tiles:
        raise NothingToAnswer(reading.problems[0])
    hand = with_reading(reading.hand, situation)
    if reading.proposal and not as_read and not _stands(hand):
        other = with_reading(reading.proposal.hand, situation)
        if _stands(other):
            return other, reading.proposal.changes
    return hand, ()


def _stands(hand: HandObject) -> bool:
    """Return True if a hand is possible: it wins, or waits for its winning tile."""
    try:
        return not isinstance(report_of(hand, rules=DEFAULT_RULES), NoWinReport)
    except ValueError:
        return False


def taken(changes: Sequence[Change]) -> Message:
    """Return the warning that tiles were scored as other tiles than were read."""
    each = tuple(Message(_CHANGE, {"tile": c.tile, "reason": c.reason}) for c in changes)
    return Message(TAKEN, {"changes": Joined(each, "; ")})


EVERY = "all"  # in the place of the rule sets to compare


def compare(request: HandRequest, *, under: Sequence[str]) -> CompareAnswer:
    """Score the hand under several rule sets, or ``all``; one that refuses it reports why.

    Each rule set gets the options and the fields of the table that it has. Raises `PaiyanError`, also for a
    name that none of them has.
    """
    sets = all_rules() if list(under) == [EVERY] else [known_rules(id) for id in under]
    whole = whole_hand(request)
    hand = whole.hand
    if is_deal(hand):
        raise BadHand(COMPARED_DEAL)
    if hand.get("house") is not None:
        raise BadHand(NOT_TOGETHER, a="compare", b="house")
    _check_settings(hand, sets)
    found = tuple(_answer_under(rules, hand) for rules in sets)
    return CompareAnswer(compare=found, hand=whole.shown, used=whole.used, read=whole.read)


def _check_settings(hand: HandObject, sets: Sequence[RuleSet]) -> None:
    known = {
        "options": [s for r in sets for s in r.agreed_on.options],
        "table": [s for r in sets for s in r.agreed_on.table],
    }
    for field, settings in known.items():
        if unknown := sorted(set(_named(hand, field)) - {s.id for s in settings}):
            what = OPTION if field == "options" else TABLE_FIELD
            ids = [rules.id for rules in sets]
            raise BadHand(KNOWN_TO_NONE, what=what, id=unknown[0], rules=ids)


def _named(hand: HandObject, field: str) -> HandObject:
    given: Any = hand.get(field) or {}
    if not isinstance(given, dict):
        raise BadHand(JSON_OBJECT, where=field, value=given)
    return cast(HandObject, given)


def _answer_under(rules: RuleSet, hand: HandObject) -> RulesAnswer:
    own = {**hand, "rules": rules.id}
    for field, settings in (("options", rules.agreed_on.options), ("table", rules.agreed_on.table)):
        given = _named(hand, field)
        own[field] = {s.id: given[s.id] for s in settings if s.id in given}
    try:
        with as_service_errors():
            return RulesAnswer(rules=rules.id, name=rules.words, report=report_of(own))
    except BadHand as wrong:
        return RulesAnswer(rules=rules.id, name=rules.words, error=wrong)


def put_right(reading: Reading, corrections: Sequence[Correction]) -> Reading:
    """Return a reading with corrections made in it. Raises `BadCorrection`."""
    from paiyan.vision.correcting import corrected  # loads NumPy, which a typed hand does without

    try:
        return replace(corrected(reading, corrections), proposal=None)
    except CorrectionError as wrong:
        raise BadCorrection(wrong) from None


def correct(reading: Reading, corrections: Sequence[Correction], situation: HandObject) -> CorrectAnswer:
    """Report a corrected reading, and the score or the waits of its hand; no picture is looked at.

    If the hand cannot be scored, `error` says why. Raises `BadCorrection`, `UnknownRules`.
    """
    from paiyan.service.answers.reading import reading_report  # loads NumPy too

    rules_of(situation)
    seen = put_right(reading, corrections)
    hand = with_reading(seen.hand, situation)
    read = reading_report(seen, rules=DEFAULT_RULES, situation=situation, whole=hand)
    try:
        with as_service_errors():
            return CorrectAnswer(report=report_of(hand, rules=DEFAULT_RULES), hand=hand, read=read)
    except BadHand as wrong:
        return CorrectAnswer(error=wrong, hand=hand, read=read)
