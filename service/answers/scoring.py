"""One way from a request to its answer, for the command line and for HTTP: photo → reading → hand → score.

Answers are the JSON objects of the interface. Errors of the packages below become `service.errors`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from scorer.answering import answer as scored
from scorer.answering.rule_set_comparison import differences
from scorer.answering.rule_set_json import rules_json
from scorer.errors import HandError, SpokenError
from scorer.house.errors import HouseError
from scorer.messages.hand import JSON_OBJECT
from scorer.messages.languages import Words
from scorer.messages.rules import OPTION, TABLE_FIELD
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RulesError, every_rule_set
from scorer.rulesets import rule_set as find_rules
from scorer.tiles.tile import is_suited
from service.answers.doubts import question, weigh
from service.answers.situation import HandObject, with_reading
from service.errors import BadHand, BadHouse, NothingToAnswer, UnknownRules, WrongUse
from service.messages import refusals
from service.recognition import photos
from service.recognition.photos import SIGHT, Sight

if TYPE_CHECKING:
    from service.corrections.objects import Correction
    from vision.decoding.certainty.proposal import Won
    from vision.structure.scene import Asked as Seat

Answer = dict[str, Any]
DEFAULT_RULES = "guobiao"
EVERY = "all"  # in the place of the rule sets to compare
_TAKEN = Words(
    "有的牌按最可能的牌计分，与读出来的不同（要按读出来的计分：--as-read）：{0}",
    "scored with tiles other than as read, which make the likeliest hand that can be "
    "(--as-read scores what was read): {0}",
    "読み取りと異なる、最も確からしい牌で計算しました（読み取りのまま計算：--as-read）：{0}",
)


@dataclass(frozen=True)
class Asked:
    """What is asked: the hand object as far as it was told, and the picture that shows the rest.

    `drawn` is where the picture with its boxes is to be written, if anywhere; `sight`, how it is looked at;
    `more` are further pictures of the same hand;
    `as_read` says that the tiles are to be taken as read, whatever is likelier.
    """

    hand: HandObject
    photo: Path | bytes | None = None
    drawn: Path | None = None
    sight: Sight = SIGHT
    as_read: bool = False
    more: tuple[Path, ...] = ()


def read(asked: Asked, *, lang: str, won: Won = "unknown", seat: Seat = "nearest") -> Answer:
    """What the photo shows; with `won`, what it most probably shows if the hand has won.

    `seat` says whose hand is meant where several lie there, E the player's at the picture's lower edge; with
    ``all``, `hands` holds every player's. Raises `PaiyanError`.
    """
    rules, told = asked.hand.get("rules"), asked.hand.keys() & {"rules", "house"}
    seen = _look(asked, lang, rules=rules_of(asked.hand) if told else None, won=won, seat=seat)
    if not seen["tiles"]:
        return seen
    counted = str(rules or DEFAULT_RULES)
    if "hands" in seen:
        seen["hands"] = [_weighed_hand(seen, one, rules=counted, lang=lang) for one in seen["hands"]]
    return _weighed(seen, with_reading(seen["hand"], {}), {}, rules=counted, lang=lang)


def _weighed_hand(seen: Answer, one: Answer, *, rules: str, lang: str) -> Answer:
    """One of several players' hands, with what its doubts would change."""
    parts = zip(seen["tiles"], one["roles"], one["groups"], strict=True)
    tiles = [{**tile, "role": role, "group": group} for tile, role, group in parts]
    own = {**seen, **one, "tiles": tiles}
    doubts = weigh(own, with_reading(one["hand"], {}), rules=rules, lang=lang)
    questions = _questions(own, {}, rules=rules, lang=lang)
    return {**one, "doubts": doubts, "question": question(doubts, lang=lang), "questions": questions}


def score(asked: Asked, *, lang: str, explain: bool = False, as_read: bool = False) -> Answer:
    """The score of the hand, or its waits where it has no winning tile. Raises `PaiyanError`.

    With `explain`, the score says of each fan what it is and what it keeps out, and what was nearly there.
    Where the tiles as read make no hand, or none that wins, and a likelier one does, that one is scored:
    ``used`` is "proposal" then, and a warning says what was taken for what. Not so with `as_read`.
    """
    hand, seen = _hand(replace(asked, as_read=as_read), lang)
    with _bad_hand():
        found = scored.answer(hand, lang=lang, rules=DEFAULT_RULES, explain=explain)
    if seen.get("used") == "proposal":
        found["warnings"] = [*found.get("warnings", ()), _taken(seen["read"]["proposal"], lang)]
    return found | seen


def compare(asked: Asked, *, lang: str, under: Sequence[str]) -> Answer:
    """The hand under several rule sets, or ``all``; one that refuses it says why and the others go on.

    Each rule set is told the options and the fields of the table that it has. Raises `PaiyanError`, for a
    name too that none of them has.
    """
    sets = _all_rules() if list(under) == [EVERY] else [known_rules(id) for id in under]
    hand, seen = _hand(asked, lang)
    if "hands" in hand:
        raise BadHand(refusals.COMPARED_DEAL)
    _told_to_any(hand, sets)
    return {"compare": [_answer_under(rules, hand, lang) for rules in sets]} | seen


def _told_to_any(hand: HandObject, sets: Sequence[RuleSet]) -> None:
    known = {"options": [s for r in sets for s in r.options], "table": [s for r in sets for s in r.table]}
    for field, settings in known.items():
        if unknown := sorted(set(_named(hand, field)) - {s.id for s in settings}):
            what = OPTION if field == "options" else TABLE_FIELD
            ids = [rules.id for rules in sets]
            raise BadHand(refusals.KNOWN_TO_NONE, what=what, id=unknown[0], rules=ids)


def _named(hand: HandObject, field: str) -> HandObject:
    given: Any = hand.get(field) or {}
    if not isinstance(given, dict):
        raise BadHand(JSON_OBJECT, where=field, value=given)
    return cast(HandObject, given)


def _answer_under(rules: RuleSet, hand: HandObject, lang: str) -> Answer:
    own = {**hand, "rules": rules.id}
    for field, settings in (("options", rules.options), ("table", rules.table)):
        given = _named(hand, field)
        own[field] = {s.id: given[s.id] for s in settings if s.id in given}
    about = {"rules": rules.id, "name": rules.words.to(lang)}
    try:
        with _bad_hand():
            return about | scored.answer(own, lang=lang)
    except BadHand as wrong:
        return about | {"error": wrong.to(lang)}


def waits(asked: Asked, *, lang: str) -> Answer:
    """The winning tiles of a waiting hand. Raises `PaiyanError`."""
    hand, seen = _hand(asked, lang)
    with _bad_hand():
        if "hands" in hand:
            raise BadHand(refusals.DEAL_WAITS)
        if hand.get("win"):
            raise BadHand(refusals.WON_WAITS)
        return scored.answer(hand, lang=lang, rules=DEFAULT_RULES) | seen


def correct(read: Answer, corrections: Sequence[Correction], told: HandObject, *, lang: str) -> Answer:
    """A reading with corrections made in it, and the score or the waits of its hand; no picture is looked at.

    Where the hand cannot be scored, `error` says why. Raises `BadCorrection`, `UnknownRules`.
    """
    from service.corrections.applying import corrected

    rules_of(told)
    seen = corrected(read, corrections, lang=lang)
    hand = with_reading(seen["hand"], told)
    seen = _weighed({**seen, "proposal": None}, hand, told, rules=DEFAULT_RULES, lang=lang)
    try:
        with _bad_hand():
            found = scored.answer(hand, lang=lang, rules=DEFAULT_RULES)
    except BadHand as wrong:
        found = {"error": wrong.to(lang)}
    return found | {"hand": hand, "read": seen}


def coverage(*, lang: str) -> list[Answer]:
    """How well each rule set is founded, in figures."""
    from scorer.answering.coverage import (
        coverages,  # only here: every other answer builds the rule sets it needs
    )

    try:
        return [one.to_json(lang=lang) for one in coverages()]
    except RulesError as wrong:
        raise UnknownRules(wrong) from None


def rule_sets(*, lang: str) -> list[Answer]:
    """All rule sets in short: their names, and what they play with."""
    return [
        {
            "id": r.id,
            "name": r.words.to(lang),
            "names": {"zh": r.words.zh, "en": r.words.en, "ja": r.words.ja or r.words.zh},
            "sources": [str(s) for s in r.sources],
            "hand_size": r.hand_size,
            "tiles": {
                "reds": any(r.tiles.reds),
                "flowers": bool(r.tiles.flowers),
                "honours": not all(map(is_suited, r.tiles.kinds)),
            },
        }
        for r in _all_rules()
    ]


def _all_rules() -> tuple[RuleSet, ...]:
    """Every rule set. Raises `UnknownRules` where the file of one cannot be run."""
    try:
        return every_rule_set()
    except RulesError as wrong:
        raise UnknownRules(wrong) from None


@lru_cache(maxsize=128)
def rule_set(id: str, *, lang: str) -> Answer:
    """One rule set in full, with what differs from its base. Raises `UnknownRules` with the nearest name."""
    return described(known_rules(id), lang=lang)


def described(rules: RuleSet, *, lang: str) -> Answer:
    """A rule set in full, with what differs from its base where it has one."""
    other = [d.to_json() for d in differences(rules.base, rules, lang=lang)] if rules.base else []
    return {**rules_json(rules, lang=lang), "differences": other}


def difference(one: RuleSet, other: RuleSet, *, lang: str) -> Answer:
    """In what the second rule set differs from the first."""
    found = [d.to_json() for d in differences(one, other, lang=lang)]
    return {"rules": [one.id, other.id], "differences": found}


def is_empty(answer: Answer) -> bool:
    """Whether there was nothing to answer: no tiles, no win, nothing waited for. A deal always has one."""
    if "winners" in answer:
        return False
    if "compare" in answer:
        return all("error" in a or is_empty(a) for a in answer["compare"])
    if "win" in answer:
        return not answer["win"]
    if "waits" in answer:
        return not answer["waits"]
    return not any(tile["group"] >= 0 for tile in answer["tiles"])


def rules_of(hand: HandObject) -> RuleSet:
    """The rule set that a hand names, or whose house file it carries. Raises `UnknownRules`, `BadHouse`."""
    try:
        return scored.rules_of(hand, DEFAULT_RULES)
    except RulesError as wrong:
        raise UnknownRules(wrong) from None
    except HouseError as wrong:
        raise BadHouse(wrong) from None
    except HandError as wrong:
        raise BadHand(wrong) from None


def known_rules(id: str) -> RuleSet:
    """The rule set of that id. Raises `UnknownRules` with the nearest name."""
    try:
        return find_rules(id)
    except RulesError as wrong:
        raise UnknownRules(wrong) from None


def _hand(asked: Asked, lang: str) -> tuple[HandObject, Answer]:
    """The whole hand, and what goes beside its score: the reading it came from and the hand it was made."""
    rules = rules_of(asked.hand)
    if asked.photo is None:
        return asked.hand, {}
    seen = _look(asked, lang, rules=rules, won="won")
    if not seen["tiles"]:
        raise NothingToAnswer(seen["problems"][0])
    hand, used = with_reading(seen["hand"], asked.hand), "reading"
    proposal: Answer = seen["proposal"] or {}
    if proposal and not asked.as_read and not _stands(hand):
        other = with_reading(proposal["hand"], asked.hand)
        if _stands(other):
            hand, used = other, "proposal"
    changes = proposal["changes"] if used == "proposal" else ()
    taken: dict[int, str] = {c["tile"]: c["instead"] for c in changes}
    seen = _weighed(seen, hand, asked.hand, rules=rules.id, lang=lang, taken=taken)
    return hand, {"hand": hand, "used": used, "read": seen}


def _weighed(
    seen: Answer,
    hand: HandObject,
    told: HandObject,
    *,
    rules: str,
    lang: str,
    taken: Mapping[int, str] | None = None,
) -> Answer:
    """A reading with what its doubts and its questions would change, and the question that settles most."""
    doubts = weigh(seen, hand, rules=rules, lang=lang, taken=taken)
    questions = _questions(seen, told, rules=rules, lang=lang, taken=taken)
    return {**seen, "doubts": doubts, "question": question(doubts, lang=lang), "questions": questions}


def _questions(seen: Answer, told: HandObject, **how: Any) -> list[Answer]:
    """The questions of the reading, weighed."""
    if not seen.get("questions"):
        return []
    from service.answers.questions import asked  # only here: what reads answers to them is slow to load

    return asked(seen, told, **how)


def _stands(hand: HandObject) -> bool:
    """Whether a hand can be: it wins, or it waits for its winning tile."""
    try:
        found = scored.answer(hand, rules=DEFAULT_RULES)
    except ValueError:
        return False
    return bool(found["win"]) if "win" in found else True


def _taken(proposal: Answer, lang: str) -> str:
    """Which tiles were taken for others."""
    changes = "; ".join(f"{c['tile']}: {c['reason']}" for c in proposal["changes"])
    return _TAKEN.to(lang).format(changes)


def _look(
    asked: Asked,
    lang: str,
    *,
    rules: RuleSet | None = None,
    won: Won = "unknown",
    seat: Seat = "nearest",
) -> Answer:
    if asked.photo is None:
        raise WrongUse(refusals.NO_PICTURE)
    return photos.look(
        asked.photo,
        lang=lang,
        drawn=asked.drawn,
        sight=asked.sight,
        rules=rules,
        told=asked.hand,
        won=won,
        seat=seat,
        more=asked.more,
    )


@contextmanager
def _bad_hand() -> Generator[None, None, None]:
    try:
        yield
    except HouseError as wrong:
        raise BadHouse(wrong) from wrong
    except SpokenError as wrong:
        raise BadHand(wrong) from wrong
