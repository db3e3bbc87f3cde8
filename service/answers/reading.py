"""What a photo shows, with what its doubts would change in the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.service.answers.doubts import question, weigh
from paiyan.service.answers.request import DEFAULT_RULES, Answer, HandRequest
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.situation import HandObject, with_reading
from paiyan.service.errors import WrongUse
from paiyan.service.messages.pictures import NO_PICTURE
from paiyan.service.recognition import photos

if TYPE_CHECKING:
    from paiyan.vision.decoding.certainty.proposal import Won
    from paiyan.vision.structure.scene import Asked as Seat


def read(asked: HandRequest, *, lang: str, won: Won = "unknown", seat: Seat = "nearest") -> Answer:
    """What the photo shows; with `won`, what it most probably shows if the hand has won.

    `seat` says whose hand is meant where several lie there, E the player's at the picture's lower edge; with
    ``all``, `hands` holds every player's. Raises `PaiyanError`.
    """
    rules, told = asked.hand.get("rules"), asked.hand.keys() & {"rules", "house"}
    seen = look(asked, lang, rules=rules_of(asked.hand) if told else None, won=won, seat=seat)
    if not seen["tiles"]:
        return seen
    counted = str(rules or DEFAULT_RULES)
    if "hands" in seen:
        seen["hands"] = [_weighed_hand(seen, one, rules=counted, lang=lang) for one in seen["hands"]]
    return weighed(seen, with_reading(seen["hand"], {}), {}, rules=counted, lang=lang)


def _weighed_hand(seen: Answer, one: Answer, *, rules: str, lang: str) -> Answer:
    """One of several players' hands, with what its doubts would change."""
    parts = zip(seen["tiles"], one["roles"], one["groups"], strict=True)
    tiles = [{**tile, "role": role, "group": group} for tile, role, group in parts]
    own = {**seen, **one, "tiles": tiles}
    doubts = weigh(own, with_reading(one["hand"], {}), rules=rules, lang=lang)
    questions = _questions(own, {}, rules=rules, lang=lang)
    return {**one, "doubts": doubts, "question": question(doubts, lang=lang), "questions": questions}


def weighed(
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
    from paiyan.service.answers.questions import (
        asked,  # only here: what reads answers to them is slow to load
    )

    return asked(seen, told, **how)


def look(
    asked: HandRequest,
    lang: str,
    *,
    rules: RuleSet | None = None,
    won: Won = "unknown",
    seat: Seat = "nearest",
) -> Answer:
    if asked.photo is None:
        raise WrongUse(NO_PICTURE)
    return photos.read_photo(
        asked.photo,
        lang=lang,
        drawn=asked.drawn,
        reading_settings=asked.reading_settings,
        rules=rules,
        told=asked.hand,
        won=won,
        seat=seat,
        more=asked.more,
    )
