"""Advice on a hand: what to throw, what to claim; the hand as told, or as a photo shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from paiyan.scorer.messages.as_json import flat, optional
from paiyan.scorer.report.advising import FIELDS, AdviceReport, advise_on
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import KINDS, Tile
from paiyan.service.answers.report import ReadingReport
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject, HandRequest, is_deal, with_reading
from paiyan.service.errors import BadHand, NothingToAnswer, as_service_errors
from paiyan.service.messages.requests import DEAL_ADVICE

if TYPE_CHECKING:
    from paiyan.vision.reading import Reading

_LIE_OPEN = ("discard", "indicator", "other")


@dataclass(frozen=True, kw_only=True)
class AdviceAnswer:
    """Advice on a discard or on claims; with the reading, if a photo showed the hand."""

    report: AdviceReport = flat()
    hand: HandObject | None = optional()
    read: ReadingReport | None = optional()

    @property
    def empty(self) -> bool:
        return False  # any hand has an answer


def advise(request: HandRequest) -> AdviceAnswer:
    """Advise what to throw, or what a waiting hand may claim. Raises `PaiyanError`.

    Of a photo, the tile that lies apart is the one that was drawn, and open tiles that are nobody's hand
    (discards, indicators, other players' melds) count as seen.
    """
    if is_deal(request.hand):
        raise BadHand(DEAL_ADVICE)
    hand, read = request.hand, None
    if request.photo is not None:
        hand, read = _of_photo(request)
    with as_service_errors():
        report = advise_on(hand, rules=DEFAULT_RULES)
    return AdviceAnswer(report=report, hand=None if read is None else hand, read=read)


def _of_photo(request: HandRequest) -> tuple[HandObject, ReadingReport]:
    """Return the hand that a photo shows, with the open tiles next to it, and the reading.

    Raises `NothingToAnswer` if no tile was read.
    """
    from paiyan.service.answers.reading import look, reading_report  # only here: a typed hand needs no eyes

    situation = {name: value for name, value in request.hand.items() if name not in FIELDS}
    seen = look(replace(request, hand=situation), rules=rules_of(situation))
    if not seen.tiles:
        raise NothingToAnswer(seen.problems[0])
    about = {name: request.hand[name] for name in FIELDS if name in request.hand}
    return _hand_of(seen, situation, about), reading_report(seen)


def advise_on_reading(reading: Reading, situation: HandObject) -> AdviceReport:
    """Advise on the hand that a reading shows, a declared win left out. Raises `PaiyanError`."""
    about = {name: value for name, value in situation.items() if name != "win"}
    with as_service_errors():
        return advise_on(_hand_of(reading, about, {}), rules=DEFAULT_RULES)


def _hand_of(reading: Reading, situation: HandObject, about: HandObject) -> HandObject:
    """Return the hand that a reading shows, the tile that lies apart as the one drawn."""
    hand = with_reading(reading.hand, situation)
    if "win" not in situation and reading.hand.winning is not None:
        del hand["win"]
        if "concealed" not in situation:
            hand["concealed"] = notation((*reading.hand.concealed, reading.hand.winning))
    return {**hand, **about, **_seen(reading, about)}


def _seen(reading: Reading, about: HandObject) -> HandObject:
    """Return the open tiles of the photo and of the request; a tile in both counts once.

    Rows of discards in the request replace those of the photo.
    """
    rows = about.get("discards")
    roles = [role for role in _LIE_OPEN if not (rows and role == "discard")]
    lying = Counter(_open_tiles(reading, roles))
    named = about.get("seen")
    if isinstance(named, str):
        with as_service_errors():
            lying |= Counter(parse(named))
    elif named is not None:
        return {}  # refused with its own sentence
    return {"seen": notation(sorted(lying.elements(), key=attrgetter("code")))} if lying else {}


def _open_tiles(reading: Reading, roles: list[str]) -> Iterator[Tile]:
    for read in reading.tiles:
        if read.role in roles and read.tile.kind < KINDS:
            yield read.tile
